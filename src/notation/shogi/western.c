/* SPDX-License-Identifier: MIT */
#include "notation/shogi/disambiguation.h"
#include "notation/styles.h"
#include "notation/text.h"

/*
 * Hodges' notation: P-7f, Rx2d+, N*5e, S-3c=. The origin is told only if another piece of the
 * kind could go there too, the pinned ones included as in KI2, so that both notations tell the
 * same moves apart.
 */

static const char letters[] = "PLNSGBRK";

static void put_western_square(struct bm_str *out, bm_sq sq)
{
    bm_str_char(out, (char)('1' + sq / 9));
    bm_str_char(out, (char)('a' + sq % 9));
}

static void put_western_piece(struct bm_str *out, unsigned kind)
{
    if (kind >= 8)
        bm_str_char(out, '+');
    bm_str_char(out, letters[kind & 7u]);
}

void bm_western_write(const struct bm_ctx *ctx, bm_move m, struct bm_str *out)
{
    const bm_sq from = bm_move_from(m), to = bm_move_to(m);
    const unsigned side = bm_ctx_turn(ctx);

    if (bm_move_is_drop(m)) {
        put_western_piece(out, from & 15u);
        bm_str_char(out, '*');
        put_western_square(out, to);
        return;
    }
    const bm_piece piece = bm_ctx_piece(ctx, from);
    if (piece == 0 || to >= 81)
        return;
    const unsigned kind = bm_piece_kind(piece);
    struct bm_candidates r;
    bm_candidates_find(&r, ctx, to, kind);
    put_western_piece(out, kind);
    if (r.n > 1)
        put_western_square(out, from);
    bm_str_char(out, bm_ctx_piece(ctx, to) != 0 ? 'x' : '-');
    put_western_square(out, to);
    if (bm_move_promotes(m))
        bm_str_char(out, '+');
    else if (bm_candidates_may_promote(kind, from, to, side))
        bm_str_char(out, '=');
}

/* What the text says. */
struct saying {
    unsigned kind;   /* BM_SHOGI_KINDS: not told */
    bm_sq first, to; /* first is where from, or BM_SQ_NONE */
    bool drop, promotes;
};

/* 7f or 76; false if there is none at s[*at]. */
static bool read_western_square(bm_sq *out, const char *s, size_t len, size_t *at)
{
    if (len - *at < 2 || s[*at] < '1' || s[*at] > '9')
        return false;
    const char c = s[*at + 1];
    const unsigned rank = c >= 'a' && c <= 'i'   ? (unsigned)(c - 'a')
                          : c >= '1' && c <= '9' ? (unsigned)(c - '1')
                                                 : 9u;
    if (rank == 9)
        return false;
    *out = (bm_sq)((unsigned)(s[*at] - '1') * 9 + rank);
    *at += 2;
    return true;
}

static bool read_kind(struct saying *w, const char *s, size_t len, size_t *at)
{
    const size_t plus = *at < len && s[*at] == '+';
    for (unsigned kind = 0; kind < 8 && *at + plus < len; kind++) {
        if (s[*at + plus] != letters[kind])
            continue;
        if (plus != 0 && (kind == BM_SHOGI_GOLD || kind == BM_SHOGI_KING))
            return false;
        w->kind = kind + 8 * (unsigned)plus;
        *at += 1 + plus;
        return true;
    }
    return plus == 0;
}

static bm_status parse_western(struct saying *w, const char *s, size_t len,
                               struct bm_error *err)
{
    static const char form[] = "a move is like P-7f, Rx2d+, N*5e, G6i-5h or 7g7f";
    size_t at = 0;
    *w = (struct saying){.kind = BM_SHOGI_KINDS, .first = BM_SQ_NONE, .to = BM_SQ_NONE};

    while (at < len && bm_text_blank(s[at]))
        at++;
    while (len > at && bm_text_blank(s[len - 1]))
        len--;
    if (!read_kind(w, s, len, &at))
        return bm_text_refuse(err, at, "+ stands before a piece that can promote (PLNSBR)", 0);
    (void)read_western_square(&w->to, s, len, &at);
    if (at < len && (s[at] == '-' || s[at] == 'x' || s[at] == '*' || s[at] == '\'')) {
        w->drop = s[at] == '*' || s[at] == '\'';
        at++;
    }
    bm_sq second = BM_SQ_NONE;
    if (read_western_square(&second, s, len, &at)) {
        w->first = w->to;
        w->to = second;
    }
    if (w->to == BM_SQ_NONE || (w->kind == BM_SHOGI_KINDS && w->first == BM_SQ_NONE) ||
        (w->drop && w->first != BM_SQ_NONE))
        return bm_text_refuse(err, at, form, 0);
    /* Some write the capture, or the check, behind the square. */
    if (at < len && s[at] == 'x')
        at++;
    if (at < len && (s[at] == '+' || s[at] == '=' || s[at] == '^')) {
        w->promotes = s[at] != '=';
        at++;
    }
    if (at != len)
        return bm_text_refuse(err, at, form, 0);
    return BM_OK;
}

/* The origin decides if it is told; the letter need not be right then. */
static bm_status move_from(const struct bm_ctx *ctx, const struct saying *w, bm_move *out,
                           struct bm_error *err)
{
    const bm_piece piece = bm_ctx_piece(ctx, w->first);
    const unsigned kind = piece != 0 ? bm_piece_kind(piece) : BM_SHOGI_PAWN;
    return bm_style_settle(ctx,
                           w->promotes ? bm_move_promoting(w->first, w->to, kind | 8u)
                                       : bm_move_plain(w->first, w->to),
                           out, err);
}

bm_status bm_western_read(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                          struct bm_error *err)
{
    struct saying w;
    struct bm_candidates r;
    const bm_status status = parse_western(&w, s, len, err);
    if (status != BM_OK)
        return status;
    if (w.first != BM_SQ_NONE)
        return move_from(ctx, &w, out, err);

    bm_candidates_find(&r, ctx, w.to, w.kind);
    if (w.drop && w.kind >= 8)
        return bm_candidates_refuse(
            &r, ctx, "a {k} cannot be dropped; it goes to the hand unpromoted", err);
    if (w.drop)
        return bm_style_settle(ctx, bm_move_drop(w.kind, w.to), out, err);
    if (r.n == 0)
        return bm_candidates_refuse(&r, ctx, "no {k} on the board can go to {t}", err);
    return bm_candidates_only_legal(&r, ctx, w.promotes,
                                    "a {k} can go to {t} from {a} and from {b}; "
                                    "its square before the - tells which",
                                    out, err);
}

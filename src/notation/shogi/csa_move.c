/* SPDX-License-Identifier: MIT */
/*
 * Moves of CSA: side, square from (00: the hand), square to, and what the piece is after the
 * move, so that a promotion shows only in comparison with the board.
 */
#include "notation/styles.h"
#include "notation/text.h"

static const char names[BM_SHOGI_KINDS][3] = {
    [BM_SHOGI_PAWN] = "FU",      [BM_SHOGI_LANCE] = "KY",      [BM_SHOGI_KNIGHT] = "KE",
    [BM_SHOGI_SILVER] = "GI",    [BM_SHOGI_GOLD] = "KI",       [BM_SHOGI_BISHOP] = "KA",
    [BM_SHOGI_ROOK] = "HI",      [BM_SHOGI_KING] = "OU",       [BM_SHOGI_TOKIN] = "TO",
    [BM_SHOGI_PRO_LANCE] = "NY", [BM_SHOGI_PRO_KNIGHT] = "NK", [BM_SHOGI_PRO_SILVER] = "NG",
    [BM_SHOGI_GOLD + 8] = "KI", /* of moves that promote what cannot */
    [BM_SHOGI_HORSE] = "UM",     [BM_SHOGI_DRAGON] = "RY",     [BM_SHOGI_KING + 8] = "OU",
};

const char *bm_csa_kind_name(unsigned kind)
{
    return kind < BM_SHOGI_KINDS ? names[kind] : names[BM_SHOGI_PAWN];
}

unsigned bm_csa_find_kind(const char *s)
{
    unsigned kind = 0;
    while (kind < BM_SHOGI_KINDS && (names[kind][0] != s[0] || names[kind][1] != s[1]))
        kind++;
    return kind;
}

static void write_square(struct bm_str *out, unsigned sq)
{
    bm_str_char(out, (char)('1' + sq / 9));
    bm_str_char(out, (char)('1' + sq % 9));
}

void bm_csa_write_move(const struct bm_ctx *ctx, bm_move m, struct bm_str *out)
{
    unsigned side = bm_ctx_turn(ctx), kind = bm_move_from(m);
    const bool drop = bm_move_is_drop(m);
    if (!drop) {
        /* A foul may move anything: what is written says which piece it was. */
        const bm_piece piece = bm_ctx_piece(ctx, bm_move_from(m));
        kind = piece != 0 ? bm_piece_kind(piece) : BM_SHOGI_PAWN;
        side = piece != 0 ? bm_piece_side(piece) : side;
        if (bm_move_promotes(m))
            kind = bm_move_promotion(m);
    }
    bm_str_char(out, side == BM_FIRST ? '+' : '-');
    if (drop)
        bm_str_text(out, "00");
    else
        write_square(out, bm_move_from(m));
    write_square(out, bm_move_to(m));
    bm_str_text(out, bm_csa_kind_name(kind));
}

/* Fill *err with a sentence about the rules, which names one or two kinds of pieces. */
static bm_status refuse_csa_move(struct bm_error *err, const char *what, unsigned kind,
                                 unsigned other)
{
    const struct bm_rules *const rules = bm_rules_shogi();
    return bm_text_tell(err, BM_ERULE, 1, what,
                        BM_TEXTS(bm_rules_kind_name(rules, kind, BM_EN),
                                 bm_rules_kind_name(rules, other, BM_EN)));
}

/* A square of two digits from 1 to 9. */
static bool read_csa_square(bm_sq *out, const char *s)
{
    if (s[0] < '1' || s[0] > '9' || s[1] < '1' || s[1] > '9')
        return false;
    *out = (bm_sq)((s[0] - '1') * 9 + (s[1] - '1'));
    return true;
}

static bm_status resolve_drop(unsigned kind, bm_sq to, bm_move *out, struct bm_error *err)
{
    if (kind > BM_SHOGI_KING)
        return refuse_csa_move(err, "a piece is dropped as it is in hand, never as a ~", kind,
                               kind);
    *out = bm_move_drop(kind, to);
    return BM_OK;
}

/* From what the piece is on the board to what it is afterwards. */
static bm_status resolve_step(const struct bm_ctx *ctx, bm_sq from, bm_sq to, unsigned kind,
                              bm_move *out, struct bm_error *err)
{
    const bm_piece piece = bm_ctx_piece(ctx, from);
    const unsigned before = piece != 0 ? bm_piece_kind(piece) : kind;
    if (before == kind)
        *out = bm_move_plain(from, to); /* an empty square is for the rules to refuse */
    else if (before + 8 == kind)
        *out = bm_move_promoting(from, to, kind);
    else
        return refuse_csa_move(err, "the piece that moves is a ~, which does not become a ~",
                               before, kind);
    return BM_OK;
}

bm_status bm_csa_parse_move(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                            struct bm_error *err)
{
    static const char form[] = "a move is like +7776FU, or +0055FU for a drop";
    const unsigned turn = bm_ctx_turn(ctx);
    const size_t sign = len != 0 && (s[0] == '+' || s[0] == '-');
    bm_sq from = BM_SQ_NONE, to = 0;

    *out = (bm_move){BM_MOVE_NONE};
    if (len != sign + 6)
        return bm_text_refuse(err, len < sign + 6 ? len : sign + 6, form, 0);
    s += sign;
    const bool drop = s[0] == '0' && s[1] == '0';
    if (!drop && !read_csa_square(&from, s))
        return bm_text_refuse(err, sign, "a square is two digits from 1 to 9, or 00: the hand",
                              0);
    if (!read_csa_square(&to, s + 2))
        return bm_text_refuse(err, sign + 2, "the square to go to is two digits from 1 to 9",
                              0);
    const unsigned kind = bm_csa_find_kind(s + 4);
    if (kind == BM_SHOGI_KINDS)
        return bm_text_refuse(err, sign + 4,
                              "no such piece: one of FU KY KE GI KI KA HI OU TO NY NK NG UM RY",
                              0);
    const bm_status status =
        drop ? resolve_drop(kind, to, out, err) : resolve_step(ctx, from, to, kind, out, err);
    if (status != BM_OK || sign == 0 || s[-1] == (turn == BM_FIRST ? '+' : '-'))
        return status;
    /* On the board the rules see it themselves, as moving the other side's piece. */
    if (!drop && bm_ctx_piece(ctx, from) != 0 && bm_piece_side(bm_ctx_piece(ctx, from)) != turn)
        return BM_OK;
    *out = (bm_move){BM_MOVE_NONE};
    return refuse_csa_move(err,
                           turn == BM_FIRST
                               ? "it is + that moves here, not -: the ~ has the wrong sign"
                               : "it is - that moves here, not +: the ~ has the wrong sign",
                           kind, kind);
}

bm_status bm_csa_read_move(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                           struct bm_error *err)
{
    const bm_status status = bm_csa_parse_move(ctx, s, len, out, err);
    return status != BM_OK ? status : bm_style_settle(ctx, *out, out, err);
}

/* SPDX-License-Identifier: MIT */
#include "notation/shogi/disambiguation.h"
#include "notation/shogi/kanji.h"
#include "notation/styles.h"
#include "notation/text.h"

/*
 * Moves as Japanese players write them. When several pieces of a kind can go to a square, the
 * rules of the Japan Shogi Association choose the words: first how the piece moves (上寄引), if
 * that is not enough from where (左直右), if that is not enough both. Pinned pieces count: what
 * could go there by the moves of the pieces must be told apart, unlike in SAN.
 */

static bm_sq last_square(const struct bm_ctx *ctx)
{
    const unsigned plies = bm_ctx_plies(ctx);
    return plies != 0 ? bm_move_to(bm_ctx_played(ctx, plies - 1)) : BM_SQ_NONE;
}

/* Files that the origin lies to the left of the target, as the mover sees it. */
static int steps_left(bm_sq from, bm_sq to, unsigned side)
{
    const int d = (int)(from / 9) - (int)(to / 9);
    return side == BM_FIRST ? d : -d;
}

static unsigned motion_of_move(bm_sq from, bm_sq to, unsigned side)
{
    const int d = (int)(from % 9) - (int)(to % 9);
    const int up = side == BM_FIRST ? d : -d;
    return up > 0 ? BM_KANJI_UP : up < 0 ? BM_KANJI_DOWN : BM_KANJI_ASIDE;
}

/* Bishop, rook, horse and dragon are told by where they stand to each other; never 直. */
static bool is_ranging_kind(unsigned kind)
{
    return (kind & 7u) == BM_SHOGI_BISHOP || (kind & 7u) == BM_SHOGI_ROOK;
}

/* The words of enum bm_kanji_mark that hold for one of them. */
static unsigned words_for(const struct bm_candidates *r, bm_sq from)
{
    const int left = steps_left(from, r->to, r->side);
    unsigned words = motion_of_move(from, r->to, r->side);
    if (left == 0 && words == BM_KANJI_UP)
        words |= BM_KANJI_STRAIGHT;
    if (!is_ranging_kind(r->kind))
        return words | (left > 0 ? BM_KANJI_LEFT : left < 0 ? BM_KANJI_RIGHT : 0u);

    bool leftmost = r->n > 1, rightmost = r->n > 1;
    for (unsigned i = 0; i < r->n; i++) {
        if (r->from[i] == from)
            continue;
        const int other = steps_left(r->from[i], r->to, r->side);
        leftmost &= left > other;
        rightmost &= left < other;
    }
    return words | (leftmost ? BM_KANJI_LEFT : 0u) | (rightmost ? BM_KANJI_RIGHT : 0u);
}

static unsigned count_matches(const struct bm_candidates *r, unsigned marks)
{
    unsigned n = 0;
    for (unsigned i = 0; i < r->n; i++)
        n += (words_for(r, r->from[i]) & marks) == marks;
    return n;
}

/* The fewest words that tell the piece on `from` from its rivals. */
static unsigned choose_marks(const struct bm_candidates *r, bm_sq from)
{
    if (r->n < 2)
        return 0;
    const unsigned words = words_for(r, from);
    const unsigned moves = words & (BM_KANJI_UP | BM_KANJI_ASIDE | BM_KANJI_DOWN);
    if (count_matches(r, moves) == 1)
        return moves;
    if ((words & BM_KANJI_STRAIGHT) != 0 && !is_ranging_kind(r->kind))
        return BM_KANJI_STRAIGHT;
    const unsigned side = words & (BM_KANJI_LEFT | BM_KANJI_RIGHT);
    return count_matches(r, side) == 1 ? side : side | moves;
}

static void put_marks(struct bm_str *out, unsigned marks)
{
    static const struct {
        unsigned mark;
        const char *word;
    } list[] = {
        {BM_KANJI_LEFT, "左"}, {BM_KANJI_STRAIGHT, "直"}, {BM_KANJI_RIGHT, "右"},
        {BM_KANJI_UP, "上"},   {BM_KANJI_ASIDE, "寄"},    {BM_KANJI_DOWN, "引"},
    };
    for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
        if ((marks & list[i].mark) != 0)
            bm_str_text(out, list[i].word);
    }
}

static void put_japanese_square(struct bm_str *out, bm_sq sq)
{
    bm_str_text(out, bm_kanji_file[sq / 9]);
    bm_str_text(out, bm_kanji_rank[sq % 9]);
}

static void write_kif(const struct bm_ctx *ctx, bm_move m, struct bm_str *out)
{
    const bm_sq from = bm_move_from(m), to = bm_move_to(m);

    if (last_square(ctx) == to)
        bm_str_text(out, "同　");
    else
        put_japanese_square(out, to);
    if (bm_move_is_drop(m)) {
        bm_str_text(out, bm_kanji_piece[from & 15u]);
        bm_str_text(out, "打");
        return;
    }
    /* A foul may move what is not there: it needs a name all the same to be read again. */
    const bm_piece piece = bm_ctx_piece(ctx, from);
    bm_str_text(out, bm_kanji_piece[piece != 0 ? bm_piece_kind(piece) & 15u : 0]);
    if (bm_move_promotes(m))
        bm_str_text(out, "成");
    bm_str_char(out, '(');
    bm_str_char(out, (char)('1' + from / 9));
    bm_str_char(out, (char)('1' + from % 9));
    bm_str_char(out, ')');
}

static void write_japanese(const struct bm_ctx *ctx, bm_move m, struct bm_str *out)
{
    const bm_sq from = bm_move_from(m), to = bm_move_to(m);
    const unsigned side = bm_ctx_turn(ctx);
    const bool drop = bm_move_is_drop(m);
    const bm_piece piece = drop ? bm_piece_of(from, side) : bm_ctx_piece(ctx, from);
    struct bm_candidates r;

    bm_str_text(out, side == BM_FIRST ? "▲" : "△");
    if (last_square(ctx) == to)
        bm_str_text(out, "同");
    else
        put_japanese_square(out, to);
    if (piece == 0)
        return;
    const unsigned kind = bm_piece_kind(piece) & 15u;
    bm_str_text(out, bm_kanji_piece[kind]);
    bm_candidates_find(&r, ctx, to, kind);
    if (drop) {
        if (r.n != 0)
            bm_str_text(out, "打");
        return;
    }
    put_marks(out, choose_marks(&r, from));
    if (bm_move_promotes(m))
        bm_str_text(out, "成");
    else if (bm_candidates_may_promote(kind, from, to, side))
        bm_str_text(out, "不成");
}

void bm_japanese_write(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style,
                       struct bm_str *out)
{
    if (bm_move_to(m) >= 81 || (!bm_move_is_drop(m) && bm_move_from(m) >= 81))
        return;
    if (style == BM_STYLE_KIF)
        write_kif(ctx, m, out);
    else
        write_japanese(ctx, m, out);
}

bool bm_kanji_told(const struct bm_kanji_move *k, const struct bm_ctx *ctx, bm_move *out)
{
    const bm_sq to = k->to != BM_SQ_NONE ? k->to : last_square(ctx);
    if (to == BM_SQ_NONE)
        return false;
    if ((k->marks & BM_KANJI_DROP) != 0) {
        *out = bm_move_drop(k->kind, to);
        return k->kind < 8;
    }
    if (k->from == BM_SQ_NONE)
        return false;
    /* The origin decides; the name only tells whether ２二馬(88) is a bishop that promotes. */
    const bm_piece piece = bm_ctx_piece(ctx, k->from);
    const unsigned kind = piece != 0 ? bm_piece_kind(piece) : k->kind;
    const bool promotes =
        (k->marks & BM_KANJI_PROMOTE) != 0 || (k->kind >= 8 && kind == k->kind - 8u);
    *out = promotes ? bm_move_promoting(k->from, to, kind | 8u) : bm_move_plain(k->from, to);
    return true;
}

/* Keep those that the words hold for. */
static void keep_matches(struct bm_candidates *r, unsigned marks)
{
    bm_sq kept[BM_MAX_ATTACKERS];
    unsigned n = 0;
    for (unsigned i = 0; i < r->n; i++) {
        if ((words_for(r, r->from[i]) & marks) == marks)
            kept[n++] = r->from[i];
    }
    memcpy(r->from, kept, n * sizeof *kept);
    r->n = n;
}

/* People also say left and right of pieces by how they stand to each other. */
static void keep_leftmost(struct bm_candidates *r, unsigned marks)
{
    const unsigned kind = r->kind;
    r->kind = BM_SHOGI_ROOK;
    keep_matches(r, marks);
    r->kind = kind;
}

/* The origin is not told: find the piece, or drop one. */
static bm_status find_meant(const struct bm_ctx *ctx, const struct bm_kanji_move *k, bm_sq to,
                            bm_move *out, struct bm_error *err)
{
    struct bm_candidates all, r;
    const bm_move drop = bm_move_drop(k->kind, to);

    bm_candidates_find(&all, ctx, to, k->kind);
    if ((k->marks & BM_KANJI_DROP) != 0)
        return bm_candidates_refuse(
            &all, ctx, "a {k} cannot be dropped; it goes to the hand unpromoted", err);
    const bool in_hand = k->kind < 8 && bm_ctx_hand(ctx, all.side, k->kind) != 0;
    if (all.n == 0) {
        if (in_hand)
            return bm_style_settle(ctx, drop, out, err);
        return bm_candidates_refuse(
            &all, ctx, "no {k} can go to {t}, and there is none in hand to drop", err);
    }
    r = all;
    keep_matches(&r, k->marks & BM_KANJI_WHERE);
    if (r.n == 0) {
        r = all;
        keep_leftmost(&r, k->marks & BM_KANJI_WHERE);
    }
    if (r.n == 0 && all.n > 1)
        return bm_candidates_refuse(&all, ctx, "no {k} goes to {t} in the way that is told",
                                    err);
    /* One that alone can go there is meant even if a superfluous word is wrong. */
    if (r.n == 0)
        r = all;
    const bm_status status =
        bm_candidates_only_legal(&r, ctx, (k->marks & BM_KANJI_PROMOTE) != 0,
                                 "a {k} can go to {t} from {a} and from {b}; "
                                 "左, 直, 右, 上, 寄 or 引 tells which",
                                 out, err);
    /* What is left out when only a drop is legal is 打. */
    const bool unclear = bm_move_equal(*out, (bm_move){BM_MOVE_NONE});
    if (status != BM_OK && !unclear && in_hand && k->marks == 0 && bm_ctx_judge(ctx, drop) == 0)
        return bm_style_settle(ctx, drop, out, err);
    return status;
}

bm_status bm_kanji_resolve(const struct bm_kanji_move *k, const struct bm_ctx *ctx,
                           bm_move *out, struct bm_error *err)
{
    *out = (bm_move){BM_MOVE_NONE};
    const bm_sq to = k->to != BM_SQ_NONE ? k->to : last_square(ctx);
    if (to == BM_SQ_NONE) {
        const struct bm_candidates none = {0};
        return bm_candidates_refuse(
            &none, ctx, "同 is the square of the move before, and there is none", err);
    }
    bm_move told;
    return bm_kanji_told(k, ctx, &told) ? bm_style_settle(ctx, told, out, err)
                                        : find_meant(ctx, k, to, out, err);
}

bm_status bm_japanese_read(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                           struct bm_error *err)
{
    struct bm_kanji_move k;
    const char *const end = s + len;
    const char *at = bm_kanji_parse(&k, s, end);

    if (!at)
        return bm_text_refuse(err, 0, "a move is like ７六歩, ５八金左, 同銀成 or ７六歩(77)",
                              0);
    at = bm_kanji_skip(at, end);
    if (at != end)
        return bm_text_refuse(err, (size_t)(at - s), "the move ends before this", 0);
    return bm_kanji_resolve(&k, ctx, out, err);
}

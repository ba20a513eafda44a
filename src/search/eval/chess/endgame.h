/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_CHESS_ENDGAME_H
#define BM_SEARCH_EVAL_CHESS_ENDGAME_H

/* How much of an advantage counts when little is left, and how to mate a lone king. */

enum { MINOR_WORTH = 3, ROOK_WORTH = 5, QUEEN_WORTH = 9 };

/* Pieces without pawns, in pawns. */
TEMPLATE int men_worth(const struct sight *s, unsigned side)
{
    const uint64_t *const o = s->of[side];
    return MINOR_WORTH * (int)bits_count(o[KNIGHT_ROW] | o[BISHOP_ROW]) +
           ROOK_WORTH * (int)bits_count(o[ROOK_ROW]) +
           QUEEN_WORTH * (int)bits_count(o[QUEEN_ROW]);
}

/* All pawns on one rook file, with at most a bishop that does not see the corner, and the other
 * king there. */
static NOINLINE bool is_wrong_corner(const struct sight *s, unsigned strong)
{
    const uint64_t own = s->of[strong][PAWN_ROW], bishops = s->of[strong][BISHOP_ROW];
    if (!own || ((own & ~FILE_A) && (own & ~FILE_H)))
        return false;
    const unsigned corner = (own & FILE_A ? 0u : 7u) + (strong == WHITE ? 56 : 0);
    const uint64_t shade = square(corner) & DARK ? DARK : ~DARK;
    return !(bishops & shade) && steps_between(s->king[!strong], corner) <= 1;
}

/* Per mille of the value that counts at the end of the game. */
static NOINLINE int ending_scale(const struct sight *s, unsigned strong)
{
    const uint64_t *const o = s->of[strong], *const e = s->of[!strong];
    const int ours = men_worth(s, strong), theirs = men_worth(s, !strong);
    const uint64_t bishops = o[BISHOP_ROW], others = e[BISHOP_ROW];
    if (!o[PAWN_ROW]) {
        if (ours - theirs <= MINOR_WORTH)
            return ours < ROOK_WORTH ? 0 : theirs <= MINOR_WORTH ? 80 : 200;
        if (ours == 2 * MINOR_WORTH && !bishops && !e[PAWN_ROW])
            return 0; /* two knights */
    }
    if (theirs == 0 && ours == MINOR_WORTH * (int)bits_count(bishops) &&
        is_wrong_corner(s, strong))
        return 0;
    int scale = 620 + 80 * (int)bits_count(o[PAWN_ROW]);
    if (bishops && others && !bits_many(bishops) && !bits_many(others) &&
        !(bishops & DARK) != !(others & DARK)) {
        scale = ours == MINOR_WORTH && theirs == MINOR_WORTH
                    ? 300 + 60 * (int)bits_count(s->passed[strong])
                    : 600 + 30 * (int)bits_count(o[PAWN_ROW]);
    }
    return scale < 1000 ? scale : 1000;
}

TEMPLATE int scale_of(const struct sight *s, int eg, int phase)
{
    if (phase >= PHASES || eg == 0)
        return 1000;
    const int end = ending_scale(s, eg < 0);
    return (1000 * phase + end * (PHASES - phase)) / PHASES;
}

TEMPLATE void lone_king(struct sum *sum, const struct sight *s, struct bm_trace *const T,
                        const enum k_color US)
{
    if (s->all[!US] & ~s->of[!US][KING_ROW])
        return;
    const uint64_t *const o = s->of[US];
    if (!(o[PAWN_ROW] | o[ROOK_ROW] | o[QUEEN_ROW]) &&
        !(o[BISHOP_ROW] && (o[KNIGHT_ROW] || bits_many(o[BISHOP_ROW]))))
        return;
    const unsigned king = s->king[!US], f = king & 7, r = king >> 3;
    const unsigned edge_f = f < 4 ? f : 7 - f, edge_r = r < 4 ? r : 7 - r;
    ADD(LONE_KING + edge_f + edge_r, 1);
    ADD(LONE_NEAR + steps_between(king, s->king[US]), 1);
    const bool dark = (o[BISHOP_ROW] & DARK) != 0, light = (o[BISHOP_ROW] & ~DARK) != 0;
    if (dark != light && o[KNIGHT_ROW] && !(o[PAWN_ROW] | o[ROOK_ROW] | o[QUEEN_ROW])) {
        /* a1 and h8 are dark. */
        const unsigned one = steps_between(king, dark ? 0 : 7);
        const unsigned two = steps_between(king, dark ? 63 : 56);
        ADD(LONE_CORNER + (one < two ? one : two), 1);
    }
}

#endif

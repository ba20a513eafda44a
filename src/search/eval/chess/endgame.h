/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_CHESS_ENDGAME_H
#define BM_SEARCH_EVAL_CHESS_ENDGAME_H

/* Endgames: scale factors of drawish material, and mating a lone king. */

enum { MINOR_POINTS = 3, ROOK_POINTS = 5, QUEEN_POINTS = 9 };

/* Non-pawn material in points. */
TEMPLATE int non_pawn_points(const struct eval_info *s, unsigned side)
{
    const uint64_t *const o = s->of[side];
    return MINOR_POINTS * (int)bits_count(o[KNIGHT_ROW] | o[BISHOP_ROW]) +
           ROOK_POINTS * (int)bits_count(o[ROOK_ROW]) +
           QUEEN_POINTS * (int)bits_count(o[QUEEN_ROW]);
}

/* Wrong bishop: all pawns on one rook file, no bishop of the colour of the promotion square,
 * and the defending king in that corner. */
static NOINLINE bool has_wrong_bishop(const struct eval_info *s, unsigned strong)
{
    const uint64_t own = s->of[strong][PAWN_ROW], bishops = s->of[strong][BISHOP_ROW];
    if (!own || ((own & ~FILE_A) && (own & ~FILE_H)))
        return false;
    const unsigned corner = (own & FILE_A ? 0u : 7u) + (strong == WHITE ? 56 : 0);
    const uint64_t shade = square(corner) & DARK ? DARK : ~DARK;
    return !(bishops & shade) && king_distance(s->king[!strong], corner) <= 1;
}

/* Scale of the endgame value, per mille. */
static NOINLINE int scale_for(const struct eval_info *s, unsigned strong)
{
    const uint64_t *const o = s->of[strong], *const e = s->of[!strong];
    const int ours = non_pawn_points(s, strong), theirs = non_pawn_points(s, !strong);
    const uint64_t bishops = o[BISHOP_ROW], others = e[BISHOP_ROW];
    if (!o[PAWN_ROW]) {
        if (ours - theirs <= MINOR_POINTS)
            return ours < ROOK_POINTS ? 0 : theirs <= MINOR_POINTS ? 80 : 200;
        if (ours == 2 * MINOR_POINTS && !bishops && !e[PAWN_ROW])
            return 0; /* two knights */
    }
    if (theirs == 0 && ours == MINOR_POINTS * (int)bits_count(bishops) &&
        has_wrong_bishop(s, strong))
        return 0;
    int scale = 620 + 80 * (int)bits_count(o[PAWN_ROW]);
    if (bishops && others && !bits_many(bishops) && !bits_many(others) &&
        !(bishops & DARK) != !(others & DARK)) {
        scale = ours == MINOR_POINTS && theirs == MINOR_POINTS
                    ? 300 + 60 * (int)bits_count(s->passed[strong])
                    : 600 + 30 * (int)bits_count(o[PAWN_ROW]);
    }
    return scale < 1000 ? scale : 1000;
}

TEMPLATE int endgame_scale(const struct eval_info *s, int eg, int phase)
{
    if (phase >= PHASES || eg == 0)
        return 1000;
    const int end = scale_for(s, eg < 0);
    return (1000 * phase + end * (PHASES - phase)) / PHASES;
}

TEMPLATE void eval_lone_king(struct eval_sum *sum, const struct eval_info *s,
                             struct bm_trace *const T, const enum k_color US)
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
    ADD(LONE_NEAR + king_distance(king, s->king[US]), 1);
    const bool dark = (o[BISHOP_ROW] & DARK) != 0, light = (o[BISHOP_ROW] & ~DARK) != 0;
    if (dark != light && o[KNIGHT_ROW] && !(o[PAWN_ROW] | o[ROOK_ROW] | o[QUEEN_ROW])) {
        /* a1 and h8 are dark. */
        const unsigned one = king_distance(king, dark ? 0 : 7);
        const unsigned two = king_distance(king, dark ? 63 : 56);
        ADD(LONE_CORNER + (one < two ? one : two), 1);
    }
}

#endif

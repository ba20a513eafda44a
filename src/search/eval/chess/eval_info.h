/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_CHESS_EVAL_INFO_H
#define BM_SEARCH_EVAL_CHESS_EVAL_INFO_H

/* Data that the terms of the chess evaluation share. */

#include <string.h>

#include "search/eval/chess/terms.h"

enum { KNIGHT_ROW = BM_CHESS_KNIGHT + 1, BISHOP_ROW, QUEEN_ROW = BM_CHESS_QUEEN + 1 };
enum { PHASES = 24, TEMPO = 18 };

#define DARK   UINT64_C(0xaa55aa55aa55aa55)
#define CENTRE UINT64_C(0x0000001818000000)

static const struct bm_weight weights[CHESS_WEIGHT_COUNT] = {
#define W(mg, eg) {mg, eg},
#include "search/eval/chess/weights.inc"
#undef W
};

/* The same, packed: both values are added at once. */
static const int64_t packed[CHESS_WEIGHT_COUNT] = {
#define W(mg, eg) (int64_t)(eg) * (INT64_C(1) << 32) + (mg),
#include "search/eval/chess/weights.inc"
#undef W
};

static const int phase_of[ROWS] = {0, 0, 1, 1, 2, 4, 0};

struct eval_sum {
    int64_t of[2];
    int phase;
};

/* Pieces and attacks by side and kind. */
struct eval_info {
    uint64_t occupied, castle;
    uint64_t of[2][ROWS], all[2];
    uint64_t by[2][ROWS], any[2],
        twice[2];       /* attacked by a kind, by any piece, by at least two */
    uint64_t area[2];   /* mobility area */
    uint64_t ring[2];   /* king ring: the king and its neighbours */
    uint64_t passed[2]; /* pawns */
    uint64_t spans[2];  /* squares that pawns attack now or after advancing */
    uint64_t outposts[2];
    unsigned king[2];
    int attackers[2], units[2]; /* on the other king */
};

/* Add a weight so many times. */
TEMPLATE void add_weight(struct eval_sum *sum, unsigned weight, int times,
                         struct bm_trace *const T, const enum k_color US)
{
    sum->of[US] += packed[weight] * times;
    if (T)
        T->count[US][weight] = (int16_t)(T->count[US][weight] + times);
}
#define ADD(weight, times) add_weight(sum, (weight), (times), T, US)

/* A square from its side's point of view. */
TEMPLATE unsigned relative_square(unsigned sq, const enum k_color US)
{
    return US == WHITE ? sq : sq ^ 56;
}
/* Index into piece-square tables, which are symmetric by files. */
TEMPLATE unsigned psqt_index(unsigned sq, const enum k_color US)
{
    const unsigned s = relative_square(sq, US), file = s & 7;
    return (s >> 3) * 4 + (file < 4 ? file : 7 - file);
}

TEMPLATE unsigned king_distance(unsigned a, unsigned b)
{
    const int df = (int)(a & 7) - (int)(b & 7), dr = (int)(a >> 3) - (int)(b >> 3);
    const int f = df < 0 ? -df : df, r = dr < 0 ? -dr : dr;
    return (unsigned)(f > r ? f : r);
}

/* Squares before a square, on its file. */
TEMPLATE uint64_t forward_file(unsigned sq, const enum k_color US)
{
    return US == WHITE ? FILE_A << sq << 8 : FILE_H >> (63 - sq) >> 8;
}
/* A set and all squares before its members. */
TEMPLATE uint64_t forward_fill(uint64_t b, const enum k_color US)
{
    b |= US == WHITE ? b << 8 : b >> 8;
    b |= US == WHITE ? b << 16 : b >> 16;
    b |= US == WHITE ? b << 32 : b >> 32;
    return b;
}
/* The second and third rank of a side. */
TEMPLATE uint64_t rank_home_two(const enum k_color US)
{
    return US == WHITE ? UINT64_C(0xffff00) : UINT64_C(0x00ffff0000000000);
}

/* Sliders on lines through a square with exactly one piece between: pins and discovered
 * attacks. */
TEMPLATE uint64_t pinners(unsigned sq, uint64_t sliders, uint64_t occupied)
{
    uint64_t found = 0;
    for (; sliders; sliders = bits_drop_first(sliders)) {
        const uint64_t between =
            bm_chess_tables.between[bits_first(sliders)][sq] & occupied & ~square(sq);
        if (between && !bits_many(between))
            found |= bits_lowest(sliders);
    }
    return found;
}

#endif

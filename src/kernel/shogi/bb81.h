/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_SHOGI_BB81_H
#define BM_KERNEL_SHOGI_BB81_H

/*
 * Sets of the 81 squares in two words that overlap:
 *
 *     file (from 0)   0 1 2 3 4 5 6 7 8
 *     w[0]            x x x x x x x . .     bit = square
 *     w[1]            . . x x x x x x x     bit = square - 18
 *
 * A square of files 2-6 is in both words. A step to a neighbouring file is therefore a plain
 * shift of each word, with no carry between them: files 0-4 of the result are right in w[0],
 * files 5-8 in w[1]. A set is `split` when each square is in that word only; such sets can be
 * counted and walked. All others are `whole`. The intersection of any set with a split one is
 * split. Bit 63 of a word is no square; what a shift or a slider leaves there falls away with
 * the next intersection.
 */

#include "base/bits.h"

typedef struct bb81 {
    uint64_t w[2];
} bb81;

enum { BB_FILE = 9, BB_OFFSET = 18, BB_SPLIT_FILE = 5 };

#define BB_SPLIT_0 UINT64_C(0x00001fffffffffff) /* files 0-4 */
#define BB_SPLIT_1 UINT64_C(0x7ffffffff8000000) /* files 5-8 */
#define BB_BOTTOMS UINT64_C(0x0040201008040201) /* rank 0 of the seven files of a word */

TEMPLATE bb81 bb_none(void) { return (bb81){{0, 0}}; }
TEMPLATE bb81 bb_and(bb81 x, bb81 y) { return (bb81){{x.w[0] & y.w[0], x.w[1] & y.w[1]}}; }
TEMPLATE bb81 bb_or(bb81 x, bb81 y) { return (bb81){{x.w[0] | y.w[0], x.w[1] | y.w[1]}}; }
TEMPLATE bb81 bb_xor(bb81 x, bb81 y) { return (bb81){{x.w[0] ^ y.w[0], x.w[1] ^ y.w[1]}}; }
TEMPLATE bb81 bb_minus(bb81 x, bb81 y) { return (bb81){{x.w[0] & ~y.w[0], x.w[1] & ~y.w[1]}}; }
TEMPLATE int bb_any(bb81 x) { return (x.w[0] | x.w[1]) != 0; }
TEMPLATE int bb_meet(bb81 x, bb81 y) { return bb_any(bb_and(x, y)); }
TEMPLATE bb81 bb_split(bb81 x) { return (bb81){{x.w[0] & BB_SPLIT_0, x.w[1] & BB_SPLIT_1}}; }
/* Squares that are not in a whole set, split. */
TEMPLATE bb81 bb_others(bb81 x) { return (bb81){{~x.w[0] & BB_SPLIT_0, ~x.w[1] & BB_SPLIT_1}}; }

/* Members of a split set. */
TEMPLATE unsigned bb_count(bb81 x) { return bits_count(x.w[0]) + bits_count(x.w[1]); }
/* A member of a split set that is not empty. */
TEMPLATE unsigned bb_first(bb81 x)
{
    return x.w[0] ? bits_first(x.w[0]) : bits_first(x.w[1]) + BB_OFFSET;
}

/* Square of a bit of word h. */
TEMPLATE unsigned bb_square(unsigned bit, unsigned h) { return bit + h * BB_OFFSET; }

TEMPLATE uint64_t word_shift(uint64_t w, const int BY) { return BY > 0 ? w << BY : w >> -BY; }
TEMPLATE bb81 bb_shift(bb81 x, const int BY)
{
    return (bb81){{word_shift(x.w[0], BY), word_shift(x.w[1], BY)}};
}

/*
 * The nine files with a member, each as one bit on its last rank. Adding 255 to a field of nine
 * bits carries into its last one exactly if one of the other eight is set.
 */
TEMPLATE uint64_t word_tops(uint64_t w)
{
    const uint64_t top = BB_BOTTOMS << 8;
    return (((w & ~top) + BB_BOTTOMS * 255) | w) & top;
}
/* All squares of the files with a member. */
TEMPLATE bb81 bb_fill_files(bb81 x)
{
    const uint64_t t0 = word_tops(x.w[0]), t1 = word_tops(x.w[1]);
    return (bb81){{(t0 << 1) - (t0 >> 8), (t1 << 1) - (t1 >> 8)}};
}

#endif

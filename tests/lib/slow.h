/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_SLOW_H
#define BM_TESTS_SLOW_H

/*
 * The slow twins of the kernels: plain boards, pieces asked one square at a time, moves made
 * and tested. They share no line with the kernels, so that an error must be made twice to hide.
 */

#include "banmen/setup.h"

struct slow_rules {
    unsigned squares, kinds, king;

    /* All legal moves; `out` has room for BM_MAX_MOVES. */
    size_t (*moves)(const struct bm_setup *s, bm_move *out);
    /* Play a legal move. An e.p. square is set after every double step. */
    void (*make)(struct bm_setup *s, bm_move m);
    /* Squares of the pieces of `side` that attack sq, in rising order. */
    unsigned (*attackers)(const struct bm_setup *s, bm_sq sq, unsigned side, bm_sq *out);
    /* Whether a legal move takes en passant. */
    bool (*is_en_passant)(const struct bm_setup *s, bm_move m);
};

extern const struct slow_rules bm_slow_chess, bm_slow_chess960, bm_slow_shogi;

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_BOUNDS_H
#define BM_KERNEL_VARIANT_BOUNDS_H

/* A bound on the moves of a side by the pieces that it can ever have. */

#include "kernel/variant/compiled.h"

/* Pieces that a side has or can take into its hand, by kind. */
struct bm_men {
    unsigned count[BM_MAX_KINDS];
};

static inline unsigned bm_kinds_count(uint64_t kinds)
{
    unsigned n = 0;
    for (; kinds != 0; kinds &= kinds - 1)
        n++;
    return n;
}

static inline unsigned bm_board_count(const struct bm_cells *c)
{
    unsigned n = 0;
    for (unsigned i = 0; i < BM_SET_WORDS; i++)
        n += bm_kinds_count(c->w[i]);
    return n;
}

/* Drops of all kinds while so many squares are empty. */
static inline uint64_t bm_drops_most(const struct bm_compiled *g, unsigned side, unsigned empty)
{
    uint64_t n = 0;
    for (unsigned kind = 0; kind < g->kinds; kind++) {
        const unsigned zone = bm_compiled_form(g, kind)->drops
                                  ? bm_board_count(&bm_compiled_man(g, side, kind)->drop)
                                  : 0;
        n += zone < empty ? zone : empty;
    }
    return n;
}

/*
 * Pieces are never made: each of them stands on the board and moves, or it is in hand and may
 * be dropped. For every number of pieces on the board, those that move most are taken to stand
 * there, and all kinds that can be dropped to be in hand if there is a piece left for it.
 */
static inline uint64_t bm_men_moves(const struct bm_compiled *g, unsigned side,
                                    const struct bm_men *men)
{
    const unsigned squares = bm_board_count(&g->board), gates = bm_kinds_count(g->gates);
    const unsigned virgins = bm_board_count(&g->gate_from[side]);
    uint64_t left[BM_MAX_KINDS], moves = 0, gated = 0, most = 0;
    unsigned total = 0;
    for (unsigned kind = 0; kind < g->kinds; kind++)
        total += (unsigned)(left[kind] = men->count[kind]);
    for (unsigned n = 0; n <= total && n <= squares; n++) {
        const uint64_t drops = n < total ? bm_drops_most(g, side, squares - n) : 0;
        const uint64_t all = moves + gated + drops;
        most = all > most ? all : most;
        unsigned next = BM_MAX_KINDS;
        for (unsigned kind = 0; kind < g->kinds; kind++)
            if (left[kind] &&
                (next == BM_MAX_KINDS || g->most[side][kind] > g->most[side][next]))
                next = kind;
        if (next == BM_MAX_KINDS)
            break;
        left[next]--;
        moves += g->most[side][next];
        gated += n < virgins ? (uint64_t)g->most[side][next] * gates : 0;
    }
    return most + 1 + g->castles * (1 + 2ull * gates); /* a pass, and castling */
}

#endif

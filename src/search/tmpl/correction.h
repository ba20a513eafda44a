/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_CORRECTION_H
#define BM_SEARCH_TMPL_CORRECTION_H

/* Correction history: the difference between search results and static evaluations, learned for
 * pawn structures, for the other pieces of each side, and for the last two moves. Similar
 * positions are misjudged in similar ways. */

#include "search/tmpl/movepick.h"

enum {
    CORRECTION_MAX = 1024,
    CORRECTION_STEP = 256,
    CORRECTION_PARTS = 96, /* units of a centipawn */
};

/* Find the entries of the position, for the side to move. */
static void find_correction_entries(struct bm_search_thread *td, unsigned ply)
{
    struct bm_search_stack *const ss = &td->stack[ply];
    uint64_t key[CORRECTION_KEYS];
    a_correction_keys(td, pos_of(td), key);
    const uint64_t pair = (uint64_t)ss[-1].piece_to * td->piece_to_count + ss[-2].piece_to;
    key[CORRECTION_KEYS - 1] = ss[-1].move.bits == BM_MOVE_NONE ? 0 : pair + 1;
    for (unsigned i = 0; i < CORRECTION_KEYS; i++) {
        const uint64_t mixed = (key[i] + ss->turn) * UINT64_C(0x9e3779b97f4a7c15);
        ss->correction_entry[i] =
            i * CORRECTION_SIZE + (uint32_t)(mixed >> 40) % CORRECTION_SIZE;
    }
}

/* The static evaluation with corrections. Keeps the entries for update_correction(). */
static int corrected_eval(struct bm_search_thread *td, int raw, unsigned ply)
{
    static const int share[CORRECTION_KEYS] = {2, 1, 1, 2};
    const struct bm_search_stack *const ss = &td->stack[ply];
    int sum = 0;
    find_correction_entries(td, ply);
    for (unsigned i = 0; i < CORRECTION_KEYS; i++)
        sum += share[i] * td->correction_history[ss->correction_entry[i]];
    return max(-VALUE_MATE_IN_MAX + 1,
               min(VALUE_MATE_IN_MAX - 1, raw + sum / CORRECTION_PARTS));
}

static void update_correction(struct bm_search_thread *td, unsigned ply, int found, int depth)
{
    const struct bm_search_stack *const ss = &td->stack[ply];
    const int by = (found - ss->static_eval) * depth / 8;
    const int bonus = max(-CORRECTION_STEP, min(CORRECTION_STEP, by));
    const int size = bonus < 0 ? -bonus : bonus;
    for (unsigned i = 0; i < CORRECTION_KEYS; i++) {
        int16_t *const entry = &td->correction_history[ss->correction_entry[i]];
        *entry = (int16_t)(*entry + bonus - *entry * size / CORRECTION_MAX);
    }
}

#endif

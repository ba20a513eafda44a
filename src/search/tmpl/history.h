/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_HISTORY_H
#define BM_SEARCH_TMPL_HISTORY_H

/* History tables: how often moves that look alike were good in this search. */

#include "search/tmpl/node.h"

static int16_t *butterfly_entry(struct bm_search_thread *td, unsigned turn, bm_move m)
{
    const unsigned from = bm_move_is_drop(m) ? td->squares + bm_move_from(m) : bm_move_from(m);
    const unsigned rows = td->squares + BM_MAX_KINDS;
    return &td->butterfly_history[(turn * rows + (from < rows ? from : 0)) * td->squares +
                                  bm_move_to(m) % td->squares];
}

static int16_t *continuation_entry(struct bm_search_thread *td,
                                   const struct bm_search_stack *before, uint32_t index)
{
    const uint32_t pair = before->move.bits == BM_MOVE_NONE ? 0 : before->piece_to + 1;
    return &td->continuation_history[(pair * td->piece_to_count + index) &
                                     td->continuation_mask];
}

static int quiet_score(struct bm_search_thread *td, const struct k_pos *p, bm_move m,
                       unsigned ply)
{
    const struct bm_search_stack *const ss = &td->stack[ply];
    const uint32_t index = piece_to_of(td, p, m);
    return *butterfly_entry(td, p->head.turn, m) + *continuation_entry(td, ss - 1, index) +
           *continuation_entry(td, ss - 2, index) + *continuation_entry(td, ss - 4, index) / 2 +
           td->piece_to_history[p->head.turn * td->piece_to_count + index];
}

static void update_entry(int16_t *entry, int bonus)
{
    const int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / HISTORY_MAX);
}

static void update_quiet_histories(struct bm_search_thread *td, const struct k_pos *p,
                                   bm_move m, unsigned ply, int bonus)
{
    const struct bm_search_stack *const ss = &td->stack[ply];
    const uint32_t index = piece_to_of(td, p, m);
    update_entry(butterfly_entry(td, p->head.turn, m), bonus);
    update_entry(continuation_entry(td, ss - 1, index), bonus);
    update_entry(continuation_entry(td, ss - 2, index), bonus);
    update_entry(continuation_entry(td, ss - 4, index), bonus);
    update_entry(&td->piece_to_history[p->head.turn * td->piece_to_count + index], bonus);
}

static int16_t *capture_entry(struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    const unsigned victim = a_victim(td, p, m);
    return &td->capture_history[piece_to_of(td, p, m) * (BM_MAX_KINDS + 1) + victim];
}

#endif

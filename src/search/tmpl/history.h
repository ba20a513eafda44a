/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_HISTORY_H
#define BM_SEARCH_TMPL_HISTORY_H

/*
 * Histories: tables that remember which moves caused beta cutoffs. Each is named for its index.
 *
 *   butterfly     side, from (or the kind dropped), to
 *   piece-to      side, kind, to
 *   continuation  kind and target of the move 1, 2 or 4 plies before; kind, to
 *   capture       kind, to; kind captured
 *   counter move  kind and target of the last move: the reply that refuted it
 */

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

/* The sum of all quiet histories of a move. */
static int quiet_score(struct bm_search_thread *td, const struct k_pos *p, bm_move m,
                       unsigned ply)
{
    const struct bm_search_stack *const ss = &td->stack[ply];
    const uint32_t index = piece_to_of(td, p, m);
    return *butterfly_entry(td, p->head.turn, m) + *continuation_entry(td, ss - 1, index) +
           *continuation_entry(td, ss - 2, index) + *continuation_entry(td, ss - 4, index) / 2 +
           td->piece_to_history[p->head.turn * td->piece_to_count + index];
}

/* Add a bonus with gravity: values stay within HISTORY_MAX and forget old bonuses. */
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

/* Moves that were searched at a node before its best move. */
struct tried_moves {
    bm_move quiets[64], noisies[32];
    unsigned quiet_count, noisy_count;
};

TEMPLATE void add_tried(struct tried_moves *tried, bm_move m, bool noisy)
{
    if (!noisy && tried->quiet_count < 64)
        tried->quiets[tried->quiet_count++] = m;
    else if (noisy && tried->noisy_count < 32)
        tried->noisies[tried->noisy_count++] = m;
}

/* After a beta cutoff: a bonus for the move that caused it, a malus for those tried before;
 * a quiet one becomes killer and counter move. */
TEMPLATE void update_histories(struct bm_search_thread *td, bm_move best, bool noisy, int depth,
                               unsigned ply, const struct tried_moves *tried)
{
    const struct k_pos *const p = pos_of(td);
    struct bm_search_stack *const ss = &td->stack[ply];
    const int bonus = min(32 * depth * depth + 64 * depth, 1600);
    if (noisy) {
        update_entry(capture_entry(td, p, best), bonus);
    } else {
        if (!bm_move_equal(ss->killers[0], best)) {
            ss->killers[1] = ss->killers[0];
            ss->killers[0] = best;
        }
        if (ss[-1].move.bits != BM_MOVE_NONE)
            td->counter_moves[p->head.turn * td->piece_to_count + ss[-1].piece_to] = best;
        update_quiet_histories(td, p, best, ply, bonus);
        for (unsigned i = 0; i < tried->quiet_count; i++)
            update_quiet_histories(td, p, tried->quiets[i], ply, -bonus);
    }
    for (unsigned i = 0; i < tried->noisy_count; i++)
        update_entry(capture_entry(td, p, tried->noisies[i]), -bonus);
}

#endif

/* SPDX-License-Identifier: MIT */

/* Blunder check: levels with few nodes and evaluation noise may choose a move that simply hangs
 * a piece, which looks unnatural. So the root is searched again to a low depth without noise. A
 * move that loses a piece there is replaced, unless the level's own search expects to win
 * material in the end. */
#include "search/level.h"
#include "search/thread.h"

enum {
    GLANCE = 3, /* plies: the move, the capture, the reply */
    PIECE = 250 /* centipawns that count as a piece; twice that where captures go to hand */
};

/* Search the root moves to a low depth without reports; false: aborted. */
static bool search_shallow(struct bm_search *s)
{
    struct bm_search_thread *const td = s->main_thread;
    const uint64_t before = td->nodes;
    for (unsigned i = 0; i < td->root_move_count; i++)
        td->root_moves[i] = (struct bm_root_move){.move = td->root_moves[i].move};
    bm_search_clear(s);
    bm_thread_prepare(td, td);
    bm_search_impl_of(s->rules)->iterate(td);
    td->nodes += before;
    return !td->aborted;
}

/* The value of one move, and of the best. */
static bool compare_to_best(struct bm_search *s, bm_move m, int *value,
                            struct bm_root_move *best)
{
    struct bm_search_thread *const td = s->main_thread;
    if (!search_shallow(s))
        return false;
    *best = td->root_moves[0];
    /* Search the move alone; the others stay behind it in the list. */
    const unsigned count = td->root_move_count;
    for (unsigned i = 1; i < count; i++)
        if (bm_move_equal(td->root_moves[i].move, m)) {
            td->root_moves[0] = td->root_moves[i];
            td->root_moves[i] = *best;
        }
    td->root_move_count = 1;
    const bool done = search_shallow(s);
    td->root_move_count = count;
    *value = td->root_moves[0].value;
    return done;
}

void bm_blunder_check(struct bm_search *s)
{
    struct bm_search_thread *const td = s->main_thread;
    struct bm_search_shared *const shared = s->shared;
    const struct bm_root_move chosen = td->root_moves[0];
    const int piece = bm_rules_info(s->rules)->has_hands ? 2 * PIECE : PIECE;
    if (td->root_move_count < 2 || shared->multipv > 1 || chosen.value >= VALUE_MATE_IN_MAX ||
        shared->max_depth < GLANCE || shared->max_nodes < 2 * shared->skill_nodes)
        return;

    const struct bm_search_hooks *const hooks = shared->hooks;
    const struct bm_search_hooks silent = {.now = hooks ? hooks->now : NULL,
                                           .user = hooks ? hooks->user : NULL};
    struct bm_root_move best;
    int value;
    shared->hooks = &silent;
    shared->max_depth = GLANCE;
    shared->skill_nodes = UINT64_MAX;
    shared->noise = 0;
    const bool hangs = compare_to_best(s, chosen.move, &value, &best) &&
                       best.value - value >= piece && chosen.value < best.value + piece / 2;
    shared->hooks = hooks;
    td->root_moves[0] = hangs ? best : chosen;
    atomic_store_explicit(&td->published_nodes, td->nodes, memory_order_relaxed);
    if (!hangs)
        return;
    bm_report_pv(td, 0, BOUND_EXACT);
    if (bm_debug_is_on(shared))
        bm_debug_event(shared, &(struct bm_search_event){.kind = BM_EVENT_SPARE,
                                                         .move = best.move,
                                                         .value = best.value,
                                                         .other = chosen.move,
                                                         .other_value = value});
}

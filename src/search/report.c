/* SPDX-License-Identifier: MIT */

/* What the main thread reports while it searches. */
#include "search/thread.h"

enum {
    REPORT_BOUNDS = 1000, /* ms from which aspiration window failures are reported */
    REPORT_MOVES = 3000   /* ms from which the current root move is reported */
};

void bm_report_pv(struct bm_search_thread *td, unsigned line, enum bm_bound bound)
{
    struct bm_search_shared *const shared = td->shared;
    const struct bm_root_move *const r = &td->root_moves[line];
    atomic_store_explicit(&td->published_nodes, td->nodes, memory_order_relaxed);
    shared->reports++;
    if (bound != BOUND_LOWER && bound != BOUND_UPPER && line == 0 && bm_debug_is_on(shared))
        bm_debug_event(shared, &(struct bm_search_event){.kind = BM_EVENT_DEPTH,
                                                         .depth = r->depth,
                                                         .move = r->move,
                                                         .value = r->value,
                                                         .nodes = bm_search_nodes(shared),
                                                         .time = bm_time_elapsed(shared),
                                                         .pv = r->pv,
                                                         .pv_count = r->pv_len});
    if (!shared->hooks || !shared->hooks->info)
        return;
    struct bm_search_info info = {.depth = r->depth,
                                  .seldepth = r->seldepth,
                                  .multipv = line + 1,
                                  .score = r->value,
                                  .bound = bound == BOUND_LOWER   ? 1
                                           : bound == BOUND_UPPER ? -1
                                                                  : 0,
                                  .nodes = bm_search_nodes(shared),
                                  .time = bm_time_elapsed(shared),
                                  .hashfull = bm_tt_hashfull(&shared->tt),
                                  .pv = r->pv,
                                  .pv_count = r->pv_len};
    if (r->value >= VALUE_MATE_IN_MAX || r->value <= -VALUE_MATE_IN_MAX) {
        info.mate = true;
        info.score =
            r->value > 0 ? (VALUE_MATE - r->value + 1) / 2 : -(VALUE_MATE + r->value) / 2;
    }
    shared->hooks->info(shared->hooks->user, &info);
}

void bm_report_iteration(struct bm_search_thread *td, unsigned depth)
{
    if (td->aborted && td->root_moves[0].depth != depth)
        return; /* the aborted iteration has found nothing */
    for (unsigned i = 0; i < td->shared->multipv && i < td->root_move_count; i++) {
        struct bm_root_move *const r = &td->root_moves[i];
        /* Lines that the aborted iteration did not reach keep their value. */
        if (td->aborted && r->depth != depth)
            r->value = r->previous_value;
        if (r->depth != 0)
            bm_report_pv(td, i, r->bound);
    }
}

void bm_report_window_miss(struct bm_search_thread *td, unsigned depth, int value,
                           enum bm_bound bound)
{
    if (td->id == 0 && bm_debug_is_on(td->shared))
        bm_debug_event(td->shared,
                       &(struct bm_search_event){.kind = BM_EVENT_MISS,
                                                 .depth = depth,
                                                 .value = value,
                                                 .error = bound == BOUND_LOWER ? 1 : -1});
    if (td->id != 0 || td->pv_index >= td->root_move_count || td->shared->multipv > 1 ||
        td->polled_at < REPORT_BOUNDS || td->root_moves[td->pv_index].pv_len == 0)
        return;
    struct bm_root_move *const r = &td->root_moves[td->pv_index];
    const int kept = r->value;
    const unsigned kept_depth = r->depth;
    r->value = value;
    r->depth = depth;
    bm_report_pv(td, td->pv_index, bound);
    r->value = kept;
    r->depth = kept_depth;
}

void bm_report_current_move(struct bm_search_thread *td, bm_move m, unsigned number)
{
    const struct bm_search_hooks *const k = td->shared->hooks;
    if (td->id == 0 && td->polled_at >= REPORT_MOVES && k && k->current)
        k->current(k->user, m, number);
}

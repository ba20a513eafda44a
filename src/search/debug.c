/* SPDX-License-Identifier: MIT */

/* Events for the debug hook. Nothing here runs without one. */
#include <string.h>

#include "search/level.h"
#include "search/thread.h"

enum { SHOWN = 8 }; /* moves that are shown */

void bm_debug_event(const struct bm_search_shared *shared, const struct bm_search_event *event)
{
    shared->hooks->debug(shared->hooks->user, event);
}

/* The static evaluation of s->ctx, and the level's noise on it. */
static int noisy_eval(struct bm_search *s, int *error)
{
    struct bm_search_thread *const td = s->main_thread;
    memcpy(&td->pos, &s->ctx->pos, sizeof td->pos);
    *error = s->shared->noise ? bm_eval_noise(s->shared, td->pos.head.key) : 0;
    return bm_search_impl_of(s->rules)->evaluate(td);
}

/* Root moves by the static evaluation after them, best first. */
static void judge_moves(struct bm_search *s)
{
    struct bm_search_event best[SHOWN];
    const unsigned turn = bm_ctx_turn(s->ctx);
    unsigned count = 0;
    for (unsigned i = 0; i < s->main_thread->root_move_count; i++) {
        struct bm_search_event e = {.kind = BM_EVENT_JUDGE,
                                    .move = s->main_thread->root_moves[i].move};
        if (bm_ctx_play(s->ctx, e.move) != 0)
            continue;
        e.value = noisy_eval(s, &e.error);
        if (bm_ctx_turn(s->ctx) != turn) {
            e.value = -e.value;
            e.error = -e.error;
        }
        (void)bm_ctx_undo(s->ctx);
        unsigned at = count < SHOWN ? count++ : SHOWN;
        for (; at > 0 && e.value + e.error > best[at - 1].value + best[at - 1].error; at--)
            if (at < SHOWN)
                best[at] = best[at - 1];
        if (at < SHOWN)
            best[at] = e;
    }
    for (unsigned i = 0; i < count; i++)
        bm_debug_event(s->shared, &best[i]);
}

void bm_debug_begin(struct bm_search *s)
{
    const struct bm_search_shared *const shared = s->shared;
    const uint64_t nodes =
        shared->skill_nodes < shared->max_nodes ? shared->skill_nodes : shared->max_nodes;
    struct bm_search_event e = {.kind = BM_EVENT_BEGIN,
                                .depth = shared->max_depth,
                                .count = s->main_thread->root_move_count,
                                .nodes = nodes,
                                .soft = shared->soft,
                                .hard = shared->hard};
    e.value = noisy_eval(s, &e.error);
    e.error = shared->noise;
    bm_debug_event(shared, &e);
    judge_moves(s);
}

void bm_debug_end(const struct bm_search *s)
{
    const struct bm_search_shared *const shared = s->shared;
    const struct bm_search_thread *const td = s->main_thread;
    struct bm_search_event e = {.kind = BM_EVENT_END,
                                .nodes = bm_search_nodes(shared),
                                .time = bm_time_elapsed(shared)};
    if (bm_search_stopped((struct bm_search *)s))
        e.why = BM_SEARCH_END_STOP;
    else if (e.nodes >= shared->max_nodes)
        e.why = BM_SEARCH_END_NODES;
    else if (td->aborted && e.nodes >= shared->skill_nodes)
        e.why = BM_SEARCH_END_LEVEL;
    else if (td->aborted)
        e.why = BM_SEARCH_END_TIME;
    else
        e.why =
            td->root_depth >= shared->max_depth ? BM_SEARCH_END_DEPTH : BM_SEARCH_END_ENOUGH;
    bm_debug_event(shared, &e);
}

void bm_debug_explain_error(struct bm_search *s, bm_move played)
{
    struct bm_search_shared *const shared = s->shared;
    struct bm_search_thread *const td = s->main_thread;
    const struct bm_search_hooks *const hooks = shared->hooks;
    const struct bm_search_hooks silent = {.now = hooks->now, .user = hooks->user};
    const struct bm_skill *const skill = bm_skill_of(s->options.level);
    for (unsigned i = 0; i < td->root_move_count; i++)
        td->root_moves[i] = (struct bm_root_move){.move = td->root_moves[i].move};
    shared->hooks = &silent;
    shared->max_depth = skill->depth;
    shared->skill_nodes = skill->nodes;
    shared->noise = 0;
    bm_search_clear(s);
    bm_thread_prepare(td, td);
    bm_search_impl_of(s->rules)->iterate(td);
    shared->hooks = hooks;
    const struct bm_root_move *const best = &td->root_moves[0];
    const bool same = bm_move_equal(best->move, played);
    bm_debug_event(shared,
                   &(struct bm_search_event){.kind = same ? BM_EVENT_RIGHT : BM_EVENT_ERROR,
                                             .move = played,
                                             .other = best->move,
                                             .other_value = best->value});
}

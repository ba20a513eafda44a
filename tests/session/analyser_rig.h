/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_ANALYSER_RIG_H
#define BM_TESTS_ANALYSER_RIG_H

/* An analyser under watch: what it says is checked against the position that was set last. */

#include "engine_rig.h"
#include "session/analyser.h"

struct watched {
    struct rig r; /* for its loop and its guard */
    struct bm_analyser *analyser;
    struct bm_game *game;
    struct bm_ctx *at; /* the position that was set last */
    unsigned lines, texts, finished, troubles, readies, currents;
    unsigned wrong;    /* lines and ends that are not about this position */
    unsigned unasked;  /* what came though nothing was asked */
    unsigned unmarked; /* lines without a text */
    bool asked;        /* a search was started, and has not ended */
    unsigned ranks, top_depth;
    int destroy_at; /* in the n-th line; 0: never; -1: in finished() */
    struct bm_engine_answer answer;
    bm_status status;
    enum bm_engine_trouble trouble;
};

static inline bool is_playable(struct bm_ctx *ctx, const bm_move *pv, size_t count)
{
    size_t n = 0;
    while (n < count && bm_ctx_room(ctx) != 0 && bm_ctx_play(ctx, pv[n]) == 0)
        n++;
    const bool all = n == count || bm_ctx_room(ctx) == 0;
    while (n--)
        bm_ctx_undo(ctx);
    return all;
}

static inline void watch_destroy(struct watched *w)
{
    bm_analyser_destroy(w->analyser);
    w->analyser = NULL;
    w->asked = false;
}

static inline void watch_line(void *user, const struct bm_analysis_line *line)
{
    struct watched *const w = user;
    w->lines++;
    w->texts += line->text_len != 0;
    w->unasked += !w->asked;
    w->wrong += line->info.pv_count == 0 || line->info.multipv == 0 ||
                !is_playable(w->at, line->info.pv, line->info.pv_count);
    if (line->info.multipv > w->ranks)
        w->ranks = line->info.multipv;
    if (line->info.depth > w->top_depth)
        w->top_depth = line->info.depth;
    if (w->destroy_at > 0 && w->lines == (unsigned)w->destroy_at)
        watch_destroy(w);
}

static inline void watch_finished(void *user, const struct bm_engine_answer *answer,
                                  bm_status status)
{
    struct watched *const w = user;
    w->finished++;
    w->unasked += !w->asked;
    w->asked = false;
    w->answer = *answer;
    w->status = status;
    w->wrong += answer->kind == BM_BEST_MOVE && bm_ctx_judge(w->at, answer->move) != 0;
    if (w->destroy_at < 0)
        watch_destroy(w);
}

static inline void watch_trouble(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct watched *const w = user;
    (void)detail;
    w->troubles++;
    w->asked = false;
    w->trouble = trouble;
}

static inline void watch_ready(void *user) { ((struct watched *)user)->readies++; }

static const struct bm_analyser_events watch_events = {.ready = watch_ready,
                                                       .line = watch_line,
                                                       .finished = watch_finished,
                                                       .trouble = watch_trouble};

/* A rig without its engine. */
static inline void watch_open(struct watched *w, const char *label,
                              const struct bm_analyser_options *options)
{
    *w = (struct watched){.r = {.label = label}};
    if (bm_loop_init(&w->r.loop) ||
        bm_analyser_create(&w->analyser, &w->r.loop, options, &watch_events, w))
        tap_bail("cannot create an analyser");
}

static inline void watch_close(struct watched *w)
{
    bm_analyser_destroy(w->analyser);
    bm_timer_close(&w->r.guard, NULL, NULL);
    bm_loop_fini(&w->r.loop);
    bm_game_destroy(w->game);
    bm_ctx_destroy(w->at);
}

/* Set the position after some moves of a game. */
static inline void watch_set(struct watched *w, const struct bm_rules *rules, const char *moves)
{
    bm_node node = BM_NODE_ROOT;
    bm_game_destroy(w->game);
    bm_ctx_destroy(w->at);
    w->at = new_ctx(rules, 512);
    if (play_all(w->at, moves) || bm_game_create(&w->game, rules, NULL))
        tap_bail("a game of the test cannot be played");
    for (unsigned i = 0; i < bm_ctx_plies(w->at); i++)
        if (bm_game_add(w->game, node, bm_ctx_played(w->at, i), &node))
            tap_bail("no memory");
    w->asked = false;
    if (bm_analyser_set_position(w->analyser, w->game, node, NULL))
        tap_bail("a position of the test cannot be set");
}

static inline void watch_start(struct watched *w, const struct bm_think *limits)
{
    w->asked = true;
    w->lines = w->finished = w->troubles = w->ranks = w->top_depth = 0;
    bm_analyser_start(w->analyser, limits, 0);
}

static inline void watch_cancel(struct watched *w)
{
    w->asked = false;
    bm_analyser_cancel(w->analyser);
}

/* Run the loop while a condition holds. */
#define watch_while(w, condition)                                         \
    do {                                                                  \
        bm_timer_set(&(w)->r.guard, &(w)->r.loop, GUARD, rig_hangs, (w)); \
        while (condition)                                                 \
            bm_loop_step(&(w)->r.loop);                                   \
        bm_timer_stop(&(w)->r.guard);                                     \
    } while (0)

/* Run the loop until the search has ended. */
static inline void watch_end(struct watched *w) { watch_while(w, w->asked); }

#endif

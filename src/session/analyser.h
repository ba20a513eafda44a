/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_ANALYSER_H
#define BM_SESSION_ANALYSER_H

/*
 * The asynchronous analyser: a position is set, a search is started under limits, lines come
 * while it goes on, and it finishes by itself, is stopped, or is cancelled. Behind it is the
 * built-in search in a worker thread, or an external engine.
 *
 * The right position: setting a position, starting and cancelling each begin a new generation.
 * Lines and ends of an earlier generation are never delivered, so that what a line() or
 * finished() says is always about the position that was set last.
 *
 * Threads: all functions are called, and all events but those that are marked come, on the
 * loop's thread. No event comes before the function that caused it has returned. Inside an
 * event everything may be called, bm_analyser_destroy() too, but the loop may not be stepped.
 *
 * Failures: functions fail for want of memory only. Everything else comes as trouble().
 */

#include "banmen/game.h"
#include "engine/engine.h"
#include "io/pool.h"
#include "session/analysis_line.h"
#include "session/engine_reaper.h"

struct bm_analyser;

/* Any may be NULL. */
struct bm_analyser_events {
    /* An engine has started, and its name and options are known. */
    void (*ready)(void *user);
    void (*line)(void *user, const struct bm_analysis_line *line);
    /* The built-in search looks at this root move, the number-th. */
    void (*current)(void *user, bm_move move, unsigned number);
    /* Exactly one of finished() and trouble() for each start that is not followed by another
     * start, a position or a cancel. BM_ENOMEM: lines were lost or nothing could be searched,
     * but the answer is legal. `move` is set with every kind of answer that has one. */
    void (*finished)(void *user, const struct bm_engine_answer *answer, bm_status status);
    /* The search, or the engine while it had nothing to do, failed: see bm_engine_events. The
     * next start tries again. */
    void (*trouble)(void *user, enum bm_engine_trouble trouble, const char *detail);
    void (*notice)(void *user, const char *what);
    void (*traffic)(void *user, bool out, const char *s, size_t len);
    /* In the worker: what the built-in search tells of itself. */
    void (*debug)(const struct bm_ctx *ctx, const struct bm_search_event *event);
};

struct bm_analyser_options {
    /* The back end: an engine that is started for the analyser (copied); or an engine that runs
     * (borrowed: its events are taken over while it searches, and both listeners are told its
     * troubles); or, if both are NULL, the built-in search. */
    const struct bm_engine_spec *spec;
    struct bm_engine *engine;
    struct bm_search_options search;
    struct bm_pool *pool; /* whose workers search; NULL: libuv's. Its owner sees to order. */
    /* Where an engine that was started for the analyser quits in good order; NULL: it is killed
     * at once. */
    struct bm_engine_reaper *reaper;
    /* ms between two times that lines are delivered, and then only the newest of each rank; 0:
     * every line at once. */
    int64_t interval;
    /* Write what is to be told of a line, before it is delivered; for lines of the built-in
     * search in the worker, which has the context alone meanwhile. NULL: lines have no text. */
    bm_describe_line *describe;
};

/* The events are copied. */
bm_status bm_analyser_create(struct bm_analyser **out, struct bm_loop *loop,
                             const struct bm_analyser_options *options,
                             const struct bm_analyser_events *events, void *user);
/* Waits for nothing: workers and engines end in the background, and the loop has to run until
 * they have (bm_loop_fini()). A pool must not be destroyed before. NULL is fine. */
void bm_analyser_destroy(struct bm_analyser *a);

/* Be ready for positions of this game: make the search, or start the engine, which tells
 * ready() later. Positions do so, too. BM_ENOMEM: as before. */
bm_status bm_analyser_prepare(struct bm_analyser *a, const struct bm_rules *rules);
/* Whether the game of these rules is the one that it is ready for, or it is ready for none. */
bool bm_analyser_plays(const struct bm_analyser *a, const struct bm_rules *rules);
/* Other options of the built-in search, which has to be idle: a search that differs is made
 * anew. BM_ENOMEM: as before. */
bm_status bm_analyser_set_search(struct bm_analyser *a,
                                 const struct bm_search_options *options);
/* A new game begins; or, in the same game, forget all positions. */
void bm_analyser_new_game(struct bm_analyser *a);
void bm_analyser_forget(struct bm_analyser *a);

/* The position of a node, which is copied: a search of another one is cancelled. `options`
 * of its context: NULL is as records have it, where no draw ends a game by itself. */
bm_status bm_analyser_set_position(struct bm_analyser *a, const struct bm_game *game,
                                   bm_node node, const struct bm_options *options);
/* The position of a context whose moves began at `start`, which are copied. */
bm_status bm_analyser_set_context(struct bm_analyser *a, const struct bm_ctx *ctx,
                                  const struct bm_setup *start);
/* For the built-in search alone: take *ctx over without a copy, and hand back in *ctx one that
 * is not used any more, or NULL. Its rules are those that were prepared. */
void bm_analyser_exchange_context(struct bm_analyser *a, struct bm_ctx **ctx);
/* The position that is set; NULL: none. To look at only, and not while describe() may. */
const struct bm_ctx *bm_analyser_ctx(const struct bm_analyser *a);
/* Search the position that is set; a search that runs is cancelled. Starting again under wider
 * limits goes deeper: what was found before helps. The limits are copied. `ceiling` is as in
 * bm_engine_go(). */
void bm_analyser_start(struct bm_analyser *a, const struct bm_think *limits, int64_t ceiling);
/* End soon: finished() comes. */
void bm_analyser_stop(struct bm_analyser *a);
/* Nothing of this search is delivered any more. Returns at once. */
void bm_analyser_cancel(struct bm_analyser *a);
void bm_analyser_ponderhit(struct bm_analyser *a);
/* What the engine calls itself, its name in the list, or the name of the level. */
const char *bm_analyser_name(const struct bm_analyser *a);
/* The engine; NULL: the built-in search, or it is not started yet. */
const struct bm_engine *bm_analyser_engine(const struct bm_analyser *a);

#endif

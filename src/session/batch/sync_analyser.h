/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_BATCH_SYNC_ANALYSER_H
#define BM_SESSION_BATCH_SYNC_ANALYSER_H

/*
 * The analyser of positions: the built-in search in another thread, or an external engine.
 * bm_sync_analyser_run() blocks until the answer; lines are delivered as they come, and Ctrl-C
 * stops it.
 */

#include "annotation/accuracy.h"
#include "engine/engine.h"

/* A principal variation of the analysed position. */
struct bm_analyser_line {
    unsigned number;     /* from 1: the best, the second best... */
    struct bm_eval eval; /* EVAL_NONE: it was not told */
    int bound;           /* for the side to move: 0 exact, 1 at least, -1 at most */
    unsigned seldepth;
    uint64_t nodes, nps;
    int64_t time; /* ms */
    const bm_move *pv;
    size_t pv_count;
};

struct bm_sync_analyser_events {
    void (*line)(void *user, const struct bm_analyser_line *line);
    void (*tick)(void *user); /* about every 50 ms */
    void (*talk)(void *user); /* a message on stderr follows */
    void *user;
};

enum bm_sync_analyser_status {
    ANALYSER_ANSWERED,
    ANALYSER_STOPPED, /* by Ctrl-C; there are lines, and perhaps a move */
    ANALYSER_FAILED   /* it was said why */
};

struct bm_sync_analyser;

/*
 * `text` is what a user calls an engine, as in bm_registry_resolve(); NULL: the strongest
 * built-in player. NULL after an error message.
 */
struct bm_sync_analyser *bm_sync_analyser_open(const char *text, enum bm_lang lang);
/* Where debug events of the built-in search go; called from any thread. */
void bm_sync_analyser_set_debug(struct bm_sync_analyser *m,
                                void (*debug)(const struct bm_ctx *ctx,
                                              const struct bm_search_event *event));
/* An engine quits in good order, or is killed. NULL is fine. */
void bm_sync_analyser_close(struct bm_sync_analyser *m);

/* Be ready for positions of this game. False after an error message. */
bool bm_sync_analyser_prepare(struct bm_sync_analyser *m, const struct bm_rules *rules);
/* The engine's name for itself; it must have been ready once. */
const char *bm_sync_analyser_name(const struct bm_sync_analyser *m);
/* Append the name, arguments and options that identify the engine. */
void bm_sync_analyser_describe(const struct bm_sync_analyser *m, struct bm_buf *out);
/* Whether it ends without limits, as built-in levels with a node limit do. */
bool bm_sync_analyser_is_limited(const struct bm_sync_analyser *m);
/* Forget all positions. */
void bm_sync_analyser_new_game(struct bm_sync_analyser *m);

/*
 * Analyse a node of a game with the prepared rules; blocks until the end. A failed engine is
 * restarted once. `ceiling` is as in bm_engine_go(). Events may be NULL.
 */
enum bm_sync_analyser_status bm_sync_analyser_run(struct bm_sync_analyser *m,
                                                  const struct bm_game *game, bm_node node,
                                                  const struct bm_think *limits,
                                                  int64_t ceiling,
                                                  const struct bm_sync_analyser_events *events);
/* Stop the running search, as Ctrl-C does; may be called from an event. */
void bm_sync_analyser_stop(struct bm_sync_analyser *m);
/* The lines of the last answer, the best for the side to move first; NULL: no more. */
const struct bm_analyser_line *bm_sync_analyser_best(const struct bm_sync_analyser *m,
                                                     unsigned i);
/* The answer. */
const struct bm_engine_answer *bm_sync_analyser_answer(const struct bm_sync_analyser *m);

#endif

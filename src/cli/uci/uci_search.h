/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_UCI_UCI_SEARCH_H
#define BM_CLI_UCI_UCI_SEARCH_H

/*
 * The search thread of the engine, while the main thread reads commands. It has a copy of the
 * position and writes "info" and "bestmove" to stdout.
 */

#include <pthread.h>

#include "banmen/search.h"
#include "protocol/protocol.h"

struct bm_uci_search {
    enum bm_proto proto;
    bool debug; /* print debug events on stderr; set before the first search */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;

    /* Under the lock. */
    enum { UCI_SEARCH_IDLE, UCI_SEARCH_BUSY } state;
    bool stopped, hit; /* since the search began: stop, ponderhit */
    bool quit;

    /* Owned by the search thread while it is busy, otherwise by the main thread. */
    struct bm_search *search;
    const struct bm_rules *rules; /* held */
    struct bm_search_options options;
    struct bm_ctx *ctx;
    struct bm_think limits;
    bm_move only[BM_MAX_MOVES];
    struct bm_buf line;
};

/* False if there is no thread to be had. */
bool bm_uci_search_open(struct bm_uci_search *t, enum bm_proto proto);
/* Ends a search, which still answers. */
void bm_uci_search_close(struct bm_uci_search *t);

/*
 * Wait for the last search, then create a search of this game with these options. BM_ENOMEM:
 * the old one is kept, if it is of this game; t->options has its options.
 */
bm_status bm_uci_search_prepare(struct bm_uci_search *t, const struct bm_rules *rules,
                                const struct bm_search_options *options);
/*
 * Wait for the last search, then start one from the position of a context of the prepared game.
 * BM_ENOMEM: nothing was started.
 */
bm_status bm_uci_search_go(struct bm_uci_search *t, const struct bm_ctx *ctx,
                           const struct bm_think *limits);
/* Whether a search runs or has not answered yet. */
bool bm_uci_search_is_busy(struct bm_uci_search *t);
void bm_uci_search_stop(struct bm_uci_search *t);
void bm_uci_search_ponderhit(struct bm_uci_search *t);
/* A new game begins, after bm_uci_search_finish(). */
void bm_uci_search_new_game(struct bm_uci_search *t);
/* Wait for the answer. A search without limits is stopped first. */
void bm_uci_search_finish(struct bm_uci_search *t);

/* Write a line with its end to stdout and flush; lines of several threads do not mix. */
void bm_uci_write(struct bm_buf *line);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_UCI_UCI_SEARCH_H
#define BM_UCI_UCI_SEARCH_H

/*
 * The searches of the engine: an analyser on the loop, whose lines and answer are written to
 * stdout as "info" and "bestmove" when the protocol wants them.
 */

#include "protocol/protocol.h"
#include "session/analyser.h"

struct bm_uci_mate;

struct bm_uci_search {
    enum bm_proto proto;
    bool debug; /* print debug events on stderr; set before the first search */
    struct bm_loop *loop;
    struct bm_analyser *analyser; /* NULL: none was prepared yet */
    struct bm_search_options options;
    const struct bm_rules *rules; /* held */
    struct bm_think limits;
    struct bm_uci_mate *mate; /* a search for mate in USI; NULL: none */
    bool busy;                /* a search runs or has not answered yet */
    bool stopped, hit;        /* since it began: stop, ponderhit */
    bool answered;            /* `result` waits for one of these */
    struct bm_search_result result;
    struct bm_buf line;
};

void bm_uci_search_open(struct bm_uci_search *t, enum bm_proto proto, struct bm_loop *loop);
/* Ends a search, which still answers. */
void bm_uci_search_close(struct bm_uci_search *t);

/*
 * Wait for the last search, then create a search of this game with these options. BM_ENOMEM:
 * the old one is kept, if it is of this game; t->options has its options.
 */
bm_status bm_uci_search_prepare(struct bm_uci_search *t, const struct bm_rules *rules,
                                const struct bm_search_options *options);
/*
 * Wait for the last search, then start one from the position of a context of the prepared game,
 * which is taken over without a copy: *ctx is one that is free now, or NULL. If *ctx is NULL,
 * the position is the last one.
 */
void bm_uci_search_go(struct bm_uci_search *t, struct bm_ctx **ctx,
                      const struct bm_think *limits);
/* Whether a search runs or has not answered yet. */
bool bm_uci_search_is_busy(const struct bm_uci_search *t);
/* The context that was taken over last; NULL: none. */
const struct bm_ctx *bm_uci_search_ctx(const struct bm_uci_search *t);
void bm_uci_search_stop(struct bm_uci_search *t);
void bm_uci_search_ponderhit(struct bm_uci_search *t);
/* Wait for the last search; a new game begins. */
void bm_uci_search_new_game(struct bm_uci_search *t);
/* Wait for the answer. A search without limits is stopped first. */
void bm_uci_search_finish(struct bm_uci_search *t);

/* Write a line with its end to stdout and flush; lines of several threads do not mix. */
void bm_uci_write(struct bm_buf *line);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ANALYSIS_INTERNAL_H
#define BM_SERVER_ANALYSIS_INTERNAL_H

/* An analysis inside, for the files of it. */

#include "io/fair.h"
#include "io/pool.h"
#include "server/analysis/analysis.h"
#include "server/analysis/position_request.h"
#include "session/analyser.h"

enum { BM_ANALYSIS_LINES = 5 };

struct bm_analysis_job {
    struct bm_analyses *all;
    struct bm_analysis_job *next, **link;
    char whose[64];   /* one at a time for each */
    char address[64]; /* that pays for its nodes */
    struct bm_connection line;
    struct bm_stream *stream; /* NULL: the client disconnected */
    struct bm_ticket ticket;  /* its turn in the queue */
    unsigned place;           /* in the queue, as last sent; 0: not yet */
    int64_t began;            /* the loop's time when it did */
    bool cut;                 /* it ends because others wait */
    struct bm_ctx *ctx;       /* the position */
    struct bm_setup start;    /* where the moves in front of it began */
    struct bm_think limits;
    const struct bm_engine_spec *spec; /* NULL: the built-in search */
    struct bm_ticket placed;           /* the place of the engine's process */
    struct bm_analyser *analyser;      /* NULL: it has not begun */
    uint64_t nodes;                    /* by the last lines */
    bm_move best, ponder;
    bool declares;          /* the best is to declare a win */
    const char *trouble[2]; /* why it failed: code, words; NULL: it did not */
    struct bm_timer end;    /* of a job that could not begin */
};

struct bm_analyses {
    struct bm_server *server;
    struct bm_analysis_job *first;
    struct bm_fair *queue;
    struct bm_pool *pool; /* as many workers as the queue has places */
    struct bm_timer look; /* check for used-up shares */
    bool looking;
};

/* analysis_messages.c: one line each, with LF. */
void bm_analysis_line_write(struct bm_buf *out, struct bm_ctx *ctx,
                            const struct bm_analysis_line *line);
void bm_analysis_job_write_end(struct bm_buf *out, const struct bm_analysis_job *job);

#endif

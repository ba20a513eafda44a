/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ANALYSIS_INTERNAL_H
#define BM_SERVER_ANALYSIS_INTERNAL_H

/* An analysis inside, for the files of it. */

#include "banmen/search.h"
#include "engine/engine_spec.h"
#include "io/fair.h"
#include "io/pool.h"
#include "server/analysis/analysis.h"
#include "server/analysis/position_request.h"

enum { BM_ANALYSIS_LINES = 5, BM_ANALYSIS_PV = 64 };

/* The newest line of a number. */
struct bm_analysis_line {
    bool fresh; /* not sent yet */
    bool scored, mate;
    int64_t score; /* for the side to move: centipawns, or moves to mate */
    int bound;     /* 0 exact, 1 at least, -1 at most */
    unsigned depth, seldepth;
    uint64_t nodes, nps;
    int64_t time; /* ms */
    bm_move pv[BM_ANALYSIS_PV];
    size_t pv_count;
};

struct bm_engine;

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
    struct bm_ctx *ctx;       /* the position, with room for lines behind it */
    struct bm_setup start;    /* where the moves in front of it began */
    struct bm_think limits;
    struct bm_timer pause; /* until the next lines of an engine are sent */
    bm_move best, ponder;
    bool declares;          /* the best is to declare a win */
    const char *trouble[2]; /* why it failed: code, words; NULL: it did not */
    uv_async_t wake;
    /* The built-in search, in a worker, which also writes its lines: `ctx` belongs to the
     * worker while it runs. */
    struct bm_task task;
    bool running;
    struct bm_ctx
        *own; /* the position for the search: lines are played on the other one to be written */
    struct bm_analysis_line found[BM_ANALYSIS_LINES]; /* by number - 1 */
    int64_t told;                                     /* when some were written */
    uv_mutex_t lock;                                  /* of the three below */
    struct bm_buf text;                               /* lines that were not sent yet */
    struct bm_search *search;                         /* NULL: not made yet */
    bool stopped;                                     /* it was told to stop */
    bool done; /* an engine is, or it could not begin; the loop's */
    /* Or an engine, with a place for its process. Then all of the above belongs to the loop. */
    const struct bm_engine_spec *spec; /* NULL: the built-in search */
    struct bm_engine *engine;
    struct bm_ticket placed;
};

struct bm_analyses {
    struct bm_server *server;
    struct bm_analysis_job *first;
    struct bm_fair *queue;
    struct bm_pool *pool; /* as many workers as the queue has places */
    struct bm_timer look; /* check for used-up shares */
    bool looking;
};

enum { BM_ANALYSIS_INTERVAL_MS = 100 }; /* minimum ms between two updates */

/* Append the lines that are new to the text that is sent next. */
void bm_analysis_job_write_lines(struct bm_analysis_job *job);

/* analysis_search.c: `done` is called when it has ended. */
void bm_analysis_job_begin_search(struct bm_analysis_job *job,
                                  void (*done)(struct bm_task *t, bool cancelled));
/* From the loop. */
void bm_analysis_job_stop_search(struct bm_analysis_job *job);

/* analysis_engine.c: the place was taken. False: no memory. */
bool bm_analysis_job_begin_engine(struct bm_analysis_job *job);
/* Ends it at once, and frees the place. */
void bm_analysis_job_end_engine(struct bm_analysis_job *job);

/* analysis_messages.c: one line each, with LF. The context is unchanged afterwards. */
void bm_analysis_job_write_end(struct bm_buf *out, const struct bm_analysis_job *job);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ANALYSIS_INSIDE_H
#define BM_SERVER_ANALYSIS_INSIDE_H

/* An analysis inside, for the files of it. */

#include "banmen/search.h"
#include "client/spec.h"
#include "server/analysis.h"
#include "server/positions.h"

enum { BM_FOUND_LINES = 5, BM_FOUND_PV = 64 };

/* The newest line of a number. */
struct bm_found {
    bool fresh; /* it was not told yet */
    bool scored, mate;
    int64_t score; /* for the side to move: centipawns, or moves to mate */
    int bound;     /* 0 exact, 1 at least, -1 at most */
    unsigned depth, seldepth;
    uint64_t nodes, nps;
    int64_t time; /* ms */
    bm_move pv[BM_FOUND_PV];
    size_t pv_count;
};

struct bm_engine;

struct bm_study {
    struct bm_studies *all;
    struct bm_study *next, **link;
    char whose[64]; /* one at a time for each */
    struct bm_open_line line;
    struct bm_stream *stream; /* NULL: nobody listens any more */
    struct bm_ctx *ctx;       /* the position, with room for lines behind it */
    struct bm_think limits;
    int64_t told; /* the loop's time when something was */
    struct bm_timer pause;
    bm_move best, ponder;
    bool declares;       /* the best is to declare a win */
    const char *trouble; /* why it failed; NULL: it did not */
    /* The built-in search, in a thread of its own */
    struct bm_search *search;
    struct bm_ctx *own; /* the position for it: lines are played on the other to be told */
    uv_thread_t thread;
    bool threaded;
    uv_async_t wake;
    uv_mutex_t lock;                       /* of the two below */
    struct bm_found found[BM_FOUND_LINES]; /* by number - 1 */
    bool done;
    /* Or an engine, in a place for one */
    struct bm_engine *engine;
    bool placed;
};

struct bm_studies {
    struct bm_server *server;
    struct bm_study *first;
    unsigned count;
};

/* analysis_search.c: false: there is no memory, or no thread. */
bool bm_study_prepare(struct bm_study *a);
bool bm_study_begin(struct bm_study *a);

/* analysis_engine.c: false: there is no memory. The place was taken. */
bool bm_study_begin_engine(struct bm_study *a, const struct bm_engine_spec *spec,
                           const struct bm_setup *start);
/* Ends it at once, and gives the place back. */
void bm_study_end_engine(struct bm_study *a);

/* analysis_write.c: one line each, with its end. The context is as it was after it. */
void bm_found_write(struct bm_buf *out, struct bm_ctx *ctx, unsigned number,
                    const struct bm_found *f);
void bm_study_write_end(struct bm_buf *out, const struct bm_study *a);

#endif

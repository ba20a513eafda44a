/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_SEARCH_JOB_H
#define BM_SESSION_SEARCH_JOB_H

/*
 * One run of the built-in search in a worker thread: the one place where a program searches
 * beside its event loop. All functions are called, and all events come, on the loop's thread.
 */

#include "io/pool.h"
#include "session/analysis_line.h"

struct bm_search_job;

struct bm_search_job_options {
    struct bm_pool *pool; /* whose workers it runs in; NULL: libuv's */
    /* Used until done() or an abandoned job has ended. NULL: one is made in the worker as `how`
     * says, and waits a little when memory is short. */
    struct bm_search *search;
    struct bm_search_options how;
    struct bm_ctx *ctx;         /* taken over, and left as it is; see bm_search_job_take() */
    struct bm_think limits;     /* copied */
    int64_t interval;           /* ms between two times that lines are handed on; 0: at once */
    bm_describe_line *describe; /* NULL: none; runs in the worker */
    /* In the worker: what the search tells of itself; NULL: nothing. */
    void (*debug)(const struct bm_ctx *ctx, const struct bm_search_event *event);
};

enum { BM_SEARCH_JOB_PV = 64 };

/* How it ended; valid inside done(). */
struct bm_search_job_result {
    struct bm_search_result answer;
    bm_status status;    /* of the search; BM_ENOMEM: the answer is a legal move */
    bool ran;            /* false: its pool was destroyed before */
    bool has_answer;     /* false: no search could be made */
    bool lost_lines;     /* for want of memory */
    struct bm_pace pace; /* what was noticed for a natural thinking time */
    const struct bm_search_info *best; /* the last line of rank 1, with BM_SEARCH_JOB_PV moves
                                          at most; NULL: there was none */
};

struct bm_search_job_events {
    /* NULL: not wanted. */
    void (*line)(void *user, const struct bm_analysis_line *line);
    void (*current)(void *user, bm_move move, unsigned number);
    /* It has ended. Called once unless the job was abandoned; the job is freed afterwards. */
    void (*done)(void *user, const struct bm_search_job_result *result);
    void *user; /* for all */
};

/* Start searching. Fails for want of memory only, and then takes nothing over. */
bm_status bm_search_job_start(struct bm_search_job **out, struct bm_loop *loop,
                              const struct bm_search_job_options *options,
                              const struct bm_search_job_events *events);
/* End soon; lines and done() still come. */
void bm_search_job_stop(struct bm_search_job *j);
void bm_search_job_ponderhit(struct bm_search_job *j);
/* Inside done(): take the context back, and the search that was made (NULL: none was). */
void bm_search_job_take(struct bm_search_job *j, struct bm_ctx **ctx,
                        struct bm_search **search);
/*
 * No event comes any more. The job stops soon and frees itself, with its context and the search
 * that was made. `search`: what else it frees then, or NULL.
 */
void bm_search_job_abandon(struct bm_search_job *j, struct bm_search *search);
/* The same, but returns only when the worker has ended. */
void bm_search_job_abandon_and_wait(struct bm_search_job *j);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_JOBS_H
#define BM_IO_JOBS_H

/*
 * Work beside the loop, in an order that is fair by owner: a fair queue in front of workers of
 * its own. What can take longer than a few milliseconds goes here.
 */

#include "io/fair.h"
#include "io/pool.h"

struct bm_jobs;

/* Part of something else, and in place until done() is called. */
struct bm_job {
    struct bm_ticket ticket;
    struct bm_task task;
    struct bm_jobs *jobs;
    struct bm_job *next, **link;                    /* of those that are not done */
    void (*work)(struct bm_job *j);                 /* in a worker */
    void (*done)(struct bm_job *j, bool cancelled); /* on the loop; may free the job */
    /* On the loop, just before it begins: true if the result is not needed any more, which
     * cancels the job. NULL: always needed. */
    bool (*is_moot)(const struct bm_job *j);
    bool moot; /* it was */
};

/* limits->places is the number of workers. */
bm_status bm_jobs_create(struct bm_jobs **out, struct bm_loop *loop,
                         const struct bm_fair_limits *limits);
/* What waits is cancelled, what is at work is waited for; done() is called for all. */
void bm_jobs_destroy(struct bm_jobs *jobs);

/* `work`, `done` and `is_moot` are set. Anything but BM_FAIR_TAKEN: done() is not called; else
 * it is called once, never before this returns. */
enum bm_fair_answer bm_jobs_add(struct bm_jobs *jobs, struct bm_job *j, const char *owner,
                                uint64_t cost);
/* Not to begin if it has not: done() is called, with `cancelled`, before this returns. False:
 * it is at work, or done. */
bool bm_jobs_cancel(struct bm_job *j);

/* Of NULL: none, and not open. */
unsigned bm_jobs_waiting(const struct bm_jobs *jobs);
unsigned bm_jobs_working(const struct bm_jobs *jobs);
bool bm_jobs_are_open(const struct bm_jobs *jobs);

#endif

/* SPDX-License-Identifier: MIT */
#include "io/jobs.h"

#include <stdlib.h>

struct bm_jobs {
    struct bm_loop *loop;
    struct bm_fair *fair;
    struct bm_pool *pool;
    struct bm_job *first;
};

static struct bm_job *job_of_ticket(struct bm_ticket *t)
{
    return (struct bm_job *)((char *)t - offsetof(struct bm_job, ticket));
}

static struct bm_job *job_of_task(struct bm_task *t)
{
    return (struct bm_job *)((char *)t - offsetof(struct bm_job, task));
}

/* It is over: the place is free before done() is called, which may add another. */
static void end_job(struct bm_job *j, bool cancelled)
{
    *j->link = j->next;
    if (j->next)
        j->next->link = j->link;
    bm_fair_leave(&j->ticket);
    j->done(j, cancelled);
}

static void work_job(struct bm_task *t)
{
    struct bm_job *const j = job_of_task(t);
    if (!j->moot)
        j->work(j);
}

static void worked_job(struct bm_task *t, bool cancelled)
{
    struct bm_job *const j = job_of_task(t);
    end_job(j, cancelled || j->moot);
}

/* A job that is moot goes through the pool, too, so that done() comes from the loop alone; the
 * worker has nothing to do. */
static void start_job(struct bm_ticket *ticket)
{
    struct bm_job *const j = job_of_ticket(ticket);
    j->task.work = work_job;
    j->task.done = worked_job;
    j->moot = j->is_moot && j->is_moot(j);
    (void)bm_task_run(&j->task, j->jobs->loop, j->jobs->pool); /* with a pool it always is */
}

enum bm_fair_answer bm_jobs_add(struct bm_jobs *jobs, struct bm_job *j, const char *owner,
                                uint64_t cost)
{
    j->jobs = jobs;
    j->next = jobs->first;
    j->link = &jobs->first;
    if (j->next)
        j->next->link = &j->next;
    jobs->first = j;
    const enum bm_fair_answer answer =
        bm_fair_take(jobs->fair, &j->ticket, owner, cost, start_job);
    if (answer != BM_FAIR_TAKEN) {
        jobs->first = j->next;
        if (j->next)
            j->next->link = &jobs->first;
    }
    return answer;
}

bool bm_jobs_cancel(struct bm_job *j)
{
    if (j->ticket.state != BM_TICKET_WAITS)
        return false;
    end_job(j, true);
    return true;
}

bm_status bm_jobs_create(struct bm_jobs **out, struct bm_loop *loop,
                         const struct bm_fair_limits *limits)
{
    struct bm_jobs *const jobs = calloc(1, sizeof *jobs);
    *out = NULL;
    if (!jobs)
        return BM_ENOMEM;
    jobs->loop = loop;
    if (bm_fair_create(&jobs->fair, limits) != BM_OK ||
        bm_pool_create(&jobs->pool, loop, limits->places) != BM_OK) {
        bm_fair_destroy(jobs->fair);
        free(jobs);
        return BM_ENOMEM;
    }
    *out = jobs;
    return BM_OK;
}

void bm_jobs_destroy(struct bm_jobs *jobs)
{
    if (!jobs)
        return;
    bm_fair_close(jobs->fair);
    /* done() may cancel others: begin again after each. */
    for (struct bm_job *j = jobs->first; j;)
        j = bm_jobs_cancel(j) ? jobs->first : j->next;
    bm_pool_destroy(jobs->pool);
    bm_fair_destroy(jobs->fair);
    free(jobs);
}

unsigned bm_jobs_waiting(const struct bm_jobs *jobs)
{
    return jobs ? bm_fair_waiting(jobs->fair) : 0;
}

unsigned bm_jobs_working(const struct bm_jobs *jobs)
{
    return jobs ? bm_fair_working(jobs->fair) : 0;
}

bool bm_jobs_are_open(const struct bm_jobs *jobs)
{
    return jobs && bm_fair_is_open(jobs->fair);
}

/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "server/accounts/accounts_internal.h"

/*
 * Passwords are hashed in workers, in queues that are fair by address. Each hash takes 64 MB
 * and tens of milliseconds of a core: few run at a time, one of each address, and few wait.
 * Known devices have a queue and a worker of their own, fair by device, so that strangers
 * cannot keep an owner out.
 */
static const struct bm_fair_limits stranger_limits = {
    .places = 2, .per_owner = 1, .waiting = 4, .all = 32};
static const struct bm_fair_limits known_limits = {.places = 1, .waiting = 4, .all = 64};

bm_status bm_password_queues_create(struct bm_accounts *accounts)
{
    struct bm_fair_limits limits[] = {stranger_limits, known_limits};
    for (unsigned i = 0; i < 2; i++) {
        if (accounts->server->options.quick_limits)
            limits[i].per_owner = limits[i].waiting = 0;
        const bm_status status =
            bm_jobs_create(&accounts->passwords[i], &accounts->server->loop, &limits[i]);
        if (status)
            return status;
    }
    return BM_OK;
}

unsigned bm_accounts_waiting_passwords(const struct bm_accounts *accounts)
{
    return accounts ? bm_jobs_waiting(accounts->passwords[0]) +
                          bm_jobs_waiting(accounts->passwords[1])
                    : 0;
}

struct bm_password_job *bm_password_job_create(struct bm_accounts *accounts,
                                               const struct bm_login_attempt *g)
{
    struct bm_password_job *const job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->accounts = accounts;
    job->attempt = *g;
    accounts->pending++;
    return job;
}

struct bm_password_job *bm_password_job_create_for(struct bm_api_request *req,
                                                   const struct bm_login_attempt *g)
{
    struct bm_password_job *const job = bm_password_job_create(req->server->accounts, g);
    if (job)
        job->req = req;
    else
        bm_api_reply_no_memory(req);
    return job;
}

void bm_password_job_destroy(struct bm_password_job *job)
{
    job->accounts->pending--;
    bm_secrets_wipe(job, sizeof *job);
    free(job);
}

static struct bm_password_job *password_job_of(struct bm_job *j)
{
    return (struct bm_password_job *)((char *)j - offsetof(struct bm_password_job, job));
}

/* In another thread: nothing but the entry's own texts may be touched. */
static void work_password(struct bm_job *j)
{
    struct bm_password_job *const job = password_job_of(j);
    const char *const fresh = job->fresh[0] ? job->fresh : job->password;
    if (job->known)
        job->right = bm_secrets_is_password(job->password, job->account.hash);
    /* A name that is not known takes as long as one that is. */
    if (!job->known || (job->right && job->fresh[0]))
        job->made = bm_secrets_hash_password(fresh, job->account.hash);
}

/* Its passwords are not worked on. */
static void refuse_job(struct bm_password_job *job, enum bm_fair_answer why)
{
    struct bm_api_request *const req = job->req;
    if (!req)
        job->told(job->user, NULL);
    else if (job->accounts->closing)
        bm_api_reply_problem(req, 503, "stopping", "",
                             "the server is being stopped: try again");
    else if (why == BM_FAIR_OWNER_FULL)
        bm_api_reply_too_many(req, 2);
    else
        bm_api_reply_problem_with(req, 503, "busy", "Retry-After: 2\r\n", "",
                                  "too many people are logging in at once: try again");
    bm_password_job_destroy(job);
}

static void password_worked(struct bm_job *j, bool cancelled)
{
    struct bm_password_job *const job = password_job_of(j);
    if (cancelled)
        refuse_job(job, BM_FAIR_FULL);
    else
        job->done(job);
}

void bm_password_job_start(struct bm_password_job *job,
                           void (*done)(struct bm_password_job *job))
{
    const struct bm_accounts *const accounts = job->accounts;
    const bool known = job->attempt.device[0];
    char place[64];
    bm_rate_limits_address_key(job->attempt.address, place, sizeof place);
    job->done = done;
    job->job = (struct bm_job){.work = work_password, .done = password_worked};
    const enum bm_fair_answer answer =
        accounts->closing ? BM_FAIR_FULL
                          : bm_jobs_add(accounts->passwords[known], &job->job,
                                        known ? job->attempt.device : place, 1);
    if (answer != BM_FAIR_TAKEN)
        refuse_job(job, answer);
}

void bm_password_queues_destroy(struct bm_accounts *accounts)
{
    accounts->closing = true;
    for (unsigned i = 0; i < 2; i++) {
        bm_jobs_destroy(accounts->passwords[i]);
        accounts->passwords[i] = NULL;
    }
    while (accounts->pending != 0 && bm_loop_step(&accounts->server->loop))
        ;
}

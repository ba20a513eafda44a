/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "server/accounts/accounts_internal.h"

/*
 * Passwords are worked on beside the loop, in a queue that is fair by address. Each takes 64 MB
 * and tens of milliseconds of a core, so that few are at a time, one of each address, and few
 * wait. Known devices have a queue and a worker of their own, where each device is an owner:
 * strangers do not keep an owner out.
 */
static const struct bm_fair_limits stranger_limits = {
    .places = 2, .per_owner = 1, .waiting = 4, .all = 32};
static const struct bm_fair_limits known_limits = {.places = 1, .waiting = 4, .all = 64};

bm_status bm_entries_begin(struct bm_people *p)
{
    struct bm_fair_limits limits[] = {stranger_limits, known_limits};
    for (unsigned i = 0; i < 2; i++) {
        if (p->server->options.quick_limits)
            limits[i].per_owner = limits[i].waiting = 0;
        const bm_status status = bm_jobs_create(&p->passwords[i], &p->server->loop, &limits[i]);
        if (status)
            return status;
    }
    return BM_OK;
}

unsigned bm_people_waiting(const struct bm_people *p)
{
    return p ? bm_jobs_waiting(p->passwords[0]) + bm_jobs_waiting(p->passwords[1]) : 0;
}

struct bm_entry *bm_entry_make(struct bm_people *p, const struct bm_guesser *g)
{
    struct bm_entry *const e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->people = p;
    e->guesser = *g;
    p->pending++;
    return e;
}

struct bm_entry *bm_entry_create(struct bm_api_request *req, const struct bm_guesser *g)
{
    struct bm_entry *const e = bm_entry_make(req->server->people, g);
    if (e)
        e->req = req;
    else
        bm_api_reply_no_memory(req);
    return e;
}

void bm_entry_destroy(struct bm_entry *e)
{
    e->people->pending--;
    bm_secrets_wipe(e, sizeof *e);
    free(e);
}

static struct bm_entry *entry_of(struct bm_job *j)
{
    return (struct bm_entry *)((char *)j - offsetof(struct bm_entry, job));
}

/* In another thread: nothing but the entry's own texts may be touched. */
static void work_entry(struct bm_job *j)
{
    struct bm_entry *const e = entry_of(j);
    const char *const fresh = e->fresh[0] ? e->fresh : e->password;
    if (e->known)
        e->right = bm_secrets_is_password(e->password, e->account.hash);
    /* A name that is not known takes as long as one that is. */
    if (!e->known || (e->right && e->fresh[0]))
        e->made = bm_secrets_hash_password(fresh, e->account.hash);
}

/* Its passwords are not worked on. */
static void refuse_entry(struct bm_entry *e, enum bm_fair_answer why)
{
    struct bm_api_request *const req = e->req;
    if (!req)
        e->told(e->user, NULL);
    else if (e->people->closing)
        bm_api_reply_problem(req, 503, "stopping", "",
                             "the server is being stopped: try again");
    else if (why == BM_FAIR_OWNER_FULL)
        bm_api_reply_too_many(req, 2);
    else
        bm_api_reply_problem_with(req, 503, "busy", "Retry-After: 2\r\n", "",
                                  "too many people are logging in at once: try again");
    bm_entry_destroy(e);
}

static void worked_entry(struct bm_job *j, bool cancelled)
{
    struct bm_entry *const e = entry_of(j);
    if (cancelled)
        refuse_entry(e, BM_FAIR_FULL);
    else
        e->done(e);
}

void bm_entry_start(struct bm_entry *e, void (*done)(struct bm_entry *e))
{
    const struct bm_people *const p = e->people;
    const bool known = e->guesser.device[0];
    char place[64];
    bm_limits_place(e->guesser.address, place, sizeof place);
    e->done = done;
    e->job = (struct bm_job){.work = work_entry, .done = worked_entry};
    const enum bm_fair_answer answer =
        p->closing
            ? BM_FAIR_FULL
            : bm_jobs_add(p->passwords[known], &e->job, known ? e->guesser.device : place, 1);
    if (answer != BM_FAIR_TAKEN)
        refuse_entry(e, answer);
}

void bm_entries_end(struct bm_people *p)
{
    p->closing = true;
    for (unsigned i = 0; i < 2; i++) {
        bm_jobs_destroy(p->passwords[i]);
        p->passwords[i] = NULL;
    }
    while (p->pending != 0 && bm_loop_step(&p->server->loop))
        ;
}

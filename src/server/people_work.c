/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "server/people_inside.h"

/*
 * Passwords are worked on by libuv's threads. Each takes 64 MB and tens of milliseconds of a
 * core, so that few are at a time, and few wait: of one address, and in all. Devices that are
 * known come first, and have places of their own: strangers do not keep an owner out.
 */
enum { AT_A_TIME = 2, MAY_WAIT = 32, MAY_WAIT_KNOWN = 64, MAY_WAIT_OF_PLACE = 4 };

/* How many of the same address wait. */
static unsigned count_place(const struct bm_people *p, const struct bm_guesser *g)
{
    unsigned same = 0;
    for (const struct bm_entry *e = p->first; e; e = e->next)
        same += bm_limits_is_same_place(e->guesser.address, g->address);
    return same;
}

/* Whether an address has as many waiting as it may have. */
static bool is_crowded(const struct bm_people *p, const struct bm_guesser *g)
{
    return !g->device[0] && !p->server->options.quick_limits &&
           count_place(p, g) >= MAY_WAIT_OF_PLACE;
}

struct bm_entry *bm_entry_make(struct bm_people *p, const struct bm_guesser *g)
{
    const unsigned most = g->device[0] ? MAY_WAIT_KNOWN : MAY_WAIT;
    const bool room = !p->closing && p->waiting < most && !is_crowded(p, g);
    struct bm_entry *const e = room ? calloc(1, sizeof *e) : NULL;
    if (!e)
        return NULL;
    e->people = p;
    e->guesser = *g;
    p->pending++;
    return e;
}

struct bm_entry *bm_entry_create(struct bm_call *c, const struct bm_guesser *g)
{
    struct bm_people *const p = c->server->people;
    struct bm_entry *const e = bm_entry_make(p, g);
    if (e)
        e->call = c;
    else if (is_crowded(p, g))
        bm_call_too_many(c, 2);
    else
        bm_call_problem_with(c, 503, "busy", "Retry-After: 2\r\n", "",
                             "too many people are logging in at once: try again");
    return e;
}

void bm_entry_destroy(struct bm_entry *e)
{
    e->people->pending--;
    bm_secrets_wipe(e, sizeof *e);
    free(e);
}

/* In another thread: nothing but the entry's own texts may be touched. */
static void work(uv_work_t *w)
{
    struct bm_entry *const e = w->data;
    const char *const fresh = e->fresh[0] ? e->fresh : e->password;
    if (e->known)
        e->right = bm_secrets_is_password(e->password, e->account.hash);
    /* A name that is not known takes as long as one that is. */
    if (!e->known || (e->right && e->fresh[0]))
        e->made = bm_secrets_hash_password(fresh, e->account.hash);
}

static void start_next(struct bm_people *p);

static void after(uv_work_t *w, int status)
{
    struct bm_entry *const e = w->data;
    struct bm_people *const p = e->people;
    (void)status; /* nothing is cancelled */
    p->running--;
    e->done(e);
    start_next(p);
}

static void start_next(struct bm_people *p)
{
    while (p->first && p->running < AT_A_TIME) {
        struct bm_entry *const e = p->first;
        p->first = e->next;
        if (!p->first)
            p->last = &p->first;
        p->waiting--;
        p->running++;
        e->work.data = e;
        (void)uv_queue_work(&p->server->loop.uv, &e->work, work, after);
    }
}

void bm_entry_start(struct bm_entry *e, void (*done)(struct bm_entry *e))
{
    struct bm_people *const p = e->people;
    e->done = done;
    if (e->guesser.device[0]) {
        e->next = p->first;
        p->first = e;
        if (!e->next)
            p->last = &e->next;
    } else {
        *p->last = e;
        p->last = &e->next;
    }
    p->waiting++;
    start_next(p);
}

void bm_entries_end(struct bm_people *p)
{
    p->closing = true;
    while (p->first) {
        struct bm_entry *const e = p->first;
        p->first = e->next;
        if (e->call)
            bm_call_problem(e->call, 503, "stopping", "",
                            "the server is being stopped: try again");
        else
            e->told(e->user, NULL);
        bm_entry_destroy(e);
    }
    p->last = &p->first;
    p->waiting = 0;
    while (p->pending != 0 && bm_loop_step(&p->server->loop))
        ;
}

/* SPDX-License-Identifier: MIT */
#include "io/fair.h"

#include <stdlib.h>
#include <string.h>

struct bm_fair_owner {
    struct bm_fair_owner *next;
    struct bm_ticket *first; /* that waits; in order of tags */
    unsigned waiting, working;
    uint64_t start; /* virtual: of the ticket that begins next */
    uint64_t aged;  /* greatest tag of a ticket that has begun */
    char name[];
};

struct bm_fair {
    struct bm_fair_limits limits;
    struct bm_fair_owner *owners;
    uint64_t now; /* virtual: start of the ticket that began last */
    unsigned waiting, working;
    bool closed;
};

bm_status bm_fair_create(struct bm_fair **out, const struct bm_fair_limits *limits)
{
    struct bm_fair *const f = calloc(1, sizeof *f);
    *out = f;
    if (!f)
        return BM_ENOMEM;
    f->limits = *limits;
    return BM_OK;
}

/* Free the owners that have nothing here and whose share is not overdrawn. */
static void free_owners(struct bm_fair *f)
{
    struct bm_fair_owner **at = &f->owners;
    const bool rests = f->waiting == 0 && f->working == 0;
    while (*at) {
        struct bm_fair_owner *const o = *at;
        if (o->first || o->working || (o->start > f->now && !rests)) {
            at = &o->next;
            continue;
        }
        *at = o->next;
        free(o);
    }
    if (!f->owners)
        f->now = 0;
}

void bm_fair_destroy(struct bm_fair *f)
{
    if (!f)
        return;
    free_owners(f);
    free(f);
}

static struct bm_fair_owner *find_owner(const struct bm_fair *f, const char *name)
{
    struct bm_fair_owner *o = f->owners;
    while (o && strcmp(o->name, name) != 0)
        o = o->next;
    return o;
}

static struct bm_fair_owner *add_owner(struct bm_fair *f, const char *name)
{
    const size_t len = strlen(name) + 1;
    struct bm_fair_owner *const o = calloc(1, sizeof *o + len);
    if (!o)
        return NULL;
    memcpy(o->name, name, len);
    /* Behind the others: of two that may begin at the same time the older one does. */
    struct bm_fair_owner **at = &f->owners;
    while (*at)
        at = &(*at)->next;
    *at = o;
    return o;
}

static bool has_place(const struct bm_fair *f, const struct bm_fair_owner *o, unsigned less)
{
    return !f->limits.per_owner || o->working - less < f->limits.per_owner;
}

/* The owner whose turn it is; NULL: none waits that may begin. */
static struct bm_fair_owner *next_owner(const struct bm_fair *f)
{
    struct bm_fair_owner *best = NULL;
    for (struct bm_fair_owner *o = f->owners; o; o = o->next)
        if (o->first && has_place(f, o, 0) && (!best || o->start < best->start))
            best = o;
    return best;
}

static void unlink_ticket(struct bm_ticket *t)
{
    struct bm_ticket **at = &t->owner->first;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    t->owner->waiting--;
    t->fair->waiting--;
}

static void begin_ticket(struct bm_ticket *t)
{
    struct bm_fair *const f = t->fair;
    struct bm_fair_owner *const o = t->owner;
    unlink_ticket(t);
    o->working++;
    f->working++;
    if (t->tag > o->aged)
        o->aged = t->tag;
    if (o->start > f->now)
        f->now = o->start;
    o->start += t->cost;
    t->state = BM_TICKET_WORKS;
    t->start(t);
}

static void fill_places(struct bm_fair *f)
{
    while (!f->closed && f->working < f->limits.places) {
        struct bm_fair_owner *const o = next_owner(f);
        if (!o)
            return;
        begin_ticket(o->first);
    }
}

enum bm_fair_answer bm_fair_take(struct bm_fair *f, struct bm_ticket *t, const char *owner,
                                 uint64_t cost, void (*start)(struct bm_ticket *t))
{
    struct bm_fair_owner *o = find_owner(f, owner);
    if (f->closed || (f->limits.all && f->waiting >= f->limits.all))
        return BM_FAIR_FULL;
    if (o && f->limits.waiting && o->waiting >= f->limits.waiting)
        return BM_FAIR_OWNER_FULL;
    if (!o) {
        free_owners(f);
        o = add_owner(f, owner);
    }
    if (!o)
        return BM_FAIR_NO_MEMORY;
    /* Time that an owner did not use is not saved up. */
    if (!o->first && o->start < f->now)
        o->start = f->now;
    *t = (struct bm_ticket){.fair = f,
                            .owner = o,
                            .start = start,
                            .cost = cost ? cost : 1,
                            .state = BM_TICKET_WAITS};
    t->tag = o->aged + t->cost;
    struct bm_ticket **at = &o->first;
    while (*at && (*at)->tag <= t->tag)
        at = &(*at)->next;
    t->next = *at;
    *at = t;
    o->waiting++;
    f->waiting++;
    fill_places(f);
    return BM_FAIR_TAKEN;
}

void bm_fair_leave(struct bm_ticket *t)
{
    struct bm_fair *const f = t->fair;
    const enum bm_ticket_state state = t->state;
    t->state = BM_TICKET_NONE;
    if (state == BM_TICKET_WAITS)
        unlink_ticket(t);
    if (state != BM_TICKET_WORKS)
        return;
    t->owner->working--;
    f->working--;
    fill_places(f);
}

void bm_fair_close(struct bm_fair *f) { f->closed = true; }

unsigned bm_fair_rank(const struct bm_ticket *t)
{
    unsigned rank = 0;
    uint64_t mine = t->owner->start;
    if (t->state != BM_TICKET_WAITS)
        return 0;
    for (const struct bm_ticket *x = t->owner->first; x != t; x = x->next) {
        mine += x->cost;
        rank++;
    }
    bool older = true;
    for (const struct bm_fair_owner *o = t->fair->owners; o; o = o->next) {
        uint64_t start = o->start;
        if (o == t->owner) {
            older = false;
            continue;
        }
        for (const struct bm_ticket *x = o->first; x && start < mine + older; x = x->next) {
            start += x->cost;
            rank++;
        }
    }
    return rank;
}

unsigned bm_fair_waiting(const struct bm_fair *f) { return f->waiting; }

unsigned bm_fair_waiting_of(const struct bm_fair *f, const char *owner)
{
    const struct bm_fair_owner *const o = find_owner(f, owner);
    return o ? o->waiting : 0;
}

unsigned bm_fair_working(const struct bm_fair *f) { return f->working; }

unsigned bm_fair_working_beside(const struct bm_ticket *t)
{
    return t->state == BM_TICKET_NONE ? 0 : t->owner->working - (t->state == BM_TICKET_WORKS);
}

bool bm_fair_is_wanted(const struct bm_ticket *t)
{
    for (const struct bm_fair_owner *o = t->fair->owners; o; o = o->next)
        if (o->first && has_place(t->fair, o, o == t->owner))
            return true;
    return false;
}

bool bm_fair_is_open(const struct bm_fair *f)
{
    return !f->closed && (!f->limits.all || f->waiting < f->limits.all);
}

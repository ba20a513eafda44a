/* SPDX-License-Identifier: MIT */
/*
 * Deadlines of games that are not in memory. All deadlines of running games are in the store,
 * by time; those of the next minutes are in a binary heap here, and a timer waits for the
 * first. When one comes, its game is loaded and looks at its own clock. A deadline may be too
 * early, or of a game that is in memory, which has a timer of its own: both do no harm.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "server/game/room_internal.h"

enum {
    HORIZON_MS = 600000, /* so far the heap looks ahead */
    PAGE = 500,          /* deadlines that are read at once, */
    LOADS = 20,          /* and games that are loaded at once */
    PAUSE_MS = 20,       /* until the next of them */
    AGAIN_MS = 1000      /* until a game is tried again that could not be loaded */
};

/* ---- The heap ---- */

static void swap_due(struct bm_due *a, struct bm_due *b)
{
    const struct bm_due old = *a;
    *a = *b;
    *b = old;
}

static bool push_due(struct bm_hall *h, const char *id, int64_t at)
{
    void *mem = h->due;
    if (!bm_grow(&mem, &h->due_cap, h->due_count + 1, sizeof *h->due))
        return false;
    h->due = mem;
    size_t i = h->due_count++;
    h->due[i] = (struct bm_due){.at = at};
    memcpy(h->due[i].id, id, sizeof h->due[i].id);
    for (; i > 0 && h->due[(i - 1) / 2].at > h->due[i].at; i = (i - 1) / 2)
        swap_due(&h->due[i], &h->due[(i - 1) / 2]);
    return true;
}

static struct bm_due pop_due(struct bm_hall *h)
{
    const struct bm_due first = h->due[0];
    h->due[0] = h->due[--h->due_count];
    for (size_t i = 0;;) {
        size_t least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2; child++)
            if (child < h->due_count && h->due[child].at < h->due[least].at)
                least = child;
        if (least == i)
            return first;
        swap_due(&h->due[i], &h->due[least]);
        i = least;
    }
}

/* ---- The store ---- */

struct refill {
    struct bm_hall *hall;
    struct bm_due last;
    unsigned count;
    bool failed;
};

static bool take_deadline(void *user, const struct bm_deadline_row *row)
{
    struct refill *const f = user;
    f->failed = !push_due(f->hall, row->game, row->at);
    if (f->failed)
        return false;
    f->last.at = row->at;
    memcpy(f->last.id, row->game, sizeof f->last.id);
    f->count++;
    return true;
}

/* Read the deadlines up to the horizon, a page at a time. What could not be read now is read
 * at the next occasion. */
static void refill_due(struct bm_hall *h)
{
    const int64_t until = bm_hall_now(h) + h->due_horizon;
    struct refill f = {.hall = h, .last = {.at = h->due_until, .id = "~"}};
    do {
        f.count = 0;
        if (bm_store_deadlines(h->server->store, f.last.at, f.last.id, until, PAGE,
                               take_deadline, &f) ||
            f.failed)
            return;
        h->due_until = f.count == PAGE ? f.last.at : until;
    } while (f.count == PAGE);
}

/* ---- The timer ---- */

static void on_due_timer(void *user) { bm_hall_look_at_due(user); }

static void set_due_timer(struct bm_hall *h, int64_t least)
{
    const int64_t now = bm_hall_now(h), refill = h->due_until - h->due_horizon / 2;
    const int64_t next = h->due_count && h->due[0].at < refill ? h->due[0].at : refill;
    if (h->closing)
        return;
    bm_timer_set(&h->due_timer, &h->server->loop, next - now > least ? next - now : least,
                 on_due_timer, h);
    uv_unref((uv_handle_t *)&h->due_timer.uv);
}

void bm_hall_look_at_due(struct bm_hall *h)
{
    const int64_t now = bm_hall_now(h);
    unsigned loaded = 0;
    if (h->due_until - now < h->due_horizon / 2)
        refill_due(h);
    while (h->due_count && h->due[0].at <= now && loaded < LOADS) {
        const struct bm_due due = pop_due(h);
        enum bm_code code;
        if (bm_hall_has(h, due.id))
            continue;
        loaded++;
        /* One that is loaded beside the loop looks at its clock by itself; if too much waits
         * there, it is tried again. */
        if (bm_hall_fetch(h, due.id, "") ||
            (!bm_hall_find(h, due.id, &code) && code == BM_CODE_BUSY))
            (void)push_due(h, due.id, now + AGAIN_MS); /* else the next start finds it */
    }
    set_due_timer(h, loaded == LOADS ? PAUSE_MS : 0);
}

void bm_hall_await(struct bm_hall *h, const char *id, int64_t at)
{
    if (h->closing || at > h->due_until || !push_due(h, id, at))
        return;
    set_due_timer(h, 0);
}

void bm_hall_arm(struct bm_hall *h)
{
    h->due_count = 0;
    h->due_until = INT64_MIN / 2;
    if (!h->due_horizon)
        h->due_horizon = HORIZON_MS;
    bm_hall_look_at_due(h);
}

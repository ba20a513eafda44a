/* SPDX-License-Identifier: MIT */

/*
 * Timer wheel: the deadlines of all connections, on one timer. A connection is in the slot of a
 * tick at or before its deadline. When a deadline moves away, which is the usual case, the
 * wheel is not changed: the connection is checked too early, and then moved to the slot of its
 * new deadline.
 */

#include "net/net_internal.h"

enum {
    LATE_MOST = 8, /* connections that are closed in a turn of the loop because they are late */
    AGAIN_MS = 1   /* until the others are */
};

static int64_t conn_deadline(const struct bm_conn *c)
{
    if (c->queued == 0)
        return c->due;
    const int64_t stuck = c->progress + c->http->limits.write_ms;
    return stuck < c->due ? stuck : c->due;
}

void bm_timer_wheel_drop(struct bm_conn *c)
{
    if (!c->link)
        return;
    *c->link = c->next;
    if (c->next)
        c->next->link = c->link;
    c->link = NULL;
}

void bm_timer_wheel_set(struct bm_conn *c)
{
    struct bm_http *const h = c->http;
    int64_t tick = conn_deadline(c) / h->tick_ms + 1;
    if (tick >= h->tick + BM_NET_SLOTS)
        tick = h->tick + BM_NET_SLOTS - 1;
    if (tick <= h->tick)
        tick = h->tick + 1;
    if (c->link && c->tick <= tick)
        return;
    bm_timer_wheel_drop(c);
    struct bm_conn **const slot = &h->slot[tick % BM_NET_SLOTS];
    c->tick = tick;
    c->link = slot;
    c->next = *slot;
    if (c->next)
        c->next->link = &c->next;
    *slot = c;
}

/* Look at the connections of one slot. Those that are late are closed, which takes the system
 * up to a tenth of a millisecond each: a few of them in a turn of the loop. False: there are
 * more. */
static bool look_at_slot(struct bm_http *h, int64_t now, unsigned *late)
{
    for (struct bm_conn *c; (c = h->looked_at);) {
        if (conn_deadline(c) <= now && ++*late > LATE_MOST)
            return false;
        bm_timer_wheel_drop(c);
        if (conn_deadline(c) <= now)
            bm_conn_late(c);
        if (c->phase != BM_PHASE_CLOSED)
            bm_timer_wheel_set(c);
    }
    return true;
}

/* What is put back goes into a slot, one of those to come. */
static void take_slot(struct bm_http *h)
{
    struct bm_conn **const slot = &h->slot[h->tick % BM_NET_SLOTS];
    h->looked_at = *slot;
    *slot = NULL;
    if (h->looked_at)
        h->looked_at->link = &h->looked_at;
}

static void on_wheel_tick(uv_timer_t *timer)
{
    struct bm_http *const h = timer->data;
    const int64_t now = bm_http_now(h);
    const int64_t last = now / h->tick_ms;
    unsigned late = 0;
    if (last - h->tick > BM_NET_SLOTS)
        h->tick = last - BM_NET_SLOTS;
    bool done = look_at_slot(h, now, &late);
    while (done && h->tick < last) {
        h->tick++;
        take_slot(h);
        done = look_at_slot(h, now, &late);
    }
    if (!done)
        uv_timer_start(timer, on_wheel_tick, AGAIN_MS, (uint64_t)h->tick_ms);
    bm_round_robin_release(h);
    bm_peers_sweep(h);
    if (h->starved)
        bm_http_accept_again(h);
    if (done && h->counts.open == 0 && h->idle_peers == 0 && !h->starved)
        uv_timer_stop(timer);
}

void bm_timer_wheel_start(struct bm_http *h)
{
    if (uv_is_active((uv_handle_t *)&h->timer))
        return;
    h->tick = bm_http_now(h) / h->tick_ms;
    uv_timer_start(&h->timer, on_wheel_tick, (uint64_t)h->tick_ms, (uint64_t)h->tick_ms);
}

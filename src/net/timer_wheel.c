/* SPDX-License-Identifier: MIT */

/*
 * Timer wheel: the deadlines of all connections, on one timer. A connection is in the slot of a
 * tick at or before its deadline. When a deadline moves away, which is the usual case, the
 * wheel is not changed: the connection is checked too early, and then moved to the slot of its
 * new deadline.
 */

#include "net/net_internal.h"

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

static void on_wheel_tick(uv_timer_t *timer)
{
    struct bm_http *const h = timer->data;
    const int64_t now = bm_http_now(h);
    const int64_t last = now / h->tick_ms;
    if (last - h->tick > BM_NET_SLOTS)
        h->tick = last - BM_NET_SLOTS;
    while (h->tick < last) {
        h->tick++;
        /* What is put back goes into another slot, one of those to come. */
        for (struct bm_conn *c; (c = h->slot[h->tick % BM_NET_SLOTS]);) {
            bm_timer_wheel_drop(c);
            if (conn_deadline(c) <= now)
                bm_conn_late(c);
            if (c->phase != BM_PHASE_CLOSED)
                bm_timer_wheel_set(c);
        }
    }
    bm_round_robin_release(h);
    bm_peers_sweep(h);
    if (h->starved)
        bm_http_accept_again(h);
    if (h->counts.open == 0 && h->idle_peers == 0 && !h->starved)
        uv_timer_stop(timer);
}

void bm_timer_wheel_start(struct bm_http *h)
{
    if (uv_is_active((uv_handle_t *)&h->timer))
        return;
    h->tick = bm_http_now(h) / h->tick_ms;
    uv_timer_start(&h->timer, on_wheel_tick, (uint64_t)h->tick_ms, (uint64_t)h->tick_ms);
}

/* SPDX-License-Identifier: MIT */

/*
 * Who is served in a turn of the loop. Each address has a share of the turn, in time of the
 * loop, measured, and at least the nominal cost of what was done (`enum bm_cost`). A connection
 * whose address has used its share keeps what it has, is not read, and is served in the next
 * turn: addresses in order, and of each its connections in order (deficit round robin; what an
 * address has used beyond its share is taken from its next ones). Within the share of the
 * address a connection has a quantum, after which the others come first.
 *
 * While nothing is to be done for others the turns follow each other at once, and nothing is
 * lost by this.
 */

#include "net/net_internal.h"

enum {
    QUANTA = 4,     /* of a share */
    DEBT_MOST = 16, /* shares: a clock that has jumped blocks no address for long */
    ACCEPTS_MOST = 16,
    CLOSED_MOST = 16 /* sockets that are closed at a tick because of a flood */
};

static void on_idle(uv_idle_t *idle);

static int64_t share_ns(const struct bm_http *h) { return h->limits.share_us * 1000; }

void bm_round_robin_begin(struct bm_conn *c)
{
    c->http->mark = uv_hrtime();
    c->quantum = share_ns(c->http) / QUANTA;
}

/* Account for the time since the last mark. */
static void spend_time(struct bm_conn *c)
{
    struct bm_http *const h = c->http;
    const uint64_t now = uv_hrtime();
    const int64_t ns = (int64_t)(now - h->mark);
    h->mark = now;
    c->quantum -= ns;
    c->peer->used += ns;
    if (c->peer->used > DEBT_MOST * share_ns(h))
        c->peer->used = DEBT_MOST * share_ns(h);
}

static bool has_share(const struct bm_http *h, struct bm_peer *p)
{
    const uint64_t turns = h->turn - p->turn;
    const int64_t share = share_ns(h);
    if (turns != 0)
        p->used = turns > (uint64_t)(p->used / share) ? 0 : p->used - (int64_t)turns * share;
    p->turn = h->turn;
    return p->used < share || p->door;
}

bool bm_round_robin_has_share(const struct bm_conn *c) { return has_share(c->http, c->peer); }

bool bm_round_robin_may(struct bm_conn *c)
{
    spend_time(c);
    return has_share(c->http, c->peer) && c->quantum > 0;
}

static void add_peer(struct bm_http *h, struct bm_peer *p)
{
    if (p->is_ready)
        return;
    p->is_ready = true;
    p->next_ready = NULL;
    *h->ready_last = p;
    h->ready_last = &p->next_ready;
    uv_idle_start(&h->idle, on_idle);
}

void bm_round_robin_defer(struct bm_conn *c)
{
    struct bm_peer *const p = c->peer;
    if (c->is_ready || c->throttled || c->phase == BM_PHASE_CLOSED)
        return;
    c->is_ready = true;
    c->next_ready = NULL;
    c->ready_link = p->ready_last;
    *p->ready_last = c;
    p->ready_last = &c->next_ready;
    p->ready_count++;
    add_peer(c->http, p);
}

void bm_round_robin_throttle(struct bm_conn *c)
{
    struct bm_http *const h = c->http;
    if (c->throttled || c->phase == BM_PHASE_CLOSED)
        return;
    bm_round_robin_drop(c);
    if (c->over_since == 0)
        c->over_since = bm_http_now(h);
    h->counts.throttled++;
    c->throttled = true;
    c->next_ready = h->throttled;
    c->ready_link = &h->throttled;
    if (c->next_ready)
        c->next_ready->ready_link = &c->next_ready;
    h->throttled = c;
}

void bm_round_robin_drop(struct bm_conn *c)
{
    if (!c->is_ready && !c->throttled)
        return;
    *c->ready_link = c->next_ready;
    if (c->next_ready)
        c->next_ready->ready_link = c->ready_link;
    else if (c->is_ready)
        c->peer->ready_last = c->ready_link;
    if (c->is_ready)
        c->peer->ready_count--;
    c->is_ready = c->throttled = false;
}

void bm_round_robin_release(struct bm_http *h)
{
    const int64_t now = bm_http_now(h);
    unsigned closed = 0;
    for (struct bm_conn *c = h->throttled, *next; c; c = next) {
        next = c->next_ready;
        if (c->phase == BM_PHASE_SOCKET && now - c->over_since >= h->limits.flood_ms &&
            !bm_peer_is_calm(h, c->peer)) {
            if (++closed > CLOSED_MOST) /* the others at the next tick */
                continue;
            h->counts.floods++;
            bm_round_robin_drop(c);
            bm_ws_close(c->ws, BM_WS_POLICY, "too much");
            bm_conn_finish(c);
        } else if (bm_peer_wait(h, c->peer) == 0) {
            bm_round_robin_drop(c);
            bm_round_robin_defer(c);
        }
    }
}

/* Serve connections of an address while it has a share, each once. */
static void serve_peer(struct bm_http *h, struct bm_peer *p)
{
    for (unsigned n = p->ready_count; n != 0 && p->ready && has_share(h, p); n--) {
        struct bm_conn *const c = p->ready;
        bm_round_robin_drop(c);
        bm_conn_serve(c);
    }
}

static void on_idle(uv_idle_t *idle)
{
    struct bm_http *const h = idle->data;
    struct bm_peer *p = h->ready;
    h->ready = NULL;
    h->ready_last = &h->ready;
    for (struct bm_peer *next; p; p = next) {
        next = p->next_ready;
        serve_peer(h, p);
        p->is_ready = false;
        if (p->ready)
            add_peer(h, p);
    }
    if (h->accept_later) {
        h->accept_later = false;
        bm_http_accept_again(h);
    }
    if (!h->ready && !h->accept_later && !h->batches)
        uv_idle_stop(idle);
}

void bm_round_robin_again(struct bm_http *h) { uv_idle_start(&h->idle, on_idle); }

bool bm_round_robin_accepts(struct bm_http *h)
{
    if (h->accepts++ < ACCEPTS_MOST)
        return true;
    h->accept_later = true;
    uv_idle_start(&h->idle, on_idle);
    return false;
}

void bm_round_robin_check(uv_check_t *handle)
{
    struct bm_http *const h = handle->data;
    bm_write_batch_check(handle);
    h->turn++;
    h->accepts = 0;
}

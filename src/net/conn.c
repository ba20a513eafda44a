/* SPDX-License-Identifier: MIT */

/* A connection: how it begins, reads, writes and ends. What the bytes mean is said elsewhere.
 */

#include <stdlib.h>
#include <sys/socket.h>

#include "net/net_internal.h"

enum {
    REFUSED_MOST = 256, /* beyond the limit, those that are told that there is none, */
    CROWD_MOST = 16     /* and of one address */
};

/* ---- The end ---- */

void bm_conn_tell(struct bm_conn *c)
{
    struct bm_request *const r = c->request;
    if (r) {
        bm_request_part(r, NULL);
        /* One that was not handed out is answered by no hook. */
        if (!r->handed)
            bm_request_free(r);
    }
    if (c->stream)
        bm_stream_gone(c->stream);
    if (c->ws)
        bm_ws_gone(c->ws);
}

static void on_conn_closed(uv_handle_t *handle)
{
    struct bm_conn *const c = handle->data;
    struct bm_http *const h = c->http;
    bm_conn_tell(c);
    bm_ws_free(c->ws);
    bm_peer_drop(h, c->peer);
    bm_buf_free(&c->in);
    free(c);
    h->counts.open--;
    bm_http_release(h);
}

void bm_conn_close(struct bm_conn *c)
{
    if (c->phase == BM_PHASE_CLOSED)
        return;
    c->phase = BM_PHASE_CLOSED;
    bm_timer_wheel_drop(c);
    if (c->batch)
        bm_write_batch_drop(c->batch);
    bm_round_robin_drop(c);
    uv_close((uv_handle_t *)&c->tcp, on_conn_closed);
}

void bm_conn_phase(struct bm_conn *c, enum bm_phase phase, int64_t ms)
{
    if (c->phase == BM_PHASE_CLOSED)
        return;
    c->phase = (unsigned char)phase;
    c->due = ms < 0 ? INT64_MAX / 2 : bm_http_now(c->http) + ms;
    bm_timer_wheel_set(c);
}

/* Everything is written. */
static void linger_conn(struct bm_conn *c)
{
    uv_os_fd_t fd;
    if (c->ended || uv_fileno((uv_handle_t *)&c->tcp, &fd) != 0 || shutdown(fd, SHUT_WR) != 0) {
        bm_conn_close(c);
        return;
    }
    bm_conn_phase(c, BM_PHASE_LINGER, BM_NET_LINGER_MS);
}

void bm_conn_flushed(struct bm_conn *c)
{
    if (c->phase == BM_PHASE_FLUSH)
        linger_conn(c);
    else if (c->phase == BM_PHASE_SOCKET)
        bm_ws_flushed(c->ws);
    else if (c->phase == BM_PHASE_HEAD)
        bm_conn_wake(c);
}

void bm_conn_finish(struct bm_conn *c)
{
    bm_conn_phase(c, BM_PHASE_FLUSH, -1);
    bm_buf_free(&c->in);
    if (c->queued == 0)
        bm_conn_flushed(c);
}

void bm_conn_late(struct bm_conn *c)
{
    struct bm_http_counts *const counts = &c->http->counts;
    const int64_t now = bm_http_now(c->http);
    if (c->queued != 0 && c->progress + c->http->limits.write_ms <= now) {
        counts->slow_readers++;
        bm_conn_close(c);
        return;
    }
    switch ((enum bm_phase)c->phase) {
    case BM_PHASE_HEAD:
        /* A client that still reads a reply is not idle. */
        if (c->queued != 0) {
            bm_conn_phase(c, BM_PHASE_HEAD, c->http->limits.idle_ms);
            return;
        }
        if (c->in.len == 0) {
            bm_conn_close(c);
            return;
        }
        __attribute__((fallthrough));
    case BM_PHASE_BODY:
        counts->refused_slow++;
        bm_http_refuse(c, 408, "timeout", "the request did not come in time");
        break;
    case BM_PHASE_SOCKET: bm_ws_late(c->ws); break;
    case BM_PHASE_ANSWER:
    case BM_PHASE_STREAM:
    case BM_PHASE_FLUSH:
    case BM_PHASE_LINGER:
    case BM_PHASE_CLOSED: bm_conn_close(c); break;
    }
}

/* ---- Reading ---- */

static void pause_conn(struct bm_conn *c)
{
    if (!c->paused)
        uv_read_stop((uv_stream_t *)&c->tcp);
    c->paused = true;
}

/* One request at a time: the next waits here, and those behind it in the kernel. */
static void keep_pipelined(struct bm_conn *c, const char *s, size_t n)
{
    bm_buf_bytes(&c->in, s, n);
    if (c->in.failed)
        bm_conn_close(c);
    else if (c->in.len >= BM_NET_READ / 4)
        pause_conn(c);
}

/* The turn is used up: the rest is for the next. */
static void put_off_bytes(struct bm_conn *c, const char *s, size_t n)
{
    bm_buf_bytes(&c->in, s, n);
    if (c->in.failed) {
        bm_conn_close(c);
        return;
    }
    c->http->counts.deferred++;
    pause_conn(c);
    bm_round_robin_defer(c);
}

static bool is_behind(const struct bm_conn *c)
{
    return c->phase == BM_PHASE_SOCKET && bm_ws_is_behind(c->ws);
}

static void take_bytes(struct bm_conn *c, const char *s, size_t n)
{
    c->taking = true;
    while ((n != 0 || is_behind(c)) && c->phase != BM_PHASE_CLOSED) {
        size_t used = n;
        const bool ends = c->phase == BM_PHASE_FLUSH || c->phase == BM_PHASE_LINGER;
        const bool over = c->phase == BM_PHASE_SOCKET && bm_peer_wait(c->http, c->peer) != 0;
        if (!ends && (over || !bm_round_robin_may(c))) {
            put_off_bytes(c, s, n);
            break;
        }
        switch ((enum bm_phase)c->phase) {
        case BM_PHASE_HEAD:
            /* A client that sends one request after another must read the replies, too. */
            if (c->queued != 0)
                keep_pipelined(c, s, n);
            else
                used = bm_http_head(c, s, n);
            break;
        case BM_PHASE_BODY: used = bm_http_body(c, s, n); break;
        case BM_PHASE_SOCKET: used = bm_ws_take(c->ws, s, n); break;
        case BM_PHASE_ANSWER:
        case BM_PHASE_STREAM: keep_pipelined(c, s, n); break;
        case BM_PHASE_FLUSH:
        case BM_PHASE_LINGER:
        case BM_PHASE_CLOSED: break;
        }
        s = used != 0 ? s + used : s; /* NULL if nothing was read */
        n -= used;
    }
    c->taking = false;
    if (c->ended && c->phase == BM_PHASE_HEAD && (c->queued == 0 || c->in.len == 0))
        bm_conn_finish(c);
}

/* What was kept, with what came now. */
static void take_kept(struct bm_conn *c, const char *s, size_t n)
{
    bm_buf_bytes(&c->in, s, n);
    if (c->in.failed) {
        bm_conn_close(c);
        return;
    }
    struct bm_buf kept = c->in;
    c->in = (struct bm_buf){0};
    take_bytes(c, kept.s, kept.len);
    bm_buf_free(&kept);
}

static void on_end(struct bm_conn *c)
{
    c->ended = true;
    const bool answers = c->phase == BM_PHASE_ANSWER || c->phase == BM_PHASE_FLUSH ||
                         (c->phase == BM_PHASE_HEAD && c->queued != 0);
    /* A client that has sent everything and shut down its side may still read. */
    if (!answers)
        bm_conn_close(c);
}

static void on_room(uv_handle_t *handle, size_t size, uv_buf_t *buf)
{
    (void)size;
    struct bm_conn *const c = handle->data;
    /* Nothing is read of an address that has used its share: UV_ENOBUFS. */
    *buf = uv_buf_init(c->http->read, bm_round_robin_has_share(c) ? BM_NET_READ : 0);
}

/* Read on, at the next turn, or when the address has an allowance again. */
static void settle_conn(struct bm_conn *c)
{
    struct bm_http *const h = c->http;
    if (c->phase == BM_PHASE_CLOSED)
        return;
    /* A request that is not begun may come: it is refused. What is half there waits. */
    const bool half = c->phase != BM_PHASE_HEAD || c->in.len != 0;
    if (half && c->phase != BM_PHASE_ANSWER && c->phase != BM_PHASE_STREAM &&
        bm_peer_wait(h, c->peer) != 0) {
        pause_conn(c);
        bm_round_robin_throttle(c);
    } else if (!c->is_ready && !c->paused && !bm_round_robin_may(c)) {
        put_off_bytes(c, NULL, 0);
    }
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct bm_conn *const c = stream->data;
    if (c->phase == BM_PHASE_CLOSED || n == 0)
        return;
    if (n == UV_EOF) {
        on_end(c);
    } else if (n == UV_ENOBUFS) {
        put_off_bytes(c, NULL, 0);
    } else if (n < 0) {
        bm_conn_close(c);
    } else {
        bm_round_robin_drop(c);
        bm_round_robin_begin(c);
        if (c->over_since != 0 && bm_peer_is_calm(c->http, c->peer))
            c->over_since = 0;
        bm_peer_charge(c, BM_COST_READ + (uint64_t)n / BM_BYTES_IN);
        if (c->in.len != 0)
            take_kept(c, buf->base, (size_t)n);
        else
            take_bytes(c, buf->base, (size_t)n);
        settle_conn(c);
    }
}

void bm_conn_wake(struct bm_conn *c)
{
    if (c->in.len != 0 || c->paused || c->ended)
        bm_round_robin_defer(c);
}

void bm_conn_serve(struct bm_conn *c)
{
    bm_round_robin_begin(c);
    if (c->waiting)
        bm_http_hand_out(c);
    else
        take_kept(c, NULL, 0);
    settle_conn(c);
    const bool served = !c->is_ready && !c->throttled && c->in.len < BM_NET_READ / 4;
    if (c->phase == BM_PHASE_CLOSED || !c->paused || !served)
        return;
    if (bm_round_robin_may(c)) {
        c->paused = false;
        uv_read_start((uv_stream_t *)&c->tcp, on_room, on_read);
    } else {
        bm_round_robin_defer(c);
    }
}

/* ---- The beginning ---- */

/* Whom the connection is charged to: behind a proxy that is known when a request has come. */
static void find_peer(struct bm_conn *c)
{
    struct bm_http *const h = c->http;
    if (!bm_net_peer(&c->tcp, c->address))
        return;
    if (h->limits.behind_proxy) {
        h->door.count++;
        c->peer = &h->door;
    } else {
        c->peer = bm_peer_hold(h, c->address);
    }
}

void bm_conn_accept(struct bm_http *h, uv_stream_t *server)
{
    struct bm_conn *const c = calloc(1, sizeof *c);
    if (!c) {
        /* It waits at the door until there is room: see bm_http_accept_again(). */
        h->starved = true;
        bm_timer_wheel_start(h);
        return;
    }
    c->http = h;
    uv_tcp_init(&h->loop->uv, &c->tcp);
    c->tcp.data = c;
    h->handles++;
    h->counts.open++;
    const bool here = uv_accept(server, (uv_stream_t *)&c->tcp) == 0;
    if (here) {
        h->counts.accepted++;
        find_peer(c);
    }
    const bool crowded = here && c->peer && bm_peer_is_crowded(h, c->peer);
    if (crowded)
        h->counts.refused_crowd++;
    if (!here || !c->peer || h->counts.open > h->limits.connections + REFUSED_MOST ||
        (crowded && c->peer->count > h->limits.per_address + CROWD_MOST) ||
        uv_read_start((uv_stream_t *)&c->tcp, on_room, on_read) != 0) {
        bm_conn_close(c);
        return;
    }
    uv_tcp_nodelay(&c->tcp, 1);
    bm_timer_wheel_start(h);
    bm_conn_phase(c, BM_PHASE_HEAD, h->limits.head_ms);
    bm_round_robin_begin(c);
    bm_peer_charge(c, BM_COST_CONNECTION);
    if (h->counts.open > h->limits.connections) {
        h->counts.refused_full++;
        bm_http_refuse(c, 503, "too_many_connections", "too many connections; try again later");
    } else if (crowded) {
        bm_http_refuse(c, 429, "too_many_connections",
                       "too many connections of this address; close some");
    }
}

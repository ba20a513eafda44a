/* SPDX-License-Identifier: MIT */

/* A connection: how it begins, reads, writes and ends. What the bytes mean is said elsewhere.
 */

#include <stdlib.h>
#include <sys/socket.h>

#include "net/net.h"

/* Beyond the limit there is room for those who are told that there is none. */
enum { REFUSED_MOST = 256 };

/* ---- The end ---- */

void bm_conn_tell(struct bm_conn *c)
{
    struct bm_request *const r = c->request;
    if (r) {
        bm_request_part(r, NULL);
        /* One that is not whole was not handed out: nobody will answer it. */
        if (!r->whole)
            bm_request_free(r);
    }
    if (c->stream)
        bm_stream_gone(c->stream);
    if (c->ws)
        bm_ws_gone(c->ws);
}

static void on_closed(uv_handle_t *handle)
{
    struct bm_conn *const c = handle->data;
    struct bm_http *const h = c->http;
    bm_conn_tell(c);
    bm_ws_free(c->ws);
    bm_peer_drop(h, c->peer);
    bm_buf_free(&c->in);
    free(c);
    h->counts.open--;
    bm_http_let_go(h);
}

void bm_conn_close(struct bm_conn *c)
{
    if (c->phase == BM_PHASE_CLOSED)
        return;
    c->phase = BM_PHASE_CLOSED;
    bm_wheel_drop(c);
    if (c->held)
        bm_held_drop(c->held);
    for (struct bm_conn **w = &c->http->woken; c->woken && *w; w = &(*w)->next_woken) {
        if (*w == c) {
            *w = c->next_woken;
            c->woken = false;
            break;
        }
    }
    uv_close((uv_handle_t *)&c->tcp, on_closed);
}

void bm_conn_phase(struct bm_conn *c, enum bm_phase phase, int64_t ms)
{
    if (c->phase == BM_PHASE_CLOSED)
        return;
    c->phase = (unsigned char)phase;
    c->due = ms < 0 ? INT64_MAX / 2 : bm_http_now(c->http) + ms;
    bm_wheel_set(c);
}

/* Everything is written. */
static void linger(struct bm_conn *c)
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
        linger(c);
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
        /* Who still reads an answer is not idle. */
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

/* One request at a time: the next waits here, and those behind it in the kernel. */
static void keep(struct bm_conn *c, const char *s, size_t n)
{
    bm_buf_bytes(&c->in, s, n);
    if (c->in.failed) {
        bm_conn_close(c);
    } else if (c->in.len >= BM_NET_READ / 4 && !c->paused) {
        c->paused = true;
        uv_read_stop((uv_stream_t *)&c->tcp);
    }
}

static void take(struct bm_conn *c, const char *s, size_t n)
{
    c->taking = true;
    while (n != 0 && c->phase != BM_PHASE_CLOSED) {
        size_t used = n;
        switch ((enum bm_phase)c->phase) {
        case BM_PHASE_HEAD:
            /* Who asks on and on shall read the answers, too. */
            if (c->queued != 0)
                keep(c, s, n);
            else
                used = bm_http_head(c, s, n);
            break;
        case BM_PHASE_BODY: used = bm_http_body(c, s, n); break;
        case BM_PHASE_SOCKET: bm_ws_take(c->ws, s, n); break;
        case BM_PHASE_ANSWER:
        case BM_PHASE_STREAM: keep(c, s, n); break;
        case BM_PHASE_FLUSH:
        case BM_PHASE_LINGER:
        case BM_PHASE_CLOSED: break;
        }
        s += used;
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
    take(c, kept.s, kept.len);
    bm_buf_free(&kept);
}

static void on_end(struct bm_conn *c)
{
    c->ended = true;
    const bool answers = c->phase == BM_PHASE_ANSWER || c->phase == BM_PHASE_FLUSH ||
                         (c->phase == BM_PHASE_HEAD && c->queued != 0);
    /* Who says all he has to say at once may still listen. */
    if (!answers)
        bm_conn_close(c);
}

static void on_room(uv_handle_t *handle, size_t size, uv_buf_t *buf)
{
    (void)size;
    struct bm_conn *const c = handle->data;
    *buf = uv_buf_init(c->http->read, BM_NET_READ);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct bm_conn *const c = stream->data;
    if (c->phase == BM_PHASE_CLOSED || n == 0)
        return;
    if (n == UV_EOF)
        on_end(c);
    else if (n < 0)
        bm_conn_close(c);
    else if (c->in.len != 0)
        take_kept(c, buf->base, (size_t)n);
    else
        take(c, buf->base, (size_t)n);
}

static void on_idle(uv_idle_t *idle);

void bm_conn_wake(struct bm_conn *c)
{
    struct bm_http *const h = c->http;
    const bool kept = c->in.len != 0 || c->paused || c->ended;
    if (!kept || c->woken || c->phase == BM_PHASE_CLOSED)
        return;
    c->woken = true;
    c->next_woken = h->woken;
    h->woken = c;
    uv_idle_start(&h->idle, on_idle);
}

static void on_idle(uv_idle_t *idle)
{
    struct bm_http *const h = idle->data;
    for (struct bm_conn *c; (c = h->woken);) {
        h->woken = c->next_woken;
        c->woken = false;
        if (c->paused) {
            c->paused = false;
            uv_read_start((uv_stream_t *)&c->tcp, on_room, on_read);
        }
        take_kept(c, NULL, 0);
    }
    uv_idle_stop(idle);
}

/* ---- The beginning ---- */

void bm_conn_accept(struct bm_http *h, uv_stream_t *server)
{
    struct bm_conn *const c = calloc(1, sizeof *c);
    if (!c) {
        /* It waits at the door until there is room: see bm_http_accept_again(). */
        h->starved = true;
        bm_wheel_start(h);
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
        c->peer = bm_peer_hold(h, &c->tcp);
    }
    if (!here || !c->peer || h->counts.open > h->limits.connections + REFUSED_MOST ||
        uv_read_start((uv_stream_t *)&c->tcp, on_room, on_read) != 0) {
        bm_conn_close(c);
        return;
    }
    uv_tcp_nodelay(&c->tcp, 1);
    bm_wheel_start(h);
    bm_conn_phase(c, BM_PHASE_HEAD, h->limits.head_ms);
    const bool alone = h->limits.per_address == 0 || c->peer->count <= h->limits.per_address;
    if (h->counts.open > h->limits.connections || !alone) {
        h->counts.refused_full++;
        bm_http_refuse(c, 503, "too_many_connections", "too many connections; try again later");
    }
}

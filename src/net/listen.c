/* SPDX-License-Identifier: MIT */

/* Sockets that are listened on, and what belongs to the server as a whole. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "net/net_internal.h"

enum { BACKLOG = 1024 };

static void set_limits(struct bm_http_limits *to, const struct bm_http_limits *from)
{
    if (from)
        *to = *from;
#define USUAL(member, value) (void)(to->member ? 0 : (to->member = (value), 0))
    USUAL(connections, 20000);
    USUAL(head, 16384);
    USUAL(body, 16384);
    USUAL(bodies, 64 << 20);
    USUAL(own_bodies, 2 << 20);
    USUAL(head_ms, 10000);
    USUAL(body_ms, 30000);
    USUAL(idle_ms, 75000);
    USUAL(write_ms, 20000);
    USUAL(ping_ms, 20000);
    USUAL(queue, 1 << 18);
    USUAL(flood_ms, 10000);
    USUAL(share_us, 2000);
#undef USUAL
}

/* Short enough for the shortest limit, and no shorter than need be: it wakes the machine. */
static int64_t tick_length(const struct bm_http_limits *l)
{
    int64_t least = l->head_ms;
    const int64_t others[] = {l->body_ms, l->idle_ms, l->write_ms, l->ping_ms};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i] < least)
            least = others[i];
    least /= 8;
    return least < 10 ? 10 : least > 500 ? 500 : least;
}

bm_status bm_http_create(struct bm_http **out, struct bm_loop *loop,
                         const struct bm_http_limits *limits, const struct bm_http_hooks *hooks)
{
    struct bm_http *const h = calloc(1, sizeof *h);
    if (!h)
        return BM_ENOMEM;
    h->loop = loop;
    h->hooks = *hooks;
    set_limits(&h->limits, limits);
    h->tick_ms = tick_length(&h->limits);
    uv_timer_init(&loop->uv, &h->timer);
    uv_idle_init(&loop->uv, &h->idle);
    uv_prepare_init(&loop->uv, &h->prepare);
    uv_check_init(&loop->uv, &h->check);
    h->timer.data = h->idle.data = h->prepare.data = h->check.data = h;
    h->handles = 4;
    uv_prepare_start(&h->prepare, bm_write_batch_prepare);
    uv_check_start(&h->check, bm_round_robin_check);
    h->ready_last = &h->ready;
    h->door = (struct bm_peer){.door = true, .ready_last = &h->door.ready};
    /* They are no reason to go on when nothing else is left. */
    uv_unref((uv_handle_t *)&h->prepare);
    uv_unref((uv_handle_t *)&h->check);
    *out = h;
    return BM_OK;
}

void bm_http_release(struct bm_http *h)
{
    if (--h->handles != 0)
        return;
    bm_ws_free_spares(h);
    bm_write_batch_free_spares(h);
    bm_peers_free(h);
    free(h);
}

static void on_handle_closed(uv_handle_t *handle) { bm_http_release(handle->data); }

static void on_listener_closed(uv_handle_t *handle)
{
    struct bm_listener *const l = handle->data;
    struct bm_http *const h = l->http;
    free(l);
    bm_http_release(h);
}

static void close_listeners(struct bm_http *h)
{
    while (h->listeners) {
        struct bm_listener *const l = h->listeners;
        h->listeners = l->next;
        uv_close((uv_handle_t *)&l->tcp, on_listener_closed);
    }
}

static void close_conns(struct bm_conn **list)
{
    while (*list) {
        struct bm_conn *const c = *list;
        bm_conn_close(c);
        /* Now, not when the loop comes to it: who is told may be gone by then. */
        bm_conn_tell(c);
    }
}

void bm_http_destroy(struct bm_http *h)
{
    if (!h)
        return;
    h->destroyed = true;
    close_listeners(h);
    close_conns(&h->looked_at);
    for (unsigned i = 0; i < BM_NET_SLOTS; i++)
        close_conns(&h->slot[i]);
    uv_close((uv_handle_t *)&h->timer, on_handle_closed);
    uv_close((uv_handle_t *)&h->idle, on_handle_closed);
    uv_close((uv_handle_t *)&h->prepare, on_handle_closed);
    uv_close((uv_handle_t *)&h->check, on_handle_closed);
}

static void on_connection(uv_stream_t *server, int status)
{
    struct bm_listener *const l = server->data;
    if (status == 0 && bm_round_robin_accepts(l->http))
        bm_conn_accept(l->http, server);
}

void bm_http_accept_again(struct bm_http *h)
{
    h->starved = false;
    for (struct bm_listener *l = h->listeners; l && !h->starved; l = l->next)
        bm_conn_accept(h, (uv_stream_t *)&l->tcp);
}

static struct bm_listener *new_listener(struct bm_http *h)
{
    struct bm_listener *const l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    uv_tcp_init(&h->loop->uv, &l->tcp);
    l->tcp.data = l;
    l->http = h;
    l->next = h->listeners;
    h->listeners = l;
    h->handles++;
    return l;
}

/* Take back the listener that was made last. */
static int undo_listener(struct bm_listener *l, int status)
{
    l->http->listeners = l->next;
    uv_close((uv_handle_t *)&l->tcp, on_listener_closed);
    return status;
}

int bm_net_address(const char *text, struct sockaddr_storage *out)
{
    char host[64];
    const char *const colon = strrchr(text, ':');
    if (!colon || colon[1] < '0' || colon[1] > '9')
        return UV_EINVAL;
    char *end;
    const unsigned long port = strtoul(colon + 1, &end, 10);
    if (*end != '\0' || port > 65535)
        return UV_EINVAL;
    const bool six = text[0] == '[';
    if (six && (colon - text < 2 || colon[-1] != ']'))
        return UV_EINVAL;
    const size_t len = (size_t)(colon - text) - (six ? 2 : 0);
    if (len >= sizeof host)
        return UV_EINVAL;
    memcpy(host, text + six, len);
    host[len] = '\0';
    memset(out, 0, sizeof *out);
    return six ? uv_ip6_addr(host, (int)port, (struct sockaddr_in6 *)out)
               : uv_ip4_addr(host, (int)port, (struct sockaddr_in *)out);
}

unsigned bm_net_port(const uv_tcp_t *tcp)
{
    struct sockaddr_storage a;
    int len = sizeof a;
    if (uv_tcp_getsockname(tcp, (struct sockaddr *)&a, &len) != 0)
        return 0;
    const uint16_t port = a.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&a)->sin6_port
                                                  : ((struct sockaddr_in *)&a)->sin_port;
    return ntohs(port);
}

int bm_http_listen(struct bm_http *h, const char *address, unsigned *port)
{
    struct sockaddr_storage a;
    int status = bm_net_address(address, &a);
    if (status)
        return status;
    struct bm_listener *const l = new_listener(h);
    if (!l)
        return UV_ENOMEM;
    status = uv_tcp_bind(&l->tcp, (struct sockaddr *)&a, 0);
    if (!status)
        status = uv_listen((uv_stream_t *)&l->tcp, BACKLOG, on_connection);
    if (status)
        return undo_listener(l, status);
    if (port)
        *port = bm_net_port(&l->tcp);
    return 0;
}

int bm_http_listen_fd(struct bm_http *h, int fd)
{
    struct bm_listener *const l = new_listener(h);
    if (!l)
        return UV_ENOMEM;
    int status = uv_tcp_open(&l->tcp, fd);
    (void)fcntl(fd, F_SETFD,
                FD_CLOEXEC); /* the descriptor is not inherited by child processes */
    if (!status)
        status = uv_listen((uv_stream_t *)&l->tcp, BACKLOG, on_connection);
    return status ? undo_listener(l, status) : 0;
}

static void drain_conns(struct bm_conn *c)
{
    for (struct bm_conn *next; c; c = next) {
        next = c->next;
        if (c->phase != BM_PHASE_HEAD || c->in.len != 0)
            continue;
        if (c->queued != 0)
            bm_conn_finish(c);
        else
            bm_conn_close(c);
    }
}

void bm_http_drain(struct bm_http *h)
{
    h->draining = true;
    close_listeners(h);
    drain_conns(h->looked_at);
    for (unsigned i = 0; i < BM_NET_SLOTS; i++)
        drain_conns(h->slot[i]);
}

unsigned bm_http_busy(const struct bm_http *h) { return h->busy; }

void bm_http_counts(const struct bm_http *h, struct bm_http_counts *out) { *out = h->counts; }

const char *bm_http_date(struct bm_http *h)
{
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const int64_t now = bm_http_now(h) / 500;
    if (h->date[0] == '\0' || h->date_at != now) {
        const time_t wall = time(NULL);
        struct tm t;
        gmtime_r(&wall, &t);
        h->date_at = now;
        snprintf(h->date, sizeof h->date, "%.3s, %02d %.3s %d %02d:%02d:%02d GMT",
                 days + 3 * t.tm_wday, t.tm_mday, months + 3 * t.tm_mon, t.tm_year + 1900,
                 t.tm_hour, t.tm_min, t.tm_sec);
    }
    return h->date;
}

/* SPDX-License-Identifier: MIT */
#include "net/line/line_server.h"

#include <stdlib.h>
#include <sys/socket.h>

#include "net/net_internal.h"

enum {
    BACKLOG = 128,
    TICK_MS = 250,
    RESUMED_MOST = 64 /* connections that are read in a turn of the loop, of those that wait */
};

enum state {
    OPEN,
    FLUSHING,  /* the last line is being written */
    LINGERING, /* written; the client may read it before the connection closes */
    CLOSED     /* the loop will call back */
};

struct bm_caller {
    uv_tcp_t tcp;
    struct bm_line_server *lines;
    struct bm_caller *next, **link;
    void *of; /* user pointer of the hooks; NULL: no hook is called any more */
    struct bm_buf half;
    int64_t due, progress;
    size_t queued;
    enum state state;
    struct bm_caller *next_paused;
    bool is_paused; /* it was read in this turn of the loop, and is again in a later one */
    char address[BM_ADDRESS_SIZE];
};

struct bm_line_server {
    struct bm_loop *loop;
    struct bm_lines_limits limits;
    struct bm_lines_hooks hooks;
    struct bm_caller *callers;
    unsigned count, handles; /* that are open; that the loop still knows */
    uv_tcp_t tcp;
    bool listening;
    struct bm_timer tick;
    uv_idle_t idle; /* runs while connections are paused */
    struct bm_caller *paused, **last_paused;
    char read[4096]; /* what an address may say in a turn of the loop */
};

static void charge_caller(const struct bm_caller *c, uint64_t units)
{
    if (c->lines->hooks.charge)
        c->lines->hooks.charge(c->lines->hooks.user, c->address, units);
}

static bool must_wait(const struct bm_caller *c)
{
    const struct bm_lines_hooks *const hooks = &c->lines->hooks;
    return hooks->wait && hooks->wait(hooks->user, c->address) > 0;
}

static void release_line_server(struct bm_line_server *l)
{
    if (--l->handles == 0)
        free(l);
}

/* ---- The end ---- */

static void on_caller_closed(uv_handle_t *handle)
{
    struct bm_caller *const c = handle->data;
    struct bm_line_server *const l = c->lines;
    if (c->of)
        l->hooks.gone(c->of);
    bm_buf_free(&c->half);
    free(c);
    release_line_server(l);
}

static void drop_paused(struct bm_caller *c)
{
    struct bm_caller **at = &c->lines->paused;
    if (!c->is_paused)
        return;
    while (*at != c)
        at = &(*at)->next_paused;
    *at = c->next_paused;
    if (!*at)
        c->lines->last_paused = at;
    c->is_paused = false;
}

static void close_caller(struct bm_caller *c)
{
    if (c->state == CLOSED)
        return;
    c->state = CLOSED;
    drop_paused(c);
    *c->link = c->next;
    if (c->next)
        c->next->link = c->link;
    c->lines->count--;
    uv_close((uv_handle_t *)&c->tcp, on_caller_closed);
}

static void linger_caller(struct bm_caller *c)
{
    uv_os_fd_t fd;
    if (uv_fileno((uv_handle_t *)&c->tcp, &fd) != 0 || shutdown(fd, SHUT_WR) != 0) {
        close_caller(c);
        return;
    }
    c->state = LINGERING;
    bm_caller_deadline(c, BM_NET_LINGER_MS);
}

void bm_caller_close(struct bm_caller *c)
{
    c->of = NULL;
    if (c->state != OPEN)
        return;
    c->state = FLUSHING;
    c->due = INT64_MAX;
    if (c->queued == 0)
        linger_caller(c);
}

void bm_caller_deadline(struct bm_caller *c, int64_t ms)
{
    c->due = ms < 0 ? INT64_MAX : bm_loop_now(c->lines->loop) + ms;
}

const char *bm_caller_address(const struct bm_caller *c) { return c->address; }

static void resume_callers(uv_idle_t *idle);

static void on_line_tick(void *user)
{
    struct bm_line_server *const l = user;
    if (l->paused) /* an address may have an allowance again */
        (void)uv_idle_start(&l->idle, resume_callers);
    const int64_t now = bm_loop_now(l->loop);
    for (struct bm_caller *c = l->callers, *next; c; c = next) {
        next = c->next;
        if (c->due <= now || (c->queued != 0 && c->progress + l->limits.write_ms <= now))
            close_caller(c);
    }
    if (l->callers)
        bm_timer_set(&l->tick, l->loop, TICK_MS, on_line_tick, l);
}

/* ---- Writing ---- */

struct caller_write {
    uv_write_t req;
    struct bm_caller *caller;
    size_t len;
    char bytes[];
};

static void on_caller_written(uv_write_t *req, int status)
{
    struct caller_write *const w = req->data;
    struct bm_caller *const c = w->caller;
    c->queued -= w->len;
    free(w);
    if (c->state == CLOSED)
        return;
    c->progress = bm_loop_now(c->lines->loop);
    if (status != 0)
        close_caller(c);
    else if (c->state == FLUSHING && c->queued == 0)
        linger_caller(c);
}

static bool queue_bytes(struct bm_caller *c, const char *bytes, size_t len)
{
    struct caller_write *const w =
        c->queued + len <= c->lines->limits.queue ? malloc(sizeof *w + len) : NULL;
    if (!w)
        return false;
    memcpy(w->bytes, bytes, len);
    w->caller = c;
    w->len = len;
    w->req.data = w;
    const uv_buf_t buf = uv_buf_init(w->bytes, (unsigned)len);
    if (uv_write(&w->req, (uv_stream_t *)&c->tcp, &buf, 1, on_caller_written) != 0) {
        free(w);
        return false;
    }
    if (c->queued == 0)
        c->progress = bm_loop_now(c->lines->loop);
    c->queued += len;
    return true;
}

void bm_caller_send(struct bm_caller *c, const char *bytes, size_t len)
{
    if (c->state != OPEN)
        return;
    if (c->queued == 0) {
        const uv_buf_t buf = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)len);
        const int done = uv_try_write((uv_stream_t *)&c->tcp, &buf, 1);
        if (done < 0 && done != UV_EAGAIN) {
            close_caller(c);
            return;
        }
        bytes += done < 0 ? 0 : done;
        len -= done < 0 ? 0 : (size_t)done;
    }
    if (len != 0 && !queue_bytes(c, bytes, len))
        close_caller(c);
}

/* ---- Reading ---- */

static bool on_caller_line(void *user, const char *line, size_t len)
{
    struct bm_caller *const c = user;
    charge_caller(c, BM_COST_MESSAGE);
    c->lines->hooks.line(c->of, line, len);
    return c->state == OPEN;
}

static void on_room(uv_handle_t *handle, size_t size, uv_buf_t *buf)
{
    (void)size;
    struct bm_caller *const c = handle->data;
    *buf = uv_buf_init(c->lines->read, sizeof c->lines->read);
}

/* Each turn of the loop reads once from each address, so that others come between. */
static void pause_caller(struct bm_caller *c)
{
    struct bm_line_server *const l = c->lines;
    if (c->state == CLOSED || c->is_paused)
        return;
    (void)uv_read_stop((uv_stream_t *)&c->tcp);
    c->is_paused = true;
    c->next_paused = NULL;
    *l->last_paused = c;
    l->last_paused = &c->next_paused;
    (void)uv_idle_start(&l->idle, resume_callers);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct bm_caller *const c = stream->data;
    if (n > 0)
        charge_caller(c, BM_COST_READ + (uint64_t)n / BM_BYTES_IN);
    if (n < 0)
        close_caller(c);
    else if (n > 0 && c->state == OPEN &&
             !bm_net_cut(&c->half, c->lines->limits.line, buf->base, (size_t)n, on_caller_line,
                         c))
        close_caller(c);
    if (n > 0)
        pause_caller(c);
}

static bool has_address(struct bm_caller *const *callers, unsigned count, const char *address)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(callers[i]->address, address) == 0)
            return true;
    return false;
}

/* Read again: the first that waits of each address, unless it has used up its allowance. */
static void resume_callers(uv_idle_t *idle)
{
    struct bm_line_server *const l = idle->data;
    struct bm_caller *resumed[RESUMED_MOST];
    unsigned count = 0;
    for (struct bm_caller *c = l->paused, *next; c && count < RESUMED_MOST; c = next) {
        next = c->next_paused;
        if (!has_address(resumed, count, c->address) && !must_wait(c))
            resumed[count++] = c;
    }
    for (unsigned i = 0; i < count; i++) {
        drop_paused(resumed[i]);
        if (uv_read_start((uv_stream_t *)&resumed[i]->tcp, on_room, on_read) != 0)
            close_caller(resumed[i]);
    }
    if (!l->paused || count == 0) /* then a tick goes on */
        (void)uv_idle_stop(idle);
}

/* ---- The beginning ---- */

static bool is_welcome(const struct bm_caller *c)
{
    const struct bm_line_server *const l = c->lines;
    unsigned same = 0;
    for (const struct bm_caller *o = l->callers; o; o = o->next)
        same += strcmp(o->address, c->address) == 0;
    return l->count <= l->limits.connections &&
           (l->limits.per_address == 0 || same <= l->limits.per_address);
}

static void on_connection(uv_stream_t *server, int status)
{
    struct bm_line_server *const l = server->data;
    struct bm_caller *const c = status == 0 ? calloc(1, sizeof *c) : NULL;
    if (!c)
        return;
    c->lines = l;
    c->due = INT64_MAX;
    uv_tcp_init(&l->loop->uv, &c->tcp);
    c->tcp.data = c;
    l->handles++;
    l->count++;
    c->next = l->callers;
    c->link = &l->callers;
    if (c->next)
        c->next->link = &c->next;
    l->callers = c;
    if (uv_accept(server, (uv_stream_t *)&c->tcp) != 0 || !bm_net_peer(&c->tcp, c->address) ||
        !is_welcome(c) || must_wait(c) ||
        uv_read_start((uv_stream_t *)&c->tcp, on_room, on_read) != 0) {
        close_caller(c);
        return;
    }
    charge_caller(c, BM_COST_CONNECTION);
    uv_tcp_nodelay(&c->tcp, 1);
    uv_tcp_keepalive(&c->tcp, 1, 60);
    if (!uv_is_active((uv_handle_t *)&l->tick.uv))
        bm_timer_set(&l->tick, l->loop, TICK_MS, on_line_tick, l);
    c->of = l->hooks.opened(l->hooks.user, c);
    if (!c->of)
        close_caller(c);
}

bm_status bm_line_server_create(struct bm_line_server **out, struct bm_loop *loop,
                                const struct bm_lines_limits *limits,
                                const struct bm_lines_hooks *hooks)
{
    struct bm_line_server *const l = calloc(1, sizeof *l);
    if (!l)
        return BM_ENOMEM;
    l->loop = loop;
    l->hooks = *hooks;
    if (limits)
        l->limits = *limits;
#define USUAL(member, value) (void)(l->limits.member ? 0 : (l->limits.member = (value), 0))
    USUAL(connections, 1000);
    USUAL(line, 1024);
    USUAL(queue, 1 << 16);
    USUAL(write_ms, 20000);
#undef USUAL
    l->handles = 2; /* the timer and the idle handle */
    l->last_paused = &l->paused;
    (void)uv_idle_init(&loop->uv, &l->idle);
    l->idle.data = l;
    *out = l;
    return BM_OK;
}

static void on_listener_closed(uv_handle_t *handle) { release_line_server(handle->data); }

void bm_line_server_drain(struct bm_line_server *l)
{
    if (l->listening)
        uv_close((uv_handle_t *)&l->tcp, on_listener_closed);
    l->listening = false;
}

static void on_timer_closed(void *user) { release_line_server(user); }

void bm_line_server_destroy(struct bm_line_server *l)
{
    if (!l)
        return;
    bm_line_server_drain(l);
    while (l->callers) {
        l->callers->of = NULL;
        close_caller(l->callers);
    }
    uv_close((uv_handle_t *)&l->idle, on_listener_closed);
    bm_timer_close(&l->tick, on_timer_closed, l);
}

int bm_line_server_listen(struct bm_line_server *l, const char *address, unsigned *port)
{
    struct sockaddr_storage a;
    int status = bm_net_address(address, &a);
    if (status)
        return status;
    uv_tcp_init(&l->loop->uv, &l->tcp);
    l->tcp.data = l;
    l->handles++;
    l->listening = true;
    status = uv_tcp_bind(&l->tcp, (struct sockaddr *)&a, 0);
    if (!status)
        status = uv_listen((uv_stream_t *)&l->tcp, BACKLOG, on_connection);
    if (status)
        bm_line_server_drain(l);
    else if (port)
        *port = bm_net_port(&l->tcp);
    return status;
}

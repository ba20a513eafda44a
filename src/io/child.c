/* SPDX-License-Identifier: MIT */
#include "io/child.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MAX_QUEUE = 8 << 20, /* bytes that wait for a child that does not read */
    LAST_WORDS = 250     /* ms after its end for what is still in the pipes */
};

struct bm_child {
    uv_pipe_t in, out, err;
    uv_pipe_t attendant; /* the line to it (guard.h) */
    struct bm_timer wait;
    char news[sizeof(struct bm_guard_ended) + 1]; /* what came by it, and room to see its end */
    size_t news_len;
    struct bm_child_events events;
    void *user;
    struct bm_loop *loop;
    unsigned open;  /* handles that the loop knows */
    bool gone;      /* it has ended */
    bool told;      /* so was our user */
    bool out_ended; /* nothing more comes */
    bool deaf;      /* writing failed, or the input was closed */
    bool destroyed; /* no hook is called any more */
    bool skipping;  /* inside a line that is too long */
    int64_t status;
    int signal;
    int pid;
    uint64_t reads; /* of stdout */
    size_t len;     /* of the line begun */
    size_t tail_len;
    char line[BM_CHILD_LINE + 1];
    char chunk[4096]; /* of stderr */
    char tail[BM_CHILD_TAIL + 1];
};

static void release_child(struct bm_child *c)
{
    if (--c->open == 0)
        free(c);
}

static void handle_closed(uv_handle_t *h) { release_child(h->data); }

static void close_handle(uv_handle_t *h)
{
    if (!uv_is_closing(h))
        uv_close(h, handle_closed);
}

static void timer_closed(void *user) { release_child(user); }

/* Tell that it has ended, once all that it wrote is here. */
static void tell_exit(void *user)
{
    struct bm_child *const c = user;
    if (c->told || c->destroyed)
        return;
    c->told = true;
    bm_timer_stop(&c->wait);
    if (c->events.exited)
        c->events.exited(c->user, c->status, c->signal);
}

static void on_exit(struct bm_child *c, const struct bm_guard_ended *how)
{
    c->gone = true;
    c->status = how->status;
    c->signal = how->signal;
    if (c->destroyed)
        return;
    if (c->out_ended)
        tell_exit(c);
    else
        bm_timer_set(&c->wait, c->loop, LAST_WORDS, tell_exit, c);
}

static void give_news(uv_handle_t *h, size_t suggested, uv_buf_t *buf)
{
    struct bm_child *const c = h->data;
    (void)suggested;
    *buf = uv_buf_init(c->news + c->news_len, (unsigned)(sizeof c->news - c->news_len));
}

/* From the attendant: the child has ended; then that nothing is left of it. */
static void on_line(uv_stream_t *s, ssize_t n, const uv_buf_t *buf)
{
    struct bm_child *const c = s->data;
    struct bm_guard_ended how = {.signal = SIGKILL};
    (void)buf;
    if (n > 0 && (c->news_len += (size_t)n) == sizeof how) {
        memcpy(&how, c->news, sizeof how);
        on_exit(c, &how);
    }
    if (n >= 0)
        return;
    if (!c->gone) { /* the attendant was killed */
        kill(-c->pid, SIGKILL);
        on_exit(c, &how);
    }
    close_handle((uv_handle_t *)s);
}

/* Hand over the lines that are complete; `from` is where the new bytes begin. */
static void split_lines(struct bm_child *c, size_t from)
{
    size_t begin = 0;
    for (size_t at = from; at < c->len; at++) {
        if (c->line[at] != '\n')
            continue;
        size_t end = at;
        if (end > begin && c->line[end - 1] == '\r')
            end--;
        if (c->skipping) {
            c->skipping = false;
        } else if (c->events.line) {
            c->line[end] = '\0';
            c->events.line(c->user, c->line + begin, end - begin);
            if (c->destroyed)
                return;
        }
        begin = at + 1;
    }
    c->len -= begin;
    memmove(c->line, c->line + begin, c->len);
    if (c->skipping) {
        c->len = 0;
    } else if (c->len == BM_CHILD_LINE) {
        c->skipping = true;
        c->len = 0;
        if (c->events.long_line)
            c->events.long_line(c->user);
    }
}

static void give_line(uv_handle_t *h, size_t suggested, uv_buf_t *buf)
{
    struct bm_child *const c = h->data;
    (void)suggested;
    *buf = uv_buf_init(c->line + c->len, (unsigned)(BM_CHILD_LINE - c->len));
}

static void on_out(uv_stream_t *s, ssize_t n, const uv_buf_t *buf)
{
    struct bm_child *const c = s->data;
    (void)buf;
    if (c->destroyed || n == 0)
        return;
    if (n > 0) {
        const size_t from = c->len;
        c->reads++;
        c->len += (size_t)n;
        split_lines(c, from);
        return;
    }
    c->out_ended = true;
    uv_read_stop(s);
    if (c->len && !c->skipping && c->events.line) { /* a last line without its end */
        const size_t len = c->len;
        c->len = 0;
        c->line[len] = '\0';
        c->events.line(c->user, c->line, len);
        if (c->destroyed)
            return;
    }
    if (c->gone)
        tell_exit(c);
    else if (c->events.mute)
        c->events.mute(c->user);
}

static void give_chunk(uv_handle_t *h, size_t suggested, uv_buf_t *buf)
{
    struct bm_child *const c = h->data;
    (void)suggested;
    *buf = uv_buf_init(c->chunk, sizeof c->chunk);
}

/* Keep the end of what it says on stderr. */
static void on_err(uv_stream_t *s, ssize_t n, const uv_buf_t *buf)
{
    struct bm_child *const c = s->data;
    if (n < 0) {
        uv_read_stop(s);
        return;
    }
    size_t add = (size_t)n;
    const char *from = buf->base;
    if (add > BM_CHILD_TAIL) {
        from += add - BM_CHILD_TAIL;
        add = BM_CHILD_TAIL;
    }
    if (c->tail_len + add > BM_CHILD_TAIL) {
        const size_t drop = c->tail_len + add - BM_CHILD_TAIL;
        c->tail_len -= drop;
        memmove(c->tail, c->tail + drop, c->tail_len);
    }
    memcpy(c->tail + c->tail_len, from, add);
    c->tail_len += add;
    c->tail[c->tail_len] = '\0';
}

static void open_pipe(struct bm_child *c, uv_pipe_t *pipe, int fd)
{
    uv_pipe_init(&c->loop->uv, pipe, 0);
    pipe->data = c;
    c->open++;
    /* It cannot fail: the descriptor is a socket of our own. */
    if (uv_pipe_open(pipe, fd))
        close(fd);
}

int bm_child_start(struct bm_child **out, struct bm_loop *loop,
                   const struct bm_child_spec *spec, const struct bm_child_events *events,
                   void *user)
{
    const struct bm_launch what = {.file = spec->file, .args = spec->args, .dir = spec->dir};
    struct bm_child *const c = calloc(1, sizeof *c);
    struct bm_launched l;
    *out = NULL;
    if (!c)
        return UV_ENOMEM;
    const int status = bm_guard_launch(&loop->guard, &what, &l);
    if (status) {
        free(c);
        return status;
    }
    c->events = *events;
    c->user = user;
    c->loop = loop;
    c->pid = l.pid;
    open_pipe(c, &c->in, l.in);
    open_pipe(c, &c->out, l.out);
    open_pipe(c, &c->err, l.err);
    open_pipe(c, &c->attendant, l.line);
    bm_timer_set(&c->wait, loop, 0, tell_exit, c);
    bm_timer_stop(&c->wait);
    c->open++; /* the timer */
    uv_read_start((uv_stream_t *)&c->out, give_line, on_out);
    uv_read_start((uv_stream_t *)&c->err, give_chunk, on_err);
    uv_read_start((uv_stream_t *)&c->attendant, give_news, on_line);
    *out = c;
    return 0;
}

struct message {
    uv_write_t request;
    char bytes[];
};

static void turn_deaf(struct bm_child *c)
{
    if (c->deaf || c->destroyed)
        return;
    c->deaf = true;
    if (c->events.deaf)
        c->events.deaf(c->user);
}

static void on_child_written(uv_write_t *request, int status)
{
    struct bm_child *const c = request->handle->data;
    free(request);
    if (status && status != UV_ECANCELED)
        turn_deaf(c);
}

void bm_child_write(struct bm_child *c, const char *s, size_t len)
{
    if (c->deaf || c->gone || len == 0)
        return;
    uv_stream_t *const in = (uv_stream_t *)&c->in;
    struct message *const m = malloc(sizeof *m + len);
    if (!m || uv_stream_get_write_queue_size(in) > MAX_QUEUE) {
        free(m);
        turn_deaf(c);
        return;
    }
    memcpy(m->bytes, s, len);
    const uv_buf_t buf = uv_buf_init(m->bytes, (unsigned)len);
    if (uv_write(&m->request, in, &buf, 1, on_child_written)) {
        free(m);
        turn_deaf(c);
    }
}

static void on_shut(uv_shutdown_t *request, int status)
{
    struct bm_child *const c = request->handle->data;
    (void)status;
    free(request);
    if (!c->destroyed)
        close_handle((uv_handle_t *)&c->in);
}

void bm_child_hang_up(struct bm_child *c)
{
    uv_shutdown_t *const request = malloc(sizeof *request);
    c->deaf = true;
    if (request && uv_shutdown(request, (uv_stream_t *)&c->in, on_shut))
        free(request);
}

void bm_child_kill(struct bm_child *c, int signal)
{
    const char n = (char)signal;
    const uv_buf_t buf = uv_buf_init((char *)&n, 1);
    /* By its attendant, which knows whether the number is still the child's. */
    if (!c->gone)
        uv_try_write((uv_stream_t *)&c->attendant, &buf, 1);
}

uint64_t bm_child_reads(const struct bm_child *c) { return c->reads; }
int bm_child_pid(const struct bm_child *c) { return c->pid; }
const char *bm_child_tail(const struct bm_child *c) { return c->tail; }

void bm_child_destroy(struct bm_child *c)
{
    if (!c || c->destroyed)
        return;
    c->destroyed = true;
    bm_child_kill(c, SIGKILL); /* the line stays open until nothing is left of it */
    close_handle((uv_handle_t *)&c->in);
    close_handle((uv_handle_t *)&c->out);
    close_handle((uv_handle_t *)&c->err);
    bm_timer_close(&c->wait, timer_closed, c);
}

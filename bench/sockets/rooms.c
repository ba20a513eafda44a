/* SPDX-License-Identifier: MIT */
/* Echoes, rooms and idle connections: the crowd that comes, talks in turn, and goes. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sockets.h"

enum { LONGEST = 64 };

struct crowd;
struct member {
    struct sock sock; /* first: hooks get it */
    struct crowd *crowd;
    uint64_t seen; /* messages of its room */
};

/* In a room one member sends a message; when all have received it, the next one does. */
struct room {
    uint64_t said;
    uint64_t since;
    unsigned heard; /* by how many; all: no message is on its way */
    size_t len;
    char text[LONGEST];
};

struct crowd {
    struct sock_net *net;
    const char *path;
    struct member *members;
    struct room *rooms;
    unsigned count, size, begun, open;
    unsigned seconds, talking;
    bool named, idle, over;
    struct tally tally;
    uv_timer_t timer;
    uv_pipe_t input;
    char line[64];
};

static void finish(struct crowd *c)
{
    c->over = true;
    uv_close((uv_handle_t *)&c->timer, NULL);
    for (unsigned i = 0; i < c->begun; i++)
        sock_close(&c->members[i].sock);
}

/* ---- Talking ---- */

static void talk(struct crowd *c, unsigned number)
{
    struct room *const r = &c->rooms[number];
    const unsigned who = number * c->size + (unsigned)(r->said % c->size);
    r->len =
        (size_t)snprintf(r->text, sizeof r->text, "{\"t\":\"say\",\"room\":%u,\"n\":%012llu}",
                         number, (unsigned long long)r->said);
    r->said++;
    r->heard = 0;
    r->since = uv_hrtime();
    sock_send(&c->members[who].sock, r->text, r->len);
}

static void on_message(struct sock *s, const char *text, size_t len)
{
    struct member *const m = (struct member *)s;
    struct crowd *const c = m->crowd;
    const unsigned number = (unsigned)(m - c->members) / c->size;
    struct room *const r = &c->rooms[number];
    if (c->idle)
        return;
    if (m->seen + 1 != r->said || len != r->len || memcmp(text, r->text, len) != 0)
        stop("a message was lost or doubled: %.*s came where %s was sent",
             (int)(len < LONGEST ? len : LONGEST), text, r->text);
    m->seen++;
    tally_add(&c->tally, r->since);
    if (++r->heard < c->size)
        return;
    if (c->tally.end == 0)
        talk(c, number);
    else
        c->talking--;
}

/* ---- Time ---- */

static void on_quiet(uv_timer_t *t)
{
    struct crowd *const c = t->data;
    printf("{\"connections\": %u, \"room\": %u, ", c->count, c->size);
    tally_print(&c->tally);
    puts("}");
    finish(c);
}

static void on_drain(uv_timer_t *t)
{
    struct crowd *const c = t->data;
    const uint64_t waited = (uv_hrtime() - c->tally.end) / 1000000;
    if (c->talking == 0)
        (void)uv_timer_start(t, on_quiet, QUIET_MS, 0);
    else if (waited > DRAIN_MS)
        stop("messages were lost in %u rooms", c->talking);
}

static void on_enough(uv_timer_t *t)
{
    struct crowd *const c = t->data;
    tally_end(&c->tally);
    (void)uv_timer_start(t, on_drain, 10, 10);
}

static void on_warm(uv_timer_t *t)
{
    struct crowd *const c = t->data;
    tally_begin(&c->tally);
    (void)uv_timer_start(t, on_enough, c->seconds * 1000ull, 0);
}

static void on_late(uv_timer_t *t)
{
    const struct crowd *const c = t->data;
    if (c->idle && c->open == c->count)
        stop("no line came on stdin");
    stop("only %u of %u connections opened in %d s", c->open, c->count, OPENING_MS / 1000);
}

/* ---- Coming and going ---- */

static void open_more(struct crowd *c)
{
    while (c->begun < c->count && c->begun - c->open < AT_ONCE)
        sock_connect(&c->members[c->begun++].sock, c->net);
}

static void on_connected(struct sock *s)
{
    const struct member *const m = (struct member *)s;
    const struct crowd *const c = m->crowd;
    char path[1024];
    if (c->named)
        snprintf(path, sizeof path, "%s%croom=%u", c->path, strchr(c->path, '?') ? '&' : '?',
                 (unsigned)(m - c->members) / c->size);
    else
        snprintf(path, sizeof path, "%s", c->path);
    sock_upgrade(s, path);
}

static void on_line_room(uv_handle_t *handle, size_t wish, uv_buf_t *out)
{
    struct crowd *const c = handle->data;
    (void)wish;
    *out = uv_buf_init(c->line, sizeof c->line);
}

static void on_line(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    if (n < 0 || memchr(buf->base, '\n', (size_t)n)) {
        uv_close((uv_handle_t *)stream, NULL);
        finish(stream->data);
    }
}

static void on_open(struct sock *s)
{
    struct crowd *const c = ((struct member *)s)->crowd;
    if (++c->open < c->count) {
        open_more(c);
    } else if (c->idle) {
        printf("%u open\n", c->open);
        fflush(stdout);
        if (uv_read_start((uv_stream_t *)&c->input, on_line_room, on_line) != 0)
            stop("cannot read stdin");
    } else {
        (void)uv_timer_start(&c->timer, on_warm, WARM_MS, 0);
        c->talking = c->count / c->size;
        for (unsigned i = 0; i < c->talking; i++)
            talk(c, i);
    }
}

static void on_closed(struct sock *s, const char *why)
{
    const struct crowd *const c = ((struct member *)s)->crowd;
    if (!c->over)
        stop("connection %u of %u: %s", (unsigned)((struct member *)s - c->members), c->count,
             why ? why : "closed");
}

static const struct sock_hooks hooks = {
    .connected = on_connected, .open = on_open, .message = on_message, .closed = on_closed};

static void run(struct crowd *c)
{
    c->members = calloc(c->count, sizeof *c->members);
    c->rooms = calloc(c->count / c->size, sizeof *c->rooms);
    if (!c->members || !c->rooms)
        stop("out of memory");
    for (unsigned i = 0; i < c->count; i++) {
        c->members[i].crowd = c;
        c->members[i].sock.hooks = &hooks;
    }
    (void)uv_timer_init(c->net->loop, &c->timer);
    c->timer.data = c;
    (void)uv_timer_start(&c->timer, on_late, c->idle ? 10 * OPENING_MS : OPENING_MS, 0);
    open_more(c);
    (void)uv_run(c->net->loop, UV_RUN_DEFAULT);
    tally_free(&c->tally);
    free(c->rooms);
    free(c->members);
}

void run_rooms(struct sock_net *net, const char *path, unsigned count, unsigned room,
               bool named, unsigned seconds)
{
    struct crowd c = {.net = net,
                      .path = path,
                      .count = count / room * room,
                      .size = room,
                      .named = named,
                      .seconds = seconds};
    run(&c);
}

void run_idle(struct sock_net *net, const char *path, unsigned count)
{
    struct crowd c = {.net = net, .path = path, .count = count, .size = 1, .idle = true};
    (void)uv_pipe_init(net->loop, &c.input, 0);
    c.input.data = &c;
    const uv_handle_type type = uv_guess_handle(STDIN_FILENO);
    if ((type != UV_NAMED_PIPE && type != UV_TTY) || uv_pipe_open(&c.input, STDIN_FILENO) != 0)
        stop("stdin should be a pipe or a terminal");
    run(&c);
}

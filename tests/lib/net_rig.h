/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_NET_RIG_H
#define BM_TESTS_NET_RIG_H

/*
 * A server of net/ and its clients in one thread: what a client waits for, the loop is turned
 * for. The server answers by path:
 *
 *   /echo     what was asked, as text
 *   /later    nothing, until the test says so
 *   /big      8 MB
 *   /none     204
 *   /stream   a stream, for the test to write
 *   /ws       a web socket that sends back what comes
 *   /wslater  one that the test upgrades
 */

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/ws/ws.h"

enum { RIG_BIG = 8 << 20, RIG_PATIENCE_MS = 20000 };

struct rig {
    struct bm_loop loop;
    struct bm_http *http;
    unsigned port;
    struct bm_request *later; /* the last that waits */
    struct bm_stream *stream;
    struct bm_ws *ws; /* the last that was opened */
    unsigned asked, gone, messages, closed, code;
    char *big;
};

static inline void rig_on_message(void *user, struct bm_ws *ws, const char *text, size_t len)
{
    struct rig *const rig = user;
    rig->messages++;
    if (len == 5 && !memcmp(text, "close", 5))
        bm_ws_close(ws, BM_WS_POLICY, "as you like");
    else
        bm_ws_send(ws, text, len);
}

static inline void rig_on_closed(void *user, struct bm_ws *ws, unsigned code)
{
    struct rig *const rig = user;
    rig->closed++;
    rig->code = code;
    if (rig->ws == ws)
        rig->ws = NULL;
}

static const struct bm_ws_hooks rig_ws_hooks = {rig_on_message, rig_on_closed, 100000};

static inline void rig_on_gone(void *user)
{
    struct rig *const rig = user;
    rig->gone++;
    rig->stream = NULL;
}

static inline void rig_echo(struct bm_request *r)
{
    static const char *const methods[] = {"GET",    "HEAD",    "POST", "PUT",
                                          "DELETE", "OPTIONS", "OTHER"};
    const struct bm_slice path = bm_request_path(r), query = bm_request_query(r),
                          body = bm_request_body(r), tag = bm_request_header(r, "x-tag");
    struct bm_buf out = {0};
    bm_buf_text(&out, methods[bm_request_method(r)]);
    bm_buf_char(&out, ' ');
    bm_buf_bytes(&out, path.s, path.len);
    bm_buf_char(&out, ' ');
    bm_buf_bytes(&out, query.s, query.len);
    bm_buf_char(&out, ' ');
    bm_buf_bytes(&out, tag.s, tag.len);
    bm_buf_char(&out, ' ');
    bm_buf_bytes(&out, body.s, body.len);
    bm_buf_text(&out, ".\n");
    bm_request_reply(r, 200, "Content-Type: text/plain\r\n", out.s, out.len);
    bm_buf_free(&out);
}

static inline void rig_on_request(void *user, struct bm_request *r)
{
    struct rig *const rig = user;
    const struct bm_slice path = bm_request_path(r);
    rig->asked++;
    if (bm_slice_is(path, "/later") || bm_slice_is(path, "/wslater")) {
        rig->later = r;
    } else if (bm_slice_is(path, "/big")) {
        if (!rig->big)
            rig->big = calloc(1, RIG_BIG);
        bm_request_reply(r, 200, "", rig->big, rig->big ? RIG_BIG : 0);
    } else if (bm_slice_is(path, "/none")) {
        bm_request_reply(r, 204, "", "", 0);
    } else if (bm_slice_is(path, "/stream")) {
        rig->stream = bm_request_stream(r, 200, "X-Kind: stream\r\n", rig_on_gone, rig);
    } else if (bm_slice_is(path, "/ws")) {
        rig->ws = bm_ws_upgrade(r, &rig_ws_hooks, rig);
    } else {
        rig_echo(r);
    }
}

static inline bool rig_start(struct rig *rig, const struct bm_http_limits *limits)
{
    const struct bm_http_hooks hooks = {.request = rig_on_request, .user = rig};
    *rig = (struct rig){0};
    return bm_loop_init(&rig->loop) == 0 &&
           bm_http_create(&rig->http, &rig->loop, limits, &hooks) == BM_OK &&
           bm_http_listen(rig->http, "127.0.0.1:0", &rig->port) == 0;
}

static inline void rig_stop(struct rig *rig)
{
    bm_http_destroy(rig->http);
    if (rig->later)
        bm_request_reply(rig->later, 200, "", "", 0);
    bm_loop_fini(&rig->loop);
    free(rig->big);
}

static inline void rig_turn(struct rig *rig) { uv_run(&rig->loop.uv, UV_RUN_NOWAIT); }

/* ---- Clients ---- */

/* A connection that does not block; -1: none. */
static inline int rig_connect(struct rig *rig)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)rig->port)};
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof a) != 0) {
        if (fd >= 0)
            close(fd);
        return -1;
    }
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

/* Send all; false: nobody takes it. */
static inline bool rig_send(struct rig *rig, int fd, const void *bytes, size_t len)
{
    const char *s = bytes;
    const int64_t end = bm_loop_now(&rig->loop) + RIG_PATIENCE_MS;
    while (len != 0 && bm_loop_now(&rig->loop) < end) {
        const ssize_t n = send(fd, s, len, MSG_NOSIGNAL);
        if (n < 0 && errno != EAGAIN)
            return false;
        if (n > 0) {
            s += n;
            len -= (size_t)n;
        }
        rig_turn(rig);
    }
    return len == 0;
}

enum { RIG_MORE, RIG_END, RIG_RESET };

/* Take what there is now. */
static inline int rig_take(struct rig *rig, int fd, struct bm_buf *in)
{
    rig_turn(rig);
    for (;;) {
        char *const room = bm_buf_room(in, 65536);
        const ssize_t n = room ? recv(fd, room, 65536, 0) : 0;
        if (n == 0)
            return RIG_END;
        if (n < 0)
            return errno == EAGAIN ? RIG_MORE : RIG_RESET;
        in->len += (size_t)n;
    }
}

/* Wait for something to happen, a little. */
static inline void rig_rest(struct rig *rig)
{
    (void)rig;
    poll(NULL, 0, 1);
}

/* Turn the loop until `cond` holds; patience is for machines that are busy. */
#define RIG_UNTIL(rig, cond)                                                 \
    do {                                                                     \
        const int64_t rig_end = bm_loop_now(&(rig)->loop) + RIG_PATIENCE_MS; \
        while (!(cond) && bm_loop_now(&(rig)->loop) < rig_end) {             \
            rig_turn(rig);                                                   \
            if (!(cond))                                                     \
                rig_rest(rig);                                               \
        }                                                                    \
    } while (0)

/* Read until the other end closes. */
static inline int rig_read_all(struct rig *rig, int fd, struct bm_buf *in)
{
    int state = RIG_MORE;
    RIG_UNTIL(rig, (state = rig_take(rig, fd, in)) != RIG_MORE);
    return state;
}

/* Read until there are so many bytes. */
static inline bool rig_read(struct rig *rig, int fd, struct bm_buf *in, size_t len)
{
    int state = RIG_MORE;
    RIG_UNTIL(rig, (state = rig_take(rig, fd, in)) != RIG_MORE || in->len >= len);
    return in->len >= len;
}

/* Read until a text is there, and end what was read by NUL. */
static inline bool rig_read_text(struct rig *rig, int fd, struct bm_buf *in, const char *text)
{
    int state = RIG_MORE;
    bool found = false;
    RIG_UNTIL(rig, (state = rig_take(rig, fd, in), bm_buf_char(in, '\0'), in->len--,
                    found = strstr(in->s, text) != NULL, found || state != RIG_MORE));
    return found;
}

/* Send, read until the other end closes; what came, ended by NUL, or NULL. */
static inline char *rig_talk(struct rig *rig, const void *bytes, size_t len, size_t step)
{
    struct bm_buf in = {0};
    const int fd = rig_connect(rig);
    if (fd < 0)
        return NULL;
    bool closed = false;
    for (size_t at = 0; at < len; at += step)
        if (!rig_send(rig, fd, (const char *)bytes + at, len - at < step ? len - at : step))
            break;
    closed = rig_read_all(rig, fd, &in) != RIG_MORE;
    close(fd);
    if (closed)
        return bm_buf_take(&in);
    bm_buf_free(&in);
    return NULL;
}

#endif

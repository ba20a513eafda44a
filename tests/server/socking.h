/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_SERVER_SOCKING_H
#define BM_TESTS_SERVER_SOCKING_H

/* A web socket to a server in the test's own process. */

#include "asking.h"

struct sock {
    struct client_action line; /* first: the connection */
    struct asking_server *to;
    size_t at;        /* what was read of line.in */
    char text[65536]; /* the last message */
    unsigned code;    /* of the close, 0: none yet */
};

static inline void sock_turn(const struct sock *s) { (void)bm_loop_step(&s->to->server.loop); }

static inline void sock_open(struct sock *s, struct asking_server *a, const struct browser *who,
                             const char *path)
{
    struct sockaddr_in to;
    *s = (struct sock){.to = a};
    snprintf(s->line.out, sizeof s->line.out,
             "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: Upgrade\r\nUpgrade: "
             "websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
             "dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: bm_id=%s\r\n\r\n",
             path, a->port, who ? who->id : "");
    s->line.tcp.data = s->line.connect.data = &s->line;
    if (uv_tcp_init(&a->server.loop.uv, &s->line.tcp) ||
        uv_ip4_addr("127.0.0.1", (int)a->port, &to) ||
        uv_tcp_connect(&s->line.connect, &s->line.tcp, (const struct sockaddr *)&to,
                       asking_connected))
        tap_bail("no connection");
    for (char *end = NULL; !end && !s->line.closed;) {
        sock_turn(s);
        bm_buf_char(&s->line.in, '\0');
        s->line.in.len--;
        end = s->line.in.s ? strstr(s->line.in.s, "\r\n\r\n") : NULL;
        if (end)
            s->at = (size_t)(end + 4 - s->line.in.s);
    }
}

static inline void sock_send(struct sock *s, const char *text)
{
    static char frame[70000];
    const size_t len = strlen(text);
    const size_t head = len < 126 ? 6 : 8;
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | (len < 126 ? len : 126));
    frame[2] = (char)(len >> 8);
    frame[3] = (char)len;
    memset(frame + head - 4, 0, 4); /* a mask that changes nothing */
    memcpy(frame + head, text, len);
    uv_buf_t buf = uv_buf_init(frame, (unsigned)(head + len));
    if (uv_try_write((uv_stream_t *)&s->line.tcp, &buf, 1) != (int)(head + len))
        tap_bail("cannot write");
}

/* Take one frame; false: it is not all there. */
static inline bool sock_take(struct sock *s)
{
    const unsigned char *const p = (const unsigned char *)s->line.in.s + s->at;
    const size_t there = s->line.in.len - s->at;
    size_t len = there > 1 ? p[1] & 127 : 0, head = 2;
    if (there < 4)
        return false;
    if (len == 126) {
        len = (size_t)p[2] << 8 | p[3];
        head = 4;
    }
    if (there < head + len)
        return false;
    s->text[0] = '\0';
    if ((p[0] & 15) == 1)
        snprintf(s->text, sizeof s->text, "%.*s", (int)len, (const char *)p + head);
    if ((p[0] & 15) == 8)
        s->code = len >= 2 ? (unsigned)(p[head] << 8 | p[head + 1]) : 1;
    s->at += head + len;
    return true;
}

/* The next message that has a text in it; "": it was closed before. */
static inline const char *sock_await(struct sock *s, const char *what)
{
    for (;;) {
        while (s->line.in.s && sock_take(s))
            if (s->text[0] && strstr(s->text, what))
                return s->text;
        if (s->code || s->line.closed)
            return "";
        sock_turn(s);
    }
}

static inline void sock_close(struct sock *s)
{
    asking_end(&s->line);
    while (!s->line.closed)
        sock_turn(s);
    bm_buf_free(&s->line.in);
}

#endif

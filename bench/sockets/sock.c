/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem() */
#include "sock.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { TEXT = 0x81, CLOSE = 0x88, PING = 0x89, PONG = 0x8a, MASKED = 0x80 };

/* Any will do for a server that obeys the standard; chance would only cost time. */
static const unsigned char mask[4] = {0x5a, 0xc3, 0x17, 0x8e};

bool sock_net_init(struct sock_net *net, uv_loop_t *loop, const char *address)
{
    char host[64];
    const char *const colon = strrchr(address, ':');
    const bool six = address[0] == '[';
    if (!colon || colon - address >= (int)sizeof host)
        return false;
    const int port = atoi(colon + 1);
    const size_t len = (size_t)(colon - address) - 2 * six;
    memcpy(host, address + six, len);
    host[len] = '\0';
    net->loop = loop;
    net->host = address;
    return port > 0 && port < 65536 &&
           (six ? uv_ip6_addr(host, port, (struct sockaddr_in6 *)&net->address)
                : uv_ip4_addr(host, port, (struct sockaddr_in *)&net->address)) == 0;
}

/* ---- The end ---- */

static void on_closed(uv_handle_t *handle)
{
    struct sock *const s = handle->data;
    bm_buf_free(&s->in);
    s->stage = SOCK_CLOSED;
    s->hooks->closed(s, s->why);
}

static void end(struct sock *s, const char *why)
{
    if (s->stage == SOCK_CLOSING || s->stage == SOCK_CLOSED)
        return;
    s->why = why;
    s->stage = SOCK_CLOSING;
    if (uv_tcp_close_reset(&s->tcp, on_closed) != 0)
        uv_close((uv_handle_t *)&s->tcp, on_closed);
}

void sock_close(struct sock *s) { end(s, NULL); }

/* ---- Writing ---- */

struct rest {
    uv_write_t request;
    char bytes[];
};

static void on_written(uv_write_t *request, int status)
{
    struct sock *const s = request->handle->data;
    free(request->data);
    if (status < 0 && status != UV_ECANCELED)
        end(s, uv_strerror(status));
}

/* What does not fit into the kernel's buffer waits; that is rare. */
static void write_later(struct sock *s, const char *bytes, size_t len)
{
    struct rest *const r = malloc(sizeof *r + len);
    if (!r) {
        end(s, "out of memory");
        return;
    }
    memcpy(r->bytes, bytes, len);
    r->request.data = r;
    uv_buf_t buf = uv_buf_init(r->bytes, (unsigned)len);
    if (uv_write(&r->request, (uv_stream_t *)&s->tcp, &buf, 1, on_written) != 0) {
        free(r);
        end(s, "cannot write");
    }
}

static void put(struct sock *s, const char *bytes, size_t len)
{
    uv_buf_t buf = uv_buf_init((char *)bytes, (unsigned)len);
    const int n = uv_try_write((uv_stream_t *)&s->tcp, &buf, 1);
    if (n < 0 && n != UV_EAGAIN)
        end(s, uv_strerror(n));
    else if (n < (int)len)
        write_later(s, bytes + (n > 0 ? n : 0), len - (n > 0 ? (size_t)n : 0));
}

static void put_frame(struct sock *s, unsigned kind, const char *text, size_t len)
{
    char frame[6 + SOCK_MOST];
    frame[0] = (char)kind;
    frame[1] = (char)(MASKED | len);
    memcpy(frame + 2, mask, sizeof mask);
    for (size_t i = 0; i < len; i++)
        frame[6 + i] = (char)(text[i] ^ mask[i & 3]);
    put(s, frame, 6 + len);
}

void sock_send(struct sock *s, const char *text, size_t len)
{
    if (s->stage == SOCK_OPEN)
        put_frame(s, TEXT, text, len < SOCK_MOST ? len : SOCK_MOST);
}

static void put_head(struct sock *s, const char *method, const char *path, const char *more,
                     const char *body)
{
    char head[2048];
    const int n = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: %s\r\n%s%s%s%s\r\n%s",
                           method, path, s->net->host, s->cookie[0] ? "Cookie: " : "",
                           s->cookie, s->cookie[0] ? "\r\n" : "", more, body);
    if (n >= (int)sizeof head)
        end(s, "request too long");
    else
        put(s, head, (size_t)n);
}

void sock_request(struct sock *s, const char *method, const char *path, const char *body)
{
    char more[96] = "";
    if (body)
        snprintf(more, sizeof more, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                 strlen(body));
    put_head(s, method, path, more, body ? body : "");
}

void sock_upgrade(struct sock *s, const char *path)
{
    s->stage = SOCK_UPGRADING;
    put_head(s, "GET", path,
             "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\n",
             "");
}

/* ---- Reading; each gives the bytes that it used, 0 if it needs more ---- */

/* A header of an answer, its name with a colon; NULL: it has none. */
static const char *header(const char *head, const char *end_of_head, const char *name)
{
    const size_t len = strlen(name);
    for (const char *at = head;
         (at = memmem(at, (size_t)(end_of_head - at), "\r\n", 2)) != NULL;) {
        at += 2;
        if ((size_t)(end_of_head - at) > len && strncasecmp(at, name, len) == 0)
            return at + len + strspn(at + len, " ");
    }
    return NULL;
}

static size_t take_answer(struct sock *s, const char *p, size_t n)
{
    const char *const blank = memmem(p, n, "\r\n\r\n", 4);
    if (!blank)
        return 0;
    const size_t head = (size_t)(blank - p) + 4;
    const unsigned status = n > 12 ? (unsigned)atoi(p + 9) : 0;
    const char *const length = header(p, blank, "Content-Length:");
    const char *const cookie = header(p, blank, "Set-Cookie:");
    const size_t body = length ? strtoul(length, NULL, 10) : 0;
    if (s->stage == SOCK_UPGRADING && status == 101) {
        s->stage = SOCK_OPEN;
        if (s->hooks->open)
            s->hooks->open(s);
        return head;
    }
    if (n - head < body)
        return 0;
    if (cookie && !s->cookie[0])
        snprintf(s->cookie, sizeof s->cookie, "%.*s", (int)strcspn(cookie, ";\r\n"), cookie);
    if (s->stage == SOCK_UPGRADING)
        end(s, "the server does not want to become a web socket");
    else
        s->hooks->answer(s, status, p + head, body);
    return head + body;
}

static size_t take_frame(struct sock *s, const char *p, size_t n)
{
    const unsigned char *const u = (const unsigned char *)p;
    size_t head = 2, len = n < 2 ? 0 : u[1];
    if (n >= 4 && len == 126) {
        head = 4;
        len = (size_t)u[2] << 8 | u[3];
    } else if (n >= 10 && len == 127) {
        head = 10;
        len = (size_t)u[6] << 24 | (size_t)u[7] << 16 | (size_t)u[8] << 8 | u[9];
    } else if (n < 2 || len == 126 || len == 127) {
        return 0;
    }
    if (n - head < len)
        return 0;
    if (u[0] == TEXT)
        s->hooks->message(s, p + head, len);
    else if (u[0] == PING && len <= SOCK_MOST)
        put_frame(s, PONG, p + head, len);
    else if (u[0] != PONG)
        end(s, u[0] == CLOSE ? "the server closed it" : "a frame that cannot be read");
    return head + len;
}

static void take_all(struct sock *s, const char *p, size_t n)
{
    size_t used = 0, step = 1;
    while (step != 0 && used < n && s->stage != SOCK_CLOSING) {
        step = s->stage == SOCK_OPEN ? take_frame(s, p + used, n - used)
                                     : take_answer(s, p + used, n - used);
        used += step;
    }
    /* What is left is the beginning of the next. */
    if (p == s->in.s) {
        memmove(s->in.s, p + used, n - used);
        s->in.len = n - used;
    } else {
        bm_buf_bytes(&s->in, p + used, n - used);
    }
}

static void on_room(uv_handle_t *handle, size_t wish, uv_buf_t *out)
{
    struct sock *const s = handle->data;
    (void)wish;
    *out = uv_buf_init(s->net->read, sizeof s->net->read);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct sock *const s = stream->data;
    if (n < 0) {
        end(s, n == UV_EOF ? "the server hung up" : uv_strerror((int)n));
    } else if (s->in.len == 0) {
        take_all(s, buf->base, (size_t)n);
    } else {
        bm_buf_bytes(&s->in, buf->base, (size_t)n);
        take_all(s, s->in.s, s->in.len);
    }
    if (s->in.failed)
        end(s, "out of memory");
}

/* ---- The beginning ---- */

static void on_connect(uv_connect_t *request, int status)
{
    struct sock *const s = request->data;
    if (s->stage != SOCK_CONNECTING)
        return;
    if (status == 0)
        status = uv_read_start((uv_stream_t *)&s->tcp, on_room, on_read);
    if (status != 0) {
        end(s, uv_strerror(status));
        return;
    }
    s->stage = SOCK_HTTP;
    s->hooks->connected(s);
}

void sock_connect(struct sock *s, struct sock_net *net)
{
    s->net = net;
    s->stage = SOCK_CONNECTING;
    s->connecting.data = s;
    (void)uv_tcp_init(net->loop, &s->tcp);
    s->tcp.data = s;
    (void)uv_tcp_nodelay(&s->tcp, 1);
    const int status = uv_tcp_connect(&s->connecting, &s->tcp,
                                      (const struct sockaddr *)&net->address, on_connect);
    if (status != 0)
        end(s, uv_strerror(status));
}

/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_SERVER_ASKING_H
#define BM_TESTS_SERVER_ASKING_H

/*
 * A server in the test's own process, with a store in a file, and clients on the same loop: one
 * connection for each request.
 */

#include "server/accounts/accounts_internal.h"
#include "server/http/routes.h"
#include "storing.h"

/* ---- The server ---- */

struct asking_server {
    struct bm_server server;
    unsigned port;
    char folder[256], path[300];
};

/* What people.h says of a request, for tests: /test/who, /test/address. */
static void asking_request(void *user, struct bm_request *r)
{
    struct bm_server *const s = user;
    char text[256] = "";
    struct bm_identity identity;
    if (bm_slice_is(bm_request_path(r), "/test/address"))
        (void)bm_accounts_address(s->accounts, r, text, sizeof text);
    else if (bm_slice_is(bm_request_path(r), "/test/who") &&
             bm_accounts_identify(s->accounts, r, &identity))
        snprintf(text, sizeof text, "%s %s %s", identity.id, identity.also, identity.name);
    if (text[0])
        bm_request_reply(r, 200, "", text, strlen(text));
    else
        bm_routes_dispatch(s, r);
}

static inline void asking_open(struct asking_server *a)
{
    struct bm_server *const s = &a->server;
    if (bm_loop_init(&s->loop) != 0)
        tap_bail("no loop");
    bm_loop_lag_start(&s->lag, &s->loop);
    s->store = storing_open(&s->loop, &(struct bm_store_options){.path = a->path});
    if (bm_api_create_workers(s) != BM_OK || bm_accounts_create(&s->accounts, s) != BM_OK ||
        bm_http_create(&s->http, &s->loop, NULL,
                       &(struct bm_http_hooks){.request = asking_request, .user = s}) !=
            BM_OK ||
        bm_http_listen(s->http, "127.0.0.1:0", &a->port) != 0)
        tap_bail("no server");
}

static inline void asking_close(struct asking_server *a)
{
    struct bm_server *const s = &a->server;
    bm_jobs_destroy(s->jobs);
    s->jobs = NULL;
    bm_accounts_destroy(s->accounts);
    bm_http_destroy(s->http);
    bm_store_close(s->store);
    bm_loop_lag_stop(&s->lag);
    bm_loop_fini(&s->loop);
}

/* ---- A request ---- */

struct client_action {
    uv_tcp_t tcp;
    uv_connect_t connect;
    uv_write_t write;
    char out[8192];
    struct bm_buf in;
    bool closed;
};

static inline void asking_closed(uv_handle_t *h)
{
    struct client_action *const a = h->data;
    bm_buf_char(&a->in, '\0');
    a->closed = true;
}

static inline void asking_end(struct client_action *a)
{
    if (!uv_is_closing((uv_handle_t *)&a->tcp))
        uv_close((uv_handle_t *)&a->tcp, asking_closed);
}

static inline void asking_room(uv_handle_t *h, size_t want, uv_buf_t *buf)
{
    struct client_action *const a = h->data;
    *buf = uv_buf_init(bm_buf_room(&a->in, want), (unsigned)want);
}

static inline void asking_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct client_action *const a = stream->data;
    (void)buf;
    if (n < 0)
        asking_end(a);
    else
        a->in.len += (size_t)n;
}

static inline void asking_connected(uv_connect_t *connect, int status)
{
    struct client_action *const a = connect->data;
    uv_buf_t buf = uv_buf_init(a->out, (unsigned)strlen(a->out));
    uv_stream_t *const stream = (uv_stream_t *)&a->tcp;
    if (status != 0 || uv_write(&a->write, stream, &buf, 1, NULL) != 0 ||
        uv_read_start(stream, asking_room, asking_read) != 0)
        asking_end(a);
}

/* Send a request; `headers` are lines; a body, if not NULL, is JSON. */
static inline void asking_start(struct client_action *a, struct asking_server *s,
                                const char *method, const char *path, const char *headers,
                                const char *body)
{
    struct sockaddr_in to;
    *a = (struct client_action){0};
    snprintf(a->out, sizeof a->out,
             "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: close\r\n%s%sContent-Length: "
             "%zu\r\n\r\n%s",
             method, path, s->port, headers, body ? "Content-Type: application/json\r\n" : "",
             body ? strlen(body) : 0, body ? body : "");
    a->tcp.data = a;
    a->connect.data = a;
    if (uv_tcp_init(&s->server.loop.uv, &a->tcp) != 0 ||
        uv_ip4_addr("127.0.0.1", (int)s->port, &to) != 0 ||
        uv_tcp_connect(&a->connect, &a->tcp, (const struct sockaddr *)&to, asking_connected))
        tap_bail("no connection");
}

static inline void asking_wait(struct client_action *a, struct asking_server *s)
{
    while (!a->closed)
        (void)bm_loop_step(&s->server.loop);
}

static inline unsigned asking_status(const struct client_action *a)
{
    unsigned status = 0;
    return a->in.s && sscanf(a->in.s, "HTTP/1.1 %u", &status) == 1 ? status : 0;
}

static inline bool asking_has(const struct client_action *a, const char *text)
{
    return a->in.s && strstr(a->in.s, text);
}

/* What stands behind a text, up to one of the characters in `stop`; "" if it is not there. */
static inline const char *asking_find(const struct client_action *a, const char *before,
                                      const char *stop, char *buf, size_t cap)
{
    const char *const at = a->in.s ? strstr(a->in.s, before) : NULL;
    const char *const from = at ? at + strlen(before) : "";
    snprintf(buf, cap, "%.*s", (int)strcspn(from, stop), from);
    return buf;
}

/* ---- Somebody with a browser, which keeps cookies ---- */

struct browser {
    struct asking_server *to;
    char id[128], session[128];
    const char *more; /* header lines, or NULL */
    struct client_action last;
};

static inline unsigned browse(struct browser *b, const char *method, const char *path,
                              const char *body)
{
    char headers[1024], value[128];
    snprintf(headers, sizeof headers, "Cookie: x=1; bm_id=%s; bm_session=%s\r\n%s", b->id,
             b->session, b->more ? b->more : "");
    bm_buf_free(&b->last.in);
    asking_start(&b->last, b->to, method, path, headers, body);
    asking_wait(&b->last, b->to);
    if (asking_has(&b->last, "Set-Cookie: bm_id="))
        SET_TEXT(b->id, asking_find(&b->last, "Set-Cookie: bm_id=", ";", value, sizeof value));
    if (asking_has(&b->last, "Set-Cookie: bm_session="))
        SET_TEXT(b->session,
                 asking_find(&b->last, "Set-Cookie: bm_session=", ";", value, sizeof value));
    return asking_status(&b->last);
}

#endif

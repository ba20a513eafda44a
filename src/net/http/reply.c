/* SPDX-License-Identifier: MIT */

/* Answers. */

#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "net/net_internal.h"

struct bm_stream {
    struct bm_conn *conn;
    void (*gone)(void *user);
    void *user;
    bool chunked, mute, keep;
};

/* Status line and headers, without the last empty line. */
static void write_reply_head(struct bm_buf *out, struct bm_http *h, unsigned status,
                             const char *headers, bool keep)
{
    bm_buf_text(out, "HTTP/1.1 ");
    bm_buf_u64(out, status, 3);
    bm_buf_char(out, ' ');
    bm_buf_text(out, bm_status_reason(status));
    bm_buf_text(out, "\r\nDate: ");
    bm_buf_text(out, bm_http_date(h));
    bm_buf_text(out, "\r\n");
    bm_buf_text(out, headers);
    bm_buf_text(out, keep ? "Connection: keep-alive\r\n" : "Connection: close\r\n");
}

/* The connection goes on after an answer. */
static void next_request(struct bm_conn *c, bool keep)
{
    if (c->phase == BM_PHASE_CLOSED)
        return;
    if (!keep) {
        bm_conn_finish(c);
        return;
    }
    c->begun = false;
    bm_peer_unbind(c);
    bm_conn_phase(c, BM_PHASE_HEAD, c->http->limits.idle_ms);
    if (!c->taking)
        bm_conn_wake(c);
}

static void send_whole(struct bm_conn *c, unsigned status, const char *headers,
                       const char *body, size_t len, bool keep, bool head_only)
{
    struct bm_buf out = {0};
    const bool bodiless = status == 204 || status == 304;
    write_reply_head(&out, c->http, status, headers, keep);
    if (!bodiless) {
        bm_buf_text(&out, "Content-Length: ");
        bm_buf_u64(&out, len, 1);
        bm_buf_text(&out, "\r\n");
    }
    bm_buf_text(&out, "\r\n");
    if (out.failed) {
        bm_conn_close(c);
    } else {
        /* Nothing that is written to is changed: libuv's type has no const. */
        const uv_buf_t parts[2] = {{out.s, out.len}, {(char *)(uintptr_t)body, len}};
        const bool has_body = len != 0 && !bodiless && !head_only;
        bm_conn_write(c, parts, has_body ? 2 : 1, NULL);
        next_request(c, keep);
    }
    bm_buf_free(&out);
}

void bm_problem_write(struct bm_buf *out, unsigned status, const char *code, const char *more,
                      const char *detail)
{
    bm_buf_text(out, "{\"type\":\"about:blank\",\"title\":\"");
    bm_buf_text(out, bm_status_reason(status));
    bm_buf_text(out, "\",\"status\":");
    bm_buf_u64(out, status, 3);
    bm_buf_text(out, ",\"code\":");
    bm_json_quote(out, code, strlen(code));
    bm_buf_text(out, ",\"detail\":");
    bm_json_quote(out, detail, strlen(detail));
    bm_buf_text(out, more);
    bm_buf_text(out, "}\n");
}

#define PROBLEM_TYPE "Content-Type: application/problem+json\r\n"

enum { RETRY = 5 /* s */ };

/* `retry`: seconds to wait; 0: that does not help. */
static void refuse_with(struct bm_conn *c, unsigned status, unsigned retry, const char *code,
                        const char *detail)
{
    struct bm_buf out = {0};
    struct bm_request *const r = c->request;
    const bool head_only = r && bm_request_method(r) == BM_METHOD_HEAD;
    if (r) {
        bm_request_part(r, NULL);
        bm_request_free(r);
    }
    bm_problem_write(&out, status, code, "", detail);
    char headers[96];
    (void)snprintf(headers, sizeof headers, retry ? "%sRetry-After: %u\r\n" : "%s",
                   PROBLEM_TYPE, retry);
    if (out.failed)
        bm_conn_close(c);
    else
        send_whole(c, status, headers, out.s, out.len, false, head_only);
    bm_buf_free(&out);
}

void bm_http_refuse(struct bm_conn *c, unsigned status, const char *code, const char *detail)
{
    refuse_with(c, status, status == 503 || status == 429 ? RETRY : 0, code, detail);
}

void bm_http_refuse_early(struct bm_conn *c, int64_t wait)
{
    refuse_with(c, 429, (unsigned)((wait + 999) / 1000), "too_many",
                "that was too much at once: wait");
}

void bm_request_problem(struct bm_request *r, unsigned status, const char *headers,
                        const char *code, const char *detail)
{
    struct bm_buf out = {0}, lines = {0};
    bm_problem_write(&out, status, code, "", detail);
    bm_buf_text(&lines, PROBLEM_TYPE);
    bm_buf_text(&lines, headers);
    bm_buf_char(&lines, '\0');
    const bool failed = out.failed || lines.failed;
    bm_request_reply(r, failed ? 503 : status, failed ? "" : lines.s, failed ? "" : out.s,
                     failed ? 0 : out.len);
    bm_buf_free(&lines);
    bm_buf_free(&out);
}

bool bm_request_part(struct bm_request *r, struct bm_conn **conn)
{
    struct bm_conn *const c = r->conn;
    if (conn)
        *conn = c;
    if (!c)
        return false;
    r->conn = NULL;
    c->request = NULL;
    c->http->busy--;
    c->http->bodies -= r->body.len;
    c->peer->bodies -= r->body.len;
    return true;
}

/* Whether another request may follow the one that is being answered. */
static bool keeps_connection(const struct bm_request *r)
{
    return r->keep && !(r->conn && r->conn->http->draining);
}

void bm_request_reply(struct bm_request *r, unsigned status, const char *headers,
                      const char *body, size_t len)
{
    const bool keep = keeps_connection(r), head_only = bm_request_method(r) == BM_METHOD_HEAD;
    struct bm_conn *c;
    if (bm_request_part(r, &c) && c->phase != BM_PHASE_CLOSED)
        send_whole(c, status, headers, body, len, keep, head_only);
    bm_request_free(r);
}

/* ---- Streams ---- */

static bool begin_stream(struct bm_conn *c, struct bm_stream *s, unsigned status,
                         const char *headers)
{
    struct bm_buf out = {0};
    write_reply_head(&out, c->http, status, headers, s->keep);
    bm_buf_text(&out, s->chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n");
    const bool can = !out.failed;
    if (can)
        bm_conn_write(c, &(uv_buf_t){out.s, out.len}, 1, NULL);
    bm_buf_free(&out);
    return can;
}

struct bm_stream *bm_request_stream(struct bm_request *r, unsigned status, const char *headers,
                                    void (*gone)(void *user), void *user)
{
    struct bm_stream *s = calloc(1, sizeof *s);
    const bool keep = keeps_connection(r);
    struct bm_conn *c;
    if (!bm_request_part(r, &c) || c->phase == BM_PHASE_CLOSED) {
        free(s);
        s = NULL;
    } else if (!s) {
        bm_conn_close(c);
    } else {
        const bool modern = r->parser.http_minor != 0;
        *s = (struct bm_stream){
            c, gone, user, modern, bm_request_method(r) == BM_METHOD_HEAD, keep && modern};
        bm_conn_phase(c, BM_PHASE_STREAM, -1);
        if (begin_stream(c, s, status, headers)) {
            c->stream = s;
            c->http->busy++;
        } else {
            bm_conn_close(c);
            free(s);
            s = NULL;
        }
    }
    bm_request_free(r);
    return s;
}

void bm_stream_send(struct bm_stream *s, const char *bytes, size_t len)
{
    struct bm_conn *const c = s->conn;
    if (len == 0 || s->mute || c->phase == BM_PHASE_CLOSED)
        return;
    char size[24], end[] = "\r\n";
    const int n = snprintf(size, sizeof size, "%zx\r\n", len);
    const uv_buf_t parts[3] = {
        {size, (size_t)n}, {(char *)(uintptr_t)bytes, len}, {end, sizeof end - 1}};
    bm_conn_write(c, s->chunked ? parts : parts + 1, s->chunked ? 3 : 1, NULL);
    if (c->queued > c->http->limits.queue) {
        c->http->counts.slow_readers++;
        bm_conn_close(c);
    }
}

static struct bm_conn *part_stream(struct bm_stream *s)
{
    struct bm_conn *const c = s->conn;
    c->stream = NULL;
    c->http->busy--;
    return c;
}

void bm_stream_end(struct bm_stream *s)
{
    struct bm_conn *const c = part_stream(s);
    char end[] = "0\r\n\r\n";
    if (s->chunked && !s->mute)
        bm_conn_write(c, &(uv_buf_t){end, sizeof end - 1}, 1, NULL);
    next_request(c, s->keep);
    free(s);
}

void bm_stream_gone(struct bm_stream *s)
{
    part_stream(s);
    if (s->gone)
        s->gone(s->user);
    free(s);
}

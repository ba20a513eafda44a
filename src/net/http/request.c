/* SPDX-License-Identifier: MIT */

/*
 * Requests, from their first byte until they are handed out. A head is looked at when it is
 * whole, which is nearly always at once; then it is copied, because the answer may come later.
 */

#include <stdlib.h>

#include "net/net_internal.h"

enum { SCAN_BAD = -1, SCAN_HALF, SCAN_WHOLE };

/* Where the head ends, and how many lines it has. */
static int scan_head(const char *s, size_t n, size_t *end, unsigned *lines)
{
    *lines = 0;
    for (const char *at = s; (at = memchr(at, '\n', n - (size_t)(at - s))); at++) {
        const size_t i = (size_t)(at - s);
        if (i == 0 || s[i - 1] != '\r')
            return SCAN_BAD;
        ++*lines;
        if (i >= 3 && s[i - 2] == '\n') {
            *end = i + 1;
            return SCAN_WHOLE;
        }
        if (i + 1 == n)
            break;
    }
    return SCAN_HALF;
}

/* What is no request costs as much as one. */
static void refuse_head(struct bm_conn *c, struct bm_http_refusal no)
{
    c->http->counts.refused_bad++;
    bm_peer_charge(c, BM_COST_REQUEST);
    bm_http_refuse(c, no.status, no.code, no.detail);
}

static void refuse_request(struct bm_conn *c, struct bm_http_refusal no)
{
    c->http->counts.refused_bad++;
    bm_http_refuse(c, no.status, no.code, no.detail);
}

/* ---- Requests ---- */

static struct bm_request *new_request(struct bm_conn *c, const char *head, size_t len,
                                      unsigned lines)
{
    struct bm_request *const r = malloc(sizeof *r + lines * sizeof *r->headers + len);
    if (!r)
        return NULL;
    *r = (struct bm_request){.conn = c, .most = c->http->limits.body, .header_most = lines};
    r->headers = (struct bm_header *)(r + 1);
    memset(r->headers, 0, lines * sizeof *r->headers);
    r->text = (char *)(r->headers + lines);
    memcpy(r->text, head, len);
    strcpy(r->address, c->address);
    c->request = r;
    c->http->busy++;
    return r;
}

void bm_request_free(struct bm_request *r)
{
    bm_buf_free(&r->body);
    free(r);
}

void bm_http_hand_out(struct bm_conn *c)
{
    struct bm_http *const h = c->http;
    c->waiting = false;
    c->request->handed = true;
    h->counts.requests++;
    h->hooks.request(h->hooks.user, c->request);
}

static void begin_answer(struct bm_conn *c)
{
    struct bm_request *const r = c->request;
    /* It paused where the request ended; whether another may follow is known there. */
    r->keep = llhttp_should_keep_alive(&r->parser);
    bm_conn_phase(c, BM_PHASE_ANSWER, -1);
    /* Behind a proxy only now it is known whose turn is used. */
    if (!c->http->limits.behind_proxy || bm_round_robin_may(c)) {
        bm_http_hand_out(c);
        return;
    }
    c->waiting = true;
    c->http->counts.deferred++;
    bm_round_robin_defer(c);
}

static void begin_body(struct bm_conn *c)
{
    bm_conn_phase(c, BM_PHASE_BODY, c->http->limits.body_ms);
    if (bm_request_header(c->request, "expect").s && c->request->parser.http_minor != 0) {
        char text[] = "HTTP/1.1 100 Continue\r\n\r\n";
        bm_conn_write(c, &(uv_buf_t){text, sizeof text - 1}, 1, NULL);
    }
}

/* Half a head: keep it until the rest comes. */
static size_t keep_half(struct bm_conn *c, const char *s, size_t n)
{
    if (n > c->http->limits.head) {
        const bool line = memchr(s, '\n', n) != NULL;
        refuse_head(
            c, line ? (struct bm_http_refusal){431, "too_large", "the headers are too large"}
                    : (struct bm_http_refusal){414, "too_large", "the target is too long"});
        return n;
    }
    bm_buf_bytes(&c->in, s, n);
    if (c->in.failed) {
        bm_conn_close(c);
    } else if (!c->begun) {
        c->begun = true;
        bm_conn_phase(c, BM_PHASE_HEAD, c->http->limits.head_ms);
    }
    return n;
}

/* Charge a request, whatever becomes of it. False: it was refused, its address having used up
 * what it may. */
static bool admit_request(struct bm_conn *c, struct bm_request *r)
{
    struct bm_http *const h = c->http;
    if (!bm_peer_bind(c, r)) {
        bm_http_refuse(c, 503, "no_memory", "the server is out of memory: try again");
        return false;
    }
    const int64_t wait = bm_peer_wait(h, c->peer);
    bm_peer_charge(c, BM_COST_REQUEST);
    if (wait != 0) {
        h->counts.refused_rate++;
        bm_http_refuse_early(c, wait);
    } else if (h->limits.behind_proxy && bm_peer_is_crowded(h, c->peer)) {
        h->counts.refused_crowd++;
        bm_http_refuse(c, 429, "too_many_connections",
                       "too many connections of this address; close some");
    } else {
        return true;
    }
    return false;
}

size_t bm_http_head(struct bm_conn *c, const char *s, size_t n)
{
    size_t end = 0;
    unsigned lines;
    /* An empty line before a request was once usual behind a body. */
    if (n >= 2 && s[0] == '\r' && s[1] == '\n')
        return 2;
    const int found = scan_head(s, n, &end, &lines);
    if (found == SCAN_HALF || end > c->http->limits.head)
        return keep_half(c, s, n);
    if (found == SCAN_BAD) {
        refuse_head(c, (struct bm_http_refusal){400, "bad_request", "lines must end in CR LF"});
        return n;
    }
    struct bm_request *const r = new_request(c, s, end, lines);
    if (!r) {
        bm_http_refuse(c, 503, "no_memory", "the server is out of memory: try again");
        return n;
    }
    const struct bm_http_refusal no = bm_request_read_head(r, end);
    if (!admit_request(c, r))
        return n;
    if (no.status)
        refuse_request(c, no);
    else if (r->whole)
        begin_answer(c);
    else
        begin_body(c);
    return end;
}

size_t bm_http_body(struct bm_conn *c, const char *s, size_t n)
{
    struct bm_http_refusal no = {0};
    const size_t used = bm_request_read_body(c->request, s, n, &no);
    if (no.status) {
        c->http->counts.refused_bodies += no.status == 429;
        refuse_request(c, no);
        return n;
    }
    if (c->request->whole)
        begin_answer(c);
    return used;
}

/* ---- What was asked ---- */

enum bm_method bm_request_method(const struct bm_request *r)
{
    switch (r->parser.method) {
    case HTTP_GET: return BM_METHOD_GET;
    case HTTP_HEAD: return BM_METHOD_HEAD;
    case HTTP_POST: return BM_METHOD_POST;
    case HTTP_PUT: return BM_METHOD_PUT;
    case HTTP_DELETE: return BM_METHOD_DELETE;
    case HTTP_OPTIONS: return BM_METHOD_OPTIONS;
    default: return BM_METHOD_OTHER;
    }
}

struct bm_slice bm_request_path(const struct bm_request *r) { return r->path; }
struct bm_slice bm_request_query(const struct bm_request *r) { return r->query; }
const char *bm_request_address(const struct bm_request *r) { return r->address; }
bool bm_request_is_gone(const struct bm_request *r) { return !r->conn; }

void bm_request_charge(struct bm_request *r, uint64_t units)
{
    if (r->conn)
        bm_peer_charge(r->conn, units);
}

struct bm_slice bm_request_body(const struct bm_request *r)
{
    return (struct bm_slice){r->body.s, r->body.len};
}

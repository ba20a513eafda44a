/* SPDX-License-Identifier: MIT */

/*
 * Heads and bodies of requests are taken apart by http_parser. What that lets pass and other
 * servers or proxies may understand differently is refused here.
 */

#include <ctype.h>
#include <strings.h>

#include "net/net.h"

static const struct bm_refusal no_refusal;

static struct bm_refusal bad(const char *detail)
{
    return (struct bm_refusal){400, "bad_request", detail};
}

/* ---- What http_parser tells ---- */

static int on_url(http_parser *p, const char *at, size_t len)
{
    struct bm_request *const r = p->data;
    r->target = (struct bm_slice){at, len};
    return 0;
}

static int on_field(http_parser *p, const char *at, size_t len)
{
    struct bm_request *const r = p->data;
    /* Those behind a body are dropped: nobody may change a request that was looked at. */
    if (r->head_done)
        return 0;
    if (r->header_count == r->header_most)
        return 1;
    r->headers[r->header_count++].name = (struct bm_slice){at, len};
    return 0;
}

static int on_value(http_parser *p, const char *at, size_t len)
{
    struct bm_request *const r = p->data;
    if (r->head_done)
        return 0;
    struct bm_slice *const value = &r->headers[r->header_count - 1].value;
    /* A second piece of one value: a line that is folded. */
    if (value->s)
        return 1;
    *value = (struct bm_slice){at, len};
    return 0;
}

static int on_head(http_parser *p)
{
    struct bm_request *const r = p->data;
    r->head_done = true;
    return 0;
}

static int on_body(http_parser *p, const char *at, size_t len)
{
    struct bm_request *const r = p->data;
    struct bm_http *const h = r->conn->http;
    if (len > r->most - r->body.len)
        r->status = 413;
    else if (len > h->limits.bodies - h->bodies)
        r->status = 503;
    else if (r->conn->peer->bodies + len > h->limits.own_bodies)
        r->status = 429;
    else
        bm_buf_bytes(&r->body, at, len);
    if (r->body.failed)
        r->status = 503;
    if (r->status == 0) {
        h->bodies += len;
        r->conn->peer->bodies += len;
    }
    return r->status != 0;
}

static int on_whole(http_parser *p)
{
    struct bm_request *const r = p->data;
    r->whole = true;
    http_parser_pause(p, 1);
    return 0;
}

static const http_parser_settings settings = {.on_url = on_url,
                                              .on_header_field = on_field,
                                              .on_header_value = on_value,
                                              .on_headers_complete = on_head,
                                              .on_body = on_body,
                                              .on_message_complete = on_whole};

/* ---- The head ---- */

static bool is_token_char(unsigned char c)
{
    return isalnum(c) || (c != '\0' && strchr("!#$%&'*+-.^_`|~", c));
}

static bool is_token(struct bm_slice s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!is_token_char((unsigned char)s.s[i]))
            return false;
    return s.len != 0;
}

/* The header, and whether it is there more than once. */
static const struct bm_header *find(const struct bm_request *r, const char *name, bool *twice)
{
    const struct bm_header *found = NULL;
    for (unsigned i = 0; i < r->header_count; i++) {
        if (!bm_slice_is(r->headers[i].name, name))
            continue;
        if (found && twice)
            *twice = true;
        if (!found)
            found = &r->headers[i];
    }
    return found;
}

struct bm_slice bm_request_header(const struct bm_request *r, const char *name)
{
    const struct bm_header *const found = find(r, name, NULL);
    return found ? found->value : (struct bm_slice){NULL, 0};
}

struct bm_slice bm_request_last_header(const struct bm_request *r, const char *name)
{
    for (unsigned i = r->header_count; i-- != 0;)
        if (bm_slice_is(r->headers[i].name, name))
            return r->headers[i].value;
    return (struct bm_slice){NULL, 0};
}

/* Names in lower case, values without blanks behind them. */
static bool tidy_headers(struct bm_request *r)
{
    for (unsigned i = 0; i < r->header_count; i++) {
        struct bm_header *const h = &r->headers[i];
        if (!is_token(h->name))
            return false;
        for (char *c = r->text + (h->name.s - r->text), *e = c + h->name.len; c != e; c++)
            *c = (char)tolower((unsigned char)*c);
        while (h->value.len != 0 && isblank((unsigned char)h->value.s[h->value.len - 1]))
            h->value.len--;
    }
    return true;
}

/* "http://host/path": the part before the path is taken off, and must be what Host says. */
static bool strip_origin(struct bm_slice *t, struct bm_slice host)
{
    const size_t skip = t->len >= 8 && !strncasecmp(t->s, "https://", 8)  ? 8
                        : t->len >= 7 && !strncasecmp(t->s, "http://", 7) ? 7
                                                                          : 0;
    if (skip == 0 || t->len - skip <= host.len || host.len == 0 ||
        strncasecmp(t->s + skip, host.s, host.len) != 0 || t->s[skip + host.len] != '/')
        return false;
    t->s += skip + host.len;
    t->len -= skip + host.len;
    return true;
}

/* http_parser passes over blanks and empty lines that others count. */
static bool is_line_exact(const struct bm_request *r)
{
    const struct bm_slice t = r->target;
    const size_t method = strlen(http_method_str((enum http_method)r->parser.method));
    return t.s == r->text + method + 1 && t.s[t.len] == ' ' && t.s[t.len + 1] == 'H';
}

static struct bm_refusal check_target(struct bm_request *r)
{
    struct bm_slice t = r->target;
    if (!is_line_exact(r))
        return bad("the request line must have two blanks");
    for (size_t i = 0; i < t.len; i++)
        if (t.s[i] <= ' ' || t.s[i] >= 127 || t.s[i] == '#')
            return bad("the target of the request has characters that must be escaped");
    const bool all = bm_slice_is(t, "*") && r->parser.method == HTTP_OPTIONS;
    if (!all && (t.len == 0 || t.s[0] != '/') &&
        !strip_origin(&t, bm_request_header(r, "host")))
        return bad("the target of the request must be a path");
    const char *const mark = memchr(t.s, '?', t.len);
    r->path = (struct bm_slice){t.s, mark ? (size_t)(mark - t.s) : t.len};
    if (mark)
        r->query = (struct bm_slice){mark + 1, t.len - r->path.len - 1};
    return no_refusal;
}

static struct bm_refusal check_host(const struct bm_request *r)
{
    bool twice = false;
    const struct bm_header *const host = find(r, "host", &twice);
    if (twice || (!host && r->parser.http_minor != 0))
        return bad("there must be one Host header");
    for (size_t i = 0; host && i < host->value.len; i++) {
        const unsigned char c = (unsigned char)host->value.s[i];
        if (!isalnum(c) && !strchr("-._~:[]%!$&'()*+,;=", c))
            return bad("the Host header is not a host");
    }
    return no_refusal;
}

static struct bm_refusal check_framing(struct bm_request *r)
{
    const struct bm_http *const h = r->conn->http;
    bool twice = false;
    const struct bm_header *const coding = find(r, "transfer-encoding", &twice);
    if (coding && (twice || !bm_slice_is_like(coding->value, "chunked")))
        return (struct bm_refusal){501, "not_implemented",
                                   "the only transfer coding is chunked"};
    if (coding && r->parser.http_minor == 0)
        return bad("HTTP/1.0 has no transfer codings");
    if (h->hooks.body_most && !r->whole)
        r->most = h->hooks.body_most(h->hooks.user, r);
    if (find(r, "content-length", NULL) && r->parser.content_length > r->most &&
        r->parser.content_length != UINT64_MAX)
        return (struct bm_refusal){413, "too_large", "the body is too large"};
    const struct bm_slice expect = bm_request_header(r, "expect");
    if (expect.s && !bm_slice_is_like(expect, "100-continue"))
        return (struct bm_refusal){417, "expectation_failed",
                                   "only 100-continue can be expected"};
    return no_refusal;
}

/* What http_parser did not like. */
static struct bm_refusal explain(const struct bm_request *r, size_t len)
{
    const enum http_errno error = HTTP_PARSER_ERRNO(&r->parser);
    if (error == HPE_INVALID_METHOD) {
        const char *const blank = memchr(r->text, ' ', len);
        if (blank && is_token((struct bm_slice){r->text, (size_t)(blank - r->text)}))
            return (struct bm_refusal){501, "not_implemented", "the method is not known"};
    }
    if (error == HPE_INVALID_TRANSFER_ENCODING)
        return (struct bm_refusal){501, "not_implemented",
                                   "the only transfer coding is chunked"};
    if (error == HPE_HEADER_OVERFLOW)
        return (struct bm_refusal){431, "too_large", "the headers are too large"};
    if (error == HPE_OK || error == HPE_CB_header_value || error == HPE_CB_header_field)
        return bad("the request is not well-formed");
    return bad(http_errno_description(error));
}

struct bm_refusal bm_request_read_head(struct bm_request *r, size_t len)
{
    http_parser_init(&r->parser, HTTP_REQUEST);
    r->parser.data = r;
    const size_t used = http_parser_execute(&r->parser, &settings, r->text, len);
    const enum http_errno error = HTTP_PARSER_ERRNO(&r->parser);
    if (used != len || !r->head_done || (error != HPE_OK && error != HPE_PAUSED))
        return explain(r, len);
    if (r->parser.http_major != 1)
        return (struct bm_refusal){505, "version", "the versions spoken are 1.0 and 1.1"};
    if (!tidy_headers(r))
        return bad("the name of a header is not well-formed");
    struct bm_refusal no = check_host(r);
    if (!no.status)
        no = check_target(r);
    return no.status ? no : check_framing(r);
}

size_t bm_request_read_body(struct bm_request *r, const char *s, size_t n,
                            struct bm_refusal *no)
{
    const size_t used = http_parser_execute(&r->parser, &settings, s, n);
    const enum http_errno error = HTTP_PARSER_ERRNO(&r->parser);
    if (r->status == 413)
        *no = (struct bm_refusal){413, "too_large", "the body is too large"};
    else if (r->status == 429)
        *no =
            (struct bm_refusal){429, "too_many", "too much of this address is under way: wait"};
    else if (r->status)
        *no = (struct bm_refusal){503, "no_memory", "the server is out of memory: try again"};
    else if (!r->whole && error != HPE_OK)
        *no = bad(http_errno_description(error));
    return used;
}

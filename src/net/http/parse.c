/* SPDX-License-Identifier: MIT */

/*
 * Heads and bodies of requests are parsed by llhttp, in its strict mode. What that lets pass
 * and other servers or proxies may understand differently is refused here.
 */

#include <ctype.h>
#include <strings.h>

#include "net/net_internal.h"

static const struct bm_http_refusal no_refusal;

static struct bm_http_refusal bad_request(const char *detail)
{
    return (struct bm_http_refusal){400, "bad_request", detail};
}

/* ---- Callbacks of llhttp ---- */

static int on_url(llhttp_t *p, const char *at, size_t len)
{
    struct bm_request *const r = p->data;
    r->target = (struct bm_slice){at, len};
    return 0;
}

/* Chunk extensions and trailers are dropped: they must not change a request whose head was
 * checked. Together they may be as long as a head. */
static int on_framing(llhttp_t *p, const char *at, size_t len)
{
    struct bm_request *const r = p->data;
    (void)at;
    r->framing += len + 1;
    if (r->framing <= r->conn->http->limits.head)
        return 0;
    r->status = 431;
    return HPE_USER;
}

static int on_field(llhttp_t *p, const char *at, size_t len)
{
    struct bm_request *const r = p->data;
    if (r->head_done)
        return on_framing(p, at, len);
    if (r->header_count == r->header_most)
        return HPE_USER;
    r->headers[r->header_count++].name = (struct bm_slice){at, len};
    return 0;
}

static int on_value(llhttp_t *p, const char *at, size_t len)
{
    struct bm_request *const r = p->data;
    if (r->head_done)
        return on_framing(p, at, len);
    struct bm_slice *const value = &r->headers[r->header_count - 1].value;
    /* A second piece of one value: a line that is folded. */
    if (value->s)
        return HPE_USER;
    *value = (struct bm_slice){at, len};
    return 0;
}

static int on_head(llhttp_t *p)
{
    struct bm_request *const r = p->data;
    r->head_done = true;
    return 0;
}

static int on_body(llhttp_t *p, const char *at, size_t len)
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
    return r->status != 0 ? HPE_USER : 0;
}

static int on_whole(llhttp_t *p)
{
    struct bm_request *const r = p->data;
    r->whole = true;
    return HPE_PAUSED;
}

static const llhttp_settings_t settings = {.on_url = on_url,
                                           .on_header_field = on_field,
                                           .on_header_value = on_value,
                                           .on_headers_complete = on_head,
                                           .on_body = on_body,
                                           .on_chunk_extension_name = on_framing,
                                           .on_chunk_extension_value = on_framing,
                                           .on_message_complete = on_whole};

/* Parse, and count the bytes that belong to this request. */
static size_t run_parser(struct bm_request *r, const char *s, size_t n)
{
    if (llhttp_execute(&r->parser, s, n) == HPE_OK)
        return n;
    const char *const end = llhttp_get_error_pos(&r->parser);
    return end ? (size_t)(end - s) : 0;
}

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
static const struct bm_header *find_header_once(const struct bm_request *r, const char *name,
                                                bool *twice)
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
    const struct bm_header *const found = find_header_once(r, name, NULL);
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

/* llhttp passes over blanks and empty lines that others count. */
static bool is_line_exact(const struct bm_request *r)
{
    const struct bm_slice t = r->target;
    const size_t method = strlen(llhttp_method_name((llhttp_method_t)r->parser.method));
    return t.s == r->text + method + 1 && t.s[t.len] == ' ' && t.s[t.len + 1] == 'H';
}

static struct bm_http_refusal check_target(struct bm_request *r)
{
    struct bm_slice t = r->target;
    if (!is_line_exact(r))
        return bad_request("the request line must have two blanks");
    for (size_t i = 0; i < t.len; i++)
        if (t.s[i] <= ' ' || t.s[i] >= 127 || t.s[i] == '#')
            return bad_request("the target of the request has characters that must be escaped");
    const bool all = bm_slice_is(t, "*") && r->parser.method == HTTP_OPTIONS;
    if (!all && (t.len == 0 || t.s[0] != '/') &&
        !strip_origin(&t, bm_request_header(r, "host")))
        return bad_request("the target of the request must be a path");
    const char *const mark = memchr(t.s, '?', t.len);
    r->path = (struct bm_slice){t.s, mark ? (size_t)(mark - t.s) : t.len};
    if (mark)
        r->query = (struct bm_slice){mark + 1, t.len - r->path.len - 1};
    return no_refusal;
}

static struct bm_http_refusal check_host(const struct bm_request *r)
{
    bool twice = false;
    const struct bm_header *const host = find_header_once(r, "host", &twice);
    if (twice || (!host && r->parser.http_minor != 0))
        return bad_request("there must be one Host header");
    for (size_t i = 0; host && i < host->value.len; i++) {
        const unsigned char c = (unsigned char)host->value.s[i];
        if (!isalnum(c) && !strchr("-._~:[]%!$&'()*+,;=", c))
            return bad_request("the Host header is not a host");
    }
    return no_refusal;
}

static struct bm_http_refusal check_framing(struct bm_request *r)
{
    const struct bm_http *const h = r->conn->http;
    bool twice = false;
    const struct bm_header *const coding = find_header_once(r, "transfer-encoding", &twice);
    if (coding && (twice || !bm_slice_is_like(coding->value, "chunked")))
        return (struct bm_http_refusal){501, "not_implemented",
                                        "the only transfer coding is chunked"};
    if (coding && r->parser.http_minor == 0)
        return bad_request("HTTP/1.0 has no transfer codings");
    if (h->hooks.body_most && !r->whole)
        r->most = h->hooks.body_most(h->hooks.user, r);
    if (find_header_once(r, "content-length", NULL) && r->parser.content_length > r->most)
        return (struct bm_http_refusal){413, "too_large", "the body is too large"};
    const struct bm_slice expect = bm_request_header(r, "expect");
    if (expect.s && !bm_slice_is_like(expect, "100-continue"))
        return (struct bm_http_refusal){417, "expectation_failed",
                                        "only 100-continue can be expected"};
    return no_refusal;
}

/* The request line ends in a version as RFC 9112 writes it, whichever that is. */
static bool has_version(const char *head, size_t len)
{
    static const char form[] = " HTTP/0.0\r";
    const size_t form_len = sizeof form - 1;
    const char *const end = memchr(head, '\n', len);
    if (!end || (size_t)(end - head) < form_len)
        return false;
    for (size_t i = 0; i < form_len; i++) {
        const char c = *(end - form_len + i);
        if (form[i] == '0' ? !isdigit((unsigned char)c) : c != form[i])
            return false;
    }
    return true;
}

/* The reason why llhttp refused the request. */
static struct bm_http_refusal explain_parser_error(const struct bm_request *r, size_t len)
{
    switch ((int)llhttp_get_errno(&r->parser)) {
    case HPE_INVALID_METHOD: {
        const char *const blank = memchr(r->text, ' ', len);
        if (blank && is_token((struct bm_slice){r->text, (size_t)(blank - r->text)}))
            return (struct bm_http_refusal){501, "not_implemented", "the method is not known"};
        return bad_request("the method is not well-formed");
    }
    case HPE_INVALID_TRANSFER_ENCODING:
        return (struct bm_http_refusal){501, "not_implemented",
                                        "the only transfer coding is chunked"};
    case HPE_INVALID_VERSION:
    case HPE_PAUSED_H2_UPGRADE:
        if (!has_version(r->text, len))
            return bad_request("the version of the request is not well-formed");
        return (struct bm_http_refusal){505, "version", "the versions spoken are 1.0 and 1.1"};
    case HPE_OK:
    case HPE_USER: return bad_request("the request is not well-formed");
    default: return bad_request(llhttp_get_error_reason(&r->parser));
    }
}

struct bm_http_refusal bm_request_read_head(struct bm_request *r, size_t len)
{
    llhttp_init(&r->parser, HTTP_REQUEST, &settings);
    r->parser.data = r;
    const size_t used = run_parser(r, r->text, len);
    const llhttp_errno_t error = llhttp_get_errno(&r->parser);
    if (used != len || !r->head_done || (error != HPE_OK && error != HPE_PAUSED))
        return explain_parser_error(r, len);
    if (r->parser.http_major != 1)
        return (struct bm_http_refusal){505, "version", "the versions spoken are 1.0 and 1.1"};
    if (!tidy_headers(r))
        return bad_request("the name of a header is not well-formed");
    struct bm_http_refusal no = check_host(r);
    if (!no.status)
        no = check_target(r);
    return no.status ? no : check_framing(r);
}

size_t bm_request_read_body(struct bm_request *r, const char *s, size_t n,
                            struct bm_http_refusal *no)
{
    const size_t used = run_parser(r, s, n);
    if (r->status == 413)
        *no = (struct bm_http_refusal){413, "too_large", "the body is too large"};
    else if (r->status == 431)
        *no = (struct bm_http_refusal){431, "too_large",
                                       "the chunk extensions or trailers are too large"};
    else if (r->status == 429)
        *no = (struct bm_http_refusal){429, "too_many",
                                       "too much of this address is under way: wait"};
    else if (r->status)
        *no = (struct bm_http_refusal){503, "no_memory",
                                       "the server is out of memory: try again"};
    else if (!r->whole && llhttp_get_errno(&r->parser) != HPE_OK)
        *no = bad_request(llhttp_get_error_reason(&r->parser));
    return used;
}

/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "server/http/api_request.h"
#include "server/http/routes.h"

/*
 * Security headers of every answer: it must not be sniffed, or load anything from elsewhere. As
 * a page that is isolated like this it may share memory with its workers.
 */
#define COMMON_HEADERS                                                                      \
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: same-origin\r\n"                   \
    "Cross-Origin-Opener-Policy: same-origin\r\n"                                           \
    "Cross-Origin-Embedder-Policy: require-corp\r\n"                                        \
    "Permissions-Policy: camera=(), microphone=(), geolocation=()\r\n"                      \
    "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "   \
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; " \
    "manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "         \
    "frame-ancestors "

/* It must not be framed or loaded by other sites, */
#define SAFE_HEADERS \
    COMMON_HEADERS   \
    "'none'\r\nX-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\n"
/* unless it is made for that. */
#define EMBED_HEADERS COMMON_HEADERS "*\r\nCross-Origin-Resource-Policy: cross-origin\r\n"

/* Free it without an answer: the HTTP request was answered directly. */
static void free_api_request(struct bm_api_request *req)
{
    json_decref(req->body);
    free(req);
}

static void headers_of(struct bm_buf *out, const struct bm_api_request *req, const char *type,
                       const char *more)
{
    const bool embeds = req->route && (req->route->flags & BM_ROUTE_EMBED) != 0;
    bm_buf_text(out, embeds ? EMBED_HEADERS : SAFE_HEADERS);
    if (type) {
        bm_buf_text(out, "Content-Type: ");
        bm_buf_text(out, type);
        bm_buf_text(out, "\r\n");
    }
    if (!strstr(more, "Cache-Control:"))
        bm_buf_text(out, "Cache-Control: no-store\r\n");
    bm_buf_text(out, more);
    bm_buf_text(out, req->cookie);
    bm_buf_text(out, "X-Request-Id: ");
    bm_buf_text(out, req->id);
    bm_buf_text(out, "\r\n");
    bm_buf_char(out, '\0');
}

static void send_reply(struct bm_api_request *req, unsigned status, const char *type,
                       const char *more, const char *text, size_t len)
{
    struct bm_buf headers = {0};
    headers_of(&headers, req, type, more);
    bm_access_log_end(req, headers.failed ? 503 : status);
    if (headers.failed)
        bm_request_reply(req->request, 503, "Retry-After: 1\r\n", "", 0);
    else
        bm_request_reply(req->request, status, headers.s, text, len);
    bm_buf_free(&headers);
    free_api_request(req);
}

void bm_api_reply_json(struct bm_api_request *req, unsigned status, struct bm_buf *json)
{
    if (json->failed)
        bm_api_reply_no_memory(req);
    else
        send_reply(req, status, "application/json", "", json->s, json->len);
    bm_buf_free(json);
}

void bm_api_reply_text(struct bm_api_request *req, unsigned status, const char *type,
                       const char *headers, const char *text, size_t len)
{
    send_reply(req, status, type, headers, text, len);
}

void bm_api_reply_empty(struct bm_api_request *req) { send_reply(req, 204, NULL, "", "", 0); }

enum bm_lang bm_api_lang(const struct bm_api_request *req)
{
    char lang[8];
    return bm_query_get(bm_request_query(req->request), "lang", lang, sizeof lang) &&
                   strcmp(lang, "ja") == 0
               ? BM_JA
               : BM_EN;
}

void bm_api_reply_problem_with(struct bm_api_request *req, unsigned status, const char *code,
                               const char *headers, const char *more, const char *detail)
{
    struct bm_buf out = {0};
    req->problem = code;
    bm_problem_write(&out, status, code, more, detail);
    send_reply(req, out.failed ? 503 : status, "application/problem+json", headers,
               out.failed ? "" : out.s, out.failed ? 0 : out.len);
    bm_buf_free(&out);
}

void bm_api_reply_problem(struct bm_api_request *req, unsigned status, const char *code,
                          const char *more, const char *detail)
{
    const char *const retry = status == 503   ? "Retry-After: 1\r\n"
                              : status == 429 ? "Retry-After: 30\r\n" /* games, seeks end */
                                              : "";
    bm_api_reply_problem_with(req, status, code, retry, more, detail);
}

void bm_api_reply_no_memory(struct bm_api_request *req)
{
    bm_api_reply_problem(req, 503, "no_memory", "", "the server is out of memory: try again");
}

void bm_api_reply_busy(struct bm_api_request *req, const char *code, unsigned wait,
                       const char *detail)
{
    char line[48], more[48];
    (void)snprintf(line, sizeof line, "Retry-After: %u\r\n", wait);
    (void)snprintf(more, sizeof more, ",\"retry_ms\":%u", wait * 1000);
    bm_api_reply_problem_with(req, 429, code, line, more, detail);
}

void bm_api_reply_too_many(struct bm_api_request *req, unsigned wait)
{
    bm_api_reply_busy(req, "too_many", wait, "that was too much at once: wait");
}

void bm_api_reply_store_problem(struct bm_api_request *req, enum bm_store_status status)
{
    if (status == BM_STORE_MISSING)
        bm_api_reply_problem(req, 404, "not_found", "", "there is no such thing");
    else if (status == BM_STORE_TAKEN)
        bm_api_reply_problem(req, 409, "conflict", "",
                             "another request changed it first: load it and try again");
    else
        bm_api_reply_problem(req, 503, "read_only", "",
                             "nothing can be saved at the moment, and nothing was: try again");
}

struct bm_stream *bm_api_reply_stream(struct bm_api_request *req, const char *type,
                                      void (*gone)(void *user), void *user)
{
    struct bm_buf headers = {0};
    headers_of(&headers, req, type, "X-Accel-Buffering: no\r\n");
    bm_access_log_end(req, 200);
    struct bm_stream *const s =
        bm_request_stream(req->request, 200, headers.failed ? "" : headers.s, gone, user);
    bm_buf_free(&headers);
    free_api_request(req);
    return s;
}

void bm_api_register_connection(struct bm_api_request *req, struct bm_connection *line,
                                void (*end)(void *user), void *user)
{
    char address[64];
    struct bm_accounts *const accounts = req->server->accounts;
    bm_accounts_register_connection(
        accounts, line, &req->identity,
        bm_accounts_address(accounts, req->request, address, sizeof address), end, user);
}

struct bm_ws *bm_api_reply_upgrade(struct bm_api_request *req, const struct bm_ws_hooks *hooks,
                                   void *user)
{
    bm_access_log_end(req, bm_ws_is_asked(req->request) ? 101 : 426);
    struct bm_ws *const ws = bm_ws_upgrade(req->request, hooks, user);
    free_api_request(req);
    return ws;
}

/* ---- Members of the body ---- */

bool bm_api_reply_bad_member(struct bm_api_request *req, const char *name, const char *want)
{
    char more[160], detail[200];
    (void)snprintf(more, sizeof more, ",\"member\":\"%s\"", name);
    (void)snprintf(detail, sizeof detail, "\"%s\" must be %s", name, want);
    bm_api_reply_problem(req, 422, "bad_member", more, detail);
    return false;
}

bool bm_api_body_string(struct bm_api_request *req, const char *name, const char **out)
{
    const json_t *const v = json_object_get(req->body, name);
    if (!v || json_is_null(v))
        return true;
    if (!json_is_string(v) || strlen(json_string_value(v)) != json_string_length(v))
        return bm_api_reply_bad_member(req, name, "a string without NUL");
    *out = json_string_value(v);
    return true;
}

static bool is_within(int64_t v, int64_t least, int64_t most)
{
    return v >= least && v <= most;
}

bool bm_api_body_int(struct bm_api_request *req, const char *name, int64_t least, int64_t most,
                     int64_t *out)
{
    const json_t *const v = json_object_get(req->body, name);
    if (!v || json_is_null(v))
        return true;
    if (!json_is_integer(v) || !is_within(json_integer_value(v), least, most)) {
        char want[96];
        (void)snprintf(want, sizeof want, "a whole number from %" PRId64 " to %" PRId64, least,
                       most);
        return bm_api_reply_bad_member(req, name, want);
    }
    *out = json_integer_value(v);
    return true;
}

bool bm_api_query_int(struct bm_api_request *req, const char *name, int64_t least, int64_t most,
                      int64_t *out)
{
    char text[32];
    if (!bm_query_get(bm_request_query(req->request), name, text, sizeof text))
        return true;
    char *end;
    const long long v = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || !is_within(v, least, most)) {
        char detail[160];
        (void)snprintf(detail, sizeof detail,
                       "the parameter %s must be a whole number from %" PRId64 " to %" PRId64,
                       name, least, most);
        bm_api_reply_problem(req, 400, "bad_parameter", "", detail);
        return false;
    }
    *out = v;
    return true;
}

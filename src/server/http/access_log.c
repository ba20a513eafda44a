/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/http/access_log.h"
#include "server/http/routes.h"

enum {
    REFUSALS_LOGGED = 20, /* a second: an attack must not fill the disk */
    PATH_SHOWN = 200
};

/* Upper bounds of the buckets, in microseconds; the last bucket has none. */
static const uint64_t bounds[BM_LATENCY_BUCKETS] = {
    1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000, 2000000, 5000000};

/* The id that the proxy gave, if it is one. */
static bool take_proxy_id(struct bm_api_request *req)
{
    const struct bm_slice id = bm_request_header(req->request, "x-request-id");
    if (!req->server->options.behind_proxy || id.len == 0 || id.len >= sizeof req->id)
        return false;
    for (size_t i = 0; i < id.len; i++)
        if (!isalnum((unsigned char)id.s[i]) && id.s[i] != '-' && id.s[i] != '_')
            return false;
    memcpy(req->id, id.s, id.len);
    req->id[id.len] = '\0';
    return true;
}

void bm_access_log_begin(struct bm_api_request *req)
{
    req->began = uv_hrtime();
    if (!take_proxy_id(req))
        (void)snprintf(req->id, sizeof req->id, "%08" PRIx32 "%08" PRIx32, randombytes_random(),
                       randombytes_random());
}

static void count_problem(struct bm_access_log *a, const char *code)
{
    for (unsigned i = 0; i < BM_PROBLEM_CODES; i++) {
        if (a->problem[i].code && strcmp(a->problem[i].code, code) != 0)
            continue;
        a->problem[i].code = code;
        a->problem[i].count++;
        return;
    }
}

/* The name of a request in the log; NULL: it is logged only with --log-requests. */
static const char *event_of(const struct bm_api_request *req, unsigned status)
{
    if (req->route && req->route->flags & BM_ROUTE_ENTRY && (status < 300 || status == 401))
        return status < 300 ? "login" : "login_failed";
    if (status == 401 || status == 403 || status == 421 || status == 429 || status >= 500)
        return "refused";
    return NULL;
}

/* Whether one more refusal may be logged; the number of those left out is logged with the
 * next one. */
static bool may_log(struct bm_access_log *a, int64_t now, unsigned *unlogged)
{
    if (now / 1000 != a->second) {
        a->second = now / 1000;
        a->logged = 0;
    }
    if (a->logged == REFUSALS_LOGGED) {
        a->unlogged++;
        return false;
    }
    a->logged++;
    *unlogged = a->unlogged;
    a->unlogged = 0;
    return true;
}

static void log_request(const struct bm_api_request *req, const char *event, unsigned status,
                        uint64_t us, unsigned unlogged)
{
    static const char *const methods[] = {"GET",    "HEAD",    "POST", "PUT",
                                          "DELETE", "OPTIONS", "OTHER"};
    const struct bm_slice path = bm_request_path(req->request);
    char address[64], code[80] = "", more[48] = "";
    struct bm_buf quoted = {0};
    bm_json_quote(&quoted, path.s ? path.s : "", path.len < PATH_SHOWN ? path.len : PATH_SHOWN);
    bm_buf_char(&quoted, '\0');
    if (req->problem)
        (void)snprintf(code, sizeof code, ",\"code\":\"%s\"", req->problem);
    if (unlogged)
        (void)snprintf(more, sizeof more, ",\"unlogged\":%u", unlogged);
    bm_server_log(
        strcmp(event, "request") == 0 || strcmp(event, "login") == 0 ? "info" : "warning",
        event,
        ",\"request\":\"%s\",\"address\":\"%s\",\"method\":\"%s\",\"path\":%s,"
        "\"status\":%u,\"us\":%" PRIu64 "%s%s",
        req->id,
        bm_accounts_address(req->server->accounts, req->request, address, sizeof address),
        methods[bm_request_method(req->request)], quoted.failed ? "\"\"" : quoted.s, status, us,
        code, more);
    bm_buf_free(&quoted);
}

void bm_access_log_end(struct bm_api_request *req, unsigned status)
{
    struct bm_access_log *const a = req->server->access;
    if (!a) /* parts of a server, in tests */
        return;
    const uint64_t us = (uv_hrtime() - req->began) / 1000;
    unsigned bucket = 0, unlogged = 0;
    while (bucket < BM_LATENCY_BUCKETS && us > bounds[bucket])
        bucket++;
    a->latency[bucket]++;
    a->latency_us += us;
    a->status[status < 600 ? status : 0]++;
    if (req->problem)
        count_problem(a, req->problem);
    const char *const event = event_of(req, status);
    if (event && may_log(a, bm_server_now(req->server), &unlogged))
        log_request(req, event, status, us, unlogged);
    else if (!event && req->server->options.log_requests)
        log_request(req, "request", status, us, 0);
}

void bm_access_log_write(const struct bm_access_log *a, struct bm_buf *out)
{
    char line[160];
    uint64_t sum = 0;
    bm_buf_text(out, "# TYPE banmen_request_seconds histogram\n");
    for (unsigned i = 0; i <= BM_LATENCY_BUCKETS; i++) {
        char bound[24] = "+Inf";
        sum += a->latency[i];
        if (i < BM_LATENCY_BUCKETS)
            (void)snprintf(bound, sizeof bound, "%g", (double)bounds[i] / 1e6);
        (void)snprintf(line, sizeof line,
                       "banmen_request_seconds_bucket{le=\"%s\"} %" PRIu64 "\n", bound, sum);
        bm_buf_text(out, line);
    }
    (void)snprintf(line, sizeof line,
                   "banmen_request_seconds_sum %.6f\nbanmen_request_seconds_count %" PRIu64
                   "\n# TYPE banmen_answers_total counter\n",
                   (double)a->latency_us / 1e6, sum);
    bm_buf_text(out, line);
    for (unsigned i = 0; i < 600; i++) {
        if (!a->status[i])
            continue;
        (void)snprintf(line, sizeof line, "banmen_answers_total{status=\"%u\"} %" PRIu64 "\n",
                       i, a->status[i]);
        bm_buf_text(out, line);
    }
    bm_buf_text(out, "# TYPE banmen_problems_total counter\n");
    for (unsigned i = 0; i < BM_PROBLEM_CODES && a->problem[i].code; i++) {
        (void)snprintf(line, sizeof line, "banmen_problems_total{code=\"%s\"} %" PRIu64 "\n",
                       a->problem[i].code, a->problem[i].count);
        bm_buf_text(out, line);
    }
}

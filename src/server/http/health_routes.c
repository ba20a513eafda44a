/* SPDX-License-Identifier: MIT */

/* What has nothing to do with games: health and documents. */
#include <inttypes.h>
#include <stdio.h>

#include "server/app/metrics.h"
#include "server/http/openapi.h"
#include "server/http/routes.h"

static void run_health(struct bm_api_request *req)
{
    static const char text[] = "ok\n";
    bm_api_reply_text(req, 200, "text/plain; charset=utf-8", "", text, sizeof text - 1);
}

/* Ready for traffic: not stopping, able to write, answering in time, and accepting work. */
static void run_ready(struct bm_api_request *req)
{
    static const char text[] = "ready\n";
    const char *detail;
    const char *const why = bm_server_trouble(req->server, &detail);
    char more[48];
    (void)snprintf(more, sizeof more, ",\"lag_ms\":%" PRId64,
                   bm_loop_lag_worst(&req->server->lag));
    if (why)
        bm_api_reply_problem(req, 503, why, more, detail);
    else
        bm_api_reply_text(req, 200, "text/plain; charset=utf-8", "", text, sizeof text - 1);
}

static void run_openapi(struct bm_api_request *req)
{
    struct bm_buf out = {0};
    bm_openapi_write(&out);
    bm_api_reply_json(req, 200, &out);
}

const struct bm_route bm_routes_health[] = {
    {.path = "/api/v1/openapi.json", .run = run_openapi, .summary = "this document"},
    {.path = "/healthz", .run = run_health, .flags = BM_ROUTE_HIDDEN},
    {.path = "/readyz", .run = run_ready, .flags = BM_ROUTE_HIDDEN},
    {0}};

/* SPDX-License-Identifier: MIT */

/* What has nothing to do with games: health, metrics. */
#include <inttypes.h>
#include <stdio.h>

#include "banmen/version.h"
#include "server/analysis.h"
#include "server/csa.h"
#include "server/engines.h"
#include "server/hall.h"
#include "server/lobby.h"
#include "server/openapi.h"
#include "server/routes.h"

static void run_health(struct bm_call *c)
{
    static const char text[] = "ok\n";
    bm_call_text(c, 200, "text/plain; charset=utf-8", "", text, sizeof text - 1);
}

enum { LAGGING = 1000 }; /* ms of one turn of the loop */

/* Whether it can take people: it is not ending, can write, answers in time, and takes work. */
static void run_ready(struct bm_call *c)
{
    static const char text[] = "ready\n";
    const struct bm_server *const s = c->server;
    const int64_t lag = bm_lag_worst(&s->lag);
    char more[48];
    (void)snprintf(more, sizeof more, ",\"lag_ms\":%" PRId64, lag);
    if (s->draining)
        bm_call_problem(c, 503, "draining", "", "the server is about to stop");
    else if (!bm_store_is_writable(s->store))
        bm_call_store_problem(c, BM_STORE_FULL);
    else if (lag >= LAGGING)
        bm_call_problem(c, 503, "lagging", more, "the server answers too slowly");
    else if (!bm_jobs_are_open(s->jobs))
        bm_call_problem(c, 503, "busy", "", "too much work waits to be done");
    else
        bm_call_text(c, 200, "text/plain; charset=utf-8", "", text, sizeof text - 1);
}

static void put_metric(struct bm_buf *out, const char *name, const char *type, uint64_t value)
{
    char line[200];
    (void)snprintf(line, sizeof line, "# TYPE banmen_%s %s\nbanmen_%s %" PRIu64 "\n", name,
                   type, name, value);
    bm_buf_text(out, line);
}

static void run_metrics(struct bm_call *c)
{
    const struct bm_server *const s = c->server;
    struct bm_http_counts net;
    struct bm_store_counts store;
    struct bm_hall_counts hall;
    struct bm_lobby_counts lobby;
    struct bm_csa_counts csa = {0};
    struct bm_buf out = {0};
    bm_http_counts(s->http, &net);
    bm_store_counts(s->store, &store);
    bm_hall_counts(s->hall, &hall);
    bm_lobby_counts(s->lobby, &lobby);
    if (s->csa)
        bm_csa_counts(s->csa, &csa);
    bm_buf_text(&out, "# TYPE banmen_info gauge\nbanmen_info{version=\"");
    bm_buf_text(&out, bm_version());
    bm_buf_text(&out, "\"} 1\n");
    put_metric(&out, "connections", "gauge", net.open);
    put_metric(&out, "connections_total", "counter", net.accepted);
    put_metric(&out, "requests_total", "counter", net.requests);
    put_metric(&out, "refused_full_total", "counter", net.refused_full);
    put_metric(&out, "refused_bad_total", "counter", net.refused_bad);
    put_metric(&out, "refused_slow_total", "counter", net.refused_slow);
    put_metric(&out, "sockets_total", "counter", net.sockets);
    put_metric(&out, "socket_messages_in_total", "counter", net.socket_messages_in);
    put_metric(&out, "socket_messages_out_total", "counter", net.socket_messages_out);
    put_metric(&out, "slow_readers_total", "counter", net.slow_readers);
    put_metric(&out, "store_writable", "gauge", bm_store_is_writable(s->store));
    put_metric(&out, "store_puts_total", "counter", store.puts);
    put_metric(&out, "store_commits_total", "counter", store.commits);
    put_metric(&out, "store_failures_total", "counter", store.failures);
    put_metric(&out, "store_waiting", "gauge", store.waiting);
    put_metric(&out, "store_commit_microseconds_total", "counter", store.commit_us);
    put_metric(&out, "store_commit_worst_microseconds", "gauge", store.worst_us);
    put_metric(&out, "rooms", "gauge", hall.rooms);
    put_metric(&out, "watchers", "gauge", hall.watchers);
    put_metric(&out, "lobby_sockets", "gauge", lobby.sockets);
    put_metric(&out, "bot_streams", "gauge", lobby.streams);
    put_metric(&out, "seeks", "gauge", lobby.seeks);
    put_metric(&out, "challenges", "gauge", lobby.challenges);
    put_metric(&out, "csa_sessions", "gauge", csa.sessions);
    put_metric(&out, "csa_waiting", "gauge", csa.waiting);
    put_metric(&out, "csa_games", "gauge", csa.games);
    put_metric(&out, "csa_logins_total", "counter", csa.log_ins);
    put_metric(&out, "csa_refused_total", "counter", csa.refused);
    put_metric(&out, "levels_thinking", "gauge", hall.thinking);
    put_metric(&out, "levels_queued", "gauge", hall.queued);
    put_metric(&out, "analyses", "gauge", bm_studies_count(s->studies));
    put_metric(&out, "analyses_waiting", "gauge", bm_studies_waiting(s->studies));
    put_metric(&out, "requests_at_work", "gauge", bm_jobs_working(s->jobs));
    put_metric(&out, "requests_waiting", "gauge", bm_jobs_waiting(s->jobs));
    put_metric(&out, "loop_lag_worst_milliseconds", "gauge", (uint64_t)bm_lag_worst(&s->lag));
    put_metric(&out, "engines_at_work", "gauge", bm_engines_count(s->engines));
    put_metric(&out, "games_created_total", "counter", hall.created);
    put_metric(&out, "games_loaded_total", "counter", hall.loaded);
    put_metric(&out, "games_dropped_total", "counter", hall.dropped);
    put_metric(&out, "games_failed_total", "counter", hall.failed);
    put_metric(&out, "moves_total", "counter", hall.moves);
    put_metric(&out, "events_total", "counter", hall.events);
    if (out.failed)
        bm_call_no_memory(c);
    else
        bm_call_text(c, 200, "text/plain; version=0.0.4; charset=utf-8", "", out.s, out.len);
    bm_buf_free(&out);
}

static void run_openapi(struct bm_call *c)
{
    struct bm_buf out = {0};
    bm_openapi_write(&out);
    bm_call_json(c, 200, &out);
}

const struct bm_route bm_routes_basic[] = {
    {.path = "/api/v1/openapi.json", .run = run_openapi, .summary = "this document"},
    {.path = "/healthz", .run = run_health, .flags = BM_ROUTE_HIDDEN},
    {.path = "/readyz", .run = run_ready, .flags = BM_ROUTE_HIDDEN},
    {.path = "/metrics", .run = run_metrics, .flags = BM_ROUTE_HIDDEN},
    {0}};

/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "banmen/version.h"
#include "io/jobs.h"
#include "server/analysis/analysis.h"
#include "server/analysis/engine_list.h"
#include "server/app/metrics.h"
#include "server/csa/csa_server.h"
#include "server/game/game_manager.h"
#include "server/http/access_log.h"
#include "server/lobby/lobby.h"

enum { LAGGING = 1000 }; /* ms of one turn of the loop */

const char *bm_server_trouble(const struct bm_server *s, const char **detail)
{
    if (s->draining) {
        *detail = "the server is about to stop";
        return "draining";
    }
    if (!bm_store_is_writable(s->store)) {
        *detail = "nothing can be saved at the moment, and nothing was: try again";
        return "read_only";
    }
    if (bm_loop_lag_worst(&s->lag) >= LAGGING) {
        *detail = "the server answers too slowly";
        return "lagging";
    }
    if (!bm_jobs_are_open(s->jobs)) {
        *detail = "too much work waits to be done";
        return "busy";
    }
    return NULL;
}

static void put_metric(struct bm_buf *out, const char *name, const char *type, uint64_t value)
{
    char line[200];
    (void)snprintf(line, sizeof line, "# TYPE banmen_%s %s\nbanmen_%s %" PRIu64 "\n", name,
                   type, name, value);
    bm_buf_text(out, line);
}

/* As Prometheus reads it. */
static void write_metrics(const struct bm_server *s, struct bm_buf *out)
{
    struct bm_http_counts net;
    struct bm_store_counts store;
    struct bm_game_manager_counts games;
    struct bm_lobby_counts lobby;
    struct bm_csa_counts csa = {0};
    bm_http_counts(s->http, &net);
    bm_store_counts(s->store, &store);
    bm_game_manager_counts(s->games, &games);
    bm_lobby_counts(s->lobby, &lobby);
    if (s->csa)
        bm_csa_counts(s->csa, &csa);
    bm_buf_text(out, "# TYPE banmen_info gauge\nbanmen_info{version=\"");
    bm_buf_text(out, bm_version());
    bm_buf_text(out, "\"} 1\n");
    put_metric(out, "connections", "gauge", net.open);
    put_metric(out, "connections_total", "counter", net.accepted);
    put_metric(out, "requests_total", "counter", net.requests);
    put_metric(out, "refused_full_total", "counter", net.refused_full);
    put_metric(out, "refused_bad_total", "counter", net.refused_bad);
    put_metric(out, "refused_slow_total", "counter", net.refused_slow);
    put_metric(out, "refused_crowd_total", "counter", net.refused_crowd);
    put_metric(out, "refused_bodies_total", "counter", net.refused_bodies);
    put_metric(out, "refused_rate_total", "counter", net.refused_rate);
    put_metric(out, "throttled_total", "counter", net.throttled);
    put_metric(out, "floods_total", "counter", net.floods);
    put_metric(out, "deferred_total", "counter", net.deferred);
    put_metric(out, "addresses", "gauge", net.addresses);
    put_metric(out, "sockets_total", "counter", net.sockets);
    put_metric(out, "socket_messages_in_total", "counter", net.socket_messages_in);
    put_metric(out, "socket_messages_out_total", "counter", net.socket_messages_out);
    put_metric(out, "slow_readers_total", "counter", net.slow_readers);
    put_metric(out, "store_writable", "gauge", bm_store_is_writable(s->store));
    put_metric(out, "store_puts_total", "counter", store.puts);
    put_metric(out, "store_commits_total", "counter", store.commits);
    put_metric(out, "store_failures_total", "counter", store.failures);
    put_metric(out, "store_waiting", "gauge", store.waiting);
    put_metric(out, "store_commit_microseconds_total", "counter", store.commit_us);
    put_metric(out, "store_commit_worst_microseconds", "gauge", store.worst_us);
    put_metric(out, "rooms", "gauge", games.rooms);
    put_metric(out, "watchers", "gauge", games.watchers);
    put_metric(out, "lobby_sockets", "gauge", lobby.sockets);
    put_metric(out, "bot_streams", "gauge", lobby.streams);
    put_metric(out, "seeks", "gauge", lobby.seeks);
    put_metric(out, "challenges", "gauge", lobby.challenges);
    put_metric(out, "csa_sessions", "gauge", csa.sessions);
    put_metric(out, "csa_waiting", "gauge", csa.waiting);
    put_metric(out, "csa_games", "gauge", csa.games);
    put_metric(out, "csa_logins_total", "counter", csa.log_ins);
    put_metric(out, "csa_refused_total", "counter", csa.refused);
    put_metric(out, "levels_thinking", "gauge", games.bots);
    put_metric(out, "levels_queued", "gauge", games.queued);
    put_metric(out, "analyses", "gauge", bm_analyses_count(s->analyses));
    put_metric(out, "analyses_waiting", "gauge", bm_analyses_waiting(s->analyses));
    put_metric(out, "requests_at_work", "gauge", bm_jobs_working(s->jobs));
    put_metric(out, "requests_waiting", "gauge", bm_jobs_waiting(s->jobs));
    put_metric(out, "passwords_waiting", "gauge", bm_accounts_waiting_passwords(s->accounts));
    put_metric(out, "loop_lag_worst_milliseconds", "gauge",
               (uint64_t)bm_loop_lag_worst(&s->lag));
    put_metric(out, "loop_cpu_worst_microseconds", "gauge",
               (uint64_t)bm_loop_lag_worst_cpu(&s->lag));
    put_metric(out, "engines_at_work", "gauge", bm_engines_count(s->engines));
    put_metric(out, "engines_waiting", "gauge", bm_engines_waiting(s->engines));
    put_metric(out, "games_created_total", "counter", games.created);
    put_metric(out, "games_loaded_total", "counter", games.loaded);
    put_metric(out, "games_dropped_total", "counter", games.dropped);
    put_metric(out, "games_failed_total", "counter", games.failed);
    put_metric(out, "moves_total", "counter", games.moves);
    put_metric(out, "events_total", "counter", games.events);
    bm_access_log_write(s->access, out);
}

/* ---- Their own address ---- */

static void reply_text(struct bm_request *r, unsigned status, const char *type,
                       const char *text, size_t len)
{
    char headers[160];
    (void)snprintf(headers, sizeof headers,
                   "Content-Type: %s\r\nCache-Control: no-store\r\nX-Content-Type-Options: "
                   "nosniff\r\n",
                   type);
    bm_request_reply(r, status, headers, text, len);
}

static void reply_word(struct bm_request *r, unsigned status, const char *word)
{
    char line[64];
    const int n = snprintf(line, sizeof line, "%s\n", word);
    reply_text(r, status, "text/plain; charset=utf-8", line, (size_t)n);
}

static void answer_metrics(void *user, struct bm_request *r)
{
    const struct bm_server *const s = user;
    const struct bm_slice path = bm_request_path(r);
    const enum bm_method method = bm_request_method(r);
    const char *detail;
    if (method != BM_METHOD_GET && method != BM_METHOD_HEAD) {
        reply_word(r, 405, "only GET");
    } else if (bm_slice_is(path, "/healthz")) {
        reply_word(r, 200, "ok");
    } else if (bm_slice_is(path, "/readyz")) {
        const char *const why = bm_server_trouble(s, &detail);
        reply_word(r, why ? 503 : 200, why ? why : "ready");
    } else if (bm_slice_is(path, "/metrics")) {
        struct bm_buf out = {0};
        write_metrics(s, &out);
        if (out.failed)
            reply_word(r, 503, "no memory");
        else
            reply_text(r, 200, "text/plain; version=0.0.4; charset=utf-8", out.s, out.len);
        bm_buf_free(&out);
    } else {
        reply_word(r, 404, "/metrics, /healthz and /readyz are here");
    }
}

/* By default the port behind the server's own, of this machine alone. */
static void default_address(const struct bm_server *s, char *out, size_t cap)
{
    const char *const colon = strrchr(s->options.listen, ':');
    const long port = strtol(colon ? colon + 1 : "0", NULL, 10);
    (void)snprintf(out, cap, "127.0.0.1:%ld", port > 0 && port < 65535 ? port + 1 : 0);
}

bool bm_metrics_listen(struct bm_server *s, int fd)
{
    const struct bm_http_hooks hooks = {.request = answer_metrics, .user = s};
    const struct bm_http_limits limits = {.connections = 64, .body = 1};
    const char *const wanted = s->options.metrics;
    char address[64];
    unsigned port = 0;
    if (wanted && strcmp(wanted, "off") == 0 && fd < 0)
        return true;
    if (bm_http_create(&s->metrics, &s->loop, &limits, &hooks) != BM_OK) {
        s->metrics = NULL;
        return false;
    }
    if (fd >= 0)
        return bm_http_listen_fd(s->metrics, fd) == 0;
    default_address(s, address, sizeof address);
    const int failed = bm_http_listen(s->metrics, wanted ? wanted : address, &port);
    if (failed && wanted) {
        fprintf(stderr,
                "banmen: serve: cannot listen on %s for metrics: %s; --metrics takes another "
                "address, or off\n",
                wanted, uv_strerror(failed));
        return false;
    }
    if (failed) {
        bm_server_log("warning", "no_metrics", ",\"address\":\"%s\",\"why\":\"%s\"", address,
                      uv_strerror(failed));
        return true;
    }
    bm_server_log("info", "listening", ",\"metrics\":%u", port);
    return true;
}

void bm_metrics_destroy(struct bm_server *s)
{
    if (s->metrics)
        bm_http_destroy(s->metrics);
    s->metrics = NULL;
}

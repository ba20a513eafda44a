/* SPDX-License-Identifier: MIT */

/* Start of the server, and graceful shutdown. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/analysis/analysis.h"
#include "server/analysis/engine_list.h"
#include "server/analysis/simple_board.h"
#include "server/app/admin_socket.h"
#include "server/app/metrics.h"
#include "server/app/service_manager.h"
#include "server/csa/csa_server.h"
#include "server/game/game_manager.h"
#include "server/http/access_log.h"
#include "server/http/routes.h"
#include "server/lobby/lobby.h"
#include "server/study/study_room.h"
#include "server/variants/variant_store.h"

enum {
    FIRST_FD = 3,         /* of those that systemd hands down */
    NEIGHBOURS = 500,     /* connections of one address: a school, but not all that there are */
    WORK_RATE = 50000,    /* units that an address may use in a second: 500 requests, */
    WORK_BURST = 1000000, /* and at once: the files of the app, for a school */
    DRAIN_MS = 5000,      /* that requests under way may still take */
    DRAIN_STEP = 50
};

struct server_run {
    struct bm_server server;
    uv_signal_t ends[2]; /* SIGTERM, SIGINT */
    struct bm_timer drain;
    struct bm_service_manager notify;
    struct bm_access_log access;
    int signal;      /* that ended it */
    int64_t give_up; /* ms of the loop; 0: still running */
    bool over;
};

static void take_request(void *user, struct bm_request *r) { bm_routes_dispatch(user, r); }

static size_t measure_body(void *user, struct bm_request *r)
{
    return bm_routes_body_most(user, r);
}

/* Sockets that systemd has opened for us; how many. */
static int inherited_socket(void)
{
    const char *const pid = getenv("LISTEN_PID"), *const fds = getenv("LISTEN_FDS");
    return pid && fds && strtol(pid, NULL, 10) == (long)getpid() ? atoi(fds) : 0;
}

/* Open the page in a browser; on failure its address has been printed. */
static void open_browser(const char *address)
{
    const pid_t child = fork();
    if (child == 0) {
        (void)setsid();
        (void)execlp("xdg-open", "xdg-open", address, (char *)NULL);
        _exit(127);
    }
}

static bool listen_csa(struct bm_server *s)
{
    unsigned port = 0;
    const int failed = bm_csa_listen(s->csa, s->options.csa, &port);
    if (failed) {
        fprintf(stderr,
                "banmen: serve: cannot listen on %s for CSA: %s; --csa takes another port\n",
                s->options.csa, uv_strerror(failed));
        return false;
    }
    printf("banmen: csa: port %u\n", port);
    fflush(stdout);
    bm_server_log("info", "listening", ",\"csa\":%u", port);
    return true;
}

/* Whether the socket of this number is the one for metrics, by FileDescriptorName=. */
static bool is_for_metrics(int i)
{
    static const char word[] = "metrics";
    const char *names = getenv("LISTEN_FDNAMES");
    for (; names && i > 0; i--) {
        names = strchr(names, ':');
        names = names ? names + 1 : NULL;
    }
    return names && strncmp(names, word, sizeof word - 1) == 0 &&
           (names[sizeof word - 1] == '\0' || names[sizeof word - 1] == ':');
}

static bool listen_http(struct bm_server *s)
{
    const int fds = inherited_socket();
    for (int i = 0; i < fds; i++) {
        const int failed = is_for_metrics(i)
                               ? (bm_metrics_listen(s, FIRST_FD + i) ? 0 : UV_EINVAL)
                               : bm_http_listen_fd(s->http, FIRST_FD + i);
        if (failed) {
            bm_server_log("error", "listen", ",\"fd\":%d,\"why\":\"%s\"", FIRST_FD + i,
                          uv_strerror(failed));
            return false;
        }
    }
    if (fds > 0) {
        bm_server_log("info", "listening", ",\"sockets\":%d", fds);
        return true;
    }
    unsigned port = 0;
    const int failed = bm_http_listen(s->http, s->options.listen, &port);
    if (failed) {
        fprintf(stderr,
                "banmen: serve: cannot listen on %s: %s; --listen takes another "
                "address, and port 0 any that is free\n",
                s->options.listen, uv_strerror(failed));
        return false;
    }
    const char *const colon = strrchr(s->options.listen, ':');
    char address[300];
    (void)snprintf(address, sizeof address, "http://%.*s:%u/", (int)(colon - s->options.listen),
                   s->options.listen, port);
    printf("banmen: %s\n", address);
    fflush(stdout);
    bm_server_log("info", "listening", ",\"port\":%u", port);
    if (!bm_metrics_listen(s, -1))
        return false;
    if (s->options.open)
        open_browser(address);
    return true;
}

static void drain_connections(void *user)
{
    struct server_run *const run = user;
    struct bm_server *const s = &run->server;
    if (bm_http_busy(s->http) != 0 && bm_server_now(s) < run->give_up)
        bm_timer_set(&run->drain, &s->loop, DRAIN_STEP, drain_connections, run);
    else
        run->over = true;
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct server_run *const run = handle->data;
    struct bm_server *const s = &run->server;
    if (run->give_up) {
        run->over = true; /* a second signal */
        return;
    }
    run->signal = number;
    bm_server_log("info", "draining", ",\"signal\":%d", number);
    bm_service_manager_stopping(&run->notify);
    s->draining = true;
    run->give_up = bm_server_now(s) + DRAIN_MS;
    bm_http_drain(s->http);
    if (s->csa)
        bm_csa_disconnect_all(s->csa);
    bm_game_manager_disconnect_all(s->games);
    bm_lobby_disconnect_all(s->lobby);
    bm_analyses_disconnect_all(s->analyses);
    bm_studies_disconnect_all(s->studies);
    drain_connections(run);
}

static void on_store_writable(void *user, bool writable)
{
    char why[128];
    bm_store_trouble(user, why, sizeof why);
    bm_server_log(writable ? "info" : "error", "store", ",\"writable\":%s,\"why\":\"%s\"",
                  writable ? "true" : "false", why);
}

static bool open_all(struct server_run *run)
{
    struct bm_server *const s = &run->server;
    const struct bm_store_options store = {.path = s->options.store};
    const struct bm_http_hooks hooks = {
        .request = take_request, .user = s, .body_most = measure_body};
    const bool counts = !s->options.quick_limits;
    const struct bm_http_limits limits = {.per_address = counts ? NEIGHBOURS : 0,
                                          .rate = counts ? WORK_RATE : 0,
                                          .burst = WORK_BURST,
                                          .behind_proxy = s->options.behind_proxy};
    char why[256] = "";
    if (bm_store_open(&s->store, &s->loop, &store, why, sizeof why) != BM_OK) {
        fprintf(stderr, "banmen: serve: %s\n", why);
        return false;
    }
    bm_store_watch(s->store, on_store_writable, s->store);
    struct bm_error err = {.what = ""};
    if (bm_engines_create(&s->engines, s, &err) != BM_OK) {
        fprintf(stderr, "banmen: serve: %s\n", err.what);
        return false;
    }
    if (bm_api_create_workers(s) != BM_OK || bm_accounts_create(&s->accounts, s) != BM_OK ||
        bm_variant_store_create(&s->variants, s) != BM_OK ||
        bm_simple_boards_create(&s->simple_boards) != BM_OK ||
        bm_game_manager_create(&s->games, s) != BM_OK ||
        bm_lobby_create(&s->lobby, s) != BM_OK ||
        bm_analyses_create(&s->analyses, s) != BM_OK ||
        bm_studies_create(&s->studies, s) != BM_OK ||
        bm_http_create(&s->http, &s->loop, &limits, &hooks) != BM_OK ||
        (s->options.csa && bm_csa_create(&s->csa, s) != BM_OK)) {
        fprintf(stderr, "banmen: serve: out of memory\n");
        return false;
    }
    const int failed = bm_admin_socket_create(&s->control, s);
    if (failed) /* administrators can do without: a restart makes it known, too */
        bm_server_log("error", "no_control", ",\"why\":\"%s\"", uv_strerror(failed));
    return listen_http(s) && (!s->csa || listen_csa(s));
}

static void close_all(struct server_run *run)
{
    struct bm_server *const s = &run->server;
    bm_admin_socket_destroy(s->control);
    bm_csa_destroy(s->csa);
    s->csa = NULL; /* the loop still runs, and metrics are still served */
    /* Jobs under way continue with their routes, which may need all other parts. */
    bm_jobs_destroy(s->jobs);
    s->jobs = NULL;
    bm_accounts_stop(s->accounts);
    bm_http_destroy(s->http);
    s->http = NULL;
    bm_metrics_destroy(s);
    bm_analyses_destroy(s->analyses);
    bm_studies_destroy(s->studies);
    bm_game_manager_destroy(s->games);
    bm_lobby_destroy(s->lobby);
    bm_engines_destroy(s->engines);
    bm_simple_boards_destroy(s->simple_boards);
    bm_variant_store_destroy(s->variants);
    if (s->store)
        bm_store_close(s->store);
    /* A search that stops only now, or a socket with a slow reader, still has a registered
     * connection. */
    bm_accounts_destroy(s->accounts);
    bm_timer_close(&run->drain, NULL, NULL);
    bm_loop_lag_stop(&s->lag);
    bm_service_manager_fini(&run->notify);
    for (unsigned i = 0; i < 2; i++)
        if (run->ends[i].data)
            uv_close((uv_handle_t *)&run->ends[i], NULL);
}

/* Each connection is a file: as many as we may have. */
static void raise_files(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
}

int bm_server_run(const struct bm_server_options *options)
{
    static struct server_run run;
    static const int signals[] = {SIGTERM, SIGINT};
    run.server.options = *options;
    run.server.access = &run.access;
    /* A file that may not grow is an error of the disk, not the end. */
    signal(SIGXFSZ, SIG_IGN);
    raise_files();
    if (bm_loop_init(&run.server.loop) != 0)
        return EXIT_FAILURE;
    for (unsigned i = 0; i < 2; i++) {
        uv_signal_init(&run.server.loop.uv, &run.ends[i]);
        run.ends[i].data = &run;
        uv_signal_start(&run.ends[i], on_signal, signals[i]);
    }
    bm_service_manager_init(&run.notify, &run.server.loop);
    const bool good = open_all(&run);
    bm_loop_lag_start(&run.server.lag,
                      &run.server.loop); /* what was before is no turn of the loop */
    if (good)
        bm_service_manager_ready(&run.notify);
    while (good && !run.over && bm_loop_step(&run.server.loop))
        ;
    close_all(&run);
    bm_loop_fini(&run.server.loop);
    if (good)
        bm_server_log("info", "stopped", ",\"signal\":%d", run.signal);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_SERVER_H
#define BM_SERVER_SERVER_H

/*
 * The game server: one process, one loop. What belongs to it, and how it is set up. Everything
 * here runs in the loop's thread.
 */

#include "io/loop.h"
#include "net/http/http.h"
#include "server/app/loop_lag.h"
#include "server/app/quota.h"
#include "store/store.h"

struct bm_access_log;    /* counts of requests: http/access_log.h */
struct bm_game_manager;  /* rooms: game/game_manager.h */
struct bm_accounts;      /* accounts/accounts.h */
struct bm_variant_store; /* variants/variant_store.h */
struct bm_csa;           /* CSA protocol: csa/csa_server.h */
struct bm_simple_boards; /* analysis/simple_board.h */
struct bm_lobby;         /* lobby/lobby.h */
struct bm_engines;       /* engines that games may use: analysis/engine_list.h */
struct bm_admin_socket;  /* app/admin_socket.h */
struct bm_analyses;      /* analysis/analysis.h */
struct bm_studies;       /* shared studies: study/study_room.h */
struct bm_jobs;          /* work in threads: io/jobs.h */

struct bm_server_options {
    const char *listen; /* "127.0.0.1:8080"; a socket of systemd's comes first */
    const char *csa;    /* the same for the CSA protocol; NULL: not spoken */
    const char *store;  /* path of the file */
    const char *origin; /* "https://play.example": an origin that browsers may come from besides
                           the requested host; NULL: none */
    /* Further host names, each a list with commas. */
    const char *const *hosts;
    size_t host_count;
    const char *engines;   /* file of engines that games may use; NULL: none */
    int64_t first_move_ms; /* for the first move of a fast game; 0: as usual, < 0: no limit */
    int64_t away_ms;       /* until a win or a draw can be claimed against a player who has
                              disconnected from a fast game; 0: default, < 0: never */
    int64_t analysis_ms;   /* that an analysis may take while others wait; 0: as usual */
    struct bm_quota quota;
    bool behind_proxy;   /* X-Forwarded-For has the client's address */
    const char *metrics; /* the address of /metrics; "off": none; NULL: the port behind ours */
    bool log_requests;   /* every one, not just refusals and log-ins */
    bool open;           /* open the page in a browser */
    bool quick_limits;   /* for load tests: no rate limits */
};

struct bm_server {
    struct bm_loop loop;
    struct bm_server_options options;
    struct bm_http *http;
    struct bm_store *store;
    struct bm_game_manager *games;
    struct bm_accounts *accounts;
    struct bm_variant_store *variants;
    struct bm_simple_boards *simple_boards;
    struct bm_csa *csa; /* NULL: not spoken */
    struct bm_lobby *lobby;
    struct bm_analyses *analyses;
    struct bm_studies *studies;
    struct bm_engines *engines;
    struct bm_jobs *jobs; /* of requests: bm_api_run_in_worker() */
    struct bm_loop_lag lag;
    struct bm_access_log *access;
    struct bm_http *metrics;         /* NULL: not served */
    struct bm_admin_socket *control; /* NULL: none */
    struct bm_quota_use *quota_uses; /* being stored */
    bool draining;
};

/*
 * Work in threads is charged to the address that it is done for (bm_http_charge()), in the
 * same units as all other work.
 */
enum {
    BM_SQUARES_FOR_ONE = 8, /* a ply that is played costs 8 units on 64 squares, 32 on 256 */
    BM_NODES_FOR_ONE = 1000 /* that are searched; a millisecond of level 8 counts as many */
};
static inline void bm_server_charge(struct bm_server *s, const char *place, uint64_t units)
{
    if (s->http && place[0])
        bm_http_charge(s->http, place, units);
}

/* Wall-clock time in ms since 1970, and monotonic time. */
int64_t bm_server_wall(void);
int64_t bm_server_now(const struct bm_server *s);

/*
 * Log one line on stderr: {"t":MS,"level":"info","event":"...", ...}. `fields` is a printf
 * format of further JSON members, "" or beginning with a comma.
 */
__attribute__((format(printf, 3, 4))) void bm_server_log(const char *level, const char *event,
                                                         const char *fields, ...);

/* Run until a signal ends it: SIGTERM and SIGINT drain first. The exit status of the program.
 */
int bm_server_run(const struct bm_server_options *options);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * A load generator for web socket servers and for the game server. Prints one line of JSON, and
 * ends by itself whatever the server does.
 *
 *     bench_sockets echo HOST:PORT PATH CONNECTIONS SECONDS
 *         each connection has one message under way, which comes back
 *     bench_sockets rooms HOST:PORT PATH CONNECTIONS ROOMSIZE SECONDS
 *         rooms at PATH?room=N, where one talks and all must hear it, then the next one
 *     bench_sockets idle HOST:PORT PATH CONNECTIONS
 *         says "N open", waits for a line on stdin, and closes
 *     bench_sockets games HOST:PORT GAMES SECONDS
 *         games between two people each, a move a second in each game
 *     bench_sockets moves HOST:PORT GAMES SECONDS
 *         the same, each move as soon as the one before is acknowledged
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "sockets.h"

enum { ECHOES, ROOMS, IDLE, GAMES, MOVES };
enum { MOST = 1000000, PACE_MS = 1000 };

static const struct {
    const char *name, *args;
    unsigned first; /* which argument is the first number */
    unsigned numbers;
} modes[] = {
    [ECHOES] = {"echo", "HOST:PORT PATH CONNECTIONS SECONDS", 4, 2},
    [ROOMS] = {"rooms", "HOST:PORT PATH CONNECTIONS ROOMSIZE SECONDS", 4, 3},
    [IDLE] = {"idle", "HOST:PORT PATH CONNECTIONS", 4, 1},
    [GAMES] = {"games", "HOST:PORT GAMES SECONDS", 3, 2},
    [MOVES] = {"moves", "HOST:PORT GAMES SECONDS", 3, 2},
};
enum { MODES = sizeof modes / sizeof *modes };

static void usage(void)
{
    for (unsigned i = 0; i < MODES; i++)
        fprintf(stderr, "usage: bench_sockets %s %s\n", modes[i].name, modes[i].args);
    exit(2);
}

static void raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

int main(int argc, char **argv)
{
    static struct sock_net net;
    uv_loop_t loop;
    unsigned mode = 0, n[3] = {0};
    while (mode < MODES && argc > 1 && strcmp(argv[1], modes[mode].name) != 0)
        mode++;
    if (argc < 2 || mode == MODES || (unsigned)argc != modes[mode].first + modes[mode].numbers)
        usage();
    for (unsigned i = 0; i < modes[mode].numbers; i++) {
        n[i] = (unsigned)strtoul(argv[modes[mode].first + i], NULL, 10);
        if (n[i] == 0 || n[i] > MOST)
            stop("%s should be a number from 1 to %d", argv[modes[mode].first + i], MOST);
    }
    if (mode == ROOMS && n[1] > n[0])
        stop("a room of %u needs as many connections", n[1]);
    raise_limit();
    if (uv_loop_init(&loop) != 0)
        stop("no event loop");
    if (!sock_net_init(&net, &loop, argv[2]))
        stop("%s should be an address such as 127.0.0.1:8080", argv[2]);
    switch (mode) {
    case ECHOES: run_rooms(&net, argv[3], n[0], 1, false, n[1]); break;
    case ROOMS: run_rooms(&net, argv[3], n[0], n[1], true, n[2]); break;
    case IDLE: run_idle(&net, argv[3], n[0]); break;
    case GAMES: run_games(&net, n[0], n[1], PACE_MS); break;
    case MOVES: run_games(&net, n[0], n[1], 0); break;
    default: break;
    }
    return uv_loop_close(&loop) != 0;
}

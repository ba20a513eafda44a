/* SPDX-License-Identifier: MIT */
#ifndef BM_BENCH_GAMES_H
#define BM_BENCH_GAMES_H

/*
 * Games on the game server, each between two people who have a cookie and a socket each. All
 * play the same line, which ends by resigning; then the two begin another game. A move counts
 * from when it is sent to when the opponent has it. Every event must come to both, in order,
 * once; whatever else goes wrong is an error, and counted.
 */

#include "banmen/banmen.h"
#include "sockets.h"

enum { LENGTH = 200, LONGEST_ID = 40, PATIENCE_MS = 10000 };

struct games;
struct game;
struct player {
    struct sock sock; /* first: hooks get it */
    struct game *game;
    int64_t seq; /* of the last event; -1: the whole game has not come */
    int64_t ply; /* of the last move that came */
    bool acked;
};

struct game {
    struct games *all;
    struct player player[2];
    uv_timer_t timer;
    char id[LONGEST_ID];
    unsigned ply, length; /* moves made, and after how many one resigns */
    uint64_t due, sent;   /* ms of the loop; ns */
    bool under_way;       /* a move or a resignation is sent and not done with */
    bool dead;
};

struct games {
    struct sock_net *net;
    struct game *game;
    unsigned count, begun, ready, dead;
    unsigned seconds, pace, errors, finished;
    bool started, over;
    uint64_t acked;
    struct tally tally;
    uv_timer_t timer;
    char move[LENGTH][BM_COORDINATES];
};

/* Find a line of moves that does not end before its time. */
void games_find_line(struct games *g);
/* Make the next move, now or when it is time. */
void game_act_when_due(struct game *m);
/* A message from the server. */
void game_hear(struct sock *s, const char *text, size_t len);

/* Both sides have come to a game. */
void game_begin(struct game *m);
/* A game is broken and stays so: what is broken is not to look quick. */
void game_give_up(struct game *m, const char *what, const char *text, size_t len);
/* The timer of a game whose server says nothing. */
void game_on_silence(uv_timer_t *t);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_CSA_SERVER_H
#define BM_SERVER_CSA_SERVER_H

/*
 * The CSA protocol (version 1.2.1), by which programs play shogi. Those who wait for a game of
 * the same name and time are paired; their game is a room like all others, that can be watched,
 * and a move is told to both when it is stored and not before.
 */

#include "server/app/server.h"

struct bm_csa;

bm_status bm_csa_create(struct bm_csa **out, struct bm_server *s);
/* Listen at "127.0.0.1:4081"; *port gets the port that was taken. 0, or libuv's error. */
int bm_csa_listen(struct bm_csa *c, const char *address, unsigned *port);
/* The server stops: games are broken off (and go on when both come again), and all who are
 * there are sent away. */
void bm_csa_disconnect_all(struct bm_csa *c);
/* Before the hall is. The loop has to run until all is closed. */
void bm_csa_destroy(struct bm_csa *c);

/* For metrics. */
struct bm_csa_counts {
    unsigned sessions, waiting, games; /* now */
    uint64_t log_ins, refused, begun, ended;
};
void bm_csa_counts(const struct bm_csa *c, struct bm_csa_counts *out);

#endif

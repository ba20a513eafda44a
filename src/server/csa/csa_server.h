/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_CSA_SERVER_H
#define BM_SERVER_CSA_SERVER_H

/*
 * The CSA protocol (version 1.2.1) for shogi programs. Sessions that want a game of the same
 * name and times are paired; their game is a room like any other, with spectators, and a move
 * is sent to both when it is stored.
 */

#include "server/app/server.h"

struct bm_csa;

bm_status bm_csa_create(struct bm_csa **out, struct bm_server *s);
/* Listen at "127.0.0.1:4081"; *port gets the port. 0, or libuv's error. */
int bm_csa_listen(struct bm_csa *c, const char *address, unsigned *port);
/* The server stops: games are interrupted (and resumed when both players return), and all
 * sessions are closed. */
void bm_csa_disconnect_all(struct bm_csa *c);
/* Before the game manager is destroyed. The loop has to run until all is closed. */
void bm_csa_destroy(struct bm_csa *c);

/* For metrics. */
struct bm_csa_counts {
    unsigned sessions, waiting, games; /* now */
    uint64_t log_ins, refused, begun, ended;
};
void bm_csa_counts(const struct bm_csa *c, struct bm_csa_counts *out);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_BENCH_SOCKETS_H
#define BM_BENCH_SOCKETS_H

#include "sock.h"
#include "tally.h"

enum {
    AT_ONCE = 100,      /* that are being connected */
    OPENING_MS = 60000, /* until all are */
    WARM_MS = 500,      /* before anything counts */
    QUIET_MS = 300,     /* at the end: what comes now was sent twice */
    DRAIN_MS = 5000     /* until what was sent last has come */
};

/* Messages to oneself (room == 1 without a name) or to all in a room, for a while. */
void run_rooms(struct sock_net *net, const char *path, unsigned count, unsigned room,
               bool named, unsigned seconds);
/* Connections that do nothing, until a line comes on stdin. */
void run_idle(struct sock_net *net, const char *path, unsigned count);
/* Games through the API; `pace` is ms from move to move, 0: as fast as they are acknowledged.
 */
void run_games(struct sock_net *net, unsigned count, unsigned seconds, unsigned pace);

#endif

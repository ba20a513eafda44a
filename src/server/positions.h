/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_POSITIONS_H
#define BM_SERVER_POSITIONS_H

/* Positions that people ask about, in bodies of requests: {"variant", "position", "moves"}. */

#include "banmen/ctx.h"
#include "server/call.h"

enum { BM_ASKED_PLIES = 2048 }; /* that may be played in front of one */

/* A context at the position of the body, with room for so many moves more, and where it began
 * (may be NULL). It holds its rules until bm_position_drop(). NULL: the call was answered. */
struct bm_ctx *bm_position_asked(struct bm_call *c, unsigned room, struct bm_setup *start);
void bm_position_drop(struct bm_ctx *ctx);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_POSITION_REQUEST_H
#define BM_SERVER_POSITION_REQUEST_H

/* Positions that people ask about, in bodies of requests: {"variant", "position", "moves"}. */

#include "banmen/ctx.h"
#include "server/http/api_request.h"

enum { BM_POSITION_MOST_PLIES = 2048 }; /* that may be played in front of one */

/*
 * Set up the position of the body beside the loop, in a context with room for so many moves
 * more. `then` gets it on the loop, with where it began; it holds its rules until
 * bm_position_drop(). If that cannot be done, the call is answered, and nothing is called.
 */
typedef void bm_position_then(struct bm_api_request *req, struct bm_ctx *ctx,
                              const struct bm_setup *start);
void bm_position_prepare(struct bm_api_request *req, unsigned room, bm_position_then *then);
void bm_position_drop(struct bm_ctx *ctx);

#endif

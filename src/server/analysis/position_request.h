/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_POSITION_REQUEST_H
#define BM_SERVER_POSITION_REQUEST_H

/* Positions in bodies of requests: {"variant", "position", "moves"}. */

#include "banmen/ctx.h"
#include "server/http/api_request.h"

enum { BM_POSITION_MOST_PLIES = 2048 }; /* that may be played in front of one */

/*
 * Set up the position of the body in a worker, in a context with room for `room` more moves.
 * `then` gets it on the loop, with the start position; the context holds its rules until
 * bm_position_drop(). On error the request is answered, and `then` is not called.
 */
typedef void bm_position_then(struct bm_api_request *req, struct bm_ctx *ctx,
                              const struct bm_setup *start);
void bm_position_prepare(struct bm_api_request *req, unsigned room, bm_position_then *then);
void bm_position_drop(struct bm_ctx *ctx);

#endif

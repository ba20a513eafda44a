/* SPDX-License-Identifier: MIT */
#ifndef BM_ENGINE_NODE_CONTEXT_H
#define BM_ENGINE_NODE_CONTEXT_H

/* A separate context at a node of a game. */

#include "banmen/game.h"

/*
 * Bring *ctx to the position of a node, with room for so many moves more. It is made, or made
 * anew, if it is NULL, of other rules or too small; the caller destroys it.
 */
bm_status bm_node_context(struct bm_ctx **ctx, const struct bm_game *game, bm_node node,
                          unsigned room);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_ELAPSED_H
#define BM_RECORD_ELAPSED_H

/*
 * The time that a side has spent, added up from the moves. KIF and JKF tell it with every move;
 * in a game it is only kept where it is not the sum.
 */

#include "banmen/game.h"

/* All zero stands at the root. */
struct bm_elapsed {
    bm_node at;
    int64_t ms[2]; /* by odd and even plies */
};

/* Milliseconds, in whole seconds a move, that the mover of a node has spent up to it. */
int64_t bm_elapsed_total(struct bm_elapsed *t, const struct bm_game *game, bm_node n);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_SLOW_VARIANT_H
#define BM_TESTS_SLOW_VARIANT_H

/*
 * The slow twin of the kernel for variants: a plain board, pieces that walk by the steps of the
 * description, moves made and tested by all that the other side could take then. It knows plain
 * turns, royals that must all be safe or none, promotion, hands, and captures en passant;
 * slow_variant_knows() tells whether that is enough for a game. Nobody castles.
 */

#include "variant/desc.h"

bool slow_variant_knows(const struct bm_desc *d);

/* All legal moves; `out` has room for BM_MAX_MOVES. */
size_t slow_variant_moves(const struct bm_desc *d, const struct bm_setup *s, bm_move *out);

/* Play a legal move. What it passed over is kept in `eps`, whether it can be taken or not. */
void slow_variant_make(const struct bm_desc *d, struct bm_setup *s, bm_move m);

/* Whether a royal of a side can be taken. */
bool slow_variant_checked(const struct bm_desc *d, const struct bm_setup *s, unsigned side);

#endif

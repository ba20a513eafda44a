/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_SHUFFLE_H
#define BANMEN_SHUFFLE_H

/**
 * @file
 * Shuffled starts and their numbers, for games that have them (Chess960 and every variant with
 * `shuffle`). bm_setup_shuffle() in setup.h gives the start of a number.
 */

#include "banmen/setup.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * How many shuffled starts a game has; their numbers begin with 0. Chess960 has 960, and the
 * numbers are Scharnagl's: 518 is the start of chess. 0: the start is not shuffled.
 */
BM_API uint64_t bm_setup_shuffles(const struct bm_rules *rules);

/**
 * A shuffled start that can be played (neither side begins in check), chosen by a random
 * `seed`; *number gets its number. False if the game is not shuffled; *out is the usual start
 * then.
 */
BM_API bool bm_setup_draw(struct bm_setup *out, const struct bm_rules *rules, uint64_t seed,
                          uint64_t *number);

/** The number of a shuffled start; false, and *number is as it was, if the board is none. */
BM_API bool bm_setup_number(const struct bm_setup *setup, const struct bm_rules *rules,
                            uint64_t *number);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_SHUFFLE_H */

/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_BATCH_SELF_PLAY_H
#define BM_SESSION_BATCH_SELF_PLAY_H

#include "banmen/notation.h"

/*
 * Play games of random moves, so many moves in all (fewer where finding the legal ones takes
 * more work than usual), always the same ones; take each move back
 * and play it again, write and read every position and move: all must be as before. False: they
 * are not, and *what says how, or why that could not be found out.
 */
bool bm_self_play(const struct bm_rules *rules, unsigned plies, char *what, size_t cap);

#endif

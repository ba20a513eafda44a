/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_POSITION_SORTED_MOVES_H
#define BM_CLI_POSITION_SORTED_MOVES_H

#include "banmen/notation.h"

/*
 * Legal moves in the order of their texts. A text has at most seven bytes, so that it fits into
 * a word, first byte highest: sorting texts is sorting numbers. Moves of games on more than two
 * axes are longer: bm_sorted_moves_fits() tells.
 */
struct bm_sorted_moves {
    size_t count;
    uint64_t key[BM_MAX_MOVES];
};

/* Whether the moves of a game are short enough. */
bool bm_sorted_moves_fits(const struct bm_rules *rules);

/* All legal moves of the position. */
void bm_sorted_moves_make(struct bm_sorted_moves *list, const struct bm_ctx *ctx);

/* Write the text of a word, without NUL; returns its length. `out` has room for eight bytes. */
size_t bm_sorted_moves_text(uint64_t key, char *out);

#endif

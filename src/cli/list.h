/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_LIST_H
#define BM_CLI_LIST_H

#include "banmen/notation.h"

/*
 * Legal moves in the order of their texts. A text has at most eight bytes, so that it fits into
 * a word, first byte highest: sorting texts is sorting numbers.
 */
struct bm_list {
    size_t count;
    uint64_t key[BM_MAX_MOVES];
};

/* All legal moves of the position. */
void bm_list_make(struct bm_list *list, const struct bm_ctx *ctx);

/* The word of one move. */
uint64_t bm_list_key(bm_move m, const struct bm_rules *rules);

/* Write the text of a word, without NUL; returns its length. `out` has room for eight bytes. */
size_t bm_list_text(uint64_t key, char *out);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_ANNOTATION_POSITION_TEXT_H
#define BM_ANNOTATION_POSITION_TEXT_H

/*
 * An analysed position as a line of text: GAME PLACE LINES, then for each line, the best first,
 * cp|mate VALUE DEPTH MOVES m1 m2... with moves in coordinates. State files and the page use
 * it.
 */

#include "annotation/game_analysis.h"

/* The position that a line is about, and the rest of the line. */
struct bm_analysed_position_key {
    uint64_t game, place;
    const char *rest;
    size_t rest_len;
};

/* False if the line does not begin with game and position. */
bool bm_analysed_position_read(const char *s, size_t len, struct bm_analysed_position_key *key);
/*
 * Add the lines of the rest to that position of the analysis; false without a change if they
 * are malformed. The context is at the position, and is left unchanged.
 */
bool bm_analysed_position_read_lines(const struct bm_analysed_position_key *key,
                                     struct bm_ctx *ctx, struct bm_analysis *a);
/* Append a place. */
void bm_analysed_position_write(struct bm_buf *b, uint64_t game, size_t place,
                                const struct bm_rules *rules, const struct bm_analysis *a);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_TERMINAL_POSITION_DIAGRAM_H
#define BM_TERMINAL_POSITION_DIAGRAM_H

#include "terminal/board_diagram.h"

/* A diagram of the position of `ctx`, which is used until it is drawn. */
void bm_diagram_init(struct bm_board_diagram *d, const struct bm_ctx *ctx, enum bm_lang lang,
                     enum bm_piece_choice pieces);
/* Draw the position to stdout in plain text; the squares of the last move stand in brackets. */
void bm_diagram_print(const struct bm_ctx *ctx, enum bm_lang lang, enum bm_piece_choice pieces);

/* Draw the position with both hands on the grid, as the other members ask. */
void bm_diagram_draw(struct bm_board_diagram *d);

/* Write " R B2 P" from a column on, the most valuable first; returns the column behind it. */
size_t bm_diagram_kinds(struct bm_board_diagram *d, size_t row, size_t column,
                        const unsigned counts[BM_MAX_KINDS]);

#endif

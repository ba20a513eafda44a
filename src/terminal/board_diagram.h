/* SPDX-License-Identifier: MIT */
#ifndef BM_TERMINAL_BOARD_DIAGRAM_H
#define BM_TERMINAL_BOARD_DIAGRAM_H

/* Boards of all geometries, drawn on a text grid. */

#include "terminal/piece_style.h"
#include "terminal/text_grid.h"

/* bm_diagram_init() sets the first five; the caller may set the rest. */
struct bm_board_diagram {
    const struct bm_ctx *ctx;
    const struct bm_rules *rules;
    const struct bm_rules_info *info;
    enum bm_lang lang;
    enum bm_piece_choice pieces;
    struct bm_text_grid grid;
    struct bm_piece_style ps;
    bm_sq from, to; /* of the last move; BM_SQ_NONE: none */
    size_t row;     /* the first that is free */
    size_t columns; /* that boards side by side may take; 0: 96 */
    bool compact;   /* boards of hexagons and of many levels take fewer rows */
    bool flip;      /* seen from the second side */
    bool checks;    /* royal pieces in check stand in square brackets */
    bool in_check[BM_MAX_SQUARES];
};

/*
 * A board of squares with letters above and below and numbers beside it, its lower left square
 * being `base`.
 */
void bm_draw_board(struct bm_board_diagram *d, size_t row, size_t column, unsigned base);
/* Rows of such a board. */
size_t bm_draw_board_rows(const struct bm_board_diagram *d);

/* A board in the manner of shogi: a frame, files numbered from the right. */
void bm_draw_shogi(struct bm_board_diagram *d);

/* A board of hexagons: neighbours stand above, below and in the columns beside. */
void bm_draw_hex(struct bm_board_diagram *d);

/* Boards of three and four axes: many boards. */
void bm_draw_levels(struct bm_board_diagram *d);

/* Find what `checks` shows. */
void bm_draw_find_checks(struct bm_board_diagram *d);

#endif

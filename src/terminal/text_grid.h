/* SPDX-License-Identifier: MIT */
#ifndef BM_TERMINAL_TEXT_GRID_H
#define BM_TERMINAL_TEXT_GRID_H

/*
 * A grid of characters for diagrams. Wide characters (kanji) take two columns. It grows as
 * needed.
 */

#include <stdbool.h>
#include <stddef.h>

struct bm_text_grid_row;

/* How a character looks, where there are colours. */
enum bm_look {
    LOOK_PLAIN,
    LOOK_FIRST,
    LOOK_SECOND,
    LOOK_LAST,
    LOOK_CHECK,
    LOOK_FAINT,
    LOOK_STRONG
};

struct bm_text_grid {
    struct bm_text_grid_row *row;
    size_t rows;
    bool failed;  /* there was no memory */
    bool colours; /* looks are shown */
};

/* Write UTF-8 from a column on; returns the column behind it. */
size_t bm_text_grid_put(struct bm_text_grid *c, size_t row, size_t column, const char *text);

/* Give `width` columns a look. */
void bm_text_grid_paint(struct bm_text_grid *c, size_t row, size_t column, size_t width,
                        enum bm_look look);

/* Columns that the widest row takes. */
size_t bm_text_grid_width(const struct bm_text_grid *c);

/* Print all rows without trailing blanks, and free the grid. */
void bm_text_grid_print(struct bm_text_grid *c);

#endif

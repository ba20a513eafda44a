/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_TERMINAL_PIECE_STYLE_H
#define BM_CLI_TERMINAL_PIECE_STYLE_H

/* How pieces are drawn: as letters, as figures of chess, as kanji. */

#include "cli/position/command_position.h"
#include "cli/terminal/text_grid.h"

struct bm_pen {
    const struct bm_rules *rules;
    enum { PEN_LETTERS, PEN_FIGURES, PEN_KANJI } style;
    /* Columns of a square: the sign before a piece ('+', or 'v' with kanji), the piece, the
     * sign behind it ('~'). Signs have a column only if the board needs them. */
    unsigned lead, body, tail;
    unsigned down; /* the side whose kanji would stand upside down */
};

/* What the options, the game and the board ask for. */
void bm_pen_choose(struct bm_pen *pen, const struct bm_session *s);

/* Columns of a square. */
static inline unsigned bm_pen_width(const struct bm_pen *pen)
{
    return pen->lead + pen->body + pen->tail;
}

/* Draw what stands on a square, 0 being nothing. */
void bm_pen_draw(const struct bm_pen *pen, struct bm_canvas *c, size_t row, size_t column,
                 bm_piece piece);

/* What a kind is called in a hand. */
const char *bm_pen_name(const struct bm_pen *pen, unsigned kind);

#endif

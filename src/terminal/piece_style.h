/* SPDX-License-Identifier: MIT */
#ifndef BM_TERMINAL_PIECE_STYLE_H
#define BM_TERMINAL_PIECE_STYLE_H

/* The style of pieces in a diagram: letters, chess figures, kanji. */

#include "banmen/notation.h"
#include "terminal/text_grid.h"

/* What the user asks for. */
enum bm_piece_choice {
    PIECES_BY_GAME, /* kanji for shogi where the environment has UTF-8, else letters */
    PIECES_LETTERS,
    PIECES_SYMBOLS,
    PIECES_KANJI
};

struct bm_piece_style {
    const struct bm_rules *rules;
    enum { PIECE_STYLE_LETTERS, PIECE_STYLE_FIGURES, PIECE_STYLE_KANJI } style;
    /* Columns of a square: the sign before a piece ('+', or 'v' with kanji), the piece, the
     * sign behind it ('~'). Signs have a column only if the board needs them. */
    unsigned lead, body, tail;
    unsigned down; /* the side whose kanji would stand upside down */
};

/* What the user, the game and the board ask for. */
void bm_piece_style_choose(struct bm_piece_style *ps, const struct bm_ctx *ctx,
                           enum bm_piece_choice choice);

/* Columns of a square. */
static inline unsigned bm_piece_style_width(const struct bm_piece_style *ps)
{
    return ps->lead + ps->body + ps->tail;
}

/* Draw what stands on a square, 0 being nothing. */
void bm_piece_style_draw(const struct bm_piece_style *ps, struct bm_text_grid *c, size_t row,
                         size_t column, bm_piece piece);

/* What a kind is called in a hand. */
const char *bm_piece_style_name(const struct bm_piece_style *ps, unsigned kind);

#endif

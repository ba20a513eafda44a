/* SPDX-License-Identifier: MIT */
#ifndef BM_NOTATION_VARIANT_VARIANT_MOVE_H
#define BM_NOTATION_VARIANT_VARIANT_MOVE_H

/* Moves of games that were loaded, in coordinates. */

#include "notation/cells.h"

bm_status bm_variant_move_parse(bm_move *out, const struct bm_ctx *ctx, const char *s,
                                size_t len, struct bm_error *err);
void bm_variant_move_format(bm_move m, const struct bm_rules *rules, struct bm_str *out);

/*
 * Castling, taken apart. `rule` is the one by which the king gets to where it gets; the move
 * names either that square or the partner's.
 */
struct bm_castling {
    const struct bm_castle *rule;
    bm_sq king, partner;
};
/* Whether a move of the side to move castles; it must be legal, or close to it. */
bool bm_variant_castles(const struct bm_ctx *ctx, bm_move m, struct bm_castling *out);

/*
 * The kind that a letter means where a piece promotes: of those that the piece on the board may
 * become, else any. `plus`: a letter with + before it, or + alone if the letter is NUL.
 * BM_MAX_KINDS if there is none.
 */
unsigned bm_variant_promotion(const struct bm_rules *rules, bm_piece piece, bool plus,
                              char letter);
/* What is written for it: "q", "+", "+r". `big`: letters in capitals. */
void bm_variant_put_promotion(struct bm_str *out, const struct bm_rules *rules, unsigned kind,
                              bool big);

#endif

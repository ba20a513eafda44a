/* SPDX-License-Identifier: MIT */
#ifndef BM_NOTATION_VARIANT_VARIANT_SAN_H
#define BM_NOTATION_VARIANT_VARIANT_SAN_H

/*
 * SAN of games that were loaded: as in chess, with these games' letters and cells.
 *
 *     Nf3  exd5  e8=Q  O-O  Sx4d=+  +Re1  P@e5  Nc3/H  O-O/He1  --
 *
 * A piece without a letter is the one whose letter is P. Where a piece comes from is told by
 * its file, its rank or its cell; on boards of more than two dimensions, and where cells are
 * named as in shogi, always by its cell.
 */

#include "notation/chess/san.h"
#include "notation/variant/variant_move.h"

void bm_variant_san_write(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style,
                          struct bm_str *out);
bm_status bm_variant_san_read(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                              struct bm_error *err);

/* The kinds that one letter stands for: Q is also Q~. 0 if there is none. */
uint64_t bm_variant_kinds(const struct bm_rules *rules, bool plus, char letter);

/* Whether cells can be told in part, by file or rank. */
static inline bool bm_variant_partial(const struct bm_rules *rules)
{
    return bm_rules_info(rules)->axes <= 2 && !bm_cells_usi(rules);
}

/*
 * O-O or O-O-O, by the number of O's; 0: the move is none, or others of its kind are written
 * alike, so that it must be written as a move of the king.
 */
unsigned bm_variant_castle_sign(const struct bm_ctx *ctx, bm_move m, struct bm_castling *out);

#endif

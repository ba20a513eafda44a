/* SPDX-License-Identifier: MIT */
#ifndef BM_NOTATION_CHESS_SAN_H
#define BM_NOTATION_CHESS_SAN_H

/* What the reader and the writer of SAN share. */

#include "notation/styles.h"
#include "rules/ctx.h"

/* Whether a move of the side to move castles. */
bool bm_san_castles(const struct bm_ctx *ctx, bm_move m);

/* Whether a kind is the one whose moves have no letter. */
static inline bool bm_san_is_pawn(const struct bm_rules *rules, unsigned kind)
{
    const char *const letter = bm_rules_kind_letter(rules, kind);
    return letter[0] == 'P' && letter[1] == '\0';
}

#endif

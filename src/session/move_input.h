/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_MOVE_INPUT_H
#define BM_SESSION_MOVE_INPUT_H

/* Moves as people type them, in any notation. */

#include "banmen/notation.h"

/* Read a move of the position in any notation; true and *out if it is legal. Else *known tells
 * whether it is a move at all, and `why` says what is wrong with it. */
bool bm_move_input_parse(const struct bm_ctx *ctx, const char *s, size_t len, enum bm_lang lang,
                         bm_move *out, bool *known, char *why, size_t cap);
/* Skip a number of a move: "12." and "3...". */
const char *bm_move_input_skip_number(const char *s, const char *end);

#endif

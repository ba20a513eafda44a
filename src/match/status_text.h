/* SPDX-License-Identifier: MIT */
#ifndef BM_MATCH_STATUS_TEXT_H
#define BM_MATCH_STATUS_TEXT_H

/*
 * Sentences about the state of a match, for terminal, window, server and page. They begin in
 * lower case, and those of one line can stand one behind the other.
 */

#include "banmen/match.h"
#include "base/str.h"

/* "white to move, in check, move 2 of 3, phase: placing" */
void bm_turn_tell(struct bm_str *out, const struct bm_ctx *ctx, enum bm_lang lang);

/* "white wins: checkmate", "draw: repetition", "no result: adjourned" */
void bm_result_tell(struct bm_str *out, const struct bm_outcome *o,
                    const struct bm_rules *rules, enum bm_lang lang);

/* "; black offers a draw; white asks for a takeback; a draw can be claimed"; nothing where
 * nothing is offered. */
void bm_offers_tell(struct bm_str *out, const struct bm_match_state *state,
                    const struct bm_rules *rules, enum bm_lang lang);

#endif

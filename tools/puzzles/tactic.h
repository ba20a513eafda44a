/* SPDX-License-Identifier: MIT */
#ifndef BM_TOOLS_PUZZLE_TACTIC_H
#define BM_TOOLS_PUZZLE_TACTIC_H

/* Tactics: positions in which one move wins and all others do not, as the search finds. */

#include "puzzle.h"

/* Centipawns: what the best move must give at least. */
enum { TACTIC_WON = 200 };

struct bm_search *tactic_search(void);
/* Find the line of a tactic: it goes on while one move alone wins. The context is left as it
 * was. */
bool tactic_solve(struct bm_search *search, struct bm_ctx *ctx, struct puzzle *z);
/* Whether a search of fewer nodes finds the solver's moves again, and no other that wins as
 * much. */
bool tactic_check(struct bm_search *search, struct bm_ctx *ctx, const struct puzzle *z);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_MATE_CHECKS_VARIANT_H
#define BM_SEARCH_MATE_CHECKS_VARIANT_H

/* Moves that may give check: all legal moves, in a game of the variant kernel. */

enum { C_HAS_SPECIAL_ENDS = 1 };

static size_t k_checks(const struct k_pos *p, bm_move *out) { return K(moves)(p, out); }

#endif

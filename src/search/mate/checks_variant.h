/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_MATE_CHECKS_VARIANT_H
#define BM_SEARCH_MATE_CHECKS_VARIANT_H

/* Moves that may give check: in a game of any kind, all. */

enum { C_HAS_SPECIAL_ENDS = 1 };

static size_t k_checks(const struct k_pos *p, bm_move *out) { return K(moves)(p, out); }

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_NOTATION_SHOGI_DISAMBIGUATION_H
#define BM_NOTATION_SHOGI_DISAMBIGUATION_H

/*
 * Shogi's notations name a piece and a square; these are the pieces of one kind that could go
 * there. Pinned ones count, as they do in print: only SAN leaves out what is not legal.
 */

#include "banmen/notation.h"

struct bm_candidates {
    bm_sq to;
    unsigned side, kind, n;
    bm_sq from[BM_MAX_ATTACKERS];
};

/* Those of the side to move. */
void bm_candidates_find(struct bm_candidates *r, const struct bm_ctx *ctx, bm_sq to,
                        unsigned kind);

/*
 * At least one could be meant: the only legal one is; none: the first, with the reason.
 * Several: BM_ERULE with the sentence `several`, as bm_candidates_refuse() takes it.
 */
bm_status bm_candidates_only_legal(struct bm_candidates *r, const struct bm_ctx *ctx,
                                   bool promotes, const char *several, bm_move *out,
                                   struct bm_error *err);

/*
 * BM_ERULE with a sentence; {k} in it is the kind, {t} the target, {a} and {b} the first two
 * pieces' squares.
 */
bm_status bm_candidates_refuse(const struct bm_candidates *r, const struct bm_ctx *ctx,
                               const char *what, struct bm_error *err);

/* Whether a piece of that kind may choose to promote on its way. */
bool bm_candidates_may_promote(unsigned kind, bm_sq from, bm_sq to, unsigned side);

#endif

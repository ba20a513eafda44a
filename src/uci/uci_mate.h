/* SPDX-License-Identifier: MIT */
#ifndef BM_UCI_UCI_MATE_H
#define BM_UCI_UCI_MATE_H

/* "go mate" in USI, which has an answer of its own: the mate solver in a worker. */

#include "banmen/ctx.h"
#include "io/loop.h"

struct bm_uci_mate;

/* Look for a mate, and answer with a line "checkmate"; done() is called on the loop behind it.
 * The context is read until then. False: there is no memory. */
bool bm_uci_mate_start(struct bm_uci_mate **out, struct bm_loop *loop, const struct bm_ctx *ctx,
                       unsigned hash, int64_t time, void (*done)(void *user), void *user);
/* Answer soon. */
void bm_uci_mate_stop(struct bm_uci_mate *m);

#endif

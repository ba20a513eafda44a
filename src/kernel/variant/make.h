/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_MAKE_H
#define BM_KERNEL_VARIANT_MAKE_H

/* Too much for a loop's body: make and unmake are functions of their own. */
#include "kernel/variant/pos.h"

void K(do_make)(struct k_pos *p, bm_move m, struct k_undo *u);
void K(do_unmake)(struct k_pos *p, const struct k_undo *u);

TEMPLATE void k_make(struct k_pos *p, bm_move m, struct k_undo *u) { K(do_make)(p, m, u); }
TEMPLATE void k_unmake(struct k_pos *p, bm_move m, const struct k_undo *u)
{
    (void)m;
    K(do_unmake)(p, u);
}

/* What castling rights, gates, e.p., checks and turns contribute to the key. */
uint64_t K(state_key)(const struct k_pos *p);

/* Whether the piece on `from` may capture en passant on `passed`, as far as movement goes. */
bool K(reaches_ep)(const struct k_pos *p, unsigned from, unsigned passed);

/* The piece that a capture en passant from `from` to `to` takes, or K_NO_SQUARE. */
unsigned K(ep_victim)(const struct k_pos *p, unsigned us, unsigned from, unsigned to);

/* Leave only those captures en passant that can be played, where the game is simple enough. */
void K(settle_ep)(struct k_pos *p);

/* The squares that a move of the piece leaves capturable en passant, by ways over none of the
 * closed ones. */
set K(passed_over)(const struct k_pos *p, unsigned side, unsigned kind, unsigned from,
                   unsigned to, set closed);

#endif

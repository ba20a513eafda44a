/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_CASTLE_H
#define BM_KERNEL_VARIANT_CASTLE_H

/* Castling, by the game's list of ways. */
#include "kernel/variant/pos.h"

/* One castling that the rights allow, whatever stands in the way. */
struct k_castling {
    bm_move move; /* as it is written */
    uint8_t king, partner, king_to, partner_to;
};

/* Whether a way of castling goes with a partner. */
TEMPLATE bool castle_fits(const struct bm_compiled *g, const struct bm_castle *c, unsigned king,
                          unsigned partner)
{
    const unsigned width = g->dims[0];
    if (partner / width != king / width || c->king_to / width != king / width)
        return false;
    if (c->partner_from != BM_SQ_NONE)
        return partner == c->partner_from;
    return (partner > king) == (c->right != 0);
}

/* Where the king stands that castles, by the board alone; or K_NO_SQUARE. */
uint8_t K(castler)(const struct k_pos *p, unsigned side);

/* All castlings that a side has the right to; returns how many. */
unsigned K(castlings)(const struct k_pos *p, unsigned us, struct k_castling *out);

/* The castling that a move is, or false. */
bool K(find_castling)(const struct k_pos *p, unsigned us, bm_move m, struct k_castling *out);

/* Whether nothing stands in the way and no attack forbids it; else the first such square. */
bool K(may_castle)(const struct k_pos *p, unsigned us, const struct k_castling *c,
                   struct bm_why *why);

enum { K_MAX_CASTLINGS = 32 };

#endif

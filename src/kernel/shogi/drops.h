/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_SHOGI_DROPS_H
#define BM_KERNEL_SHOGI_DROPS_H

/*
 * Where a piece may be dropped: not where it could never move, no second pawn on a file (nifu),
 * and no pawn that mates (uchifuzume).
 */

#include "kernel/shogi/masks.h"

/* The square from which our pawn checks the other king; NO_KING if there is none. */
TEMPLATE unsigned pawn_check_square(const struct k_pos *p, unsigned us)
{
    const unsigned king = p->king[!us];
    if (king == NO_KING || rank_seen(bm_shogi_tables.rank_of[king], us) == 8)
        return NO_KING;
    return us ? king - 1 : king + 1;
}

/*
 * Would our pawn dropped on `sq`, in front of the other king, be mate? It is in contact, so
 * nothing can come between: either the pawn is taken by a piece that may leave its place, or
 * the king steps away or takes it.
 */
static inline bool pawn_mates(const struct k_pos *p, unsigned sq, unsigned us)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const unsigned king = p->king[!us];
    const bb81 occ = bb_or(pos_occupied(p), t->square[sq]);

    if (!bb_any(attackers_of(p, sq, occ, us)))
        return false;
    const bb81 takers = bb_minus(attackers_of(p, sq, occ, !us), t->square[king]);
    if (bb_any(takers)) {
        const bb81 bound = bb_minus(pinned_of(p, king, occ, !us), t->line[king][sq]);
        if (bb_any(bb_minus(bb_split(takers), bound)))
            return false;
    }
    const unsigned half = t->half_of[king];
    const uint64_t ring = t->step[0][KING][king].w[half];
    const uint64_t held = p->side[!us].w[half] | t->square[sq].w[half];
    const uint64_t hit =
        us ? danger(p, king, half, occ, NULL, 1) : danger(p, king, half, occ, NULL, 0);
    return !(ring & ~held & ~hit);
}

/* Where a pawn of US may be dropped; split. */
LARGE_TEMPLATE bb81 pawn_drops(const struct k_pos *p, const struct masks *m, const unsigned US)
{
    const bb81 closed = bb_or(bb_fill_files(p->role[US][PAWN]), far_ranks(0, 0, US));
    const bb81 open = bb_minus(m->drops, closed);
    const unsigned sq = pawn_check_square(p, US);
    const bb81 check = bb_and(open, bm_shogi_tables.square[sq]);
    if (UNLIKELY(bb_any(check)) && pawn_mates(p, sq, US))
        return bb_minus(open, check);
    return open;
}

#endif

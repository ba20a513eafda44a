/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_SHOGI_MOVEGEN_H
#define BM_KERNEL_SHOGI_MOVEGEN_H

/* The list of legal moves. */

#include "kernel/shogi/bulk.h"

/* One move to each member of a split set. */
LARGE_TEMPLATE bm_move *emit(bm_move *out, bb81 set, uint32_t bits)
{
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = set.w[h]; x; x = bits_drop_first(x))
            *out++ = (bm_move){bits | bb_square(bits_first(x), h)};
    return out;
}

/*
 * Moves of one piece, or drops of one kind, to a split set. With `bulk`, those that leave the
 * other side's answers as they are become a number there, and only the others are listed.
 */
LARGE_TEMPLATE bm_move *put(bm_move *out, bb81 set, struct bulk *bulk, unsigned from,
                            const enum role BEFORE, const enum role AFTER, uint32_t bits,
                            const unsigned US)
{
    if (bulk)
        set = bb_minus(set, bulk_take(bulk, set, from, BEFORE, AFTER, US));
    return emit(out, set, bits);
}

/* Where a piece may go: not away from before its king. */
TEMPLATE bb81 targets_from(const struct masks *m, unsigned from, const enum role ROLE,
                           const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bb81 to = bb_and(attacks_by(from, m->occ, ROLE, US), m->targets);
    return UNLIKELY(bb_meet(m->pinned, t->square[from])) ? bb_and(to, t->line[m->king][from])
                                                         : to;
}

LARGE_TEMPLATE bm_move *moves_of_role(bm_move *out, const struct k_pos *p,
                                      const struct masks *m, struct bulk *bulk,
                                      const enum role ROLE, const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bb81 pieces = bb_split(p->role[US][ROLE]);
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = pieces.w[h]; x; x = bits_drop_first(x)) {
            const unsigned from = bb_square(bits_first(x), h);
            bb81 to = targets_from(m, from, ROLE, US);
            if (role_promotes(ROLE)) {
                const enum role after = kind_role(ROLE + 8u);
                const uint32_t bits = bm_move_promoting((bm_sq)from, 0, ROLE + 8u).bits;
                const bb81 promoting = bb_and(to, t->promoting[US][from]);
                out = put(out, promoting, bulk, from, ROLE, after, bits, US);
            }
            if (dead_ranks(ROLE))
                to = bb_minus(to, far_ranks(0, dead_ranks(ROLE) - 1, US));
            const uint32_t bits = bm_move_plain((bm_sq)from, 0).bits;
            out = put(out, to, bulk, from, ROLE, ROLE, bits, US);
        }
    return out;
}

LARGE_TEMPLATE bm_move *moves_of_king(bm_move *out, const struct masks *m, struct bulk *bulk,
                                      const unsigned US)
{
    bb81 to = bb_none();
    to.w[m->half] = m->steps;
    if (bulk && !bulk->with_king)
        bulk = NULL;
    const uint32_t bits = bm_move_plain((bm_sq)m->king, 0).bits;
    return put(out, to, bulk, m->king, KING, KING, bits, US);
}

LARGE_TEMPLATE bm_move *drops_of_kind(bm_move *out, const struct k_pos *p, bb81 where,
                                      struct bulk *bulk, const enum role KIND,
                                      const unsigned US)
{
    if (p->held[US] & 1u << KIND)
        out = put(out, where, bulk, NO_KING, KIND, KIND, bm_move_drop(KIND, 0).bits, US);
    return out;
}

/* All legal moves; `bulk` as above, NULL for none. */
LARGE_TEMPLATE bm_move *moves_list(bm_move *out, const struct k_pos *p, struct bulk *bulk,
                                   const unsigned US)
{
    struct masks m;
    masks_fill(&m, p, NULL, US);
    out = moves_of_king(out, &m, bulk, US);
    if (m.only_king)
        return out;

    out = moves_of_role(out, p, &m, bulk, PAWN, US);
    out = moves_of_role(out, p, &m, bulk, LANCE, US);
    out = moves_of_role(out, p, &m, bulk, KNIGHT, US);
    out = moves_of_role(out, p, &m, bulk, SILVER, US);
    out = moves_of_role(out, p, &m, bulk, GOLD, US);
    out = moves_of_role(out, p, &m, bulk, BISHOP, US);
    out = moves_of_role(out, p, &m, bulk, ROOK, US);
    out = moves_of_role(out, p, &m, bulk, HORSE, US);
    out = moves_of_role(out, p, &m, bulk, DRAGON, US);

    if (!p->held[US])
        return out;
    if (p->held[US] & 1u << PAWN)
        out = drops_of_kind(out, p, pawn_drops(p, &m, US), bulk, PAWN, US);
    out = drops_of_kind(out, p, bb_minus(m.drops, far_ranks(0, 0, US)), bulk, LANCE, US);
    out = drops_of_kind(out, p, bb_minus(m.drops, far_ranks(0, 1, US)), bulk, KNIGHT, US);
    out = drops_of_kind(out, p, m.drops, bulk, SILVER, US);
    out = drops_of_kind(out, p, m.drops, bulk, GOLD, US);
    out = drops_of_kind(out, p, m.drops, bulk, BISHOP, US);
    out = drops_of_kind(out, p, m.drops, bulk, ROOK, US);
    return out;
}

#endif

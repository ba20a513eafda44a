/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_SHOGI_MOVEGEN_H
#define BM_KERNEL_SHOGI_MOVEGEN_H

/* The list of legal moves. */

#include "kernel/shogi/drops.h"

/* One move to each member of a split set. */
TEMPLATE bm_move *emit(bm_move *out, bb81 set, uint32_t bits)
{
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = set.w[h]; x; x = bits_drop_first(x))
            *out++ = (bm_move){bits | bb_square(bits_first(x), h)};
    return out;
}

/* Far ranks on which an unpromoted piece could never move again; none if 0. */
TEMPLATE unsigned dead_ranks(const enum role ROLE)
{
    return ROLE == PAWN || ROLE == LANCE ? 1 : ROLE == KNIGHT ? 2 : 0;
}

TEMPLATE bool role_promotes(const enum role ROLE) { return ROLE < KING && ROLE != GOLD; }

TEMPLATE bm_move *moves_of_role(bm_move *out, const struct k_pos *p, const struct masks *m,
                                const enum role ROLE, const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bb81 pieces = bb_split(p->role[US][ROLE]);
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = pieces.w[h]; x; x = bits_drop_first(x)) {
            const unsigned from = bb_square(bits_first(x), h);
            bb81 to = bb_and(attacks_by(from, m->occ, ROLE, US), m->targets);
            if (UNLIKELY(bb_meet(m->pinned, t->square[from])))
                to = bb_and(to, t->line[m->king][from]);
            if (role_promotes(ROLE)) {
                const uint32_t bits = bm_move_promoting((bm_sq)from, 0, ROLE + 8u).bits;
                out = emit(out, bb_and(to, t->promoting[US][from]), bits);
            }
            if (dead_ranks(ROLE))
                to = bb_minus(to, far_ranks(0, dead_ranks(ROLE) - 1, US));
            out = emit(out, to, bm_move_plain((bm_sq)from, 0).bits);
        }
    return out;
}

TEMPLATE bm_move *drops_of_kind(bm_move *out, const struct k_pos *p, bb81 where,
                                const unsigned KIND, const unsigned US)
{
    if (p->held[US] & 1u << KIND)
        out = emit(out, where, bm_move_drop(KIND, 0).bits);
    return out;
}

TEMPLATE bm_move *moves_list(bm_move *out, const struct k_pos *p, const unsigned US)
{
    struct masks m;
    masks_fill(&m, p, US);
    for (uint64_t x = m.steps; x; x = bits_drop_first(x)) {
        const unsigned to = bb_square(bits_first(x), m.half);
        *out++ = bm_move_plain((bm_sq)m.king, (bm_sq)to);
    }
    if (m.only_king)
        return out;

    out = moves_of_role(out, p, &m, PAWN, US);
    out = moves_of_role(out, p, &m, LANCE, US);
    out = moves_of_role(out, p, &m, KNIGHT, US);
    out = moves_of_role(out, p, &m, SILVER, US);
    out = moves_of_role(out, p, &m, GOLD, US);
    out = moves_of_role(out, p, &m, BISHOP, US);
    out = moves_of_role(out, p, &m, ROOK, US);
    out = moves_of_role(out, p, &m, HORSE, US);
    out = moves_of_role(out, p, &m, DRAGON, US);

    if (!p->held[US])
        return out;
    if (p->held[US] & 1u << PAWN)
        out = emit(out, pawn_drops(p, &m, US), bm_move_drop(PAWN, 0).bits);
    out = drops_of_kind(out, p, bb_minus(m.drops, far_ranks(0, 0, US)), LANCE, US);
    out = drops_of_kind(out, p, bb_minus(m.drops, far_ranks(0, 1, US)), KNIGHT, US);
    out = drops_of_kind(out, p, m.drops, SILVER, US);
    out = drops_of_kind(out, p, m.drops, GOLD, US);
    out = drops_of_kind(out, p, m.drops, BISHOP, US);
    out = drops_of_kind(out, p, m.drops, ROOK, US);
    return out;
}

#endif

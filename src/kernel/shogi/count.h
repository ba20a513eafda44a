/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_SHOGI_COUNT_H
#define BM_KERNEL_SHOGI_COUNT_H

/*
 * The number of legal moves, without a list. Pieces that step are counted all at once, one
 * direction after the other; drops cost one count of squares per kind; what pins forbid is
 * taken off at the end.
 */

#include "kernel/shogi/drops.h"

/* Members of `targets` (split) that a piece of `pieces` reaches by the step BY. */
LARGE_TEMPLATE unsigned count_steps(bb81 pieces, bb81 targets, const int BY)
{
    return bb_count(bb_and(bb_shift(pieces, BY), targets));
}

LARGE_TEMPLATE unsigned count_steppers(const struct k_pos *p, bb81 targets, const unsigned US)
{
    enum { SIDEWAYS = BB_FILE };
    const int fwd = forward(US);
    const bb81 *const role = p->role[US];
    const bb81 last = far_ranks(0, 0, US), first = far_ranks(8, 8, US);
    const bb81 cross = bb_or(role[GOLD], role[HORSE]),
               slant = bb_or(role[SILVER], role[DRAGON]);
    const bb81 ahead = bb_or(role[PAWN], bb_minus(bb_or(cross, role[SILVER]), last));
    const bb81 ahead_slant = bb_minus(bb_or(slant, role[GOLD]), last);
    const bb81 back_slant = bb_minus(slant, first);

    return count_steps(ahead, targets, fwd) +
           count_steps(ahead_slant, targets, fwd - SIDEWAYS) +
           count_steps(ahead_slant, targets, fwd + SIDEWAYS) +
           count_steps(cross, targets, -SIDEWAYS) + count_steps(cross, targets, SIDEWAYS) +
           count_steps(bb_minus(cross, first), targets, -fwd) +
           count_steps(back_slant, targets, -fwd - SIDEWAYS) +
           count_steps(back_slant, targets, -fwd + SIDEWAYS) +
           count_steps(role[KNIGHT], targets, 2 * fwd - SIDEWAYS) +
           count_steps(role[KNIGHT], targets, 2 * fwd + SIDEWAYS);
}

/* Steps that may be played with and without promotion: one more move each. */
LARGE_TEMPLATE unsigned count_choices(const struct k_pos *p, bb81 targets, const unsigned US)
{
    enum { SIDEWAYS = BB_FILE };
    const int fwd = forward(US);
    const bb81 *const role = p->role[US];
    if (!bb_meet(bb_or(role[PAWN], bb_or(role[KNIGHT], role[SILVER])), far_ranks(0, 4, US)))
        return 0;

    const bb81 near_zone = bb_and(targets, far_ranks(2, 2, US));
    unsigned n = count_steps(role[PAWN], bb_and(targets, far_ranks(1, 2, US)), fwd) +
                 count_steps(role[KNIGHT], near_zone, 2 * fwd - SIDEWAYS) +
                 count_steps(role[KNIGHT], near_zone, 2 * fwd + SIDEWAYS);
    const bb81 silver = bb_and(role[SILVER], far_ranks(0, 3, US));
    if (bb_any(silver)) {
        const bb81 ahead = bb_minus(silver, far_ranks(0, 0, US));
        const bb81 back = bb_and(silver, far_ranks(0, 2, US));
        n += count_steps(ahead, targets, fwd) + count_steps(ahead, targets, fwd - SIDEWAYS) +
             count_steps(ahead, targets, fwd + SIDEWAYS) +
             count_steps(back, targets, -fwd - SIDEWAYS) +
             count_steps(back, targets, -fwd + SIDEWAYS);
    }
    return n;
}

/* Moves to a split set of squares that the piece attacks, with and without promotion. */
LARGE_TEMPLATE unsigned count_to(bb81 to, unsigned from, enum role role, unsigned us)
{
    const unsigned n = bb_count(to);
    if (!role_promotes(role))
        return n;
    const bb81 promoting = bb_and(to, bm_shogi_tables.promoting[us][from]);
    if (!dead_ranks(role))
        return n + bb_count(promoting);
    return n + bb_count(bb_minus(promoting, far_ranks(0, dead_ranks(role) - 1, us)));
}

LARGE_TEMPLATE unsigned count_sliders(const struct k_pos *p, const struct masks *m, bb81 *seen,
                                      const enum role ROLE, const unsigned US)
{
    const bb81 pieces = bb_split(p->role[US][ROLE]);
    unsigned n = 0;
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = pieces.w[h]; x; x = bits_drop_first(x)) {
            /* The steps of horses and dragons are counted with the other steppers. */
            const enum role line = ROLE == HORSE ? BISHOP : ROLE == DRAGON ? ROOK : ROLE;
            const unsigned from = bb_square(bits_first(x), h);
            const bb81 to = bb_and(note(attacks_by(from, m->occ, line, US), seen), m->targets);
            n += count_to(to, from, ROLE, US);
        }
    return n;
}

/* Moves of pinned pieces that the counts above hold but that leave their line. */
static inline unsigned count_forbidden(const struct k_pos *p, const struct masks *m,
                                       unsigned us)
{
    unsigned n = 0;
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = m->pinned.w[h]; x; x = bits_drop_first(x)) {
            const unsigned from = bb_square(bits_first(x), h);
            const enum role role = kind_role(bm_piece_kind(p->board[from]));
            const bb81 off = bb_minus(m->targets, bm_shogi_tables.line[m->king][from]);
            n += count_to(bb_and(attacks_by(from, m->occ, role, us), off), from, role, us);
        }
    return n;
}

LARGE_TEMPLATE unsigned count_drops(const struct k_pos *p, const struct masks *m,
                                    const unsigned US)
{
    enum { ANYWHERE = 1 << SILVER | 1 << GOLD | 1 << BISHOP | 1 << ROOK };
    const unsigned held = p->held[US];
    if (!held)
        return 0;
    unsigned n = bb_count(m->drops) * bits_count(held & ANYWHERE);
    if (held & 1u << LANCE)
        n += bb_count(bb_minus(m->drops, far_ranks(0, 0, US)));
    if (held & 1u << KNIGHT)
        n += bb_count(bb_minus(m->drops, far_ranks(0, 1, US)));
    if (held & 1u << PAWN)
        n += bb_count(pawn_drops(p, m, US));
    return n;
}

/* Moves on the board, when the king is not in double check. *seen, if given, gets what the own
 * sliders see. */
LARGE_TEMPLATE unsigned count_board(const struct k_pos *p, const struct masks *m, bb81 *seen,
                                    const unsigned US)
{
    unsigned n = bits_count(m->steps);
    n += count_steppers(p, m->targets, US) + count_choices(p, m->targets, US);
    n += count_sliders(p, m, seen, LANCE, US);
    n += count_sliders(p, m, seen, BISHOP, US);
    n += count_sliders(p, m, seen, ROOK, US);
    n += count_sliders(p, m, seen, HORSE, US);
    n += count_sliders(p, m, seen, DRAGON, US);
    if (UNLIKELY(bb_any(m->pinned)))
        n -= count_forbidden(p, m, US);
    return n;
}

LARGE_TEMPLATE unsigned moves_count(const struct k_pos *p, const unsigned US)
{
    struct masks m;
    masks_fill(&m, p, NULL, US);
    if (UNLIKELY(m.only_king))
        return bits_count(m.steps);
    return count_board(p, &m, NULL, US) + count_drops(p, &m, US);
}

#endif

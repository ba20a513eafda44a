/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_SHOGI_MASKS_H
#define BM_KERNEL_SHOGI_MASKS_H

/*
 * What the side to move may do as to its king's safety. Moves are generated and counted
 * straight from these sets and are legal without further test, save for mate by a pawn drop.
 */

#include "kernel/shogi/attacks.h"

struct masks {
    bb81 occ;
    bb81 targets;   /* split: where pieces other than the king may go */
    bb81 drops;     /* split: where pieces may be dropped */
    bb81 pinned;    /* split: own pieces that must stay on their line with the king */
    uint64_t steps; /* where the king may go, in word `half` */
    unsigned king, half;
    bool only_king; /* double check */
};

/* Add a set to *seen, if that is given. */
TEMPLATE bb81 note(bb81 set, bb81 *seen)
{
    if (seen)
        *seen = bb_or(*seen, set);
    return set;
}

/*
 * Squares that side BY attacks, seen in one word: right for all squares next to `king`, the
 * king of the other side, and that square itself. The king does not hide what lies behind it.
 * What the sliders among them see is added to *seen if that is given.
 */
LARGE_TEMPLATE uint64_t danger(const struct k_pos *p, unsigned king, unsigned half, bb81 occ,
                               bb81 *seen, const unsigned BY)
{
    enum { SIDEWAYS = BB_FILE };
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bb81 *const role = p->role[BY];
    const int fwd = forward(BY);
    const uint64_t inner = ~far_ranks(0, 0, BY).w[0], outer = ~far_ranks(8, 8, BY).w[0];

    const uint64_t gold = role[GOLD].w[half], silver = role[SILVER].w[half];
    const uint64_t cross = gold | role[HORSE].w[half];
    const uint64_t slant = silver | role[DRAGON].w[half];
    const uint64_t knights = role[KNIGHT].w[half];
    const uint64_t ahead = role[PAWN].w[half] | ((cross | silver) & inner);
    const uint64_t ahead_slant = (slant | gold) & inner, back_slant = slant & outer;

    uint64_t hit = t->step[0][KING][p->king[BY]].w[half];
    hit |= word_shift(ahead, fwd) | word_shift(cross & outer, -fwd);
    hit |= word_shift(cross, SIDEWAYS) | word_shift(cross, -SIDEWAYS);
    hit |= word_shift(ahead_slant, fwd + SIDEWAYS) | word_shift(ahead_slant, fwd - SIDEWAYS);
    hit |= word_shift(back_slant, -fwd + SIDEWAYS) | word_shift(back_slant, -fwd - SIDEWAYS);
    hit |= word_shift(knights, 2 * fwd + SIDEWAYS) | word_shift(knights, 2 * fwd - SIDEWAYS);

    const bb81 rest = bb_xor(occ, t->square[king]);
    const bb81 rooks = bb_split(bb_and(pos_rooks(p, BY), t->reach[BY][ROOK][king]));
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = rooks.w[h]; x; x = bits_drop_first(x))
            hit |= note(attacks_rook(bb_square(bits_first(x), h), rest), seen).w[half];
    const bb81 bishops = bb_split(bb_and(pos_bishops(p, BY), t->reach[BY][BISHOP][king]));
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = bishops.w[h]; x; x = bits_drop_first(x))
            hit |= note(attacks_bishop(bb_square(bits_first(x), h), rest), seen).w[half];
    /* Lances near a king are in its word. */
    for (uint64_t x = role[LANCE].w[half] & t->reach[BY][LANCE][king].w[half]; x;
         x = bits_drop_first(x))
        hit |= note(attacks_on_file(bb_square(bits_first(x), half), rest, BY), seen).w[half];
    return hit;
}

/* Sliders of the other side that aim at our king on an empty board. */
static inline bb81 snipers_of(const struct k_pos *p, unsigned king, unsigned us)
{
    const bb81(*const ray)[ROWS] = bm_shogi_tables.ray[us];
    return bb_split(bb_or(bb_or(bb_and(ray[ROOK][king], pos_rooks(p, !us)),
                                bb_and(ray[BISHOP][king], pos_bishops(p, !us))),
                          bb_and(ray[LANCE][king], p->role[!us][LANCE])));
}

/* Our pieces that alone stand between the king and a slider; split. */
static inline bb81 pinned_of(const struct k_pos *p, unsigned king, bb81 occ, unsigned us)
{
    const bb81 snipers = snipers_of(p, king, us);
    bb81 pinned = bb_none();
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = snipers.w[h]; x; x = bits_drop_first(x)) {
            const bb81 *const row = bm_shogi_tables.between[king];
            const bb81 shield = bb_and(row[bb_square(bits_first(x), h)], occ);
            if (bb_count(shield) == 1)
                pinned = bb_or(pinned, bb_and(shield, p->side[us]));
        }
    return pinned;
}

/* *seen, if given, gets what the other side's sliders see that could reach the king. */
LARGE_TEMPLATE void masks_fill(struct masks *m, const struct k_pos *p, bb81 *seen,
                               const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bb81 occ = pos_occupied(p);
    const unsigned king = p->king[US], half = t->half_of[king];
    const uint64_t hit = danger(p, king, half, occ, seen, !US);

    m->occ = occ;
    m->king = king;
    m->half = half;
    m->steps = t->step[0][KING][king].w[half] & ~p->side[US].w[half] & ~hit;
    m->pinned = pinned_of(p, king, occ, US);
    m->targets = bb_others(p->side[US]);
    m->drops = bb_others(occ);
    m->only_king = false;
    if (UNLIKELY(hit & t->square[king].w[half])) {
        const bb81 checks = bb_split(attackers_of(p, king, occ, !US));
        const unsigned from = bb_first(checks);
        m->only_king = bb_count(checks) > 1;
        m->drops = t->between[king][from];
        m->targets = bb_or(m->drops, bb_split(t->square[from]));
    }
}

#endif

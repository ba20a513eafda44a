/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_CHESS_MASKS_H
#define BM_KERNEL_CHESS_MASKS_H

/*
 * What legality needs to know, found once per position, so that every move generated from it is
 * legal: who checks, which lines are pinned, where the king may go.
 */

#include "kernel/chess/attacks.h"

struct masks {
    uint64_t occupied;
    uint64_t target;   /* where a piece other than the king may go; empty in double check */
    uint64_t pin_diag; /* diagonals and straight lines from the king to a pinning piece */
    uint64_t pin_orth;
    uint64_t checkers;
    uint64_t king_to;
    uint64_t danger; /* attacked squares: near the king, and on castling paths if needed */
    unsigned king;
};

/* Straight and diagonal lines from `king`: checks by sliders, and lines with one piece on them.
 */
TEMPLATE void scan_lines(uint64_t snipers, unsigned king, uint64_t occupied, uint64_t *checkers,
                         uint64_t *pins)
{
    for (; snipers; snipers = bits_drop_first(snipers)) {
        const unsigned sq = bits_first(snipers);
        const uint64_t line = bm_chess_tables.between[king][sq];
        const uint64_t inside = line & occupied & ~square(sq);
        if (!inside)
            *checkers |= square(sq);
        else if (!bits_many(inside))
            *pins |= line;
    }
}

TEMPLATE bool may_castle(const struct k_bits *b, const enum k_color US)
{
    return (b->castle & rank_home(US)) != 0;
}

/* Squares attacked by the enemy, the king not being in the way; exact only where `free` is. */
TEMPLATE uint64_t find_danger(const struct k_bits *b, unsigned king, uint64_t occupied,
                              const bool everywhere, const enum k_color US)
{
    const uint64_t *const e = b->set[!US];
    uint64_t orth = e[ORTH], diag = e[DIAG], knights = e[KNIGHTS];
    uint64_t danger = take_west(e[PAWNS], !US) | take_east(e[PAWNS], !US) |
                      bm_chess_tables.king[bits_first(b->king[!US])];
#ifdef BM_ISA_AVX2
    if (LIKELY(!everywhere)) {
        const struct bm_chess_zone *const z =
            &bm_chess_pext.zone[king][_pext_u64(~b->all[US], bm_chess_tables.king[king])];
        orth &= z->orth;
        diag &= z->diag;
        knights &= z->knight;
    }
#else
    (void)everywhere;
#endif
    const uint64_t through = occupied ^ square(king);
    for (; knights; knights = bits_drop_first(knights))
        danger |= bm_chess_tables.knight[bits_first(knights)];
    for (; diag; diag = bits_drop_first(diag))
        danger |= bishop_attacks(bits_first(diag), through);
    for (; orth; orth = bits_drop_first(orth))
        danger |= rook_attacks(bits_first(orth), through);
    return danger;
}

TEMPLATE struct masks find_masks(const struct k_bits *b, const enum k_color US)
{
    const uint64_t *const e = b->set[!US];
    const unsigned king = bits_first(b->king[US]);
    struct masks m = {.occupied = b->all[US] | b->all[!US],
                      .target = ~b->all[US],
                      .checkers = (bm_chess_tables.pawn[US][king] & e[PAWNS]) |
                                  (bm_chess_tables.knight[king] & e[KNIGHTS]),
                      .king = king};

    scan_lines(bm_chess_tables.orth[king] & e[ORTH], king, m.occupied, &m.checkers,
               &m.pin_orth);
    scan_lines(bm_chess_tables.diag[king] & e[DIAG], king, m.occupied, &m.checkers,
               &m.pin_diag);

    const uint64_t free = bm_chess_tables.king[king] & ~b->all[US];
    const bool castle = may_castle(b, US);
    if (free || castle)
        m.danger = find_danger(b, king, m.occupied, castle, US);
    m.king_to = free & ~m.danger;
    if (UNLIKELY(m.checkers))
        m.target &= bits_many(m.checkers)
                        ? 0
                        : bm_chess_tables.between[king][bits_first(m.checkers)] | m.checkers;
    return m;
}

/* Sliders by the way they go, A: DIAG or ORTH. A queen is both, one after the other. */
TEMPLATE uint64_t slides(unsigned sq, uint64_t occupied, const enum k_set A)
{
    return A == DIAG ? bishop_attacks(sq, occupied) : rook_attacks(sq, occupied);
}
/* Those that may move so: a pin across their way holds them. */
TEMPLATE uint64_t free_sliders(const struct k_bits *b, const struct masks *m,
                               const enum k_set A, const enum k_color US)
{
    return b->set[US][A] & ~(A == DIAG ? m->pin_orth : m->pin_diag);
}
/* Where one may go of what it attacks: a pin along its way keeps it on the line. */
TEMPLATE uint64_t slide_targets(uint64_t attacks, unsigned sq, const struct masks *m,
                                const enum k_set A)
{
    const uint64_t pin = A == DIAG ? m->pin_diag : m->pin_orth;
    return attacks & m->target & (UNLIKELY(pin & square(sq)) ? pin : ~UINT64_C(0));
}

/* Where pawns go. Promotions are those that land on the last rank. */
struct pawn_moves {
    uint64_t step, leap, west, east;
};

TEMPLATE struct pawn_moves find_pawn_moves(uint64_t pawns, uint64_t occupied, uint64_t enemy,
                                           const struct masks *m, const enum k_color US)
{
    /* A pawn pinned along its file may step on; one pinned along a diagonal, take on it. */
    const uint64_t steppers = pawns & ~m->pin_diag & (~m->pin_orth | behind(m->pin_orth, US));
    const uint64_t takers = pawns & ~m->pin_orth, prey = enemy & m->target;
    const uint64_t loose = takers & ~m->pin_diag, bound = takers & m->pin_diag;
    const uint64_t step = ahead(steppers, US) & ~occupied;

    return (struct pawn_moves){
        .step = step & m->target,
        .leap = ahead(step & rank_third(US), US) & ~occupied & m->target,
        .west = (take_west(loose, US) | (take_west(bound, US) & m->pin_diag)) & prey,
        .east = (take_east(loose, US) | (take_east(bound, US) & m->pin_diag)) & prey,
    };
}

TEMPLATE struct pawn_moves own_pawn_moves(const struct k_bits *b, const struct masks *m,
                                          const enum k_color US)
{
    return find_pawn_moves(b->set[US][PAWNS], m->occupied, b->all[!US], m, US);
}

/* A pawn that lands on the last rank has four moves. */
TEMPLATE unsigned count_pawn_moves(struct pawn_moves pm, const enum k_color US)
{
    const uint64_t last = rank_last(US);
    unsigned n =
        bits_count(pm.step) + bits_count(pm.leap) + bits_count(pm.west) + bits_count(pm.east);
    if (UNLIKELY((pm.step | pm.west | pm.east) & last))
        n += 3 * (bits_count(pm.step & last) + bits_count(pm.west & last) +
                  bits_count(pm.east & last));
    return n;
}

/* Pawns that stand next to the one that may be taken in passing. */
TEMPLATE uint64_t find_ep_takers(const struct k_bits *b, const enum k_color US)
{
    return b->ep ? bm_chess_tables.pawn[!US][bits_first(b->ep)] & b->set[US][PAWNS] : 0;
}

/* Two pawns leave their squares at once, so that lines may open that no mask shows: look. */
TEMPLATE bool is_ep_legal(const struct k_bits *b, uint64_t occupied, unsigned king,
                          uint64_t from, const enum k_color US)
{
    const uint64_t *const e = b->set[!US];
    const uint64_t taken = behind(b->ep, US);
    const uint64_t after = (occupied ^ from ^ taken) | b->ep;
    return !((rook_attacks(king, after) & e[ORTH]) | (bishop_attacks(king, after) & e[DIAG]) |
             (bm_chess_tables.knight[king] & e[KNIGHTS]) |
             (bm_chess_tables.pawn[US][king] & e[PAWNS] & ~taken));
}

/* Castling with the rook of `way`; the caller knows that the king is not in check. */
TEMPLATE bool is_castling_legal(const struct k_bits *b, const struct masks *m,
                                const struct k_way *way)
{
    /* A rook pinned along the rank uncovers its king (Chess960). */
    return (b->castle & way->rook & ~m->pin_orth) != 0 &&
           ((m->occupied & way->clear) | (m->danger & way->safe)) == 0;
}

#endif

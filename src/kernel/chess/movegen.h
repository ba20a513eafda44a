/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_CHESS_MOVEGEN_H
#define BM_KERNEL_CHESS_MOVEGEN_H

/* Legal moves as a list, and their number without one. */

#include "kernel/chess/masks.h"

TEMPLATE bm_move *emit_targets(bm_move *out, unsigned from, uint64_t to)
{
    for (; to; to = bits_drop_first(to))
        *out++ = bm_move_plain((bm_sq)from, (bm_sq)bits_first(to));
    return out;
}

/* Pawn moves by target: every pawn came from `back` squares behind. */
TEMPLATE bm_move *emit_pawns(bm_move *out, uint64_t to, const int back, const enum k_color US)
{
    for (uint64_t last = to & rank_last(US); last; last = bits_drop_first(last)) {
        const unsigned t = bits_first(last);
        for (unsigned kind = BM_CHESS_QUEEN; kind >= BM_CHESS_KNIGHT; kind--)
            *out++ = bm_move_promoting((bm_sq)((int)t + back), (bm_sq)t, kind);
    }
    for (to &= ~rank_last(US); to; to = bits_drop_first(to)) {
        const unsigned t = bits_first(to);
        *out++ = bm_move_plain((bm_sq)((int)t + back), (bm_sq)t);
    }
    return out;
}

TEMPLATE bm_move *emit_sliders(bm_move *out, const struct k_bits *b, const struct masks *m,
                               const enum k_set A, const enum k_color US)
{
    for (uint64_t f = free_sliders(b, m, A, US); f; f = bits_drop_first(f)) {
        const unsigned sq = bits_first(f);
        out = emit_targets(out, sq, slide_targets(slides(sq, m->occupied, A), sq, m, A));
    }
    return out;
}

TEMPLATE bm_move *list_moves(const struct k_pos *p, bm_move *out, const enum k_color US)
{
    const struct k_bits *const b = &p->bits;
    const uint64_t *const o = b->set[US];
    const struct masks m = find_masks(b, US);
    const int down = US == WHITE ? -8 : 8;

    out = emit_targets(out, m.king, m.king_to);
    if (bits_many(m.checkers))
        return out;

    const struct pawn_moves pm = own_pawn_moves(b, &m, US);
    out = emit_pawns(out, pm.step, down, US);
    out = emit_pawns(out, pm.leap, 2 * down, US);
    out = emit_pawns(out, pm.west, down + 1, US);
    out = emit_pawns(out, pm.east, down - 1, US);
    for (uint64_t takers = find_ep_takers(b, US); takers; takers = bits_drop_first(takers))
        if (is_ep_legal(b, m.occupied, m.king, bits_lowest(takers), US))
            *out++ = bm_move_plain((bm_sq)bits_first(takers), (bm_sq)bits_first(b->ep));

    const uint64_t pinned = m.pin_diag | m.pin_orth;
    for (uint64_t from = o[KNIGHTS] & ~pinned; from; from = bits_drop_first(from))
        out = emit_targets(out, bits_first(from),
                           bm_chess_tables.knight[bits_first(from)] & m.target);
    out = emit_sliders(out, b, &m, DIAG, US);
    out = emit_sliders(out, b, &m, ORTH, US);

    if (may_castle(b, US) && !m.checkers)
        for (int wing = KINGSIDE; wing <= QUEENSIDE; wing++)
            if (is_castling_legal(b, &m, &p->way[US][wing]))
                *out++ = bm_move_plain((bm_sq)m.king, p->way[US][wing].move_to);
    return out;
}

TEMPLATE unsigned count_knights(const struct k_bits *b, const struct masks *m,
                                const enum k_color US)
{
    unsigned n = 0;
    for (uint64_t f = b->set[US][KNIGHTS] & ~(m->pin_diag | m->pin_orth); f;
         f = bits_drop_first(f))
        n += bits_count(bm_chess_tables.knight[bits_first(f)] & m->target);
    return n;
}

TEMPLATE unsigned count_castlings(const struct k_bits *b, const struct masks *m,
                                  const struct k_way (*ways)[2], const enum k_color US)
{
    return (unsigned)is_castling_legal(b, m, &ways[US][KINGSIDE]) +
           (unsigned)is_castling_legal(b, m, &ways[US][QUEENSIDE]);
}

/* Moves of all sliders along A. What they look at is added to *sight. */
TEMPLATE unsigned count_sliders(const struct k_bits *b, const struct masks *m, uint64_t *sight,
                                const enum k_set A, const enum k_color US)
{
    unsigned n = 0;
    for (uint64_t f = free_sliders(b, m, A, US); f; f = bits_drop_first(f)) {
        const uint64_t attacks = slides(bits_first(f), m->occupied, A);
        *sight |= attacks;
        n += bits_count(slide_targets(attacks, bits_first(f), m, A));
    }
    return n;
}

/* How many moves list_moves() would write. */
TEMPLATE unsigned count_moves(const struct k_bits *b, const struct k_way (*ways)[2],
                              const enum k_color US)
{
    const struct masks m = find_masks(b, US);
    unsigned n = bits_count(m.king_to);
    if (UNLIKELY(bits_many(m.checkers)))
        return n;

    n += count_pawn_moves(own_pawn_moves(b, &m, US), US);
    if (UNLIKELY(b->ep))
        for (uint64_t t = find_ep_takers(b, US); t; t = bits_drop_first(t))
            n += is_ep_legal(b, m.occupied, m.king, bits_lowest(t), US);

    n += count_knights(b, &m, US);
    uint64_t sight = 0;
    n += count_sliders(b, &m, &sight, DIAG, US) + count_sliders(b, &m, &sight, ORTH, US);
    if (may_castle(b, US) && !m.checkers)
        n += count_castlings(b, &m, ways, US);
    return n;
}

#endif

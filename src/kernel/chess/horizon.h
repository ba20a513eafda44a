/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_CHESS_HORIZON_H
#define BM_KERNEL_CHESS_HORIZON_H

/*
 * The last two plies of a tree walk. Most moves of ours change little in what the other side
 * can do next, and what they change can be told from the two squares that change hands. So the
 * replies are counted once, as if it were the other side's turn now; then every quiet move of
 * ours is one of three:
 *
 *   silent   neither square matters to any reply: the number stays, and all silent moves of a
 *            piece are dealt with by one multiplication;
 *   seen     a slider of the other side looks at a square, or a pawn of theirs cares about it:
 *            those pieces are counted again, the rest stays;
 *   loud     it may touch the other king's safety: pins, checks, the squares it can go to.
 *
 * Loud moves and captures are played and their replies counted in full. The tests are on the
 * safe side: a move called loud without need costs time only.
 */

#include "kernel/chess/movegen.h"

struct horizon {
    struct masks m;      /* of the other side, as if it were to move */
    uint64_t watched;    /* free squares around its king, and its path if it may castle */
    uint64_t loud;       /* squares that matter to its king's safety with any piece on them */
    uint64_t seen;       /* squares that its sliders look at or its pawns care about */
    uint64_t sight;      /* those of its sliders alone */
    uint64_t pawn_cares; /* and those of its pawns */
    uint64_t near_knight, near_diag, near_orth; /* from where a piece reaches the watched */
    unsigned replies;                           /* if nothing changed */
    unsigned pawn_replies;
};

/* Pawn moves of SIDE on a board that differs from the one of the masks in what stands where. */
TEMPLATE unsigned count_pawns(uint64_t pawns, uint64_t occupied, uint64_t enemy,
                              const struct masks *m, const enum k_color SIDE)
{
    return count_pawn_moves(find_pawn_moves(pawns, occupied, enemy, m, SIDE), SIDE);
}

/* Squares next to any of a set, and the set. */
TEMPLATE uint64_t widen(uint64_t b)
{
    b |= neighbours(b);
    return b | b << 8 | b >> 8;
}

/* Squares from which a pawn of US attacks one of a set. */
TEMPLATE uint64_t pawn_near(uint64_t set, const enum k_color US)
{
    return take_west(set, !US) | take_east(set, !US);
}

/* From where pieces reach the free squares around the king. */
TEMPLATE void find_near(struct horizon *h, uint64_t free, uint64_t them, uint64_t extra)
{
#ifdef BM_ISA_AVX2
    const struct bm_chess_zone *const z =
        &bm_chess_pext.zone[h->m.king][_pext_u64(~them, bm_chess_tables.king[h->m.king])];
    h->near_orth = z->orth;
    h->near_diag = z->diag;
    h->near_knight = z->knight;
    (void)free;
#else
    (void)them;
    extra |= free;
#endif
    for (; UNLIKELY(extra); extra = bits_drop_first(extra)) {
        const unsigned sq = bits_first(extra);
        h->near_orth |= bm_chess_tables.orth[sq];
        h->near_diag |= bm_chess_tables.diag[sq];
        h->near_knight |= bm_chess_tables.knight[sq];
    }
}

/* `b` with US to move, seen by the side that replies. */
TEMPLATE struct horizon look_ahead(const struct k_bits *b, const struct k_way (*ways)[2],
                                   const enum k_color US)
{
    const uint64_t *const o = b->set[US], *const e = b->set[!US];
    struct horizon h = {.m = find_masks(b, !US)};
    const unsigned king = h.m.king;
    const uint64_t occupied = h.m.occupied;
    const uint64_t free = bm_chess_tables.king[king] & ~b->all[!US];

    /* A castling that their own pieces block stays blocked, whatever we do. */
    uint64_t path = 0;
    if (may_castle(b, !US))
        for (int wing = KINGSIDE; wing <= QUEENSIDE; wing++) {
            const struct k_way *const way = &ways[!US][wing];
            if ((b->castle & way->rook) && !(b->all[!US] & way->clear)) {
                path |= way->safe;
                h.loud |= way->clear;
            }
        }
    h.watched = free | path;
    find_near(&h, free, b->all[!US], path);

    /* Lines on which a change may pin or check, and those along which we reach the watched. */
    for (uint64_t s = bm_chess_tables.orth[king] & o[ORTH]; s; s = bits_drop_first(s))
        h.loud |= bm_chess_tables.between[king][bits_first(s)];
    for (uint64_t s = bm_chess_tables.diag[king] & o[DIAG]; s; s = bits_drop_first(s))
        h.loud |= bm_chess_tables.between[king][bits_first(s)];
    const uint64_t through = occupied ^ b->king[!US];
    for (uint64_t s = o[ORTH] & h.near_orth; s; s = bits_drop_first(s))
        h.loud |= rook_attacks(bits_first(s), through) & h.near_orth;
    for (uint64_t s = o[DIAG] & h.near_diag; s; s = bits_drop_first(s))
        h.loud |= bishop_attacks(bits_first(s), through) & h.near_diag;

    unsigned n = bits_count(h.m.king_to) + count_knights(b, &h.m, !US);
    n += count_sliders(b, &h.m, &h.sight, DIAG, !US) +
         count_sliders(b, &h.m, &h.sight, ORTH, !US);
    h.pawn_replies = count_pawns(e[PAWNS], occupied, b->all[US], &h.m, !US);
    if (path)
        n += count_castlings(b, &h.m, ways, !US);
    h.replies = n + h.pawn_replies;

    const uint64_t step = ahead(e[PAWNS], !US);
    h.pawn_cares = step | ahead(step & ~occupied & rank_third(!US), !US) |
                   take_west(e[PAWNS], !US) | take_east(e[PAWNS], !US);
    h.seen = h.sight | h.pawn_cares;
    return h;
}

/* Moves of one slider of the other side; a queen is both. */
TEMPLATE unsigned count_slider(const struct horizon *h, const struct k_bits *b, uint64_t slider,
                               uint64_t occupied, const enum k_color THEM)
{
    const unsigned sq = bits_first(slider);
    unsigned n = 0;
    if (free_sliders(b, &h->m, DIAG, THEM) & slider)
        n += bits_count(slide_targets(bishop_attacks(sq, occupied), sq, &h->m, DIAG));
    if (free_sliders(b, &h->m, ORTH, THEM) & slider)
        n += bits_count(slide_targets(rook_attacks(sq, occupied), sq, &h->m, ORTH));
    return n;
}

/* Sliders of the other side that look at a square. */
TEMPLATE uint64_t onlookers(const struct horizon *h, const uint64_t *e, uint64_t sq)
{
    return h->sight & sq ? (rook_attacks(bits_first(sq), h->m.occupied) & e[ORTH]) |
                               (bishop_attacks(bits_first(sq), h->m.occupied) & e[DIAG])
                         : 0;
}

/* Replies to a quiet move that is not loud. `from_seen` are the onlookers of `from`. */
TEMPLATE unsigned replies_to(const struct horizon *h, const struct k_bits *b, uint64_t from,
                             uint64_t to, uint64_t from_seen, const enum k_color US)
{
    const uint64_t *const e = b->set[!US];
    const uint64_t both = from | to, occupied = h->m.occupied ^ both;
    unsigned n = h->replies;
    for (uint64_t s = from_seen | onlookers(h, e, to); s; s = bits_drop_first(s))
        n += count_slider(h, b, bits_lowest(s), occupied, !US) -
             count_slider(h, b, bits_lowest(s), h->m.occupied, !US);
    if (both & h->pawn_cares)
        n += count_pawns(e[PAWNS], occupied, b->all[US] ^ both, &h->m, !US) - h->pawn_replies;
    return n;
}

/* Replies to quiet moves of one piece, of which neither end is loud. */
TEMPLATE uint64_t replies_of(const struct horizon *h, const struct k_bits *b, uint64_t from,
                             uint64_t quiet, const enum k_color US)
{
    uint64_t nodes = 0, seen = quiet;
    uint64_t from_seen = 0;
    if (LIKELY(!(from & h->seen))) {
        nodes = (uint64_t)bits_count(quiet & ~h->seen) * h->replies;
        seen &= h->seen;
    } else {
        from_seen = onlookers(h, b->set[!US], from);
    }
    for (; seen; seen = bits_drop_first(seen))
        nodes += replies_to(h, b, from, bits_lowest(seen), from_seen, US);
    return nodes;
}

#endif

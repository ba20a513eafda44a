/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_SHOGI_BULK_H
#define BM_KERNEL_SHOGI_BULK_H

/*
 * Two plies counted at once. Most moves of one side change nothing in what the other side can
 * answer, save for the squares on which it may drop. Such a move takes nothing, neither end of
 * it attacks the neighbourhood of the other king, and neither end lies
 *   - where a slider of the other side sees, so that it would be blocked or freed,
 *   - where a slider of its own sees that could reach that neighbourhood,
 *   - on a line of such a slider with that king, where it would pin, unpin or uncover check.
 * Then the answers on the board are as many as if the side had passed, and drops change by what
 * the square left and the square entered are worth.
 */

#include "kernel/shogi/count.h"

struct bulk {
    uint64_t nodes; /* answers to the moves taken so far */
    uint64_t still; /* answers if nothing moved */
    bb81 touchy;    /* whole: squares that a move must not leave or enter */
    unsigned king;  /* of the side that answers */
    bool with_king; /* moves of the king may be taken */

    /* Kinds that the answering side can drop: how many anywhere, and where the others. */
    bool drops;
    unsigned anywhere;
    bb81 lance, knight, pawn; /* whole, empty if not in hand */
};

/* Drops of the answering side on a set, of which each square is in one word only. */
LARGE_TEMPLATE unsigned bulk_worth(const struct bulk *b, bb81 set)
{
    return b->anywhere * bb_count(set) + bb_count(bb_and(set, b->lance)) +
           bb_count(bb_and(set, b->knight)) + bb_count(bb_and(set, b->pawn));
}

/*
 * Count the answers to those moves that can be taken in bulk, and return these: from a square
 * (NO_KING for a drop) to a set of which each square is in one word only.
 */
static inline bb81 bulk_take(struct bulk *b, bb81 set, unsigned from, enum role before,
                             enum role after, unsigned us)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bb81 left = t->square[from];
    if (bb_meet(left, bb_or(b->touchy, t->reach[us][before][b->king])))
        return bb_none();
    const bb81 taken = bb_minus(set, bb_or(b->touchy, t->reach[us][after][b->king]));
    b->nodes += bb_count(taken) * b->still;
    if (b->drops) {
        b->nodes += bb_count(taken) * bulk_worth(b, bb_split(left));
        b->nodes -= bulk_worth(b, taken);
    }
    return taken;
}

/* Side US is to move; the other one's king is not in check. */
LARGE_TEMPLATE void bulk_fill(struct bulk *b, const struct k_pos *p, const unsigned US)
{
    enum { ANYWHERE = 1 << SILVER | 1 << GOLD | 1 << BISHOP | 1 << ROOK };
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const unsigned held = p->held[!US];
    const bb81 all = t->files[0x1ff], none = bb_none();
    struct masks m;

    b->nodes = 0;
    b->touchy = p->side[!US];
    masks_fill(&m, p, &b->touchy, !US);
    b->king = m.king;
    const unsigned moves = count_board(p, &m, &b->touchy, !US);
    const bb81 snipers = snipers_of(p, m.king, !US);
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = snipers.w[h]; x; x = bits_drop_first(x))
            b->touchy = bb_or(b->touchy, t->line[m.king][bb_square(bits_first(x), h)]);

    b->drops = held != 0;
    b->anywhere = bits_count(held & ANYWHERE);
    b->lance = held & 1u << LANCE ? bb_minus(all, far_ranks(0, 0, !US)) : none;
    b->knight = held & 1u << KNIGHT ? bb_minus(all, far_ranks(0, 1, !US)) : none;
    b->pawn = none;
    b->with_king = true;
    if (held & 1u << PAWN) {
        const bb81 closed = bb_fill_files(p->role[!US][PAWN]);
        b->pawn = bb_minus(bb_minus(all, far_ranks(0, 0, !US)), closed);
        /* Whether a pawn drop mates can hang on any move; but not if nothing guards it. */
        const unsigned sq = pawn_check_square(p, !US);
        if (bb_meet(b->pawn, t->square[sq]) && bb_any(attackers_of(p, sq, m.occ, !US)))
            b->touchy = all;
        b->with_king = false;
    }
    b->still = moves + bulk_worth(b, m.drops);
}

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_MATE_CHECKS_CHESS_H
#define BM_SEARCH_MATE_CHECKS_CHESS_H

/* Moves that may give check: to a square that attacks the king, or from a line towards it
 * (discovered check). */

#include "kernel/chess/attacks.h"

enum { C_HAS_SPECIAL_ENDS = 0 };

static size_t k_checks(const struct k_pos *p, bm_move *out)
{
    const struct k_bits *const b = &p->bits;
    const unsigned us = p->head.turn, king = bits_first(b->king[!us]);
    const uint64_t occupied = b->all[0] | b->all[1];
    const uint64_t rook = rook_attacks(king, occupied), bishop = bishop_attacks(king, occupied);
    /* The first piece on a line may discover a check by a piece behind it. */
    const uint64_t lines = (rook | bishop) & b->all[us];
    const uint64_t from[BM_CHESS_KINDS] = {
        [BM_CHESS_PAWN] = bm_chess_tables.pawn[!us][king] | b->ep,
        [BM_CHESS_KNIGHT] = bm_chess_tables.knight[king],
        [BM_CHESS_BISHOP] = bishop,
        [BM_CHESS_ROOK] = rook,
        [BM_CHESS_QUEEN] = rook | bishop,
        [BM_CHESS_KING] = 0,
    };
    const size_t n = K(moves)(p, out);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        const bm_move m = out[i];
        const unsigned kind = bm_piece_kind(p->board[bm_move_from(m)]);
        const unsigned after = bm_move_promotes(m) ? bm_move_promotion(m) : kind;
        const uint64_t to = square(bm_move_to(m));
        /* A piece that leaves a line to the king may discover a check along it. */
        if ((from[after] & to) || (lines & square(bm_move_from(m))) ||
            (kind == BM_CHESS_KING && b->castle))
            out[kept++] = m;
    }
    return kept;
}

#endif

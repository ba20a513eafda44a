/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_SHOGI_ATTACKS_H
#define BM_KERNEL_SHOGI_ATTACKS_H

/*
 * What a piece on a square attacks, and by what a square is attacked. Results are whole sets.
 *
 * A line is looked up by the occupation of its inner seven squares. On a file these are
 * neighbouring bits; on ranks and diagonals they lie in seven or more fields of nine bits, one
 * in each, and are gathered by PEXT or, without it, by a multiplication.
 */

#include "kernel/shogi/pos.h"

/* Squares of the own file that a slider reaches: `way` is a side, or 2 for both directions. */
LARGE_TEMPLATE bb81 attacks_on_file(unsigned sq, bb81 occ, unsigned way)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const uint64_t state = occ.w[t->half_of[sq]] >> t->shift_of[sq] >> 1 & 127;
    const uint64_t hit = t->slide[way][t->rank_of[sq]][state];
    return (bb81){{hit << t->file_shift[0][sq], hit << t->file_shift[1][sq]}};
}

#ifdef BM_ISA_AVX2

LARGE_TEMPLATE bb81 attacks_on_rank(unsigned sq, bb81 occ)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const unsigned rank = t->rank_of[sq];
    const bb81 line = t->rank[rank];
    const uint64_t low = _pext_u64(occ.w[0], line.w[0]) >> 1;
    const uint64_t state = low | (occ.w[1] >> (45 + rank) & 1) << 6;
    const uint64_t hit = t->slide[2][t->file_of[sq]][state];
    return (bb81){{_pdep_u64(hit, line.w[0]), _pdep_u64(hit >> 2, line.w[1])}};
}

LARGE_TEMPLATE bb81 attacks_bishop(unsigned sq, bb81 occ)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const uint64_t low = _pext_u64(occ.w[0], t->bishop_inner[sq].w[0]);
    const uint64_t high = _pext_u64(occ.w[1], t->bishop_inner[sq].w[1]);
    return t->bishop[t->bishop_start[sq] + (low | high << t->bishop_low[sq])];
}

#else

/* From seven bits, nine apart, to seven neighbouring ones. No two products meet. */
TEMPLATE uint64_t gather(uint64_t w) { return w * UINT64_C(0x0101010101010100) >> 56; }

LARGE_TEMPLATE bb81 attacks_on_rank(unsigned sq, bb81 occ)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const unsigned rank = t->rank_of[sq];
    const uint64_t low = gather(occ.w[0] >> rank & BB_BOTTOMS) >> 1;
    const uint64_t state = low | (occ.w[1] >> (45 + rank) & 1) << 6;
    return bb_and(t->rank[rank], t->files[t->slide[2][t->file_of[sq]][state]]);
}

LARGE_TEMPLATE bb81 attacks_on_diagonal(unsigned sq, bb81 occ, const unsigned WHICH)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bb81 line = t->diagonal[WHICH][sq];
    const uint64_t low = gather(word_tops(occ.w[0] & line.w[0]) >> 8) >> 1;
    const uint64_t state = low | (word_tops(occ.w[1] & line.w[1]) >> 53 & 1) << 6;
    return bb_and(line, t->files[t->slide[2][t->file_of[sq]][state]]);
}

LARGE_TEMPLATE bb81 attacks_bishop(unsigned sq, bb81 occ)
{
    return bb_or(attacks_on_diagonal(sq, occ, 0), attacks_on_diagonal(sq, occ, 1));
}

#endif

LARGE_TEMPLATE bb81 attacks_rook(unsigned sq, bb81 occ)
{
    return bb_or(attacks_on_file(sq, occ, 2), attacks_on_rank(sq, occ));
}

/* By a piece of that role and side. */
LARGE_TEMPLATE bb81 attacks_by(unsigned sq, bb81 occ, enum role role, unsigned us)
{
    const bb81 near = bm_shogi_tables.step[us][role][sq];
    switch (role) {
    case LANCE: return attacks_on_file(sq, occ, us);
    case BISHOP: return attacks_bishop(sq, occ);
    case ROOK: return attacks_rook(sq, occ);
    case HORSE: return bb_or(near, attacks_bishop(sq, occ));
    case DRAGON: return bb_or(near, attacks_rook(sq, occ));
    case PAWN:
    case KNIGHT:
    case SILVER:
    case GOLD:
    case KING:
    case ROLES: break;
    }
    return near;
}

TEMPLATE bb81 pos_rooks(const struct k_pos *p, unsigned side)
{
    return bb_or(p->role[side][ROOK], p->role[side][DRAGON]);
}
TEMPLATE bb81 pos_bishops(const struct k_pos *p, unsigned side)
{
    return bb_or(p->role[side][BISHOP], p->role[side][HORSE]);
}

/* Pieces of side `by` that attack sq when `occ` is occupied, the king included. */
LARGE_TEMPLATE bb81 attackers_of(const struct k_pos *p, unsigned sq, bb81 occ, unsigned by)
{
    /* A piece of `by` attacks sq exactly if one of the other side on sq would attack it. */
    const bb81(*const step)[ROWS] = bm_shogi_tables.step[!by];
    const bb81(*const ray)[ROWS] = bm_shogi_tables.ray[!by];
    const bb81 *const role = p->role[by];
    const bb81 rooks = pos_rooks(p, by), bishops = pos_bishops(p, by);
    const bb81 eights = bb_or(role[KING], bb_or(role[HORSE], role[DRAGON]));

    bb81 found = bb_or(
        bb_or(
            bb_or(bb_and(step[PAWN][sq], role[PAWN]), bb_and(step[KNIGHT][sq], role[KNIGHT])),
            bb_or(bb_and(step[SILVER][sq], role[SILVER]), bb_and(step[GOLD][sq], role[GOLD]))),
        bb_and(step[KING][sq], eights));
    if (bb_meet(ray[LANCE][sq], role[LANCE]))
        found = bb_or(found, bb_and(attacks_on_file(sq, occ, !by), role[LANCE]));
    if (bb_meet(ray[BISHOP][sq], bishops))
        found = bb_or(found, bb_and(attacks_bishop(sq, occ), bishops));
    if (bb_meet(ray[ROOK][sq], rooks))
        found = bb_or(found, bb_and(attacks_rook(sq, occ), rooks));
    return found;
}

#endif

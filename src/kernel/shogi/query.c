/* SPDX-License-Identifier: MIT */
/* Questions about a position. */
#include "kernel/tmpl/tmpl.h"

#include "kernel/shogi/attacks.h"

bm_piece K(piece)(const void *pos, bm_sq sq)
{
    const struct k_pos *const p = pos;
    return sq < SQUARES ? p->board[sq] : 0;
}

unsigned K(hand)(const void *pos, unsigned side, unsigned kind)
{
    const struct k_pos *const p = pos;
    return side < 2 && kind < HAND_KINDS ? p->hand[side][kind] : 0;
}

static bb81 find_attackers(const struct k_pos *p, unsigned sq, unsigned side)
{
    const bb81 occ = pos_occupied(p);
    return bb_split(attackers_of(p, sq, occ, side));
}

static unsigned write_squares(bb81 set, bm_sq *out)
{
    if (out)
        for (unsigned h = 0; h < 2; h++)
            for (uint64_t x = set.w[h]; x; x = bits_drop_first(x))
                *out++ = (bm_sq)bb_square(bits_first(x), h);
    return bb_count(set);
}

bool K(in_check)(const void *pos)
{
    const struct k_pos *const p = pos;
    return bb_any(find_attackers(p, p->king[p->head.turn], !p->head.turn));
}

unsigned K(checkers)(const void *pos, bm_sq *out)
{
    const struct k_pos *const p = pos;
    return write_squares(find_attackers(p, p->king[p->head.turn], !p->head.turn), out);
}

unsigned K(attackers)(const void *pos, bm_sq sq, unsigned side, bm_sq *out)
{
    const struct k_pos *const p = pos;
    return sq < SQUARES && side < 2 ? write_squares(find_attackers(p, sq, side), out) : 0;
}

bool K(can_mate)(const void *pos, unsigned side)
{
    const struct k_pos *const p = pos;
    return p->held[side] || bb_any(bb_minus(p->side[side], p->role[side][KING]));
}

enum bm_reason K(dead)(const void *pos)
{
    const struct k_pos *const p = pos;
    const bool bare = !K(can_mate)(p, 0) && !K(can_mate)(p, 1);
    return bare && p->king[0] != NO_KING && p->king[1] != NO_KING ? BM_REASON_MATERIAL
                                                                  : BM_REASON_NONE;
}

/* Points of the pieces of a side that stand on `where`. */
static unsigned points_on(const struct k_pos *p, unsigned side, bb81 where)
{
    const bb81 pieces = bb_split(bb_and(bb_minus(p->side[side], p->role[side][KING]), where));
    const bb81 big = bb_or(pos_rooks(p, side), pos_bishops(p, side));
    return bb_count(pieces) + 4 * bb_count(bb_and(pieces, big));
}

static unsigned points_in_hand(const struct k_pos *p, unsigned side)
{
    unsigned n = 4u * (p->hand[side][BISHOP] + p->hand[side][ROOK]);
    for (unsigned kind = 0; kind < HAND_KINDS; kind++)
        n += p->hand[side][kind];
    return n;
}

bool K(impasse)(const void *pos, struct bm_impasse *out)
{
    const struct k_pos *const p = pos;
    const unsigned us = p->head.turn;
    const bb81 zone = us ? far_ranks(0, 2, 1) : far_ranks(0, 2, 0);
    const bb81 others = bb_minus(p->side[us], p->role[us][KING]);

    out->king_in_zone = bb_meet(p->role[us][KING], zone);
    out->in_check = K(in_check)(p);
    out->pieces = bb_count(bb_split(bb_and(others, zone)));
    out->points = points_on(p, us, zone) + points_in_hand(p, us);
    return true;
}

unsigned K(points)(const void *pos)
{
    const struct k_pos *const p = pos;
    const bb81 all = bm_shogi_tables.files[0x1ff];
    return points_on(p, 0, all) + points_in_hand(p, 0) + points_on(p, 1, all) +
           points_in_hand(p, 1);
}

/* 5a for side 0, 5i for side 1: the middle file, where the other king starts. */
bool K(on_goal)(const void *pos, unsigned side)
{
    const struct k_pos *const p = pos;
    return p->king[side] == (side ? 4 * 9 + 8 : 4 * 9);
}

/* Few pieces come to one square, so that each is judged by itself. */
size_t K(moves_to)(const void *pos, unsigned kind, bm_sq to, bm_move *out)
{
    const struct k_pos *const p = pos;
    const unsigned us = p->head.turn;
    bm_move *const begin = out;
    bm_sq from[BM_MAX_ATTACKERS];
    const unsigned n = write_squares(find_attackers(p, to, us), from);

    for (unsigned i = 0; i < n; i++) {
        if (p->board[from[i]] != bm_piece_of(kind, us))
            continue;
        const bm_move promoting = bm_move_promoting(from[i], to, kind | 8u);
        const bm_move plain = bm_move_plain(from[i], to);
        if (!K(judge)(p, promoting))
            *out++ = promoting;
        if (!K(judge)(p, plain))
            *out++ = plain;
    }
    const bm_move drop = bm_move_drop(kind, to);
    if (K(hand)(p, us, kind) && !K(judge)(p, drop))
        *out++ = drop;
    return (size_t)(out - begin);
}

enum bm_reason K(over)(const void *pos, enum bm_result *result)
{
    (void)pos;
    *result = BM_ONGOING;
    return BM_REASON_NONE;
}

/* SPDX-License-Identifier: MIT */
/*
 * Whether one move may be played, and every reason why not, from the squares that it concerns;
 * no list is made.
 */
#include "kernel/tmpl/tmpl.h"

#include "kernel/shogi/drops.h"

/* Bits of a move that no move of this game has. */
enum { UNUSED_BITS = ~0xffffff };

/* Attackers of the king after a move of another piece, those that it uncovers apart. */
struct exposure {
    bb81 old, uncovered;
};

LARGE_TEMPLATE struct exposure expose(const struct k_pos *p, bb81 from, bb81 to, unsigned us)
{
    const bb81 occ = pos_occupied(p);
    const unsigned king = p->king[us];
    const bb81 after = bb_minus(attackers_of(p, king, bb_or(bb_minus(occ, from), to), !us), to);
    if (LIKELY(!bb_any(after)))
        return (struct exposure){bb_none(), bb_none()};
    const bb81 before = attackers_of(p, king, occ, !us);
    return (struct exposure){bb_split(bb_and(after, before)),
                             bb_split(bb_minus(after, before))};
}

/* Attackers of the square to which the king goes. */
LARGE_TEMPLATE bb81 expose_king(const struct k_pos *p, unsigned to, unsigned us)
{
    const bb81 *const square = bm_shogi_tables.square;
    const bb81 occ = bb_minus(pos_occupied(p), square[p->king[us]]);
    return bb_split(attackers_of(p, to, occ, !us));
}

/* Would an unpromoted piece of that kind never move again from there? */
static bool is_dead_end(unsigned kind, unsigned to, unsigned us)
{
    const unsigned rank = rank_seen(bm_shogi_tables.rank_of[to], us);
    return kind <= KNIGHT && rank < (kind == KNIGHT ? 2u : 1u);
}

static bb81 pawns_on_file(const struct k_pos *p, unsigned sq, unsigned us)
{
    const bb81 file = bm_shogi_tables.files[1u << bm_shogi_tables.file_of[sq]];
    return bb_split(bb_and(p->role[us][PAWN], file));
}

LARGE_TEMPLATE bm_faults judge_drop(const struct k_pos *p, bm_move m, unsigned us)
{
    const unsigned kind = bm_move_from(m), to = bm_move_to(m);
    bm_faults faults = 0;
    if (to >= SQUARES || !kind_exists(kind) || bm_move_promotes(m))
        return BM_FAULT_NOT_A_MOVE;
    if (kind >= HAND_KINDS || !p->hand[us][kind])
        faults |= BM_FAULT_NOT_IN_HAND;
    if (p->board[to])
        return faults | BM_FAULT_OCCUPIED;
    if (kind == PAWN && bb_any(pawns_on_file(p, to, us)))
        faults |= BM_FAULT_TWO_PAWNS;
    if (is_dead_end(kind, to, us))
        faults |= BM_FAULT_DEAD_END;
    if (bb_any(expose(p, bb_none(), bm_shogi_tables.square[to], us).old))
        faults |= BM_FAULT_KING_LEFT;
    if (!faults && kind == PAWN && to == pawn_check_square(p, us) && pawn_mates(p, to, us))
        faults |= BM_FAULT_PAWN_MATE;
    return faults;
}

LARGE_TEMPLATE bm_faults judge_promotion(bm_move m, unsigned kind, unsigned us)
{
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    if (!bm_move_promotes(m))
        return is_dead_end(kind, to, us) ? BM_FAULT_MUST_PROMOTE : 0;
    const bb81 where = bm_shogi_tables.promoting[us][from];
    const bool can = kind_promotes(kind) && bm_move_promotion(m) == kind + 8 &&
                     bb_meet(where, bm_shogi_tables.square[to]);
    return can ? 0 : BM_FAULT_CANNOT_PROMOTE;
}

LARGE_TEMPLATE bm_faults judge_board(const struct k_pos *p, bm_move m, unsigned us)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    if (from >= SQUARES || to >= SQUARES)
        return BM_FAULT_NOT_A_MOVE;
    const bm_piece piece = p->board[from];
    if (!piece)
        return BM_FAULT_NO_PIECE;
    if (bm_piece_side(piece) != us)
        return BM_FAULT_WRONG_SIDE;

    const unsigned kind = bm_piece_kind(piece);
    const enum role role = kind_role(kind);
    const bb81 goal = t->square[to];
    bm_faults faults = bb_meet(p->side[us], goal) ? BM_FAULT_OWN_PIECE : 0;
    if (!bb_meet(t->step[us][role][from], goal)) {
        if (!bb_meet(t->ray[us][role][from], goal))
            return faults | BM_FAULT_NOT_A_MOVE;
        if (bb_meet(t->between[from][to], pos_occupied(p)))
            faults |= BM_FAULT_BLOCKED;
    }
    faults |= judge_promotion(m, kind, us);
    if (faults & (BM_FAULT_OWN_PIECE | BM_FAULT_BLOCKED))
        return faults;

    if (role == KING)
        return bb_any(expose_king(p, to, us)) ? faults | BM_FAULT_KING_LEFT : faults;
    const struct exposure e = expose(p, t->square[from], goal, us);
    if (bb_any(e.uncovered))
        faults |= BM_FAULT_PINNED;
    if (bb_any(e.old))
        faults |= BM_FAULT_KING_LEFT;
    return faults;
}

LARGE_TEMPLATE bm_faults judge(const struct k_pos *p, bm_move m, unsigned us)
{
    if (m.bits & (uint32_t)UNUSED_BITS)
        return BM_FAULT_NOT_A_MOVE;
    return bm_move_is_drop(m) ? judge_drop(p, m, us) : judge_board(p, m, us);
}

bm_faults K(judge)(const void *pos, bm_move m)
{
    const struct k_pos *const p = pos;
    return p->head.turn ? judge(p, m, 1) : judge(p, m, 0);
}

static bm_sq any_of(bb81 set) { return bb_any(set) ? (bm_sq)bb_first(set) : BM_SQ_NONE; }

/* The square nearest to `from` on which something stands between the two. */
static bm_sq first_between(const struct k_pos *p, unsigned from, unsigned to)
{
    const bb81 *const row = bm_shogi_tables.between[from];
    const bb81 way = bb_and(row[to], pos_occupied(p));
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = way.w[h]; x; x = bits_drop_first(x)) {
            const unsigned sq = bb_square(bits_first(x), h);
            if (!bb_meet(row[sq], way))
                return (bm_sq)sq;
        }
    return BM_SQ_NONE;
}

/* The fault has been found by judge(), so that the move is known to have squares. */
static void explain_fault(const struct k_pos *p, bm_move m, bm_faults one, struct bm_why *out,
                          unsigned us)
{
    const bb81 *const square = bm_shogi_tables.square;
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    const bool drop = bm_move_is_drop(m);
    const bm_sq king = p->king[us] == NO_KING ? BM_SQ_NONE : p->king[us];

    if (one == BM_FAULT_BLOCKED) {
        out->by = out->at = first_between(p, from, to);
    } else if (one == BM_FAULT_TWO_PAWNS) {
        out->by = out->at = any_of(pawns_on_file(p, to, us));
    } else if (one == BM_FAULT_PAWN_MATE) {
        out->at = p->king[!us];
    } else if (one == BM_FAULT_PINNED) {
        out->by = any_of(expose(p, square[from], square[to], us).uncovered);
        out->at = king;
    } else if (one == BM_FAULT_KING_LEFT && !drop && from == p->king[us]) {
        out->by = any_of(expose_king(p, to, us));
        out->at = (bm_sq)to;
    } else if (one == BM_FAULT_KING_LEFT) {
        out->by = any_of(expose(p, drop ? bb_none() : square[from], square[to], us).old);
        out->at = king;
    }
}

void K(why)(const void *pos, bm_move m, bm_faults one, struct bm_why *out)
{
    const struct k_pos *const p = pos;
    out->by = out->at = BM_SQ_NONE;
    if (bm_move_to(m) >= SQUARES || (!bm_move_is_drop(m) && bm_move_from(m) >= SQUARES))
        return;
    explain_fault(p, m, one, out, p->head.turn);
}

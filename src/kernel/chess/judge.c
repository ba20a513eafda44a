/* SPDX-License-Identifier: MIT */
/* Why a move may not be played: one move looked at by itself, no list made. */
#include "kernel/tmpl/tmpl.h"

#include "kernel/chess/masks.h"

TEMPLATE uint64_t occupied_squares(const struct k_bits *b)
{
    return b->all[WHITE] | b->all[BLACK];
}

/* Enemy pieces that attack the king of US once `from` is empty, `to` ours and `gone` gone. */
TEMPLATE uint64_t king_attackers(const struct k_bits *b, unsigned king, uint64_t from,
                                 uint64_t to, uint64_t gone, const enum k_color US)
{
    const uint64_t occupied = (occupied_squares(b) & ~(from | gone)) | to;
    return attackers_of(b, king, !US, occupied) & ~(to | gone);
}

/* Squares that a piece of that kind could reach on an empty board, captures of pawns included.
 */
TEMPLATE uint64_t empty_board_reach(unsigned kind, unsigned from, const enum k_color US)
{
    switch (kind) {
    case BM_CHESS_KNIGHT: return bm_chess_tables.knight[from];
    case BM_CHESS_BISHOP: return bm_chess_tables.diag[from];
    case BM_CHESS_ROOK: return bm_chess_tables.orth[from];
    case BM_CHESS_QUEEN: return bm_chess_tables.diag[from] | bm_chess_tables.orth[from];
    case BM_CHESS_KING: return bm_chess_tables.king[from];
    default: {
        const uint64_t step = ahead(square(from), US);
        return step | ahead(step & rank_third(US), US) | bm_chess_tables.pawn[US][from];
    }
    }
}

/*
 * The square on which a pawn may mean to take in passing. Where no such capture is legal, the
 * sets do not know it any more, but the reason is then the king, not the pawn's way of moving.
 */
TEMPLATE uint64_t ep_target(const struct k_pos *p)
{
    return p->head.passed ? square(p->head.passed) : 0;
}

/* Geometry of a pawn's move: does it step on the file, take on the diagonal, promote? */
TEMPLATE bm_faults judge_pawn(const struct k_pos *p, unsigned from, unsigned to, bm_move m,
                              const enum k_color US)
{
    const struct k_bits *const b = &p->bits;
    const uint64_t occupied = occupied_squares(b);
    const bool takes = bm_chess_tables.pawn[US][from] >> to & 1;
    bm_faults f = 0;
    if (takes) {
        if (!((b->all[!US] | ep_target(p)) >> to & 1))
            f |= BM_FAULT_NOT_A_MOVE;
    } else if (bm_chess_tables.between[from][to] & occupied) {
        f |= BM_FAULT_BLOCKED;
    }
    if (rank_last(US) >> to & 1) {
        if (!bm_move_promotes(m))
            f |= BM_FAULT_MUST_PROMOTE;
        else if (bm_move_promotion(m) < BM_CHESS_KNIGHT ||
                 bm_move_promotion(m) > BM_CHESS_QUEEN)
            f |= BM_FAULT_CANNOT_PROMOTE;
    } else if (bm_move_promotes(m)) {
        f |= BM_FAULT_CANNOT_PROMOTE;
    }
    return f;
}

/* Two squares along the home rank: no king's move but castling. */
TEMPLATE bool is_two_step(unsigned from, unsigned to, const enum k_color US)
{
    return (from + 2 == to || to + 2 == from) && (rank_home(US) & square(from)) &&
           (rank_home(US) & square(to));
}

/* The wing that a king's move would castle to by its form, or -1. */
TEMPLATE int castling_wing(const struct k_pos *p, unsigned from, unsigned to,
                           const enum k_color US)
{
    const uint64_t plain = bm_chess_tables.king[from] & ~p->bits.all[US];
    for (int wing = KINGSIDE; wing <= QUEENSIDE; wing++) {
        const struct k_way *const way = &p->way[US][wing];
        if (way->rook && way->move_to == to && !(plain & square(to)) &&
            ((p->bits.castle & way->rook) || is_two_step(from, to, US)))
            return wing;
    }
    return -1;
}

/* The first attacked square of the king's path as castling would find it, or BM_SQ_NONE. */
TEMPLATE bm_sq attacked_passage(const struct k_bits *b, const struct k_way *way, unsigned king,
                                bm_sq *by, const enum k_color US)
{
    const uint64_t through = occupied_squares(b) & ~(square(king) | way->rook);
    for (uint64_t path = way->safe; path; path = bits_drop_first(path)) {
        /* The rook may shield the king where it stands, but it will not stand there. */
        const uint64_t a = attackers_of(b, bits_first(path), !US, through);
        if (a) {
            *by = (bm_sq)bits_first(a);
            return (bm_sq)bits_first(path);
        }
    }
    return BM_SQ_NONE;
}

TEMPLATE bm_faults judge_castling(const struct k_pos *p, unsigned king, int wing, bm_move m,
                                  const enum k_color US)
{
    const struct k_bits *const b = &p->bits;
    const struct k_way *const way = &p->way[US][wing];
    bm_sq by;
    bm_faults f = bm_move_promotes(m) ? BM_FAULT_CANNOT_PROMOTE : 0;
    if (!(b->castle & way->rook) || (occupied_squares(b) & way->clear) ||
        attacked_passage(b, way, king, &by, US) != BM_SQ_NONE)
        f |= BM_FAULT_CASTLING;
    return f;
}

TEMPLATE bm_faults judge_as(const struct k_pos *p, bm_move m, const enum k_color US)
{
    const struct k_bits *const b = &p->bits;
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    const unsigned kind = bm_piece_kind(p->board[from]);
    const unsigned king = bits_first(b->king[US]);
    bm_faults f = 0;

    if (kind == BM_CHESS_KING) {
        const int wing = castling_wing(p, from, to, US);
        if (UNLIKELY(wing >= 0))
            return judge_castling(p, king, wing, m, US);
        if (UNLIKELY(is_two_step(from, to, US)))
            return BM_FAULT_CASTLING | BM_FAULT_NOT_A_MOVE;
    }
    if (!(empty_board_reach(kind, from, US) >> to & 1))
        return BM_FAULT_NOT_A_MOVE;
    if (b->all[US] >> to & 1)
        f |= BM_FAULT_OWN_PIECE;
    if (kind == BM_CHESS_PAWN)
        f |= judge_pawn(p, from, to, m, US);
    else {
        if (bm_chess_tables.between[from][to] & ~square(to) & occupied_squares(b))
            f |= BM_FAULT_BLOCKED;
        if (bm_move_promotes(m))
            f |= BM_FAULT_CANNOT_PROMOTE;
    }
    if (UNLIKELY(f))
        return f;

    const uint64_t gone =
        kind == BM_CHESS_PAWN && square(to) == ep_target(p) ? behind(square(to), US) : 0;
    if (king_attackers(b, kind == BM_CHESS_KING ? to : king, square(from), square(to), gone,
                       US)) {
        const bool checked = attackers_of(b, king, !US, occupied_squares(b)) != 0;
        f |= checked || kind == BM_CHESS_KING ? BM_FAULT_KING_LEFT
                                              : BM_FAULT_KING_LEFT | BM_FAULT_PINNED;
    }
    return f;
}

bm_faults K(judge)(const void *pos, bm_move m)
{
    const struct k_pos *const p = pos;
    const unsigned from = bm_move_from(m), to = bm_move_to(m), us = p->head.turn;

    if (UNLIKELY(m.bits >> 24))
        return BM_FAULT_NOT_A_MOVE;
    if (UNLIKELY(bm_move_is_drop(m)))
        return to < K_SQUARES && p->board[to] ? BM_FAULT_NOT_IN_HAND | BM_FAULT_OCCUPIED
                                              : BM_FAULT_NOT_IN_HAND;
    if (UNLIKELY((from | to) >= K_SQUARES))
        return BM_FAULT_NOT_A_MOVE;
    if (UNLIKELY(!p->board[from]))
        return BM_FAULT_NO_PIECE;
    if (UNLIKELY(bm_piece_side(p->board[from]) != us))
        return BM_FAULT_WRONG_SIDE;
    return us == WHITE ? judge_as(p, m, WHITE) : judge_as(p, m, BLACK);
}

TEMPLATE void why_as(const struct k_pos *p, bm_move m, bm_faults one, struct bm_why *out,
                     const enum k_color US)
{
    const struct k_bits *const b = &p->bits;
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    const unsigned king = bits_first(b->king[US]);
    const bool is_king = from == king;

    if (one == BM_FAULT_BLOCKED) {
        const uint64_t in_way = bm_chess_tables.between[from][to] & occupied_squares(b);
        out->at = out->by = (bm_sq)(to > from ? bits_first(in_way) : bits_last(in_way));
    } else if (one == BM_FAULT_PINNED || one == BM_FAULT_KING_LEFT) {
        const bool passing = square(to) == ep_target(p) && (b->set[US][PAWNS] >> from & 1);
        const uint64_t gone = passing ? behind(square(to), US) : 0;
        out->at = (bm_sq)(is_king ? to : king);
        out->by =
            (bm_sq)bits_first(king_attackers(b, out->at, square(from), square(to), gone, US));
    } else if (one == BM_FAULT_CASTLING) {
        const int wing = castling_wing(p, from, to, US);
        if (wing < 0 || !(b->castle & p->way[US][wing].rook))
            return;
        const uint64_t in_way = occupied_squares(b) & p->way[US][wing].clear;
        if (in_way)
            out->at = (bm_sq)bits_first(in_way);
        else
            out->at = attacked_passage(b, &p->way[US][wing], king, &out->by, US);
    }
}

void K(why)(const void *pos, bm_move m, bm_faults one, struct bm_why *out)
{
    const struct k_pos *const p = pos;
    *out = (struct bm_why){BM_SQ_NONE, BM_SQ_NONE};
    if (!(K(judge)(pos, m) & one))
        return;
    if (p->head.turn == WHITE)
        why_as(p, m, one, out, WHITE);
    else
        why_as(p, m, one, out, BLACK);
}

/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_CHESS_MAKE_H
#define BM_KERNEL_CHESS_MAKE_H

/* Playing and taking back, with the key kept. */

#include "kernel/chess/masks.h"

/* Rows are by the low bits of a bm_piece: 0 is no piece, so that captures need no branch. */
enum {
    PAWN_ROW = BM_CHESS_PAWN + 1,
    ROOK_ROW = BM_CHESS_ROOK + 1,
    KING_ROW = BM_CHESS_KING + 1,
    ROWS
};

TEMPLATE unsigned row_of(bm_piece p) { return p & 7u; }

/* Which sets a piece stands in: all ones or nothing. */
#define IN (~UINT64_C(0))
static const _Alignas(32) uint64_t member[ROWS][SETS] = {
    [BM_CHESS_PAWN + 1] = {[PAWNS] = IN},
    [BM_CHESS_KNIGHT + 1] = {[KNIGHTS] = IN},
    [BM_CHESS_BISHOP + 1] = {[DIAG] = IN},
    [BM_CHESS_ROOK + 1] = {[ORTH] = IN},
    [BM_CHESS_QUEEN + 1] = {[DIAG] = IN, [ORTH] = IN},
};
#undef IN

/*
 * Put a piece on squares or take it from them; a king's own set is left to the caller. As a
 * vector, by hand: a load that spans two of the stores before it would wait for both.
 */
TEMPLATE void toggle(struct k_bits *b, unsigned side, unsigned row, uint64_t squares)
{
    const bits_vec where = {squares, squares, squares, squares};
    *(bits_vec *)b->set[side] ^= *(const bits_vec *)member[row] & where;
    b->all[side] ^= squares;
}

TEMPLATE uint64_t piece_key(unsigned side, unsigned row, unsigned sq)
{
    return bm_chess_tables.key_piece[side][row][sq];
}

static NOINLINE uint64_t castle_key(uint64_t rooks)
{
    uint64_t key = 0;
    for (; rooks; rooks = bits_drop_first(rooks))
        key ^= bm_chess_tables.key_castle[bits_first(rooks)];
    return key;
}

/* A pawn has made its double step: the e.p. square counts only if a capture there is legal. */
static NOINLINE uint64_t capturable_ep(struct k_bits *b, unsigned ep, const bool white_takes)
{
    const uint64_t occupied = b->all[WHITE] | b->all[BLACK];
    const unsigned side = white_takes ? WHITE : BLACK;
    const unsigned king = bits_first(b->king[side]);
    uint64_t takers = bm_chess_tables.pawn[!side][ep] & b->set[side][PAWNS];

    b->ep = square(ep);
    for (; takers; takers = bits_drop_first(takers)) {
        const uint64_t from = bits_lowest(takers);
        if (white_takes ? is_ep_legal(b, occupied, king, from, WHITE)
                        : is_ep_legal(b, occupied, king, from, BLACK))
            break;
    }
    b->ep = 0;
    return takers ? square(ep) : 0;
}

/* The way that a king's move castles by, or NULL. No other king's move takes or goes so far. */
TEMPLATE const struct k_way *castling_way(const struct k_pos *p, unsigned us, unsigned from,
                                          unsigned to)
{
    if (LIKELY(!(p->bits.all[us] >> to & 1) && to + 2 != from && from + 2 != to))
        return NULL;
    return &p->way[us][to < from ? QUEENSIDE : KINGSIDE];
}

static NOINLINE uint64_t castle(struct k_pos *p, unsigned us, unsigned from,
                                const struct k_way *w)
{
    const unsigned rook_from = bits_first(w->rook);
    toggle(&p->bits, us, KING_ROW, square(from));
    toggle(&p->bits, us, ROOK_ROW, w->rook);
    toggle(&p->bits, us, KING_ROW, square(w->king_to));
    toggle(&p->bits, us, ROOK_ROW, square(w->rook_to));
    p->bits.king[us] = square(w->king_to);
    p->board[from] = p->board[rook_from] = 0;
    p->board[w->king_to] = bm_piece_of(BM_CHESS_KING, us);
    p->board[w->rook_to] = bm_piece_of(BM_CHESS_ROOK, us);
    return piece_key(us, KING_ROW, from) ^ piece_key(us, KING_ROW, w->king_to) ^
           piece_key(us, ROOK_ROW, rook_from) ^ piece_key(us, ROOK_ROW, w->rook_to);
}

/* The square of the pawn that a move to the e.p. square takes. */
TEMPLATE unsigned passed_pawn(unsigned to) { return to ^ 8; }

/* A pawn that promotes or takes in passing, once it has gone and nothing else is done. */
static NOINLINE uint64_t transform_pawn(struct k_pos *p, bm_move m, struct k_undo *u,
                                        unsigned us)
{
    const unsigned to = bm_move_to(m);
    if (bm_move_promotes(m)) {
        const bm_piece became = bm_piece_of(bm_move_promotion(m), us);
        toggle(&p->bits, us, PAWN_ROW, square(to));
        toggle(&p->bits, us, row_of(became), square(to));
        p->board[to] = became;
        return piece_key(us, PAWN_ROW, to) ^ piece_key(us, row_of(became), to);
    }
    const unsigned victim = passed_pawn(to);
    u->taken = MARK_PASSING;
    toggle(&p->bits, !us, PAWN_ROW, square(victim));
    p->board[victim] = 0;
    return piece_key(!us, PAWN_ROW, victim);
}

/* What a pawn's move does beyond going, and the key of it. */
TEMPLATE uint64_t finish_pawn(struct k_pos *p, bm_move m, struct k_undo *u,
                              const enum k_color US)
{
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    if (UNLIKELY(bm_move_promotes(m) || square(to) == u->bits.ep))
        return transform_pawn(p, m, u, US);
    if ((from ^ to) == 16) {
        const unsigned passed = (from + to) / 2;
        p->head.passed = (uint8_t)passed;
        if (UNLIKELY(bm_chess_tables.pawn[US][passed] & p->bits.set[!US][PAWNS]) &&
            (p->bits.ep = capturable_ep(&p->bits, passed, US == BLACK)) != 0)
            return bm_chess_tables.key_ep[passed & 7];
    }
    return 0;
}

TEMPLATE void make_as(struct k_pos *p, bm_move m, struct k_undo *u, const enum k_color US)
{
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    const bm_piece piece = p->board[from], taken = p->board[to];
    const unsigned row = row_of(piece), taken_row = row_of(taken);
    const uint64_t old_castle = p->bits.castle, old_ep = p->bits.ep;

    u->head = p->head;
    u->bits = p->bits;
    u->moved = piece;
    u->taken = taken;

    uint64_t key = p->head.key ^ bm_chess_tables.key_turn;
    if (UNLIKELY(old_ep)) {
        key ^= bm_chess_tables.key_ep[bits_first(old_ep) & 7];
        p->bits.ep = 0;
    }
    p->head.number += US;
    p->head.turn = !US;
    p->head.passed = 0;

    uint64_t lost = old_castle & (square(from) | square(to));
    if (row == KING_ROW) {
        lost |= old_castle & rank_home(US);
        const struct k_way *const way = castling_way(p, US, from, to);
        if (UNLIKELY(way != NULL)) {
            u->taken = (bm_piece)(MARK_CASTLED + (way - p->way[US]));
            p->bits.castle ^= lost;
            p->head.quiet++;
            p->head.key = key ^ castle_key(lost) ^ castle(p, US, from, way);
            return;
        }
        p->bits.king[US] = square(to);
    }
    if (UNLIKELY(lost)) {
        p->bits.castle ^= lost;
        key ^= castle_key(lost);
    }

    toggle(&p->bits, !US, taken_row, p->bits.all[!US] & square(to));
    toggle(&p->bits, US, row, square(from) | square(to));
    key ^= piece_key(US, row, from) ^ piece_key(US, row, to) ^ piece_key(!US, taken_row, to);
    p->board[from] = 0;
    p->board[to] = piece;
    p->head.quiet = (p->head.quiet + 1) & (0u - (unsigned)(!taken & (row != PAWN_ROW)));
    if (row == PAWN_ROW)
        key ^= finish_pawn(p, m, u, US);
    p->head.key = key;
}

TEMPLATE void k_make(struct k_pos *p, bm_move m, struct k_undo *u)
{
    if (p->head.turn == WHITE)
        make_as(p, m, u, WHITE);
    else
        make_as(p, m, u, BLACK);
}

/* The board after castling or a capture in passing, but for the piece that moved. */
static NOINLINE void restore_board(struct k_pos *p, bm_move m, const struct k_undo *u)
{
    const unsigned us = u->head.turn, to = bm_move_to(m);
    if (u->taken == MARK_PASSING) {
        p->board[to] = 0;
        p->board[passed_pawn(to)] = bm_piece_of(BM_CHESS_PAWN, !us);
    } else {
        const struct k_way *const w = &p->way[us][u->taken - MARK_CASTLED];
        p->board[w->king_to] = p->board[w->rook_to] = 0;
        p->board[bits_first(w->rook)] = bm_piece_of(BM_CHESS_ROOK, us);
    }
}

/* The sets come back whole; the board, square by square. */
TEMPLATE void k_unmake(struct k_pos *p, bm_move m, const struct k_undo *u)
{
    p->head = u->head;
    p->bits = u->bits;
    if (UNLIKELY(u->taken & MARK_PASSING))
        restore_board(p, m, u);
    else
        p->board[bm_move_to(m)] = u->taken;
    p->board[bm_move_from(m)] = u->moved;
}

#endif

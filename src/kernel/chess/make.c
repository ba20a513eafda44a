/* SPDX-License-Identifier: MIT */
/* Playing and taking back, with the key kept. */
#include "kernel/tmpl/tmpl.h"

#include <assert.h>

#include "kernel/chess/masks.h"

enum { NO_KIND = 6 };

/* Which sets a kind stands in: all ones or nothing, so that updates need no branch. */
static const uint64_t member[NO_KIND + 1][SETS] = {
    [BM_CHESS_PAWN] = {[PAWNS] = ~UINT64_C(0), [ALL] = ~UINT64_C(0)},
    [BM_CHESS_KNIGHT] = {[KNIGHTS] = ~UINT64_C(0), [ALL] = ~UINT64_C(0)},
    [BM_CHESS_BISHOP] = {[DIAG] = ~UINT64_C(0), [ALL] = ~UINT64_C(0)},
    [BM_CHESS_ROOK] = {[ORTH] = ~UINT64_C(0), [ALL] = ~UINT64_C(0)},
    [BM_CHESS_QUEEN] = {[DIAG] = ~UINT64_C(0), [ORTH] = ~UINT64_C(0), [ALL] = ~UINT64_C(0)},
    [BM_CHESS_KING] = {[KING] = ~UINT64_C(0), [ALL] = ~UINT64_C(0)},
};

TEMPLATE void toggle(uint64_t *sets, unsigned kind, uint64_t squares)
{
    for (int i = 0; i < SETS; i++)
        sets[i] ^= member[kind][i] & squares;
}

/* Kind of a piece, NO_KIND for none. */
TEMPLATE unsigned kind_or_none(bm_piece p) { return p ? bm_piece_kind(p) : NO_KIND; }

TEMPLATE uint64_t piece_key(unsigned side, unsigned kind, unsigned sq)
{
    return bm_chess_tables.key_piece[side][kind][sq];
}

static uint64_t castle_key(uint64_t rooks)
{
    uint64_t key = 0;
    for (; rooks; rooks = bits_drop_first(rooks))
        key ^= bm_chess_tables.key_castle[bits_first(rooks)];
    return key;
}

/* A pawn has made its double step: the e.p. square counts only if a capture there is legal. */
static NOINLINE uint64_t capturable_ep(struct k_bits *b, unsigned ep, const bool white_takes)
{
    const uint64_t occupied = b->set[WHITE][ALL] | b->set[BLACK][ALL];
    const unsigned side = white_takes ? WHITE : BLACK;
    const unsigned king = bits_first(b->set[side][KING]);
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
    if (LIKELY(!(p->bits.set[us][ALL] >> to & 1) && to + 2 != from && from + 2 != to))
        return NULL;
    return &p->way[us][to < from ? QUEENSIDE : KINGSIDE];
}

static NOINLINE uint64_t castle(struct k_pos *p, unsigned us, unsigned from,
                                const struct k_way *w)
{
    const unsigned rook_from = bits_first(w->rook);
    uint64_t *const sets = p->bits.set[us];
    toggle(sets, BM_CHESS_KING, square(from));
    toggle(sets, BM_CHESS_ROOK, w->rook);
    toggle(sets, BM_CHESS_KING, square(w->king_to));
    toggle(sets, BM_CHESS_ROOK, square(w->rook_to));
    p->board[from] = p->board[rook_from] = 0;
    p->board[w->king_to] = bm_piece_of(BM_CHESS_KING, us);
    p->board[w->rook_to] = bm_piece_of(BM_CHESS_ROOK, us);
    return piece_key(us, BM_CHESS_KING, from) ^ piece_key(us, BM_CHESS_KING, w->king_to) ^
           piece_key(us, BM_CHESS_ROOK, rook_from) ^ piece_key(us, BM_CHESS_ROOK, w->rook_to);
}

/* The square of the pawn that a move to the e.p. square takes. */
TEMPLATE unsigned passed_pawn(unsigned to) { return to ^ 8; }

/* What a pawn's move does beyond going: promotion, en passant, a double step. */
TEMPLATE uint64_t finish_pawn(struct k_pos *p, bm_move m, uint64_t old_ep,
                              const enum k_color US)
{
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    if (UNLIKELY(bm_move_promotes(m))) {
        const unsigned became = bm_move_promotion(m);
        toggle(p->bits.set[US], BM_CHESS_PAWN, square(to));
        toggle(p->bits.set[US], became, square(to));
        p->board[to] = bm_piece_of(became, US);
        return piece_key(US, BM_CHESS_PAWN, to) ^ piece_key(US, became, to);
    }
    if (UNLIKELY(square(to) == old_ep)) {
        const unsigned victim = passed_pawn(to);
        toggle(p->bits.set[!US], BM_CHESS_PAWN, square(victim));
        p->board[victim] = 0;
        return piece_key(!US, BM_CHESS_PAWN, victim);
    }
    if ((from ^ to) == 16) {
        const unsigned passed = (from + to) / 2;
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
    const unsigned kind = bm_piece_kind(piece), taken_kind = kind_or_none(taken);
    const uint64_t old_castle = p->bits.castle, old_ep = p->bits.ep;

    u->head = p->head;
    u->bits = p->bits;
    u->taken = taken;
    u->castled = 0;

    uint64_t key = p->head.key ^ bm_chess_tables.key_turn;
    if (UNLIKELY(old_ep)) {
        key ^= bm_chess_tables.key_ep[bits_first(old_ep) & 7];
        p->bits.ep = 0;
    }
    p->head.number += US;
    p->head.turn = !US;

    uint64_t lost = old_castle & (square(from) | square(to));
    if (kind == BM_CHESS_KING) {
        lost |= old_castle & rank_home(US);
        const struct k_way *const way = castling_way(p, US, from, to);
        if (UNLIKELY(way != NULL)) {
            u->castled = (uint8_t)(way - p->way[US] + 1);
            p->bits.castle ^= lost;
            p->head.quiet++;
            p->head.key = key ^ castle_key(lost) ^ castle(p, US, from, way);
            return;
        }
    }
    if (UNLIKELY(lost)) {
        p->bits.castle ^= lost;
        key ^= castle_key(lost);
    }

    toggle(p->bits.set[!US], taken_kind, square(to));
    toggle(p->bits.set[US], kind, square(from) | square(to));
    key ^= piece_key(US, kind, from) ^ piece_key(US, kind, to) ^ piece_key(!US, taken_kind, to);
    p->board[from] = 0;
    p->board[to] = piece;
    p->head.quiet = taken || kind == BM_CHESS_PAWN ? 0 : p->head.quiet + 1;
    if (kind == BM_CHESS_PAWN)
        key ^= finish_pawn(p, m, old_ep, US);
    p->head.key = key;
}

void K(make)(void *pos, bm_move m, void *undo)
{
    struct k_pos *const p = pos;
    if (p->head.turn == WHITE)
        make_as(p, m, undo, WHITE);
    else
        make_as(p, m, undo, BLACK);
    assert(K(sound)(p));
}

/* The sets come back whole; the board, square by square. */
void K(unmake)(void *pos, bm_move m, const void *undo)
{
    struct k_pos *const p = pos;
    const struct k_undo *const u = undo;
    const unsigned from = bm_move_from(m), to = bm_move_to(m), us = u->head.turn;

    p->head = u->head;
    p->bits = u->bits;
    if (UNLIKELY(u->castled)) {
        const struct k_way *const w = &p->way[us][u->castled - 1];
        p->board[w->king_to] = p->board[w->rook_to] = 0;
        p->board[from] = bm_piece_of(BM_CHESS_KING, us);
        p->board[bits_first(w->rook)] = bm_piece_of(BM_CHESS_ROOK, us);
    } else {
        const bm_piece piece =
            bm_move_promotes(m) ? bm_piece_of(BM_CHESS_PAWN, us) : p->board[to];
        p->board[from] = piece;
        p->board[to] = u->taken;
        if (UNLIKELY(square(to) == u->bits.ep) && bm_piece_kind(piece) == BM_CHESS_PAWN)
            p->board[passed_pawn(to)] = bm_piece_of(BM_CHESS_PAWN, !us);
    }
    assert(K(sound)(p));
}

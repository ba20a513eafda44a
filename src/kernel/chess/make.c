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

static NOINLINE void uncastle(struct k_pos *p, unsigned us, unsigned from,
                              const struct k_way *w)
{
    uint64_t *const sets = p->bits.set[us];
    toggle(sets, BM_CHESS_KING, square(w->king_to));
    toggle(sets, BM_CHESS_ROOK, square(w->rook_to));
    toggle(sets, BM_CHESS_KING, square(from));
    toggle(sets, BM_CHESS_ROOK, w->rook);
    p->board[w->king_to] = p->board[w->rook_to] = 0;
    p->board[from] = bm_piece_of(BM_CHESS_KING, us);
    p->board[bits_first(w->rook)] = bm_piece_of(BM_CHESS_ROOK, us);
}

/* The square of the pawn that a move to the e.p. square takes. */
TEMPLATE unsigned passed_pawn(unsigned to) { return to ^ 8; }

void K(make)(void *pos, bm_move m, void *undo)
{
    struct k_pos *const p = pos;
    struct k_undo *const u = undo;
    const unsigned us = p->head.turn, from = bm_move_from(m), to = bm_move_to(m);
    const bm_piece piece = p->board[from];
    const unsigned kind = bm_piece_kind(piece);
    const uint64_t old_castle = p->bits.castle, old_ep = p->bits.ep;

    u->key = p->head.key;
    u->ep = old_ep;
    u->castle = old_castle;
    u->quiet = p->head.quiet;
    u->taken = 0;
    u->castled = 0;

    uint64_t key = p->head.key ^ bm_chess_tables.key_turn;
    if (UNLIKELY(old_ep)) {
        key ^= bm_chess_tables.key_ep[bits_first(old_ep) & 7];
        p->bits.ep = 0;
    }
    p->head.quiet++;
    p->head.number += us;
    p->head.turn = (uint8_t)!us;

    uint64_t lost = old_castle & (square(from) | square(to));
    const struct k_way *way = NULL;
    if (kind == BM_CHESS_KING) {
        lost |= old_castle & (us == WHITE ? rank_home(WHITE) : rank_home(BLACK));
        way = castling_way(p, us, from, to);
    }
    if (UNLIKELY(lost)) {
        p->bits.castle ^= lost;
        key ^= castle_key(lost);
    }
    if (UNLIKELY(way != NULL)) {
        u->castled = (uint8_t)(way - p->way[us] + 1);
        p->head.key = key ^ castle(p, us, from, way);
        assert(K(sound)(p));
        return;
    }

    const bm_piece taken = p->board[to];
    const unsigned taken_kind = kind_or_none(taken);
    u->taken = taken;
    toggle(p->bits.set[!us], taken_kind, square(to));
    toggle(p->bits.set[us], kind, square(from) | square(to));
    key ^= piece_key(us, kind, from) ^ piece_key(us, kind, to) ^ piece_key(!us, taken_kind, to);
    p->board[from] = 0;
    p->board[to] = piece;
    p->head.quiet = taken ? 0 : p->head.quiet;

    if (kind == BM_CHESS_PAWN) {
        p->head.quiet = 0;
        if (UNLIKELY(bm_move_promotes(m))) {
            const unsigned became = bm_move_promotion(m);
            toggle(p->bits.set[us], BM_CHESS_PAWN, square(to));
            toggle(p->bits.set[us], became, square(to));
            p->board[to] = bm_piece_of(became, us);
            key ^= piece_key(us, BM_CHESS_PAWN, to) ^ piece_key(us, became, to);
        } else if (UNLIKELY(square(to) == old_ep)) {
            const unsigned victim = passed_pawn(to);
            toggle(p->bits.set[!us], BM_CHESS_PAWN, square(victim));
            p->board[victim] = 0;
            key ^= piece_key(!us, BM_CHESS_PAWN, victim);
        } else if ((from ^ to) == 16) {
            const unsigned passed = (from + to) / 2;
            if (bm_chess_tables.pawn[us][passed] & p->bits.set[!us][PAWNS] &&
                (p->bits.ep = capturable_ep(&p->bits, passed, us == BLACK)) != 0)
                key ^= bm_chess_tables.key_ep[passed & 7];
        }
    }
    p->head.key = key;
    assert(K(sound)(p));
}

void K(unmake)(void *pos, bm_move m, const void *undo)
{
    struct k_pos *const p = pos;
    const struct k_undo *const u = undo;
    const unsigned us = !p->head.turn, from = bm_move_from(m), to = bm_move_to(m);

    p->head.turn = (uint8_t)us;
    p->head.key = u->key;
    p->head.quiet = u->quiet;
    p->head.number -= us;
    p->bits.ep = u->ep;
    p->bits.castle = u->castle;

    if (UNLIKELY(u->castled)) {
        uncastle(p, us, from, &p->way[us][u->castled - 1]);
        assert(K(sound)(p));
        return;
    }

    bm_piece piece = p->board[to];
    if (UNLIKELY(bm_move_promotes(m))) {
        toggle(p->bits.set[us], bm_piece_kind(piece), square(to));
        toggle(p->bits.set[us], BM_CHESS_PAWN, square(to));
        piece = bm_piece_of(BM_CHESS_PAWN, us);
    }
    const unsigned kind = bm_piece_kind(piece);
    toggle(p->bits.set[us], kind, square(from) | square(to));
    toggle(p->bits.set[!us], kind_or_none(u->taken), square(to));
    p->board[from] = piece;
    p->board[to] = u->taken;
    if (UNLIKELY(square(to) == u->ep) && kind == BM_CHESS_PAWN) {
        const unsigned victim = passed_pawn(to);
        toggle(p->bits.set[!us], BM_CHESS_PAWN, square(victim));
        p->board[victim] = bm_piece_of(BM_CHESS_PAWN, !us);
    }
    assert(K(sound)(p));
}

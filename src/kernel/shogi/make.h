/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_SHOGI_MAKE_H
#define BM_KERNEL_SHOGI_MAKE_H

/* Playing a legal move and taking it back. play() and unplay() leave the head alone. */

#include "kernel/shogi/pos.h"

/* The key by which a move changes the hands and the board. */
TEMPLATE uint64_t move_key(const struct k_pos *p, bm_move m, const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    if (bm_move_is_drop(m))
        return t->key_turn ^ t->key_board[US][from][to] ^
               t->key_hand[US][from][p->hand[US][from] - 1];

    const unsigned kind = bm_piece_kind(p->board[from]);
    const unsigned after = bm_move_promotes(m) ? kind + 8 : kind;
    uint64_t key = t->key_turn ^ t->key_board[US][kind][from] ^ t->key_board[US][after][to];
    const bm_piece captured = p->board[to];
    if (captured) {
        const unsigned taken = bm_piece_kind(captured), plain = kind_plain(taken);
        key ^= t->key_board[!US][taken][to] ^ t->key_hand[US][plain][p->hand[US][plain]];
    }
    return key;
}

TEMPLATE void toggle(struct k_pos *p, enum role role, bb81 set, const unsigned SIDE)
{
    p->role[SIDE][role] = bb_xor(p->role[SIDE][role], set);
    p->side[SIDE] = bb_xor(p->side[SIDE], set);
}

TEMPLATE void hand_add(struct k_pos *p, unsigned kind, const unsigned US)
{
    p->hand[US][kind]++;
    p->held[US] |= (uint8_t)(1u << kind);
}
TEMPLATE void hand_take(struct k_pos *p, unsigned kind, const unsigned US)
{
    const unsigned left = --p->hand[US][kind];
    p->held[US] &= (uint8_t) ~((left == 0) << kind);
}

/* Move the piece in the sets only: role `before` on `from` becomes role `after` on `to`. */
TEMPLATE void shift_piece(struct k_pos *p, enum role before, unsigned from, enum role after,
                          unsigned to, const unsigned US)
{
    const bb81 f = bm_shogi_tables.square[from], t = bm_shogi_tables.square[to];
    p->role[US][before] = bb_xor(p->role[US][before], f);
    p->role[US][after] = bb_xor(p->role[US][after], t);
    p->side[US] = bb_xor(p->side[US], bb_or(f, t));
}

TEMPLATE bm_piece play(struct k_pos *p, bm_move m, const unsigned US)
{
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    if (bm_move_is_drop(m)) {
        toggle(p, (enum role)from, bm_shogi_tables.square[to], US);
        p->board[to] = bm_piece_of(from, US);
        hand_take(p, from, US);
        return 0;
    }
    const bm_piece piece = p->board[from], captured = p->board[to];
    const bm_piece placed = (bm_piece)(piece + (bm_move_promotes(m) ? 8 : 0));
    const enum role before = kind_role(bm_piece_kind(piece));
    shift_piece(p, before, from, kind_role(bm_piece_kind(placed)), to, US);
    p->board[from] = 0;
    p->board[to] = placed;
    if (before == KING)
        p->king[US] = (uint8_t)to;
    if (captured) {
        const unsigned taken = bm_piece_kind(captured);
        toggle(p, kind_role(taken), bm_shogi_tables.square[to], !US);
        hand_add(p, kind_plain(taken), US);
    }
    return captured;
}

TEMPLATE void unplay(struct k_pos *p, bm_move m, bm_piece captured, const unsigned US)
{
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    if (bm_move_is_drop(m)) {
        toggle(p, (enum role)from, bm_shogi_tables.square[to], US);
        p->board[to] = 0;
        hand_add(p, from, US);
        return;
    }
    const bm_piece placed = p->board[to];
    const bm_piece piece = (bm_piece)(placed - (bm_move_promotes(m) ? 8 : 0));
    const enum role before = kind_role(bm_piece_kind(piece));
    shift_piece(p, before, from, kind_role(bm_piece_kind(placed)), to, US);
    p->board[from] = piece;
    p->board[to] = captured;
    if (before == KING)
        p->king[US] = (uint8_t)from;
    if (captured) {
        const unsigned taken = bm_piece_kind(captured);
        toggle(p, kind_role(taken), bm_shogi_tables.square[to], !US);
        hand_take(p, kind_plain(taken), US);
    }
}

TEMPLATE void k_make(struct k_pos *p, bm_move m, struct k_undo *u)
{
    u->key = p->head.key;
    if (p->head.turn) {
        p->head.key ^= move_key(p, m, 1);
        u->captured = play(p, m, 1);
    } else {
        p->head.key ^= move_key(p, m, 0);
        u->captured = play(p, m, 0);
    }
    p->head.turn ^= 1;
    p->head.number++;
}

TEMPLATE void k_unmake(struct k_pos *p, bm_move m, const struct k_undo *u)
{
    p->head.key = u->key;
    p->head.turn ^= 1;
    p->head.number--;
    if (p->head.turn)
        unplay(p, m, u->captured, 1);
    else
        unplay(p, m, u->captured, 0);
}

#endif

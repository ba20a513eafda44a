/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_BOARD_H
#define BM_KERNEL_VARIANT_BOARD_H

/* Putting pieces on squares and into hands, with and without the key. */
#include "kernel/variant/pos.h"

/* The army that a piece stands in; neutral ones have a set of their own. */
TEMPLATE set *army_of(struct k_pos *p, bm_piece piece)
{
    return p->game->neutrals >> bm_piece_kind(piece) & 1 ? &p->neutral
                                                         : &p->side[bm_piece_side(piece)];
}

TEMPLATE void put(struct k_pos *p, unsigned sq, bm_piece piece)
{
    const set bit = set_of(sq);
    set *const army = army_of(p, piece);
    set *const kind = &p->kind[bm_piece_kind(piece)];
    *army = set_or(*army, bit);
    *kind = set_or(*kind, bit);
    p->board[sq] = piece;
}

TEMPLATE void lift(struct k_pos *p, unsigned sq)
{
    const set bit = set_of(sq);
    const bm_piece piece = p->board[sq];
    set *const army = army_of(p, piece);
    set *const kind = &p->kind[bm_piece_kind(piece)];
    *army = set_less(*army, bit);
    *kind = set_less(*kind, bit);
    p->board[sq] = 0;
}

/* Make a square hold something else, remembered and counted in the key. Rights end with it. */
TEMPLATE void change(struct k_pos *p, struct k_undo *u, unsigned sq, bm_piece piece)
{
    const struct bm_compiled *const g = p->game;
    const bm_piece was = p->board[sq];
    u->change[u->changes].sq = (uint8_t)sq;
    u->change[u->changes++].was = was;
    if (was) {
        lift(p, sq);
        p->head.key ^= piece_key(g, bm_piece_side(was), bm_piece_kind(was), sq);
    }
    if (piece) {
        put(p, sq, piece);
        p->head.key ^= piece_key(g, bm_piece_side(piece), bm_piece_kind(piece), sq);
    }
    set_drop(&p->lore.castle, sq);
    set_drop(&p->lore.gates, sq);
}

TEMPLATE void set_hand(struct k_pos *p, unsigned side, unsigned kind, unsigned count)
{
    p->hand[side][kind] = (uint8_t)count;
    p->held[side] = (p->held[side] & ~((uint64_t)1 << kind)) | (uint64_t)(count != 0) << kind;
}

TEMPLATE void change_hand(struct k_pos *p, struct k_undo *u, unsigned side, unsigned kind,
                          int by)
{
    const unsigned was = p->hand[side][kind], now = (unsigned)((int)was + by);
    u->hand[u->hands].side = (uint8_t)side;
    u->hand[u->hands].kind = (uint8_t)kind;
    u->hand[u->hands++].count = (uint8_t)was;
    p->head.key ^= hand_key(p->game, side, kind, was) ^ hand_key(p->game, side, kind, now);
    set_hand(p, side, kind, now);
}

/* Whose hand a kind is taken from: neutral pieces lie in the first side's. */
TEMPLATE unsigned hand_side(const struct bm_compiled *g, unsigned us, unsigned kind)
{
    return g->neutrals >> kind & 1 ? 0 : us;
}

/* The kinds that a side may take from a hand: its own, and neutral ones. */
TEMPLATE uint64_t held_for(const struct k_pos *p, unsigned us)
{
    return p->held[us] | (p->held[0] & p->game->neutrals);
}

#endif

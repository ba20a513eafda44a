/* SPDX-License-Identifier: MIT */
/* The slow twins that check what make and unmake keep. */
#include <string.h>

#include "kernel/tmpl/tmpl.h"

#include "kernel/shogi/pos.h"

uint64_t K(slow_key)(const void *pos)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const struct k_pos *const p = pos;
    uint64_t key = p->head.turn ? t->key_turn : 0;
    for (unsigned sq = 0; sq < SQUARES; sq++) {
        const bm_piece piece = p->board[sq];
        if (piece)
            key ^= t->key_board[bm_piece_side(piece)][bm_piece_kind(piece)][sq];
    }
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < HAND_KINDS; kind++)
            for (unsigned n = 0; n < p->hand[side][kind]; n++)
                key ^= t->key_hand[side][kind][n];
    return key;
}

bool K(sound)(const void *pos)
{
    const struct k_pos *const p = pos;
    bb81 role[2][ROLES] = {0}, sides[2] = {0};
    unsigned king[2] = {NO_KING, NO_KING};

    for (unsigned sq = 0; sq < SQUARES; sq++) {
        const bm_piece piece = p->board[sq];
        if (!piece)
            continue;
        const unsigned side = bm_piece_side(piece), kind = bm_piece_kind(piece);
        if (!kind_exists(kind))
            return false;
        bb81 *const set = &role[side][kind_role(kind)];
        *set = bb_or(*set, bm_shogi_tables.square[sq]);
        sides[side] = bb_or(sides[side], bm_shogi_tables.square[sq]);
        if (kind == KING)
            king[side] = sq;
    }
    for (unsigned side = 0; side < 2; side++) {
        unsigned held = 0;
        for (unsigned kind = 0; kind < HAND_KINDS; kind++)
            held |= (unsigned)(p->hand[side][kind] > 0) << kind;
        if (p->held[side] != held || p->king[side] != king[side])
            return false;
    }
    return p->head.turn < 2 && memcmp(role, p->role, sizeof role) == 0 &&
           memcmp(sides, p->side, sizeof sides) == 0 && p->head.key == K(slow_key)(p);
}

/* SPDX-License-Identifier: MIT */
/* From any board to a position, with everything that is wrong with it, and back. */
#include <string.h>

#include "kernel/tmpl/tmpl.h"

#include "kernel/shogi/attacks.h"

/* Pieces of each plain kind in a set. */
static const uint8_t set_size[8] = {18, 4, 4, 4, 4, 2, 2, 2};

static bm_defects place_board(struct k_pos *p, const struct bm_setup *setup, unsigned total[8],
                              unsigned flags)
{
    bm_defects bad = 0;
    unsigned kings[2] = {0, 0};

    for (unsigned sq = 0; sq < BM_MAX_SQUARES; sq++) {
        const bm_piece piece = setup->board[sq];
        if (!piece)
            continue;
        const unsigned side = bm_piece_side(piece), kind = bm_piece_kind(piece);
        if (sq >= SQUARES || !kind_exists(kind)) {
            bad |= BM_DEFECT_BAD_PIECE;
            continue;
        }
        bb81 *const set = &p->role[side][kind_role(kind)];
        *set = bb_or(*set, bm_shogi_tables.square[sq]);
        p->side[side] = bb_or(p->side[side], bm_shogi_tables.square[sq]);
        p->board[sq] = piece;
        total[kind_plain(kind)]++;
        if (kind == KING) {
            p->king[side] = (uint8_t)sq;
            kings[side]++;
        }
    }
    if (kings[0] > 1 || kings[1] > 1)
        bad |= BM_DEFECT_MANY_KINGS;
    if (kings[0] + kings[1] == 0 && !(flags & BM_LOAD_KINGLESS))
        bad |= BM_DEFECT_NO_KING;
    return bad;
}

static bm_defects place_hands(struct k_pos *p, const struct bm_setup *setup, unsigned total[8])
{
    bm_defects bad = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < BM_MAX_KINDS; kind++) {
            const unsigned n = setup->hand[side][kind];
            if (n && kind >= HAND_KINDS) {
                bad |= BM_DEFECT_HAND;
            } else if (n) {
                p->hand[side][kind] = (uint8_t)n;
                p->held[side] |= (uint8_t)(1u << kind);
                total[kind] += n;
            }
        }
    for (unsigned kind = 0; kind < 8; kind++)
        if (total[kind] > set_size[kind])
            bad |= BM_DEFECT_MATERIAL;
    return bad;
}

TEMPLATE bm_defects check_pawns(const struct k_pos *p, const unsigned US)
{
    const bb81 *const role = p->role[US];
    const bb81 pawns = bb_split(role[PAWN]);
    bm_defects bad = 0;
    if (bb_meet(bb_or(role[PAWN], role[LANCE]), far_ranks(0, 0, US)) ||
        bb_meet(role[KNIGHT], far_ranks(0, 1, US)))
        bad |= BM_DEFECT_DEAD_PIECE;
    for (unsigned file = 0; file < 9; file++)
        if (bb_count(bb_and(pawns, bm_shogi_tables.files[1u << file])) > 1)
            bad |= BM_DEFECT_TWO_PAWNS;
    return bad;
}

/* With several kings of a side, any of them in check counts. */
static bm_defects check_other_king(const struct k_pos *p, unsigned turn)
{
    for (unsigned sq = 0; sq < SQUARES; sq++) {
        if (p->board[sq] != bm_piece_of(KING, !turn))
            continue;
        const bb81 occ = pos_occupied(p);
        if (bb_any(attackers_of(p, sq, occ, turn)))
            return BM_DEFECT_OTHER_CHECKED;
    }
    return 0;
}

bm_defects K(load)(void *pos, const struct bm_setup *setup, const void *game, unsigned flags)
{
    (void)game;
    struct k_pos p;
    unsigned total[8] = {0};

    memset(&p, 0, sizeof p);
    p.king[0] = p.king[1] = NO_KING;
    bm_defects bad = place_board(&p, setup, total, flags);
    bad |= place_hands(&p, setup, total);
    bad |= check_pawns(&p, 0) | check_pawns(&p, 1);
    if (setup->turn > 1)
        bad |= BM_DEFECT_TURN;
    else
        bad |= check_other_king(&p, setup->turn);
    if (setup->castling[0])
        bad |= BM_DEFECT_CASTLING;
    if (setup->has_ep)
        bad |= BM_DEFECT_EN_PASSANT;
    if (bad & BM_DEFECTS_HARD)
        return bad;

    p.head.turn = setup->turn;
    p.head.number = setup->number ? setup->number : 1;
    p.head.key = K(slow_key)(&p);
    memcpy(pos, &p, sizeof p);
    return bad;
}

void K(save)(const void *pos, struct bm_setup *out)
{
    const struct k_pos *const p = pos;
    memset(out, 0, sizeof *out);
    memcpy(out->board, p->board, SQUARES * sizeof p->board[0]);
    for (unsigned side = 0; side < 2; side++)
        memcpy(out->hand[side], p->hand[side], HAND_KINDS);
    out->turn = p->head.turn;
    out->number = p->head.number;
}

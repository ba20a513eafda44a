/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_SEE_CHESS_H
#define BM_SEARCH_TMPL_SEE_CHESS_H

/* Static exchange evaluation for chess. */

/* Whether the exchange on the target of a move, least valuable attacker first, gains at least
 * `least`. */
static bool a_see_ge(const struct bm_search_thread *td, const struct k_pos *p, bm_move m,
                     int least)
{
    const struct k_bits *const b = &p->bits;
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    unsigned side = p->head.turn;
    if (p->board[to] && bm_piece_side(p->board[to]) == side)
        return least <= 0;
    int gain = a_gain(td, p, m) - least;
    if (gain < 0)
        return false;
    gain =
        piece_value[bm_move_promotes(m) ? bm_move_promotion(m) + 1 : row_of(p->board[from])] -
        gain;
    if (gain <= 0)
        return true;
    uint64_t occ = (b->all[0] | b->all[1]) & ~square(from);
    if (!p->board[to] && a_victim(td, p, m))
        occ &= ~square(passed_pawn(to));
    occ |= square(to);
    const uint64_t diag = b->set[0][DIAG] | b->set[1][DIAG];
    const uint64_t orth = b->set[0][ORTH] | b->set[1][ORTH];
    uint64_t all = (attackers_of(b, to, WHITE, occ) | attackers_of(b, to, BLACK, occ)) & occ;
    bool won = true;
    for (;;) {
        side ^= 1;
        all &= occ;
        const uint64_t mine = all & b->all[side];
        if (!mine)
            break;
        won = !won;
        const uint64_t *const o = b->set[side];
        const uint64_t queens = o[DIAG] & o[ORTH];
        uint64_t one;
        unsigned row;
        if ((one = mine & o[PAWNS]) != 0)
            row = PAWN_ROW;
        else if ((one = mine & o[KNIGHTS]) != 0)
            row = BM_CHESS_KNIGHT + 1;
        else if ((one = mine & o[DIAG] & ~queens) != 0)
            row = BM_CHESS_BISHOP + 1;
        else if ((one = mine & o[ORTH] & ~queens) != 0)
            row = ROOK_ROW;
        else if ((one = mine & queens) != 0)
            row = BM_CHESS_QUEEN + 1;
        else /* the king can capture only an undefended piece */
            return all & b->all[!side] ? !won : won;
        gain = piece_value[row] - gain;
        if (gain < (int)won)
            break;
        occ ^= bits_lowest(one);
        if (row == PAWN_ROW || row == BM_CHESS_BISHOP + 1 || row == BM_CHESS_QUEEN + 1)
            all |= bishop_attacks(to, occ) & diag;
        if (row == ROOK_ROW || row == BM_CHESS_QUEEN + 1)
            all |= rook_attacks(to, occ) & orth;
    }
    return won;
}

#endif

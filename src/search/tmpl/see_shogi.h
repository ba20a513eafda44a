/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_SEE_SHOGI_H
#define BM_SEARCH_TMPL_SEE_SHOGI_H

/* Static exchange evaluation for shogi. */

/* Whether the exchange on the target of a move, least valuable attacker first, gains at least
 * `least`. */
static bool a_see_ge(const struct bm_search_thread *td, const struct k_pos *p, bm_move m,
                     int least)
{
    static const enum role order[] = {PAWN,   LANCE, KNIGHT, SILVER, GOLD,
                                      BISHOP, ROOK,  HORSE,  DRAGON};
    const unsigned to = bm_move_to(m);
    unsigned side = p->head.turn;
    bb81 occ = pos_occupied(p);
    int gain = a_gain(td, p, m) - least, stands;
    if (gain < 0)
        return false;
    if (bm_move_is_drop(m)) {
        stands = capture_value(bm_move_from(m));
    } else {
        const unsigned kind = bm_piece_kind(p->board[bm_move_from(m)]);
        if (kind == BM_SHOGI_KING)
            return true;
        stands = capture_value(bm_move_promotes(m) ? kind + 8 : kind);
        occ = bb_minus(occ, bm_shogi_tables.square[bm_move_from(m)]);
    }
    gain = stands - gain;
    if (gain <= 0)
        return true;
    occ = bb_or(occ, bm_shogi_tables.square[to]);
    bool won = true;
    for (;;) {
        side ^= 1;
        const bb81 mine = bb_split(bb_and(attackers_of(p, to, occ, side), occ));
        if (!bb_any(mine))
            break;
        won = !won;
        bb81 one = bb_none();
        enum role role = KING;
        for (unsigned i = 0; i < 9; i++) {
            one = bb_and(mine, p->role[side][order[i]]);
            if (bb_any(one)) {
                role = order[i];
                break;
            }
        }
        if (role == KING)
            return bb_any(bb_and(attackers_of(p, to, occ, !side), occ)) ? !won : won;
        const unsigned from = bb_first(one);
        gain = capture_value(bm_piece_kind(p->board[from])) - gain;
        if (gain < (int)won)
            break;
        occ = bb_minus(occ, bm_shogi_tables.square[from]);
    }
    return won;
}

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_SEE_VARIANT_H
#define BM_SEARCH_TMPL_SEE_VARIANT_H

/* Static exchange evaluation for any game of the variant kernel. */

/* The square of the least valuable attacker, or K_SQUARES. */
static unsigned least_of(const struct bm_search_thread *td, const struct k_pos *p, set from)
{
    unsigned best = K_SQUARES;
    int least = 0;
    FOR_SET(sq, from)
    {
        const unsigned kind = bm_piece_kind(p->board[sq]);
        const int v =
            p->game->royals >> kind & 1 ? 30000 : td->variant_eval->capture_value[kind];
        if (best == K_SQUARES || v < least) {
            best = sq;
            least = v;
        }
    }
    return best;
}

/* Whether the exchange on the target of a move, least valuable attacker first, gains at least
 * `least`. */
static bool a_see_ge(const struct bm_search_thread *td, const struct k_pos *p, bm_move m,
                     int least)
{
    const struct bm_compiled *const g = p->game;
    if (bm_move_is_pass(m) || g->must_capture)
        return least <= 0;
    const unsigned to = bm_move_to(m), from = bm_move_is_drop(m) ? K_SQUARES : bm_move_from(m);
    const bool castles =
        from != to && p->board[to] && bm_piece_side(p->board[to]) == p->head.turn;
    if (castles)
        return least <= 0;
    int gain = a_gain(td, p, m) - least;
    if (gain < 0)
        return false;
    if (g->explode)
        return true;
    unsigned kind = bm_move_promotes(m) && from < K_SQUARES ? bm_move_promotion(m)
                    : from < K_SQUARES                      ? bm_piece_kind(p->board[from])
                                                            : bm_move_from(m);
    if (g->royals >> kind & 1 && g->royal != BM_ROYAL_NONE)
        return true;
    gain = td->variant_eval->capture_value[kind] - gain;
    if (gain <= 0)
        return true;

    unsigned side = p->head.turn;
    struct view v = {set_or(occupied(p), set_of(to)), set_none(), to, kind};
    if (from < K_SQUARES && from != to)
        set_drop(&v.occupied, from);
    bool won = true;
    for (;;) {
        side ^= 1;
        v.enemy = set_and(p->side[side], v.occupied);
        set_drop(&v.enemy, to);
        const unsigned next = least_of(td, p, see(p, &v, to, side, kind, false));
        if (next == K_SQUARES)
            break;
        kind = bm_piece_kind(p->board[next]);
        if (g->royals >> kind & 1 && g->royal != BM_ROYAL_NONE) {
            /* A royal can capture only an undefended piece. */
            set_drop(&v.occupied, next);
            v.enemy = set_and(p->side[!side], v.occupied);
            set_drop(&v.enemy, to);
            return K(attacked)(p, &v, to, !side, kind) ? won : !won;
        }
        won = !won;
        gain = td->variant_eval->capture_value[kind] - gain;
        if (gain < (int)won)
            break;
        set_drop(&v.occupied, next);
        v.at_kind = kind;
    }
    return won;
}

#endif

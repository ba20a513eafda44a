/* SPDX-License-Identifier: MIT */
#include "kernel/tmpl/tmpl.h"

#include "kernel/variant/see.h"

bool K(attacked)(const struct k_pos *p, const struct view *v, unsigned sq, unsigned by,
                 unsigned victim)
{
    return set_any(see(p, v, sq, by, victim, true));
}

/*
 * Where captures explode, a royal next to one of the enemy's cannot be taken: the capture would
 * take both.
 */
static bool is_shielded(const struct k_pos *p, unsigned sq, unsigned by)
{
    const struct bm_compiled *const g = p->game;
    const set doomed = set_and(of_kinds(p, g->royals & ~g->immune), p->side[by]);
    return g->explode && set_meet(table_at(g, g->blast, sq), doomed);
}

bool K(threatened)(const struct k_pos *p, const struct view *v, unsigned sq, unsigned by,
                   unsigned victim)
{
    return !is_shielded(p, sq, by) && K(attacked)(p, v, sq, by, victim);
}

bool K(checked)(const struct k_pos *p, unsigned side)
{
    const struct bm_compiled *const g = p->game;
    if (g->royal == BM_ROYAL_NONE || !g->royals)
        return false;
    set royals = royals_of(p, side);
    if (!set_any(royals) || (g->royal == BM_ROYAL_LAST && set_many(royals)))
        return false;
    const struct view v = view_now(p, !side);
    bool any = false, all = true;
    FOR_SET(sq, royals)
    {
        const bool hit = K(threatened)(p, &v, sq, !side, bm_piece_kind(p->board[sq]));
        any |= hit;
        all &= hit;
    }
    return g->royal == BM_ROYAL_ALL ? all : any;
}

unsigned K(attackers)(const void *pos, bm_sq sq, unsigned side, bm_sq *out)
{
    const struct k_pos *const p = pos;
    const struct view v = view_now(p, side);
    /* An empty square is asked about as if a royal of the other side stood there. */
    const unsigned victim = p->board[sq]      ? bm_piece_kind(p->board[sq])
                            : p->game->royals ? bits_first(p->game->royals)
                                              : 0;
    set found = see(p, &v, sq, side, victim, false);
    unsigned n = 0;
    FOR_SET(x, found)
    {
        if (out && n < BM_MAX_ATTACKERS)
            out[n] = (bm_sq)x;
        n++;
    }
    return n < BM_MAX_ATTACKERS ? n : BM_MAX_ATTACKERS;
}

bool K(in_check)(const void *pos)
{
    const struct k_pos *const p = pos;
    return K(endangered)(p, p->head.turn);
}

unsigned K(checkers)(const void *pos, bm_sq *out)
{
    const struct k_pos *const p = pos;
    const unsigned us = p->head.turn;
    unsigned n = 0;
    if (!K(checked)(p, us))
        return 0;
    const struct view v = view_now(p, !us);
    set royals = royals_of(p, us), all = set_none();
    FOR_SET(sq, royals)
    all = set_or(all, see(p, &v, sq, !us, bm_piece_kind(p->board[sq]), false));
    FOR_SET(x, all)
    {
        if (out && n < BM_MAX_ATTACKERS)
            out[n] = (bm_sq)x;
        n++;
    }
    return n < BM_MAX_ATTACKERS ? n : BM_MAX_ATTACKERS;
}

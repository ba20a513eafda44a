/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_SEE_H
#define BM_KERNEL_VARIANT_SEE_H

/* Who attacks a square, on the board as it is or as it would be after a move. */
#include "kernel/variant/pos.h"

/* A board as attacks see it: the position, but for these. */
struct view {
    set occupied;
    set enemy;        /* the attackers that are still there */
    unsigned at;      /* a square whose piece has changed, or K_NO_SQUARE… */
    unsigned at_kind; /* … and what stands there */
};

TEMPLATE struct view view_now(const struct k_pos *p, unsigned by)
{
    return (struct view){occupied(p), p->side[by], 0xffff, 0};
}

TEMPLATE unsigned kind_at(const struct k_pos *p, const struct view *v, unsigned sq)
{
    return sq == v->at ? v->at_kind : bm_piece_kind(p->board[sq]);
}

/* Whether an odd way of attacking from one square to another is open. */
TEMPLATE bool is_open(const struct k_pos *p, const struct view *v, const struct bm_reach *r)
{
    const struct bm_compiled *const g = p->game;
    set between = r->between ? set_and(set_at(g, r->between), v->occupied) : set_none();
    if (!(r->way & BM_WAY_HOP))
        return !set_any(between);
    if (r->way & BM_WAY_BEHIND)
        return !set_any(between) && set_has(v->occupied, r->hurdle) &&
               r->hurdles >> kind_at(p, v, r->hurdle) & 1;
    return set_any(between) && !set_many(between) &&
           r->hurdles >> kind_at(p, v, set_first(between)) & 1;
}

/* The first of the pairs of two squares, or NULL. */
TEMPLATE const struct bm_reach *first_reach(const struct bm_compiled *g,
                                            const struct bm_attacks *a, unsigned sq,
                                            unsigned from)
{
    const uint16_t *const index = bm_compiled_at(g, a->pair_index);
    const unsigned i = index[sq * g->squares + from];
    return i ? (const struct bm_reach *)bm_compiled_at(g, a->pairs) + (i - 1) : NULL;
}

/* Odd attackers on sq, which holds (or would hold) a piece of `victim`. */
TEMPLATE set see_odd(const struct k_pos *p, const struct view *v, unsigned sq, unsigned by,
                     unsigned victim, bool FIRST)
{
    const struct bm_compiled *const g = p->game;
    const struct bm_attacks *const a = &g->attacks[by];
    set found = set_none();
    set from = set_and(table_at(g, a->pair_near, sq), v->enemy);
    if (!set_any(from))
        return found;
    from = set_and(from, of_kinds(p, a->pair_kinds));
    FOR_SET(x, from)
    {
        const unsigned kind = bm_piece_kind(p->board[x]);
        for (const struct bm_reach *r = first_reach(g, a, sq, x); r; r = r->last ? NULL : r + 1)
            if (r->kinds >> kind & 1 && r->victims >> victim & 1 && is_open(p, v, r)) {
                set_add(&found, x);
                if (FIRST)
                    return found;
                break;
            }
    }
    return found;
}

/* The enemies of a group that stand on its lines to sq, whatever is in between. */
TEMPLATE set sliders_on(const struct k_pos *p, const struct bm_sights *group, unsigned sq,
                        set enemy)
{
    const set there = set_and(table_at(p->game, group->cross, sq), enemy);
    return set_any(there) ? set_and(of_kinds(p, group->kinds), there) : there;
}

/* Attackers of one side on sq; with FIRST, at least one of them if there are any. */
TEMPLATE set see(const struct k_pos *p, const struct view *v, unsigned sq, unsigned by,
                 unsigned victim, bool FIRST)
{
    const struct bm_compiled *const g = p->game;
    const struct bm_attacks *const a = &g->attacks[by];
    set found = set_none();

    set leapers = a->near ? set_and(table_at(g, a->near, sq), v->enemy) : set_none();
    FOR_SET(x, leapers)
    {
        const struct bm_man *const man = bm_compiled_man(g, by, bm_piece_kind(p->board[x]));
        if (man->move.take && set_has(table_at(g, man->move.take, x), sq)) {
            set_add(&found, x);
            if (FIRST)
                return found;
        }
    }
    const struct bm_sights *const groups = bm_compiled_at(g, a->lines);
    const struct bm_sight *const list = bm_compiled_at(g, g->line_list);
    for (unsigned i = 0; i < a->line_groups; i++) {
        const set sliders = sliders_on(p, &groups[i], sq, v->enemy);
        if (!set_any(sliders))
            continue;
        for (unsigned k = 0; k < groups[i].count; k++) {
            const struct bm_sight *const l = &list[groups[i].first + k];
            const set line = table_at(g, l->table, sq);
            if (!set_meet(line, sliders))
                continue;
            const set hit = set_and(ray_run(line, v->occupied, l->down), sliders);
            found = set_or(found, hit);
            if (FIRST && set_any(hit))
                return found;
        }
    }
    if (a->pair_index)
        found = set_or(found, see_odd(p, v, sq, by, victim, FIRST));
    return found;
}

/* Whether sq is attacked; out of line, as it is asked from many places. */
bool K(attacked)(const struct k_pos *p, const struct view *v, unsigned sq, unsigned by,
                 unsigned victim);

/* Whether a royal on sq could be taken: attacked, and its taking not the taker's own end. */
bool K(threatened)(const struct k_pos *p, const struct view *v, unsigned sq, unsigned by,
                   unsigned victim);

/* Royal pieces of a side. */
TEMPLATE set royals_of(const struct k_pos *p, unsigned side)
{
    return set_and(of_kinds(p, p->game->royals), p->side[side]);
}

/* Whether a side stands in check by the game's rule of royals, on the board as it is. */
bool K(checked)(const struct k_pos *p, unsigned side);

/* The same, and where a whole turn of the enemy counts as the threat, by that. */
bool K(endangered)(const struct k_pos *p, unsigned side);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_TARGETS_H
#define BM_KERNEL_VARIANT_TARGETS_H

/* Where pieces go, as far as movement tells. */
#include "kernel/variant/pos.h"

/* What a piece on the board may land on. */
struct scene {
    const struct k_pos *p;
    const struct bm_compiled *g;
    unsigned us;
    set occupied, own, enemy, empty;
};

TEMPLATE struct scene scene_of(const struct k_pos *p, unsigned us)
{
    const set occ = occupied(p);
    return (struct scene){
        p, p->game, us, occ, p->side[us], p->side[!us], set_less(cells(&p->game->board), occ)};
}

/* The odd ways of a piece on a square. */
TEMPLATE const struct bm_odd *odd_ways(const struct bm_compiled *g, const struct bm_mover *m,
                                       unsigned sq, unsigned *count)
{
    const uint32_t *const index = bm_compiled_at(g, m->odd);
    *count = index[sq + 1] - index[sq];
    return (const struct bm_odd *)bm_compiled_at(g, g->odd_list) + index[sq];
}

/* The squares that an odd way runs over, the first piece that stops it included. */
static inline set odd_run(const struct scene *s, const struct bm_odd *o)
{
    const struct k_pos *const p = s->p;
    const set ray = set_at(s->g, o->ray);
    if (!(o->way & BM_WAY_HOP))
        return ray_run(ray, s->occupied, o->down);

    set rest;
    unsigned hurdle = K_SQUARES;
    if (!o->path) {
        const set near = ray_run(ray, s->occupied, o->down);
        const set first = set_and(near, s->occupied);
        if (!set_any(first))
            return set_none();
        hurdle = set_first(first);
        rest = set_less(ray, near);
        if (!(o->hurdles >> bm_piece_kind(p->board[hurdle]) & 1))
            return set_none();
        return o->way & BM_WAY_BEHIND ? ray_run(rest, rest, o->down)
                                      : ray_run(rest, s->occupied, o->down);
    }
    const uint8_t *const path = bm_compiled_at(s->g, o->path);
    unsigned i = 0;
    while (i < o->length && !set_has(s->occupied, path[i]))
        i++;
    rest = set_none();
    if (i >= o->length || !(o->hurdles >> bm_piece_kind(p->board[path[i]]) & 1))
        return rest;
    for (i++; i < o->length; i++) {
        set_add(&rest, path[i]);
        if (set_has(s->occupied, path[i]) || o->way & BM_WAY_BEHIND)
            break;
    }
    return rest;
}

TEMPLATE bool odd_is_open(const struct scene *s, const struct bm_odd *o)
{
    return !o->gate || !set_meet(set_at(s->g, o->gate), s->occupied);
}

static inline set odd_targets(const struct scene *s, const struct bm_mover *m, unsigned sq)
{
    unsigned n;
    const struct bm_odd *o = odd_ways(s->g, m, sq, &n);
    set found = set_none();
    for (; n-- > 0; o++) {
        if (!odd_is_open(s, o))
            continue;
        const set run = odd_run(s, o);
        if (o->way & BM_WAY_MOVE)
            found = set_or(found, set_and(run, s->empty));
        if (o->way & BM_WAY_TAKE) {
            const set hit = set_and(run, s->enemy);
            if (set_any(hit) && o->victims >> bm_piece_kind(s->p->board[set_first(hit)]) & 1)
                found = set_or(found, hit);
        }
    }
    return found;
}

/* Where the piece of a man on a square may go: quiet moves and captures, e.p. not included. */
TEMPLATE set targets(const struct scene *s, const struct bm_man *man, unsigned sq)
{
    const struct bm_mover *const m = &man->move;
    const struct bm_ray *const rays = bm_compiled_at(s->g, m->rays);
    set quiet = m->quiet ? table_at(s->g, m->quiet, sq) : set_none();
    set found;
    if (LIKELY(m->plain)) {
        for (unsigned i = 0; i < m->ray_count; i++)
            quiet = set_or(
                quiet, ray_run(table_at(s->g, rays[i].table, sq), s->occupied, rays[i].down));
        found = set_and(quiet, set_or(s->empty, s->enemy));
    } else {
        set take = m->take ? table_at(s->g, m->take, sq) : set_none();
        for (unsigned i = 0; i < m->ray_count; i++) {
            const set run =
                ray_run(table_at(s->g, rays[i].table, sq), s->occupied, rays[i].down);
            if (rays[i].way & BM_WAY_MOVE)
                quiet = set_or(quiet, run);
            if (rays[i].way & BM_WAY_TAKE)
                take = set_or(take, run);
        }
        found = set_or(set_and(quiet, s->empty), set_and(take, s->enemy));
    }
    if (m->odd)
        found = set_or(found, odd_targets(s, m, sq));
    return found;
}

#endif

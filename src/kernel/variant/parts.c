/* SPDX-License-Identifier: MIT */
/* What both generators ask: safety, promotion, drops. */
#include "kernel/tmpl/tmpl.h"

#include "kernel/variant/gen.h"
#include "kernel/variant/make.h"
#include "kernel/variant/see.h"
#include "kernel/variant/turns.h"

bool K(leaves_safe)(const struct k_pos *p, unsigned us, unsigned from, unsigned to,
                    unsigned kind, unsigned gone)
{
    const struct bm_compiled *const g = p->game;
    set royals = royals_of(p, us);
    struct view v = {occupied(p), p->side[!us], to, kind};
    if (from < K_SQUARES) {
        set_drop(&v.occupied, from);
        set_drop(&royals, from);
    }
    if (gone < K_SQUARES) {
        set_drop(&v.occupied, gone);
        set_drop(&v.enemy, gone);
    }
    set_add(&v.occupied, to);
    set_drop(&v.enemy, to);
    FOR_SET(sq, royals)
    if (K(attacked)(p, &v, sq, !us, bm_piece_kind(p->board[sq])))
        return false;
    return !(g->royals >> kind & 1) || !K(attacked)(p, &v, to, !us, kind);
}

bool K(ep_is_safe)(const struct k_pos *p, unsigned us, unsigned from, unsigned passed,
                   unsigned piece)
{
    return !p->fast || p->game->royal == BM_ROYAL_NONE ||
           K(leaves_safe)(p, us, from, passed, bm_piece_kind(p->board[from]), piece);
}

uint64_t K(promotions)(const struct k_pos *p, unsigned side, unsigned kind)
{
    const struct bm_compiled *const g = p->game;
    uint64_t kinds = bm_compiled_man(g, side, kind)->promotes;
    for (uint64_t left = kinds; left != 0; left = bits_drop_first(left)) {
        const unsigned k = bits_first(left);
        const unsigned limit = bm_compiled_form(g, k)->limit;
        if (limit != 255 && set_count(set_and(p->kind[k], p->side[side])) >= limit)
            kinds &= ~((uint64_t)1 << k);
    }
    return kinds;
}

set K(drop_squares)(const struct k_pos *p, unsigned us, unsigned kind)
{
    const struct bm_compiled *const g = p->game;
    const struct bm_form *const form = bm_compiled_form(g, kind);
    const struct bm_phase_limits *const limits = &g->limits[phase_now(p)];
    const bool neutral = g->neutrals >> kind & 1;
    set to = set_less(cells(&bm_compiled_man(g, neutral ? 0 : us, kind)->drop), occupied(p));
    if (limits->has_zone)
        to = set_and(to, cells(&limits->zone[us]));
    if (!form->per_file)
        return to;
    const set men = set_and(p->kind[kind], p->side[us]);
    set left = men;
    FOR_SET(sq, left)
    {
        const set file = table_at(g, g->files, sq);
        if (form->per_file == 1 || set_count(set_and(file, men)) >= form->per_file)
            to = set_less(to, file);
    }
    return to;
}

/* Whether a drop may give check: by the piece, or by one that hops over it. */
static bool would_check(const struct k_pos *p, unsigned us, unsigned kind, unsigned to)
{
    const struct bm_compiled *const g = p->game;
    const struct bm_mover *const m = &bm_compiled_man(g, us, kind)->move;
    const set royals = royals_of(p, !us);
    const set odd = set_and(of_kinds(p, g->attacks[us].pair_kinds), p->side[us]);
    if (!m->ray_count && !m->odd && !set_any(odd))
        return m->take && set_meet(table_at(g, m->take, to), royals);
    return set_any(royals);
}

bool K(drop_forbidden)(const struct k_pos *p, unsigned us, unsigned kind, unsigned to)
{
    const struct bm_form *const form = bm_compiled_form(p->game, kind);
    if ((form->mate_drop && form->check_drop) || p->nested >= K_NESTED ||
        !would_check(p, us, kind, to))
        return false;
    struct k_pos copy = *p;
    copy.nested++;
    struct k_undo undo;
    K(do_make)(&copy, bm_move_drop(kind, (bm_sq)to), &undo);
    return K(checked)(&copy, !us) &&
           (!form->check_drop || (copy.head.turn != us && !K(can_go_on)(&copy)));
}

bool K(is_capture)(const struct k_pos *p, bm_move m)
{
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    if (bm_move_is_drop(m) || bm_move_is_pass(m) || from == to)
        return false;
    const bm_piece piece = p->board[from], victim = p->board[to];
    if (victim)
        return bm_piece_side(victim) != p->head.turn;
    return p->game->ep_kinds >> bm_piece_kind(piece) & 1 &&
           K(ep_victim)(p, p->head.turn, from, to) != K_NO_SQUARE;
}

uint64_t K(kinds_now)(const struct k_pos *p)
{
    const struct bm_phase_limits *const l = &p->game->limits[phase_now(p)];
    if (!l->onlys)
        return ~(uint64_t)0;
    return l->kinds[p->lore.turn.made < l->onlys ? p->lore.turn.made : l->onlys - 1];
}

/* SPDX-License-Identifier: MIT */
/*
 * Legal moves of any game: what movement allows is made, looked at and taken back. Turns of
 * several moves, explosions, forced captures and the like all end here.
 */
#include "kernel/tmpl/tmpl.h"

#include "kernel/variant/board.h"
#include "kernel/variant/castle.h"
#include "kernel/variant/emit.h"
#include "kernel/variant/make.h"
#include "kernel/variant/see.h"
#include "kernel/variant/turns.h"

/* The same move with each piece that may be gated behind it. */
static size_t add_gating(const struct k_pos *p, unsigned us, bm_move m, unsigned left_behind,
                         bool at_partner, bm_move *out)
{
    size_t n = 0;
    if (!set_has(p->lore.gates, left_behind))
        return 0;
    for (uint64_t k = p->game->gates & held_for(p, us); k != 0; k = bits_drop_first(k))
        out[n++] = bm_move_gating(m, bits_first(k), at_partner);
    return n;
}

static size_t add_castlings(const struct k_pos *p, unsigned us, bm_move *out)
{
    struct k_castling list[K_MAX_CASTLINGS];
    struct bm_why why;
    const unsigned found = K(castlings)(p, us, list);
    size_t n = 0;
    for (unsigned i = 0; i < found; i++) {
        if (!K(may_castle)(p, us, &list[i], &why))
            continue;
        out[n++] = list[i].move;
        /* Each may come where the other stood. */
        if (p->game->gates && list[i].king != list[i].partner_to)
            n += add_gating(p, us, list[i].move, list[i].king, false, out + n);
        if (p->game->gates && list[i].partner != list[i].king_to)
            n += add_gating(p, us, list[i].move, list[i].partner, true, out + n);
    }
    return n;
}

/* Moves of the piece on one square. */
static size_t add_piece(const struct scene *s, unsigned from, const set *zone, bm_move *out)
{
    const struct k_pos *const p = s->p;
    const struct bm_compiled *const g = s->g;
    const bm_piece piece = p->board[from];
    const unsigned kind = bm_piece_kind(piece);
    const unsigned side = bm_piece_side(piece);
    const struct bm_man *const man = bm_compiled_man(g, side, kind);
    size_t n = 0;
    set to = targets(s, man, from);
    for (unsigned i = 0; i < p->lore.ep_count; i++)
        if (bm_piece_side(p->board[p->lore.ep[i].piece]) != s->us && g->ep_kinds >> kind & 1 &&
            K(reaches_ep)(p, from, p->lore.ep[i].passed))
            set_add(&to, p->lore.ep[i].passed);
    if (zone)
        to = set_and(to, *zone);
    n += emit(s, man, kind, from, to, out, K_LIST);
    if (g->promote_on == BM_ON_PLACE && bm_cells_has(&man->may_from, from))
        for (uint64_t k = K(promotions)(p, s->us, kind); k != 0; k = bits_drop_first(k))
            out[n++] = bm_move_promoting((bm_sq)from, (bm_sq)from, bits_first(k));
    if (g->gates && set_has(p->lore.gates, from))
        for (size_t i = 0, plain = n; i < plain; i++)
            n += add_gating(p, s->us, out[i], from, false, out + n);
    return n;
}

static size_t add_drops(const struct k_pos *p, unsigned us, uint64_t kinds, bm_move *out)
{
    const struct bm_compiled *const g = p->game;
    size_t n = 0;
    for (unsigned kind = 0; kind < g->kinds; kind++) {
        const struct bm_form *const form = bm_compiled_form(g, kind);
        if (!form->drops || !(kinds >> kind & 1) ||
            !p->hand[hand_side(g, us, form->hand_of)][form->hand_of])
            continue;
        set to = K(drop_squares)(p, us, kind);
        FOR_SET(sq, to)
        out[n++] = bm_move_drop(kind, (bm_sq)sq);
    }
    return n;
}

size_t K(pseudo)(const struct k_pos *p, bm_move *out)
{
    const struct bm_compiled *const g = p->game;
    const unsigned us = p->head.turn;
    const struct scene s = scene_of(p, us);
    const struct bm_phase_limits *const limits = &g->limits[phase_now(p)];
    const struct bm_turn_rule *const rule = &g->turn.phase[phase_now(p)].rule;
    const uint64_t kinds = K(kinds_now)(p);
    const bool tied = p->lore.turn.made && p->lore.moved != K_NO_SQUARE;
    size_t n = 0;

    if (limits->only != BM_PHASE_DROPS) {
        const set zone = cells(&limits->zone[us]);
        const bool zoned = limits->has_zone && limits->only == BM_PHASE_MOVES;
        set own = set_or(s.own, p->neutral);
        FOR_SET(from, own)
        {
            if (!(kinds >> bm_piece_kind(p->board[from]) & 1) ||
                (tied && rule->piece == BM_TURN_SAME && from != p->lore.moved) ||
                (tied && rule->piece == BM_TURN_OTHER && from == p->lore.moved))
                continue;
            n += add_piece(&s, from, zoned ? &zone : NULL, out + n);
        }
        if (set_meet(p->lore.castle, s.own) && kinds >> g->castle_king & 1 &&
            !(tied && rule->piece != BM_TURN_OTHER))
            n += add_castlings(p, us, out + n);
    }
    if (limits->only != BM_PHASE_MOVES && (p->held[0] | p->held[1]) &&
        !(tied && rule->piece == BM_TURN_SAME))
        n += add_drops(p, us, kinds, out + n);
    if (g->pass == BM_PASS_YES)
        out[n++] = (bm_move){BM_MOVE_PASS};
    return n;
}

/* Keep those moves that a rule forces, if there are any. */
static size_t keep_forced(const struct k_pos *p, bm_move *list, size_t n, bool drops)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (drops ? bm_move_is_drop(list[i]) : K(is_capture)(p, list[i])) {
            const bm_move m = list[i];
            list[i] = list[kept];
            list[kept++] = m;
        }
    return kept ? kept : n;
}

size_t K(slow_moves)(const struct k_pos *p, bm_move *out, enum k_mode mode)
{
    const struct bm_compiled *const g = p->game;
    bm_move list[BM_MAX_MOVES];
    bm_move *const kept = out ? out : list;
    size_t found = K(pseudo)(p, list), n = 0;
    struct k_pos copy = *p;
    struct bm_work work = {.limit = p->probing || p->nested ? K_PROBE_WORK : K_LIST_WORK};
    copy.work = &work;
    for (size_t i = 0; i < found && !(n && mode == K_ANY); i++)
        if (K(legal_by_making)(&copy, list[i]))
            kept[n++] = list[i];
    if (p->work)
        p->work->spent += work.spent;
    if (mode == K_ANY)
        return n;
    if (g->must_capture)
        n = keep_forced(p, kept, n, false);
    if (g->must_drop)
        n = keep_forced(p, kept, n, true);
    return n;
}

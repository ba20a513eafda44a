/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_EVAL_VARIANT_H
#define BM_SEARCH_TMPL_EVAL_VARIANT_H

/*
 * What a position of any game is worth. Nothing here knows a game by name: worths come from
 * its rules (worths.c), attacks from its tables.
 */

#include "kernel/variant/see.h"
#include "kernel/variant/targets.h"

enum {
    TERM_MATERIAL,
    TERM_HANDS,
    TERM_MOBILITY,
    TERM_PAWNS,
    TERM_ROYALS,
    TERM_THREATS,
    TERM_CHECKS,
    TERMS
};

static const struct bm_term terms[TERMS] = {
    [TERM_MATERIAL] = {"pieces and places", "駒と位置", 0, 0},
    [TERM_HANDS] = {"hands", "持ち駒", 0, 0},
    [TERM_MOBILITY] = {"mobility", "利き", 0, 0},
    [TERM_PAWNS] = {"pawns", "歩の形", 0, 0},
    [TERM_ROYALS] = {"safety", "玉の安全", 0, 0},
    [TERM_THREATS] = {"threats", "当たり", 0, 0},
    [TERM_CHECKS] = {"checks given", "王手の数", 0, 0},
};

enum { PHASES = 256, TEMPO = 14 };

/* What is known of one side. */
struct army {
    set all, twice;            /* attacked by any, and by more than one */
    set common;                /* attacked by others than royals */
    set pawns;                 /* attacked by pawns */
    uint64_t kinds;            /* on the board, pawns and royals left out */
    unsigned royal;            /* K_SQUARES: none, or more than one */
    int material;              /* board and hand, pawns left out */
    int hunters, weight, hits; /* pieces that attack squares around the other's royal */
};

struct weighing {
    const struct bm_hunter *h;
    const struct k_pos *p;
    struct scene scene[2];
    struct army army[2];
    set by[2][BM_MAX_KINDS]; /* of the kinds of army[].kinds */
    int mg[2][TERMS], eg[2][TERMS];
};

TEMPLATE void give(struct weighing *w, unsigned side, unsigned term, int mg, int eg)
{
    w->mg[side][term] += mg;
    w->eg[side][term] += eg;
}

TEMPLATE set words_at(const uint64_t *sets, unsigned sq)
{
    return *(const set *)(const void *)(sets + (size_t)sq * BM_WORDS);
}

/* Squares that an odd way of moving attacks. */
static inline set odd_attacks(const struct scene *s, const struct bm_mover *m, unsigned sq)
{
    unsigned n;
    const struct bm_odd *o = odd_ways(s->g, m, sq, &n);
    set found = set_none();
    for (; n-- > 0; o++)
        if (o->way & BM_WAY_TAKE && bits_many(o->victims) && odd_is_open(s, o))
            found = set_or(found, odd_run(s, o));
    return found;
}

/* Squares that a piece of a man on a square attacks, those of its own side included. */
TEMPLATE set attacks_of(const struct scene *s, const struct bm_man *man, unsigned sq)
{
    const struct bm_mover *const m = &man->move;
    const struct bm_ray *const rays = bm_compiled_at(s->g, m->rays);
    set found = m->take ? table_at(s->g, m->take, sq) : set_none();
    for (unsigned i = 0; i < m->ray_count; i++)
        if (rays[i].way & BM_WAY_TAKE)
            found = set_or(
                found, ray_run(table_at(s->g, rays[i].table, sq), s->occupied, rays[i].down));
    if (m->odd)
        found = set_or(found, odd_attacks(s, m, sq));
    return found;
}

TEMPLATE void add_attacks(struct army *a, set found)
{
    a->twice = set_or(a->twice, set_and(a->all, found));
    a->all = set_or(a->all, found);
}

/* ---- Pieces ---- */

TEMPLATE void weigh_place(struct weighing *w, unsigned side, unsigned kind, unsigned sq)
{
    const struct bm_compiled *const g = w->p->game;
    const struct bm_worths *const worths = w->h->worths;
    const struct bm_weight at = worths->place[(side * g->kinds + kind) * g->squares + sq];
    give(w, side, TERM_MATERIAL, worths->board[kind] + at.mg, worths->board[kind] + at.eg);
}

/* Pawns and royals: who they are, and what they attack. */
static void weigh_first(struct weighing *w, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    struct army *const a = &w->army[side];
    set royals = worths->flat ? set_none() : royals_of(p, side);
    a->royal = set_any(royals) && !set_many(royals) ? set_first(royals) : K_SQUARES;
    FOR_SET(sq, royals)
    {
        const unsigned kind = bm_piece_kind(p->board[sq]);
        weigh_place(w, side, kind, sq);
        add_attacks(a, attacks_of(&w->scene[side], bm_compiled_man(p->game, side, kind), sq));
    }
    set pawns = set_and(of_kinds(p, worths->pawns), p->side[side]);
    FOR_SET(sq, pawns)
    {
        const unsigned kind = bm_piece_kind(p->board[sq]);
        const set found = attacks_of(&w->scene[side], bm_compiled_man(p->game, side, kind), sq);
        weigh_place(w, side, kind, sq);
        add_attacks(a, found);
        a->pawns = set_or(a->pawns, found);
    }
    a->common = a->pawns;
}

/* Note that a piece attacks squares around the other side's royal. */
TEMPLATE void hunt(struct weighing *w, unsigned side, unsigned kind, set found)
{
    struct army *const a = &w->army[side];
    const unsigned royal = w->army[!side].royal;
    if (royal == K_SQUARES)
        return;
    const set near = set_and(found, words_at(w->h->worths->ring, royal));
    if (!set_any(near))
        return;
    a->hunters++;
    a->weight += w->h->worths->weight[kind];
    a->hits += (int)set_count(near);
}

/* All others. */
static void weigh_others(struct weighing *w, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    struct army *const a = &w->army[side];
    const set pawns = set_and(of_kinds(p, worths->pawns), p->side[side]);
    const set area = set_less(cells(&p->game->board), set_or(w->army[!side].pawns, pawns));
    set own = set_less(p->side[side], pawns);
    if (!worths->flat)
        own = set_less(own, royals_of(p, side));
    int mobility = 0;
    FOR_SET(sq, own)
    {
        const unsigned kind = bm_piece_kind(p->board[sq]);
        const set found = attacks_of(&w->scene[side], bm_compiled_man(p->game, side, kind), sq);
        weigh_place(w, side, kind, sq);
        add_attacks(a, found);
        a->common = set_or(a->common, found);
        w->by[side][kind] = a->kinds >> kind & 1 ? set_or(w->by[side][kind], found) : found;
        a->kinds |= (uint64_t)1 << kind;
        a->material += worths->board[kind];
        const int open = (int)set_count(set_and(found, area));
        mobility += (16 * open - worths->usual[kind]) * worths->mobility[kind] / 16;
        hunt(w, side, kind, found);
    }
    give(w, side, TERM_MOBILITY, mobility / 16, mobility / 16);
}

static void weigh_hands(struct weighing *w, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    for (uint64_t held = p->held[side]; held; held = bits_drop_first(held)) {
        const unsigned kind = bits_first(held);
        const int v = worths->hand[kind] * p->hand[side][kind];
        give(w, side, TERM_HANDS, v, v);
        if (!(worths->pawns >> kind & 1))
            w->army[side].material += v;
    }
}

static void weigh_pawns(struct weighing *w, unsigned side)
{
    enum { JOINED = 8, BLOCKED = 3 };
    const struct k_pos *const p = w->p;
    const struct bm_compiled *const g = p->game;
    const struct bm_worths *const worths = w->h->worths;
    const set pawns = of_kinds(p, worths->pawns), own = set_and(pawns, p->side[side]);
    const int joined = JOINED * (int)set_count(set_and(own, w->army[side].pawns));
    give(w, side, TERM_PAWNS, joined, joined);
    if (!worths->runners)
        return;
    const set enemy = set_and(pawns, p->side[!side]);
    set runners = set_and(of_kinds(p, worths->runners), own);
    FOR_SET(sq, runners)
    {
        if (set_meet(words_at(worths->span, side * g->squares + sq), enemy))
            continue;
        const unsigned kind = bm_piece_kind(p->board[sq]);
        const struct bm_weight v = worths->passed[(side * g->kinds + kind) * g->squares + sq];
        const struct bm_man *const man = bm_compiled_man(g, side, kind);
        const bool stopped =
            man->move.quiet && set_meet(table_at(g, man->move.quiet, sq), p->side[!side]);
        give(w, side, TERM_PAWNS, stopped ? v.mg / BLOCKED : v.mg,
             stopped ? v.eg / BLOCKED : v.eg);
    }
}

/* ---- Royals ---- */

/* How much checks that cannot be answered by taking add to a danger. */
static int weigh_checks(const struct weighing *w, unsigned side, set weak)
{
    enum { CHECK = 500, MORE = 150, DROP = 350, DROPS = 100 };
    const struct k_pos *const p = w->p;
    const struct bm_compiled *const g = p->game;
    const struct army *const us = &w->army[side], *const them = &w->army[!side];
    const set free = set_less(cells(&g->board), them->all);
    const set safe = set_less(set_or(free, set_and(weak, us->twice)), p->side[side]);
    const set land = set_and(set_or(free, set_and(weak, us->all)), w->scene[side].empty);
    int danger = 0;
    uint64_t kinds = us->kinds;
    for (uint64_t held = p->held[side]; held; held = bits_drop_first(held))
        kinds |= (uint64_t)1 << bits_first(held);
    for (; kinds; kinds = bits_drop_first(kinds)) {
        const unsigned kind = bits_first(kinds);
        /* From where it would check: as the other side's piece moves from there. */
        const set from =
            attacks_of(&w->scene[!side], bm_compiled_man(g, !side, kind), them->royal);
        if (us->kinds >> kind & 1) {
            const set checks = set_and(set_and(from, safe), w->by[side][kind]);
            if (set_any(checks))
                danger += set_many(checks) ? CHECK + MORE : CHECK;
        }
        if (p->held[side] >> kind & 1) {
            const set drops =
                set_and(set_and(from, land), cells(&bm_compiled_man(g, side, kind)->drop));
            if (set_any(drops))
                danger += set_many(drops) ? DROP + DROPS : DROP;
        }
    }
    return danger;
}

/* How much one side hunts the royal of the other. */
static int find_danger(const struct weighing *w, unsigned side)
{
    enum { HIT = 50, WEAK = 110, BLAST = 250, CALM = 500, HAND = 12, GUARD = 40 };
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const struct army *const us = &w->army[side], *const them = &w->army[!side];
    const set ring = words_at(worths->ring, them->royal);
    const set weak = set_less(us->all, set_or(them->twice, them->common));
    const set bare = set_less(set_less(ring, them->common), p->side[!side]);
    int danger =
        us->hunters * us->weight + HIT * us->hits + WEAK * (int)set_count(set_and(ring, weak));
    int hand = 0;
    for (uint64_t held = p->held[side]; held; held = bits_drop_first(held)) {
        const unsigned kind = bits_first(held), n = p->hand[side][kind];
        hand += worths->weight[kind] * (int)(n < 3 ? n : 3);
    }
    danger += hand * (int)set_count(bare) * HAND / 64;
    danger += weigh_checks(w, side, weak);
    if (p->game->explode)
        danger += BLAST * (int)set_count(set_and(set_and(ring, p->side[!side]), us->all));
    danger -= GUARD * (int)set_count(
                          set_and(ring, set_and(of_kinds(p, worths->guards), p->side[!side])));
    const int have = us->material, full = worths->material / 2;
    if (have < full)
        danger -= CALM * (full - have) / full;
    return danger;
}

static void weigh_royal(struct weighing *w, unsigned side)
{
    enum { SQUARE = 5000, LINE = 20, MOST = 3000, GUARD = 9 };
    const struct k_pos *const p = w->p;
    if (w->army[side].royal == K_SQUARES)
        return;
    const set guards = set_and(of_kinds(p, w->h->worths->guards), p->side[side]);
    const set near = set_and(guards, words_at(w->h->worths->ring, w->army[side].royal));
    give(w, side, TERM_ROYALS, GUARD * (int)set_count(near), 0);
    int danger = find_danger(w, !side);
    if (danger <= 0)
        return;
    danger = danger < MOST ? danger : MOST;
    give(w, side, TERM_ROYALS, -(danger * danger / SQUARE), -danger / LINE);
}

/* ---- Threats ---- */

static void weigh_threats(struct weighing *w, unsigned side)
{
    enum { HANGING = 14, BY_PAWN = 9, MOST = 70 };
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const struct army *const us = &w->army[side], *const them = &w->army[!side];
    int v = 0;
    set loose = set_less(set_and(p->side[!side], us->all), them->all);
    FOR_SET(sq, loose)
    v += worths->board[bm_piece_kind(p->board[sq])] / HANGING;
    set driven = set_less(set_and(p->side[!side], us->pawns), of_kinds(p, worths->pawns));
    FOR_SET(sq, driven)
    {
        const int much = worths->board[bm_piece_kind(p->board[sq])] / BY_PAWN;
        v += much < MOST ? much : MOST;
    }
    give(w, side, TERM_THREATS, v, v);
}

/* ---- The whole ---- */

static void weigh(struct weighing *w)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    for (unsigned side = 0; side < 2; side++) {
        w->scene[side] = scene_of(p, side);
        weigh_first(w, side);
    }
    for (unsigned side = 0; side < 2; side++) {
        weigh_others(w, side);
        weigh_hands(w, side);
        weigh_pawns(w, side);
    }
    for (unsigned side = 0; side < 2; side++) {
        weigh_royal(w, side);
        if (!worths->burden)
            weigh_threats(w, side);
        if (p->game->checks) {
            const int given = (int)(p->game->checks - p->lore.checks[side]);
            give(w, side, TERM_CHECKS, worths->check * given * given,
                 worths->check * given * given);
        }
    }
}

static int phase_of(const struct weighing *w)
{
    const int have = w->army[0].material + w->army[1].material;
    const int full = w->h->worths->material * 9 / 10;
    return have <= 0 ? 0 : have >= full ? PHASES : have * PHASES / full;
}

/* Per mille that counts: less and less where nothing happens. */
static int scale_of(const struct weighing *w)
{
    const unsigned limit = w->h->hunt->rules->set->quiet_claim, quiet = w->p->head.quiet;
    return limit ? 1000 - (int)(400 * (quiet < limit ? quiet : limit) / limit) : 1000;
}

static struct weighing weigh_all(const struct bm_hunter *h, const struct k_pos *p)
{
    struct weighing w;
    w.h = h;
    w.p = p;
    for (unsigned side = 0; side < 2; side++) {
        w.army[side] = (struct army){.royal = K_SQUARES};
        for (unsigned i = 0; i < TERMS; i++)
            w.mg[side][i] = w.eg[side][i] = 0;
    }
    weigh(&w);
    return w;
}

static int a_evaluate(const struct bm_hunter *h, const struct k_pos *p)
{
    const struct weighing w = weigh_all(h, p);
    int mg = 0, eg = 0;
    for (unsigned i = 0; i < TERMS; i++) {
        mg += w.mg[0][i] - w.mg[1][i];
        eg += w.eg[0][i] - w.eg[1][i];
    }
    const int v = bm_weigh(mg, eg, phase_of(&w), PHASES);
    return ((p->head.turn ? -v : v) + TEMPO) * scale_of(&w) / 1000;
}

static void a_trace(const struct bm_hunter *h, const struct k_pos *p, struct bm_trace *out)
{
    const struct weighing w = weigh_all(h, p);
    *out = (struct bm_trace){.terms = terms,
                             .term_count = TERMS,
                             .phase = phase_of(&w),
                             .phases = PHASES,
                             .scale = scale_of(&w),
                             .tempo = TEMPO};
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < TERMS; i++) {
            out->mg[side][i] = w.mg[side][i];
            out->eg[side][i] = w.eg[side][i];
        }
    bm_trace_sum(out, p->head.turn);
}

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_EVAL_VARIANT_H
#define BM_SEARCH_TMPL_EVAL_VARIANT_H

/*
 * What a position of any game is worth. Nothing here knows a game by name: worths come from
 * its rules (worths.c), attacks from its tables.
 */

#include <string.h>

#include "kernel/variant/see.h"
#include "kernel/variant/targets.h"

enum { PHASES = 256, TEMPO = 14 };
enum { TERM_MATERIAL = 0, TERM_HANDS = 3 }; /* of VARIANT_TERMS: those with a rest */

/* What is known of one side. */
struct army {
    set all, twice;            /* attacked by any, and by more than one */
    set common;                /* attacked by others than royals */
    set pawns;                 /* attacked by pawns */
    set minors, majors;        /* attacked by those */
    uint64_t kinds;            /* on the board, pawns and royals left out */
    set ranked[VARIANT_RANKS]; /* where its pieces stand, pawns and royals left out */
    set royals;                /* attacked by royals */
    set passed;                /* its passed pawns */
    unsigned royal;            /* K_SQUARES: none, or more than one */
    int held;                  /* in hand */
    int material;              /* board and hand, pawns left out */
    int hunters, weight, hits; /* pieces that attack squares around the other's royal */
};

struct weighing {
    const struct bm_hunter *h;
    const struct k_pos *p;
    set pawns; /* of both sides */
    struct scene scene[2];
    struct army army[2];
    set by[2][BM_MAX_KINDS]; /* of the kinds of army[].kinds */
    int64_t sum[2];
};

/* So often the weight. T is NULL or a trace, by literal: the text is compiled for both. */
TEMPLATE void add(struct weighing *w, struct bm_trace *const T, unsigned side, unsigned weight,
                  int times)
{
    w->sum[side] += w->h->worths->packed[weight] * times;
    if (T)
        T->count[side][weight] = (int16_t)(T->count[side][weight] + times);
}

/* What belongs to a term, but is no weight of it. */
TEMPLATE void add_plain(struct weighing *w, struct bm_trace *const T, unsigned side,
                        unsigned term, int v)
{
    w->sum[side] += bm_pack(v, v);
    if (T) {
        T->mg[side][term] += v;
        T->eg[side][term] += v;
    }
}

TEMPLATE set words_at(const uint64_t *sets, unsigned sq)
{
    return *(const set *)(const void *)(sets + (size_t)sq * BM_WORDS);
}

/* Squares that a side's piece attacks if nothing is in the way. */
TEMPLATE set far_of(const struct bm_hunter *h, const struct bm_compiled *g, unsigned side,
                    unsigned kind, unsigned sq)
{
    return words_at(h->worths->far, (side * g->kinds + kind) * g->squares + sq);
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

/* What a place is made of; its sum is known. */
static void trace_place(struct weighing *w, struct bm_trace *const T, unsigned side,
                        unsigned kind, size_t at)
{
    const struct bm_worths *const worths = w->h->worths;
    const struct bm_place steps = worths->steps[at];
    const unsigned rank = worths->rank[kind];
    const int64_t before = w->sum[side];
    add(w, T, side, VW_CENTRE + rank, steps.centre);
    add(w, T, side, VW_AHEAD + rank, steps.ahead);
    if (bm_worths_has_spot(worths, w->p->game, kind))
        add(w, T, side,
            VW_PLACE + worths->class[kind] * SPOTS +
                worths->spot[side * w->p->game->squares + at % w->p->game->squares],
            1);
    if (rank != RANK_ROYAL) {
        add(w, T, side, VW_REACH + rank, steps.reach);
        add(w, T, side, VW_VALUE + rank, worths->board[kind] / VALUE_STEP);
        add(w, T, side, VW_PIECE + worths->class[kind], 1);
    }
    const int rest = bm_pack_mg(worths->place[at] - (w->sum[side] - before));
    add_plain(w, T, side, TERM_MATERIAL, rest);
    w->sum[side] = before;
}

TEMPLATE void weigh_place(struct weighing *w, struct bm_trace *const T, unsigned side,
                          unsigned kind, unsigned sq)
{
    const struct bm_compiled *const g = w->p->game;
    const struct bm_worths *const worths = w->h->worths;
    const size_t at = ((size_t)side * g->kinds + kind) * g->squares + sq;
    if (T)
        trace_place(w, T, side, kind, at);
    w->sum[side] += worths->place[at];
}

/* Where a piece stands to both royals. */
TEMPLATE void weigh_bearing(struct weighing *w, struct bm_trace *const T, unsigned side,
                            unsigned kind, unsigned sq)
{
    const unsigned n = w->p->game->squares, first = w->h->worths->class[kind] * BEARINGS;
    const uint8_t *const bearing = w->h->worths->bearing + (size_t)side * n * n + sq;
    const unsigned own = w->army[side].royal, other = w->army[!side].royal;
    if (own != K_SQUARES)
        add(w, T, side, VW_TO_OWN + first + bearing[own * n], 1);
    if (other != K_SQUARES)
        add(w, T, side, VW_TO_OTHER + first + bearing[other * n], 1);
}

/* What pawns of a side attack in one of the ways they all have. */
TEMPLATE set hop(const struct bm_worths *worths, unsigned side, unsigned i, set pawns)
{
    const set from = words_at(worths->hop_from, side * HOPS + i);
    return set_moved(set_and(pawns, from), worths->hop[side][i]);
}

/* Pawns and royals: who they are, and what they attack. */
TEMPLATE void weigh_first(struct weighing *w, struct bm_trace *const T, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    struct army *const a = &w->army[side];
    set royals = worths->flat ? set_none() : royals_of(p, side);
    FOR_SET(sq, royals)
    {
        const unsigned kind = bm_piece_kind(p->board[sq]);
        const set found = attacks_of(&w->scene[side], bm_compiled_man(p->game, side, kind), sq);
        weigh_place(w, T, side, kind, sq);
        add_attacks(a, found);
        a->royals = set_or(a->royals, found);
    }
    set pawns = set_and(w->pawns, p->side[side]);
    for (unsigned i = 0; !T && i < worths->hops[side]; i++) {
        const set found = hop(worths, side, i, pawns);
        add_attacks(a, found);
        a->pawns = set_or(a->pawns, found);
    }
    if (T || !worths->hops[side]) {
        FOR_SET(sq, pawns)
        {
            const unsigned kind = bm_piece_kind(p->board[sq]);
            const set found =
                attacks_of(&w->scene[side], bm_compiled_man(p->game, side, kind), sq);
            add_attacks(a, found);
            a->pawns = set_or(a->pawns, found);
        }
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

/* How many squares a piece sees beside what is usual for its kind. */
TEMPLATE void weigh_open(struct weighing *w, struct bm_trace *const T, unsigned side,
                         unsigned kind, int open)
{
    const struct bm_worths *const worths = w->h->worths;
    if (worths->burden || worths->rank[kind] == RANK_ROYAL || worths->pace[kind] == 0)
        return;
    const int step = open * worths->pace[kind] / 256;
    add(w, T, side,
        VW_OPEN + (worths->class[kind] - CLASS_STEP) * OPEN_STEPS +
            (unsigned)(step < OPEN_STEPS ? step : OPEN_STEPS - 1),
        1);
}

TEMPLATE void weigh_file(struct weighing *w, struct bm_trace *const T, unsigned side,
                         unsigned sq)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const set pawns = set_and(w->pawns, words_at(worths->front, side * p->game->squares + sq));
    if (!set_meet(pawns, p->side[side]))
        add(w, T, side, VW_FILES + !set_any(pawns), 1);
}

/* Minor pieces among pawns. */
TEMPLATE void weigh_minor(struct weighing *w, struct bm_trace *const T, unsigned side,
                          unsigned kind, unsigned sq)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const unsigned row = side * p->game->squares + sq, next = worths->next[row];
    const set own = set_and(w->pawns, p->side[side]);
    if (worths->up[row] >= UP_STEPS / 2 - 1 && set_has(w->army[side].pawns, sq)) {
        const set beside = set_less(words_at(worths->span, row), words_at(worths->front, row));
        if (!set_meet(beside, set_less(w->pawns, own)))
            add(w, T, side, VW_OUTPOST + (worths->class[kind] > CLASS_LEAP), 1);
    }
    if (next != sq && set_has(w->pawns, next))
        add(w, T, side, VW_BEHIND, 1);
    if (worths->halves >> kind & 1) {
        const set dark = words_at(worths->dark, 0);
        add(w, T, side, VW_SHADE,
            (int)set_count(set_has(dark, sq) ? set_and(own, dark) : set_less(own, dark)));
    }
}

/* All others. */
TEMPLATE void weigh_others(struct weighing *w, struct bm_trace *const T, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    struct army *const a = &w->army[side];
    const set pawns = set_and(w->pawns, p->side[side]);
    const set area = set_less(cells(&p->game->board), set_or(w->army[!side].pawns, pawns));
    set own = set_less(p->side[side], pawns);
    if (!worths->flat)
        own = set_less(own, royals_of(p, side));
    uint64_t halves = 0;
    FOR_SET(sq, own)
    {
        const unsigned kind = bm_piece_kind(p->board[sq]);
        const set found = attacks_of(&w->scene[side], bm_compiled_man(p->game, side, kind), sq);
        weigh_place(w, T, side, kind, sq);
        weigh_bearing(w, T, side, kind, sq);
        add_attacks(a, found);
        a->common = set_or(a->common, found);
        set_add(&a->ranked[worths->rank[kind]], sq);
        if (worths->rank[kind] == RANK_MINOR)
            a->minors = set_or(a->minors, found);
        else if (worths->rank[kind] == RANK_MAJOR)
            a->majors = set_or(a->majors, found);
        w->by[side][kind] = a->kinds >> kind & 1 ? set_or(w->by[side][kind], found) : found;
        if (worths->halves & a->kinds & (uint64_t)1 << kind)
            halves |= (uint64_t)1 << kind;
        a->kinds |= (uint64_t)1 << kind;
        a->material += worths->board[kind];
        hunt(w, side, kind, found);
        weigh_open(w, T, side, kind, (int)set_count(set_and(found, area)));
        if (worths->filers >> kind & 1)
            weigh_file(w, T, side, sq);
        if (worths->rank[kind] == RANK_MINOR)
            weigh_minor(w, T, side, kind, sq);
    }
    add(w, T, side, VW_PAIR, bits_count(halves));
}

TEMPLATE void weigh_hands(struct weighing *w, struct bm_trace *const T, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    for (uint64_t held = p->held[side]; held; held = bits_drop_first(held)) {
        const unsigned kind = bits_first(held);
        const int v = worths->hand[kind] * p->hand[side][kind];
        add_plain(w, T, side, TERM_HANDS, v);
        if (worths->rank[kind] != RANK_ROYAL)
            add(w, T, side, VW_HELD + worths->rank[kind], v / VALUE_STEP);
        for (unsigned i = 0;
             i < 3 && i < p->hand[side][kind] && worths->class[kind] != CLASS_ROYAL; i++)
            add(w, T, side, VW_HELD_MORE + worths->class[kind] * 3 + i,
                i < 2 ? 1 : p->hand[side][kind] - 2);
        w->army[side].held += v;
        if (!(worths->pawns >> kind & 1))
            w->army[side].material += v;
    }
}

#include "search/tmpl/eval_variant_pawns.h"

#include "search/tmpl/eval_variant_royals.h"

/* ---- The whole ---- */

TEMPLATE void weigh(struct weighing *w, struct bm_trace *const T)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    w->pawns = of_kinds(p, worths->pawns);
    for (unsigned side = 0; side < 2; side++) {
        const set royals = worths->flat ? set_none() : royals_of(p, side);
        w->army[side].royal =
            set_any(royals) && !set_many(royals) ? set_first(royals) : K_SQUARES;
        w->scene[side] = scene_of(p, side);
    }
    for (unsigned side = 0; side < 2; side++)
        weigh_first(w, T, side);
    for (unsigned side = 0; side < 2; side++) {
        weigh_others(w, T, side);
        weigh_hands(w, T, side);
    }
    weigh_pawns(w, T);
    for (unsigned side = 0; side < 2; side++) {
        weigh_royal(w, T, side);
        weigh_passed(w, T, side);
        if (!worths->burden)
            weigh_threats(w, T, side);
        if (p->game->checks) {
            const int given = (int)(p->game->checks - p->lore.checks[side]);
            add(w, T, side, VW_GIVEN, given * given);
        }
    }
}

/* The share of the middle game: what is left; where pieces come back, what is on the board. */
static int phase_of(const struct weighing *w)
{
    enum { FULL_HANDS = 4 };
    if (w->p->game->captures_to_hand) {
        const int held = (w->army[0].held + w->army[1].held) * FULL_HANDS;
        const int most = w->h->worths->material;
        return held >= most ? 0 : held <= 0 ? PHASES : PHASES - held * PHASES / most;
    }
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

/* Without the trace, phase and scale do not matter to anyone but the value. */
TEMPLATE int value_of(const struct bm_hunter *h, const struct k_pos *p,
                      struct bm_trace *const T)
{
    struct weighing w;
    w.h = h;
    w.p = p;
    for (unsigned side = 0; side < 2; side++) {
        w.army[side] = (struct army){.royal = K_SQUARES};
        w.sum[side] = 0;
    }
    weigh(&w, T);
    const int64_t sum = w.sum[0] - w.sum[1];
    const int phase = phase_of(&w), scale = scale_of(&w);
    if (T) {
        T->phase = phase;
        T->phases = PHASES;
        T->scale = scale;
        T->tempo = TEMPO;
    }
    const int v = bm_weigh(bm_pack_mg(sum), bm_pack_eg(sum), phase, PHASES);
    return ((p->head.turn ? -v : v) + TEMPO) * scale / 1000;
}

static int a_evaluate(const struct bm_hunter *h, const struct k_pos *p)
{
    return value_of(h, p, NULL);
}

static void a_trace(const struct bm_hunter *h, const struct k_pos *p, struct bm_trace *out)
{
    static const struct bm_term terms[] = BM_TERMS_OF(VARIANT_TERMS);
    static const struct bm_term runs[] = BM_RUNS_OF(VARIANT_TERMS);
    bm_trace_begin(out, terms, sizeof terms / sizeof *terms, runs, sizeof runs / sizeof *runs);
    out->weights = h->worths->weights;
    out->weight_count = VARIANT_WEIGHT_COUNT;
    (void)value_of(h, p, out);
    bm_trace_sum(out, p->head.turn);
}

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_VARIANT_EVAL_H
#define BM_SEARCH_EVAL_VARIANT_EVAL_H

/*
 * What a position of any game is worth. Nothing here knows a game by name: worths come from
 * its rules (worths.c), attacks from its tables.
 */

#include <string.h>

#include "kernel/variant/see.h"
#include "kernel/variant/targets.h"

#if defined BM_ISA_AVX2 && BM_WORDS <= 2
#    define HAS_LINES
#endif

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
#ifdef HAS_LINES
    bits_vec stops;
#endif
    set by[2][BM_MAX_KINDS]; /* of the kinds of army[].kinds */
    int64_t sum[2];
};

/*
 * So often the weight. T is NULL or a trace, by literal: the text is compiled for both. Loops
 * over pieces sum up what this gives by themselves, and so in a register.
 */
TEMPLATE int64_t so_often(const struct weighing *w, struct bm_trace *const T, unsigned side,
                          unsigned weight, int times)
{
    if (T)
        T->count[side][weight] = (int16_t)(T->count[side][weight] + times);
    return w->h->worths->packed[weight] * times;
}

TEMPLATE void add(struct weighing *w, struct bm_trace *const T, unsigned side, unsigned weight,
                  int times)
{
    w->sum[side] += so_often(w, T, side, weight, times);
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

#include "search/eval/variant/ray_simd.h"

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

TEMPLATE int64_t place_of(struct weighing *w, struct bm_trace *const T, unsigned side,
                          unsigned kind, unsigned sq)
{
    const struct bm_compiled *const g = w->p->game;
    const struct bm_worths *const worths = w->h->worths;
    const size_t at = ((size_t)side * g->kinds + kind) * g->squares + sq;
    if (T)
        trace_place(w, T, side, kind, at);
    return worths->place[at];
}

/* Where a piece stands to both royals. */
TEMPLATE int64_t bearing_of(const struct weighing *w, struct bm_trace *const T, unsigned side,
                            unsigned kind, unsigned sq)
{
    const unsigned n = w->p->game->squares, first = w->h->worths->class[kind] * BEARINGS;
    const uint8_t *const bearing = w->h->worths->bearing + (size_t)side * n * n + sq;
    const unsigned own = w->army[side].royal, other = w->army[!side].royal;
    int64_t v = 0;
    if (own != K_SQUARES)
        v += so_often(w, T, side, VW_TO_OWN + first + bearing[own * n], 1);
    if (other != K_SQUARES)
        v += so_often(w, T, side, VW_TO_OTHER + first + bearing[other * n], 1);
    return v;
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
        const set found = attacks_from(w, T, side, kind, sq);
        w->sum[side] += place_of(w, T, side, kind, sq);
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
            const set found = attacks_from(w, T, side, kind, sq);
            add_attacks(a, found);
            a->pawns = set_or(a->pawns, found);
        }
    }
    a->common = a->pawns;
}

/* How many squares a piece sees beside what is usual for its kind. */
TEMPLATE int64_t open_of(const struct weighing *w, struct bm_trace *const T, unsigned side,
                         unsigned kind, set seen)
{
    const struct bm_worths *const worths = w->h->worths;
    if (worths->burden || worths->rank[kind] == RANK_ROYAL || worths->pace[kind] == 0)
        return 0;
    const int step = (int)set_count(seen) * worths->pace[kind] / 256;
    return so_often(w, T, side,
                    VW_OPEN + (worths->class[kind] - CLASS_STEP) * OPEN_STEPS +
                        (unsigned)(step < OPEN_STEPS ? step : OPEN_STEPS - 1),
                    1);
}

TEMPLATE int64_t file_of(const struct weighing *w, struct bm_trace *const T, unsigned side,
                         unsigned sq)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const set pawns = set_and(w->pawns, words_at(worths->front, side * p->game->squares + sq));
    return set_meet(pawns, p->side[side]) ? 0
                                          : so_often(w, T, side, VW_FILES + !set_any(pawns), 1);
}

/* Minor pieces among pawns. */
TEMPLATE int64_t minor_of(const struct weighing *w, struct bm_trace *const T, unsigned side,
                          unsigned kind, unsigned sq)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const unsigned row = side * p->game->squares + sq, next = worths->next[row];
    const set own = set_and(w->pawns, p->side[side]);
    int64_t v = 0;
    if (worths->up[row] >= UP_STEPS / 2 - 1 && set_has(w->army[side].pawns, sq)) {
        const set beside = set_less(words_at(worths->span, row), words_at(worths->front, row));
        if (!set_meet(beside, set_less(w->pawns, own)))
            v += so_often(w, T, side, VW_OUTPOST + (worths->class[kind] > CLASS_LEAP), 1);
    }
    if (next != sq && set_has(w->pawns, next))
        v += so_often(w, T, side, VW_BEHIND, 1);
    if (worths->halves >> kind & 1) {
        const set dark = words_at(worths->dark, 0);
        v += so_often(
            w, T, side, VW_SHADE,
            (int)set_count(set_has(dark, sq) ? set_and(own, dark) : set_less(own, dark)));
    }
    return v;
}

/* The pieces of one kind, at least one. */
TEMPLATE void weigh_men(struct weighing *w, struct bm_trace *const T, unsigned side,
                        unsigned kind, set men, set area)
{
    const struct bm_worths *const worths = w->h->worths;
    const unsigned rank = worths->rank[kind], royal = w->army[!side].royal;
    const bool files = worths->filers >> kind & 1;
    const set ring = royal == K_SQUARES ? set_none() : words_at(worths->ring, royal);
    struct army *const a = &w->army[side];
    set all = a->all, twice = a->twice, by = set_none();
    int64_t sum = 0;
    int hunters = 0, hits = 0;
    a->material += worths->board[kind] * (int)set_count(men);
    a->ranked[rank] = set_or(a->ranked[rank], men);
    a->kinds |= (uint64_t)1 << kind;
    FOR_SET(sq, men)
    {
        const set found = attacks_from(w, T, side, kind, sq);
        sum += place_of(w, T, side, kind, sq) + bearing_of(w, T, side, kind, sq);
        twice = set_or(twice, set_and(all, found));
        all = set_or(all, found);
        by = set_or(by, found);
        /* Squares around the other side's royal. */
        const int near = (int)set_count(set_and(found, ring));
        hunters += near != 0;
        hits += near;
        sum += open_of(w, T, side, kind, set_and(found, area));
        if (files)
            sum += file_of(w, T, side, sq);
        if (rank == RANK_MINOR)
            sum += minor_of(w, T, side, kind, sq);
    }
    w->sum[side] += sum;
    w->by[side][kind] = by;
    a->all = all;
    a->twice = twice;
    a->common = set_or(a->common, by);
    if (rank == RANK_MINOR)
        a->minors = set_or(a->minors, by);
    else if (rank == RANK_MAJOR)
        a->majors = set_or(a->majors, by);
    a->hunters += hunters;
    a->weight += worths->weight[kind] * hunters;
    a->hits += hits;
}

/* All but pawns and royals, kind by kind. */
TEMPLATE void weigh_others(struct weighing *w, struct bm_trace *const T, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const set pawns = set_and(w->pawns, p->side[side]);
    const set area = set_less(cells(&p->game->board), set_or(w->army[!side].pawns, pawns));
    const uint64_t first = worths->pawns | (worths->flat ? 0 : p->game->royals);
    int pairs = 0;
    for (unsigned kind = 0; kind < p->game->kinds; kind++) {
        const set men = set_and(p->kind[kind], p->side[side]);
        if (!set_any(men) || first >> kind & 1)
            continue;
        pairs += worths->halves >> kind & 1 && set_many(men);
        weigh_men(w, T, side, kind, men, area);
    }
    add(w, T, side, VW_PAIR, pairs);
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

#include "search/eval/variant/pawns.h"

#include "search/eval/variant/royals.h"

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
    find_stops(w);
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

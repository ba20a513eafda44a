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
enum { TERM_MATERIAL = 0, TERM_HANDS = 2 }; /* of VARIANT_TERMS: those with a rest */

/* What is known of one side. */
struct army {
    set all, twice;            /* attacked by any, and by more than one */
    set common;                /* attacked by others than royals */
    set pawns;                 /* attacked by pawns */
    set minors, majors;        /* attacked by those */
    uint64_t kinds;            /* on the board, pawns and royals left out */
    unsigned royal;            /* K_SQUARES: none, or more than one */
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
    struct bm_trace *trace; /* or NULL */
};

/* So often the weight. */
TEMPLATE void add(struct weighing *w, unsigned side, unsigned weight, int times)
{
    w->sum[side] += w->h->worths->packed[weight] * times;
    if (UNLIKELY(w->trace != NULL))
        w->trace->count[side][weight] = (int16_t)(w->trace->count[side][weight] + times);
}

/* What belongs to a term, but is no weight of it. */
TEMPLATE void add_plain(struct weighing *w, unsigned side, unsigned term, int v)
{
    w->sum[side] += bm_pack(v, v);
    if (UNLIKELY(w->trace != NULL)) {
        w->trace->mg[side][term] += v;
        w->trace->eg[side][term] += v;
    }
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

/* Values come in steps as well, so that weights can correct them. */
enum { VALUE_STEP = 25 };

/* What a place is made of; its sum is known. */
static void trace_place(struct weighing *w, unsigned side, unsigned kind, size_t at)
{
    const struct bm_worths *const worths = w->h->worths;
    const struct bm_place steps = worths->steps[at];
    const unsigned rank = worths->rank[kind];
    const int64_t before = w->sum[side];
    add(w, side, VW_CENTRE + rank, steps.centre);
    add(w, side, VW_AHEAD + rank, steps.ahead);
    if (rank != RANK_ROYAL)
        add(w, side, VW_REACH + rank, steps.reach);
    const int rest = bm_pack_mg(worths->place[at] - (w->sum[side] - before));
    add_plain(w, side, TERM_MATERIAL, rest);
    w->sum[side] = before;
}

TEMPLATE void weigh_place(struct weighing *w, unsigned side, unsigned kind, unsigned sq)
{
    const struct bm_compiled *const g = w->p->game;
    const struct bm_worths *const worths = w->h->worths;
    const size_t at = ((size_t)side * g->kinds + kind) * g->squares + sq;
    if (UNLIKELY(w->trace != NULL))
        trace_place(w, side, kind, at);
    w->sum[side] += worths->place[at];
    if (worths->rank[kind] != RANK_ROYAL)
        add(w, side, VW_VALUE + worths->rank[kind], worths->board[kind] / VALUE_STEP);
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
    set pawns = set_and(w->pawns, p->side[side]);
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

/* How many squares a piece sees beside what is usual for its kind. */
TEMPLATE void weigh_open(struct weighing *w, unsigned side, unsigned kind, int open)
{
    const struct bm_worths *const worths = w->h->worths;
    const unsigned rank = worths->rank[kind];
    if (worths->burden || rank == RANK_ROYAL || worths->pace[kind] == 0)
        return;
    const int step = open * worths->pace[kind] / 256;
    add(w, side,
        VW_OPEN + (rank - RANK_MINOR) * OPEN_STEPS +
            (unsigned)(step < OPEN_STEPS ? step : OPEN_STEPS - 1),
        1);
}

TEMPLATE void weigh_file(struct weighing *w, unsigned side, unsigned sq)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const set pawns = set_and(w->pawns, words_at(worths->front, side * p->game->squares + sq));
    if (!set_meet(pawns, p->side[side]))
        add(w, side, VW_FILES + !set_any(pawns), 1);
}

/* All others. */
static void weigh_others(struct weighing *w, unsigned side)
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
        weigh_place(w, side, kind, sq);
        add_attacks(a, found);
        a->common = set_or(a->common, found);
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
        weigh_open(w, side, kind, (int)set_count(set_and(found, area)));
        if (worths->filers >> kind & 1)
            weigh_file(w, side, sq);
    }
    add(w, side, VW_PAIR, bits_count(halves));
}

static void weigh_hands(struct weighing *w, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    for (uint64_t held = p->held[side]; held; held = bits_drop_first(held)) {
        const unsigned kind = bits_first(held);
        const int v = worths->hand[kind] * p->hand[side][kind];
        add_plain(w, side, TERM_HANDS, v);
        if (worths->rank[kind] != RANK_ROYAL)
            add(w, side, VW_HELD + worths->rank[kind], v / VALUE_STEP);
        if (!(worths->pawns >> kind & 1))
            w->army[side].material += v;
    }
}

static void weigh_pawns(struct weighing *w, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_compiled *const g = p->game;
    const struct bm_worths *const worths = w->h->worths;
    const set own = set_and(w->pawns, p->side[side]);
    add(w, side, VW_GUARDED, (int)set_count(set_and(own, w->army[side].pawns)));
    if (!worths->runners)
        return;
    const set enemy = set_and(w->pawns, p->side[!side]);
    set runners = set_and(of_kinds(p, worths->runners), own);
    FOR_SET(sq, runners)
    {
        const unsigned row = side * g->squares + sq;
        if (!set_meet(words_at(worths->beside, sq), own))
            add(w, side, VW_ISOLATED, 1);
        if (set_meet(words_at(worths->front, row), own))
            add(w, side, VW_DOUBLED, 1);
        if (set_meet(words_at(worths->span, row), enemy))
            continue;
        const unsigned kind = bm_piece_kind(p->board[sq]);
        const unsigned way = worths->way[((size_t)side * g->kinds + kind) * g->squares + sq];
        if (!way)
            continue;
        const struct bm_man *const man = bm_compiled_man(g, side, kind);
        const bool stopped =
            man->move.quiet && set_meet(table_at(g, man->move.quiet, sq), p->side[!side]);
        add(w, side, (stopped ? VW_STOPPED : VW_PASSED) + way - 1, worths->gain[kind]);
    }
}

/* ---- Royals ---- */

/* How much checks that cannot be answered by taking add to a danger. */
static int weigh_checks(struct weighing *w, unsigned side, set weak)
{
    enum { CHECK = 500, MORE = 150, DROP = 350, MORE_DROPS = 100 };
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
            if (set_any(checks)) {
                danger += set_many(checks) ? CHECK + MORE : CHECK;
                add(w, side, VW_CHECKS, 1);
            }
        }
        if (p->held[side] >> kind & 1) {
            const set drops =
                set_and(set_and(from, land), cells(&bm_compiled_man(g, side, kind)->drop));
            if (set_any(drops)) {
                danger += set_many(drops) ? DROP + MORE_DROPS : DROP;
                add(w, side, VW_DROPS, 1);
            }
        }
    }
    return danger;
}

/* How much one side hunts the royal of the other. */
static int find_danger(struct weighing *w, unsigned side)
{
    enum { HIT = 50, LOOSE = 110, BLAST = 250, CALM = 500, HAND = 12, GUARD = 40 };
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const struct army *const us = &w->army[side], *const them = &w->army[!side];
    const set ring = words_at(worths->ring, them->royal);
    const set weak = set_less(us->all, set_or(them->twice, them->common));
    const set bare = set_less(set_less(ring, them->common), p->side[!side]);
    const int loose = (int)set_count(set_and(ring, weak)), open = (int)set_count(bare);
    int danger = us->hunters * us->weight + HIT * us->hits + LOOSE * loose, hand = 0;
    add(w, side, VW_HUNTERS, us->hunters);
    add(w, side, VW_HITS, us->hits);
    add(w, side, VW_WEAK, loose);
    for (uint64_t held = p->held[side]; held; held = bits_drop_first(held)) {
        const unsigned kind = bits_first(held), n = p->hand[side][kind];
        hand += worths->weight[kind] * (int)(n < 3 ? n : 3);
    }
    danger += hand * open * HAND / 64;
    add(w, side, VW_BARE, hand * open / 128);
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
    enum { STEP = 64 };
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const unsigned royal = w->army[side].royal;
    if (royal == K_SQUARES)
        return;
    const set ring = words_at(worths->ring, royal);
    const set pawns = set_and(w->pawns, p->side[side]);
    const unsigned near = set_count(set_and(pawns, ring));
    add(w, side, VW_GUARDS,
        (int)set_count(set_and(set_and(of_kinds(p, worths->guards), p->side[side]), ring)));
    add(w, side, VW_SHELTER + (near < SHELTER_STEPS ? near : SHELTER_STEPS - 1), 1);
    if (!set_meet(words_at(worths->front, side * p->game->squares + royal), pawns))
        add(w, side, VW_BARE_FILE, 1);
    if (p->game->castles)
        add(w, side, VW_CASTLE, (int)set_count(set_and(p->lore.castle, p->side[side])));
    const int danger = find_danger(w, !side), step = danger > 0 ? danger / STEP : 0;
    add(w, side, VW_DANGER + (unsigned)(step < DANGER_STEPS ? step : DANGER_STEPS - 1), 1);
}

/* ---- Threats ---- */

static void weigh_threats(struct weighing *w, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const struct army *const us = &w->army[side], *const them = &w->army[!side];
    set loose = set_less(set_and(p->side[!side], us->all), them->all);
    FOR_SET(sq, loose)
    {
        const unsigned rank = worths->rank[bm_piece_kind(p->board[sq])];
        if (rank != RANK_ROYAL)
            add(w, side, VW_HANGING + rank, 1);
    }
    set hit = set_and(set_or(us->pawns, set_or(us->minors, us->majors)),
                      set_less(p->side[!side], w->pawns));
    FOR_SET(sq, hit)
    {
        const unsigned rank = worths->rank[bm_piece_kind(p->board[sq])];
        if (rank == RANK_ROYAL)
            continue;
        if (set_has(us->pawns, sq))
            add(w, side, VW_BY_PAWN + rank - RANK_MINOR, 1);
        else if (rank > RANK_MINOR && set_has(us->minors, sq))
            add(w, side, VW_BY_LESS + rank - RANK_MAJOR, 1);
        else if (rank == RANK_GREAT)
            add(w, side, VW_BY_LESS + 2, 1);
    }
}

/* ---- The whole ---- */

static void weigh(struct weighing *w)
{
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    w->pawns = of_kinds(p, worths->pawns);
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
            add(w, side, VW_GIVEN, given * given);
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

/* Without the trace, phase and scale do not matter to anyone but the value. */
static int value_of(const struct bm_hunter *h, const struct k_pos *p, struct bm_trace *out)
{
    struct weighing w;
    w.h = h;
    w.p = p;
    w.trace = out;
    for (unsigned side = 0; side < 2; side++) {
        w.army[side] = (struct army){.royal = K_SQUARES};
        w.sum[side] = 0;
    }
    weigh(&w);
    const int64_t sum = w.sum[0] - w.sum[1];
    const int phase = phase_of(&w), scale = scale_of(&w);
    if (out) {
        out->phase = phase;
        out->phases = PHASES;
        out->scale = scale;
        out->tempo = TEMPO;
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

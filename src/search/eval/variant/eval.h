/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_VARIANT_EVAL_H
#define BM_SEARCH_EVAL_VARIANT_EVAL_H

/* The evaluation of games of the variant kernel. No game is known by name: piece values come
 * from the rules (tables.c), attacks from the compiled tables. */

#include <string.h>

#include "kernel/variant/see.h"
#include "kernel/variant/targets.h"

#if defined BM_ISA_AVX2 && BM_WORDS <= 2
#    define HAS_RAY_SIMD
#endif

enum { PHASES = 256, TEMPO = 14 };
enum {
    TERM_MATERIAL = 0,
    TERM_HANDS = 3
}; /* of VARIANT_TERMS: terms with a part that is no weight */

/* Pieces and attacks of one side. */
struct side_info {
    set all, twice;              /* attacked by any, and by more than one */
    set common;                  /* attacked by others than royals */
    set pawns;                   /* attacked by pawns */
    set minors, majors;          /* attacked by those */
    uint64_t kinds;              /* on the board, pawns and royals left out */
    set ranked[VARIANT_RANKS];   /* where its pieces stand, pawns and royals left out */
    set royals;                  /* attacked by royals */
    set passed;                  /* its passed pawns */
    unsigned royal;              /* K_SQUARES: none, or more than one */
    int held;                    /* in hand */
    int material;                /* board and hand, pawns left out */
    int attackers, weight, hits; /* attackers of the ring of the other royal, their weights,
                                    squares attacked there */
};

struct eval_state {
    const struct bm_search_thread *td;
    const struct k_pos *p;
    set pawns; /* of both sides */
    struct scene scene[2];
    struct side_info info[2];
#ifdef HAS_RAY_SIMD
    bits_vec blockers;
#endif
    set by[2][BM_MAX_KINDS]; /* of the kinds of army[].kinds */
    int64_t sum[2];
};

/* A weight times a count. T is a literal NULL or a trace. Loops over pieces add the results in
 * a register. */
TEMPLATE int64_t weighted(const struct eval_state *w, struct bm_trace *const T, unsigned side,
                          unsigned weight, int times)
{
    if (T)
        T->count[side][weight] = (int16_t)(T->count[side][weight] + times);
    return w->td->variant_eval->packed[weight] * times;
}

TEMPLATE void add_weight(struct eval_state *w, struct bm_trace *const T, unsigned side,
                         unsigned weight, int times)
{
    w->sum[side] += weighted(w, T, side, weight, times);
}

/* Add a value that belongs to a term without being one of its weights. */
TEMPLATE void add_value(struct eval_state *w, struct bm_trace *const T, unsigned side,
                        unsigned term, int v)
{
    w->sum[side] += bm_pack(v, v);
    if (T) {
        T->mg[side][term] += v;
        T->eg[side][term] += v;
    }
}

TEMPLATE set set_of_row(const uint64_t *sets, unsigned sq)
{
    return *(const set *)(const void *)(sets + (size_t)sq * BM_WORDS);
}

/* Attacks of a piece on an empty board. */
TEMPLATE set empty_board_attacks_of(const struct bm_search_thread *td,
                                    const struct bm_compiled *g, unsigned side, unsigned kind,
                                    unsigned sq)
{
    return set_of_row(td->variant_eval->empty_board_attacks,
                      (side * g->kinds + kind) * g->squares + sq);
}

/* Attacks by moves that are neither leaps nor plain rays. */
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

/* Attacks of a piece from a square, own pieces included. */
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

TEMPLATE void add_attacks(struct side_info *a, set found)
{
    a->twice = set_or(a->twice, set_and(a->all, found));
    a->all = set_or(a->all, found);
}

/* ---- Pieces ---- */

/* Trace the terms of a piece-square value. */
static void trace_psqt(struct eval_state *w, struct bm_trace *const T, unsigned side,
                       unsigned kind, size_t at)
{
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    const struct bm_psqt_terms steps = variant_eval->psqt_terms[at];
    const unsigned rank = variant_eval->rank[kind];
    const int64_t before = w->sum[side];
    add_weight(w, T, side, VW_CENTRE + rank, steps.centre);
    add_weight(w, T, side, VW_AHEAD + rank, steps.ahead);
    if (bm_variant_eval_has_psqt(variant_eval, w->p->game, kind))
        add_weight(w, T, side,
                   VW_PLACE + variant_eval->class[kind] * SPOTS +
                       variant_eval->square_class[side * w->p->game->squares +
                                                  at % w->p->game->squares],
                   1);
    if (rank != RANK_ROYAL) {
        add_weight(w, T, side, VW_REACH + rank, steps.reach);
        add_weight(w, T, side, VW_VALUE + rank, variant_eval->board_value[kind] / VALUE_STEP);
        add_weight(w, T, side, VW_PIECE + variant_eval->class[kind], 1);
    }
    const int rest = bm_pack_mg(variant_eval->psqt[at] - (w->sum[side] - before));
    add_value(w, T, side, TERM_MATERIAL, rest);
    w->sum[side] = before;
}

TEMPLATE int64_t psqt_value(struct eval_state *w, struct bm_trace *const T, unsigned side,
                            unsigned kind, unsigned sq)
{
    const struct bm_compiled *const g = w->p->game;
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    const size_t at = ((size_t)side * g->kinds + kind) * g->squares + sq;
    if (T)
        trace_psqt(w, T, side, kind, at);
    return variant_eval->psqt[at];
}

/* Piece-square values relative to both royals. */
TEMPLATE int64_t royal_relative_value(const struct eval_state *w, struct bm_trace *const T,
                                      unsigned side, unsigned kind, unsigned sq)
{
    const unsigned n = w->p->game->squares, first = w->td->variant_eval->class[kind] * BEARINGS;
    const uint8_t *const bearing =
        w->td->variant_eval->relative_index + (size_t)side * n * n + sq;
    const unsigned own = w->info[side].royal, other = w->info[!side].royal;
    int64_t v = 0;
    if (own != K_SQUARES)
        v += weighted(w, T, side, VW_TO_OWN + first + bearing[own * n], 1);
    if (other != K_SQUARES)
        v += weighted(w, T, side, VW_TO_OTHER + first + bearing[other * n], 1);
    return v;
}

/* Attacks of all pawns of a side by one offset. */
TEMPLATE set pawn_attacks_by(const struct bm_variant_eval *variant_eval, unsigned side,
                             unsigned i, set pawns)
{
    const set from = set_of_row(variant_eval->pawn_attack_from, side * MAX_PAWN_ATTACKS + i);
    return set_moved(set_and(pawns, from), variant_eval->pawn_attack_offset[side][i]);
}

/* Attacks of pawns and royals, and the piece-square values of royals. */
TEMPLATE void eval_pawns_and_royals(struct eval_state *w, struct bm_trace *const T,
                                    unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    struct side_info *const a = &w->info[side];
    set royals = variant_eval->no_royals ? set_none() : royals_of(p, side);
    FOR_SET(sq, royals)
    {
        const unsigned kind = bm_piece_kind(p->board[sq]);
        const set found = attacks_from(w, T, side, kind, sq);
        w->sum[side] += psqt_value(w, T, side, kind, sq);
        add_attacks(a, found);
        a->royals = set_or(a->royals, found);
    }
    set pawns = set_and(w->pawns, p->side[side]);
    for (unsigned i = 0; !T && i < variant_eval->pawn_attack_count[side]; i++) {
        const set found = pawn_attacks_by(variant_eval, side, i, pawns);
        add_attacks(a, found);
        a->pawns = set_or(a->pawns, found);
    }
    if (T || !variant_eval->pawn_attack_count[side]) {
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

/* Mobility relative to the average of the kind. */
TEMPLATE int64_t mobility_value(const struct eval_state *w, struct bm_trace *const T,
                                unsigned side, unsigned kind, set seen)
{
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    if (variant_eval->is_misere || variant_eval->rank[kind] == RANK_ROYAL ||
        variant_eval->mobility_scale[kind] == 0)
        return 0;
    const int step = (int)set_count(seen) * variant_eval->mobility_scale[kind] / 256;
    return weighted(w, T, side,
                    VW_OPEN + (variant_eval->class[kind] - CLASS_STEP) * OPEN_STEPS +
                        (unsigned)(step < OPEN_STEPS ? step : OPEN_STEPS - 1),
                    1);
}

TEMPLATE int64_t open_file_value(const struct eval_state *w, struct bm_trace *const T,
                                 unsigned side, unsigned sq)
{
    const struct k_pos *const p = w->p;
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    const set pawns =
        set_and(w->pawns, set_of_row(variant_eval->front_file, side * p->game->squares + sq));
    return set_meet(pawns, p->side[side]) ? 0
                                          : weighted(w, T, side, VW_FILES + !set_any(pawns), 1);
}

/* Minor pieces: outposts, behind pawns, pawns on the colour of a colour-bound piece. */
TEMPLATE int64_t minor_value(const struct eval_state *w, struct bm_trace *const T,
                             unsigned side, unsigned kind, unsigned sq)
{
    const struct k_pos *const p = w->p;
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    const unsigned row = side * p->game->squares + sq, next = variant_eval->forward_square[row];
    const set own = set_and(w->pawns, p->side[side]);
    int64_t v = 0;
    if (variant_eval->relative_rank[row] >= UP_STEPS / 2 - 1 &&
        set_has(w->info[side].pawns, sq)) {
        const set beside = set_less(set_of_row(variant_eval->front_span, row),
                                    set_of_row(variant_eval->front_file, row));
        if (!set_meet(beside, set_less(w->pawns, own)))
            v += weighted(w, T, side, VW_OUTPOST + (variant_eval->class[kind] > CLASS_LEAP), 1);
    }
    if (next != sq && set_has(w->pawns, next))
        v += weighted(w, T, side, VW_BEHIND, 1);
    if (variant_eval->colour_bound >> kind & 1) {
        const set dark = set_of_row(variant_eval->dark_squares, 0);
        v += weighted(
            w, T, side, VW_SHADE,
            (int)set_count(set_has(dark, sq) ? set_and(own, dark) : set_less(own, dark)));
    }
    return v;
}

/* The pieces of one kind; there is at least one. */
TEMPLATE void eval_kind(struct eval_state *w, struct bm_trace *const T, unsigned side,
                        unsigned kind, set men, set area)
{
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    const unsigned rank = variant_eval->rank[kind], royal = w->info[!side].royal;
    const bool files = variant_eval->file_sliders >> kind & 1;
    const set ring = royal == K_SQUARES ? set_none() : set_of_row(variant_eval->ring, royal);
    struct side_info *const a = &w->info[side];
    set all = a->all, twice = a->twice, by = set_none();
    int64_t sum = 0;
    int attackers = 0, hits = 0;
    a->material += variant_eval->board_value[kind] * (int)set_count(men);
    a->ranked[rank] = set_or(a->ranked[rank], men);
    a->kinds |= (uint64_t)1 << kind;
    FOR_SET(sq, men)
    {
        const set found = attacks_from(w, T, side, kind, sq);
        sum += psqt_value(w, T, side, kind, sq) + royal_relative_value(w, T, side, kind, sq);
        twice = set_or(twice, set_and(all, found));
        all = set_or(all, found);
        by = set_or(by, found);
        /* Attacks on the ring of the other royal. */
        const int near = (int)set_count(set_and(found, ring));
        attackers += near != 0;
        hits += near;
        sum += mobility_value(w, T, side, kind, set_and(found, area));
        if (files)
            sum += open_file_value(w, T, side, sq);
        if (rank == RANK_MINOR)
            sum += minor_value(w, T, side, kind, sq);
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
    a->attackers += attackers;
    a->weight += variant_eval->attack_weight[kind] * attackers;
    a->hits += hits;
}

/* All pieces except pawns and royals, by kind. */
TEMPLATE void eval_pieces(struct eval_state *w, struct bm_trace *const T, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    const set pawns = set_and(w->pawns, p->side[side]);
    const set area = set_less(cells(&p->game->board), set_or(w->info[!side].pawns, pawns));
    const uint64_t first =
        variant_eval->pawns | (variant_eval->no_royals ? 0 : p->game->royals);
    int pairs = 0;
    for (unsigned kind = 0; kind < p->game->kinds; kind++) {
        const set men = set_and(p->kind[kind], p->side[side]);
        if (!set_any(men) || first >> kind & 1)
            continue;
        pairs += variant_eval->colour_bound >> kind & 1 && set_many(men);
        eval_kind(w, T, side, kind, men, area);
    }
    add_weight(w, T, side, VW_PAIR, pairs);
}

TEMPLATE void eval_hands(struct eval_state *w, struct bm_trace *const T, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    for (uint64_t held = p->held[side]; held; held = bits_drop_first(held)) {
        const unsigned kind = bits_first(held);
        const int v = variant_eval->hand_value[kind] * p->hand[side][kind];
        add_value(w, T, side, TERM_HANDS, v);
        if (variant_eval->rank[kind] != RANK_ROYAL)
            add_weight(w, T, side, VW_HELD + variant_eval->rank[kind], v / VALUE_STEP);
        for (unsigned i = 0;
             i < 3 && i < p->hand[side][kind] && variant_eval->class[kind] != CLASS_ROYAL; i++)
            add_weight(w, T, side, VW_HELD_MORE + variant_eval->class[kind] * 3 + i,
                       i < 2 ? 1 : p->hand[side][kind] - 2);
        w->info[side].held += v;
        if (!(variant_eval->pawns >> kind & 1))
            w->info[side].material += v;
    }
}

#include "search/eval/variant/pawns.h"

#include "search/eval/variant/royals.h"

/* ---- The sum ---- */

TEMPLATE void eval_terms(struct eval_state *w, struct bm_trace *const T)
{
    const struct k_pos *const p = w->p;
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    w->pawns = of_kinds(p, variant_eval->pawns);
    for (unsigned side = 0; side < 2; side++) {
        const set royals = variant_eval->no_royals ? set_none() : royals_of(p, side);
        w->info[side].royal =
            set_any(royals) && !set_many(royals) ? set_first(royals) : K_SQUARES;
        w->scene[side] = scene_of(p, side);
    }
    find_blockers(w);
    for (unsigned side = 0; side < 2; side++)
        eval_pawns_and_royals(w, T, side);
    for (unsigned side = 0; side < 2; side++) {
        eval_pieces(w, T, side);
        eval_hands(w, T, side);
    }
    eval_pawns(w, T);
    for (unsigned side = 0; side < 2; side++) {
        eval_royal_safety(w, T, side);
        eval_passed_pawns(w, T, side);
        if (!variant_eval->is_misere)
            eval_threats(w, T, side);
        if (p->game->checks) {
            const int given = (int)(p->game->checks - p->lore.checks[side]);
            add_weight(w, T, side, VW_GIVEN, given * given);
        }
    }
}

/* The phase: by the material that is left; in games with drops by what is not in hand. */
static int phase_of(const struct eval_state *w)
{
    enum { FULL_HANDS = 4 };
    if (w->p->game->captures_to_hand) {
        const int held = (w->info[0].held + w->info[1].held) * FULL_HANDS;
        const int most = w->td->variant_eval->material;
        return held >= most ? 0 : held <= 0 ? PHASES : PHASES - held * PHASES / most;
    }
    const int have = w->info[0].material + w->info[1].material;
    const int full = w->td->variant_eval->material * 9 / 10;
    return have <= 0 ? 0 : have >= full ? PHASES : have * PHASES / full;
}

/* Scale by the count of moves without progress, per mille. */
static int scale_of(const struct eval_state *w)
{
    const unsigned limit = w->td->shared->rules->set->quiet_claim, quiet = w->p->head.quiet;
    return limit ? 1000 - (int)(400 * (quiet < limit ? quiet : limit) / limit) : 1000;
}

/* Phase and scale are stored for a trace only. */
TEMPLATE int evaluate_position(const struct bm_search_thread *td, const struct k_pos *p,
                               struct bm_trace *const T)
{
    struct eval_state w;
    w.td = td;
    w.p = p;
    for (unsigned side = 0; side < 2; side++) {
        w.info[side] = (struct side_info){.royal = K_SQUARES};
        w.sum[side] = 0;
    }
    eval_terms(&w, T);
    const int64_t sum = w.sum[0] - w.sum[1];
    const int phase = phase_of(&w), scale = scale_of(&w);
    if (T) {
        T->phase = phase;
        T->phases = PHASES;
        T->scale = scale;
        T->tempo = TEMPO;
    }
    const int v = bm_taper(bm_pack_mg(sum), bm_pack_eg(sum), phase, PHASES);
    return ((p->head.turn ? -v : v) + TEMPO) * scale / 1000;
}

static int a_evaluate(const struct bm_search_thread *td, const struct k_pos *p)
{
    return evaluate_position(td, p, NULL);
}

static void a_trace(const struct bm_search_thread *td, const struct k_pos *p,
                    struct bm_trace *out)
{
    static const struct bm_eval_term terms[] = BM_TERMS_OF(VARIANT_TERMS);
    static const struct bm_eval_term runs[] = BM_RUNS_OF(VARIANT_TERMS);
    bm_trace_begin(out, terms, sizeof terms / sizeof *terms, runs, sizeof runs / sizeof *runs);
    out->weights = td->variant_eval->weights;
    out->weight_count = VARIANT_WEIGHT_COUNT;
    (void)evaluate_position(td, p, out);
    bm_trace_sum(out, p->head.turn);
}

#endif

/* SPDX-License-Identifier: MIT */
/* With what too little is left for mate. */
#include "variant/compile/compile.h"

enum { MAX_BOARD = 100 }; /* squares, for trying out all mates */

/* Whether nothing but mate wins. */
static bool only_mate_wins(const struct bm_build *b)
{
    const struct bm_compiled *const g = b->g;
    return g->royal == BM_ROYAL_ANY && __builtin_popcountll(g->royals) == 1 &&
           g->checkmate == BM_VERDICT_LOSS && g->stalemate == BM_VERDICT_DRAW &&
           !g->has_hands && !g->goals && !g->extinct && !g->checks && !g->multi &&
           !g->explode && !g->must_capture && !g->no_checks && g->pass == BM_PASS_NO &&
           !g->neutrals && (g->repeats == 0 || g->repeat_verdict == BM_VERDICT_DRAW);
}

/* Whether a piece takes on a square, the board being occupied so. */
static bool piece_takes(const struct bm_build *b, unsigned side, unsigned kind, unsigned from,
                        unsigned to, const struct bm_cells *occupied)
{
    const struct bm_mover *const m = &bm_compiled_man(b->g, side, kind)->move;
    const struct bm_ray *const ray = bm_compiled_at(b->g, m->rays);
    const uint32_t *const index = bm_compiled_at(b->g, m->odd);
    const struct bm_cells leaps = bm_build_row(b, m->take, from);
    if (bm_cells_has(&leaps, to))
        return true;
    const uint32_t odds = m->odd ? index[from + 1] - index[from] : 0;
    for (uint32_t i = 0; i < m->ray_count + odds; i++) {
        const struct bm_odd *const o =
            i < m->ray_count ? NULL : &b->odd[index[from] + i - m->ray_count];
        const uint32_t set =
            o ? o->ray : ray[i].table + (uint32_t)(from * b->words * sizeof(uint64_t));
        if (!((o ? o->way : ray[i].way) & BM_WAY_TAKE) || !bm_build_has(b, set, to))
            continue;
        struct bm_cells row = bm_build_cells(b, set);
        const struct bm_cells gate = bm_build_cells(b, o ? o->gate : 0);
        const struct bm_cells shut = bm_cells_and(gate, *occupied);
        if (bm_cells_any(&shut))
            continue;
        unsigned at;
        do
            at = bm_cells_pop(&row, o ? o->down : ray[i].down);
        while (at != to && !bm_cells_has(occupied, at));
        if (at == to)
            return true;
    }
    return false;
}

static struct bm_cells cells_of(unsigned a, unsigned c)
{
    struct bm_cells s = {0};
    bm_cells_add(&s, a);
    bm_cells_add(&s, c);
    return s;
}

/* What is asked again and again while mates are tried out. */
struct trial {
    const struct bm_build *b;
    unsigned kind;
    unsigned most;                      /* flights that a king can take away from another */
    struct bm_cells flight[MAX_BOARD];  /* of the bare king */
    struct bm_cells guard[MAX_BOARD];   /* what the other one guards */
    struct bm_cells guarded[MAX_BOARD]; /* from where it does so */
    struct bm_cells reach[MAX_BOARD];   /* what the piece takes on an empty board */
};

static void fill_kings(struct trial *t, unsigned royal)
{
    const struct bm_build *const b = t->b;
    memset(t->guarded, 0, sizeof t->guarded);
    for (unsigned sq = 0; sq < b->squares; sq++) {
        t->flight[sq] = bm_build_row(b, bm_compiled_man(b->g, 1, royal)->move.quiet, sq);
        t->guard[sq] = bm_build_row(b, bm_compiled_man(b->g, 0, royal)->move.take, sq);
        struct bm_cells to = t->guard[sq];
        while (bm_cells_any(&to))
            bm_cells_add(&t->guarded[bm_cells_pop(&to, false)], sq);
    }
    t->most = 0;
    BM_EACH (k, b->d->board, b->squares)
        BM_EACH (a, b->d->board, b->squares) {
            struct bm_cells all = t->guard[a];
            if (a == k || bm_cells_has(&all, k))
                continue;
            bm_cells_add(&all, a);
            all = bm_cells_and(all, t->flight[k]);
            const unsigned n = bm_cells_any(&all) ? bm_cells_count(&all) : 0;
            t->most = n > t->most ? n : t->most;
        }
}

static void fill_piece(struct trial *t, unsigned kind)
{
    const struct bm_build *const b = t->b;
    const struct bm_mover *const m = &bm_compiled_man(b->g, 0, kind)->move;
    const struct bm_ray *const ray = bm_compiled_at(b->g, m->rays);
    const uint32_t *const index = bm_compiled_at(b->g, m->odd);
    t->kind = kind;
    for (unsigned sq = 0; sq < b->squares; sq++) {
        t->reach[sq] = bm_build_row(b, m->take, sq);
        for (unsigned i = 0; i < m->ray_count; i++) {
            const struct bm_cells row = bm_build_row(b, ray[i].table, sq);
            if (ray[i].way & BM_WAY_TAKE)
                bm_cells_join(&t->reach[sq], &row);
        }
        for (uint32_t i = m->odd ? index[sq] : 0; m->odd && i < index[sq + 1]; i++) {
            const struct bm_cells row = bm_build_cells(b, b->odd[i].ray);
            if (b->odd[i].way & BM_WAY_TAKE)
                bm_cells_join(&t->reach[sq], &row);
        }
    }
}

/* Whether the king on a, who may also stand in the piece's way, completes a mate. */
static bool is_mate(const struct trial *t, unsigned k, unsigned x, unsigned a)
{
    struct bm_cells occupied = cells_of(k, x), to = t->flight[k];
    if (a == k || a == x || bm_cells_has(&t->guard[a], k))
        return false;
    bm_cells_add(&occupied, a);
    if (!piece_takes(t->b, 0, t->kind, x, k, &occupied))
        return false;
    while (bm_cells_any(&to)) {
        const unsigned sq = bm_cells_pop(&to, false);
        struct bm_cells after = cells_of(sq, x);
        bm_cells_add(&after, a);
        if (sq == a || bm_cells_has(&t->guard[a], sq))
            continue;
        if (sq == x || !piece_takes(t->b, 0, t->kind, x, sq, &after))
            return false;
    }
    return true;
}

/* Whether the piece on x mates the king on k with some help of its own king. */
static bool piece_mates(const struct trial *t, unsigned k, unsigned x)
{
    /* Where the bare king could still go if only the piece guarded, and who could help. */
    struct bm_cells to = t->flight[k], helpers = t->b->d->board;
    unsigned open = 0;
    while (bm_cells_any(&to)) {
        const unsigned sq = bm_cells_pop(&to, false);
        const struct bm_cells occupied = cells_of(sq, x);
        if (sq != x && bm_cells_has(&t->reach[x], sq) &&
            piece_takes(t->b, 0, t->kind, x, sq, &occupied))
            continue;
        struct bm_cells here = t->guarded[sq];
        bm_cells_add(&here, sq);
        helpers = bm_cells_and(helpers, here);
        if (++open > t->most || !bm_cells_any(&helpers))
            return false;
    }
    while (bm_cells_any(&helpers))
        if (is_mate(t, k, x, bm_cells_pop(&helpers, false)))
            return true;
    return false;
}

/* Whether all squares are alike: the board has no edge and the pieces' moves no zones. */
static bool is_endless(const struct bm_build *b, unsigned royal, unsigned kind)
{
    const struct bm_desc *const d = b->d;
    return d->wrap == (1u << d->axes) - 1 && bm_cells_count(&d->board) == b->squares &&
           bm_build_is_even(b, royal) && bm_build_is_even(b, kind);
}

/* Whether king and one piece can stand so that a bare king is mated. */
static bool can_mate(struct trial *t, unsigned royal, unsigned kind)
{
    const bool endless = is_endless(t->b, royal, kind);
    fill_piece(t, kind);
    BM_EACH (x, t->b->d->board, t->b->squares) {
        struct bm_cells to = t->reach[x];
        while (bm_cells_any(&to))
            if (piece_mates(t, bm_cells_pop(&to, false), x))
                return true;
        if (endless)
            return false; /* from everywhere it is as from here */
    }
    return false;
}

/* A piece that only leaps, the same way for moves and captures. */
static bool only_leaps(const struct bm_build *b, unsigned kind)
{
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_mover *const m = &bm_compiled_man(b->g, side, kind)->move;
        if (!m->plain || m->ray_count || m->odd || !m->take)
            return false;
    }
    return true;
}

static bool kind_hops(const struct bm_build *b, unsigned kind)
{
    const struct bm_desc_piece *const p = &b->d->piece[kind];
    for (unsigned i = 0; i < p->terms; i++)
        if (b->d->term[p->first_term + i].way & BM_WAY_HOP ||
            b->d->term[p->first_term + i].victims != ~(uint64_t)0)
            return true;
    return false;
}

/* A single term with these steps and nothing else to it. */
static bool is_exactly(const struct bm_build *b, unsigned kind, const struct bm_steps *steps,
                       unsigned range)
{
    const struct bm_desc_piece *const p = &b->d->piece[kind];
    const struct bm_term *const t = &b->d->term[p->first_term];
    if (p->terms != 1 || t->count != steps->count || t->range != range || t->bent ||
        t->universal || t->lame || t->initial || t->start_zone || t->path_zone ||
        t->victims != ~(uint64_t)0 || t->way != (BM_WAY_MOVE | BM_WAY_TAKE))
        return false;
    for (unsigned i = 0; i < steps->count; i++) {
        unsigned j = 0;
        while (j < steps->count &&
               memcmp(&b->d->vector[t->first + i], &steps->v[j], sizeof steps->v[j]) != 0)
            j++;
        if (j == steps->count)
            return false;
    }
    return true;
}

static void build_bound(struct bm_build *b, unsigned royal)
{
    const struct bm_desc *const d = b->d;
    struct bm_steps king = {0}, bishop = {0};
    if (d->axes != 2 || d->hex || d->wrap || d->size[0] < 3 || d->size[1] < 3 ||
        bm_cells_count(&d->board) != b->squares)
        return;
    bm_steps_king(&king, d);
    bm_steps_leap(&bishop, d, (const uint8_t[4]){1, 1, 0, 0});
    if (!is_exactly(b, royal, &king, 1))
        return;
    for (unsigned kind = 0; kind < d->kinds; kind++)
        if (is_exactly(b, kind, &bishop, 0) && !bm_compiled_man(b->g, 0, kind)->promotes)
            b->g->bound |= (uint64_t)1 << kind;
    for (unsigned sq = 0; sq < b->squares; sq++)
        if ((b->at[sq][0] + b->at[sq][1]) % 2 == 0)
            bm_cells_add(&b->g->dark, sq);
}

/* Whether nothing but royals decides, once each side has one royal piece and nothing else. */
static bool only_royals_count(const struct bm_build *b)
{
    const struct bm_compiled *const g = b->g;
    const bool harmless = !g->extinct || !(g->extinct_kinds & ~g->royals) ||
                          (g->extinct_all && g->extinct_left == 1 && g->extinct_opponent > 1);
    return g->royal != BM_ROYAL_NONE && __builtin_popcountll(g->royals) == 1 &&
           g->royal_sides == 3 && !g->goals && harmless && !bm_build_has_long_turns(b) &&
           !g->neutrals && (g->repeats == 0 || g->repeat_verdict == BM_VERDICT_DRAW);
}

/* Whether the royal on a can step somewhere while that of the other side stands on x. */
static bool can_step(const struct bm_build *b, unsigned side, unsigned royal, unsigned a,
                     unsigned x)
{
    struct bm_cells to = bm_build_row(b, bm_compiled_man(b->g, side, royal)->move.quiet, a);
    while (bm_cells_any(&to)) {
        const unsigned sq = bm_cells_pop(&to, false);
        const struct bm_cells after = cells_of(sq, x);
        if (sq != x && !piece_takes(b, !side, royal, x, sq, &after))
            return true;
    }
    return false;
}

/* Whether a royal moves at all from a square: a general of xiangqi does so in its palace only.
 */
static bool can_live(const struct bm_build *b, unsigned side, unsigned royal, unsigned sq)
{
    const struct bm_cells to =
        bm_build_row(b, bm_compiled_man(b->g, side, royal)->move.quiet, sq);
    return bm_cells_any(&to);
}

/*
 * Two bare royals: neither attacks the other without being attacked itself, so that there is
 * never a check, and where stalemate decides there is always a step. A game can be decided no
 * more.
 */
static bool is_bare_dead(const struct bm_build *b)
{
    const struct bm_compiled *const g = b->g;
    if (!only_royals_count(b) || b->squares > MAX_BOARD)
        return false;
    const unsigned royal = (unsigned)__builtin_ctzll(g->royals);
    if (bm_compiled_man(g, 0, royal)->promotes || bm_compiled_man(g, 1, royal)->promotes)
        return false;
    BM_EACH (a, b->d->board, b->squares)
        BM_EACH (x, b->d->board, b->squares) {
            const struct bm_cells both = cells_of(a, x);
            if (a == x || !can_live(b, 0, royal, a) || !can_live(b, 1, royal, x))
                continue;
            const bool hits = piece_takes(b, 0, royal, a, x, &both);
            if (hits != piece_takes(b, 1, royal, x, a, &both))
                return false;
            if (hits || g->stalemate == BM_VERDICT_DRAW)
                continue;
            if (!can_step(b, 0, royal, a, x) || !can_step(b, 1, royal, x, a))
                return false;
        }
    return true;
}

void bm_build_dead(struct bm_build *b)
{
    struct bm_compiled *const g = b->g;
    g->can_be_dead = only_mate_wins(b);
    g->bare_is_dead = !g->can_be_dead && is_bare_dead(b);
    if (!g->can_be_dead)
        return;
    const unsigned royal = (unsigned)__builtin_ctzll(g->royals);
    build_bound(b, royal);
    if (b->squares > MAX_BOARD || !only_leaps(b, royal))
        return;
    struct trial *const t = bm_build_scratch(b, sizeof *t);
    if (!t)
        return;
    t->b = b;
    fill_kings(t, royal);
    for (unsigned kind = 0; kind < g->kinds; kind++)
        if (kind != royal && !bm_compiled_man(g, 0, kind)->promotes &&
            !bm_compiled_man(g, 1, kind)->promotes && !kind_hops(b, kind) &&
            !can_mate(t, royal, kind))
            g->lone |= (uint64_t)1 << kind;
}

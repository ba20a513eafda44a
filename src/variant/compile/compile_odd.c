/* SPDX-License-Identifier: MIT */
/* Ways of moving that are neither leaps nor straight rays, square by square. */
#include "variant/compile/compile.h"

/* What all odd ways of one term from one square have in common. */
struct odd {
    struct bm_build *b;
    const struct bm_term *t;
    unsigned side, from, way;
};

static uint64_t with_forms(const struct bm_desc *d, uint64_t kinds)
{
    /* Forms that come of themselves are what they are called after. */
    for (unsigned k = 0; k < d->kinds; k++) {
        if (!d->piece[k].tilde)
            continue;
        for (unsigned j = 0; j < d->kinds; j++)
            if (!d->piece[j].tilde && d->piece[j].letter[0] == d->piece[k].letter[0] &&
                d->piece[j].letter[1] == '\0')
                kinds = (kinds & ~((uint64_t)1 << k)) | (kinds >> j & 1) << k;
    }
    return kinds;
}

static void emit_odd(const struct odd *o, const struct bm_cells *gate, const uint8_t *cells,
                     unsigned n, unsigned way, bool straight)
{
    struct bm_build *const b = o->b;
    if (b->odds == BM_BUILD_ODD) {
        bm_build_fail(b, "the pieces have too many ways to move", "");
        return;
    }
    struct bm_cells ray = {0};
    for (unsigned i = 0; i < n; i++)
        bm_cells_add(&ray, cells[i]);
    b->cells += n;
    if (b->cells > BM_BUILD_CELLS) {
        bm_build_fail(b, "the pieces' rays have more than 1000000 squares", "");
        return;
    }
    b->odd[b->odds++] = (struct bm_odd){.gate = bm_cells_any(gate) ? bm_build_set(b, gate) : 0,
                                        .ray = bm_build_set(b, &ray),
                                        .path = straight ? 0 : bm_build_path(b, cells, n),
                                        .length = (uint8_t)n,
                                        .down = n > 1 && cells[1] < cells[0],
                                        .way = (uint8_t)way,
                                        .victims = with_forms(b->d, o->t->victims),
                                        .hurdles = with_forms(b->d, o->t->hurdles)};
}

/* The run of squares from the first that go one way by their numbers. */
static unsigned one_way(const uint8_t *cells, unsigned n)
{
    unsigned k = n < 2 ? n : 2;
    while (k < n && (cells[k] < cells[k - 1]) == (cells[1] < cells[0]))
        k++;
    return k;
}

/* A ray that may turn round at the board's seam: in pieces, each behind those before it. */
static void emit_run(const struct odd *o, struct bm_cells gate, const uint8_t *cells,
                     unsigned n)
{
    while (n > 0 && !o->b->failed) {
        const unsigned k = one_way(cells, n);
        emit_odd(o, &gate, cells, k, o->way, true);
        for (unsigned i = 0; i < k; i++)
            bm_cells_add(&gate, cells[i]);
        cells += k;
        n -= k;
    }
}

static void add_hop(const struct odd *o, struct bm_vector v)
{
    uint8_t cells[256];
    const struct bm_cells none = {0};
    const unsigned n = bm_build_walk(o->b, o->t, o->side, o->from, v, o->t->range, cells);
    if (n < 2)
        return;
    emit_odd(o, &none, cells, n, o->way | (o->t->way & (BM_WAY_HOP | BM_WAY_BEHIND)),
             one_way(cells, n) == n);
}

/* Lame leaps, one after the other for a rider: all squares that are passed must be empty. */
static void add_lame(const struct odd *o, struct bm_vector v, const struct bm_vector *parts,
                     unsigned count)
{
    const struct bm_build *const b = o->b;
    const struct bm_term *const t = o->t;
    const struct bm_cells *const zone =
        t->path_zone ? &b->d->zone[t->path_zone - 1].cells[o->side] : &b->d->board;
    const unsigned all = BM_WAY_MOVE | BM_WAY_TAKE | BM_WAY_EP;
    const bool passes = t->initial && (t->way & all) == BM_WAY_MOVE;
    struct bm_cells gate = {0};
    uint8_t cells[256];
    const unsigned n = bm_build_walk(b, t, o->side, o->from, v, t->range, cells);
    for (unsigned i = 0, sq = o->from; i < n && !b->failed; sq = cells[i++]) {
        for (unsigned k = 0; k + 1 < count; k++) {
            const int next = bm_build_step(b, sq, parts[k]);
            if (next < 0 || !bm_cells_has(zone, (unsigned)next))
                return;
            sq = (unsigned)next;
            if (sq != o->from)
                bm_cells_add(&gate, sq);
        }
        emit_odd(o, &gate, &cells[i], 1, o->way | (passes ? BM_WAY_PASSES : 0), true);
        bm_cells_add(&gate, cells[i]);
    }
}

/* What a ray's table does not hold: filtered captures, en passant, what lies past a seam. */
static void add_ray(const struct odd *o, unsigned kind, struct bm_vector v)
{
    struct bm_build *const b = o->b;
    const struct bm_cells none = {0};
    const unsigned plain = bm_term_plain(o->t);
    uint8_t cells[256];
    const unsigned n = bm_build_walk(b, o->t, o->side, o->from, v, o->t->range, cells);
    bool tails = false;
    if (plain && b->d->wrap)
        (void)bm_build_line(b, o->t, v, o->side, kind, &tails);
    if (tails) {
        const unsigned head = bm_line_head(b, o->from, cells, n, v);
        struct bm_cells gate = {0};
        for (unsigned i = 0; i < head; i++)
            bm_cells_add(&gate, cells[i]);
        struct odd rest = *o;
        rest.way = plain;
        emit_run(&rest, gate, cells + head, n - head);
    }
    if (o->way)
        emit_run(o, none, cells, n);
}

/* The second leg, and the first where it is not a leap like others. */
static void add_bent(const struct odd *o, struct bm_vector first, struct bm_vector second)
{
    const struct bm_build *const b = o->b;
    const struct bm_cells none = {0};
    uint8_t cells[256], bend[256];
    if (bm_build_walk(b, o->t, o->side, o->from, first, 1, bend) != 1)
        return;
    unsigned n = bm_build_walk(b, o->t, o->side, bend[0], second, o->t->range, cells);
    for (unsigned i = 0; i < n; i++)
        if (cells[i] == o->from)
            n = i;
    struct odd all = *o;
    all.way = o->t->way & (BM_WAY_MOVE | BM_WAY_TAKE | BM_WAY_EP);
    struct bm_cells gate = none;
    bm_cells_add(&gate, bend[0]);
    if (o->way && o->t->bent_stops)
        emit_odd(o, &none, bend, 1, o->way, true);
    emit_run(&all, gate, cells, n);
}

static void add_universal(const struct odd *o)
{
    const struct bm_build *const b = o->b;
    const struct bm_cells *const zone =
        o->t->path_zone ? &b->d->zone[o->t->path_zone - 1].cells[o->side] : &b->d->board;
    const struct bm_cells none = {0};
    BM_EACH (to, *zone, b->squares)
        if (to != o->from && bm_cells_has(&b->d->board, to) && !b->failed)
            emit_odd(o, &none, (const uint8_t[1]){(uint8_t)to}, 1, o->way, true);
}

static void add_term(struct bm_build *b, const struct bm_term *t, unsigned side, unsigned kind,
                     unsigned from)
{
    const struct bm_cells starts = bm_build_starts(b, t, side);
    const struct odd o = {b, t, side, from, bm_term_odd(t)};
    if (!bm_cells_has(&starts, from))
        return;
    if (t->universal && o.way)
        add_universal(&o);
    for (unsigned i = 0; i < t->count && !b->failed; i++) {
        const struct bm_vector *const at = &b->d->vector[t->first + (t->bent ? 2 * i : i)];
        const struct bm_vector v = side ? bm_vector_flip(b->d, *at) : *at;
        struct bm_vector parts[256];
        unsigned count = 0;
        if (t->bent)
            add_bent(&o, v, side ? bm_vector_flip(b->d, at[1]) : at[1]);
        else if (t->way & BM_WAY_HOP)
            add_hop(&o, v);
        else if (t->lame && (count = bm_lame_parts(b->d, v, parts)) > 1) {
            struct odd all = o;
            all.way = t->way & (BM_WAY_MOVE | BM_WAY_TAKE | BM_WAY_EP);
            add_lame(&all, v, parts, count);
        } else if (t->range != 1) {
            add_ray(&o, kind, v);
        } else if (o.way) {
            uint8_t cell[256];
            const struct bm_cells none = {0};
            if (bm_build_walk(b, t, side, from, v, 1, cell) == 1)
                emit_odd(&o, &none, cell, 1, o.way, true);
        }
    }
}

/* Whether a term can have odd ways at all: asked once, not for every square. */
static bool may_be_odd(const struct bm_build *b, const struct bm_term *t)
{
    return bm_term_odd(t) != 0 || t->lame || t->bent ||
           (b->d->wrap && t->range != 1 && !t->universal);
}

void bm_build_odd(struct bm_build *b, unsigned side, unsigned kind, unsigned from)
{
    const struct bm_desc_piece *const p = &b->d->piece[kind];
    for (unsigned i = 0; i < p->terms && !b->failed; i++) {
        const struct bm_term *const t = &b->d->term[p->first_term + i];
        if (may_be_odd(b, t))
            add_term(b, t, side, kind, from);
    }
}

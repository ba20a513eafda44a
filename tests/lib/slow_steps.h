/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_SLOW_STEPS_H
#define BM_TESTS_SLOW_STEPS_H

/*
 * How pieces move, walked from square to square by the steps of a description: nothing of the
 * tables is used.
 */

#include <stdlib.h>
#include <string.h>

#include "variant/desc.h"

struct board {
    bm_piece at[BM_MAX_SQUARES];
};

/* What a piece can do: squares that it moves to, that it takes on, that it takes e.p. on. */
struct reach {
    struct bm_cells to[3];
};

static inline bool same_cells(const struct bm_cells *a, const struct bm_cells *b)
{
    return !memcmp(a, b, sizeof *a);
}

static inline int step(const struct bm_desc *d, unsigned sq, const int v[4])
{
    int at[4] = {0}, unit = 1, to = 0;
    unsigned rest = sq;
    for (unsigned i = 0; i < d->axes; i++) {
        at[i] = (int)(rest % d->size[i]) + v[i];
        rest /= d->size[i];
        if (d->wrap >> i & 1)
            at[i] = (at[i] + 64 * d->size[i]) % d->size[i];
        if (at[i] < 0 || at[i] >= d->size[i])
            return -1;
        to += at[i] * unit;
        unit *= d->size[i];
    }
    return bm_cells_has(&d->board, (unsigned)to) ? to : -1;
}

/* A step of the mover's: mirrored for the second side. */
static inline void turn(const struct bm_desc *d, const struct bm_vector *v, unsigned side,
                        int out[4])
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = side && (d->rotate || (!d->hex && d->forward >> i & 1)) ? -v->d[i] : v->d[i];
    if (side && d->hex && !d->rotate)
        out[1] = v->d[0] - v->d[1];
}

struct walk {
    const struct bm_desc *d;
    const struct board *b;
    const struct bm_term *t;
    unsigned side, from;
    struct reach *out;
};

static inline bool in_zone(const struct walk *w, unsigned zone, unsigned sq)
{
    return !zone || bm_cells_has(&w->d->zone[zone - 1].cells[w->side], sq);
}

static inline bool is_one_of(const struct bm_desc *d, uint64_t kinds, unsigned kind)
{
    if (d->piece[kind].tilde) /* is what it is called after */
        for (unsigned k = 0; k < d->kinds; k++)
            if (!d->piece[k].letter[1] && d->piece[k].letter[0] == d->piece[kind].letter[0])
                kind = k;
    return (kinds >> kind & 1) != 0;
}

/* Land on a square: what the term allows there. */
static inline void land(const struct walk *w, unsigned sq)
{
    const bm_piece p = w->b->at[sq];
    if (!p && w->t->way & BM_WAY_MOVE)
        bm_cells_add(&w->out->to[0], sq);
    if (!p && w->t->way & BM_WAY_EP)
        bm_cells_add(&w->out->to[2], sq);
    if (p && bm_piece_side(p) != w->side && w->t->way & BM_WAY_TAKE &&
        is_one_of(w->d, w->t->victims, bm_piece_kind(p)))
        bm_cells_add(&w->out->to[1], sq);
}

/* Straight steps of a lame leap first, then diagonal ones; between squares only. */
static inline bool is_lame_open(const struct walk *w, unsigned from, const int v[4])
{
    int left[4] = {v[0], v[1], v[2], v[3]}, sq = (int)from;
    for (;;) {
        int most = 0, part[4] = {0}, rest = 0;
        for (unsigned i = 0; i < 4; i++)
            most = abs(left[i]) > most ? abs(left[i]) : most;
        for (unsigned i = 0; i < 4; i++)
            if (abs(left[i]) == most) {
                part[i] = left[i] < 0 ? -1 : 1;
                left[i] -= part[i];
            }
        if (w->d->hex && v[0] && v[1] && !(v[0] == v[1]))
            return true; /* not used by any game of the library */
        for (unsigned i = 0; i < 4; i++)
            rest |= left[i];
        sq = step(w->d, (unsigned)sq, part);
        if (rest == 0)
            return true;
        if (sq < 0 || (w->b->at[sq] && (unsigned)sq != w->from) ||
            !in_zone(w, w->t->path_zone, (unsigned)sq))
            return false;
    }
}

/* Steps in one direction, from a square that was reached with nothing in the way. */
static inline void run(const struct walk *w, unsigned from, const int v[4], unsigned range)
{
    unsigned hurdles = 0, n = 0;
    bool behind = false;
    for (unsigned sq = from; range == 0 || n < range; n++) {
        const int to = step(w->d, sq, v);
        if (to < 0 || (unsigned)to == w->from || (unsigned)to == from ||
            !in_zone(w, w->t->path_zone, (unsigned)to))
            return;
        if (w->t->lame && !is_lame_open(w, sq, v))
            return;
        sq = (unsigned)to;
        const bm_piece p = w->b->at[sq];
        if (!(w->t->way & BM_WAY_HOP)) {
            land(w, sq);
            if (p)
                return;
            continue;
        }
        if (hurdles == 1 && (!(w->t->way & BM_WAY_BEHIND) || behind))
            land(w, sq);
        behind = false;
        if (p) {
            if (hurdles++ || !is_one_of(w->d, w->t->hurdles, bm_piece_kind(p)))
                return;
            behind = true;
        }
    }
}

static inline bool is_initial(const struct bm_desc *d, unsigned side, unsigned kind,
                              unsigned sq)
{
    const struct bm_desc_piece *const p = &d->piece[kind];
    if (p->has_initial)
        return bm_cells_has(&p->initial[side], sq);
    return !p->tilde && d->start.board[sq] == bm_piece_of(kind, side);
}

static inline void slow_term(const struct walk *w)
{
    const struct bm_desc *const d = w->d;
    const struct bm_term *const t = w->t;
    int v[4], second[4];
    for (unsigned sq = 0; t->universal && sq < d->squares; sq++)
        if (sq != w->from && bm_cells_has(&d->board, sq) && in_zone(w, t->path_zone, sq))
            land(w, sq);
    for (unsigned i = 0; i < t->count; i++) {
        const struct bm_vector *const at = &d->vector[t->first + (t->bent ? 2 * i : i)];
        turn(d, at, w->side, v);
        if (!t->bent) {
            run(w, w->from, v, t->range);
            continue;
        }
        turn(d, at + 1, w->side, second);
        const int bend = step(d, w->from, v);
        if (bend < 0 || (unsigned)bend == w->from || !in_zone(w, t->path_zone, (unsigned)bend))
            continue;
        if (t->bent_stops)
            land(w, (unsigned)bend);
        if (!w->b->at[bend])
            run(w, (unsigned)bend, second, t->range);
    }
}

static inline void slow_reach(const struct bm_desc *d, const struct board *b, unsigned side,
                              unsigned kind, unsigned from, struct reach *out)
{
    const struct bm_desc_piece *const p = &d->piece[kind];
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < p->terms; i++) {
        const struct bm_term *const t = &d->term[p->first_term + i];
        const struct walk w = {d, b, t, side, from, out};
        if (in_zone(&w, t->start_zone, from) && in_zone(&w, t->path_zone, from) &&
            (!t->initial || is_initial(d, side, kind, from)))
            slow_term(&w);
    }
}

#endif

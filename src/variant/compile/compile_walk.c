/* SPDX-License-Identifier: MIT */
/* Steps and rays on a board. */
#include "variant/compile/compile.h"

void bm_build_board(struct bm_build *b)
{
    const struct bm_desc *const d = b->d;
    for (unsigned sq = 0; sq < b->squares; sq++) {
        unsigned rest = sq;
        for (unsigned i = 0; i < 4; i++) {
            const unsigned size = i >= d->axes ? 1 : d->size[i] ? d->size[i] : 256;
            b->at[sq][i] = (int16_t)(rest % size);
            rest /= size;
        }
    }
}

int bm_build_step(const struct bm_build *b, unsigned sq, struct bm_vector v)
{
    const struct bm_desc *const d = b->d;
    unsigned to = 0, unit = 1;
    for (unsigned i = 0; i < d->axes; i++) {
        const int size = b->g->dims[i] ? b->g->dims[i] : 256;
        int x = b->at[sq][i] + v.d[i];
        if (x < 0 || x >= size) {
            if (!(d->wrap >> i & 1))
                return -1;
            x = (x % size + size) % size;
        }
        to += (unsigned)x * unit;
        unit *= (unsigned)size;
    }
    return bm_cells_has(&d->board, to) ? (int)to : -1;
}

struct bm_cells bm_build_starts(const struct bm_build *b, const struct bm_term *t,
                                unsigned side)
{
    struct bm_cells c = b->d->board;
    if (t->start_zone)
        c = bm_cells_and(c, b->d->zone[t->start_zone - 1].cells[side]);
    if (t->path_zone)
        c = bm_cells_and(c, b->d->zone[t->path_zone - 1].cells[side]);
    if (t->initial)
        c = bm_cells_and(c, b->ways->initial);
    return c;
}

unsigned bm_build_walk(const struct bm_build *b, const struct bm_term *t, unsigned side,
                       unsigned from, struct bm_vector v, unsigned range, uint8_t out[256])
{
    const struct bm_cells *const zone =
        t->path_zone ? &b->d->zone[t->path_zone - 1].cells[side] : &b->d->board;
    unsigned n = 0;
    for (unsigned sq = from; (range == 0 || n < range) && n < 255;) {
        const int to = bm_build_step(b, sq, v);
        if (to < 0 || (unsigned)to == from || !bm_cells_has(zone, (unsigned)to))
            break;
        sq = (unsigned)to;
        out[n++] = (uint8_t)sq;
    }
    return n;
}

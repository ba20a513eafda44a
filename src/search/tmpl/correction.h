/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_CORRECTION_H
#define BM_SEARCH_TMPL_CORRECTION_H

/*
 * What searches found beside what the evaluation said is learned: by how the pawns stand, by
 * where the other pieces of each side stand, and by the two moves before. Alike positions are
 * misjudged alike.
 */

#include "search/tmpl/movepick.h"

enum {
    CORRECTION_MAX = 1024,
    CORRECTION_STEP = 256,
    CORRECTION_PARTS = 96, /* of a centipawn */
};

/* Where it is learned, for the side to move. */
static void find_shapes(struct bm_hunter *h, unsigned ply)
{
    struct bm_step *const s = &h->steps[ply];
    uint64_t key[SHAPES];
    a_shapes(h, pos_of(h), key);
    const uint64_t pair = (uint64_t)s[-1].index * h->indices + s[-2].index;
    key[SHAPES - 1] = s[-1].move.bits == BM_MOVE_NONE ? 0 : pair + 1;
    for (unsigned i = 0; i < SHAPES; i++) {
        const uint64_t mixed = (key[i] + s->turn) * UINT64_C(0x9e3779b97f4a7c15);
        s->shape[i] = i * SHAPES_KEPT + (uint32_t)(mixed >> 40) % SHAPES_KEPT;
    }
}

/* A static value of the position, corrected; the shapes are noted for what is found later. */
static int correct(struct bm_hunter *h, int raw, unsigned ply)
{
    static const int share[SHAPES] = {2, 1, 1, 2};
    const struct bm_step *const s = &h->steps[ply];
    int sum = 0;
    find_shapes(h, ply);
    for (unsigned i = 0; i < SHAPES; i++)
        sum += share[i] * h->corrections[s->shape[i]];
    return max(-VALUE_WON + 1, min(VALUE_WON - 1, raw + sum / CORRECTION_PARTS));
}

static void learn_correction(struct bm_hunter *h, unsigned ply, int found, int depth)
{
    const struct bm_step *const s = &h->steps[ply];
    const int by = (found - s->eval) * depth / 8;
    const int bonus = max(-CORRECTION_STEP, min(CORRECTION_STEP, by));
    const int size = bonus < 0 ? -bonus : bonus;
    for (unsigned i = 0; i < SHAPES; i++) {
        int16_t *const entry = &h->corrections[s->shape[i]];
        *entry = (int16_t)(*entry + bonus - *entry * size / CORRECTION_MAX);
    }
}

#endif

/* SPDX-License-Identifier: MIT */

/* Rays of sliders in pairs, for vector instructions: one rising, one falling and stored
 * mirrored, so that it rises as well. */
#include "base/bits.h"
#include "search/eval/variant/tables.h"

/* Capturing rays of a piece, rising or falling; at most `most` are written. */
static unsigned list_rays(const struct bm_compiled *g, const struct bm_mover *m, unsigned down,
                          uint32_t *out, unsigned most)
{
    const struct bm_ray *const rays = bm_compiled_at(g, m->rays);
    unsigned n = 0;
    for (unsigned i = 0; i < m->ray_count; i++)
        if (rays[i].way & BM_WAY_TAKE && !rays[i].down == !down) {
            if (n < most)
                out[n] = rays[i].table;
            n++;
        }
    return n;
}

/* Vectors of a kind for each square; 0: it has no rays, or the board is too large. */
static unsigned count_ray_vectors(const struct bm_compiled *g, unsigned side, unsigned kind)
{
    const struct bm_mover *const m = &bm_compiled_man(g, side, kind)->move;
    const unsigned up = list_rays(g, m, 0, NULL, 0), down = list_rays(g, m, 1, NULL, 0);
    const unsigned pairs = up > down ? up : down;
    return g->words > 2 || pairs > BM_MAX_RAY_PAIRS ? 0
           : g->words == 2                          ? pairs
                                                    : (pairs + 1) / 2;
}

size_t bm_ray_simd_size(const struct bm_compiled *g)
{
    size_t n = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < g->kinds; kind++)
            n += count_ray_vectors(g, side, kind);
    return n * g->squares * sizeof(bits_vec);
}

static uint64_t reverse_bits(uint64_t x)
{
    uint64_t y = 0;
    for (unsigned i = 0; i < 64; i++)
        y |= (x >> i & 1) << (63 - i);
    return y;
}

/* The rays of a kind from one square. */
static void fill_ray_pairs(const struct bm_compiled *g, const struct bm_mover *m, unsigned sq,
                           uint64_t *out)
{
    uint32_t up[BM_MAX_RAY_PAIRS], down[BM_MAX_RAY_PAIRS];
    const unsigned ups = list_rays(g, m, 0, up, BM_MAX_RAY_PAIRS);
    const unsigned downs = list_rays(g, m, 1, down, BM_MAX_RAY_PAIRS);
    const unsigned n = g->words;
    for (unsigned i = 0; i < ups; i++)
        for (unsigned k = 0; k < n; k++)
            out[i * 2 * n + k] = ((const uint64_t *)bm_compiled_at(g, up[i]))[sq * n + k];
    for (unsigned i = 0; i < downs; i++)
        for (unsigned k = 0; k < n; k++)
            out[i * 2 * n + n + k] = reverse_bits(
                ((const uint64_t *)bm_compiled_at(g, down[i]))[sq * n + n - 1 - k]);
}

void bm_ray_simd_init(struct bm_variant_eval *w, const struct bm_compiled *g)
{
    const size_t words = sizeof(bits_vec) / sizeof(uint64_t);
    size_t at = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < g->kinds; kind++) {
            const unsigned count = count_ray_vectors(g, side, kind);
            w->ray_simd[side][kind] = (struct bm_ray_simd){(uint32_t)at, (uint8_t)count};
            for (unsigned sq = 0; count && sq < g->squares; sq++)
                fill_ray_pairs(g, &bm_compiled_man(g, side, kind)->move, sq,
                               w->ray_vectors + (at + (size_t)sq * count) * words);
            at += (size_t)count * g->squares;
        }
}

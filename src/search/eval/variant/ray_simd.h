/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_VARIANT_RAY_SIMD_H
#define BM_SEARCH_EVAL_VARIANT_RAY_SIMD_H

/* Slider attacks by vector instructions, two rays at a time: one rising, one falling and stored
 * mirrored (ray_simd.c), so that both end at their lowest blocker. Traces and instances without
 * vectors follow each ray by itself; tests that compare values with traces check that both
 * agree. */

#ifdef HAS_RAY_SIMD

/* The occupied squares, and the same mirrored. */
TEMPLATE void find_blockers(struct eval_state *w)
{
    const set occ = w->scene[0].occupied;
    const uint64_t first = occ.w[0], last = BM_WORDS == 2 ? occ.w[BM_WORDS - 1] : 0;
    const bits_two turned = bits_mirror((bits_two){first, last});
    w->blockers = BM_WORDS == 2 ? (bits_vec){first, last, turned[0], turned[1]}
                                : (bits_vec){first, turned[1], first, turned[1]};
}

TEMPLATE set ray_attacks(const struct eval_state *w, const struct bm_ray_simd *l, unsigned sq)
{
    const bits_vec_any *const list =
        (const bits_vec_any *)(const void *)w->td->variant_eval->ray_vectors + l->first +
        (size_t)sq * l->count;
    bits_vec run = {0};
    for (unsigned i = 0; i < l->count; i++)
        run |= BM_WORDS == 2 ? bits_run_pairs(list[i], w->blockers)
                             : bits_run_words(list[i], w->blockers);
    bits_two rising = bits_low(run), falling = bits_high(run);
    if (BM_WORDS != 2)
        rising = falling = rising | falling;
    const bits_two both = rising | bits_mirror(falling);
    set found;
    EACH_WORD found.w[i] = both[i];
    return found;
}

#else

TEMPLATE void find_blockers(const struct eval_state *w) { (void)w; }

#endif

/* Attacks of a piece of a side from a square. */
TEMPLATE set attacks_from(const struct eval_state *w, struct bm_trace *const T, unsigned side,
                          unsigned kind, unsigned sq)
{
    const struct scene *const s = &w->scene[side];
    const struct bm_man *const man = bm_compiled_man(s->g, side, kind);
#ifdef HAS_RAY_SIMD
    const struct bm_ray_simd *const l = &w->td->variant_eval->ray_simd[side][kind];
    if (!T && LIKELY(l->count || !man->move.ray_count)) {
        const struct bm_mover *const m = &man->move;
        set found = m->take ? table_at(s->g, m->take, sq) : set_none();
        if (l->count)
            found = set_or(found, ray_attacks(w, l, sq));
        return m->odd ? set_or(found, odd_attacks(s, m, sq)) : found;
    }
#endif
    (void)T;
    return attacks_of(s, man, sq);
}

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_EMIT_H
#define BM_KERNEL_VARIANT_EMIT_H

/* From a piece and its targets to moves: promotion. */
#include "kernel/variant/gen.h"
#include "kernel/variant/targets.h"

/* Targets on which a piece may promote, and those on which it must. */
struct choice {
    set may, must;
};

TEMPLATE struct choice choose(const struct scene *s, const struct bm_man *man, unsigned from,
                              set to)
{
    const struct bm_compiled *const g = s->g;
    struct choice c;
    switch (g->promote_on) {
    case BM_ON_EITHER:
        c.may = bm_cells_has(&man->may_from, from) ? to : set_and(to, cells(&man->may_to));
        break;
    case BM_ON_CAPTURE: c.may = set_and(set_and(to, s->enemy), cells(&man->may_to)); break;
    case BM_ON_PLACE: c.may = set_none(); break;
    default: c.may = set_and(to, cells(&man->may_to)); break;
    }
    c.must = g->force_always ? c.may : set_and(c.may, cells(&man->must_to));
    return c;
}

TEMPLATE size_t emit_plain(unsigned from, set to, bm_move *out, enum k_mode MODE)
{
    if (MODE != K_LIST)
        return set_count(to);
    size_t n = 0;
    FOR_SET(sq, to)
    out[n++] = bm_move_plain((bm_sq)from, (bm_sq)sq);
    return n;
}

/* A move that must promote but finds nothing left to become is no move. */
TEMPLATE size_t emit(const struct scene *s, const struct bm_man *man, unsigned kind,
                     unsigned from, set to, bm_move *out, enum k_mode MODE)
{
    if (LIKELY(!man->promotes))
        return emit_plain(from, to, out, MODE);
    const struct choice c = choose(s, man, from, to);
    if (!set_any(c.may))
        return emit_plain(from, to, out, MODE);
    const uint64_t kinds = K(promotions)(s->p, s->us, kind);
    set may = c.may;
    size_t n = emit_plain(from, set_less(to, c.must), out, MODE);
    if (MODE != K_LIST)
        return n + (size_t)set_count(may) * bits_count(kinds);
    FOR_SET(sq, may)
    for (uint64_t k = kinds; k != 0; k = bits_drop_first(k))
        out[n++] = bm_move_promoting((bm_sq)from, (bm_sq)sq, bits_first(k));
    return n;
}

#endif

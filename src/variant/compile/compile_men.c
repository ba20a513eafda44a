/* SPDX-License-Identifier: MIT */
/* Promotion, drops, and what else there is to know of each kind of piece. */
#include "variant/compile/compile.h"

bool bm_build_is_stuck(const struct bm_build *b, unsigned side, unsigned kind, unsigned sq)
{
    const struct bm_mover *const m = &bm_compiled_man(b->g, side, kind)->move;
    const struct bm_ray *const rays = bm_compiled_at(b->g, m->rays);
    const uint32_t *const index = bm_compiled_at(b->g, m->odd);
    const struct bm_cells leaps[2] = {bm_build_row(b, m->quiet, sq),
                                      bm_build_row(b, m->take, sq)};
    if (bm_cells_any(&leaps[0]) || bm_cells_any(&leaps[1]))
        return false;
    for (unsigned i = 0; i < m->ray_count; i++) {
        const struct bm_cells row = bm_build_row(b, rays[i].table, sq);
        if (bm_cells_any(&row))
            return false;
    }
    return !m->odd || index[sq] == index[sq + 1];
}

static struct bm_cells stuck_cells(const struct bm_build *b, unsigned side, unsigned kind)
{
    struct bm_cells c = {0};
    BM_EACH (sq, b->d->board, b->squares)
        if (bm_build_is_stuck(b, side, kind, sq))
            bm_cells_add(&c, sq);
    return c;
}

/* Where hands demote, a piece promotes to the form that remembers what it was. */
static uint64_t promotes_to(const struct bm_desc *d, uint64_t kinds)
{
    for (unsigned t = 0; t < d->kinds; t++)
        for (unsigned k = 0; k < d->kinds && d->piece[t].tilde; k++)
            if (d->piece[k].letter[1] == '\0' &&
                d->piece[k].letter[0] == d->piece[t].letter[0] && kinds >> k & 1)
                kinds = (kinds & ~((uint64_t)1 << k)) | (uint64_t)1 << t;
    return kinds;
}

static void fill_promotion(const struct bm_build *b, struct bm_man *man, unsigned side,
                           unsigned kind, struct bm_cells stuck)
{
    const struct bm_desc *const d = b->d;
    const struct bm_desc_piece *const p = &d->piece[kind];
    man->promotes = promotes_to(d, p->promotes[side]);
    if (!man->promotes)
        return;
    const struct bm_cells zone = bm_cells_and(
        d->board, p->has_promotion_zone ? p->promotion_zone[side] : d->promotion_zone[side]);
    if (d->promote_on != BM_ON_PLACE)
        man->may_to = zone;
    if (d->promote_on == BM_ON_EITHER || d->promote_on == BM_ON_PLACE)
        man->may_from = zone;
    switch ((enum bm_force)d->force) {
    case BM_FORCE_ALWAYS: man->must_to = d->board; break;
    case BM_FORCE_STUCK: man->must_to = stuck; break;
    case BM_FORCE_REGION: man->must_to = bm_cells_and(d->board, d->force_zone[side]); break;
    case BM_FORCE_NEVER: break;
    }
}

static void fill_drop(const struct bm_build *b, struct bm_man *man, unsigned side,
                      unsigned kind, struct bm_cells stuck)
{
    const struct bm_desc *const d = b->d;
    const struct bm_desc_piece *const p = &d->piece[kind];
    man->drop = d->board;
    if (bm_cells_any(&d->hand_zone[side]))
        man->drop = bm_cells_and(man->drop, d->hand_zone[side]);
    if (p->has_drop_zone)
        man->drop = bm_cells_and(man->drop, p->drop_zone[side]);
    if (!d->drop_stuck && !p->neutral)
        man->drop = bm_cells_less(man->drop, stuck);
}

/* Whether a promotion of this kind can be undone by another: then moving it changes nothing
 * for good. */
static bool turns_back(const struct bm_desc *d, unsigned kind)
{
    const struct bm_desc_piece *const p = &d->piece[kind];
    for (unsigned k = 0; k < d->kinds; k++)
        if ((p->promotes[0] | p->promotes[1]) >> k & 1 &&
            (d->piece[k].promotes[0] | d->piece[k].promotes[1]) >> kind & 1)
            return true;
    return false;
}

static void fill_form(const struct bm_build *b, struct bm_form *f, unsigned kind)
{
    const struct bm_desc *const d = b->d;
    const struct bm_desc_piece *const p = &d->piece[kind];
    const bool promoted = p->base != kind;
    *f = (struct bm_form){.base = d->demote ? p->base : (uint8_t)kind,
                          .hand_of = (uint8_t)kind,
                          .per_file = p->per_file,
                          .limit = d->limit[kind],
                          .royal = p->royal,
                          .neutral = p->neutral,
                          .drops = d->hands != BM_HANDS_NONE && !p->tilde,
                          .mate_drop = p->mate_drop,
                          .check_drop = p->check_drop,
                          .irreversible =
                              (p->promotes[0] | p->promotes[1]) != 0 && !turns_back(d, kind)};
    if (promoted && d->demote) {
        f->drops &= d->drop_promoted;
        f->hand_of = d->drop_promoted ? p->base : (uint8_t)kind;
    }
}

void bm_build_men(struct bm_build *b)
{
    for (unsigned kind = 0; kind < b->d->kinds; kind++) {
        for (unsigned side = 0; side < 2; side++) {
            struct bm_man *const man =
                (struct bm_man *)(b->mem + b->g->man) + side * b->d->kinds + kind;
            const unsigned as = b->d->piece[kind].neutral ? 0 : side;
            const struct bm_cells stuck = stuck_cells(b, as, kind);
            fill_promotion(b, man, as, kind, stuck);
            fill_drop(b, man, as, kind, stuck);
        }
        fill_form(b, (struct bm_form *)(b->mem + b->g->form) + kind, kind);
    }
}

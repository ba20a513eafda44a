/* SPDX-License-Identifier: MIT */
#include "kernel/tmpl/tmpl.h"

#include "kernel/variant/castle.h"
#include "kernel/variant/see.h"

/*
 * As the king's move to its destination where king and partner stand as they start and no plain
 * move of the king goes there; else as the king taking its partner.
 */
static bm_move write_castling(const struct k_pos *p, unsigned us, unsigned king,
                              unsigned partner, unsigned king_to)
{
    const struct bm_compiled *const g = p->game;
    const struct bm_man *const man = bm_compiled_man(g, us, g->castle_king);
    const struct bm_man *const with = bm_compiled_man(g, us, g->castle_with);
    const bool plain = bm_compiled_goes(g, us, g->castle_king, king, king_to);
    const bool usual = !g->chess960 && bm_cells_has(&man->initial, king) &&
                       bm_cells_has(&with->initial, partner);
    if (usual && !plain && king_to != king && !set_has(p->lore.castle, king_to))
        return bm_move_plain((bm_sq)king, (bm_sq)king_to);
    return bm_move_plain((bm_sq)king, (bm_sq)partner);
}

uint8_t K(castler)(const struct k_pos *p, unsigned side)
{
    const bm_sq sq = bm_compiled_castler(p->game, side, p->board);
    return sq == BM_SQ_NONE ? K_NO_SQUARE : (uint8_t)sq;
}

unsigned K(castlings)(const struct k_pos *p, unsigned us, struct k_castling *out)
{
    const struct bm_compiled *const g = p->game;
    const unsigned king = p->castler[us];
    unsigned n = 0;
    set partners = set_and(p->lore.castle, p->side[us]);
    FOR_SET(partner, partners)
    for (unsigned i = 0; i < g->castles && n < K_MAX_CASTLINGS; i++) {
        const struct bm_castle *const c = &g->castle[i];
        if (c->side != us || !castle_fits(g, c, king, partner))
            continue;
        struct k_castling *const k = &out[n];
        k->king = (uint8_t)king;
        k->partner = (uint8_t)partner;
        k->king_to = (uint8_t)c->king_to;
        k->partner_to = (uint8_t)c->partner_to;
        k->move = write_castling(p, us, king, partner, c->king_to);
        bool known = false;
        for (unsigned before = 0; before < n; before++)
            known |= bm_move_equal(out[before].move, k->move);
        n += !known;
    }
    return n;
}

bool K(find_castling)(const struct k_pos *p, unsigned us, bm_move m, struct k_castling *out)
{
    struct k_castling list[K_MAX_CASTLINGS];
    const unsigned n = K(castlings)(p, us, list);
    for (unsigned i = 0; i < n; i++)
        if (list[i].move.bits == (m.bits & 0xffffffu)) {
            *out = list[i];
            return true;
        }
    return false;
}

/* The squares of a row from one to another, both included. */
static set row_between(unsigned a, unsigned b)
{
    set s = set_none();
    for (unsigned sq = a < b ? a : b; sq <= (a < b ? b : a); sq++)
        set_add(&s, sq);
    return s;
}

bool K(may_castle)(const struct k_pos *p, unsigned us, const struct k_castling *c,
                   struct bm_why *why)
{
    const struct bm_compiled *const g = p->game;
    const set both = set_or(set_of(c->king), set_of(c->partner));
    const set clear = set_less(
        set_or(row_between(c->king, c->king_to), row_between(c->partner, c->partner_to)), both);
    const set board = cells(&g->board), occ = occupied(p);
    *why = (struct bm_why){BM_SQ_NONE, BM_SQ_NONE};
    if (set_meet(clear, occ) || !set_same(set_and(clear, board), clear)) {
        const set blocked = set_or(set_and(clear, occ), set_less(clear, board));
        why->at = (bm_sq)set_first(blocked);
        return false;
    }
    if (!(g->royals >> g->castle_king & 1) || g->royal == BM_ROYAL_NONE)
        return true;

    /* The way is looked at with the king lifted, its end with both where they go. */
    struct view v = view_now(p, !us);
    v.occupied = set_less(v.occupied, set_of(c->king));
    set way = row_between(c->king, c->king_to);
    set_drop(&way, c->king_to);
    set_add(&way, c->king); /* even where it stays */
    FOR_SET(sq, way)
    {
        if (K(threatened)(p, &v, sq, !us, g->castle_king)) {
            why->at = (bm_sq)sq;
            why->by = (bm_sq)set_first(see(p, &v, sq, !us, g->castle_king, true));
            return false;
        }
    }
    v.occupied = set_or(set_less(v.occupied, set_of(c->partner)), set_of(c->king_to));
    v.occupied = set_or(v.occupied, set_of(c->partner_to));
    if (K(threatened)(p, &v, c->king_to, !us, g->castle_king)) {
        why->at = c->king_to;
        why->by = (bm_sq)set_first(see(p, &v, c->king_to, !us, g->castle_king, true));
        return false;
    }
    return true;
}

/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_VARIANT_ROYALS_H
#define BM_SEARCH_EVAL_VARIANT_ROYALS_H

/* Royals of any game, and threats. */

/* ---- Royals ---- */

/* How much checks that cannot be answered by taking add to a danger. */
TEMPLATE int weigh_checks(struct weighing *w, struct bm_trace *const T, unsigned side, set weak)
{
    enum { CHECK = 500, MORE = 150, DROP = 350, MORE_DROPS = 100 };
    const struct k_pos *const p = w->p;
    const struct bm_compiled *const g = p->game;
    const struct army *const us = &w->army[side], *const them = &w->army[!side];
    const set free = set_less(cells(&g->board), them->all);
    const set safe = set_less(set_or(free, set_and(weak, us->twice)), p->side[side]);
    const set land = set_and(set_or(free, set_and(weak, us->all)), w->scene[side].empty);
    int danger = 0;
    uint64_t kinds = us->kinds;
    for (uint64_t held = p->held[side]; held; held = bits_drop_first(held))
        kinds |= (uint64_t)1 << bits_first(held);
    for (; kinds; kinds = bits_drop_first(kinds)) {
        const unsigned kind = bits_first(kinds);
        const set goes = us->kinds >> kind & 1 ? set_and(safe, w->by[side][kind]) : set_none();
        const set comes = p->held[side] >> kind & 1
                              ? set_and(land, cells(&bm_compiled_man(g, side, kind)->drop))
                              : set_none();
        /* From where it would check: as the other side's piece moves from there. */
        if (!T && !set_meet(far_of(w->h, g, !side, kind, them->royal), set_or(goes, comes)))
            continue;
        const set from = attacks_from(w, T, !side, kind, them->royal);
        const set checks = set_and(from, goes), drops = set_and(from, comes);
        if (set_any(checks)) {
            danger += set_many(checks) ? CHECK + MORE : CHECK;
            add(w, T, side, VW_CHECKS + w->h->worths->class[kind], 1);
        }
        if (set_any(drops)) {
            danger += set_many(drops) ? DROP + MORE_DROPS : DROP;
            add(w, T, side, VW_DROPS + w->h->worths->class[kind], 1);
        }
    }
    return danger;
}

/* How much one side hunts the royal of the other. */
TEMPLATE int find_danger(struct weighing *w, struct bm_trace *const T, unsigned side)
{
    enum { HIT = 50, LOOSE = 110, BLAST = 250, CALM = 500, HAND = 12, GUARD = 40 };
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const struct army *const us = &w->army[side], *const them = &w->army[!side];
    const set ring = words_at(worths->ring, them->royal);
    const set weak = set_less(us->all, set_or(them->twice, them->common));
    const set bare = set_less(set_less(ring, them->common), p->side[!side]);
    const int loose = (int)set_count(set_and(ring, weak)), open = (int)set_count(bare);
    int danger = us->hunters * us->weight + HIT * us->hits + LOOSE * loose, hand = 0;
    add(w, T, side, VW_HUNTERS, us->hunters);
    add(w, T, side, VW_HITS, us->hits);
    add(w, T, side, VW_WEAK, loose);
    const set wide = set_and(words_at(worths->wide, them->royal), us->all);
    add(w, T, side, VW_WIDE, (int)set_count(wide));
    add(w, T, side, VW_WIDE + 1, (int)set_count(set_less(wide, them->all)));
    for (uint64_t held = p->held[side]; held; held = bits_drop_first(held)) {
        const unsigned kind = bits_first(held), n = p->hand[side][kind];
        hand += worths->weight[kind] * (int)(n < 3 ? n : 3);
    }
    danger += hand * open * HAND / 64;
    add(w, T, side, VW_BARE, hand * open / 128);
    danger += weigh_checks(w, T, side, weak);
    if (p->game->explode)
        danger += BLAST * (int)set_count(set_and(set_and(ring, p->side[!side]), us->all));
    danger -= GUARD * (int)set_count(
                          set_and(ring, set_and(of_kinds(p, worths->guards), p->side[!side])));
    const int have = us->material, full = worths->material / 2;
    if (have < full)
        danger -= CALM * (full - have) / full;
    return danger;
}

TEMPLATE void weigh_royal(struct weighing *w, struct bm_trace *const T, unsigned side)
{
    enum { STEP = 64 };
    const struct k_pos *const p = w->p;
    const struct bm_worths *const worths = w->h->worths;
    const unsigned royal = w->army[side].royal;
    if (royal == K_SQUARES)
        return;
    const set ring = words_at(worths->ring, royal);
    const set pawns = set_and(w->pawns, p->side[side]);
    const unsigned near = set_count(set_and(pawns, ring));
    add(w, T, side, VW_GUARDS,
        (int)set_count(set_and(set_and(of_kinds(p, worths->guards), p->side[side]), ring)));
    add(w, T, side, VW_SHELTER + (near < SHELTER_STEPS ? near : SHELTER_STEPS - 1), 1);
    if (!set_meet(words_at(worths->front, side * p->game->squares + royal), pawns))
        add(w, T, side, VW_BARE_FILE, 1);
    if (p->game->castles)
        add(w, T, side, VW_CASTLE, (int)set_count(set_and(p->lore.castle, p->side[side])));
    const int danger = find_danger(w, T, !side), step = danger > 0 ? danger / STEP : 0;
    add(w, T, side, VW_DANGER + (unsigned)(step < DANGER_STEPS ? step : DANGER_STEPS - 1), 1);
}

/* ---- Threats ---- */

/* What pieces of the other side a set hits. */
TEMPLATE void weigh_hits(struct weighing *w, struct bm_trace *const T, unsigned side, set hit,
                         unsigned first)
{
    const set *const ranked = w->army[!side].ranked;
    if (!set_any(hit))
        return;
    for (unsigned rank = RANK_PAWN; rank < RANK_ROYAL; rank++)
        add(w, T, side, first + rank, (int)set_count(set_and(hit, ranked[rank])));
}

/* Squares that pawns would attack after a step that does not lose them. */
TEMPLATE set steps_of(const struct weighing *w, struct bm_trace *const T, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_compiled *const g = p->game;
    const struct army *const us = &w->army[side], *const them = &w->army[!side];
    const set lost = set_or(them->pawns, set_less(them->all, us->all));
    const set land = set_less(w->scene[side].empty, lost);
    set found = set_none(), pawns = set_and(w->pawns, p->side[side]);
    if (!T && w->h->worths->hops[side]) {
        const struct bm_worths *const worths = w->h->worths;
        const set gone =
            set_moved(set_and(pawns, words_at(worths->step_from, side)), worths->step[side]);
        for (unsigned i = 0; i < worths->hops[side]; i++)
            found = set_or(found, hop(worths, side, i, set_and(gone, land)));
        return found;
    }
    FOR_SET(sq, pawns)
    {
        const unsigned next = w->h->worths->next[side * g->squares + sq];
        const struct bm_mover *const m =
            &bm_compiled_man(g, side, bm_piece_kind(p->board[sq]))->move;
        if (m->take && set_has(land, next))
            found = set_or(found, table_at(g, m->take, next));
    }
    return found;
}

TEMPLATE void weigh_threats(struct weighing *w, struct bm_trace *const T, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct army *const us = &w->army[side];
    struct army *const them = &w->army[!side];
    const set men = set_or(them->ranked[RANK_MINOR],
                           set_or(them->ranked[RANK_MAJOR], them->ranked[RANK_GREAT]));
    them->ranked[RANK_PAWN] = set_and(w->pawns, p->side[!side]);
    /* Guarded by a pawn, or by more than attack it. */
    const set held = set_or(them->pawns, set_less(them->twice, us->twice));
    const set contested = set_less(us->all, held);
    const set weak = set_and(contested, set_or(men, them->ranked[RANK_PAWN]));
    const set large = set_or(them->ranked[RANK_MAJOR], them->ranked[RANK_GREAT]);
    weigh_hits(w, T, side, set_and(us->pawns, men), VW_BY_PAWN - RANK_MINOR);
    weigh_hits(w, T, side, set_and(us->minors, set_or(weak, large)), VW_BY_MINOR);
    weigh_hits(w, T, side, set_and(us->majors, set_or(weak, them->ranked[RANK_GREAT])),
               VW_BY_MAJOR);
    if (set_any(weak)) {
        add(w, T, side, VW_BY_ROYAL, set_meet(weak, us->royals));
        weigh_hits(w, T, side, set_less(weak, them->all), VW_HANGING);
        add(w, T, side, VW_OVERRUN, (int)set_count(set_and(weak, set_and(men, us->twice))));
    }
    add(w, T, side, VW_CONTESTED, (int)set_count(set_and(contested, them->all)));
    add(w, T, side, VW_BY_STEP, (int)set_count(set_and(steps_of(w, T, side), men)));
}

#endif

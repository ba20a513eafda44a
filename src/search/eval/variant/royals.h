/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_VARIANT_ROYALS_H
#define BM_SEARCH_EVAL_VARIANT_ROYALS_H

/* Royal safety and threats. */

/* ---- Royals ---- */

/* Danger by safe checks, moves and drops. */
TEMPLATE int eval_checks(struct eval_state *w, struct bm_trace *const T, unsigned side,
                         set weak)
{
    enum { CHECK = 500, MORE = 150, DROP = 350, MORE_DROPS = 100 };
    const struct k_pos *const p = w->p;
    const struct bm_compiled *const g = p->game;
    const struct side_info *const us = &w->info[side], *const them = &w->info[!side];
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
        /* Squares that give check are those that the other side's piece attacks from the royal.
         */
        if (!T && !set_meet(empty_board_attacks_of(w->td, g, !side, kind, them->royal),
                            set_or(goes, comes)))
            continue;
        const set from = attacks_from(w, T, !side, kind, them->royal);
        const set checks = set_and(from, goes), drops = set_and(from, comes);
        if (set_any(checks)) {
            danger += set_many(checks) ? CHECK + MORE : CHECK;
            add_weight(w, T, side, VW_CHECKS + w->td->variant_eval->class[kind], 1);
        }
        if (set_any(drops)) {
            danger += set_many(drops) ? DROP + MORE_DROPS : DROP;
            add_weight(w, T, side, VW_DROPS + w->td->variant_eval->class[kind], 1);
        }
    }
    return danger;
}

/* The danger that a side is to the other's royal. */
TEMPLATE int royal_danger(struct eval_state *w, struct bm_trace *const T, unsigned side)
{
    enum { HIT = 50, LOOSE = 110, BLAST = 250, CALM = 500, HAND = 12, GUARD = 40 };
    const struct k_pos *const p = w->p;
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    const struct side_info *const us = &w->info[side], *const them = &w->info[!side];
    const set ring = set_of_row(variant_eval->ring, them->royal);
    const set weak = set_less(us->all, set_or(them->twice, them->common));
    const set bare = set_less(set_less(ring, them->common), p->side[!side]);
    const int loose = (int)set_count(set_and(ring, weak)), open = (int)set_count(bare);
    int danger = us->attackers * us->weight + HIT * us->hits + LOOSE * loose, hand = 0;
    add_weight(w, T, side, VW_ATTACKERS, us->attackers);
    add_weight(w, T, side, VW_HITS, us->hits);
    add_weight(w, T, side, VW_WEAK, loose);
    const set wide = set_and(set_of_row(variant_eval->outer_ring, them->royal), us->all);
    add_weight(w, T, side, VW_WIDE, (int)set_count(wide));
    add_weight(w, T, side, VW_WIDE + 1, (int)set_count(set_less(wide, them->all)));
    for (uint64_t held = p->held[side]; held; held = bits_drop_first(held)) {
        const unsigned kind = bits_first(held), n = p->hand[side][kind];
        hand += variant_eval->attack_weight[kind] * (int)(n < 3 ? n : 3);
    }
    danger += hand * open * HAND / 64;
    add_weight(w, T, side, VW_BARE, hand * open / 128);
    danger += eval_checks(w, T, side, weak);
    if (p->game->explode)
        danger += BLAST * (int)set_count(set_and(set_and(ring, p->side[!side]), us->all));
    danger -= GUARD * (int)set_count(set_and(
                          ring, set_and(of_kinds(p, variant_eval->guards), p->side[!side])));
    const int have = us->material, full = variant_eval->material / 2;
    if (have < full)
        danger -= CALM * (full - have) / full;
    return danger;
}

TEMPLATE void eval_royal_safety(struct eval_state *w, struct bm_trace *const T, unsigned side)
{
    enum { STEP = 64 };
    const struct k_pos *const p = w->p;
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    const unsigned royal = w->info[side].royal;
    if (royal == K_SQUARES)
        return;
    const set ring = set_of_row(variant_eval->ring, royal);
    const set pawns = set_and(w->pawns, p->side[side]);
    const unsigned near = set_count(set_and(pawns, ring));
    add_weight(w, T, side, VW_GUARDS,
               (int)set_count(
                   set_and(set_and(of_kinds(p, variant_eval->guards), p->side[side]), ring)));
    add_weight(w, T, side, VW_SHELTER + (near < SHELTER_STEPS ? near : SHELTER_STEPS - 1), 1);
    if (!set_meet(set_of_row(variant_eval->front_file, side * p->game->squares + royal), pawns))
        add_weight(w, T, side, VW_BARE_FILE, 1);
    if (p->game->castles)
        add_weight(w, T, side, VW_CASTLE,
                   (int)set_count(set_and(p->lore.castle, p->side[side])));
    const int danger = royal_danger(w, T, !side), step = danger > 0 ? danger / STEP : 0;
    add_weight(w, T, side,
               VW_DANGER + (unsigned)(step < DANGER_STEPS ? step : DANGER_STEPS - 1), 1);
}

/* ---- Threats ---- */

/* Threats by a set of attacks, by the rank of the attacked pieces. */
TEMPLATE void eval_hits(struct eval_state *w, struct bm_trace *const T, unsigned side, set hit,
                        unsigned first)
{
    const set *const ranked = w->info[!side].ranked;
    if (!set_any(hit))
        return;
    for (unsigned rank = RANK_PAWN; rank < RANK_ROYAL; rank++)
        add_weight(w, T, side, first + rank, (int)set_count(set_and(hit, ranked[rank])));
}

/* Attacks of pawns after a safe push. */
TEMPLATE set pawn_push_attacks(const struct eval_state *w, struct bm_trace *const T,
                               unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_compiled *const g = p->game;
    const struct side_info *const us = &w->info[side], *const them = &w->info[!side];
    const set lost = set_or(them->pawns, set_less(them->all, us->all));
    const set land = set_less(w->scene[side].empty, lost);
    set found = set_none(), pawns = set_and(w->pawns, p->side[side]);
    if (!T && w->td->variant_eval->pawn_attack_count[side]) {
        const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
        const set gone =
            set_moved(set_and(pawns, set_of_row(variant_eval->pawn_step_from, side)),
                      variant_eval->pawn_step[side]);
        for (unsigned i = 0; i < variant_eval->pawn_attack_count[side]; i++)
            found = set_or(found, pawn_attacks_by(variant_eval, side, i, set_and(gone, land)));
        return found;
    }
    FOR_SET(sq, pawns)
    {
        const unsigned next = w->td->variant_eval->forward_square[side * g->squares + sq];
        const struct bm_mover *const m =
            &bm_compiled_man(g, side, bm_piece_kind(p->board[sq]))->move;
        if (m->take && set_has(land, next))
            found = set_or(found, table_at(g, m->take, next));
    }
    return found;
}

TEMPLATE void eval_threats(struct eval_state *w, struct bm_trace *const T, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct side_info *const us = &w->info[side];
    struct side_info *const them = &w->info[!side];
    const set men = set_or(them->ranked[RANK_MINOR],
                           set_or(them->ranked[RANK_MAJOR], them->ranked[RANK_GREAT]));
    them->ranked[RANK_PAWN] = set_and(w->pawns, p->side[!side]);
    /* Defended by a pawn, or by more pieces than attack it. */
    const set held = set_or(them->pawns, set_less(them->twice, us->twice));
    const set contested = set_less(us->all, held);
    const set weak = set_and(contested, set_or(men, them->ranked[RANK_PAWN]));
    const set large = set_or(them->ranked[RANK_MAJOR], them->ranked[RANK_GREAT]);
    eval_hits(w, T, side, set_and(us->pawns, men), VW_BY_PAWN - RANK_MINOR);
    eval_hits(w, T, side, set_and(us->minors, set_or(weak, large)), VW_BY_MINOR);
    eval_hits(w, T, side, set_and(us->majors, set_or(weak, them->ranked[RANK_GREAT])),
              VW_BY_MAJOR);
    if (set_any(weak)) {
        add_weight(w, T, side, VW_BY_ROYAL, set_meet(weak, us->royals));
        eval_hits(w, T, side, set_less(weak, them->all), VW_HANGING);
        add_weight(w, T, side, VW_OVERRUN,
                   (int)set_count(set_and(weak, set_and(men, us->twice))));
    }
    add_weight(w, T, side, VW_CONTESTED, (int)set_count(set_and(contested, them->all)));
    add_weight(w, T, side, VW_BY_STEP,
               (int)set_count(set_and(pawn_push_attacks(w, T, side), men)));
}

#endif

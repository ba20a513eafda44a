/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_VARIANT_PAWNS_H
#define BM_SEARCH_EVAL_VARIANT_PAWNS_H

/* Pawn structure, cached in the pawn hash table, and passed pawns, which depend on pieces. */

/* The pawn structure of a side, with piece-square values. */
TEMPLATE void eval_pawn_structure(struct eval_state *w, struct bm_trace *const T, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_compiled *const g = p->game;
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    const set own = set_and(w->pawns, p->side[side]), enemy = set_less(w->pawns, own);
    set all = own;
    FOR_SET(sq, all)
    {
        const unsigned kind = bm_piece_kind(p->board[sq]);
        w->sum[side] +=
            psqt_value(w, T, side, kind, sq) + royal_relative_value(w, T, side, kind, sq);
    }
    set runners = set_and(of_kinds(p, variant_eval->promoting_pawns), own);
    set guarded = set_and(own, w->info[side].pawns);
    FOR_SET(sq, guarded)
    add_weight(w, T, side, VW_GUARDED + variant_eval->relative_rank[side * g->squares + sq], 1);
    FOR_SET(sq, runners)
    {
        const unsigned row = side * g->squares + sq, up = variant_eval->relative_rank[row];
        const set before = set_of_row(variant_eval->front_file, row),
                  span = set_of_row(variant_eval->front_span, row);
        const set beside = set_and(set_of_row(variant_eval->adjacent_files, sq), own);
        const set stoppers = set_and(span, enemy);
        const unsigned open = !set_meet(before, enemy);
        if (set_meet(set_of_row(variant_eval->adjacent_on_rank, sq), own))
            add_weight(w, T, side, VW_PHALANX + up, 1);
        /* Pawns that can still come beside it. */
        const set helpers = set_less(beside, span);
        if (!set_any(beside))
            add_weight(w, T, side, VW_ISOLATED + open, 1);
        else if (!set_any(helpers) &&
                 set_has(w->info[!side].pawns, variant_eval->forward_square[row]))
            add_weight(w, T, side, VW_BACKWARD + open, 1);
        if (set_meet(before, own))
            add_weight(w, T, side, VW_DOUBLED, 1);
        else if (!set_any(stoppers))
            set_add(&w->info[side].passed, sq);
        else if (open && set_count(helpers) >= set_count(stoppers))
            add_weight(w, T, side, VW_CANDIDATE + up, 1);
    }
}

/* The key of the pawn hash table: pawns and royals, two words, never 0. */
TEMPLATE void pawn_key(const struct eval_state *w, uint64_t key[2])
{
    const set pawns = w->pawns, own = set_and(pawns, w->p->side[0]);
    key[0] = w->info[0].royal + 1;
    key[1] = w->info[1].royal + 1;
    EACH_WORD
    {
        key[0] = (key[0] ^ pawns.w[i]) * UINT64_C(0x9e3779b97f4a7c15);
        key[1] = (key[1] ^ own.w[i]) * UINT64_C(0xbf58476d1ce4e5b9);
        key[0] ^= key[1] >> 29;
        key[1] ^= key[0] >> 32;
    }
    key[0] |= 1;
}

/* Passed pawns as bits in the order of the side's pawns, and back. */
TEMPLATE uint64_t pack_passed(const struct eval_state *w, unsigned side)
{
    set own = set_and(w->pawns, w->p->side[side]);
    uint64_t found = 0, bit = 1;
    FOR_SET(sq, own)
    {
        found |= set_has(w->info[side].passed, sq) ? bit : 0;
        bit <<= 1;
    }
    return found;
}

TEMPLATE set unpack_passed(const struct eval_state *w, unsigned side, uint64_t packed)
{
    set own = set_and(w->pawns, w->p->side[side]), found = set_none();
    FOR_SET(sq, own)
    {
        if (packed & 1)
            set_add(&found, sq);
        packed >>= 1;
        if (!packed)
            break;
    }
    return found;
}

static NOINLINE void store_pawn_entry(struct eval_state *w, struct bm_pawn_entry *k,
                                      const uint64_t key[2])
{
    const int64_t before = w->sum[0] - w->sum[1];
    eval_pawn_structure(w, NULL, 0);
    eval_pawn_structure(w, NULL, 1);
    *k = (struct bm_pawn_entry){.set = {key[0], key[1]},
                                .passed = {pack_passed(w, 0), pack_passed(w, 1)},
                                .value = w->sum[0] - w->sum[1] - before};
}

TEMPLATE void eval_pawns(struct eval_state *w, struct bm_trace *const T)
{
    if (T || !w->td->variant_eval->plain_pawns || set_count(w->pawns) > 64) {
        eval_pawn_structure(w, T, 0);
        eval_pawn_structure(w, T, 1);
        return;
    }
    uint64_t key[2];
    pawn_key(w, key);
    struct bm_pawn_entry *const k = &w->td->pawn_table[key[1] >> 40 & (PAWN_TABLE_SIZE - 1)];
    if (k->set[0] != key[0] || k->set[1] != key[1]) {
        store_pawn_entry(w, k, key);
        return;
    }
    w->sum[0] += k->value;
    for (unsigned side = 0; side < 2; side++)
        if (k->passed[side])
            w->info[side].passed = unpack_passed(w, side, k->passed[side]);
}

/* Passed pawns. */
TEMPLATE void eval_passed_pawns(struct eval_state *w, struct bm_trace *const T, unsigned side)
{
    const struct k_pos *const p = w->p;
    const struct bm_compiled *const g = p->game;
    const struct bm_variant_eval *const variant_eval = w->td->variant_eval;
    const struct side_info *const us = &w->info[side], *const them = &w->info[!side];
    set passed = us->passed;
    FOR_SET(sq, passed)
    {
        const unsigned kind = bm_piece_kind(p->board[sq]), row = side * g->squares + sq;
        const unsigned way =
            variant_eval
                ->promotion_distance[((size_t)side * g->kinds + kind) * g->squares + sq];
        const unsigned next = variant_eval->forward_square[row];
        const int gain = variant_eval->promotion_gain[kind];
        if (!way || next == sq)
            continue;
        add_weight(w, T, side, VW_PASSED + way - 1, gain);
        if (way < PASSED_STEPS - 1) {
            const int gone = gain * (PASSED_STEPS - 1 - (int)way);
            if (us->royal != K_SQUARES)
                add_weight(w, T, side,
                           VW_PASSED_OWN +
                               variant_eval->distance[us->royal * g->squares + next],
                           gone);
            if (them->royal != K_SQUARES)
                add_weight(w, T, side,
                           VW_PASSED_OTHER +
                               variant_eval->distance[them->royal * g->squares + next],
                           gone);
        }
        if (p->board[next]) {
            if (bm_piece_side(p->board[next]) != side)
                add_weight(w, T, side, VW_STOPPED + way - 1, gain);
            continue;
        }
        const set before = set_of_row(variant_eval->front_file, row);
        if (!set_meet(before, w->scene[side].occupied))
            add_weight(w, T, side, VW_PASSED_FREE + way - 1, gain);
        if (!set_meet(before, set_or(them->all, p->side[!side])))
            add_weight(w, T, side, VW_PASSED_SAFE + way - 1, gain);
        else if (!set_has(them->all, next))
            add_weight(w, T, side, VW_PASSED_STEP + way - 1, gain);
        if (set_has(us->all, next))
            add_weight(w, T, side, VW_PASSED_HELPED + way - 1, gain);
    }
}

#endif

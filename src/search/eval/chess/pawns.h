/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_CHESS_PAWNS_H
#define BM_SEARCH_EVAL_CHESS_PAWNS_H

/* Pawn structure, cached in the pawn hash table, and passed pawns, which depend on pieces. */

/* The pawn structure of a side; returns the passed pawns. */
TEMPLATE uint64_t eval_pawn_structure(struct eval_sum *sum, const uint64_t own,
                                      const uint64_t other, struct bm_trace *const T,
                                      const enum k_color US)
{
    const enum k_color THEM = US == WHITE ? BLACK : WHITE;
    const uint64_t guarded = take_west(own, US) | take_east(own, US);
    const uint64_t hit = take_west(other, THEM) | take_east(other, THEM);
    uint64_t passed = 0;
    for (uint64_t set = own; set; set = bits_drop_first(set)) {
        const unsigned sq = bits_first(set), rank = relative_square(sq, US) >> 3;
        const uint64_t at = square(sq), file = FILE_A << (sq & 7), beside = neighbours(file);
        const uint64_t before = forward_file(sq, US), span = before | neighbours(before);
        const unsigned open = !(file & other);
        ADD(PIECES, 1);
        ADD(PLACE_PAWN + psqt_index(sq, US), 1);
        if (guarded & at)
            ADD(GUARDED + rank, 1);
        if (neighbours(at) & own)
            ADD(PHALANX + rank, 1);
        if (before & own)
            ADD(DOUBLED, 1);
        /* Pawns that can still come beside it or defend it. */
        const uint64_t helpers = own & beside & ~(span);
        if (!(beside & own))
            ADD(ISOLATED + open, 1);
        else if (!helpers && (hit & ahead(at, US)))
            ADD(BACKWARD + open, 1);
        if (before & own)
            continue;
        const uint64_t stoppers = span & other;
        if (!stoppers)
            passed |= at;
        else if (!(stoppers & file) && bits_count(helpers) >= bits_count(stoppers))
            ADD(CANDIDATE + rank, 1);
    }
    return passed;
}

TEMPLATE struct bm_pawn_entry eval_both_structures(uint64_t white, uint64_t black,
                                                   struct bm_trace *const T)
{
    struct eval_sum sum = {.phase = 0};
    struct bm_pawn_entry k = {.set = {white, black}};
    k.passed[WHITE] = eval_pawn_structure(&sum, white, black, T, WHITE);
    k.passed[BLACK] = eval_pawn_structure(&sum, black, white, T, BLACK);
    k.value = sum.of[WHITE] - sum.of[BLACK];
    return k;
}

static NOINLINE void store_pawn_entry(struct bm_pawn_entry *k, uint64_t white, uint64_t black)
{
    *k = eval_both_structures(white, black, NULL);
}

TEMPLATE void eval_pawns(const struct bm_search_thread *td, struct eval_sum *sum,
                         struct eval_info *s, struct bm_trace *const T)
{
    const uint64_t white = s->of[WHITE][PAWN_ROW], black = s->of[BLACK][PAWN_ROW];
    struct bm_pawn_entry fresh;
    const struct bm_pawn_entry *k = &fresh;
    if (T) {
        fresh = eval_both_structures(white, black, T);
    } else {
        const uint64_t mixed =
            (white * UINT64_C(0x9e3779b97f4a7c15)) ^ (black * UINT64_C(0xbf58476d1ce4e5b9));
        struct bm_pawn_entry *const kept =
            &td->pawn_table[(mixed ^ mixed >> 32) >> 20 & (PAWN_TABLE_SIZE - 1)];
        if (kept->set[WHITE] != white || kept->set[BLACK] != black)
            store_pawn_entry(kept, white, black);
        k = kept;
    }
    sum->of[WHITE] += k->value;
    s->passed[WHITE] = k->passed[WHITE];
    s->passed[BLACK] = k->passed[BLACK];
    const uint64_t w = ahead(forward_fill(white, WHITE), WHITE),
                   b = ahead(forward_fill(black, BLACK), BLACK);
    s->spans[WHITE] = neighbours(w);
    s->spans[BLACK] = neighbours(b);
}

/* Rule of the square: whether the other king, without pieces, comes too late. */
TEMPLATE bool is_unstoppable(const struct k_pos *p, const struct eval_info *s, unsigned sq,
                             const enum k_color US)
{
    const unsigned goal = (sq & 7) | (US == WHITE ? 56 : 0);
    const unsigned rank = relative_square(sq, US) >> 3;
    const unsigned way = 7 - (rank == 1 ? 2 : rank);
    const unsigned late = p->head.turn != (unsigned)US;
    return king_distance(s->king[!US], goal) > way + late &&
           !(forward_file(sq, US) & s->occupied);
}

TEMPLATE void eval_passed_pawns(struct eval_sum *sum, const struct k_pos *p,
                                const struct eval_info *s, struct bm_trace *const T,
                                const enum k_color US)
{
    const bool bare = !(s->all[!US] & ~s->of[!US][PAWN_ROW] & ~s->of[!US][KING_ROW]);
    for (uint64_t set = s->passed[US]; set; set = bits_drop_first(set)) {
        const unsigned sq = bits_first(set), rank = relative_square(sq, US) >> 3;
        const uint64_t next = ahead(square(sq), US), way = forward_file(sq, US);
        const unsigned to = bits_first(next);
        ADD(PASSED + rank, 1);
        if (rank > 2) {
            ADD(PASSED_OWN_KING + king_distance(s->king[US], to), (int)rank - 2);
            ADD(PASSED_OTHER_KING + king_distance(s->king[!US], to), (int)rank - 2);
        }
        if (bare && is_unstoppable(p, s, sq, US))
            ADD(PASSED_RUNS, 1);
        if (next & s->occupied) {
            if (next & s->all[!US])
                ADD(PASSED_STOPPED + rank, 1);
            continue;
        }
        if (!(way & s->occupied))
            ADD(PASSED_FREE + rank, 1);
        if (!(way & (s->any[!US] | s->all[!US])))
            ADD(PASSED_SAFE + rank, 1);
        else if (!(next & s->any[!US]))
            ADD(PASSED_STEP + rank, 1);
        if (next & s->any[US])
            ADD(PASSED_HELPED + rank, 1);
    }
}

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_CHESS_KING_H
#define BM_SEARCH_EVAL_CHESS_KING_H

/* King safety: pawn shelter and pawn storm, and the attack on the other king. */

TEMPLATE void eval_shelter(struct eval_sum *sum, const struct eval_info *s,
                           struct bm_trace *const T, const enum k_color US)
{
    const unsigned king = s->king[US], kf = king & 7;
    const unsigned middle = kf == 0 ? 1 : kf == 7 ? 6 : kf;
    /* Squares from the king's rank on. */
    const uint64_t before =
        US == WHITE ? ~UINT64_C(0) << (king & 56) : ~UINT64_C(0) >> (56 - (king & 56));
    for (unsigned file = middle - 1; file <= middle + 1; file++) {
        const uint64_t on = before & (FILE_A << file);
        const uint64_t own = on & s->of[US][PAWN_ROW], other = on & s->of[!US][PAWN_ROW];
        const unsigned own_at = !own ? 0 : US == WHITE ? bits_first(own) : bits_last(own);
        const unsigned other_at = !other        ? 0
                                  : US == WHITE ? bits_first(other)
                                                : bits_last(other);
        const unsigned r = own ? relative_square(own_at, US) >> 3 : 0;
        const unsigned q = other ? relative_square(other_at, US) >> 3 : 0;
        const unsigned edge = file < 4 ? file : 7 - file;
        ADD(SHIELD + edge * 8 + r, 1);
        if (q && r + 1 == q && own)
            ADD(STORM_STOPPED + q, 1);
        else
            ADD(STORM + edge * 8 + q, 1);
    }
    const uint64_t castle = s->castle & s->all[US];
    if (castle)
        ADD(CAN_CASTLE + (bits_many(castle) != 0), 1);
}

/* Attack units of a piece that attacks the king ring, and of a safe check. */
static const int attack_units[ROWS] = {0, 0, 3, 2, 3, 4, 0};
static const int check_units[ROWS] = {0, 0, 7, 5, 9, 7, 0};
enum {
    UNITS_WEAK = 3,  /* a square of the king ring defended by the king alone or not at all */
    UNITS_RISKY = 1, /* an unsafe check */
    UNITS_NO_QUEEN = 12, /* deducted without a queen */
    UNITS_PINNED = 2
};

/* Attack units of US against the other king: index of ATTACK. */
TEMPLATE int king_attack_units(const struct eval_info *s, const enum k_color US)
{
    const unsigned king = s->king[!US];
    const uint64_t *const by = s->by[US];
    const uint64_t *const theirs = s->by[!US];
    const uint64_t alone =
        s->any[US] & ~s->twice[!US] & (~s->any[!US] | theirs[KING_ROW] | theirs[QUEEN_ROW]);
    int units = s->units[US] + UNITS_WEAK * (int)bits_count(alone & s->ring[!US]);

    /* Squares of safe checks. */
    const uint64_t safe = ~s->all[US] & (~s->any[!US] | (alone & s->twice[US]));
    const uint64_t bare = s->occupied ^ s->of[!US][QUEEN_ROW];
    const uint64_t orth = rook_attacks(king, bare), diag = bishop_attacks(king, bare);
    const uint64_t check[ROWS] = {0,
                                  0,
                                  bm_chess_tables.knight[king] & by[KNIGHT_ROW],
                                  diag & by[BISHOP_ROW],
                                  orth & by[ROOK_ROW],
                                  (orth | diag) & by[QUEEN_ROW] & ~theirs[QUEEN_ROW],
                                  0};
    for (unsigned row = KNIGHT_ROW; row <= QUEEN_ROW; row++) {
        const uint64_t good = check[row] & safe;
        if (good)
            units += check_units[row] + (bits_many(good) ? check_units[row] / 2 : 0);
        else if (check[row] & ~s->all[US])
            units += UNITS_RISKY;
    }
    const uint64_t sliders = s->of[US][BISHOP_ROW] | s->of[US][QUEEN_ROW];
    const uint64_t rooks = s->of[US][ROOK_ROW] | s->of[US][QUEEN_ROW];
    units += UNITS_PINNED *
             (int)bits_count(pinners(king, sliders & bm_chess_tables.diag[king], s->occupied) |
                             pinners(king, rooks & bm_chess_tables.orth[king], s->occupied));
    if (!s->of[US][QUEEN_ROW])
        units -= UNITS_NO_QUEEN;
    return units < 0 ? 0 : units > 63 ? 63 : units;
}

TEMPLATE void eval_king_attack(struct eval_sum *sum, const struct eval_info *s,
                               struct bm_trace *const T, const enum k_color US)
{
    /* A single attacker does not count. */
    if (s->attackers[US] + (s->of[US][QUEEN_ROW] != 0) >= 2)
        ADD(ATTACK + (unsigned)king_attack_units(s, US), 1);
}

#endif

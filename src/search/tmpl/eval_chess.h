/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_EVAL_CHESS_H
#define BM_SEARCH_TMPL_EVAL_CHESS_H

/*
 * What a position of chess is worth: a middle game and an endgame value, mixed by what is left
 * on the board.
 */

struct pair {
    int mg, eg;
};

static const struct pair piece_worth[ROWS] = {{0, 0},     {82, 100},  {325, 290}, {345, 310},
                                              {470, 530}, {980, 960}, {0, 0}};
static const int phase_of[ROWS] = {0, 0, 1, 1, 2, 4, 0};
static const struct pair mobility_of[ROWS] = {{0, 0}, {0, 0}, {5, 5}, {5, 5},
                                              {3, 5}, {2, 4}, {0, 0}};
static const int mobility_mean[ROWS] = {0, 0, 4, 6, 7, 13, 0};
static const int attack_weight[ROWS] = {0, 0, 20, 20, 40, 75, 0};
static const struct pair passed_worth[8] = {{0, 0},   {5, 10},   {5, 15},    {12, 35},
                                            {35, 70}, {70, 130}, {120, 210}, {0, 0}};

TEMPLATE int centre(unsigned sq)
{
    const int f = (int)(sq & 7), r = (int)(sq >> 3);
    const int df = f < 4 ? 3 - f : f - 4, dr = r < 4 ? 3 - r : r - 4;
    return 6 - df - dr; /* 6 in the middle, 0 in the corners */
}

/* Where a piece of a kind stands well; the square as its own side sees it. */
TEMPLATE struct pair place(unsigned row, unsigned sq)
{
    const int c = centre(sq), rank = (int)(sq >> 3), f = (int)(sq & 7);
    const int df = f < 4 ? 3 - f : f - 4;
    switch (row) {
    case PAWN_ROW:
        return (struct pair){rank * 3 +
                                 (df < 2 ? (rank == 3   ? 18
                                            : rank == 2 ? 8
                                                        : 4)
                                         : 0) -
                                 (df == 3 ? 4 : 0),
                             rank * 5};
    case BM_CHESS_KNIGHT + 1:
        return (struct pair){
            c * 7 - 22 + (rank >= 3 && rank <= 5 ? 8 : 0) - (rank == 0 ? 10 : 0), c * 6 - 20};
    case BM_CHESS_BISHOP + 1: return (struct pair){c * 4 - 10 - (rank == 0 ? 8 : 0), c * 3 - 8};
    case ROOK_ROW:
        return (struct pair){(rank == 6 ? 18 : 0) + (df < 2 ? 5 : 0), rank == 6 ? 12 : 2};
    case BM_CHESS_QUEEN + 1: return (struct pair){c * 2 - 6 - (rank > 3 ? 0 : 0), c * 5 - 12};
    default:
        return (struct pair){(rank == 0 ? 15 : -12 * (rank < 4 ? rank : 4)) + (df == 3   ? 18
                                                                               : df == 2 ? 24
                                                                               : df == 1 ? -4
                                                                                         : -10),
                             c * 11 - 35};
    }
}

TEMPLATE uint64_t file_of(unsigned sq) { return FILE_A << (sq & 7); }
/* All squares in front of a square, on its file. */
TEMPLATE uint64_t front(unsigned sq, const enum k_color US)
{
    return US == WHITE ? (sq < 56 ? file_of(sq) & (~UINT64_C(0) << (sq + 8)) : 0)
                       : (sq > 7 ? file_of(sq) & ((UINT64_C(1) << (sq & 56)) - 1) : 0);
}

TEMPLATE struct pair side_value(const struct k_bits *b, const enum k_color US, int *phase)
{
    const uint64_t *const o = b->set[US], *const e = b->set[!US];
    const uint64_t occ = b->all[0] | b->all[1];
    const uint64_t pawns = o[PAWNS], queens = o[DIAG] & o[ORTH];
    const uint64_t guarded = take_west(e[PAWNS], !US) | take_east(e[PAWNS], !US);
    const uint64_t area = ~(guarded | pawns | b->king[US]);
    const unsigned enemy_king = bits_first(b->king[!US]), king = bits_first(b->king[US]);
    const uint64_t ring = bm_chess_tables.king[enemy_king] | b->king[!US];
    const unsigned flip = US == WHITE ? 0 : 56;
    struct pair v = {0, 0};
    int attack = 0, attackers = 0;

#define ADD(m_, e_) (v.mg += (m_), v.eg += (e_))
    const uint64_t sets[ROWS] = {
        0, pawns, o[KNIGHTS], o[DIAG] & ~queens, o[ORTH] & ~queens, queens, b->king[US]};
    for (unsigned row = PAWN_ROW; row <= KING_ROW; row++) {
        for (uint64_t s = sets[row]; s; s = bits_drop_first(s)) {
            const unsigned sq = bits_first(s);
            const struct pair at = place(row, sq ^ flip);
            ADD(piece_worth[row].mg + at.mg, piece_worth[row].eg + at.eg);
            *phase += phase_of[row];
            if (row == PAWN_ROW || row == KING_ROW)
                continue;
            const uint64_t a = row == BM_CHESS_KNIGHT + 1   ? bm_chess_tables.knight[sq]
                               : row == BM_CHESS_BISHOP + 1 ? bishop_attacks(sq, occ)
                               : row == ROOK_ROW
                                   ? rook_attacks(sq, occ)
                                   : bishop_attacks(sq, occ) | rook_attacks(sq, occ);
            const int n = (int)bits_count(a & area) - mobility_mean[row];
            ADD(mobility_of[row].mg * n, mobility_of[row].eg * n);
            if (a & ring) {
                attackers++;
                attack += attack_weight[row] * (int)bits_count(a & ring);
            }
            if (row == ROOK_ROW && !(pawns & file_of(sq))) {
                if (e[PAWNS] & file_of(sq))
                    ADD(12, 8);
                else
                    ADD(28, 14);
            }
            if (row <= BM_CHESS_BISHOP + 1 && (guarded >> sq & 1))
                ADD(-25, -18);
        }
    }
    if (bits_many(sets[BM_CHESS_BISHOP + 1]))
        ADD(28, 45);
    if (attackers >= 2)
        v.mg += attack * (attackers < 6 ? attackers : 6) / 16;

    for (uint64_t s = pawns; s; s = bits_drop_first(s)) {
        const unsigned sq = bits_first(s), rank = (sq ^ flip) >> 3;
        const uint64_t file = file_of(sq), beside = neighbours(file);
        const uint64_t before = front(sq, US), span = before | neighbours(before);
        if (!(span & e[PAWNS]) && !(before & pawns)) {
            const uint64_t stop = US == WHITE ? square(sq) << 8 : square(sq) >> 8;
            const struct pair w = passed_worth[rank];
            const unsigned goal = (sq & 7) | (US == WHITE ? 56 : 0);
            const int near = (int)((king & 7) > (goal & 7) ? (king & 7) - (goal & 7)
                                                           : (goal & 7) - (king & 7));
            ADD(w.mg, w.eg);
            if (stop & b->all[!US])
                ADD(-w.mg / 3, -w.eg / 2);
            (void)near;
        }
        if (before & pawns)
            ADD(-8, -22);
        if (!(beside & pawns))
            ADD(-12, -14);
        else if (neighbours(square(sq)) & pawns ||
                 (US == WHITE ? (neighbours(square(sq)) >> 8) : (neighbours(square(sq)) << 8)) &
                     pawns)
            ADD(8 + 2 * (int)rank, 6);
    }
    /* Pawns before the king. */
    const uint64_t kf = file_of(king) | neighbours(file_of(king));
    uint64_t shield = pawns & kf &
                      (US == WHITE ? UINT64_C(0xffff00) << ((king >> 3) * 8)
                                   : UINT64_C(0x00ffff0000000000) >> ((7 - (king >> 3)) * 8));
    v.mg += 12 * (int)bits_count(shield);
    if (!(pawns & file_of(king)))
        v.mg -= 25;
#undef ADD
    return v;
}

static int a_evaluate(const struct bm_hunter *h, const struct k_pos *p)
{
    (void)h;
    int phase = 0;
    const struct pair w = side_value(&p->bits, WHITE, &phase);
    const struct pair b = side_value(&p->bits, BLACK, &phase);
    if (phase > 24)
        phase = 24;
    const int mg = w.mg - b.mg, eg = w.eg - b.eg;
    int v = (mg * phase + eg * (24 - phase)) / 24;
    v = p->head.turn == WHITE ? v : -v;
    return (v + 12) * (200 - (int)(p->head.quiet < 100 ? p->head.quiet : 100)) / 200;
}

static void a_trace(const struct bm_hunter *h, const struct k_pos *p, struct bm_trace *out)
{
    *out = (struct bm_trace){.phases = 1, .scale = 1000, .value = a_evaluate(h, p)};
}

#endif

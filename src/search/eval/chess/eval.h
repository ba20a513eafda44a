/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_CHESS_EVAL_H
#define BM_SEARCH_EVAL_CHESS_EVAL_H

/* The evaluation of chess: a tapered sum of weights (terms.h). The functions are compiled
 * twice, with T a literal NULL for speed and with a trace. */

#include "search/eval/chess/eval_info.h"

#include "search/eval/chess/pawns.h"

#include "search/eval/chess/king.h"

#include "search/eval/chess/endgame.h"

/* ---- Pieces ---- */

TEMPLATE uint64_t piece_attacks(const struct eval_info *s, unsigned sq, const unsigned ROW,
                                const enum k_color US)
{
    /* X-ray attacks through own pieces that move along the same line. */
    const uint64_t queens = s->of[US][QUEEN_ROW];
    switch (ROW) {
    case KNIGHT_ROW: return bm_chess_tables.knight[sq];
    case BISHOP_ROW: return bishop_attacks(sq, s->occupied ^ queens);
    case ROOK_ROW: return rook_attacks(sq, s->occupied ^ queens ^ s->of[US][ROOK_ROW]);
    default: return bishop_attacks(sq, s->occupied) | rook_attacks(sq, s->occupied);
    }
}

TEMPLATE void eval_minor(struct eval_sum *sum, const struct eval_info *s, unsigned sq,
                         uint64_t attacks, const unsigned ROW, struct bm_trace *const T,
                         const enum k_color US)
{
    const uint64_t own = s->of[US][PAWN_ROW], at = square(sq);
    const uint64_t posts = s->outposts[US];
    if (posts & at)
        ADD(OUTPOST + (ROW == BISHOP_ROW), 1);
    else if (ROW == KNIGHT_ROW && (attacks & posts & ~s->all[US]))
        ADD(OUTPOST_NEAR, 1);
    if (behind(own, US) & at)
        ADD(SHELTERED, 1);
    if (ROW == BISHOP_ROW) {
        const uint64_t shade = at & DARK ? DARK : ~DARK;
        ADD(BAD_BISHOP, (int)bits_count(own & shade));
        if (bits_many(bishop_attacks(sq, own | s->of[!US][PAWN_ROW]) & CENTRE))
            ADD(LONG_DIAGONAL, 1);
    }
}

TEMPLATE void eval_rook(struct eval_sum *sum, const struct eval_info *s, unsigned sq,
                        unsigned moves, struct bm_trace *const T, const enum k_color US)
{
    const uint64_t file = FILE_A << (sq & 7), own = s->of[US][PAWN_ROW];
    if (!(file & own)) {
        ADD(ROOK_FILE + !(file & s->of[!US][PAWN_ROW]), 1);
    } else if (moves <= 3 && !(s->castle & s->all[US])) {
        /* Trapped rook: the king stands between it and the centre. */
        const unsigned king = s->king[US] & 7, f = sq & 7;
        if (king < 4 ? f < king : f > king)
            ADD(ROOK_SHUT_IN, 1);
    }
    if ((relative_square(sq, US) >> 3) == 6 &&
        (rank_last(US) & s->of[!US][KING_ROW] ||
         (s->of[!US][PAWN_ROW] & UINT64_C(0xff) << (sq & 56))))
        ADD(ROOK_SEVENTH, 1);
}

TEMPLATE void eval_kind(struct eval_sum *sum, struct eval_info *s, const unsigned ROW,
                        struct bm_trace *const T, const enum k_color US)
{
    static const uint16_t first_psqt[ROWS] = {
        0, PLACE_PAWN, PLACE_KNIGHT, PLACE_BISHOP, PLACE_ROOK, PLACE_QUEEN, PLACE_KING};
    static const uint16_t first_mobility[ROWS] = {
        0, 0, MOVES_KNIGHT, MOVES_BISHOP, MOVES_ROOK, MOVES_QUEEN, 0};
    for (uint64_t set = s->of[US][ROW]; set; set = bits_drop_first(set)) {
        const unsigned sq = bits_first(set);
        const uint64_t a = piece_attacks(s, sq, ROW, US);
        const unsigned moves = bits_count(a & s->area[US]);
        ADD(PIECES + ROW - 1, 1);
        ADD(first_psqt[ROW] + psqt_index(sq, US), 1);
        ADD(first_mobility[ROW] + moves, 1);
        sum->phase += phase_of[ROW];
        s->twice[US] |= s->any[US] & a;
        s->any[US] |= a;
        s->by[US][ROW] |= a;
        if (a & s->ring[!US]) {
            s->attackers[US]++;
            s->units[US] +=
                attack_units[ROW] + (int)bits_count(a & bm_chess_tables.king[s->king[!US]]);
        }
        if (ROW == KNIGHT_ROW || ROW == BISHOP_ROW)
            eval_minor(sum, s, sq, a, ROW, T, US);
        if (ROW == ROOK_ROW)
            eval_rook(sum, s, sq, moves, T, US);
        if (ROW == QUEEN_ROW &&
            (pinners(sq, s->of[!US][ROOK_ROW] & bm_chess_tables.orth[sq], s->occupied) |
             pinners(sq, s->of[!US][BISHOP_ROW] & bm_chess_tables.diag[sq], s->occupied)))
            ADD(QUEEN_FACED, 1);
    }
}

/* ---- Threats and space ---- */

TEMPLATE void eval_hits(struct eval_sum *sum, const struct eval_info *s, uint64_t targets,
                        unsigned first, struct bm_trace *const T, const enum k_color US)
{
    if (!targets)
        return;
    for (unsigned row = PAWN_ROW; row <= QUEEN_ROW; row++)
        ADD(first + row - 1, (int)bits_count(targets & s->of[!US][row]));
}

TEMPLATE void eval_threats(struct eval_sum *sum, const struct eval_info *s,
                           struct bm_trace *const T, const enum k_color US)
{
    const uint64_t *const them = s->of[!US];
    const uint64_t theirs = s->all[!US] & ~them[KING_ROW];
    const uint64_t men = theirs & ~them[PAWN_ROW];
    /* Defended by a pawn, or by more pieces than attack it. */
    const uint64_t held = s->by[!US][PAWN_ROW] | (s->twice[!US] & ~s->twice[US]);
    const uint64_t weak = theirs & ~held & s->any[US];
    const uint64_t large = them[ROOK_ROW] | them[QUEEN_ROW];

    eval_hits(sum, s, s->by[US][PAWN_ROW] & men, PAWN_HITS, T, US);
    eval_hits(sum, s, (s->by[US][KNIGHT_ROW] | s->by[US][BISHOP_ROW]) & (weak | large),
              MINOR_HITS, T, US);
    eval_hits(sum, s, s->by[US][ROOK_ROW] & (weak | them[QUEEN_ROW]), ROOK_HITS, T, US);
    if (weak) {
        ADD(KING_HITS, (weak & s->by[US][KING_ROW]) != 0);
        ADD(HANGING, (int)bits_count(weak & (~s->any[!US] | (men & s->twice[US]))));
    }
    ADD(CONTESTED, (int)bits_count(s->any[!US] & ~held & s->any[US]));

    const uint64_t free = ~s->occupied;
    uint64_t steps = ahead(s->of[US][PAWN_ROW], US) & free;
    steps |= ahead(steps & rank_third(US), US) & free;
    steps &= ~s->by[!US][PAWN_ROW] & (s->any[US] | ~s->any[!US]);
    ADD(PUSH_HITS, (int)bits_count((take_west(steps, US) | take_east(steps, US)) & men));
}

TEMPLATE void eval_space(struct eval_sum *sum, const struct eval_info *s,
                         struct bm_trace *const T, const enum k_color US)
{
    const uint64_t pawns = s->of[US][PAWN_ROW];
    const uint64_t home = US == WHITE ? UINT64_C(0x3c3c3c00) : UINT64_C(0x003c3c3c00000000);
    const uint64_t safe = home & ~pawns & ~s->by[!US][PAWN_ROW];
    uint64_t back = behind(pawns, US);
    back |= behind(back, US);
    back |= behind(back, US);
    const unsigned n = bits_count(safe) + bits_count(safe & back & ~s->any[!US]);
    ADD(SPACE, (int)(n * bits_count(s->all[US] & ~pawns) / 4));
}

/* ---- The sum ---- */

TEMPLATE void init_eval_info(struct eval_info *s, const struct k_bits *b, const enum k_color US)
{
    const uint64_t *const o = b->set[US];
    const uint64_t queens = o[DIAG] & o[ORTH];
    s->of[US][PAWN_ROW] = o[PAWNS];
    s->of[US][KNIGHT_ROW] = o[KNIGHTS];
    s->of[US][BISHOP_ROW] = o[DIAG] & ~queens;
    s->of[US][ROOK_ROW] = o[ORTH] & ~queens;
    s->of[US][QUEEN_ROW] = queens;
    s->of[US][KING_ROW] = b->king[US];
    s->all[US] = b->all[US];
    s->king[US] = bits_first(b->king[US]);
    const uint64_t west = take_west(o[PAWNS], US), east = take_east(o[PAWNS], US);
    const uint64_t king = bm_chess_tables.king[s->king[US]];
    s->by[US][PAWN_ROW] = west | east;
    s->by[US][KING_ROW] = king;
    s->any[US] = west | east | king;
    s->twice[US] = (west & east) | ((west | east) & king);
    s->ring[US] = king | b->king[US];
}

/* Mobility area and outposts, which depend on the pawns of both sides. */
TEMPLATE void init_pawn_info(struct eval_info *s, const enum k_color US)
{
    const uint64_t own = s->of[US][PAWN_ROW];
    const uint64_t stuck = own & (behind(s->occupied, US) | rank_home_two(US));
    s->area[US] = ~(stuck | s->of[US][KING_ROW] | s->by[!US][PAWN_ROW]);
    const uint64_t zone =
        US == WHITE ? UINT64_C(0x0000ffffff000000) : UINT64_C(0x000000ffffff0000);
    s->outposts[US] = zone & s->by[US][PAWN_ROW] & ~s->spans[!US];
}

TEMPLATE void eval_all_pieces(struct eval_sum *sum, struct eval_info *s,
                              struct bm_trace *const T, const enum k_color US)
{
    eval_kind(sum, s, KNIGHT_ROW, T, US);
    eval_kind(sum, s, BISHOP_ROW, T, US);
    eval_kind(sum, s, ROOK_ROW, T, US);
    eval_kind(sum, s, QUEEN_ROW, T, US);
    ADD(PLACE_KING + psqt_index(s->king[US], US), 1);
    if (bits_many(s->of[US][BISHOP_ROW]))
        ADD(BISHOP_PAIR, 1);
}

TEMPLATE void eval_other_terms(struct eval_sum *sum, const struct k_pos *p,
                               const struct eval_info *s, struct bm_trace *const T,
                               const enum k_color US)
{
    eval_shelter(sum, s, T, US);
    eval_king_attack(sum, s, T, US);
    eval_threats(sum, s, T, US);
    eval_passed_pawns(sum, p, s, T, US);
    eval_space(sum, s, T, US);
    eval_lone_king(sum, s, T, US);
}

TEMPLATE int evaluate_position(const struct bm_search_thread *td, const struct k_pos *p,
                               struct bm_trace *const T)
{
    struct eval_info s = {.occupied = p->bits.all[0] | p->bits.all[1],
                          .castle = p->bits.castle};
    struct eval_sum sum = {.phase = 0};
    init_eval_info(&s, &p->bits, WHITE);
    init_eval_info(&s, &p->bits, BLACK);
    eval_pawns(td, &sum, &s, T);
    init_pawn_info(&s, WHITE);
    init_pawn_info(&s, BLACK);
    eval_all_pieces(&sum, &s, T, WHITE);
    eval_all_pieces(&sum, &s, T, BLACK);
    eval_other_terms(&sum, p, &s, T, WHITE);
    eval_other_terms(&sum, p, &s, T, BLACK);

    const int64_t v = sum.of[WHITE] - sum.of[BLACK];
    const int mg = bm_pack_mg(v), eg = bm_pack_eg(v);
    const int phase = sum.phase < PHASES ? sum.phase : PHASES;
    const unsigned quiet = p->head.quiet < 100 ? p->head.quiet : 100;
    const int ends = endgame_scale(&s, eg, phase);
    const int scale = ends * (int)(200 - quiet) / 200;
    if (T) {
        T->phase = phase;
        T->phases = PHASES;
        T->scale = scale;
        T->tempo = TEMPO;
    }
    const int whole = bm_taper(mg, eg, phase, PHASES);
    return ((p->head.turn == WHITE ? whole : -whole) + TEMPO) * scale / 1000;
}

static int a_evaluate(const struct bm_search_thread *td, const struct k_pos *p)
{
    return evaluate_position(td, p, NULL);
}

static void a_trace(const struct bm_search_thread *td, const struct k_pos *p,
                    struct bm_trace *out)
{
    static const struct bm_eval_term terms[] = BM_TERMS_OF(CHESS_TERMS);
    static const struct bm_eval_term runs[] = BM_RUNS_OF(CHESS_TERMS);
    bm_trace_begin(out, terms, sizeof terms / sizeof *terms, runs, sizeof runs / sizeof *runs);
    out->weights = weights;
    out->weight_count = CHESS_WEIGHT_COUNT;
    (void)evaluate_position(td, p, out);
    bm_trace_sum(out, p->head.turn);
}

#undef ADD

#endif

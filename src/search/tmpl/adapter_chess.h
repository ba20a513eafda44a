/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_ADAPTER_CHESS_H
#define BM_SEARCH_TMPL_ADAPTER_CHESS_H

/* What the search needs to know of chess: margins, move classes, null move, correction keys. */

#include "search/thread.h"

#include "kernel/chess/movegen.h"

enum {
    A_LISTS_ALL_CAPTURES = 1,
    A_HAS_SPECIAL_ENDS = 0,
    A_HAS_DEAD_DRAWS = 1,
    A_MATE_IN_ONE = 0,    /* found by bitboards at every node */
    A_QSEARCH_CHECKS = 0, /* at the first ply of quiescence search */
    A_NULL_MOVE = 1,
    A_SEE_TOLERANCE = 30,
    A_LMR_DIVISOR = 130, /* larger: smaller late move reductions */
    A_RFP_MARGIN = 75,
    A_EXTEND_CHECKS = 1,
    A_PROBCUT_MARGIN = 180,
    A_RAZOR_MARGIN = 220,
    A_FUTILITY_BASE = 110,
    A_FUTILITY_SLOPE = 95,
    A_LMP_BASE = 0
};

#define A_REVERSIBLE_PLIES(p) ((p)->head.quiet)

static const int piece_value[ROWS] = {0, 100, 320, 335, 500, 975, 0};

TEMPLATE unsigned a_victim(const struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    (void)td;
    const unsigned us = p->head.turn;
    const bm_piece taken = p->board[bm_move_to(m)];
    if (taken)
        return bm_piece_side(taken) == us
                   ? 0
                   : row_of(taken); /* castling is written as the king taking its rook */
    return p->bits.ep == square(bm_move_to(m)) && row_of(p->board[bm_move_from(m)]) == PAWN_ROW
               ? PAWN_ROW
               : 0;
}

TEMPLATE bool a_is_noisy(const struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    return a_victim(td, p, m) ||
           (bm_move_promotes(m) && bm_move_promotion(m) == BM_CHESS_QUEEN);
}

TEMPLATE int a_gain(const struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    int v = piece_value[a_victim(td, p, m)];
    if (bm_move_promotes(m))
        v += piece_value[bm_move_promotion(m) + 1] - piece_value[PAWN_ROW];
    return v;
}
TEMPLATE int a_attacker_value(const struct bm_search_thread *td, const struct k_pos *p,
                              bm_move m)
{
    (void)td;
    return row_of(p->board[bm_move_from(m)]);
}

TEMPLATE uint64_t a_node_cost(struct bm_search_thread *td, struct k_pos *p)
{
    (void)td;
    (void)p;
    return 1;
}

TEMPLATE bool a_has_non_pawns(const struct bm_search_thread *td, const struct k_pos *p)
{
    (void)td;
    const unsigned us = p->head.turn;
    return (p->bits.all[us] & ~(p->bits.set[us][PAWNS] | p->bits.king[us])) != 0;
}
TEMPLATE bool a_allows_null_move(const struct bm_search_thread *td, const struct k_pos *p)
{
    return a_has_non_pawns(td, p);
}

TEMPLATE void a_make_null(struct k_pos *p, struct k_undo *u)
{
    u->head = p->head;
    u->bits = p->bits;
    p->head.key ^= bm_chess_tables.key_turn;
    if (p->bits.ep)
        p->head.key ^= bm_chess_tables.key_ep[bits_first(p->bits.ep) & 7];
    p->bits.ep = 0;
    p->head.turn ^= 1;
    p->head.passed = 0;
    p->head.quiet++;
}
TEMPLATE void a_unmake_null(struct k_pos *p, const struct k_undo *u)
{
    p->head = u->head;
    p->bits = u->bits;
}

/* Dead position: bare kings with at most one minor piece, or with bishops of one colour only.
 */
TEMPLATE bool a_is_dead(const struct bm_search_thread *td, const struct k_pos *p)
{
    (void)td;
    const uint64_t *const w = p->bits.set[0], *const b = p->bits.set[1];
    if (w[PAWNS] | b[PAWNS] | w[ORTH] | b[ORTH])
        return false;
    const uint64_t knights = w[KNIGHTS] | b[KNIGHTS], bishops = w[DIAG] | b[DIAG];
    const uint64_t dark = UINT64_C(0xaa55aa55aa55aa55);
    if (!knights && (!(bishops & dark) || !(bishops & ~dark)))
        return true;
    return !bits_many(knights | bishops);
}

/* Keys of the correction history: pawns, and the other pieces of each side. */
static void a_correction_keys(const struct bm_search_thread *td, const struct k_pos *p,
                              uint64_t out[])
{
    (void)td;
    const uint64_t(*const set)[SETS] = p->bits.set;
    out[0] = set[0][PAWNS] * UINT64_C(0xbf58476d1ce4e5b9) ^ set[1][PAWNS];
    for (unsigned side = 0; side < 2; side++)
        out[1 + side] = ((set[side][KNIGHTS] * UINT64_C(0xbf58476d1ce4e5b9) ^ set[side][DIAG]) *
                             UINT64_C(0x94d049bb133111eb) ^
                         set[side][ORTH] * UINT64_C(0xd6e8feb86659fd93)) +
                        p->bits.king[side];
}

/* Captures and promotions to a queen. */
TEMPLATE bm_move *noisy_moves(const struct k_pos *p, bm_move *out, const enum k_color US)
{
    const struct k_bits *const b = &p->bits;
    const uint64_t *const o = b->set[US];
    struct masks m = find_masks(b, US);
    const int down = US == WHITE ? -8 : 8;
    const uint64_t enemy = b->all[!US];

    out = emit_targets(out, m.king, m.king_to & enemy);
    if (bits_many(m.checkers))
        return out;
    const struct pawn_moves pm = own_pawn_moves(b, &m, US);
    for (uint64_t t = pm.step & rank_last(US); t; t = bits_drop_first(t))
        *out++ = bm_move_promoting((bm_sq)((int)bits_first(t) + down), (bm_sq)bits_first(t),
                                   BM_CHESS_QUEEN);
    out = emit_pawns(out, pm.west, down + 1, US);
    out = emit_pawns(out, pm.east, down - 1, US);
    for (uint64_t takers = find_ep_takers(b, US); takers; takers = bits_drop_first(takers))
        if (is_ep_legal(b, m.occupied, m.king, bits_lowest(takers), US))
            *out++ = bm_move_plain((bm_sq)bits_first(takers), (bm_sq)bits_first(b->ep));
    m.target &= enemy;
    const uint64_t pinned = m.pin_diag | m.pin_orth;
    for (uint64_t from = o[KNIGHTS] & ~pinned; from; from = bits_drop_first(from))
        out = emit_targets(out, bits_first(from),
                           bm_chess_tables.knight[bits_first(from)] & m.target);
    out = emit_sliders(out, b, &m, DIAG, US);
    return emit_sliders(out, b, &m, ORTH, US);
}

static bm_move *a_noisy(const struct bm_search_thread *td, const struct k_pos *p, bm_move *out)
{
    (void)td;
    return p->head.turn == WHITE ? noisy_moves(p, out, WHITE) : noisy_moves(p, out, BLACK);
}

#include "search/tmpl/see_chess.h"

#include "search/eval/chess/eval.h"
#include "search/tmpl/adapter_default.h"

/* Chess does not search quiet checks in quiescence search. */
static bm_move *a_quiet_checks(const struct bm_search_thread *td, const struct k_pos *p,
                               bm_move *out)
{
    (void)td;
    (void)p;
    return out;
}

/* No quiet move is exempt from pruning. */
TEMPLATE bool a_is_prune_exempt(const struct bm_search_thread *td, const struct k_pos *p,
                                bm_move m)
{
    (void)td, (void)p, (void)m;
    return false;
}

#endif

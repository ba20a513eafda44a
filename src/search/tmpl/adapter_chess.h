/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_ADAPTER_CHESS_H
#define BM_SEARCH_TMPL_ADAPTER_CHESS_H

/* What the search asks of chess. */

#include "search/thread.h"

#include "kernel/chess/movegen.h"

enum {
    A_ALL_CAPTURES = 1,
    A_HAS_ENDS = 0,
    A_HAS_DEAD = 1,
    A_MATE_IN_ONE = 0, /* looked for by sets, at every node */
    A_CHECKS = 0,      /* in quiescence, too */
    A_NULL = 1,
    A_SLACK = 30,
    A_REDUCE = 130, /* larger: later moves are searched deeper */
    A_MARGIN = 75,
    A_EXTEND_CHECKS = 1,
    A_PROBABLE = 180,
    A_RAZOR = 220,
    A_FUTILE = 110,
    A_FUTILE_STEP = 95,
    A_LATE = 0
};

#define A_REVERSIBLE(p) ((p)->head.quiet)

static const int worth[ROWS] = {0, 100, 320, 335, 500, 975, 0};

TEMPLATE unsigned a_victim(const struct bm_hunter *h, const struct k_pos *p, bm_move m)
{
    (void)h;
    const unsigned us = p->head.turn;
    const bm_piece taken = p->board[bm_move_to(m)];
    if (taken)
        return bm_piece_side(taken) == us ? 0 : row_of(taken); /* castling by the rook */
    return p->bits.ep == square(bm_move_to(m)) && row_of(p->board[bm_move_from(m)]) == PAWN_ROW
               ? PAWN_ROW
               : 0;
}

TEMPLATE bool a_is_noisy(const struct bm_hunter *h, const struct k_pos *p, bm_move m)
{
    return a_victim(h, p, m) || (bm_move_promotes(m) && bm_move_promotion(m) == BM_CHESS_QUEEN);
}

TEMPLATE int a_gain(const struct bm_hunter *h, const struct k_pos *p, bm_move m)
{
    int v = worth[a_victim(h, p, m)];
    if (bm_move_promotes(m))
        v += worth[bm_move_promotion(m) + 1] - worth[PAWN_ROW];
    return v;
}
TEMPLATE int a_risk(const struct bm_hunter *h, const struct k_pos *p, bm_move m)
{
    (void)h;
    return row_of(p->board[bm_move_from(m)]);
}

TEMPLATE uint64_t a_cost(struct bm_hunter *h, struct k_pos *p)
{
    (void)h;
    (void)p;
    return 1;
}

TEMPLATE bool a_has_pieces(const struct bm_hunter *h, const struct k_pos *p)
{
    (void)h;
    const unsigned us = p->head.turn;
    return (p->bits.all[us] & ~(p->bits.set[us][PAWNS] | p->bits.king[us])) != 0;
}
TEMPLATE bool a_may_pass(const struct bm_hunter *h, const struct k_pos *p)
{
    return a_has_pieces(h, p);
}

TEMPLATE void a_pass(struct k_pos *p, struct k_undo *u)
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
TEMPLATE void a_unpass(struct k_pos *p, const struct k_undo *u)
{
    p->head = u->head;
    p->bits = u->bits;
}

/* Two kings, and at most one minor piece, or bishops that all see the same half of the board.
 */
TEMPLATE bool a_is_dead(const struct bm_hunter *h, const struct k_pos *p)
{
    (void)h;
    const uint64_t *const w = p->bits.set[0], *const b = p->bits.set[1];
    if (w[PAWNS] | b[PAWNS] | w[ORTH] | b[ORTH])
        return false;
    const uint64_t knights = w[KNIGHTS] | b[KNIGHTS], bishops = w[DIAG] | b[DIAG];
    const uint64_t dark = UINT64_C(0xaa55aa55aa55aa55);
    if (!knights && (!(bishops & dark) || !(bishops & ~dark)))
        return true;
    return !bits_many(knights | bishops);
}

/* How the position is built: pawns, and the other pieces of either side. */
static void a_shapes(const struct bm_hunter *h, const struct k_pos *p, uint64_t out[])
{
    (void)h;
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

static bm_move *a_noisy(const struct bm_hunter *h, const struct k_pos *p, bm_move *out)
{
    (void)h;
    return p->head.turn == WHITE ? noisy_moves(p, out, WHITE) : noisy_moves(p, out, BLACK);
}

/* Whether taking and taking back on the target gives at least so much. */
static bool a_see(const struct bm_hunter *h, const struct k_pos *p, bm_move m, int least)
{
    const struct k_bits *const b = &p->bits;
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    unsigned side = p->head.turn;
    if (p->board[to] && bm_piece_side(p->board[to]) == side)
        return least <= 0;
    int gain = a_gain(h, p, m) - least;
    if (gain < 0)
        return false;
    gain =
        worth[bm_move_promotes(m) ? bm_move_promotion(m) + 1 : row_of(p->board[from])] - gain;
    if (gain <= 0)
        return true;
    uint64_t occ = (b->all[0] | b->all[1]) & ~square(from);
    if (!p->board[to] && a_victim(h, p, m))
        occ &= ~square(passed_pawn(to));
    occ |= square(to);
    const uint64_t diag = b->set[0][DIAG] | b->set[1][DIAG];
    const uint64_t orth = b->set[0][ORTH] | b->set[1][ORTH];
    uint64_t all = (attackers_of(b, to, WHITE, occ) | attackers_of(b, to, BLACK, occ)) & occ;
    bool won = true;
    for (;;) {
        side ^= 1;
        all &= occ;
        const uint64_t mine = all & b->all[side];
        if (!mine)
            break;
        won = !won;
        const uint64_t *const o = b->set[side];
        const uint64_t queens = o[DIAG] & o[ORTH];
        uint64_t one;
        unsigned row;
        if ((one = mine & o[PAWNS]) != 0)
            row = PAWN_ROW;
        else if ((one = mine & o[KNIGHTS]) != 0)
            row = BM_CHESS_KNIGHT + 1;
        else if ((one = mine & o[DIAG] & ~queens) != 0)
            row = BM_CHESS_BISHOP + 1;
        else if ((one = mine & o[ORTH] & ~queens) != 0)
            row = ROOK_ROW;
        else if ((one = mine & queens) != 0)
            row = BM_CHESS_QUEEN + 1;
        else /* the king takes only what nobody guards */
            return all & b->all[!side] ? !won : won;
        gain = worth[row] - gain;
        if (gain < (int)won)
            break;
        occ ^= bits_lowest(one);
        if (row == PAWN_ROW || row == BM_CHESS_BISHOP + 1 || row == BM_CHESS_QUEEN + 1)
            all |= bishop_attacks(to, occ) & diag;
        if (row == ROOK_ROW || row == BM_CHESS_QUEEN + 1)
            all |= rook_attacks(to, occ) & orth;
    }
    return won;
}

#include "search/eval/chess/eval.h"
#include "search/tmpl/adapter_default.h"

/* Not worth their time in quiescence. */
static bm_move *a_quiet_checks(const struct bm_hunter *h, const struct k_pos *p, bm_move *out)
{
    (void)h;
    (void)p;
    return out;
}

/* No quiet move is too good to be left out. */
TEMPLATE bool a_spares(const struct bm_hunter *h, const struct k_pos *p, bm_move m)
{
    (void)h, (void)p, (void)m;
    return false;
}

#endif

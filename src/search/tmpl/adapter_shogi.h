/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_ADAPTER_SHOGI_H
#define BM_SEARCH_TMPL_ADAPTER_SHOGI_H

/* What the search needs to know of shogi: margins, move classes, null move, correction keys. */

#include "search/thread.h"

#include "kernel/shogi/drops.h"
#include "kernel/shogi/movegen.h"

enum {
    A_LISTS_ALL_CAPTURES = 0,
    A_HAS_SPECIAL_ENDS = 0,
    A_HAS_DEAD_DRAWS = 0,
    A_MATE_IN_ONE = 1,    /* found by bitboards at every node */
    A_QSEARCH_CHECKS = 1, /* at the first ply of quiescence search */
    A_NULL_MOVE = 1,
    A_SEE_TOLERANCE = 50,
    A_LMR_DIVISOR = 110,
    A_RFP_MARGIN = 110,
    A_EXTEND_CHECKS = 1,
    A_PROBCUT_MARGIN = 300,
    A_RAZOR_MARGIN = 300,
    A_FUTILITY_BASE = 180,
    A_FUTILITY_SLOPE = 120,
    A_LMP_BASE = 6
};

#define A_REVERSIBLE_PLIES(p) (64u)

/* Piece values on the board, by kind. */
static const int piece_value[KINDS] = {100, 260, 290, 400, 470, 640, 740,  0,
                                       430, 430, 440, 470, 0,   880, 1000, 0};
/* In hand a piece can go anywhere and is worth more. */
static const int hand_value[8] = {115, 300, 320, 430, 510, 700, 820, 0};

TEMPLATE unsigned a_victim(const struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    (void)td;
    const bm_piece taken = bm_move_is_drop(m) ? 0 : p->board[bm_move_to(m)];
    return taken ? bm_piece_kind(taken) + 1 : 0;
}

/* A capture takes the piece from one side and puts it into the other's hand. */
TEMPLATE int capture_value(unsigned kind)
{
    return piece_value[kind] + hand_value[kind_plain(kind)];
}

TEMPLATE int a_gain(const struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    const unsigned victim = a_victim(td, p, m);
    int v = victim ? capture_value(victim - 1) : 0;
    if (bm_move_promotes(m)) {
        const unsigned kind = bm_piece_kind(p->board[bm_move_from(m)]);
        v += piece_value[kind + 8] - piece_value[kind];
    }
    return v;
}

TEMPLATE bool a_is_noisy(const struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    (void)td;
    if (bm_move_is_drop(m))
        return false;
    return p->board[bm_move_to(m)] ||
           (bm_move_promotes(m) &&
            (bm_piece_kind(p->board[bm_move_from(m)]) == BM_SHOGI_PAWN ||
             bm_piece_kind(p->board[bm_move_from(m)]) >= BM_SHOGI_BISHOP));
}
TEMPLATE int a_attacker_value(const struct bm_search_thread *td, const struct k_pos *p,
                              bm_move m)
{
    (void)td;
    const unsigned from = bm_move_from(m);
    return piece_value[bm_move_is_drop(m) ? from : bm_piece_kind(p->board[from])] / 8;
}
/* Keys of the correction history: pawns, and the other pieces of each side. */
static void a_correction_keys(const struct bm_search_thread *td, const struct k_pos *p,
                              uint64_t out[])
{
    (void)td;
    out[0] = 0;
    for (unsigned side = 0; side < 2; side++) {
        const bb81 pawns = p->role[side][PAWN], all = p->side[side];
        out[1 + side] = 0;
        for (unsigned i = 0; i < 2; i++) {
            out[0] = (out[0] ^ pawns.w[i]) * UINT64_C(0xbf58476d1ce4e5b9);
            out[1 + side] =
                (out[1 + side] ^ (all.w[i] & ~pawns.w[i])) * UINT64_C(0xbf58476d1ce4e5b9);
        }
    }
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
    (void)p;
    return true;
}
TEMPLATE bool a_allows_null_move(const struct bm_search_thread *td, const struct k_pos *p)
{
    (void)td;
    (void)p;
    return true;
}
TEMPLATE void a_make_null(struct k_pos *p, struct k_undo *u)
{
    u->key = p->head.key;
    p->head.key ^= bm_shogi_tables.key_turn;
    p->head.turn ^= 1;
    p->head.number++;
}
TEMPLATE void a_unmake_null(struct k_pos *p, const struct k_undo *u)
{
    p->head.key = u->key;
    p->head.turn ^= 1;
    p->head.number--;
}
TEMPLATE bool a_is_dead(const struct bm_search_thread *td, const struct k_pos *p)
{
    (void)td;
    (void)p;
    return false;
}

/* Captures, and promotions of pawn, bishop and rook. Pointless non-promotions are left out. */
LARGE_TEMPLATE bm_move *noisy_of_role(bm_move *out, const struct k_pos *p,
                                      const struct masks *m, bb81 enemy, const enum role ROLE,
                                      const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bb81 pieces = bb_split(p->role[US][ROLE]);
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = pieces.w[h]; x; x = bits_drop_first(x)) {
            const unsigned from = bb_square(bits_first(x), h);
            const bb81 to = targets_from(m, from, ROLE, US);
            bb81 plain = bb_and(to, enemy);
            if (role_promotes(ROLE)) {
                const bool always = ROLE == PAWN || ROLE == BISHOP || ROLE == ROOK;
                bb81 promoting = bb_and(always ? to : plain, t->promoting[US][from]);
                out = emit(out, promoting, bm_move_promoting((bm_sq)from, 0, ROLE + 8u).bits);
                if (always)
                    plain = bb_minus(plain, t->promoting[US][from]);
            }
            if (dead_ranks(ROLE))
                plain = bb_minus(plain, far_ranks(0, dead_ranks(ROLE) - 1, US));
            out = emit(out, plain, bm_move_plain((bm_sq)from, 0).bits);
        }
    return out;
}

LARGE_TEMPLATE bm_move *noisy_moves(const struct k_pos *p, bm_move *out, const unsigned US)
{
    struct masks m;
    masks_fill(&m, p, NULL, US);
    const bb81 enemy = p->side[!US];
    bb81 steps = bb_none();
    steps.w[m.half] = m.steps & enemy.w[m.half];
    out = emit(out, steps, bm_move_plain((bm_sq)m.king, 0).bits);
    if (m.only_king)
        return out;
    out = noisy_of_role(out, p, &m, enemy, PAWN, US);
    out = noisy_of_role(out, p, &m, enemy, LANCE, US);
    out = noisy_of_role(out, p, &m, enemy, KNIGHT, US);
    out = noisy_of_role(out, p, &m, enemy, SILVER, US);
    out = noisy_of_role(out, p, &m, enemy, GOLD, US);
    out = noisy_of_role(out, p, &m, enemy, BISHOP, US);
    out = noisy_of_role(out, p, &m, enemy, ROOK, US);
    out = noisy_of_role(out, p, &m, enemy, HORSE, US);
    return noisy_of_role(out, p, &m, enemy, DRAGON, US);
}

static bm_move *a_noisy(const struct bm_search_thread *td, const struct k_pos *p, bm_move *out)
{
    (void)td;
    return p->head.turn ? noisy_moves(p, out, 1) : noisy_moves(p, out, 0);
}

/* All moves except pointless non-promotions: of pawn, bishop and rook, and of a lance on the
 * second last rank. Near the other king they are kept if there is a pawn in hand: they can
 * avoid mate by a pawn drop, which is illegal. */
LARGE_TEMPLATE bm_move *useful_moves(const struct k_pos *p, bm_move *out, const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    bm_move *const end = moves_list(out, p, NULL, US), *kept = out;
    const unsigned king = p->king[!US];
    const bb81 close =
        p->held[US] & 1 && king != NO_KING ? t->reach[US][GOLD][king] : bb_none();
    for (bm_move *m = out; m < end; m++) {
        if (!bm_move_is_drop(*m) && !bm_move_promotes(*m)) {
            const unsigned from = bm_move_from(*m), to = bm_move_to(*m);
            const enum role role = kind_role(bm_piece_kind(p->board[from]));
            const bool wasted = role == PAWN || role == BISHOP || role == ROOK ||
                                (role == LANCE && rank_seen(t->rank_of[to], US) == 1);
            if (wasted && bb_meet(t->promoting[US][from], t->square[to]) &&
                !bb_meet(close, t->square[to]))
                continue;
        }
        *kept++ = *m;
    }
    return kept;
}

static bm_move *a_moves(const struct bm_search_thread *td, const struct k_pos *p, bm_move *out)
{
    (void)td;
    return p->head.turn ? useful_moves(p, out, 1) : useful_moves(p, out, 0);
}

#include "search/tmpl/see_shogi.h"

#include "search/eval/shogi/eval.h"
#include "search/tmpl/checks_shogi.h"

/* No quiet move is exempt from pruning. */
TEMPLATE bool a_is_prune_exempt(const struct bm_search_thread *td, const struct k_pos *p,
                                bm_move m)
{
    (void)td, (void)p, (void)m;
    return false;
}

#endif

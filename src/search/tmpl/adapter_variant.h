/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_ADAPTER_VARIANT_H
#define BM_SEARCH_TMPL_ADAPTER_VARIANT_H

/* What the search needs to know of a game of the variant kernel: margins, move classes, null
 * move, correction keys. */

#include "search/thread.h"

#include "kernel/variant/emit.h"
#include "kernel/variant/gen.h"
#include "kernel/variant/see.h"

enum {
    A_LISTS_ALL_CAPTURES = 1,
    A_HAS_SPECIAL_ENDS = 1,
    A_HAS_DEAD_DRAWS = 1,
    A_MATE_IN_ONE = 0,    /* found by bitboards at every node */
    A_QSEARCH_CHECKS = 1, /* at the first ply of quiescence search */
    A_NULL_MOVE = 1,
    A_SEE_TOLERANCE = 50,
    A_LMR_DIVISOR = 95,
    A_RFP_MARGIN = 100,
    A_EXTEND_CHECKS = 0,
    A_PROBCUT_MARGIN = 250,
    A_RAZOR_MARGIN = 300,
    A_FUTILITY_BASE = 160,
    A_FUTILITY_SLOPE = 110,
    A_LMP_BASE = 4
};

/* Where captured pieces can be dropped, captures do not rule out repetitions. */
#define A_REVERSIBLE_PLIES(p) ((p)->game->captures_to_hand ? 64u : (p)->head.quiet)

/* The kind that a move captures, + 1, en passant included; 0: none. */
TEMPLATE unsigned a_victim(const struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    (void)td;
    if (bm_move_is_drop(m) || bm_move_is_pass(m) || bm_move_from(m) == bm_move_to(m))
        return 0;
    const bm_piece taken = p->board[bm_move_to(m)];
    if (taken)
        return bm_piece_side(taken) != p->head.turn ? bm_piece_kind(taken) + 1 : 0;
    if (p->lore.ep_count && K(is_capture)(p, m))
        return bm_piece_kind(p->board[bm_move_from(m)]) + 1;
    return 0;
}

/* Keys of the correction history: pawns, and the other pieces of each side. */
static void a_correction_keys(const struct bm_search_thread *td, const struct k_pos *p,
                              uint64_t out[])
{
    const set pawns = of_kinds(p, td->variant_eval->pawns);
    out[0] = out[1] = out[2] = 0;
    EACH_WORD
    {
        const uint64_t first = p->side[0].w[i], second = p->side[1].w[i];
        out[0] = (out[0] ^ (pawns.w[i] & first)) * UINT64_C(0xbf58476d1ce4e5b9);
        out[0] = (out[0] ^ (pawns.w[i] & second)) * UINT64_C(0x94d049bb133111eb);
        out[1] = (out[1] ^ (first & ~pawns.w[i])) * UINT64_C(0xbf58476d1ce4e5b9);
        out[2] = (out[2] ^ (second & ~pawns.w[i])) * UINT64_C(0xbf58476d1ce4e5b9);
    }
}

/* Whether capturing one more of a kind wins the game. */
TEMPLATE bool is_vital(const struct k_pos *p, unsigned kind)
{
    const struct bm_compiled *const g = p->game;
    if (g->royals >> kind & 1 && g->royal != BM_ROYAL_NONE)
        return true;
    return g->extinct && !g->extinct_all && g->extinct_kinds >> kind & 1 &&
           g->extinct_verdict == BM_VERDICT_LOSS &&
           set_count(set_and(p->kind[kind], p->side[!p->head.turn])) <= g->extinct_left + 1u;
}

/* The material balance of an explosion, for the side that captures. */
static int blast_gain(const struct bm_search_thread *td, const struct k_pos *p, unsigned from,
                      unsigned to)
{
    const struct bm_compiled *const g = p->game;
    const unsigned us = p->head.turn;
    set hit = set_and(set_or(table_at(g, g->blast, to), set_of(from)), occupied(p));
    int v = 0;
    FOR_SET(sq, hit)
    {
        const unsigned kind = bm_piece_kind(p->board[sq]);
        if (g->immune >> kind & 1 || g->neutrals >> kind & 1 ||
            (sq != to && sq != from && g->spared >> kind & 1))
            continue;
        const int value = g->royals >> kind & 1 ? 2000 : td->variant_eval->board_value[kind];
        v += bm_piece_side(p->board[sq]) == us ? -value : value;
    }
    return v;
}

TEMPLATE int a_gain(const struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    const unsigned victim = a_victim(td, p, m);
    const struct bm_variant_eval *const w = td->variant_eval;
    int v = 0;
    if (victim) {
        if (UNLIKELY(p->game->explode))
            return blast_gain(td, p, bm_move_from(m), bm_move_to(m));
        /* Where captures are compulsory, material gains decide little. */
        if (UNLIKELY(p->game->must_capture))
            return 100;
        v = w->capture_value[victim - 1];
        if (UNLIKELY(is_vital(p, victim - 1)))
            v += 2000;
    }
    if (bm_move_promotes(m) && !bm_move_is_drop(m))
        v += w->board_value[bm_move_promotion(m)] -
             w->board_value[bm_piece_kind(p->board[bm_move_from(m)])];
    return v;
}

TEMPLATE bool a_is_noisy(const struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    return a_victim(td, p, m) != 0 ||
           (bm_move_promotes(m) && !bm_move_is_drop(m) && a_gain(td, p, m) > 150);
}

TEMPLATE int a_attacker_value(const struct bm_search_thread *td, const struct k_pos *p,
                              bm_move m)
{
    return bm_move_is_drop(m) || bm_move_is_pass(m)
               ? 0
               : td->variant_eval->board_value[bm_piece_kind(p->board[bm_move_from(m)])] / 8;
}

/* How many nodes the last one counts as: more in games where legality depends on whole turns.
 */
TEMPLATE uint64_t a_node_cost(struct bm_search_thread *td, struct k_pos *p)
{
    if (LIKELY(!p->game->deep))
        return 1;
    const uint64_t cost = 1 + td->work.spent / BM_NODE_WORK;
    td->work = (struct bm_work){.spent = td->work.spent % BM_NODE_WORK, .limit = UINT32_MAX};
    p->work = &td->work;
    return cost;
}

TEMPLATE bool a_has_non_pawns(const struct bm_search_thread *td, const struct k_pos *p)
{
    (void)td;
    return set_many(p->side[p->head.turn]);
}
TEMPLATE bool a_allows_null_move(const struct bm_search_thread *td, const struct k_pos *p)
{
    (void)td;
    /* Zugzwang is likely where captures are compulsory or few pieces are left. */
    return !p->game->must_capture && !p->game->multi && set_count(p->side[p->head.turn]) > 3;
}
TEMPLATE void a_make_null(struct k_pos *p, struct k_undo *u)
{
    k_make(p, (bm_move){BM_MOVE_PASS}, u);
}
TEMPLATE void a_unmake_null(struct k_pos *p, const struct k_undo *u)
{
    k_unmake(p, (bm_move){BM_MOVE_PASS}, u);
}
TEMPLATE bool a_is_dead(const struct bm_search_thread *td, const struct k_pos *p)
{
    enum { FEW = 5 };
    (void)td;
    return (p->game->can_be_dead || p->game->bare_is_dead) &&
           set_count(set_or(p->side[0], p->side[1])) < FEW && K(dead)(p) != BM_REASON_NONE;
}

static bm_move *a_noisy(const struct bm_search_thread *td, const struct k_pos *p, bm_move *out)
{
    const size_t n = K(noisy)(p, out);
    bm_move *to = out;
    for (size_t i = 0; i < n; i++)
        if (a_is_noisy(td, p, out[i]))
            *to++ = out[i];
    return to;
}

#include "search/tmpl/see_variant.h"

#include "search/eval/variant/eval.h"
#include "search/tmpl/adapter_default.h"

/* Whether a quiet move gives check by the piece that moves: such moves are not pruned. Found by
 * the attacks of the other side's piece from the royal. */
static bool a_is_prune_exempt(const struct bm_search_thread *td, const struct k_pos *p,
                              bm_move m)
{
    const struct bm_compiled *const g = p->game;
    const unsigned us = p->head.turn;
    const set royals = royals_of(p, !us);
    if (td->variant_eval->no_royals || bm_move_is_pass(m) || !set_any(royals) ||
        set_many(royals))
        return false;
    const unsigned kind = bm_move_is_drop(m)    ? bm_move_from(m)
                          : bm_move_promotes(m) ? bm_move_promotion(m)
                                                : bm_piece_kind(p->board[bm_move_from(m)]);
    const unsigned royal = set_first(royals), to = bm_move_to(m);
    if (!set_has(empty_board_attacks_of(td, g, !us, kind, royal), to))
        return false;
    const struct scene other = scene_of(p, !us);
    return set_has(attacks_of(&other, bm_compiled_man(g, !us, kind), royal), to);
}

/* Quiet checks, in games with drops. The squares from which a kind gives check are those that
 * the other side's piece attacks from the royal; for kinds that move asymmetrically some of
 * these are no checks. */
static bm_move *a_quiet_checks(const struct bm_search_thread *td, const struct k_pos *p,
                               bm_move *out)
{
    const struct bm_compiled *const g = p->game;
    const unsigned us = p->head.turn;
    const set royals = royals_of(p, !us);
    if (!g->captures_to_hand || !p->fast || td->variant_eval->no_royals || !set_any(royals) ||
        set_many(royals))
        return out;
    const struct scene s = scene_of(p, us), other = scene_of(p, !us);
    const unsigned royal = set_first(royals);
    for (unsigned kind = 0; kind < g->kinds; kind++) {
        if (g->royals >> kind & 1)
            continue;
        set men = set_and(p->kind[kind], p->side[us]);
        const struct bm_form *const form = bm_compiled_form(g, kind);
        const bool held = form->drops && p->hand[us][form->hand_of];
        if (!held && !set_any(men))
            continue;
        const struct bm_man *const man = bm_compiled_man(g, us, kind);
        const set from =
            set_and(attacks_of(&other, bm_compiled_man(g, !us, kind), royal), s.empty);
        if (!set_any(from))
            continue;
        FOR_SET(at, men)
        {
            /* Most pieces do not reach these squares even on an empty board. */
            if (man->move.plain && !set_meet(empty_board_attacks_of(td, g, us, kind, at), from))
                continue;
            set to = set_and(targets(&s, man, at), from);
            if (man->promotes)
                to = set_less(to, choose(&s, man, at, to).may);
            FOR_SET(sq, to)
            if (K(leaves_safe)(p, us, at, sq, kind, K_SQUARES))
                *out++ = bm_move_plain((bm_sq)at, (bm_sq)sq);
        }
        set land = held ? set_and(K(drop_squares)(p, us, kind), from) : set_none();
        FOR_SET(sq, land)
        if (!K(drop_forbidden)(p, us, kind, sq) &&
            K(leaves_safe)(p, us, K_SQUARES, sq, kind, K_SQUARES))
            *out++ = bm_move_drop(kind, (bm_sq)sq);
    }
    return out;
}

#endif

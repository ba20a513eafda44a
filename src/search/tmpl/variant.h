/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_VARIANT_H
#define BM_SEARCH_TMPL_VARIANT_H

/* What the search asks of any other game. */

#include "kernel/variant/gen.h"
#include "search/tree.h"

enum {
    A_ALL_CAPTURES = 1,
    A_HAS_ENDS = 1,
    A_HAS_DEAD = 0,
    A_MATE_IN_ONE = 0, /* looked for by sets, at every node */
    A_CHECKS = 0,      /* in quiescence, too */
    A_NULL = 1,
    A_SLACK = 50,
    A_REDUCE = 120,
    A_MARGIN = 100,
    A_PROBABLE = 250,
    A_RAZOR = 300,
    A_FUTILE = 160,
    A_FUTILE_STEP = 110,
    A_LATE = 4
};

#define A_REVERSIBLE(p) (48u)

/* The piece that a move takes on its target, + 1; captures in passing count as such too. */
TEMPLATE unsigned a_victim(const struct bm_hunter *h, const struct k_pos *p, bm_move m)
{
    (void)h;
    if (bm_move_is_drop(m) || bm_move_is_pass(m) || bm_move_from(m) == bm_move_to(m))
        return 0;
    const bm_piece taken = p->board[bm_move_to(m)];
    if (taken)
        return bm_piece_side(taken) != p->head.turn ? bm_piece_kind(taken) + 1 : 0;
    if (p->lore.ep_count && K(is_capture)(p, m))
        return bm_piece_kind(p->board[bm_move_from(m)]) + 1;
    return 0;
}

TEMPLATE int a_gain(const struct bm_hunter *h, const struct k_pos *p, bm_move m)
{
    const unsigned victim = a_victim(h, p, m);
    const struct bm_worths *const w = h->worths;
    int v = 0;
    if (victim) {
        v = w->board[victim - 1];
        if (p->game->captures_to_hand)
            v += w->hand[bm_compiled_form(p->game, victim - 1)->base];
        if (p->game->royals >> (victim - 1) & 1)
            v += 2000;
    }
    if (bm_move_promotes(m) && !bm_move_is_drop(m))
        v +=
            w->board[bm_move_promotion(m)] - w->board[bm_piece_kind(p->board[bm_move_from(m)])];
    return v;
}

TEMPLATE bool a_is_noisy(const struct bm_hunter *h, const struct k_pos *p, bm_move m)
{
    return a_victim(h, p, m) != 0 ||
           (bm_move_promotes(m) && !bm_move_is_drop(m) && a_gain(h, p, m) > 150);
}

TEMPLATE int a_risk(const struct bm_hunter *h, const struct k_pos *p, bm_move m)
{
    return bm_move_is_drop(m) || bm_move_is_pass(m)
               ? 0
               : h->worths->board[bm_piece_kind(p->board[bm_move_from(m)])] / 8;
}

TEMPLATE bool a_has_pieces(const struct bm_hunter *h, const struct k_pos *p)
{
    (void)h;
    return set_many(p->side[p->head.turn]);
}
TEMPLATE bool a_may_pass(const struct bm_hunter *h, const struct k_pos *p)
{
    (void)h;
    /* Where captures are forced, or little is left, having to move can hurt. */
    return !p->game->must_capture && !p->game->multi && set_count(p->side[p->head.turn]) > 3;
}
TEMPLATE void a_pass(struct k_pos *p, struct k_undo *u)
{
    k_make(p, (bm_move){BM_MOVE_PASS}, u);
}
TEMPLATE void a_unpass(struct k_pos *p, const struct k_undo *u)
{
    k_unmake(p, (bm_move){BM_MOVE_PASS}, u);
}
TEMPLATE bool a_is_dead(const struct bm_hunter *h, const struct k_pos *p)
{
    (void)h;
    (void)p;
    return false;
}

static bm_move *a_noisy(const struct bm_hunter *h, const struct k_pos *p, bm_move *out)
{
    const size_t n = K(moves)(p, out);
    bm_move *to = out;
    for (size_t i = 0; i < n; i++)
        if (a_is_noisy(h, p, out[i]))
            *to++ = out[i];
    return to;
}

/* Whether a move keeps at least so much, seen one answer deep. */
static bool a_see(const struct bm_hunter *h, const struct k_pos *p, bm_move m, int least)
{
    if (bm_move_is_pass(m))
        return least <= 0;
    const int gain = a_gain(h, p, m) - least;
    if (gain < 0)
        return false;
    const unsigned kind = bm_move_promotes(m) && !bm_move_is_drop(m) ? bm_move_promotion(m)
                          : bm_move_is_drop(m)                       ? bm_move_from(m)
                                               : bm_piece_kind(p->board[bm_move_from(m)]);
    const int stands = h->worths->board[kind];
    if (gain >= stands)
        return true;
    return K(attackers)(p, bm_move_to(m), !p->head.turn, NULL) == 0;
}

static int a_evaluate(const struct bm_hunter *h, const struct k_pos *p)
{
    const struct bm_worths *const w = h->worths;
    const unsigned kinds = p->game->kinds, squares = p->game->squares;
    int v[2] = {0, 0};
    for (unsigned side = 0; side < 2; side++) {
        set own = p->side[side];
        FOR_SET(sq, own)
        {
            const unsigned kind = bm_piece_kind(p->board[sq]);
            v[side] += w->board[kind] + w->place[(side * kinds + kind) * squares + sq];
        }
        for (uint64_t held = p->held[side]; held; held = bits_drop_first(held))
            v[side] += w->hand[bits_first(held)] * p->hand[side][bits_first(held)];
        if (p->game->checks)
            v[side] += w->check * (int)(p->game->checks - p->lore.checks[side]) *
                       (int)(p->game->checks - p->lore.checks[side]);
    }
    return v[p->head.turn] - v[!p->head.turn] + 10;
}

static void a_trace(const struct bm_hunter *h, const struct k_pos *p, struct bm_trace *out)
{
    *out = (struct bm_trace){.phases = 1, .scale = 1000, .value = a_evaluate(h, p)};
}

#include "search/tmpl/plain.h"

#endif

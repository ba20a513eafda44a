/* SPDX-License-Identifier: MIT */
/* How the board itself ends a game: goals, lost pieces, checks given, too little to mate with.
 */
#include "kernel/tmpl/tmpl.h"

#include "kernel/variant/gen.h"
#include "kernel/variant/see.h"

static enum bm_result win_for(unsigned side)
{
    return side == BM_FIRST ? BM_FIRST_WINS : BM_SECOND_WINS;
}

static enum bm_result result_of(unsigned verdict, unsigned side)
{
    return verdict == BM_VERDICT_LOSS  ? win_for(!side)
           : verdict == BM_VERDICT_WIN ? win_for(side)
                                       : BM_DRAW;
}

/* Pieces of a side on the board and in hand. */
static unsigned count_kinds(const struct k_pos *p, unsigned side, uint64_t kinds)
{
    unsigned n = set_count(set_and(of_kinds(p, kinds), p->side[side]));
    for (uint64_t k = kinds & p->held[side]; k != 0; k = bits_drop_first(k))
        n += p->hand[side][bits_first(k)];
    return n;
}

/*
 * Whether a side has lost too much of some kinds. Where the loss must be claimed, a side that
 * is to move may still even things out: the other must then have one piece more.
 */
static bool is_reduced(const struct k_pos *p, unsigned side, uint64_t kinds)
{
    const struct bm_compiled *const g = p->game;
    const unsigned more = g->extinct_claim && side == p->head.turn;
    return count_kinds(p, side, kinds) <= g->extinct_left &&
           count_kinds(p, !side, kinds) >= g->extinct_opponent + more;
}

static bool is_extinct(const struct k_pos *p, unsigned side)
{
    const struct bm_compiled *const g = p->game;
    if (g->extinct_all)
        return is_reduced(p, side, g->extinct_kinds);
    for (uint64_t k = g->extinct_kinds; k != 0; k = bits_drop_first(k))
        if (is_reduced(p, side, k & (~k + 1)))
            return true;
    return false;
}

static set on_goal(const struct k_pos *p, unsigned side)
{
    const struct bm_compiled *const g = p->game;
    return set_and(set_and(of_kinds(p, g->goal_kinds), p->side[side]), cells(&g->goal[side]));
}

/* Whether a side has won by what stands on its goal. */
static bool has_goal(const struct k_pos *p, unsigned side)
{
    set there = on_goal(p, side);
    if (!set_any(there))
        return false;
    switch (p->game->goal_when) {
    case BM_GOAL_EXTRA: return p->head.turn == side && p->lore.turn.made == 0;
    case BM_GOAL_SAFE: {
        const struct view v = view_now(p, !side);
        FOR_SET(sq, there)
        if (!K(attacked)(p, &v, sq, !side, bm_piece_kind(p->board[sq])))
            return true;
        return false;
    }
    default: return true;
    }
}

/* Whether the side to move can reach its goal at once. */
static bool can_reach_goal(const struct k_pos *p)
{
    const struct bm_compiled *const g = p->game;
    const unsigned us = p->head.turn;
    bm_move list[K_MAX_MOVES];
    const size_t n = p->fast ? K(fast_moves)(p, list, K_LIST) : K(slow_moves)(p, list, K_LIST);
    for (size_t i = 0; i < n; i++) {
        if (bm_move_is_pass(list[i]) || !bm_cells_has(&g->goal[us], bm_move_to(list[i])))
            continue;
        const unsigned kind = bm_move_is_drop(list[i])
                                  ? bm_move_from(list[i])
                                  : bm_piece_kind(p->board[bm_move_from(list[i])]);
        if (g->goal_kinds >> kind & 1)
            return true;
    }
    return false;
}

static enum bm_reason goal(const struct k_pos *p, enum bm_result *result)
{
    const unsigned us = p->head.turn;
    const bool last = has_goal(p, !us), next = has_goal(p, us);
    if (!last && !next)
        return BM_REASON_NONE;
    if (p->game->goal_when == BM_GOAL_REPLY) {
        if (us == BM_SECOND && !next && can_reach_goal(p))
            return BM_REASON_NONE; /* one last move */
        *result = last && next ? BM_DRAW : win_for(next ? us : !us);
    } else {
        *result = win_for(last ? !us : us);
    }
    return BM_REASON_GOAL;
}

/* Whether a side that starts with royals has none: a whole turn can take them, or an explosion.
 */
static bool is_headless(const struct k_pos *p, unsigned side)
{
    const struct bm_compiled *const g = p->game;
    return g->royal_sides >> side & 1 && !(p->held[side] & g->royals) &&
           !set_any(royals_of(p, side));
}

enum bm_reason K(over)(const void *pos, enum bm_result *result)
{
    const struct k_pos *const p = pos;
    const struct bm_compiled *const g = p->game;
    const unsigned us = p->head.turn;
    *result = BM_ONGOING;
    if (g->checks && (p->lore.checks[0] == 0 || p->lore.checks[1] == 0)) {
        *result = win_for(p->lore.checks[0] == 0 ? BM_FIRST : BM_SECOND);
        return BM_REASON_CHECKS;
    }
    for (unsigned side = 0; side < 2 && g->royals_fall; side++)
        if (is_headless(p, side)) {
            *result = win_for(!side);
            return BM_REASON_EXTINCT;
        }
    if (g->extinct)
        for (unsigned i = 0; i < 2; i++) {
            const unsigned side = i ? us : !us;
            if (is_extinct(p, side)) {
                *result = result_of(g->extinct_verdict, side);
                return BM_REASON_EXTINCT;
            }
        }
    return g->goals ? goal(p, result) : BM_REASON_NONE;
}

/* One royal piece a side, and nothing else on the board or in hand. */
static bool is_bare(const struct k_pos *p)
{
    const set all = occupied(p), royals = of_kinds(p, p->game->royals);
    return !p->held[0] && !p->held[1] && set_count(all) == 2 && set_same(all, royals) &&
           set_any(set_and(royals, p->side[0])) && set_any(set_and(royals, p->side[1]));
}

enum bm_reason K(dead)(const void *pos)
{
    const struct k_pos *const p = pos;
    const struct bm_compiled *const g = p->game;
    if (!g->can_be_dead)
        return g->bare_is_dead && is_bare(p) ? BM_REASON_MATERIAL : BM_REASON_NONE;
    const set royals = of_kinds(p, g->royals), others = set_less(occupied(p), royals);
    if (set_count(others) > 12)
        return BM_REASON_NONE; /* bishops of one colour are never so many */
    if (!set_any(others))
        return BM_REASON_MATERIAL;
    if (!set_many(others) && g->lone >> bm_piece_kind(p->board[set_first(others)]) & 1)
        return BM_REASON_MATERIAL;
    const set bound = of_kinds(p, g->bound), dark = cells(&g->dark);
    if (!set_any(set_less(others, bound)) &&
        (!set_meet(others, dark) || !set_any(set_less(others, dark))))
        return BM_REASON_MATERIAL;
    return BM_REASON_NONE;
}

bool K(can_mate)(const void *pos, unsigned side)
{
    const struct k_pos *const p = pos;
    const struct bm_compiled *const g = p->game;
    if (!g->can_be_dead)
        return true;
    const set royals = of_kinds(p, g->royals), others = set_less(p->side[side], royals);
    if (!set_any(others))
        return false;
    const bool bare = !set_any(set_less(p->side[!side], royals));
    return set_many(others) || !bare ||
           !(g->lone >> bm_piece_kind(p->board[set_first(others)]) & 1);
}

bool K(impasse)(const void *pos, struct bm_impasse *out)
{
    (void)pos;
    (void)out;
    return false;
}

unsigned K(points)(const void *pos)
{
    (void)pos;
    return 0;
}

bool K(on_goal)(const void *pos, unsigned side)
{
    (void)pos;
    (void)side;
    return false;
}

/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_NODE_H
#define BM_SEARCH_TMPL_NODE_H

/* Terminal nodes, and making moves inside the tree. */

#include "search/thread.h"

static struct k_pos *pos_of(struct bm_search_thread *td) { return (struct k_pos *)&td->pos; }

static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }

/* Mate values count plies from the root in the search, and from the position in the TT. */
static int value_to_tt(int v, unsigned ply)
{
    return v >= VALUE_MATE_IN_MAX ? v + (int)ply : v <= -VALUE_MATE_IN_MAX ? v - (int)ply : v;
}
static int value_from_tt(int v, unsigned ply)
{
    return v >= VALUE_MATE_IN_MAX ? v - (int)ply : v <= -VALUE_MATE_IN_MAX ? v + (int)ply : v;
}

/* ---- Terminal nodes ---- */

/* The value of a verdict on a side, for the side to move. */
static int verdict_value(enum bm_verdict v, unsigned side, unsigned turn, unsigned ply)
{
    const int mine = v == BM_VERDICT_WIN    ? VALUE_MATE - (int)ply
                     : v == BM_VERDICT_LOSS ? (int)ply - VALUE_MATE
                                            : 0;
    return side == turn ? mine : -mine;
}

static int result_value(enum bm_result r, unsigned turn, unsigned ply)
{
    if (r != BM_FIRST_WINS && r != BM_SECOND_WINS)
        return 0;
    return verdict_value(BM_VERDICT_WIN, r == BM_SECOND_WINS, turn, ply);
}

/* Perpetual check: whether a side moved in the plies (from, to] and each of its moves gave
 * check. */
static bool has_only_checked(const struct bm_search_thread *td, unsigned from, unsigned to,
                             unsigned side)
{
    bool any = false;
    for (unsigned i = from + 1; i <= to; i++) {
        if (td->movers[i] != side)
            continue;
        if (!td->gave_check[i])
            return false;
        any = true;
    }
    return any;
}

/* Repetition: the first one, on the path or in the game, already counts as the end that the
 * rules give to the last one, since the position can be repeated again. */
static bool is_repetition(struct bm_search_thread *td, unsigned ply, int *value)
{
    const struct bm_ruleset *const g = td->shared->rules->set;
    const struct k_pos *const p = pos_of(td);
    const unsigned now = td->game_plies + ply;
    const unsigned back = A_REVERSIBLE_PLIES(p) < now ? A_REVERSIBLE_PLIES(p) : now;
    if (!g->repeats_end && !g->repeats_claim)
        return false;
    for (unsigned i = 2; i <= back; i++) {
        if (td->keys[now - i] != p->head.key)
            continue;
        const unsigned turn = p->head.turn;
        *value = 0;
        if (g->perpetual_loses) {
            const bool mine = has_only_checked(td, now - i, now, turn);
            const bool theirs = has_only_checked(td, now - i, now, !turn);
            if (mine != theirs)
                *value = verdict_value(BM_VERDICT_LOSS, mine ? turn : !turn, turn, ply);
        }
        if (*value == 0 && g->repeat_verdict != BM_VERDICT_DRAW) {
            const unsigned mover = p->head.made ? turn : !turn;
            *value = verdict_value((enum bm_verdict)g->repeat_verdict,
                                   g->repeat_for < 2 ? g->repeat_for : mover, turn, ply);
        }
        return true;
    }
    return false;
}

static bool is_terminal(struct bm_search_thread *td, unsigned ply, int *value)
{
    const struct k_pos *const p = pos_of(td);
    const struct bm_ruleset *const g = td->shared->rules->set;
    enum bm_result result;
    if (A_HAS_SPECIAL_ENDS && K(over)(p, &result) != BM_REASON_NONE) {
        *value = result_value(result, p->head.turn, ply);
        return true;
    }
    if (ply == 0)
        return false;
    if (is_repetition(td, ply, value))
        return true;
    const unsigned quiet = g->quiet_claim ? g->quiet_claim : g->quiet_end;
    if (quiet && p->head.quiet >= quiet && K(can_move)(p)) {
        *value = 0;
        return true;
    }
    if (A_HAS_DEAD_DRAWS && a_is_dead(td, p)) {
        *value = 0;
        return true;
    }
    return false;
}

static int value_without_moves(const struct bm_search_thread *td, bool check, unsigned turn,
                               unsigned ply)
{
    const struct bm_ruleset *const g = td->shared->rules->set;
    return verdict_value((enum bm_verdict)(check ? g->checkmate : g->stalemate), turn, turn,
                         ply);
}

/* ---- Making moves ---- */

static uint32_t piece_to_of(const struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    if (bm_move_is_pass(m))
        return 0;
    const unsigned kind =
        bm_move_is_drop(m) ? bm_move_from(m) : bm_piece_kind(p->board[bm_move_from(m)]);
    return kind * td->squares + bm_move_to(m);
}

static void make(struct bm_search_thread *td, bm_move m, struct k_undo *u, unsigned ply)
{
    struct k_pos *const p = pos_of(td);
    struct bm_search_stack *const ss = &td->stack[ply];
    ss->move = m;
    ss->piece_to = piece_to_of(td, p, m);
    const unsigned mover = p->head.turn;
    k_make(p, m, u);
    bm_tt_prefetch(&td->shared->tt, p->head.key);
    td->nodes += a_node_cost(td, p);
    const unsigned at = td->game_plies + ply + 1;
    td->keys[at] = p->head.key;
    td->movers[at] = (uint8_t)mover;
    /* Inside a turn of several moves there is no check. */
    ss[1].in_check = p->head.turn != mover && K(in_check)(p);
    td->gave_check[at] = ss[1].in_check;
    ss[1].turn = p->head.turn;
}

static void unmake(struct bm_search_thread *td, bm_move m, const struct k_undo *u)
{
    k_unmake(pos_of(td), m, u);
}

#endif

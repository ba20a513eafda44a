/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_QSEARCH_H
#define BM_SEARCH_TMPL_QSEARCH_H

/* Quiescence search: captures only, until the position is quiet; and what both searches use of
 * evaluation and transposition table. */

#include "search/tmpl/correction.h"

/* The static evaluation, with the noise of a level. */
static int evaluate(const struct bm_search_thread *td)
{
    const struct k_pos *const p = pos_of((struct bm_search_thread *)td);
    int v = a_evaluate(td, p);
    if (td->shared->noise)
        v += bm_eval_noise(td->shared, p->head.key);
    return max(-VALUE_MATE_IN_MAX + 1, min(VALUE_MATE_IN_MAX - 1, v));
}

static void extend_pv(struct bm_search_thread *td, unsigned ply, bm_move m)
{
    const unsigned below = td->pv_len[ply + 1];
    td->pv[ply][0] = m;
    for (unsigned i = 0; i < below && i + 1 < MAX_PLY; i++)
        td->pv[ply][i + 1] = td->pv[ply + 1][i];
    td->pv_len[ply] = below + 1 < MAX_PLY ? below + 1 : MAX_PLY;
}

/* The TT value is a better estimate than the static evaluation where its bound allows. */
static int refine_eval_by_tt(const struct bm_tt_data *tt, int eval, unsigned ply)
{
    const int v = value_from_tt(tt->value, ply);
    const bool better = tt->bound == BOUND_EXACT || (tt->bound == BOUND_LOWER && v > eval) ||
                        (tt->bound == BOUND_UPPER && v < eval);
    return better && v > -VALUE_MATE_IN_MAX && v < VALUE_MATE_IN_MAX ? v : eval;
}

/* Whether a TT value decides a null window. */
static bool is_tt_cutoff(const struct bm_tt_data *tt, int alpha, int beta, int v)
{
    return tt->bound == BOUND_EXACT || (tt->bound == BOUND_LOWER && v >= beta) ||
           (tt->bound == BOUND_UPPER && v <= alpha);
}

/* ---- Quiescence search ---- */

enum {
    RECAPTURES_FROM = 6, /* plies after which only recaptures are searched */
    DELTA_MARGIN = 200,
    EVASIONS = 3 /* quiet evasions searched once a check is known not to be mate */
};

static int qsearch(struct bm_search_thread *td, int alpha, int beta, unsigned ply,
                   unsigned deep);

static int qsearch_child(struct bm_search_thread *td, int alpha, int beta, unsigned ply,
                         unsigned deep)
{
    const bool passed = pos_of(td)->head.turn != td->stack[ply].turn;
    return passed ? -qsearch(td, -beta, -alpha, ply + 1, deep + 1)
                  : qsearch(td, alpha, beta, ply + 1, deep + 1);
}

static int qsearch(struct bm_search_thread *td, int alpha, int beta, unsigned ply,
                   unsigned deep)
{
    struct k_pos *const p = pos_of(td);
    struct bm_search_stack *const ss = &td->stack[ply];
    struct bm_tt_data tt = {.bound = BOUND_NONE};
    struct move_picker mp;
    int value;

    td->pv_len[ply] = 0;
    if (ply > td->seldepth)
        td->seldepth = ply;
    if (td->nodes >= td->next_poll && bm_search_poll(td))
        return 0;
    if (is_terminal(td, ply, &value))
        return value;
    if (ply >= MAX_PLY - 2)
        return evaluate(td);

    const bool pv = beta - alpha > 1;
    const int old_alpha = alpha;
    bm_move best_move = {BM_MOVE_NONE};
    if (bm_tt_probe(&td->shared->tt, p->head.key, &tt)) {
        const int v = value_from_tt(tt.value, ply);
        if (!pv && is_tt_cutoff(&tt, alpha, beta, v))
            return v;
    }
    if (!init_picker(td, &mp, (bm_move){BM_MOVE_NONE}))
        return evaluate(td);

    int best = -VALUE_INFINITE, stand = VALUE_NONE;
    if (!ss->in_check) {
        if (A_MATE_IN_ONE && !tt.bound && a_mate_in_one(p, &best_move))
            return VALUE_MATE - (int)ply - 1;
        ss->raw_eval = tt.bound && tt.eval != VALUE_NONE ? tt.eval : evaluate(td);
        ss->static_eval = stand = corrected_eval(td, ss->raw_eval, ply);
        /* Stand pat: the side to move need not capture. */
        best = refine_eval_by_tt(&tt, stand, ply);
        if (best >= beta) {
            if (!tt.bound)
                bm_tt_store(&td->shared->tt, p->head.key, best_move, value_to_tt(best, ply),
                            ss->raw_eval, 0, BOUND_LOWER);
            return best;
        }
        alpha = max(alpha, best);
        bm_move *end = a_noisy(td, p, mp.move);
        if (A_QSEARCH_CHECKS && deep == 0)
            end = a_quiet_checks(td, p, end);
        set_list(td, &mp, end);
        score_captures(td, &mp);
    } else {
        /* In check all evasions are searched. */
        set_list(td, &mp, mp.move + K(moves)(p, mp.move));
        if (mp.count == 0)
            return value_without_moves(td, true, p->head.turn, ply);
        mp.tt_move = tt.bound ? tt.move : best_move;
        score_moves(td, &mp, ply);
    }

    bm_move m;
    int score;
    unsigned tried = 0;
    while (ss->in_check ? pick_staged(td, &mp, ply, &m, &score) : pick_best(&mp, &m, &score)) {
        if (!ss->in_check) {
            /* On large boards captures everywhere would not end. */
            if (deep >= RECAPTURES_FROM && bm_move_to(m) != bm_move_to(ss[-1].move))
                continue;
            /* Delta pruning: even with the gain of the capture alpha is out of reach. */
            if (a_is_noisy(td, p, m) && stand + a_gain(td, p, m) + DELTA_MARGIN <= alpha &&
                !bm_move_promotes(m)) {
                best = max(best, stand + a_gain(td, p, m) + DELTA_MARGIN);
                continue;
            }
            /* SEE pruning: the exchange loses material. */
            if (!a_see_ge(td, p, m, 0))
                continue;
        } else if (best > -VALUE_MATE_IN_MAX && tried >= EVASIONS && !a_is_noisy(td, p, m)) {
            continue;
        }
        struct k_undo undo;
        tried++;
        make(td, m, &undo, ply);
        value = qsearch_child(td, alpha, beta, ply, deep);
        unmake(td, m, &undo);
        if (td->aborted)
            break;
        if (value > best) {
            best = value;
            if (value > alpha) {
                best_move = m;
                alpha = value;
                if (pv)
                    extend_pv(td, ply, m);
                if (value >= beta)
                    break;
            }
        }
    }
    close_picker(td, &mp);
    if (td->aborted)
        return 0;
    if (ss->in_check && tried == 0)
        best = max(best, -VALUE_MATE_IN_MAX + 1);
    bm_tt_store(&td->shared->tt, p->head.key, best_move, value_to_tt(best, ply),
                ss->in_check ? VALUE_NONE : ss->raw_eval, 0,
                best >= beta             ? BOUND_LOWER
                : best > old_alpha && pv ? BOUND_EXACT
                                         : BOUND_UPPER);
    return best;
}

#endif

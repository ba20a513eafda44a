/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_QSEARCH_H
#define BM_SEARCH_TMPL_QSEARCH_H

/* The end of a line: captures until nothing hangs. */

#include "search/tmpl/correction.h"

/* The evaluation, with the errors of a level: the same for the same position in one game. */
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

/* What a position is worth without a look, corrected by what was found before. */
static int refine_eval_by_tt(const struct bm_tt_data *tt_data, int eval, unsigned ply)
{
    const int v = value_from_tt(tt_data->value, ply);
    const bool better = tt_data->bound == BOUND_EXACT ||
                        (tt_data->bound == BOUND_LOWER && v > eval) ||
                        (tt_data->bound == BOUND_UPPER && v < eval);
    return better && v > -VALUE_MATE_IN_MAX && v < VALUE_MATE_IN_MAX ? v : eval;
}

/* Whether what was found before is an answer for a window without width. */
static bool is_tt_cutoff(const struct bm_tt_data *tt_data, int alpha, int beta, int v)
{
    return tt_data->bound == BOUND_EXACT || (tt_data->bound == BOUND_LOWER && v >= beta) ||
           (tt_data->bound == BOUND_UPPER && v <= alpha);
}

/* ---- Quiescence ---- */

/* Plies after which only what was just played is taken. */
enum { RECAPTURES = 6 };

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
    struct bm_tt_data tt_data = {.bound = BOUND_NONE};
    struct list l;
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
    if (bm_tt_probe(&td->shared->tt, p->head.key, &tt_data)) {
        const int v = value_from_tt(tt_data.value, ply);
        if (!pv && is_tt_cutoff(&tt_data, alpha, beta, v))
            return v;
    }
    if (!open_list(td, &l))
        return evaluate(td);

    int best = -VALUE_INFINITE, stand = VALUE_NONE;
    if (!ss->in_check) {
        if (A_MATE_IN_ONE && !tt_data.bound && a_mate_in_one(p, &best_move))
            return VALUE_MATE - (int)ply - 1;
        ss->raw_eval =
            tt_data.bound && tt_data.eval != VALUE_NONE ? tt_data.eval : evaluate(td);
        ss->static_eval = stand = corrected_eval(td, ss->raw_eval, ply);
        best = refine_eval_by_tt(&tt_data, stand, ply);
        if (best >= beta) {
            if (!tt_data.bound)
                bm_tt_store(&td->shared->tt, p->head.key, best_move, value_to_tt(best, ply),
                            ss->raw_eval, 0, BOUND_LOWER);
            return best;
        }
        alpha = max(alpha, best);
        bm_move *end = a_noisy(td, p, l.move);
        if (A_QSEARCH_CHECKS && deep == 0)
            end = a_quiet_checks(td, p, end);
        l.count = (unsigned)(end - l.move);
    } else {
        l.count = (unsigned)K(moves)(p, l.move);
        if (l.count == 0)
            return value_without_moves(td, true, p->head.turn, ply);
    }
    keep_list(td, &l);
    if (ss->in_check)
        score_moves(td, &l, tt_data.bound ? tt_data.move : best_move, ply);
    else
        for (unsigned i = 0; i < l.count; i++)
            l.score[i] = noisy_score(td, p, l.move[i]);

    bm_move m;
    int score;
    unsigned tried = 0;
    while (ss->in_check ? pick_scored(td, &l, ply, &m, &score) : pick(&l, &m, &score)) {
        if (!ss->in_check) {
            /* On large boards exchanges all over would not end. */
            if (deep >= RECAPTURES && bm_move_to(m) != bm_move_to(ss[-1].move))
                continue;
            if (a_is_noisy(td, p, m) && stand + a_gain(td, p, m) + 200 <= alpha &&
                !bm_move_promotes(m)) {
                best = max(best, stand + a_gain(td, p, m) + 200);
                continue;
            }
            if (!a_see_ge(td, p, m, 0))
                continue;
        } else if (best > -VALUE_MATE_IN_MAX && tried >= 3 && !a_is_noisy(td, p, m)) {
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
    drop_list(td, &l);
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

/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_QSEARCH_H
#define BM_SEARCH_TMPL_QSEARCH_H

/* The end of a line: captures until nothing hangs. */

#include "search/tmpl/correction.h"

/* The evaluation, with the errors of a level: the same for the same position in one game. */
static int evaluate(const struct bm_hunter *h)
{
    const struct k_pos *const p = pos_of((struct bm_hunter *)h);
    int v = a_evaluate(h, p);
    if (h->hunt->noise)
        v += bm_hunt_error(h->hunt, p->head.key);
    return max(-VALUE_WON + 1, min(VALUE_WON - 1, v));
}

static void extend_pv(struct bm_hunter *h, unsigned ply, bm_move m)
{
    const unsigned below = h->pv_len[ply + 1];
    h->pv[ply][0] = m;
    for (unsigned i = 0; i < below && i + 1 < MAX_PLY; i++)
        h->pv[ply][i + 1] = h->pv[ply + 1][i];
    h->pv_len[ply] = below + 1 < MAX_PLY ? below + 1 : MAX_PLY;
}

/* What a position is worth without a look, corrected by what was found before. */
static int better_known(const struct bm_found *memo, int eval, unsigned ply)
{
    const int v = from_memo(memo->value, ply);
    const bool better = memo->bound == BOUND_EXACT ||
                        (memo->bound == BOUND_LOWER && v > eval) ||
                        (memo->bound == BOUND_UPPER && v < eval);
    return better && v > -VALUE_WON && v < VALUE_WON ? v : eval;
}

/* Whether what was found before is an answer for a window without width. */
static bool is_answer(const struct bm_found *memo, int alpha, int beta, int v)
{
    return memo->bound == BOUND_EXACT || (memo->bound == BOUND_LOWER && v >= beta) ||
           (memo->bound == BOUND_UPPER && v <= alpha);
}

/* ---- Quiescence ---- */

/* Plies after which only what was just played is taken. */
enum { RECAPTURES = 6 };

static int quiesce(struct bm_hunter *h, int alpha, int beta, unsigned ply, unsigned deep);

static int quiesce_child(struct bm_hunter *h, int alpha, int beta, unsigned ply, unsigned deep)
{
    const bool passed = pos_of(h)->head.turn != h->steps[ply].turn;
    return passed ? -quiesce(h, -beta, -alpha, ply + 1, deep + 1)
                  : quiesce(h, alpha, beta, ply + 1, deep + 1);
}

static int quiesce(struct bm_hunter *h, int alpha, int beta, unsigned ply, unsigned deep)
{
    struct k_pos *const p = pos_of(h);
    struct bm_step *const s = &h->steps[ply];
    struct bm_found memo = {.bound = BOUND_NONE};
    struct list l;
    int value;

    h->pv_len[ply] = 0;
    if (ply > h->seldepth)
        h->seldepth = ply;
    if (h->nodes >= h->next_look && bm_hunt_over(h))
        return 0;
    if (is_ended(h, ply, &value))
        return value;
    if (ply >= MAX_PLY - 2)
        return evaluate(h);

    const bool pv = beta - alpha > 1;
    const int old_alpha = alpha;
    bm_move best_move = {BM_MOVE_NONE};
    if (bm_memos_get(&h->hunt->memos, p->head.key, &memo)) {
        const int v = from_memo(memo.value, ply);
        if (!pv && is_answer(&memo, alpha, beta, v))
            return v;
    }
    if (!open_list(h, &l))
        return evaluate(h);

    int best = -VALUE_INFINITE, stand = VALUE_NONE;
    if (!s->check) {
        if (A_MATE_IN_ONE && !memo.bound && a_mate_in_one(p, &best_move))
            return VALUE_MATE - (int)ply - 1;
        s->raw = memo.bound && memo.eval != VALUE_NONE ? memo.eval : evaluate(h);
        s->eval = stand = correct(h, s->raw, ply);
        best = better_known(&memo, stand, ply);
        if (best >= beta) {
            if (!memo.bound)
                bm_memos_put(&h->hunt->memos, p->head.key, best_move, to_memo(best, ply),
                             s->raw, 0, BOUND_LOWER);
            return best;
        }
        alpha = max(alpha, best);
        bm_move *end = a_noisy(h, p, l.move);
        if (A_CHECKS && deep == 0)
            end = a_quiet_checks(h, p, end);
        l.count = (unsigned)(end - l.move);
    } else {
        l.count = (unsigned)K(moves)(p, l.move);
        if (l.count == 0)
            return no_moves(h, true, p->head.turn, ply);
    }
    keep_list(h, &l);
    if (s->check)
        score_moves(h, &l, memo.bound ? memo.move : best_move, ply);
    else
        for (unsigned i = 0; i < l.count; i++)
            l.score[i] = noisy_score(h, p, l.move[i]);

    bm_move m;
    int score;
    unsigned tried = 0;
    while (s->check ? pick_scored(h, &l, ply, &m, &score) : pick(&l, &m, &score)) {
        if (!s->check) {
            /* On large boards exchanges all over would not end. */
            if (deep >= RECAPTURES && bm_move_to(m) != bm_move_to(s[-1].move))
                continue;
            if (a_is_noisy(h, p, m) && stand + a_gain(h, p, m) + 200 <= alpha &&
                !bm_move_promotes(m)) {
                best = max(best, stand + a_gain(h, p, m) + 200);
                continue;
            }
            if (!a_see(h, p, m, 0))
                continue;
        } else if (best > -VALUE_WON && tried >= 3 && !a_is_noisy(h, p, m)) {
            continue;
        }
        struct k_undo undo;
        tried++;
        make(h, m, &undo, ply);
        value = quiesce_child(h, alpha, beta, ply, deep);
        unmake(h, m, &undo);
        if (h->aborted)
            break;
        if (value > best) {
            best = value;
            if (value > alpha) {
                best_move = m;
                alpha = value;
                if (pv)
                    extend_pv(h, ply, m);
                if (value >= beta)
                    break;
            }
        }
    }
    drop_list(h, &l);
    if (h->aborted)
        return 0;
    if (s->check && tried == 0)
        best = max(best, -VALUE_WON + 1);
    bm_memos_put(&h->hunt->memos, p->head.key, best_move, to_memo(best, ply),
                 s->check ? VALUE_NONE : s->raw, 0,
                 best >= beta             ? BOUND_LOWER
                 : best > old_alpha && pv ? BOUND_EXACT
                                          : BOUND_UPPER);
    return best;
}

#endif

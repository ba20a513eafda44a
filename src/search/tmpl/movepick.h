/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_MOVEPICK_H
#define BM_SEARCH_TMPL_MOVEPICK_H

/* Which move is tried first: what it takes, and what was learned of it. */

#include "search/tmpl/history.h"

struct list {
    bm_move *move;
    int *score;
    unsigned count; /* that it takes room for */
    unsigned next, end;
};

enum {
    SCORE_TT = 1 << 30,
    SCORE_GOOD = 1 << 24,
    SCORE_KILLER = 1 << 22,
    SCORE_COUNTER = 1 << 21,
    SCORE_LATER = 1 << 20, /* quiet, and not yet asked for */
    SCORE_BAD = -(1 << 24)
};

static int noisy_score(struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    return a_gain(td, p, m) * 16 - a_attacker_value(td, p, m) + *capture_entry(td, p, m) / 8;
}

/*
 * What decides early is scored at once: what a move takes, and whether it helped before.
 * Whether a capture loses and what was learned of quiet moves is found out when their turn
 * comes, since most often it does not.
 */
static void score_moves(struct bm_search_thread *td, struct list *l, bm_move tt_data,
                        unsigned ply)
{
    const struct k_pos *const p = pos_of(td);
    const struct bm_search_stack *const ss = &td->stack[ply];
    const bm_move counter =
        ss[-1].move.bits == BM_MOVE_NONE
            ? (bm_move){BM_MOVE_NONE}
            : td->counter_moves[p->head.turn * td->piece_to_count + ss[-1].piece_to];
    for (unsigned i = 0; i < l->count; i++) {
        const bm_move m = l->move[i];
        if (bm_move_equal(m, tt_data))
            l->score[i] = SCORE_TT;
        else if (a_is_noisy(td, p, m))
            l->score[i] = noisy_score(td, p, m) + SCORE_GOOD;
        else if (bm_move_equal(m, ss->killers[0]))
            l->score[i] = SCORE_KILLER + 1;
        else if (bm_move_equal(m, ss->killers[1]))
            l->score[i] = SCORE_KILLER;
        else if (bm_move_equal(m, counter))
            l->score[i] = SCORE_COUNTER;
        else
            l->score[i] = SCORE_LATER;
    }
}

/* The best of those that are left. */
static bool pick(struct list *l, bm_move *out, int *score)
{
    if (l->next >= l->end)
        return false;
    int top = l->score[l->next];
    for (unsigned i = l->next + 1; i < l->end; i++)
        top = max(top, l->score[i]);
    unsigned best = l->next;
    while (l->score[best] != top)
        best++;
    const bm_move m = l->move[best];
    l->move[best] = l->move[l->next];
    l->score[best] = l->score[l->next];
    l->move[l->next] = m;
    l->score[l->next] = top;
    l->next++;
    *out = m;
    *score = top;
    return true;
}

/* The same of a list that score_moves() began to score. */
static bool pick_scored(struct bm_search_thread *td, struct list *l, unsigned ply, bm_move *out,
                        int *score)
{
    const struct k_pos *const p = pos_of(td);
    while (pick(l, out, score)) {
        if (*score == SCORE_LATER) {
            for (unsigned i = --l->next; i < l->end; i++)
                if (l->score[i] == SCORE_LATER)
                    l->score[i] = quiet_score(td, p, l->move[i], ply);
        } else if (*score > SCORE_GOOD / 2 && *score != SCORE_TT &&
                   !a_see_ge(td, p, *out, -A_SEE_TOLERANCE)) {
            l->score[--l->next] = *score - SCORE_GOOD + SCORE_BAD;
        } else {
            return true;
        }
    }
    return false;
}

/* Only captures that lose are left, what is quiet comes before them, and quiet checks. */
static void drop_quiets(struct bm_search_thread *td, struct list *l)
{
    unsigned kept = l->next;
    for (unsigned i = l->next; i < l->end; i++) {
        if (l->score[i] > SCORE_BAD / 2 && !a_is_prune_exempt(td, pos_of(td), l->move[i]))
            continue;
        const bm_move m = l->move[i];
        const int v = l->score[i];
        l->move[kept] = m;
        l->score[kept++] = v;
    }
    l->end = kept;
}

/* A list behind those of the plies above; false: there is no room. */
static bool open_list(struct bm_search_thread *td, struct list *l)
{
    if (td->list_used + K_MAX_MOVES > td->list_size)
        return false;
    *l = (struct list){.move = td->list_moves + td->list_used,
                       .score = td->list_scores + td->list_used};
    return true;
}

static void keep_list(struct bm_search_thread *td, struct list *l)
{
    l->end = l->count;
    td->list_used += l->count;
}
static void drop_list(struct bm_search_thread *td, const struct list *l)
{
    td->list_used -= l->count;
}

#endif

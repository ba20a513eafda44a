/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_MOVEPICK_H
#define BM_SEARCH_TMPL_MOVEPICK_H

/* Which move is tried first: what it takes, and what was learned of it. */

#include "search/tmpl/node.h"

struct list {
    bm_move *move;
    int *score;
    unsigned count; /* that it takes room for */
    unsigned next, end;
};

/* ---- Ordering ---- */

static int16_t *main_history(struct bm_hunter *h, unsigned turn, bm_move m)
{
    const unsigned from = bm_move_is_drop(m) ? h->squares + bm_move_from(m) : bm_move_from(m);
    const unsigned rows = h->squares + BM_MAX_KINDS;
    return &h->butterfly[(turn * rows + (from < rows ? from : 0)) * h->squares +
                         bm_move_to(m) % h->squares];
}

static int16_t *pair_history(struct bm_hunter *h, const struct bm_step *before, uint32_t index)
{
    const uint32_t pair = before->move.bits == BM_MOVE_NONE ? 0 : before->index + 1;
    return &h->continuation[(pair * h->indices + index) & h->continuation_mask];
}

static int quiet_score(struct bm_hunter *h, const struct k_pos *p, bm_move m, unsigned ply)
{
    const struct bm_step *const s = &h->steps[ply];
    const uint32_t index = index_of(h, p, m);
    return *main_history(h, p->head.turn, m) + *pair_history(h, s - 1, index) +
           *pair_history(h, s - 2, index) + *pair_history(h, s - 4, index) / 2 +
           h->history[p->head.turn * h->indices + index];
}

static void learn(int16_t *entry, int bonus)
{
    const int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / HISTORY_MAX);
}

static void learn_quiet(struct bm_hunter *h, const struct k_pos *p, bm_move m, unsigned ply,
                        int bonus)
{
    const struct bm_step *const s = &h->steps[ply];
    const uint32_t index = index_of(h, p, m);
    learn(main_history(h, p->head.turn, m), bonus);
    learn(pair_history(h, s - 1, index), bonus);
    learn(pair_history(h, s - 2, index), bonus);
    learn(pair_history(h, s - 4, index), bonus);
    learn(&h->history[p->head.turn * h->indices + index], bonus);
}

static int16_t *capture_history(struct bm_hunter *h, const struct k_pos *p, bm_move m)
{
    const unsigned victim = a_victim(h, p, m);
    return &h->captures[index_of(h, p, m) * (BM_MAX_KINDS + 1) + victim];
}

enum {
    SCORE_MEMO = 1 << 30,
    SCORE_GOOD = 1 << 24,
    SCORE_KILLER = 1 << 22,
    SCORE_COUNTER = 1 << 21,
    SCORE_LATER = 1 << 20, /* quiet, and not yet asked for */
    SCORE_BAD = -(1 << 24)
};

static int noisy_score(struct bm_hunter *h, const struct k_pos *p, bm_move m)
{
    return a_gain(h, p, m) * 16 - a_risk(h, p, m) + *capture_history(h, p, m) / 8;
}

/*
 * What decides early is scored at once: what a move takes, and whether it helped before.
 * Whether a capture loses and what was learned of quiet moves is found out when their turn
 * comes, since most often it does not.
 */
static void score_moves(struct bm_hunter *h, struct list *l, bm_move memo, unsigned ply)
{
    const struct k_pos *const p = pos_of(h);
    const struct bm_step *const s = &h->steps[ply];
    const bm_move counter = s[-1].move.bits == BM_MOVE_NONE
                                ? (bm_move){BM_MOVE_NONE}
                                : h->counters[p->head.turn * h->indices + s[-1].index];
    for (unsigned i = 0; i < l->count; i++) {
        const bm_move m = l->move[i];
        if (bm_move_equal(m, memo))
            l->score[i] = SCORE_MEMO;
        else if (a_is_noisy(h, p, m))
            l->score[i] = noisy_score(h, p, m) + SCORE_GOOD;
        else if (bm_move_equal(m, s->killer[0]))
            l->score[i] = SCORE_KILLER + 1;
        else if (bm_move_equal(m, s->killer[1]))
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
static bool pick_scored(struct bm_hunter *h, struct list *l, unsigned ply, bm_move *out,
                        int *score)
{
    const struct k_pos *const p = pos_of(h);
    while (pick(l, out, score)) {
        if (*score == SCORE_LATER) {
            for (unsigned i = --l->next; i < l->end; i++)
                if (l->score[i] == SCORE_LATER)
                    l->score[i] = quiet_score(h, p, l->move[i], ply);
        } else if (*score > SCORE_GOOD / 2 && *score != SCORE_MEMO &&
                   !a_see(h, p, *out, -A_SLACK)) {
            l->score[--l->next] = *score - SCORE_GOOD + SCORE_BAD;
        } else {
            return true;
        }
    }
    return false;
}

/* Only captures that lose are left, what is quiet comes before them, and quiet checks. */
static void drop_quiets(struct bm_hunter *h, struct list *l)
{
    unsigned kept = l->next;
    for (unsigned i = l->next; i < l->end; i++) {
        if (l->score[i] > SCORE_BAD / 2 && !a_spares(h, pos_of(h), l->move[i]))
            continue;
        const bm_move m = l->move[i];
        const int v = l->score[i];
        l->move[kept] = m;
        l->score[kept++] = v;
    }
    l->end = kept;
}

/* A list behind those of the plies above; false: there is no room. */
static bool open_list(struct bm_hunter *h, struct list *l)
{
    if (h->list_used + K_MAX_MOVES > h->list_size)
        return false;
    *l = (struct list){.move = h->list_moves + h->list_used,
                       .score = h->list_scores + h->list_used};
    return true;
}

static void keep_list(struct bm_hunter *h, struct list *l)
{
    l->end = l->count;
    h->list_used += l->count;
}
static void drop_list(struct bm_hunter *h, const struct list *l) { h->list_used -= l->count; }

#endif

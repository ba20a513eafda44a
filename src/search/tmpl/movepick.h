/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_MOVEPICK_H
#define BM_SEARCH_TMPL_MOVEPICK_H

/*
 * The move picker: hands out the moves of a node one by one, the most promising first, and does
 * as little work as possible before each.
 */

#include "search/tmpl/history.h"

/* In the order in which moves come. */
enum pick_stage {
    PICK_TT_MOVE,       /* before any move is generated */
    PICK_GENERATE,      /* all moves; captures are scored at once */
    PICK_GOOD_CAPTURES, /* captures and promotions that pass static exchange evaluation */
    PICK_KILLERS,       /* killer moves and the counter move */
    PICK_QUIETS,        /* by their histories, which are read when this stage is reached */
    PICK_BAD_CAPTURES   /* captures that lose material */
};

/* Scores: one range for each stage. */
enum {
    SCORE_TT = 1 << 30,
    SCORE_GOOD_CAPTURE = 1 << 24,
    SCORE_KILLER = 1 << 22,
    SCORE_COUNTER = 1 << 21,
    SCORE_UNSCORED_QUIET = 1 << 20,
    SCORE_BAD_CAPTURE = -(1 << 24)
};

struct move_picker {
    enum pick_stage stage; /* of the move picked last */
    bm_move tt_move;       /* or BM_MOVE_NONE */
    bm_move *move;
    int *score;
    unsigned count; /* moves generated: entries of the thread's move stack in use */
    unsigned next, end;
    bool skips_quiets;
};

/* ---- The memory of the list ---- */

/* Begin behind the lists of the plies above; false: no memory is left. */
static bool init_picker(struct bm_search_thread *td, struct move_picker *mp, bm_move tt_move)
{
    if (td->list_used + K_MAX_MOVES > td->list_size)
        return false;
    *mp = (struct move_picker){.stage = PICK_TT_MOVE,
                               .tt_move = tt_move,
                               .move = td->list_moves + td->list_used,
                               .score = td->list_scores + td->list_used};
    return true;
}

/* Take the moves up to `end` as the list. */
static void set_list(struct bm_search_thread *td, struct move_picker *mp, const bm_move *end)
{
    mp->end = mp->count = (unsigned)(end - mp->move);
    mp->stage = PICK_GOOD_CAPTURES;
    td->list_used += mp->count;
}

static void close_picker(struct bm_search_thread *td, const struct move_picker *mp)
{
    td->list_used -= mp->count;
}

/* ---- Scores ---- */

/* MVV-LVA (most valuable victim, least valuable attacker) and capture history. */
static int noisy_score(struct bm_search_thread *td, const struct k_pos *p, bm_move m)
{
    return a_gain(td, p, m) * 16 - a_attacker_value(td, p, m) + *capture_entry(td, p, m) / 8;
}

static void score_captures(struct bm_search_thread *td, struct move_picker *mp)
{
    for (unsigned i = 0; i < mp->count; i++)
        mp->score[i] = noisy_score(td, pos_of(td), mp->move[i]);
}

/* Scores by stage. Exchanges and quiet histories are left until a move's turn comes, which for
 * most moves it never does. */
static void score_moves(struct bm_search_thread *td, struct move_picker *mp, unsigned ply)
{
    const struct k_pos *const p = pos_of(td);
    const struct bm_search_stack *const ss = &td->stack[ply];
    const bm_move counter =
        ss[-1].move.bits == BM_MOVE_NONE
            ? (bm_move){BM_MOVE_NONE}
            : td->counter_moves[p->head.turn * td->piece_to_count + ss[-1].piece_to];
    for (unsigned i = 0; i < mp->count; i++) {
        const bm_move m = mp->move[i];
        if (bm_move_equal(m, mp->tt_move))
            mp->score[i] = SCORE_TT;
        else if (a_is_noisy(td, p, m))
            mp->score[i] = noisy_score(td, p, m) + SCORE_GOOD_CAPTURE;
        else if (bm_move_equal(m, ss->killers[0]))
            mp->score[i] = SCORE_KILLER + 1;
        else if (bm_move_equal(m, ss->killers[1]))
            mp->score[i] = SCORE_KILLER;
        else if (bm_move_equal(m, counter))
            mp->score[i] = SCORE_COUNTER;
        else
            mp->score[i] = SCORE_UNSCORED_QUIET;
    }
}

/* ---- Picking ---- */

/* One step of a selection sort: the best move that is left. */
static bool pick_best(struct move_picker *mp, bm_move *out, int *score)
{
    if (mp->next >= mp->end)
        return false;
    int top = mp->score[mp->next];
    for (unsigned i = mp->next + 1; i < mp->end; i++)
        top = max(top, mp->score[i]);
    unsigned best = mp->next;
    while (mp->score[best] != top)
        best++;
    const bm_move m = mp->move[best];
    mp->move[best] = mp->move[mp->next];
    mp->score[best] = mp->score[mp->next];
    mp->move[mp->next] = m;
    mp->score[mp->next] = top;
    mp->next++;
    *out = m;
    *score = top;
    return true;
}

/* The stage that a score belongs to. */
static enum pick_stage stage_of(int score)
{
    return score > SCORE_GOOD_CAPTURE / 2  ? PICK_GOOD_CAPTURES
           : score >= SCORE_COUNTER        ? PICK_KILLERS
           : score > SCORE_BAD_CAPTURE / 2 ? PICK_QUIETS
                                           : PICK_BAD_CAPTURES;
}

/* The next move of a list that score_moves() has scored. */
static bool pick_staged(struct bm_search_thread *td, struct move_picker *mp, unsigned ply,
                        bm_move *out, int *score)
{
    const struct k_pos *const p = pos_of(td);
    while (pick_best(mp, out, score)) {
        if (*score == SCORE_UNSCORED_QUIET) {
            for (unsigned i = --mp->next; i < mp->end; i++)
                if (mp->score[i] == SCORE_UNSCORED_QUIET)
                    mp->score[i] = quiet_score(td, p, mp->move[i], ply);
        } else if (*score > SCORE_GOOD_CAPTURE / 2 && *score != SCORE_TT &&
                   !a_see_ge(td, p, *out, -A_SEE_TOLERANCE)) {
            mp->score[--mp->next] = *score - SCORE_GOOD_CAPTURE + SCORE_BAD_CAPTURE;
        } else {
            mp->stage = stage_of(*score);
            return true;
        }
    }
    return false;
}

/* The next move of a node of the main search. At the root every legal move is searched;
 * elsewhere the adapter may leave out moves that gain nothing. */
static bool next_move(struct bm_search_thread *td, struct move_picker *mp, unsigned ply,
                      bm_move *out, int *score)
{
    const struct k_pos *const p = pos_of(td);
    if (mp->stage == PICK_TT_MOVE) {
        mp->stage = PICK_GENERATE;
        if (mp->tt_move.bits != BM_MOVE_NONE) {
            *out = mp->tt_move;
            *score = SCORE_TT;
            return true;
        }
    }
    if (mp->stage == PICK_GENERATE) {
        set_list(td, mp,
                 ply == 0 ? mp->move + K(moves)(p, mp->move) : a_moves(td, p, mp->move));
        score_moves(td, mp, ply);
    }
    do {
        if (!pick_staged(td, mp, ply, out, score))
            return false;
    } while (*score == SCORE_TT); /* it came first already */
    return true;
}

/* Late move pruning: drop the quiet moves that are left, except checks that are exempt. */
static void skip_quiets(struct bm_search_thread *td, struct move_picker *mp)
{
    if (mp->stage <= PICK_GENERATE || mp->skips_quiets)
        return;
    mp->skips_quiets = true;
    unsigned kept = mp->next;
    for (unsigned i = mp->next; i < mp->end; i++) {
        if (mp->score[i] > SCORE_BAD_CAPTURE / 2 &&
            !a_is_prune_exempt(td, pos_of(td), mp->move[i]))
            continue;
        const bm_move m = mp->move[i];
        const int v = mp->score[i];
        mp->move[kept] = m;
        mp->score[kept++] = v;
    }
    mp->end = kept;
}

#endif

/* SPDX-License-Identifier: MIT */
/* Levels 1 (random) and 2 (best capture one ply ahead). Moves are sorted by their bits, so that
 * the order does not depend on the machine, then shuffled, then sorted by score with a stable
 * sort, so that equal moves stay in random order. */
#include "search/search.h"

/* State of the random numbers for this position: the same seed and position, the same numbers.
 */
static uint64_t random_state(const struct bm_search *s)
{
    struct bm_setup p;
    bm_ctx_setup(s->ctx, &p);
    uint64_t state = s->options.seed;
    state = bm_random(&state) ^ bm_ctx_key(s->ctx);
    state = bm_random(&state) ^ p.number ^ s->games << 32;
    return bm_random(&state);
}

/* Stable insertion sort. */
static void sort_candidates(struct bm_candidate *list, size_t n,
                            bool (*before)(const struct bm_candidate *,
                                           const struct bm_candidate *))
{
    for (size_t i = 1; i < n; i++) {
        const struct bm_candidate c = list[i];
        size_t at = i;
        for (; at > 0 && before(&c, &list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = c;
    }
}

static bool by_bits(const struct bm_candidate *a, const struct bm_candidate *b)
{
    return a->move.bits < b->move.bits;
}

/* Wins first, then by score, losses last. */
static bool by_worth(const struct bm_candidate *a, const struct bm_candidate *b)
{
    const int won = (a->mate ? a->score : 0) - (b->mate ? b->score : 0);
    return won != 0 ? won > 0 : !a->mate && !b->mate && a->score > b->score;
}

static void shuffle_candidates(struct bm_candidate *list, size_t n, uint64_t state)
{
    for (size_t i = n; i > 1; i--) {
        const size_t j = (size_t)(bm_random(&state) % i);
        const struct bm_candidate c = list[i - 1];
        list[i - 1] = list[j];
        list[j] = c;
    }
}

static bool is_candidate(bm_move m, const bm_move *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bm_move_equal(m, list[i]))
            return true;
    return false;
}

/* The legal moves; none if the game is over. */
static void list_candidates(struct bm_search *s, const bm_move *only, size_t only_count)
{
    bm_move moves[BM_MAX_MOVES];
    const size_t n = bm_ctx_moves(s->ctx, moves, BM_MAX_MOVES);
    s->candidate_count = 0;
    if (n == 0 || bm_ctx_judge(s->ctx, moves[0]) != 0)
        return;
    for (size_t i = 0; i < n; i++)
        if (only_count == 0 || is_candidate(moves[i], only, only_count))
            s->candidates[s->candidate_count++] = (struct bm_candidate){.move = moves[i]};
}

/* Score a move by the outcome and the material balance after it. */
static void score_candidate(struct bm_search *s, struct bm_candidate *c, unsigned side,
                            int before)
{
    struct bm_outcome o;
    if (bm_ctx_play(s->ctx, c->move) != 0)
        return;
    s->nodes++;
    bm_ctx_outcome(s->ctx, &o);
    c->ended = o.result != BM_ONGOING;
    c->mate = c->ended && o.result != BM_DRAW;
    if (c->mate)
        c->score = (o.result == BM_FIRST_WINS) == (side == BM_FIRST) ? 1 : -1;
    else if (o.result != BM_DRAW)
        c->score = bm_material_balance(s->value, s->ctx, side) - before;
    (void)bm_ctx_undo(s->ctx);
}

void bm_one_ply_choose(struct bm_search *s, const bm_move *only, size_t only_count)
{
    const unsigned side = bm_ctx_turn(s->ctx);
    list_candidates(s, only, only_count);
    sort_candidates(s->candidates, s->candidate_count, by_bits);
    shuffle_candidates(s->candidates, s->candidate_count, random_state(s));
    if (s->options.level < 2)
        return;
    const int before = bm_material_balance(s->value, s->ctx, side);
    for (size_t i = 0; i < s->candidate_count; i++) /* even if stopped: this takes no time */
        score_candidate(s, &s->candidates[i], side, before);
    sort_candidates(s->candidates, s->candidate_count, by_worth);
}

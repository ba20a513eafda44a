/* SPDX-License-Identifier: MIT */

/* A natural thinking time: short for forced moves and recaptures, longer when the search
 * changed its best move or its score, and never more than the clock can spare. */
#include "banmen/search.h"
#include "base/random.h"

enum {
    ONLY = 350, /* ms for a forced move */
    USUAL = 1300,
    FOR_EACH = 12,    /* for each legal move, up to MANY */
    FOR_CHANGE = 450, /* for each change of the best move, up to CHANGES */
    FOR_SWING = 700,  /* when the score has swung */
    MOST = 12000,
    MANY = 60,
    CHANGES = 4,
    SWING = 80, /* centipawns */
    FLAT = 3,   /* plies whose changes do not count */
    OPENING = 8,
    SHARE = 40,    /* moves that the clock is planned for */
    PLANNED = 2500 /* ms for each move at which the clock does not change the time */
};

static int64_t min_time(int64_t a, int64_t b) { return a < b ? a : b; }

void bm_pace_note(struct bm_pace *pace, const struct bm_search_info *info)
{
    if (info->multipv > 1 || info->bound != 0 || info->pv_count == 0)
        return;
    const int off =
        info->score > pace->score ? info->score - pace->score : pace->score - info->score;
    if (info->depth > FLAT && pace->lines != 0) {
        pace->changes += !bm_move_equal(pace->best, info->pv[0]);
        pace->swings += !info->mate && !pace->mate && off >= SWING;
    }
    pace->best = info->pv[0];
    pace->score = info->score;
    pace->mate = info->mate;
    pace->lines++;
}

/* Whether a move is a recapture on the last move's target. */
static bool takes_back(const struct bm_ctx *ctx, bm_move m)
{
    const unsigned plies = bm_ctx_plies(ctx);
    if (plies == 0 || bm_move_is_drop(m) || bm_move_is_pass(m))
        return false;
    const bm_move last = bm_ctx_played(ctx, plies - 1);
    return !bm_move_is_pass(last) && bm_move_to(last) == bm_move_to(m) &&
           bm_ctx_piece(ctx, bm_move_to(m)) != 0;
}

/* Scale a time by the clock. */
static int64_t by_clock(const struct bm_think *limits, unsigned turn, int64_t ms)
{
    const int64_t left = limits->time[turn] > 0 ? limits->time[turn] : 0;
    const int64_t each =
        left / SHARE + limits->increment[turn] * 7 / 10 + limits->byoyomi * 3 / 10;
    ms = ms * min_time(each, 3 * PLANNED) / PLANNED;
    return min_time(ms, left / 12 + limits->byoyomi / 2);
}

int64_t bm_pace_time(const struct bm_pace *pace, const struct bm_ctx *ctx,
                     const struct bm_think *limits, bm_move answer, uint64_t seed)
{
    const int64_t count = (int64_t)bm_ctx_count(ctx);
    const int64_t changes = min_time(pace->changes, CHANGES);
    bm_sq checkers[BM_MAX_ATTACKERS];
    uint64_t state = seed;
    state = bm_random(&state) ^ bm_ctx_key(ctx);
    int64_t ms = ONLY;
    if (count > 1) {
        ms = USUAL + FOR_EACH * min_time(count, MANY) + FOR_CHANGE * changes +
             (pace->swings ? FOR_SWING : 0);
        if (takes_back(ctx, answer))
            ms = ms * 2 / 5;
        if (bm_ctx_checks(ctx, checkers) != 0)
            ms = ms * 3 / 4;
        if (bm_ctx_plies(ctx) < OPENING || (pace->mate && pace->score > 0))
            ms /= 2;
    }
    ms = ms * (int64_t)(60 + bm_random(&state) % 91) / 100;
    if (limits->timed)
        ms = by_clock(limits, bm_ctx_turn(ctx), ms);
    if (limits->movetime > 0)
        ms = min_time(ms, limits->movetime);
    return min_time(ms, MOST);
}

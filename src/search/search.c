/* SPDX-License-Identifier: MIT */
/* The public interface of the search: flags, dispatch by level, reports of levels 1 and 2. */
#include "search/search.h"

/* Flags are set by other threads and synchronize nothing else. */
void bm_search_arm(struct bm_search *search)
{
    atomic_store_explicit(&search->flags, BM_SEARCH_ARMED, memory_order_relaxed);
}

void bm_search_stop(struct bm_search *search)
{
    atomic_fetch_or_explicit(&search->flags, BM_SEARCH_STOP, memory_order_relaxed);
}

void bm_search_ponderhit(struct bm_search *search)
{
    atomic_fetch_or_explicit(&search->flags, BM_SEARCH_PONDERHIT, memory_order_relaxed);
}

void bm_search_forget(struct bm_search *search)
{
    search->nodes = 0;
    bm_search_clear(search);
}

void bm_search_new_game(struct bm_search *search)
{
    search->games += search->used;
    search->used = false;
    bm_search_forget(search);
}

/* Whether declaring impasse would win now. */
static bool can_declare(const struct bm_ctx *ctx)
{
    struct bm_impasse impasse;
    bm_ctx_impasse(ctx, &impasse);
    return impasse.result == (bm_ctx_turn(ctx) == BM_FIRST ? BM_FIRST_WINS : BM_SECOND_WINS);
}

/* The ponder move of levels 1 and 2: what the same level would reply. */
static bm_move expected_reply(struct bm_search *s, bm_move best)
{
    const unsigned side = bm_ctx_turn(s->ctx);
    bm_move reply = {BM_MOVE_NONE};
    if (s->options.level < 2 || bm_ctx_room(s->ctx) < 2 || bm_ctx_play(s->ctx, best) != 0)
        return reply;
    if (bm_ctx_turn(s->ctx) != side) {
        bm_one_ply_choose(s, NULL, 0);
        if (s->candidate_count != 0)
            reply = s->candidates[0].move;
    }
    (void)bm_ctx_undo(s->ctx);
    return reply;
}

static void report_one_ply(struct bm_search *s, const struct bm_think *limits,
                           const struct bm_search_hooks *hooks, int64_t began)
{
    size_t lines = limits->multipv > 1 ? limits->multipv : 1;
    if (!hooks || !hooks->info)
        return;
    if (lines > s->candidate_count)
        lines = s->candidate_count;
    const int64_t now = hooks->now ? hooks->now(hooks->user) : began;
    const int balance = bm_material_balance(s->value, s->ctx, bm_ctx_turn(s->ctx));
    for (size_t i = 0; i < lines; i++) {
        const struct bm_candidate *const c = &s->candidates[i];
        const struct bm_search_info info = {
            .depth = 1,
            .seldepth = 1,
            .multipv = (unsigned)i + 1,
            .mate = c->mate,
            .score = c->mate    ? c->score
                     : c->ended ? 0
                                : balance + c->score,
            .nodes = s->nodes,
            .time = now - began,
            .pv = &c->move,
            .pv_count = 1,
        };
        hooks->info(hooks->user, &info);
    }
}

/* Debug events of levels 1 and 2. */
static void debug_one_ply(const struct bm_search *s, const struct bm_search_hooks *hooks)
{
    enum { SHOWN = 8 };
    const struct bm_candidate *const list = s->candidates;
    unsigned equal = 0;
    const int balance = bm_material_balance(s->value, s->ctx, bm_ctx_turn(s->ctx));
    hooks->debug(hooks->user, &(struct bm_search_event){.kind = BM_EVENT_BEGIN,
                                                        .depth = s->options.level > 1,
                                                        .count = (unsigned)s->candidate_count,
                                                        .value = balance,
                                                        .nodes = UINT64_MAX,
                                                        .soft = INT64_MAX,
                                                        .hard = INT64_MAX});
    for (size_t i = 0; i < s->candidate_count; i++) {
        equal += list[i].mate == list[0].mate && list[i].score == list[0].score;
        if (i < SHOWN && s->options.level > 1)
            hooks->debug(hooks->user, &(struct bm_search_event){
                                          .kind = BM_EVENT_JUDGE,
                                          .move = list[i].move,
                                          .value = list[i].mate ? list[i].score * BM_VALUE_MATE
                                                                : balance + list[i].score});
    }
    hooks->debug(hooks->user, &(struct bm_search_event){
                                  .kind = BM_EVENT_LOT, .move = list[0].move, .count = equal});
}

bm_status bm_search_go(struct bm_search *search, const struct bm_ctx *ctx,
                       const struct bm_think *limits, const struct bm_search_hooks *hooks,
                       struct bm_search_result *out)
{
    struct bm_search *const s = search;
    const int64_t began = hooks && hooks->now ? hooks->now(hooks->user) : 0;
    if (!(atomic_load_explicit(&s->flags, memory_order_relaxed) & BM_SEARCH_ARMED))
        bm_search_arm(s);
    s->nodes = 0;
    s->used = true;
    *out = (struct bm_search_result){.best = {BM_MOVE_NONE}, .ponder = {BM_MOVE_NONE}};
    out->declare = can_declare(ctx);
    bm_status status = bm_search_follow(s, ctx);
    struct bm_think instead;
    if (status == BM_OK && limits->mate != 0) {
        if (bm_mate_go(s, ctx, limits, hooks, out, &instead)) {
            atomic_store_explicit(&s->flags, 0, memory_order_relaxed);
            return BM_OK;
        }
        limits = &instead;
    }
    if (status == BM_OK && s->main_thread)
        status = bm_threads_reserve(s, bm_ctx_plies(ctx));
    if (status == BM_OK && s->main_thread) {
        (void)bm_search_run(s, ctx, limits, hooks, began, out);
    } else if (status == BM_OK) {
        bm_one_ply_choose(s, limits->only, limits->only_count);
        if (s->candidate_count != 0) {
            const struct bm_candidate first = s->candidates[0];
            out->best = first.move;
            report_one_ply(s, limits, hooks, began);
            if (hooks && hooks->debug)
                debug_one_ply(s, hooks);
            if (!first.ended && !bm_search_stopped(s))
                out->ponder = expected_reply(s, first.move);
        }
    } else {
        bm_move any[1];
        if (bm_ctx_moves(ctx, any, 1) != 0 && bm_ctx_judge(ctx, any[0]) == 0)
            out->best = any[0];
    }
    atomic_store_explicit(&s->flags, 0, memory_order_relaxed);
    return status;
}

/* SPDX-License-Identifier: MIT */

/* The threads of a search: setting them up, running them, and choosing the answer by vote. */
#include <string.h>

#include "search/level.h"
#include "search/thread.h"

static bool is_among(bm_move m, const bm_move *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bm_move_equal(m, list[i]))
            return true;
    return n == 0;
}

/* Copy keys, checks and movers of the game before the root. Undoes all moves of the context. */
static void copy_game_history(struct bm_search_thread *td, struct bm_ctx *ctx)
{
    td->game_plies = bm_ctx_plies(ctx);
    for (unsigned i = td->game_plies + 1; i-- > 0;) {
        const struct bm_head *const head = &ctx->pos.head;
        td->keys[i] = head->key;
        td->gave_check[i] = !head->made && ctx->kernel->in_check(&ctx->pos);
        td->movers[i] = (uint8_t)(head->made ? head->turn : !head->turn);
        (void)bm_ctx_undo(ctx);
    }
}

static void set_limits(struct bm_search *s, const struct bm_think *limits, unsigned turn)
{
    struct bm_search_shared *const shared = s->shared;
    const struct bm_skill *const skill = bm_skill_of(s->options.level);
    const unsigned depth = skill->depth < MAX_DEPTH ? skill->depth : MAX_DEPTH;
    shared->max_depth = limits->depth && limits->depth < depth ? limits->depth : depth;
    shared->max_nodes = limits->nodes ? limits->nodes : UINT64_MAX;
    shared->skill_nodes = skill->nodes;
    /* In games with expensive nodes the first plies are limited, too. */
    if (bm_rules_info(s->rules)->work > 1 && skill->nodes < shared->max_nodes / 4)
        shared->max_nodes = 4 * skill->nodes;
    shared->noise = s->ctx->pos.head.number <= BM_SKILL_OPENING ? skill->opening : skill->noise;
    /* Where captures go to hand a capture counts twice, so the noise is doubled. */
    if (bm_rules_info(s->rules)->has_hands)
        shared->noise *= 2;
    shared->has_noise = shared->noise != 0;
    shared->noise_seed = bm_search_game_seed(s);
    shared->multipv = limits->multipv ? limits->multipv : 1;
    bm_time_plan(shared, turn);
    /* Below full strength results must not depend on the machine: only the hard limit counts.
     */
    if (s->options.level < BM_LEVELS)
        shared->soft = INT64_MAX;
}

void bm_search_clear(struct bm_search *s)
{
    if (!s->shared)
        return;
    struct bm_tt *const t = &s->shared->tt;
    memset((void *)t->entries, 0, (size_t)(t->mask + 1) * TT_CLUSTER * sizeof *t->entries);
    t->age = 0;
    for (unsigned i = 0; i < s->thread_count; i++)
        memset(s->threads[i]->learned, 0, s->threads[i]->learned_size);
}

void bm_thread_prepare(struct bm_search_thread *td, const struct bm_search_thread *first)
{
    if (td != first) {
        const size_t known = first->game_plies + 1;
        memcpy(td->root_moves, first->root_moves,
               first->root_move_count * sizeof *td->root_moves);
        memcpy(&td->pos, &first->pos, sizeof td->pos);
        memcpy(td->keys, first->keys, known * sizeof *td->keys);
        memcpy(td->gave_check, first->gave_check, known * sizeof *td->gave_check);
        memcpy(td->movers, first->movers, known * sizeof *td->movers);
        td->root_move_count = first->root_move_count;
        td->game_plies = first->game_plies;
    }
    td->nodes = td->next_poll = td->previous_nodes = 0;
    atomic_store_explicit(&td->published_nodes, 0, memory_order_relaxed);
    td->poll_interval = 0;
    td->polled_at = 0;
    td->list_used = 0;
    td->aborted = false;
    td->seldepth = td->root_depth = 0;
    td->pv_len[0] = 0;
    memset(td->stack - STACK_OFFSET, 0, STACK_SIZE * sizeof *td->stack);
}

static void run_thread(void *arg)
{
    struct bm_search_thread *const td = arg;
    bm_search_impl_of(td->shared->rules)->iterate(td);
    atomic_store_explicit(&td->published_nodes, td->nodes, memory_order_relaxed);
    if (td->id == 0)
        atomic_store_explicit(&td->shared->done, true, memory_order_relaxed);
}

static void run_search_threads(struct bm_search_shared *shared)
{
    const struct bm_search_hooks *const k = shared->hooks;
    if (shared->thread_count > 1) {
        void *args[BM_MAX_THREADS];
        for (unsigned i = 0; i < shared->thread_count; i++)
            args[i] = shared->threads[i];
        k->run(k->user, run_thread, args, shared->thread_count);
    } else {
        run_thread(shared->threads[0]);
    }
}

/* The weight of a thread's vote for its move grows with depth and value. */
static int64_t vote_weight(const struct bm_root_move *r, int least)
{
    return (int64_t)(r->value - least + 16) * (int64_t)r->depth;
}

/* The thread whose line is the answer: by votes, except that a mate always wins. */
static struct bm_search_thread *vote_best_thread(const struct bm_search_shared *shared)
{
    struct bm_search_thread *best = shared->threads[0];
    int least = best->root_moves[0].value;
    int64_t most = -1;
    if (shared->multipv > 1)
        return best;
    for (unsigned i = 1; i < shared->thread_count; i++)
        if (shared->threads[i]->root_moves[0].depth != 0 &&
            shared->threads[i]->root_moves[0].value < least)
            least = shared->threads[i]->root_moves[0].value;
    for (unsigned i = 0; i < shared->thread_count; i++) {
        const struct bm_root_move *const r = &shared->threads[i]->root_moves[0];
        int64_t votes = 0;
        if (r->depth == 0 || r->depth < shared->threads[0]->root_moves[0].depth)
            continue;
        for (unsigned k = 0; k < shared->thread_count; k++)
            if (shared->threads[k]->root_moves[0].depth != 0 &&
                bm_move_equal(shared->threads[k]->root_moves[0].move, r->move))
                votes += vote_weight(&shared->threads[k]->root_moves[0], least);
        if (r->value >= VALUE_MATE_IN_MAX)
            votes = INT64_MAX - (VALUE_MATE - r->value);
        if (votes > most ||
            (votes == most && bm_move_equal(r->move, best->root_moves[0].move) &&
             r->depth > best->root_moves[0].depth)) {
            most = votes;
            best = shared->threads[i];
        }
    }
    return best;
}

/* The ponder move when the line has only one move: the TT move after it. */
static bm_move tt_reply(struct bm_search *s, const struct bm_ctx *ctx, bm_move best)
{
    const bm_move none = {BM_MOVE_NONE};
    struct bm_tt_data found;
    if (bm_search_follow(s, ctx) != BM_OK || bm_ctx_play(s->ctx, best) != 0 ||
        bm_ctx_turn(s->ctx) == bm_ctx_turn(ctx) ||
        !bm_tt_probe(&s->shared->tt, s->ctx->pos.head.key, &found) ||
        found.move.bits == BM_MOVE_NONE || bm_ctx_judge(s->ctx, found.move) != 0)
        return none;
    return found.move;
}

static void begin_search(struct bm_search *s, const struct bm_ctx *ctx,
                         const struct bm_think *limits, const struct bm_search_hooks *hooks,
                         int64_t began)
{
    struct bm_search_shared *const shared = s->shared;
    shared->ctx = ctx;
    shared->limits = limits;
    shared->hooks = hooks;
    shared->flags = &s->flags;
    shared->start = began;
    shared->clock_from = bm_search_is_open_ended(shared) ? -1 : 0;
    shared->reports = 0;
    shared->stall -= shared->stall / 8;
    /* The answer of a level must not depend on earlier searches. */
    if (s->options.level < BM_LEVELS)
        bm_search_clear(s);
    shared->tt.age++;
    shared->threads = s->threads;
    shared->thread_count = hooks && hooks->run ? s->thread_count : 1;
    atomic_store_explicit(&shared->done, false, memory_order_relaxed);
    set_limits(s, limits, bm_ctx_turn(ctx));
    if (bm_debug_is_on(shared))
        bm_debug_begin(s);
    memcpy(&s->main_thread->pos, &s->ctx->pos, sizeof s->main_thread->pos);
    copy_game_history(s->main_thread, s->ctx);
    for (unsigned i = 0; i < shared->thread_count; i++)
        bm_thread_prepare(s->threads[i], s->main_thread);
}

bool bm_search_run(struct bm_search *s, const struct bm_ctx *ctx, const struct bm_think *limits,
                   const struct bm_search_hooks *hooks, int64_t began,
                   struct bm_search_result *out)
{
    struct bm_search_thread *const td = s->main_thread;
    bm_move *const moves = td->list_moves;
    const size_t n = bm_ctx_moves(ctx, moves, td->list_size);
    if (n == 0 || bm_ctx_judge(ctx, moves[0]) != 0)
        return false;
    td->root_move_count = 0;
    for (size_t i = 0; i < n; i++)
        if (is_among(moves[i], limits->only, limits->only_count))
            td->root_moves[td->root_move_count++] = (struct bm_root_move){.move = moves[i]};
    if (td->root_move_count == 0)
        return false;
    begin_search(s, ctx, limits, hooks, began);
    run_search_threads(s->shared);
    if (bm_debug_is_on(s->shared))
        bm_debug_end(s);
    if (bm_skill_of(s->options.level)->blunder_check)
        bm_blunder_check(s);

    struct bm_search_thread *const chosen = vote_best_thread(s->shared);
    struct bm_root_move *const best = &chosen->root_moves[0];
    if (best->pv_len == 0) {
        best->pv[best->pv_len++] = best->move;
        best->depth = 1;
        best->value = bm_search_impl_of(s->rules)->evaluate(td);
    }
    s->nodes = bm_search_nodes(s->shared);
    if (chosen != td || s->shared->reports == 0)
        bm_report_pv(chosen, 0, best->bound);
    out->best = best->move;
    if (best->pv_len > 1)
        out->ponder = best->pv[1];
    else
        out->ponder = tt_reply(s, ctx, best->move);
    if (bm_debug_is_on(s->shared) && s->shared->has_noise)
        bm_debug_explain_error(s, out->best);
    return true;
}

/* Helper threads leave out different depths, so that they do not all do the same work. */
bool bm_thread_skips_depth(const struct bm_search_thread *td, unsigned depth)
{
    return td->id != 0 && depth > 1 && (depth + td->id) % (2 + td->id % 3) == 0;
}

static const struct {
    const struct bm_kernel *kernel;
    const struct bm_search_impl *impl;
} impls[] = {
#define BOTH(kernel, isa) {&bm_##kernel##_##isa##_kernel, &bm_##kernel##_##isa##_search_impl},
#define ALL(isa)     \
    BOTH(chess, isa) \
    BOTH(shogi, isa) BOTH(variant64, isa) BOTH(variant128, isa) BOTH(variant256, isa)
    ALL(baseline)
#ifdef BM_HAVE_AVX2
        ALL(avx2)
#endif
#undef ALL
#undef BOTH
};

const struct bm_search_impl *bm_search_impl_of(const struct bm_rules *rules)
{
    for (size_t i = 0; i < sizeof impls / sizeof *impls; i++)
        if (impls[i].kernel == rules->kernel)
            return impls[i].impl;
    return NULL;
}

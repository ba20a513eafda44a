/* SPDX-License-Identifier: MIT */
#include "session/analyser.h"

#include <stdlib.h>

#include "banmen/variant.h"
#include "engine/node_context.h"
#include "io/monotonic.h"
#include "session/analyser_internal.h"

/* ---- Life ---- */

bm_status bm_analyser_create(struct bm_analyser **out, struct bm_loop *loop,
                             const struct bm_analyser_options *options,
                             const struct bm_analyser_events *events, void *user)
{
    struct bm_analyser *const a = calloc(1, sizeof *a);
    *out = NULL;
    if (!a)
        return BM_ENOMEM;
    bm_spec_init(&a->spec);
    if (options->spec && bm_spec_copy(&a->spec, options->spec)) {
        free(a);
        return BM_ENOMEM;
    }
    a->loop = loop;
    a->options = *options;
    a->events = *events;
    a->user = user;
    a->external = options->spec || options->engine;
    a->borrowed = options->engine;
    a->engine = options->engine;
    bm_line_queue_init(&a->queue, options->interval, options->describe);
    bm_timer_set(&a->failure, loop, 0, NULL, NULL); /* so that closing it frees from the loop */
    bm_timer_stop(&a->failure);
    *out = a;
    return BM_OK;
}

static void free_analyser(void *user)
{
    struct bm_analyser *const a = user;
    bm_spec_fini(&a->spec);
    free(a);
}

static void close_failure_timer(void *user)
{
    struct bm_analyser *const a = user;
    bm_timer_close(&a->failure, free_analyser, a);
}

/* The search, and contexts, of rules that are not used any more. A job takes with it what it
 * uses. */
static void drop_search(struct bm_analyser *a)
{
    if (a->job)
        bm_search_job_abandon(a->job, a->search);
    else
        bm_search_destroy(a->search);
    if (a->ctx != a->lent)
        bm_ctx_destroy(a->ctx);
    bm_ctx_destroy(a->spare);
    a->job = NULL;
    a->search = NULL;
    a->ctx = a->spare = a->lent = NULL;
    a->waits = false;
}

void bm_analyser_destroy(struct bm_analyser *a)
{
    if (!a || a->destroyed)
        return;
    bm_analyser_cancel(a);
    a->destroyed = true;
    a->events = (struct bm_analyser_events){0};
    drop_search(a);
    bm_analyser_close_engine(a);
    bm_game_destroy(a->line);
    bm_rules_release(a->rules);
    bm_release(a->only);
    a->line = NULL;
    a->rules = NULL;
    a->only = NULL;
    bm_timer_close(&a->pause, close_failure_timer, a);
}

/* ---- The game ---- */

/* The same game may be loaded twice; a running engine can be kept. */
static bool plays_same_game(const struct bm_analyser *a, const struct bm_rules *rules)
{
    return a->rules && strcmp(bm_rules_info(a->rules)->name, bm_rules_info(rules)->name) == 0;
}

bool bm_analyser_plays(const struct bm_analyser *a, const struct bm_rules *rules)
{
    return !a->rules || plays_same_game(a, rules);
}

static bm_status use_rules(struct bm_analyser *a, const struct bm_rules *rules)
{
    if (a->rules != rules) {
        if (a->external && !a->borrowed && !plays_same_game(a, rules))
            bm_analyser_close_engine(a);
        drop_search(a);
        bm_rules_hold(rules);
        bm_rules_release(a->rules);
        a->rules = rules;
    }
    return a->external && !a->engine ? bm_analyser_open_engine(a) : BM_OK;
}

bm_status bm_analyser_prepare(struct bm_analyser *a, const struct bm_rules *rules)
{
    if (a->rules != rules)
        bm_analyser_cancel(a);
    const bm_status status = use_rules(a, rules);
    if (status || a->external || a->search || a->job)
        return status;
    return bm_search_create(&a->search, rules, &a->options.search);
}

bm_status bm_analyser_set_search(struct bm_analyser *a, const struct bm_search_options *options)
{
    const struct bm_search_options *const had = &a->options.search;
    struct bm_search *search = NULL;
    const bool same = had->level == options->level && had->seed == options->seed &&
                      had->hash == options->hash && had->threads == options->threads;
    if (same || !a->rules) {
        a->options.search = *options;
        return BM_OK;
    }
    const bm_status status = bm_search_create(&search, a->rules, options);
    if (status)
        return status;
    bm_search_destroy(a->search);
    a->search = search;
    a->options.search = *options;
    return BM_OK;
}

static void clear_search(struct bm_analyser *a)
{
    if (a->search && a->clearing == CLEAR_GAME)
        bm_search_new_game(a->search);
    else if (a->search && a->clearing == CLEAR_POSITIONS)
        bm_search_forget(a->search);
    a->clearing = CLEAR_NOTHING;
}

static void ask_to_clear(struct bm_analyser *a, enum clearing clearing)
{
    if (a->external) {
        if (a->engine)
            bm_engine_new_game(a->engine);
        return;
    }
    a->clearing = clearing > a->clearing ? clearing : a->clearing;
    if (!a->job)
        clear_search(a);
}

void bm_analyser_new_game(struct bm_analyser *a) { ask_to_clear(a, CLEAR_GAME); }
void bm_analyser_forget(struct bm_analyser *a) { ask_to_clear(a, CLEAR_POSITIONS); }

/* ---- The position ---- */

/* Before another position: what a job reads stays as it is. */
static void leave_position(struct bm_analyser *a)
{
    bm_analyser_cancel(a);
    if (!a->lent || a->ctx != a->lent)
        return;
    a->ctx = a->spare;
    a->spare = NULL;
}

static unsigned context_room(const struct bm_analyser *a)
{
    return a->options.describe ? BM_DESCRIBE_ROOM : 1;
}

bm_status bm_analyser_set_position(struct bm_analyser *a, const struct bm_game *game,
                                   bm_node node, const struct bm_options *options)
{
    leave_position(a);
    bm_status status = use_rules(a, bm_game_rules(game));
    if (!status)
        status = bm_node_context(&a->ctx, game, node, context_room(a));
    if (!status && a->external)
        status = bm_analyser_note_line(a, bm_game_start(game));
    if (!status && options)
        bm_ctx_configure(a->ctx, options);
    return status;
}

bm_status bm_analyser_set_context(struct bm_analyser *a, const struct bm_ctx *ctx,
                                  const struct bm_setup *start)
{
    leave_position(a);
    bm_status status = use_rules(a, bm_ctx_rules(ctx));
    const bool fits =
        !status && a->ctx &&
        bm_ctx_plies(a->ctx) + bm_ctx_room(a->ctx) >= bm_ctx_plies(ctx) + context_room(a);
    if (fits) {
        status = bm_ctx_copy(a->ctx, ctx);
    } else if (!status) {
        struct bm_ctx *made = NULL;
        status = bm_ctx_create(&made, a->rules, bm_ctx_plies(ctx) + context_room(a));
        if (!status)
            status = bm_ctx_copy(made, ctx);
        bm_ctx_destroy(status ? made : a->ctx);
        a->ctx = status ? a->ctx : made;
    }
    if (!status && a->external)
        status = bm_analyser_note_line(a, start);
    return status;
}

void bm_analyser_exchange_context(struct bm_analyser *a, struct bm_ctx **ctx)
{
    leave_position(a);
    struct bm_ctx *const old = a->ctx;
    a->ctx = *ctx;
    *ctx = old;
}

const struct bm_ctx *bm_analyser_ctx(const struct bm_analyser *a) { return a->ctx; }

const char *bm_analyser_name(const struct bm_analyser *a)
{
    if (!a->external)
        return bm_level_name(a->options.search.level);
    const char *const own = a->engine ? bm_engine_name(a->engine) : "";
    return *own ? own : a->spec.name ? a->spec.name : "";
}

const struct bm_engine *bm_analyser_engine(const struct bm_analyser *a) { return a->engine; }

/* ---- The built-in search ---- */

static bool is_current_job(const struct bm_analyser *a)
{
    return a->busy && a->job_generation == a->generation;
}

static void on_job_line(void *user, const struct bm_analysis_line *line)
{
    const struct bm_analyser *const a = user;
    if (is_current_job(a) && a->events.line)
        a->events.line(a->user, line);
}

static void on_job_current(void *user, bm_move move, unsigned number)
{
    const struct bm_analyser *const a = user;
    if (is_current_job(a))
        a->events.current(a->user, move, number);
}

static void tell_trouble(struct bm_analyser *a, enum bm_engine_trouble trouble,
                         const char *detail)
{
    if (a->events.trouble)
        a->events.trouble(a->user, trouble, detail);
}

static void fail_for_memory(void *user)
{
    struct bm_analyser *const a = user;
    a->busy = false;
    tell_trouble(a, BM_TROUBLE_MEMORY, "");
}

static void fail_later(struct bm_analyser *a)
{
    bm_timer_set(&a->failure, a->loop, 0, fail_for_memory, a);
}

static void finish_job(struct bm_analyser *a, const struct bm_search_job_result *r)
{
    const struct bm_search_result *const found = &r->answer;
    const struct bm_engine_answer answer = {.search = a->generation,
                                            .kind = found->resign    ? BM_BEST_RESIGN
                                                    : found->declare ? BM_BEST_WIN
                                                    : found->best.bits == BM_MOVE_NONE
                                                        ? BM_BEST_NONE
                                                        : BM_BEST_MOVE,
                                            .move = found->best,
                                            .ponder = found->ponder};
    a->busy = false;
    if (!r->has_answer)
        tell_trouble(a, BM_TROUBLE_MEMORY, "");
    else if (a->events.finished)
        a->events.finished(a->user, &answer, r->lost_lines ? BM_ENOMEM : r->status);
}

static void run_job(struct bm_analyser *a);

static void on_job_done(void *user, const struct bm_search_job_result *result)
{
    struct bm_analyser *const a = user;
    struct bm_search *made = NULL;
    struct bm_ctx *ctx = NULL;
    bm_search_job_take(a->job, &ctx, &made);
    a->job = NULL;
    a->lent = NULL;
    a->search = made ? made : a->search;
    if (ctx != a->ctx) {
        bm_ctx_destroy(a->spare);
        a->spare = ctx;
    }
    if (a->waits)
        run_job(a);
    else if (is_current_job(a))
        finish_job(a, result);
}

/* Start a job; there is none. */
static void run_job(struct bm_analyser *a)
{
    const struct bm_search_job_options options = {.pool = a->options.pool,
                                                  .search = a->search,
                                                  .how = a->options.search,
                                                  .ctx = a->ctx,
                                                  .limits = a->limits,
                                                  .interval = a->options.interval,
                                                  .describe = a->options.describe,
                                                  .debug = a->events.debug};
    const struct bm_search_job_events events = {.line = a->events.line ? on_job_line : NULL,
                                                .current =
                                                    a->events.current ? on_job_current : NULL,
                                                .done = on_job_done,
                                                .user = a};
    clear_search(a);
    a->waits = false;
    a->job_generation = a->generation;
    if (bm_search_job_start(&a->job, a->loop, &options, &events)) {
        fail_later(a);
        return;
    }
    a->lent = a->ctx;
    if (a->hit_waiting)
        bm_search_job_ponderhit(a->job);
    if (a->stop_waiting)
        bm_search_job_stop(a->job);
}

/* ---- Searching ---- */

static bool keep_limits(struct bm_analyser *a, const struct bm_think *limits)
{
    void *mem = a->only;
    const size_t n = limits->only ? limits->only_count : 0;
    const bool fine = bm_grow(&mem, &a->only_cap, n + 1, sizeof *a->only);
    a->only = mem;
    if (!fine)
        return false;
    if (n != 0)
        memmove(a->only, limits->only, n * sizeof *a->only);
    a->limits = *limits;
    a->limits.only = limits->only ? a->only : NULL;
    a->limits.only_count = n;
    return true;
}

void bm_analyser_start(struct bm_analyser *a, const struct bm_think *limits, int64_t ceiling)
{
    bm_analyser_cancel(a);
    a->busy = true;
    a->ceiling = ceiling;
    a->stop_waiting = a->hit_waiting = false;
    if (!a->ctx || !keep_limits(a, limits)) {
        fail_later(a);
    } else if (a->external) {
        bm_analyser_ask_engine(a);
    } else if (a->job) {
        a->waits = true;
    } else {
        run_job(a);
    }
}

void bm_analyser_stop(struct bm_analyser *a)
{
    if (!a->busy)
        return;
    a->stop_waiting = true;
    if (a->external && a->asked)
        bm_engine_stop(a->engine, false);
    else if (a->job && !a->waits)
        bm_search_job_stop(a->job);
}

void bm_analyser_ponderhit(struct bm_analyser *a)
{
    if (!a->busy)
        return;
    a->hit_waiting = true;
    if (a->external && a->asked)
        bm_engine_ponderhit(a->engine);
    else if (a->job && !a->waits)
        bm_search_job_ponderhit(a->job);
}

void bm_analyser_cancel(struct bm_analyser *a)
{
    a->generation++;
    a->busy = a->waits = false;
    bm_timer_stop(&a->failure);
    if (a->external)
        bm_analyser_cancel_engine(a);
    else if (a->job)
        bm_search_job_stop(a->job);
}

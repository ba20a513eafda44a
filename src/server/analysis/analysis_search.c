/* SPDX-License-Identifier: MIT */
/* The built-in search for an analysis, in a worker. */
#include "server/analysis/analysis_internal.h"

enum { HASH = 32 }; /* MiB */

/* In the worker, as all but the last two. */
static int64_t now_ms(void) { return (int64_t)(uv_hrtime() / 1000000); }

/* Lines are written here, in notation, not on the loop: in a large variant that takes long. */
static void write_lines(struct bm_study *a)
{
    bm_study_write_found(a);
    a->told = now_ms();
    (void)uv_async_send(&a->wake);
}

static bool has_fresh(const struct bm_study *a)
{
    for (unsigned i = 0; i < BM_FOUND_LINES; i++)
        if (a->found[i].fresh)
            return true;
    return false;
}

/* The search asks for the time now and then, which is when lines are told that came too soon
 * after others. */
static int64_t look_at_clock(void *user)
{
    struct bm_study *const a = user;
    const int64_t now = now_ms();
    if (now - a->told >= BM_STUDY_EVERY && has_fresh(a))
        write_lines(a);
    return now;
}

static void take_line(void *user, const struct bm_search_info *info)
{
    struct bm_study *const a = user;
    const unsigned number = info->multipv ? info->multipv : 1;
    if (number > BM_FOUND_LINES)
        return;
    struct bm_found *const f = &a->found[number - 1];
    *f = (struct bm_found){
        .fresh = true,
        .scored = true,
        .mate = info->mate,
        .score = info->score,
        .bound = info->bound,
        .depth = info->depth,
        .seldepth = info->seldepth,
        .nodes = info->nodes,
        .nps = info->time > 0 ? info->nodes * 1000 / (uint64_t)info->time : 0,
        .time = info->time,
        .pv_count = info->pv_count < BM_FOUND_PV ? info->pv_count : BM_FOUND_PV};
    memcpy(f->pv, info->pv, f->pv_count * sizeof *f->pv);
    if (now_ms() - a->told >= BM_STUDY_EVERY)
        write_lines(a);
}

/* Tables of many megabytes are not to be cleared by the loop. */
static bool prepare_search(struct bm_study *a)
{
    const struct bm_search_options how = {.level = BM_LEVELS, .hash = HASH, .threads = 1};
    const struct bm_rules *const rules = bm_ctx_rules(a->ctx);
    struct bm_search *search = NULL;
    if (bm_search_create(&search, rules, &how) != BM_OK ||
        bm_ctx_create(&a->own, rules, bm_ctx_plies(a->ctx) + 1) != BM_OK ||
        bm_ctx_copy(a->own, a->ctx) != BM_OK) {
        bm_search_destroy(search);
        return false;
    }
    bm_search_arm(search);
    uv_mutex_lock(&a->lock);
    a->search = search;
    if (a->stopped)
        bm_search_stop(search);
    uv_mutex_unlock(&a->lock);
    return true;
}

static void think(struct bm_task *task)
{
    struct bm_study *const a =
        (struct bm_study *)((char *)task - offsetof(struct bm_study, task));
    const struct bm_search_hooks hooks = {.now = look_at_clock, .info = take_line, .user = a};
    struct bm_search_result result = {.best = {BM_MOVE_NONE}, .ponder = {BM_MOVE_NONE}};
    if (!prepare_search(a)) {
        a->trouble[0] = "no_memory";
        a->trouble[1] = "the server is out of memory: try again";
        return;
    }
    /* Without memory the move is still one. */
    const bm_status status = bm_search_go(a->search, a->own, &a->limits, &hooks, &result);
    (void)status;
    bm_study_write_found(a);
    a->best = result.best;
    a->ponder = result.ponder;
    a->declares = result.declare;
}

void bm_study_begin_search(struct bm_study *a, void (*done)(struct bm_task *t, bool cancelled))
{
    a->running = true;
    a->task.work = think;
    a->task.done = done;
    (void)bm_task_run(&a->task, &a->all->server->loop, a->all->pool);
}

void bm_study_stop_search(struct bm_study *a)
{
    uv_mutex_lock(&a->lock);
    a->stopped = true;
    if (a->search)
        bm_search_stop(a->search);
    uv_mutex_unlock(&a->lock);
}

/* SPDX-License-Identifier: MIT */
/*
 * The built-in search for an analysis. It has a thread of its own: the loop's are few, and
 * passwords wait for them.
 */
#include "server/analysis_inside.h"

enum { HASH = 32 }; /* MiB */

static int64_t now(void *user)
{
    (void)user;
    return (int64_t)(uv_hrtime() / 1000000);
}

/* In the thread that searches, as the next. */
static void take_line(void *user, const struct bm_search_info *info)
{
    struct bm_study *const a = user;
    const unsigned number = info->multipv ? info->multipv : 1;
    if (number > BM_FOUND_LINES)
        return;
    uv_mutex_lock(&a->lock);
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
    uv_mutex_unlock(&a->lock);
    (void)uv_async_send(&a->wake);
}

static void think(void *user)
{
    struct bm_study *const a = user;
    const struct bm_search_hooks hooks = {.now = now, .info = take_line, .user = a};
    struct bm_search_result result = {.best = {BM_MOVE_NONE}, .ponder = {BM_MOVE_NONE}};
    /* Without memory the move is still one. */
    const bm_status status = bm_search_go(a->search, a->own, &a->limits, &hooks, &result);
    (void)status;
    uv_mutex_lock(&a->lock);
    a->best = result.best;
    a->ponder = result.ponder;
    a->declares = result.declare;
    a->done = true;
    uv_mutex_unlock(&a->lock);
    (void)uv_async_send(&a->wake);
}

bool bm_study_prepare(struct bm_study *a)
{
    const struct bm_search_options how = {.level = BM_LEVELS, .hash = HASH, .threads = 1};
    const struct bm_rules *const rules = bm_ctx_rules(a->ctx);
    if (bm_search_create(&a->search, rules, &how) != BM_OK ||
        bm_ctx_create(&a->own, rules, bm_ctx_plies(a->ctx) + 1) != BM_OK ||
        bm_ctx_copy(a->own, a->ctx) != BM_OK)
        return false;
    bm_search_arm(a->search); /* so that a stop counts even before the thread runs */
    return true;
}

bool bm_study_begin(struct bm_study *a)
{
    a->threaded = uv_thread_create(&a->thread, think, a) == 0;
    return a->threaded;
}

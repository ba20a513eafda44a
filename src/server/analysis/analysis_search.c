/* SPDX-License-Identifier: MIT */
/* The built-in search for an analysis, in a worker. */
#include "server/analysis/analysis_internal.h"

enum { HASH = 32 }; /* MiB */

/* In the worker, as all but the last two. */
static int64_t now_ms(void) { return (int64_t)(uv_hrtime() / 1000000); }

/* Lines are written in notation by the worker, not by the loop: in a large variant that
 * takes long. */
static void write_lines(struct bm_analysis_job *job)
{
    bm_analysis_job_write_lines(job);
    job->told = now_ms();
    (void)uv_async_send(&job->wake);
}

static bool has_fresh(const struct bm_analysis_job *job)
{
    for (unsigned i = 0; i < BM_ANALYSIS_LINES; i++)
        if (job->found[i].fresh)
            return true;
    return false;
}

/* The search reads the clock now and then; lines that came too soon after others are written
 * then. */
static int64_t look_at_clock(void *user)
{
    struct bm_analysis_job *const job = user;
    const int64_t now = now_ms();
    if (now - job->told >= BM_ANALYSIS_INTERVAL_MS && has_fresh(job))
        write_lines(job);
    return now;
}

static void take_line(void *user, const struct bm_search_info *info)
{
    struct bm_analysis_job *const job = user;
    const unsigned number = info->multipv ? info->multipv : 1;
    if (number > BM_ANALYSIS_LINES)
        return;
    struct bm_analysis_line *const f = &job->found[number - 1];
    *f = (struct bm_analysis_line){
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
        .pv_count = info->pv_count < BM_ANALYSIS_PV ? info->pv_count : BM_ANALYSIS_PV};
    memcpy(f->pv, info->pv, f->pv_count * sizeof *f->pv);
    if (now_ms() - job->told >= BM_ANALYSIS_INTERVAL_MS)
        write_lines(job);
}

/* Tables of many megabytes are not to be cleared by the loop. */
static bool prepare_search(struct bm_analysis_job *job)
{
    const struct bm_search_options how = {.level = BM_LEVELS, .hash = HASH, .threads = 1};
    const struct bm_rules *const rules = bm_ctx_rules(job->ctx);
    struct bm_search *search = NULL;
    if (bm_search_create(&search, rules, &how) != BM_OK ||
        bm_ctx_create(&job->own, rules, bm_ctx_plies(job->ctx) + 1) != BM_OK ||
        bm_ctx_copy(job->own, job->ctx) != BM_OK) {
        bm_search_destroy(search);
        return false;
    }
    bm_search_arm(search);
    uv_mutex_lock(&job->lock);
    job->search = search;
    if (job->stopped)
        bm_search_stop(search);
    uv_mutex_unlock(&job->lock);
    return true;
}

static void run_job_search(struct bm_task *task)
{
    struct bm_analysis_job *const job =
        (struct bm_analysis_job *)((char *)task - offsetof(struct bm_analysis_job, task));
    const struct bm_search_hooks hooks = {.now = look_at_clock, .info = take_line, .user = job};
    struct bm_search_result result = {.best = {BM_MOVE_NONE}, .ponder = {BM_MOVE_NONE}};
    if (!prepare_search(job)) {
        job->trouble[0] = "no_memory";
        job->trouble[1] = "the server is out of memory: try again";
        return;
    }
    /* Without memory the move is still one. */
    const bm_status status = bm_search_go(job->search, job->own, &job->limits, &hooks, &result);
    (void)status;
    bm_analysis_job_write_lines(job);
    job->best = result.best;
    job->ponder = result.ponder;
    job->declares = result.declare;
}

void bm_analysis_job_begin_search(struct bm_analysis_job *job,
                                  void (*done)(struct bm_task *t, bool cancelled))
{
    job->running = true;
    job->task.work = run_job_search;
    job->task.done = done;
    (void)bm_task_run(&job->task, &job->all->server->loop, job->all->pool);
}

void bm_analysis_job_stop_search(struct bm_analysis_job *job)
{
    uv_mutex_lock(&job->lock);
    job->stopped = true;
    if (job->search)
        bm_search_stop(job->search);
    uv_mutex_unlock(&job->lock);
}

/* SPDX-License-Identifier: MIT */
/* The built-in search in a thread of the loop's pool; its lines come back through a queue. */
#include <stdlib.h>

#include "cli/analyse/analyser_internal.h"
#include "cli/terminal/search_debug.h"

struct bm_analyser_search {
    struct bm_analyser *analyser;
    uv_work_t work;
    uv_async_t wake;
    uv_mutex_t lock;
    struct kept_line *queue; /* guarded by lock, as the two below */
    size_t count, cap;
    bool failed; /* there was no memory for a line */
    struct bm_think limits;
    struct bm_search_result result;
    bm_status status;
};

static int64_t job_now(void *user)
{
    (void)user;
    return (int64_t)(uv_hrtime() / 1000000);
}

/* Called in the search thread. */
static void job_info(void *user, const struct bm_search_info *info)
{
    struct bm_analyser_search *const j = user;
    const int sign = j->analyser->turn == 0 ? 1 : -1;
    uv_mutex_lock(&j->lock);
    void *mem = j->queue;
    if (bm_grow(&mem, &j->cap, j->count + 1, sizeof *j->queue)) {
        j->queue = mem;
        struct kept_line *const k = &j->queue[j->count++];
        k->line = (struct bm_analyser_line){
            .number = info->multipv ? info->multipv : 1,
            .eval = {.kind = info->mate ? EVAL_MATE : EVAL_CENTIPAWNS,
                     .value = (int64_t)sign * info->score,
                     .depth = info->depth},
            .bound = info->bound,
            .seldepth = info->seldepth,
            .nodes = info->nodes,
            .nps = info->time > 0 ? info->nodes * 1000 / (uint64_t)info->time : 0,
            .time = info->time,
            .pv_count = info->pv_count < BM_ANALYSER_PV ? info->pv_count : BM_ANALYSER_PV};
        memcpy(k->pv, info->pv, k->line.pv_count * sizeof *k->pv);
    } else {
        j->failed = true;
    }
    uv_mutex_unlock(&j->lock);
    uv_async_send(&j->wake);
}

static void job_debug(void *user, const struct bm_search_event *event)
{
    const struct bm_analyser_search *const j = user;
    bm_search_debug_print(j->analyser->ctx, event);
}

static void run_search_job(uv_work_t *w)
{
    struct bm_analyser_search *const j = w->data;
    const struct bm_search_hooks hooks = {.now = job_now,
                                          .info = job_info,
                                          .debug = j->analyser->debug ? job_debug : NULL,
                                          .user = j};
    j->status =
        bm_search_go(j->analyser->search, j->analyser->ctx, &j->limits, &hooks, &j->result);
}

/* Deliver the queued lines. The lock is not held during the calls. */
static void drain_lines(struct bm_analyser_search *j)
{
    for (;;) {
        uv_mutex_lock(&j->lock);
        struct kept_line *const queue = j->queue;
        const size_t count = j->count;
        j->queue = NULL;
        j->count = j->cap = 0;
        uv_mutex_unlock(&j->lock);
        for (size_t i = 0; i < count; i++) {
            queue[i].line.pv = queue[i].pv;
            bm_analyser_add_line(j->analyser, &queue[i].line);
        }
        bm_release(queue);
        if (count == 0)
            return;
    }
}

static void on_search_wake(uv_async_t *a) { drain_lines(a->data); }

static void on_search_done(uv_work_t *w, int status)
{
    struct bm_analyser_search *const j = w->data;
    struct bm_analyser *const m = j->analyser;
    drain_lines(j);
    if (status || j->status || j->failed)
        m->trouble = BM_TROUBLE_MEMORY;
    const bool none = j->result.best.bits == BM_MOVE_NONE;
    m->answer = (struct bm_engine_answer){.kind = j->result.resign    ? BM_BEST_RESIGN
                                                  : j->result.declare ? BM_BEST_WIN
                                                  : none              ? BM_BEST_NONE
                                                                      : BM_BEST_MOVE,
                                          .move = j->result.best,
                                          .ponder = j->result.ponder};
    m->done = true;
}

static bool make_job(struct bm_analyser *m)
{
    struct bm_analyser_search *const j = calloc(1, sizeof *j);
    if (!j)
        return false;
    if (uv_mutex_init(&j->lock)) {
        free(j);
        return false;
    }
    if (uv_async_init(&m->loop.uv, &j->wake, on_search_wake)) {
        uv_mutex_destroy(&j->lock);
        free(j);
        return false;
    }
    j->analyser = m;
    j->work.data = j->wake.data = j;
    m->job = j;
    return true;
}

bool bm_analyser_start_search(struct bm_analyser *m, const struct bm_think *limits)
{
    if (!m->job && !make_job(m))
        return false;
    m->job->limits = *limits;
    m->job->failed = false;
    bm_search_arm(m->search);
    return uv_queue_work(&m->loop.uv, &m->job->work, run_search_job, on_search_done) == 0;
}

static void on_search_closed(uv_handle_t *h)
{
    struct bm_analyser_search *const j = h->data;
    uv_mutex_destroy(&j->lock);
    bm_release(j->queue);
    free(j);
}

void bm_analyser_free_search(struct bm_analyser *m)
{
    if (m->job)
        uv_close((uv_handle_t *)&m->job->wake, on_search_closed);
    m->job = NULL;
}

/* SPDX-License-Identifier: MIT */
/* The built-in search in a thread of the loop's pool; its lines come back through a queue. */
#include <stdlib.h>

#include "cli/analyse/analyser_internal.h"
#include "cli/terminal/search_debug.h"

struct bm_mind_job {
    struct bm_mind *mind;
    uv_work_t work;
    uv_async_t wake;
    uv_mutex_t lock;
    struct kept *queue; /* guarded by lock, as the two below */
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

/* In the thread that searches. */
static void job_info(void *user, const struct bm_search_info *info)
{
    struct bm_mind_job *const j = user;
    const int sign = j->mind->turn == 0 ? 1 : -1;
    uv_mutex_lock(&j->lock);
    void *mem = j->queue;
    if (bm_grow(&mem, &j->cap, j->count + 1, sizeof *j->queue)) {
        j->queue = mem;
        struct kept *const k = &j->queue[j->count++];
        k->line = (struct bm_mind_line){
            .number = info->multipv ? info->multipv : 1,
            .eval = {.kind = info->mate ? EVAL_MATE : EVAL_CENTIPAWNS,
                     .value = (int64_t)sign * info->score,
                     .depth = info->depth},
            .bound = info->bound,
            .seldepth = info->seldepth,
            .nodes = info->nodes,
            .nps = info->time > 0 ? info->nodes * 1000 / (uint64_t)info->time : 0,
            .time = info->time,
            .pv_count = info->pv_count < BM_MIND_PV ? info->pv_count : BM_MIND_PV};
        memcpy(k->pv, info->pv, k->line.pv_count * sizeof *k->pv);
    } else {
        j->failed = true;
    }
    uv_mutex_unlock(&j->lock);
    uv_async_send(&j->wake);
}

static void job_debug(void *user, const struct bm_search_event *event)
{
    const struct bm_mind_job *const j = user;
    bm_debug_say(j->mind->ctx, event);
}

static void work(uv_work_t *w)
{
    struct bm_mind_job *const j = w->data;
    const struct bm_search_hooks hooks = {.now = job_now,
                                          .info = job_info,
                                          .debug = j->mind->debug ? job_debug : NULL,
                                          .user = j};
    j->status = bm_search_go(j->mind->search, j->mind->ctx, &j->limits, &hooks, &j->result);
}

/* Hand over what has come. Nobody is called while the lock is held. */
static void drain(struct bm_mind_job *j)
{
    for (;;) {
        uv_mutex_lock(&j->lock);
        struct kept *const queue = j->queue;
        const size_t count = j->count;
        j->queue = NULL;
        j->count = j->cap = 0;
        uv_mutex_unlock(&j->lock);
        for (size_t i = 0; i < count; i++) {
            queue[i].line.pv = queue[i].pv;
            bm_mind_take(j->mind, &queue[i].line);
        }
        bm_release(queue);
        if (count == 0)
            return;
    }
}

static void woken(uv_async_t *a) { drain(a->data); }

static void worked(uv_work_t *w, int status)
{
    struct bm_mind_job *const j = w->data;
    struct bm_mind *const m = j->mind;
    drain(j);
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

static bool make_job(struct bm_mind *m)
{
    struct bm_mind_job *const j = calloc(1, sizeof *j);
    if (!j)
        return false;
    if (uv_mutex_init(&j->lock)) {
        free(j);
        return false;
    }
    if (uv_async_init(&m->loop.uv, &j->wake, woken)) {
        uv_mutex_destroy(&j->lock);
        free(j);
        return false;
    }
    j->mind = m;
    j->work.data = j->wake.data = j;
    m->job = j;
    return true;
}

bool bm_mind_begin_job(struct bm_mind *m, const struct bm_think *limits)
{
    if (!m->job && !make_job(m))
        return false;
    m->job->limits = *limits;
    m->job->failed = false;
    bm_search_arm(m->search);
    return uv_queue_work(&m->loop.uv, &m->job->work, work, worked) == 0;
}

static void closed(uv_handle_t *h)
{
    struct bm_mind_job *const j = h->data;
    uv_mutex_destroy(&j->lock);
    bm_release(j->queue);
    free(j);
}

void bm_mind_drop_job(struct bm_mind *m)
{
    if (m->job)
        uv_close((uv_handle_t *)&m->job->wake, closed);
    m->job = NULL;
}

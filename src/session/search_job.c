/* SPDX-License-Identifier: MIT */
#include "session/search_job.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "banmen/variant.h"
#include "io/monotonic.h"
#include "io/thread_team.h"

enum {
    MEMORY_TRIES = 20, /* to have memory for a search, */
    MEMORY_WAIT = 100  /* ms apart */
};

struct bm_search_job {
    struct bm_task task; /* first: it is found by it */
    struct bm_search_job_options options;
    struct bm_search_job_events events;
    const struct bm_rules *rules; /* held */
    bool abandoned;
    struct bm_search *inherited;        /* freed with an abandoned job */
    bm_move *only;                      /* copy of the limits' list */
    uv_sem_t ended;                     /* posted by the worker */
    _Atomic(struct bm_search *) search; /* NULL: it is not made yet */
    bool made;                          /* by the job */
    atomic_bool stopped, hit;
    /* Written by the worker, read when it has ended. */
    struct bm_search_job_result result;
    struct bm_search_info best;
    bm_move best_pv[BM_SEARCH_JOB_PV];
    /* Lines: `queue` is the worker's until it has ended. */
    bool has_lines;
    struct bm_line_queue queue;
    uv_async_t wake;
    uv_mutex_t lock;
    struct bm_queued_line *published, **last_published; /* guarded by lock */
};

/* ---- In the worker ---- */

static void publish_lines(struct bm_search_job *j, int64_t now)
{
    struct bm_queued_line *const lines = bm_line_queue_take(&j->queue, now);
    if (!lines)
        return;
    uv_mutex_lock(&j->lock);
    *j->last_published = lines;
    while (*j->last_published)
        j->last_published = &(*j->last_published)->next;
    uv_mutex_unlock(&j->lock);
    (void)uv_async_send(&j->wake);
}

static void publish_due_lines(struct bm_search_job *j, int64_t now)
{
    if (j->has_lines && bm_line_queue_wait(&j->queue, now) == 0)
        publish_lines(j, now);
}

/* The search asks for the time now and then, which is when lines are published that came too
 * soon after others. */
static int64_t search_job_now(void *user)
{
    struct bm_search_job *const j = user;
    const int64_t now = bm_monotonic_ms(NULL);
    if (j->queue.interval)
        publish_due_lines(j, now);
    return now;
}

static void keep_best_line(struct bm_search_job *j, const struct bm_search_info *info)
{
    j->best = *info;
    j->best.pv = j->best_pv;
    if (j->best.pv_count > BM_SEARCH_JOB_PV)
        j->best.pv_count = BM_SEARCH_JOB_PV;
    for (size_t i = 0; i < j->best.pv_count; i++)
        j->best_pv[i] = info->pv[i];
    j->result.best = &j->best;
}

static void search_job_info(void *user, const struct bm_search_info *info)
{
    struct bm_search_job *const j = user;
    bm_pace_note(&j->result.pace, info);
    if (info->multipv <= 1)
        keep_best_line(j, info);
    if (!j->events.line)
        return;
    struct bm_analysis_line line = {
        .info = *info,
        .has_score = true,
        .nps = info->time > 0 ? info->nodes * 1000 / (uint64_t)info->time : 0};
    line.info.multipv += line.info.multipv == 0;
    bm_line_queue_add(&j->queue, &line);
    publish_due_lines(j, bm_monotonic_ms(NULL));
}

static void search_job_current(void *user, bm_move move, unsigned number)
{
    struct bm_search_job *const j = user;
    bm_line_queue_add_current(&j->queue, move, number);
    publish_due_lines(j, bm_monotonic_ms(NULL));
}

static void search_job_debug(void *user, const struct bm_search_event *event)
{
    const struct bm_search_job *const j = user;
    j->options.debug(j->options.ctx, event);
}

/* Tables of many megabytes are not to be cleared by the loop. When there is no memory for them,
 * there may be when other searches have finished. */
static bool make_job_search(struct bm_search_job *j)
{
    struct bm_search *search = NULL;
    bm_status status = BM_ENOMEM;
    for (unsigned i = 0; i < MEMORY_TRIES && status == BM_ENOMEM && !(i && j->stopped); i++) {
        if (i)
            uv_sleep(MEMORY_WAIT);
        status = bm_search_create(&search, bm_ctx_rules(j->options.ctx), &j->options.how);
    }
    if (status)
        return false;
    bm_search_arm(search);
    j->made = true;
    j->search = search;
    if (j->hit) /* before there was something to tell */
        bm_search_ponderhit(search);
    if (j->stopped)
        bm_search_stop(search);
    return true;
}

static void run_search_job(struct bm_task *task)
{
    struct bm_search_job *const j = (struct bm_search_job *)task;
    const struct bm_search_hooks hooks = {.now = search_job_now,
                                          .info = search_job_info,
                                          .current =
                                              j->events.current ? search_job_current : NULL,
                                          .run = bm_thread_team_run,
                                          .debug = j->options.debug ? search_job_debug : NULL,
                                          .user = j};
    j->result.ran = true;
    j->result.status = BM_ENOMEM;
    if (j->search || make_job_search(j)) {
        j->result.status = bm_search_go(j->search, j->options.ctx, &j->options.limits, &hooks,
                                        &j->result.answer);
        j->result.has_answer = true;
    }
    if (j->has_lines)
        publish_lines(j, bm_monotonic_ms(NULL));
    j->result.lost_lines = j->queue.failed;
    uv_sem_post(&j->ended);
}

/* ---- On the loop ---- */

/* Deliver what was published. The lock is not held meanwhile. */
static void deliver_lines(struct bm_search_job *j)
{
    uv_mutex_lock(&j->lock);
    struct bm_queued_line *l = j->published;
    j->published = NULL;
    j->last_published = &j->published;
    uv_mutex_unlock(&j->lock);
    while (l) {
        struct bm_queued_line *const next = l->next;
        if (!j->abandoned && l->line.info.multipv == 0)
            j->events.current(j->events.user, l->current, l->number);
        else if (!j->abandoned)
            j->events.line(j->events.user, &l->line);
        bm_queued_line_free(l);
        l = next;
    }
}

static void on_job_wake(uv_async_t *wake) { deliver_lines(wake->data); }

static void free_search_job(struct bm_search_job *j)
{
    if (j->has_lines)
        uv_mutex_destroy(&j->lock);
    bm_queued_lines_free(j->published);
    bm_queued_lines_free(j->queue.first);
    bm_ctx_destroy(j->options.ctx);
    if (j->made)
        bm_search_destroy(j->search);
    bm_search_destroy(j->inherited);
    bm_rules_release(j->rules);
    uv_sem_destroy(&j->ended);
    bm_release(j->only);
    free(j);
}

static void on_wake_closed(uv_handle_t *wake) { free_search_job(wake->data); }

static void close_search_job(struct bm_search_job *j)
{
    if (j->has_lines)
        uv_close((uv_handle_t *)&j->wake, on_wake_closed);
    else
        free_search_job(j);
}

static void on_search_job_done(struct bm_task *task, bool cancelled)
{
    struct bm_search_job *const j = (struct bm_search_job *)task;
    (void)cancelled; /* it has no answer then */
    if (j->has_lines)
        deliver_lines(j);
    if (!j->abandoned)
        j->events.done(j->events.user, &j->result);
    close_search_job(j);
}

static bool copy_only_moves(struct bm_search_job *j)
{
    void *mem = NULL;
    size_t cap = 0;
    struct bm_think *const limits = &j->options.limits;
    if (!limits->only)
        return true;
    if (!bm_grow(&mem, &cap, limits->only_count + 1, sizeof *j->only))
        return false;
    j->only = mem;
    for (size_t i = 0; i < limits->only_count; i++)
        j->only[i] = limits->only[i];
    limits->only = j->only;
    return true;
}

static bool open_line_queue(struct bm_search_job *j, struct bm_loop *loop)
{
    if (!j->events.line && !j->events.current)
        return true;
    if (uv_mutex_init(&j->lock))
        return false;
    if (uv_async_init(&loop->uv, &j->wake, on_job_wake)) {
        uv_mutex_destroy(&j->lock);
        return false;
    }
    j->wake.data = j;
    j->has_lines = true;
    return true;
}

bm_status bm_search_job_start(struct bm_search_job **out, struct bm_loop *loop,
                              const struct bm_search_job_options *options,
                              const struct bm_search_job_events *events)
{
    struct bm_search_job *const j = calloc(1, sizeof *j);
    *out = NULL;
    if (!j || uv_sem_init(&j->ended, 0)) {
        free(j);
        return BM_ENOMEM;
    }
    j->options = *options;
    j->events = *events;
    j->rules = bm_rules_hold(bm_ctx_rules(options->ctx));
    j->search = options->search;
    j->result.answer =
        (struct bm_search_result){.best = {BM_MOVE_NONE}, .ponder = {BM_MOVE_NONE}};
    j->task.work = run_search_job;
    j->task.done = on_search_job_done;
    j->last_published = &j->published;
    bm_line_queue_init(&j->queue, options->interval, options->describe);
    bm_line_queue_clear(&j->queue, options->ctx, bm_monotonic_ms(NULL));
    bool fine = copy_only_moves(j) && open_line_queue(j, loop);
    if (fine && options->search)
        bm_search_arm(options->search); /* so that a stop counts even before the worker runs */
    fine = fine && bm_task_run(&j->task, loop, options->pool);
    if (!fine) {
        j->options.ctx = NULL;
        close_search_job(j);
        return BM_ENOMEM;
    }
    *out = j;
    return BM_OK;
}

void bm_search_job_stop(struct bm_search_job *j)
{
    j->stopped = true;
    struct bm_search *const search = j->search;
    if (search)
        bm_search_stop(search);
}

void bm_search_job_ponderhit(struct bm_search_job *j)
{
    j->hit = true;
    struct bm_search *const search = j->search;
    if (search)
        bm_search_ponderhit(search);
}

void bm_search_job_take(struct bm_search_job *j, struct bm_ctx **ctx, struct bm_search **search)
{
    *ctx = j->options.ctx;
    *search = j->made ? j->search : NULL;
    j->options.ctx = NULL;
    j->made = false;
}

void bm_search_job_abandon(struct bm_search_job *j, struct bm_search *search)
{
    j->abandoned = true;
    j->inherited = search;
    bm_search_job_stop(j);
}

void bm_search_job_abandon_and_wait(struct bm_search_job *j)
{
    bm_search_job_abandon(j, NULL);
    if (!bm_task_cancel(&j->task))
        uv_sem_wait(&j->ended);
}

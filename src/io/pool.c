/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* SCHED_BATCH */
#include "io/pool.h"

#include <stdlib.h>
#ifdef __linux__
#    include <sched.h>
#    include <sys/resource.h>
#endif

enum {
    NICE = 10, /* of workers, below that of the loop */
    NICEST = 19,
    STACK = 8 << 20 /* bytes: some systems give threads little */
};

struct bm_pool {
    uv_mutex_t lock; /* of the two lists, of the states of tasks, and of `closing` */
    uv_cond_t more;
    struct bm_task *waiting, **last;
    struct bm_task *ended, **last_ended;
    bool closing;
    uv_async_t wake;
    unsigned pending; /* tasks whose done() was not called yet; of the loop's thread */
    unsigned count;
    uv_thread_t threads[];
};

/* ---- In the workers ---- */

/* Linux has a priority for each thread; elsewhere it is the process's, which is left alone. A
 * batch thread that wakes up, as it does when the loop hands it a task, does not preempt the
 * loop. */
static void lower_priority(void)
{
#ifdef __linux__
    const struct sched_param param = {.sched_priority = 0};
    (void)sched_setscheduler(0, SCHED_BATCH, &param);
    const int nice = getpriority(PRIO_PROCESS, 0) + NICE;
    (void)setpriority(PRIO_PROCESS, 0, nice < NICEST ? nice : NICEST);
#endif
}

static struct bm_task *next_task(struct bm_pool *p)
{
    while (!p->waiting && !p->closing)
        uv_cond_wait(&p->more, &p->lock);
    struct bm_task *const t = p->waiting;
    if (!t)
        return NULL;
    p->waiting = t->next;
    if (!p->waiting)
        p->last = &p->waiting;
    t->state = BM_TASK_RUNS;
    return t;
}

/* With the lock held. */
static void end_task(struct bm_pool *p, struct bm_task *t)
{
    t->state = BM_TASK_ENDED;
    t->next = NULL;
    *p->last_ended = t;
    p->last_ended = &t->next;
    (void)uv_async_send(&p->wake);
}

static void run_worker(void *user)
{
    struct bm_pool *const p = user;
    struct bm_task *t;
    lower_priority();
    uv_mutex_lock(&p->lock);
    while ((t = next_task(p))) {
        uv_mutex_unlock(&p->lock);
        t->work(t);
        uv_mutex_lock(&p->lock);
        end_task(p, t);
    }
    uv_mutex_unlock(&p->lock);
}

/* ---- On the loop ---- */

static void deliver_ended(struct bm_pool *p)
{
    uv_mutex_lock(&p->lock);
    struct bm_task *t = p->ended;
    p->ended = NULL;
    p->last_ended = &p->ended;
    uv_mutex_unlock(&p->lock);
    while (t) {
        struct bm_task *const next = t->next;
        t->state = BM_TASK_IDLE;
        if (--p->pending == 0)
            uv_unref((uv_handle_t *)&p->wake);
        t->done(t, t->cancelled);
        t = next;
    }
}

static void on_pool_wake(uv_async_t *wake) { deliver_ended(wake->data); }

static void stop_workers(struct bm_pool *p)
{
    uv_mutex_lock(&p->lock);
    p->closing = true;
    while (p->waiting) {
        struct bm_task *const t = p->waiting;
        p->waiting = t->next;
        t->cancelled = true;
        end_task(p, t);
    }
    p->last = &p->waiting;
    uv_cond_broadcast(&p->more);
    uv_mutex_unlock(&p->lock);
    while (p->count > 0)
        uv_thread_join(&p->threads[--p->count]);
}

static void free_pool(uv_handle_t *wake)
{
    struct bm_pool *const p = wake->data;
    uv_cond_destroy(&p->more);
    uv_mutex_destroy(&p->lock);
    free(p);
}

void bm_pool_destroy(struct bm_pool *p)
{
    if (!p)
        return;
    stop_workers(p);
    deliver_ended(p);
    uv_close((uv_handle_t *)&p->wake, free_pool);
}

static bool start_workers(struct bm_pool *p, unsigned threads)
{
    const uv_thread_options_t how = {.flags = UV_THREAD_HAS_STACK_SIZE, .stack_size = STACK};
    while (p->count < threads &&
           uv_thread_create_ex(&p->threads[p->count], &how, run_worker, p) == 0)
        p->count++;
    return p->count > 0; /* fewer do, too */
}

bm_status bm_pool_create(struct bm_pool **out, struct bm_loop *loop, unsigned threads)
{
    struct bm_pool *const p = calloc(1, sizeof *p + threads * sizeof *p->threads);
    *out = NULL;
    if (!p)
        return BM_ENOMEM;
    p->last = &p->waiting;
    p->last_ended = &p->ended;
    if (uv_mutex_init(&p->lock)) {
        free(p);
        return BM_ENOMEM;
    }
    if (uv_cond_init(&p->more)) {
        uv_mutex_destroy(&p->lock);
        free(p);
        return BM_ENOMEM;
    }
    if (uv_async_init(&loop->uv, &p->wake, on_pool_wake)) {
        uv_cond_destroy(&p->more);
        uv_mutex_destroy(&p->lock);
        free(p);
        return BM_ENOMEM;
    }
    p->wake.data = p;
    uv_unref((uv_handle_t *)&p->wake);
    if (!start_workers(p, threads)) {
        bm_pool_destroy(p);
        return BM_ENOMEM;
    }
    *out = p;
    return BM_OK;
}

/* ---- Tasks ---- */

static void work_for_libuv(uv_work_t *w)
{
    struct bm_task *const t = w->data;
    t->work(t);
}

static void after_libuv(uv_work_t *w, int status)
{
    struct bm_task *const t = w->data;
    t->state = BM_TASK_IDLE;
    t->done(t, status != 0);
}

bool bm_task_run(struct bm_task *t, struct bm_loop *loop, struct bm_pool *p)
{
    t->pool = p;
    t->next = NULL;
    t->cancelled = false;
    t->state = BM_TASK_WAITS;
    if (!p) {
        t->uv.data = t;
        return uv_queue_work(&loop->uv, &t->uv, work_for_libuv, after_libuv) == 0;
    }
    if (p->pending++ == 0)
        uv_ref((uv_handle_t *)&p->wake);
    uv_mutex_lock(&p->lock);
    *p->last = t;
    p->last = &t->next;
    uv_cond_signal(&p->more);
    uv_mutex_unlock(&p->lock);
    return true;
}

bool bm_task_cancel(struct bm_task *t)
{
    struct bm_pool *const p = t->pool;
    if (!p)
        return uv_cancel((uv_req_t *)&t->uv) == 0;
    uv_mutex_lock(&p->lock);
    const bool waits = t->state == BM_TASK_WAITS;
    if (waits) {
        struct bm_task **at = &p->waiting;
        while (*at != t)
            at = &(*at)->next;
        *at = t->next;
        if (!*at)
            p->last = at;
        t->cancelled = true;
        end_task(p, t);
    }
    uv_mutex_unlock(&p->lock);
    return waits;
}

/* SPDX-License-Identifier: MIT */
#include "session/batch/perft_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "io/interrupt.h"
#include "io/monotonic.h"

/*
 * Perft by any number of threads. The tasks are the lines of two plies; workers take them one
 * by one, each with its own context. The calling thread waits, tells the progress and polls for
 * Ctrl-C, so that its program can end at any time.
 */

enum { MAX_THREADS = 1024 };

/* The first two moves of a line. */
struct perft_task {
    unsigned root; /* index of the first move */
    bm_move second;
};

struct perft_job {
    struct bm_perft_pool *count;
    struct bm_setup setup;
    struct perft_task *task;
    size_t tasks;
    void *table;
    size_t entries;
    atomic_size_t next, done;
    _Atomic uint64_t nodes[BM_MAX_MOVES];

    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned running; /* workers; under the lock */
};

/* A new context at the position to count, in which draws do not end the game. */
static struct bm_ctx *open_ctx(const struct perft_job *job)
{
    struct bm_ctx *ctx;
    struct bm_options options;
    if (bm_ctx_create(&ctx, bm_ctx_rules(job->count->ctx), 4))
        return NULL;
    bm_options_default(&options);
    options.play_on = true;
    bm_ctx_configure(ctx, &options);
    if (bm_ctx_sync(ctx, &job->setup, NULL, NULL)) {
        bm_ctx_destroy(ctx);
        return NULL;
    }
    return ctx;
}

/* A legal move is never refused here, as draws do not end the game. */
static void play_legal(struct bm_ctx *ctx, bm_move m)
{
    if (bm_ctx_play(ctx, m))
        abort();
}

static uint64_t count_task(const struct perft_job *job, struct bm_ctx *ctx,
                           const struct perft_task *task)
{
    const unsigned depth = job->count->depth - 2;
    play_legal(ctx, job->count->move[task->root]);
    play_legal(ctx, task->second);
    const uint64_t n = job->table ? bm_ctx_perft_hashed(ctx, depth, job->table, job->entries)
                                  : bm_ctx_perft(ctx, depth);
    bm_ctx_undo(ctx);
    bm_ctx_undo(ctx);
    return n;
}

static void *run_perft_worker(void *arg)
{
    struct perft_job *const job = arg;
    struct bm_ctx *const ctx = open_ctx(job);
    if (ctx) {
        size_t i;
        while ((i = atomic_fetch_add(&job->next, 1)) < job->tasks) {
            const struct perft_task *const task = &job->task[i];
            atomic_fetch_add(&job->nodes[task->root], count_task(job, ctx, task));
            atomic_fetch_add(&job->done, 1);
        }
    }
    bm_ctx_destroy(ctx);

    pthread_mutex_lock(&job->lock);
    job->running--;
    pthread_cond_signal(&job->changed);
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

/* Until all workers are done, or Ctrl-C. */
static void wait_for_workers(struct perft_job *job)
{
    struct bm_perft_pool *const c = job->count;
    pthread_mutex_lock(&job->lock);
    while (job->running != 0 && !bm_interrupted()) {
        const bool woken = bm_wait_briefly(&job->changed, &job->lock);
        if (!woken && c->tick && job->tasks != 0)
            c->tick(c->user, atomic_load(&job->done), job->tasks);
    }
    pthread_mutex_unlock(&job->lock);
    c->done = atomic_load(&job->done);
    c->parts = job->tasks;
}

/* The lines two plies deep. False: no memory. */
static bool cut_tasks(struct perft_job *job)
{
    struct bm_perft_pool *const c = job->count;
    struct bm_ctx *const ctx = open_ctx(job);
    size_t room = 0;
    bool ok = ctx != NULL;
    for (unsigned root = 0; ok && root < c->moves; root++) {
        bm_move reply[BM_MAX_MOVES];
        play_legal(ctx, c->move[root]);
        const size_t n = bm_ctx_moves(ctx, reply, BM_MAX_MOVES);
        bm_ctx_undo(ctx);
        if (job->tasks + n > room) {
            room = 2 * (job->tasks + n);
            struct perft_task *const more = realloc(job->task, room * sizeof *more);
            ok = more != NULL;
            if (!ok)
                break;
            job->task = more;
        }
        for (size_t i = 0; i < n; i++)
            job->task[job->tasks++] = (struct perft_task){root, reply[i]};
    }
    bm_ctx_destroy(ctx);
    return ok;
}

/* Trees that are too small for threads. */
static bool count_small(struct perft_job *job)
{
    struct bm_perft_pool *const c = job->count;
    if (c->depth == 0) {
        c->total = 1;
        return true;
    }
    struct bm_ctx *const ctx = open_ctx(job);
    if (!ctx)
        return false;
    for (size_t i = 0; i < c->moves; i++) {
        play_legal(ctx, c->move[i]);
        c->nodes[i] = bm_ctx_perft(ctx, c->depth - 1);
        c->total += c->nodes[i];
        bm_ctx_undo(ctx);
    }
    bm_ctx_destroy(ctx);
    return true;
}

static bool make_table(struct perft_job *job)
{
    job->entries = 1;
    while (job->entries * 2 <= job->count->hash_bytes / BM_PERFT_ENTRY)
        job->entries *= 2;
    job->table = calloc(job->entries, BM_PERFT_ENTRY);
    return job->table != NULL;
}

static enum bm_perft_status run_perft_threads(struct perft_job *job)
{
    struct bm_perft_pool *const c = job->count;
    if (!cut_tasks(job))
        return BM_PERFT_NO_MEMORY;
    if (c->hash_bytes != 0 && !make_table(job))
        return BM_PERFT_NO_TABLE;

    pthread_t thread[MAX_THREADS];
    unsigned started = 0;
    bm_interrupt_catch(true);
    /* Fewer threads than asked for will do. */
    job->running = c->threads < MAX_THREADS ? c->threads : MAX_THREADS;
    const unsigned wanted = job->running;
    while (started < wanted &&
           pthread_create(&thread[started], NULL, run_perft_worker, job) == 0)
        started++;
    pthread_mutex_lock(&job->lock);
    job->running -= wanted - started;
    pthread_mutex_unlock(&job->lock);
    wait_for_workers(job);
    bm_interrupt_catch(false);

    if (bm_interrupted())
        return BM_PERFT_INTERRUPTED;
    while (started != 0)
        pthread_join(thread[--started], NULL);
    if (atomic_load(&job->done) < job->tasks)
        return BM_PERFT_NO_THREADS;
    for (size_t i = 0; i < c->moves; i++) {
        c->nodes[i] = atomic_load(&job->nodes[i]);
        c->total += c->nodes[i];
    }
    return BM_PERFT_DONE;
}

enum bm_perft_status bm_perft_pool_run(struct bm_perft_pool *c)
{
    const double start = bm_monotonic_seconds();
    struct perft_job *const job = calloc(1, sizeof *job);
    c->total = 0;
    if (!job)
        return BM_PERFT_NO_MEMORY;
    job->count = c;
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->changed, NULL);
    bm_ctx_setup(c->ctx, &job->setup);
    c->moves = bm_ctx_moves(c->ctx, c->move, BM_MAX_MOVES);

    const enum bm_perft_status status = c->depth > 2       ? run_perft_threads(job)
                                        : count_small(job) ? BM_PERFT_DONE
                                                           : BM_PERFT_NO_MEMORY;
    c->seconds = bm_monotonic_seconds() - start;

    /* After Ctrl-C the workers still read all this, until the program ends. */
    if (status == BM_PERFT_INTERRUPTED)
        return status;
    pthread_mutex_destroy(&job->lock);
    pthread_cond_destroy(&job->changed);
    free(job->table);
    free(job->task);
    free(job);
    return status;
}

/* SPDX-License-Identifier: MIT */
#include "session/batch/record_check.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "game/game.h"
#include "io/files/input.h"
#include "io/interrupt.h"
#include "io/monotonic.h"
#include "session/batch/record_blocks.h"

/*
 * The main thread cuts files into blocks and puts them into a ring; workers take them in order
 * and read them, each with a reader of its own; the main thread prints what they found, in
 * order again. So games and lines are numbered through whole files, and memory is bounded by
 * the ring.
 */

enum { MAX_JOBS = 1024, MAX_SAID = 1 << 18 };

struct check_job {
    struct bm_record_block block;
    size_t at; /* bytes of the block's text that the reader has had */
    bool done; /* the worker has finished; under the lock */
    bool full; /* waits until what was found so far is printed; under the lock */

    /* What was found. */
    struct bm_buf said; /* defects: struct bm_report, each with its text behind it */
    uint64_t games, positions, errors;
    char trouble[256]; /* why reading failed; "" if it did not */
    bool cut_short;    /* by Ctrl-C */
    struct check_work *work;
};

struct check_work {
    struct bm_record_check *check;
    struct bm_record_blocks blocks;
    struct check_job *ring;
    size_t size;
    size_t head, next, tail; /* oldest job, the next to take, the next to fill; the lock */
    bool closed;             /* no more jobs come; under the lock */
    unsigned workers;
    pthread_mutex_t lock;
    pthread_cond_t filled, changed, drained;

    /* Of the main thread. */
    struct bm_game *game;
    uint64_t file_games; /* in the blocks before, of the file that is printed */
    bool failed;
    bool stopped;          /* a job was cut short: nothing behind it counts */
    _Atomic uint64_t read; /* bytes */
};

static void tick_check(struct check_work *w)
{
    if (w->check->tick)
        w->check->tick(w->check->user, atomic_load(&w->read));
}

static void print_said(struct check_work *w, struct check_job *job)
{
    for (size_t at = 0; at < job->said.len;) {
        struct bm_report report;
        memcpy(&report, job->said.s + at, sizeof report);
        at += sizeof report;
        report.what = job->said.s + at;
        at += strlen(report.what) + 1;
        report.game += w->file_games;
        if (!w->stopped)
            w->check->defect(w->check->user, job->block.name, &report);
    }
    job->said.len = 0;
}

/*
 * Bounds the memory of a file with many defects: the worker waits until its reports are
 * printed.
 */
static void drain_reports(struct check_work *w, struct check_job *job)
{
    if (w->workers == 0) {
        print_said(w, job);
        return;
    }
    pthread_mutex_lock(&w->lock);
    job->full = true;
    pthread_cond_signal(&w->changed);
    while (job->full)
        pthread_cond_wait(&w->drained, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

static void on_check_report(void *user, const struct bm_report *report)
{
    struct check_job *const job = user;
    if (report->severity != BM_SAY_DEFECT || job->cut_short)
        return;
    if (job->said.len >= MAX_SAID)
        drain_reports(job->work, job);
    bm_buf_bytes(&job->said, (const char *)report, sizeof *report);
    bm_buf_bytes(&job->said, report->what, strlen(report->what) + 1);
}

/* The bytes of a job for its reader. */
static size_t feed_job(void *user, char *buf, size_t cap)
{
    struct check_job *const job = user;
    size_t n = job->block.len - job->at;
    if (n != 0) {
        n = n < cap ? n : cap;
        memcpy(buf, job->block.text + job->at, n);
        job->at += n;
        return n;
    }
    if (job->block.fd < 0)
        return 0;
    n = bm_input_read(job->block.fd, buf, cap);
    job->cut_short = bm_interrupted();
    if (job->cut_short)
        return SIZE_MAX;
    if (n == SIZE_MAX)
        job->block.trouble = errno;
    else
        atomic_fetch_add(&job->work->read, n);
    if (job->work->workers == 0)
        tick_check(job->work);
    return n;
}

/*
 * Counts the start and the position after every legal move, variations included. Reads the
 * nodes directly, for speed.
 */
static uint64_t positions_of(const struct bm_game *game)
{
    uint64_t n = 1;
    for (size_t i = 1; i < game->node_count; i++) {
        const struct bm_game_node *const p = &game->nodes[i];
        n += p->kind != BM_NODE_END && !p->illegal && p->parent != BM_NODE_NONE;
    }
    return n;
}

static void note_failure(struct check_job *job, bm_status status, const char *what)
{
    if (job->cut_short)
        return;
    snprintf(job->trouble, sizeof job->trouble, "%s",
             job->block.trouble ? strerror(job->block.trouble)
             : *what            ? what
                                : bm_status_text(status));
}

static void run_job(struct check_job *job, struct bm_game *game)
{
    const struct bm_record_check *const c = job->work->check;
    /* With room for all the text and a look at its end, the reader needs to read it once. */
    const uint32_t window =
        (uint32_t)(job->block.len < 1 << 16 ? 1 << 16 : job->block.len) + 64;
    const struct bm_read_options options = {.format = job->block.format,
                                            .encoding = job->block.encoding,
                                            .rules = c->rules,
                                            .flags = BM_READ_MOVES_ONLY,
                                            .report = on_check_report,
                                            .user = job,
                                            .lang = c->lang,
                                            .window = job->block.fd < 0 ? window : 0,
                                            .first_line = job->block.first_line};
    struct bm_reader *reader;
    struct bm_error err = {.what = ""};
    bool got;
    bm_status status = bm_reader_create(&reader, &options, feed_job, job);
    if (status) {
        note_failure(job, status, "");
        return;
    }
    while ((status = bm_reader_next(reader, game, &got, &err)) == BM_OK && got) {
        job->positions += positions_of(game);
        if (bm_interrupted()) {
            job->cut_short = true;
            break;
        }
    }
    if (status)
        note_failure(job, status, err.what);
    if (job->said.failed)
        note_failure(job, BM_ENOMEM, "");
    job->games = bm_reader_games(reader);
    job->errors = bm_reader_defects(reader); /* only some defects of a game are reported */
    bm_reader_destroy(reader);
}

/* Every job is finished, also after a failure, so that results stay in order. */
static void work_on(struct check_job *job, struct bm_game *game)
{
    if (bm_interrupted())
        job->cut_short = true;
    else if (job->block.trouble)
        note_failure(job, BM_EINVAL, "");
    else if (!game)
        note_failure(job, BM_ENOMEM, "");
    else
        run_job(job, game);
    bm_input_close(job->block.fd);
}

static struct check_job *take_job(struct check_work *w)
{
    struct check_job *job = NULL;
    pthread_mutex_lock(&w->lock);
    while (w->next == w->tail && !w->closed)
        pthread_cond_wait(&w->filled, &w->lock);
    if (w->next != w->tail)
        job = &w->ring[w->next++ % w->size];
    pthread_mutex_unlock(&w->lock);
    return job;
}

static void hand_in(struct check_work *w, struct check_job *job)
{
    pthread_mutex_lock(&w->lock);
    job->done = true;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

static struct bm_game *make_check_game(void)
{
    struct bm_game *game;
    return bm_game_create(&game, bm_rules_chess(), NULL) ? NULL : game;
}

static void *run_worker(void *arg)
{
    struct check_work *const w = arg;
    struct bm_game *const game = make_check_game();
    struct check_job *job;
    while ((job = take_job(w)) != NULL) {
        work_on(job, game);
        hand_in(w, job);
    }
    bm_game_destroy(game);
    return NULL;
}

/* Add a job that is done to the sums. */
static void settle_job(struct check_work *w, struct check_job *job)
{
    struct bm_record_check *const c = w->check;
    if (w->stopped)
        return;
    print_said(w, job);
    c->games += job->games;
    c->positions += job->positions;
    c->errors += job->errors;
    w->file_games = job->block.last ? 0 : w->file_games + job->games;
    w->stopped = job->cut_short;
    if (*job->trouble) {
        c->trouble(c->user, job->block.name, job->trouble);
        w->failed = true;
    }
}

/* Cut a block off for a free place in the ring; false when all is cut. */
static bool fill_job(struct check_work *w, struct check_job *job)
{
    *job = (struct check_job){.block = job->block, .said = job->said, .work = w};
    job->said.len = 0;
    if (bm_interrupted() || !bm_record_blocks_next(&w->blocks, &job->block))
        return false;
    atomic_fetch_add(&w->read, job->block.len);
    return true;
}

/* Give a job to the workers, or do it here if there are none. */
static void start_job(struct check_work *w, struct check_job *job)
{
    if (w->workers == 0) {
        work_on(job, w->game);
        job->done = true;
    }
    pthread_mutex_lock(&w->lock);
    w->tail++;
    pthread_cond_signal(&w->filled);
    pthread_mutex_unlock(&w->lock);
}

/* Print what the oldest jobs have found, and take those that are done out of the ring. */
static void print_heads(struct check_work *w, bool wait)
{
    pthread_mutex_lock(&w->lock);
    while (w->head != w->tail) {
        struct check_job *const job = &w->ring[w->head % w->size];
        const bool done = job->done;
        if (done || job->full) {
            /* The worker does not access the job now. */
            pthread_mutex_unlock(&w->lock);
            if (done)
                settle_job(w, job);
            else
                print_said(w, job);
            pthread_mutex_lock(&w->lock);
            w->head += done;
            job->full = false;
            pthread_cond_broadcast(&w->drained);
            wait = false;
        } else if (wait) {
            (void)bm_wait_briefly(&w->changed, &w->lock);
            wait = false;
        } else {
            break;
        }
    }
    pthread_mutex_unlock(&w->lock);
}

/* Until all jobs are done; after Ctrl-C they end soon. */
static void run_all(struct check_work *w)
{
    for (bool more = true; more || w->head != w->tail;) {
        if (more && w->tail - w->head < w->size) {
            struct check_job *const job = &w->ring[w->tail % w->size];
            more = fill_job(w, job);
            if (more)
                start_job(w, job);
        }
        print_heads(w, !more || w->tail - w->head == w->size);
        tick_check(w);
    }
}

/* Workers block all signals. If fewer threads start, or none, the work is still done. */
static unsigned start_workers(struct check_work *w, pthread_t *thread)
{
    sigset_t mask, old;
    unsigned n = 0;
    sigfillset(&mask);
    pthread_sigmask(SIG_SETMASK, &mask, &old);
    while (n < w->workers && pthread_create(&thread[n], NULL, run_worker, w) == 0)
        n++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return n;
}

static void run_check_threads(struct check_work *w)
{
    pthread_t thread[MAX_JOBS];
    unsigned n = start_workers(w, thread);
    w->workers = n;
    run_all(w);
    pthread_mutex_lock(&w->lock);
    w->closed = true;
    pthread_cond_broadcast(&w->filled);
    pthread_mutex_unlock(&w->lock);
    while (n != 0)
        pthread_join(thread[--n], NULL);
}

static bool open_work(struct check_work *w, struct bm_record_check *c)
{
    const unsigned jobs = c->jobs < MAX_JOBS ? c->jobs : MAX_JOBS;
    *w = (struct check_work){.check = c};
    w->workers = jobs > 1 ? jobs : 0;
    w->size = w->workers != 0 ? 2 * (size_t)w->workers + 2 : 1;
    w->ring = calloc(w->size, sizeof *w->ring);
    w->game = make_check_game();
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->filled, NULL);
    pthread_cond_init(&w->changed, NULL);
    pthread_cond_init(&w->drained, NULL);
    bm_record_blocks_init(&w->blocks, c->names, c->count, c->from);
    w->blocks.whole = w->workers == 0;
    return w->ring && w->game;
}

static void close_work(struct check_work *w)
{
    for (size_t i = 0; w->ring && i < w->size; i++) {
        free(w->ring[i].block.text);
        bm_buf_free(&w->ring[i].said);
    }
    free(w->ring);
    bm_game_destroy(w->game);
    bm_record_blocks_fini(&w->blocks);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->filled);
    pthread_cond_destroy(&w->changed);
    pthread_cond_destroy(&w->drained);
}

enum bm_record_check_status bm_record_check_run(struct bm_record_check *c)
{
    struct check_work w;
    enum bm_record_check_status status = BM_RECORD_CHECK_NO_MEMORY;
    c->games = c->positions = c->errors = 0;
    bm_interrupt_catch(true);
    if (open_work(&w, c)) {
        run_check_threads(&w);
        status = bm_interrupted() ? BM_RECORD_CHECK_INTERRUPTED
                 : w.failed       ? BM_RECORD_CHECK_TROUBLE
                 : c->errors      ? BM_RECORD_CHECK_DEFECTS
                                  : BM_RECORD_CHECK_GOOD;
    }
    close_work(&w);
    bm_interrupt_catch(false);
    return status;
}

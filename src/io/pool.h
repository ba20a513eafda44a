/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_POOL_H
#define BM_IO_POOL_H

/*
 * Worker threads of one's own, besides those of libuv: work in a thread, the end of it on the
 * loop. Workers have a lower priority than the loop where the system has one for each thread
 * (Linux: batch, nicer by 10), so that the loop gets a core as soon as it has something to do.
 */

#include "banmen/status.h"
#include "io/loop.h"

struct bm_pool;

enum bm_task_state { BM_TASK_IDLE, BM_TASK_WAITS, BM_TASK_RUNS, BM_TASK_ENDED };

/* Part of something else, and in place until done() is called. */
struct bm_task {
    void (*work)(struct bm_task *t);                 /* in a worker */
    void (*done)(struct bm_task *t, bool cancelled); /* on the loop; may free the task */
    struct bm_pool *pool;                            /* NULL: libuv's workers */
    struct bm_task *next;
    uv_work_t uv;
    enum bm_task_state state; /* guarded by the pool's lock */
    bool cancelled;
};

bm_status bm_pool_create(struct bm_pool **out, struct bm_loop *loop, unsigned threads);
/* Tasks that have not begun are cancelled, those at work are waited for, and done() is called
 * for all of them. The loop has to run until the pool's handle is closed: bm_loop_fini(). */
void bm_pool_destroy(struct bm_pool *p);

/* Have a task worked on, in the order of calls. `p` NULL: by libuv's workers. False: it cannot
 * be, and done() is not called. */
bool bm_task_run(struct bm_task *t, struct bm_loop *loop, struct bm_pool *p);
/* True: it had not begun and will not; done() is called later nevertheless, as for all. */
bool bm_task_cancel(struct bm_task *t);

#endif

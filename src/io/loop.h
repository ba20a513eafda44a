/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_LOOP_H
#define BM_IO_LOOP_H

/*
 * The event loop, on libuv: time and timers. Whatever waits for children, files or the time
 * belongs to one loop and to the thread that runs it.
 */

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "io/guard.h"

struct bm_loop {
    uv_loop_t uv;
    struct bm_guard guard; /* of the children that are started here */
};

/* 0, or libuv's error. SIGPIPE is ignored from now on: writing to the dead is an error like
 * others. */
int bm_loop_init(struct bm_loop *loop);
/* The same for a program that starts no children: there is no guard, and SIGPIPE is left alone.
 */
int bm_loop_init_childless(struct bm_loop *loop);
/* Runs what is left to close, then releases. */
void bm_loop_fini(struct bm_loop *loop);
/* Wait for one event or a few, and handle them; false when nothing is left to wait for. */
bool bm_loop_step(struct bm_loop *loop);
/* The time in ms, monotonic; not cached. */
int64_t bm_loop_now(const struct bm_loop *loop);

/* A timer that is part of something else. All zero is one that was never set. */
struct bm_timer {
    uv_timer_t uv;
    void (*fire)(void *user);
    void *user;
    bool open;
};

/* Call fire(user) once, `ms` from now; an earlier setting is forgotten. */
void bm_timer_set(struct bm_timer *t, struct bm_loop *loop, int64_t ms,
                  void (*fire)(void *user), void *user);
void bm_timer_stop(struct bm_timer *t);
/* Must be called before its memory goes; `done` is called when that may happen. */
void bm_timer_close(struct bm_timer *t, void (*done)(void *user), void *user);

#endif

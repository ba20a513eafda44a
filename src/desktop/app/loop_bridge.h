/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_APP_LOOP_BRIDGE_H
#define BM_DESKTOP_APP_LOOP_BRIDGE_H

/* Bridge between SDL's event queue and libuv's loop. The main thread waits in SDL; engines,
 * timers and finished work are events of the libuv loop. A small thread polls the loop's file
 * descriptor and pushes an SDL event when the loop has work. */

#include <SDL.h>

#include "io/loop.h"

struct bm_loop_bridge {
    struct bm_loop *loop;
    SDL_Thread *thread;
    SDL_sem *ready;     /* posted after the main thread has run the loop */
    SDL_atomic_t waits; /* 1: an event was pushed, and the thread waits for `ready` */
    int pipe[2];        /* closing it ends the thread */
    uint32_t event;     /* SDL event type */
    /* Wakes the window from any thread. It is also the one handle that is always referenced:
     * without one, uv_backend_timeout() is 0 and the loop does not wait. */
    uv_async_t async;
    bool has_async;
};

bool bm_loop_bridge_start(struct bm_loop_bridge *w, struct bm_loop *loop);
void bm_loop_bridge_stop(struct bm_loop_bridge *w);
/* Wake the main thread. Any thread, between start and stop. */
void bm_loop_bridge_wake(struct bm_loop_bridge *w);
/* Run the loop's pending callbacks without waiting. */
void bm_loop_bridge_run(struct bm_loop_bridge *w);
/* The time in ms until the loop's next timer, at most `most`. Negative: without limit. */
int bm_loop_bridge_timeout(const struct bm_loop_bridge *w, int most);

#endif

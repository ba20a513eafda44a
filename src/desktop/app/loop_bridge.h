/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_APP_LOOP_BRIDGE_H
#define BM_DESKTOP_APP_LOOP_BRIDGE_H

/*
 * The window waits for SDL's events; engines, timers and threads that have finished are events
 * of the loop. A small thread watches the loop and wakes the window, so that it can sleep until
 * something happens.
 */

#include <SDL.h>

#include "io/loop.h"

struct bm_loop_bridge {
    struct bm_loop *loop;
    SDL_Thread *thread;
    SDL_sem *ready;     /* the window has looked at the loop */
    SDL_atomic_t waits; /* 1: an event was pushed, and the thread waits for `ready` */
    int pipe[2];        /* ends the thread */
    uint32_t event;     /* of SDL */
    /* Wakes the window from any thread. It is also the one handle that is always referenced:
     * a loop without one does not wait (uv_backend_timeout() is 0) and reads nothing. */
    uv_async_t async;
    bool has_async;
};

bool bm_loop_bridge_start(struct bm_loop_bridge *w, struct bm_loop *loop);
void bm_loop_bridge_stop(struct bm_loop_bridge *w);
/* Any thread, while the waker runs: let the window look around. */
void bm_loop_bridge_wake(struct bm_loop_bridge *w);
/* Run what is due in the loop, without waiting. */
void bm_loop_bridge_run(struct bm_loop_bridge *w);
/* How long the loop's timers allow to wait, ms; at most `most`. Negative: without limit. */
int bm_loop_bridge_timeout(const struct bm_loop_bridge *w, int most);

#endif

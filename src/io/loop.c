/* SPDX-License-Identifier: MIT */
#include "io/loop.h"

#include <signal.h>

int bm_loop_init(struct bm_loop *loop)
{
    signal(SIGPIPE, SIG_IGN);
    int status = bm_guard_start(&loop->guard);
    if (status)
        return status;
    status = uv_loop_init(&loop->uv);
    if (status)
        bm_guard_end(&loop->guard);
    return status;
}

int bm_loop_init_childless(struct bm_loop *loop)
{
    loop->guard = (struct bm_guard){.line = -1};
    return uv_loop_init(&loop->uv);
}

void bm_loop_fini(struct bm_loop *loop)
{
    /* What was destroyed still waits for the loop to let go of it. */
    while (uv_loop_close(&loop->uv) == UV_EBUSY)
        uv_run(&loop->uv, UV_RUN_ONCE);
    if (loop->guard.line >= 0)
        bm_guard_end(&loop->guard);
}

bool bm_loop_step(struct bm_loop *loop) { return uv_run(&loop->uv, UV_RUN_ONCE) != 0; }

int64_t bm_loop_now(const struct bm_loop *loop)
{
    (void)loop;
    return (int64_t)(uv_hrtime() / 1000000);
}

static void on_timer(uv_timer_t *uv)
{
    struct bm_timer *const t = uv->data;
    /* A timer is an event: without this the step would go on to wait for another one. */
    uv_stop(uv->loop);
    t->fire(t->user);
}

void bm_timer_set(struct bm_timer *t, struct bm_loop *loop, int64_t ms,
                  void (*callback)(void *user), void *user)
{
    if (!t->open) {
        uv_timer_init(&loop->uv, &t->uv);
        t->uv.data = t;
        t->open = true;
    }
    t->fire = callback;
    t->user = user;
    /* The loop's own time may be old: what takes long between events must not eat the wait. */
    uv_update_time(&loop->uv);
    uv_timer_start(&t->uv, on_timer, ms > 0 ? (uint64_t)ms : 0, 0);
}

void bm_timer_stop(struct bm_timer *t)
{
    if (t->open)
        uv_timer_stop(&t->uv);
}

static void on_timer_closed(uv_handle_t *uv)
{
    struct bm_timer *const t = uv->data;
    if (t->fire)
        t->fire(t->user);
}

void bm_timer_close(struct bm_timer *t, void (*done)(void *user), void *user)
{
    if (!t->open) {
        if (done)
            done(user);
        return;
    }
    t->open = false;
    t->fire = done;
    t->user = user;
    uv_close((uv_handle_t *)&t->uv, on_timer_closed);
}

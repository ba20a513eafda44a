/* SPDX-License-Identifier: MIT */
#include "uci/line_feed.h"

static void read_lines(void *user)
{
    struct bm_line_feed *const f = user;
    for (;;) {
        const bool ended = !bm_line_reader_next(f->in, &f->s, &f->len);
        f->ended = ended;
        f->available = true;
        (void)uv_async_send(&f->wake);
        uv_sem_wait(&f->taken);
        if (ended || f->stopped)
            return;
    }
}

/* The loop's step ends. */
static void on_feed_wake(uv_async_t *wake) { uv_stop(wake->loop); }

bool bm_line_feed_open(struct bm_line_feed *f, struct bm_loop *loop, struct bm_line_reader *in)
{
    *f = (struct bm_line_feed){.in = in};
    if (uv_sem_init(&f->taken, 0))
        return false;
    if (uv_async_init(&loop->uv, &f->wake, on_feed_wake)) {
        uv_sem_destroy(&f->taken);
        return false;
    }
    if (uv_thread_create(&f->thread, read_lines, f) == 0)
        return true;
    uv_close((uv_handle_t *)&f->wake, NULL);
    uv_sem_destroy(&f->taken);
    return false;
}

bool bm_line_feed_next(struct bm_line_feed *f, struct bm_loop *loop)
{
    while (!f->available)
        (void)bm_loop_step(loop);
    return !f->ended;
}

void bm_line_feed_take(struct bm_line_feed *f)
{
    f->available = false;
    uv_sem_post(&f->taken);
}

void bm_line_feed_close(struct bm_line_feed *f)
{
    f->stopped = true;
    uv_sem_post(&f->taken);
    uv_thread_join(&f->thread);
    uv_sem_destroy(&f->taken);
    uv_close((uv_handle_t *)&f->wake, NULL);
}

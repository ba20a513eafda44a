/* SPDX-License-Identifier: MIT */
#include "desktop/app/loop_bridge.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

static int watch_loop(void *arg)
{
    struct bm_loop_bridge *const w = arg;
    struct pollfd fds[2] = {{.fd = uv_backend_fd(&w->loop->uv), .events = POLLIN},
                            {.fd = w->pipe[0], .events = POLLIN}};
    for (;;) {
        if (poll(fds, 2, -1) < 0)
            continue;
        if (fds[1].revents)
            return 0;
        /* What is there stays there until the window has looked. */
        SDL_AtomicSet(&w->waits, 1);
        SDL_PushEvent(&(SDL_Event){.user = {.type = w->event}});
        SDL_SemWait(w->ready);
    }
}

bool bm_loop_bridge_start(struct bm_loop_bridge *w, struct bm_loop *loop)
{
    *w = (struct bm_loop_bridge){.loop = loop, .pipe = {-1, -1}};
    w->event = SDL_RegisterEvents(1);
    w->ready = SDL_CreateSemaphore(0);
    if (!w->ready || pipe(w->pipe))
        return false;
    (void)fcntl(w->pipe[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(w->pipe[1], F_SETFD, FD_CLOEXEC);
    w->has_async = uv_async_init(&loop->uv, &w->async, NULL) == 0;
    if (!w->has_async)
        return false;
    w->async.data = w;
    w->thread = SDL_CreateThread(watch_loop, "waker", w);
    return w->thread != NULL;
}

static void on_async_closed(uv_handle_t *h)
{
    struct bm_loop_bridge *const w = h->data;
    w->has_async = false;
}

void bm_loop_bridge_stop(struct bm_loop_bridge *w)
{
    if (w->pipe[1] >= 0)
        close(w->pipe[1]);
    if (w->ready)
        SDL_SemPost(w->ready);
    if (w->thread)
        SDL_WaitThread(w->thread, NULL);
    if (w->pipe[0] >= 0)
        close(w->pipe[0]);
    if (w->ready)
        SDL_DestroySemaphore(w->ready);
    if (w->has_async)
        uv_close((uv_handle_t *)&w->async, on_async_closed);
    while (w->has_async)
        uv_run(&w->loop->uv, UV_RUN_NOWAIT);
    *w = (struct bm_loop_bridge){.pipe = {-1, -1}};
}

void bm_loop_bridge_wake(struct bm_loop_bridge *w) { uv_async_send(&w->async); }

void bm_loop_bridge_run(struct bm_loop_bridge *w)
{
    uv_run(&w->loop->uv, UV_RUN_NOWAIT);
    if (w->ready && SDL_AtomicCAS(&w->waits, 1, 0))
        SDL_SemPost(w->ready);
}

int bm_loop_bridge_timeout(const struct bm_loop_bridge *w, int most)
{
    const int loop = uv_backend_timeout(&w->loop->uv);
    return loop < 0 || (most >= 0 && loop > most) ? most : loop;
}

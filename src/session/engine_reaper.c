/* SPDX-License-Identifier: MIT */
#include "session/engine_reaper.h"

#include <stdlib.h>

/* The last of it. */
static void free_engine(struct bm_closing_engine *l)
{
    struct bm_closing_engine **at = &l->from->first;
    while (*at != l)
        at = &(*at)->next;
    *at = l->next;
    bm_engine_destroy(l->engine);
    free(l);
}

static void on_engine_closed(void *user, bool killed)
{
    (void)killed;
    free_engine(user);
}

void bm_engine_reaper_add(struct bm_engine_reaper *f, struct bm_engine *e)
{
    static const struct bm_engine_events events = {.closed = on_engine_closed};
    struct bm_closing_engine *const l = e ? malloc(sizeof *l) : NULL;
    if (!l) {
        bm_engine_destroy(e);
        return;
    }
    *l = (struct bm_closing_engine){.from = f, .engine = e, .next = f->first};
    f->first = l;
    bm_engine_listen(e, &events, l, NULL, NULL);
    bm_engine_quit(e);
}

static void on_reaper_timeout(void *user) { *(bool *)user = true; }

void bm_engine_reaper_finish(struct bm_engine_reaper *f, int64_t ms)
{
    struct bm_timer timer = {.open = false};
    bool late = false, closed = false;
    if (!f->first)
        return;
    bm_timer_set(&timer, f->loop, ms, on_reaper_timeout, &late);
    while (f->first && !late)
        bm_loop_step(f->loop);
    while (f->first)
        free_engine(f->first);
    bm_timer_close(&timer, on_reaper_timeout, &closed);
    while (!closed)
        bm_loop_step(f->loop);
}

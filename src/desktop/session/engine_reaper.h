/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_SESSION_ENGINE_REAPER_H
#define BM_DESKTOP_SESSION_ENGINE_REAPER_H

/*
 * Engines that were sent home. They end in good order, or are made to, while the window goes
 * on: nobody waits for them but the end of the program.
 */

#include "engine/engine.h"

struct bm_closing_engine;

struct bm_engine_reaper {
    struct bm_loop *loop;
    struct bm_closing_engine *first;
};

/* Send an engine home, which is taken over and must not be used any more. NULL is fine. */
void bm_engine_reaper_add(struct bm_engine_reaper *f, struct bm_engine *e);
/* How many have not left yet. */
unsigned bm_engine_reaper_count(const struct bm_engine_reaper *f);
/* Wait for the rest, but no longer than this; whoever is still there is killed. */
void bm_engine_reaper_finish(struct bm_engine_reaper *f, int64_t ms);

#endif

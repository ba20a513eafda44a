/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_SESSION_ENGINE_REAPER_H
#define BM_DESKTOP_SESSION_ENGINE_REAPER_H

/*
 * Engines that were sent home. They end in good order, or are made to, while the window goes
 * on: nobody waits for them but the end of the program.
 */

#include "engine/engine.h"

struct bm_leaver;

struct bm_farewell {
    struct bm_loop *loop;
    struct bm_leaver *first;
};

/* Send an engine home, which is taken over and must not be used any more. NULL is fine. */
void bm_farewell_to(struct bm_farewell *f, struct bm_engine *e);
/* How many have not left yet. */
unsigned bm_farewell_count(const struct bm_farewell *f);
/* Wait for the rest, but no longer than this; whoever is still there is killed. */
void bm_farewell_end(struct bm_farewell *f, int64_t ms);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_ENGINE_REAPER_H
#define BM_SESSION_ENGINE_REAPER_H

/* Engines shutting down in the background. Each gets its quit deadline and is killed after
 * that; only the exit of the program waits for them. */

#include "engine/engine.h"

struct bm_closing_engine {
    struct bm_engine_reaper *from;
    struct bm_engine *engine;
    struct bm_closing_engine *next;
};

struct bm_engine_reaper {
    struct bm_loop *loop;
    struct bm_closing_engine *first;
};

/* Shut an engine down. Takes ownership; the engine must not be used any more. NULL is allowed.
 */
void bm_engine_reaper_add(struct bm_engine_reaper *f, struct bm_engine *e);
/* Wait up to `ms` for the remaining engines, then kill them. */
void bm_engine_reaper_finish(struct bm_engine_reaper *f, int64_t ms);

#endif

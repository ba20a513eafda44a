/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_ENGINE_PID_H
#define BM_TESTS_ENGINE_PID_H

#include "engine/engine_internal.h"

/* Process id of an engine; 0 if there is none. */
static inline int engine_pid(const struct bm_engine *e)
{
    return e->child ? bm_child_pid(e->child) : 0;
}

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_LOOP_LAG_H
#define BM_SERVER_LOOP_LAG_H

/*
 * Loop lag: how long iterations of the loop take, without the time that it waits for input.
 * Whatever arrives during an iteration waits for its end.
 */

#include "io/loop.h"

struct bm_loop_lag {
    uv_check_t check;
    uint64_t at, idle, cpu; /* ns, when the last turn ended */
    /* Longest turn of this period, and of the one before, in ns: by the clock, and of the
     * processor alone, which does not grow when the machine is busy with other things. */
    uint64_t worst[2], worst_cpu[2];
    uint64_t period; /* ns when it began */
};

/* Before the loop runs for the first time. */
void bm_loop_lag_start(struct bm_loop_lag *lag, struct bm_loop *loop);
/* The loop has to run until the handle is closed. */
void bm_loop_lag_stop(struct bm_loop_lag *lag);
/* The longest turn of the last five to ten seconds, in ms; and the longest by the time of the
 * processor, in us. */
int64_t bm_loop_lag_worst(const struct bm_loop_lag *lag);
int64_t bm_loop_lag_worst_cpu(const struct bm_loop_lag *lag);

#endif

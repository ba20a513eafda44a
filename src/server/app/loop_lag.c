/* SPDX-License-Identifier: MIT */
#include "server/app/loop_lag.h"

#include <time.h>

static const uint64_t PERIOD = UINT64_C(5000000000); /* ns */

/* Time of the processor that this thread has had, in ns. */
static uint64_t cpu_now(void)
{
    struct timespec t;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t)
               ? 0
               : (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void begin_period(struct bm_loop_lag *lag, uint64_t now)
{
    const bool old = now - lag->period >= 2 * PERIOD; /* then nothing of before counts */
    lag->worst[1] = old ? 0 : lag->worst[0];
    lag->worst_cpu[1] = old ? 0 : lag->worst_cpu[0];
    lag->worst[0] = lag->worst_cpu[0] = 0;
    lag->period = now;
}

static void end_loop_turn(uv_check_t *check)
{
    struct bm_loop_lag *const lag = check->data;
    const uint64_t now = uv_hrtime(), cpu = cpu_now();
    const uint64_t idle = uv_metrics_idle_time(check->loop);
    const uint64_t waited = idle - lag->idle, all = now - lag->at;
    const uint64_t turn = all > waited ? all - waited : 0, work = cpu - lag->cpu;
    lag->at = now;
    lag->idle = idle;
    lag->cpu = cpu;
    if (now - lag->period >= PERIOD)
        begin_period(lag, now);
    if (turn > lag->worst[0])
        lag->worst[0] = turn;
    if (work > lag->worst_cpu[0])
        lag->worst_cpu[0] = work;
}

void bm_loop_lag_start(struct bm_loop_lag *lag, struct bm_loop *loop)
{
    (void)uv_loop_configure(&loop->uv, UV_METRICS_IDLE_TIME);
    (void)uv_check_init(&loop->uv, &lag->check);
    lag->check.data = lag;
    lag->at = lag->period = uv_hrtime();
    lag->cpu = cpu_now();
    (void)uv_check_start(&lag->check, end_loop_turn);
    uv_unref((uv_handle_t *)&lag->check);
}

void bm_loop_lag_stop(struct bm_loop_lag *lag)
{
    if (lag->check.data)
        uv_close((uv_handle_t *)&lag->check, NULL);
    lag->check.data = NULL;
}

static uint64_t larger_of(const uint64_t two[2]) { return two[0] > two[1] ? two[0] : two[1]; }

int64_t bm_loop_lag_worst(const struct bm_loop_lag *lag)
{
    return (int64_t)(larger_of(lag->worst) / 1000000);
}

int64_t bm_loop_lag_worst_cpu(const struct bm_loop_lag *lag)
{
    return (int64_t)(larger_of(lag->worst_cpu) / 1000);
}

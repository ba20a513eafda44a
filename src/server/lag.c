/* SPDX-License-Identifier: MIT */
#include "server/lag.h"

static const uint64_t PERIOD = UINT64_C(5000000000); /* ns */

static void end_turn(uv_check_t *check)
{
    struct bm_lag *const lag = check->data;
    const uint64_t now = uv_hrtime(), idle = uv_metrics_idle_time(check->loop);
    const uint64_t waited = idle - lag->idle, all = now - lag->at;
    const uint64_t turn = all > waited ? all - waited : 0;
    lag->at = now;
    lag->idle = idle;
    if (now - lag->period >= PERIOD) {
        /* After a long wait nothing of before counts. */
        lag->before = now - lag->period >= 2 * PERIOD ? 0 : lag->worst;
        lag->worst = 0;
        lag->period = now;
    }
    if (turn > lag->worst)
        lag->worst = turn;
}

void bm_lag_start(struct bm_lag *lag, struct bm_loop *loop)
{
    (void)uv_loop_configure(&loop->uv, UV_METRICS_IDLE_TIME);
    (void)uv_check_init(&loop->uv, &lag->check);
    lag->check.data = lag;
    lag->at = lag->period = uv_hrtime();
    (void)uv_check_start(&lag->check, end_turn);
    uv_unref((uv_handle_t *)&lag->check);
}

void bm_lag_stop(struct bm_lag *lag)
{
    if (lag->check.data)
        uv_close((uv_handle_t *)&lag->check, NULL);
    lag->check.data = NULL;
}

int64_t bm_lag_worst(const struct bm_lag *lag)
{
    const uint64_t worst = lag->worst > lag->before ? lag->worst : lag->before;
    return (int64_t)(worst / 1000000);
}

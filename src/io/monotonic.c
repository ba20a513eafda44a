/* SPDX-License-Identifier: MIT */
#include "io/monotonic.h"

#include <errno.h>
#include <time.h>

double bm_monotonic_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int64_t bm_monotonic_ms(void *user)
{
    (void)user;
    return (int64_t)(bm_monotonic_seconds() * 1000);
}

bool bm_wait_briefly(pthread_cond_t *cond, pthread_mutex_t *lock)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    return pthread_cond_timedwait(cond, lock, &until) != ETIMEDOUT;
}

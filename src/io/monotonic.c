/* SPDX-License-Identifier: MIT */
#include "io/monotonic.h"

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

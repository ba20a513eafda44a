/* SPDX-License-Identifier: MIT */
#ifndef BM_BENCH_CLOCK_H
#define BM_BENCH_CLOCK_H

#include <time.h>

/* Seconds of processor time: what others do on the machine counts less. */
static inline double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* No run shorter than this is believed. */
#define CLOCK_ENOUGH 0.4

#endif

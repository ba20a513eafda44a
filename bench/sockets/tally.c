/* SPDX-License-Identifier: MIT */
#include "tally.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

#include "base/buf.h"
#include "clock.h"

void stop(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("bench_sockets: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

void tally_begin(struct tally *t)
{
    t->begin = uv_hrtime();
    t->busy = -clock_now();
}

void tally_end(struct tally *t)
{
    t->end = uv_hrtime();
    t->busy += clock_now();
}

void tally_add(struct tally *t, uint64_t since)
{
    if (t->begin == 0 || t->end != 0)
        return;
    void *mem = t->us;
    if (t->count == t->cap && !bm_grow(&mem, &t->cap, t->count + 1, sizeof *t->us))
        stop("out of memory");
    t->us = mem;
    const uint64_t us = (uv_hrtime() - since) / 1000;
    t->us[t->count++] = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void tally_print(struct tally *t)
{
    const double seconds = (double)(t->end - t->begin) / 1e9;
    const size_t n = t->count;
    if (n != 0)
        qsort(t->us, n, sizeof *t->us, compare);
    printf("\"per_s\": %.1f, \"p50_us\": %u, \"p99_us\": %u, \"max_us\": %u, \"busy\": %.2f",
           (double)n / seconds, n ? t->us[n / 2] : 0, n ? t->us[n * 99 / 100] : 0,
           n ? t->us[n - 1] : 0, t->busy / seconds);
}

void tally_free(struct tally *t) { bm_release(t->us); }

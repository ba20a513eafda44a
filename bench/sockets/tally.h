/* SPDX-License-Identifier: MIT */
#ifndef BM_BENCH_TALLY_H
#define BM_BENCH_TALLY_H

#include <stddef.h>
#include <stdint.h>

/* What was measured: how long each of many things took, and how busy we were meanwhile. */
struct tally {
    uint32_t *us;
    size_t count, cap;
    uint64_t begin, end; /* ns, as uv_hrtime() has them; begin 0: nothing counts yet */
    double busy;         /* seconds of processor time */
};

/* Begin counting, and stop. */
void tally_begin(struct tally *t);
void tally_end(struct tally *t);
/* Something that began at `since` is done. */
void tally_add(struct tally *t, uint64_t since);
/* Print as JSON members, the first without a comma: per_s, p50_us, p99_us, max_us, and busy,
 * the part of a core that we used ourselves: near 1 it is us who were measured. */
void tally_print(struct tally *t);
void tally_free(struct tally *t);

/* Say what is wrong, and end with status 1. */
__attribute__((noreturn, format(printf, 1, 2))) void stop(const char *format, ...);

#endif

/* SPDX-License-Identifier: MIT */
#include "spec/desc.h"

size_t bm_compile(void *mem, size_t size, const struct bm_desc *d, struct bm_arena *work,
                  struct bm_report *report)
{
    (void)mem;
    (void)size;
    (void)d;
    (void)work;
    (void)report;
    return 0;
}

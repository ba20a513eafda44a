/* SPDX-License-Identifier: MIT */
#include "spec/desc.h"

bm_sq bm_desc_flip(const struct bm_desc *d, bm_sq sq)
{
    (void)d;
    return sq;
}

bool bm_desc_read(struct bm_desc *d, struct bm_arena *arena, const char *text, size_t len,
                  const struct bm_library *library, struct bm_report *report)
{
    (void)d;
    (void)arena;
    (void)text;
    (void)len;
    (void)library;
    (void)report;
    return false;
}

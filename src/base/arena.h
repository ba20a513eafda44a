/* SPDX-License-Identifier: MIT */
#ifndef BM_BASE_ARENA_H
#define BM_BASE_ARENA_H

/* Memory that is taken piece by piece and given back at once. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bm_arena {
    unsigned char *mem;
    size_t size, used;
    bool full; /* something did not fit */
};

/* Zeroed memory for n bytes, aligned for anything; NULL if it does not fit. */
static inline void *bm_arena_take(struct bm_arena *a, size_t n)
{
    const size_t at = (a->used + 15) & ~(size_t)15;
    if (at > a->size || n > a->size - at) {
        a->full = true;
        return NULL;
    }
    a->used = at + n;
    memset(a->mem + at, 0, n);
    return a->mem + at;
}

/* A copy that ends in NUL; NULL if it does not fit. */
static inline char *bm_arena_text(struct bm_arena *a, const char *s, size_t len)
{
    char *const to = bm_arena_take(a, len + 1);
    if (to)
        memcpy(to, s, len);
    return to;
}

#endif

/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/buf.h"

bool bm_grow(void **mem, size_t *cap, size_t need, size_t item)
{
    size_t want = *cap < 32 ? 64 : *cap;
    if (need <= *cap)
        return true;
    while (want < need) {
        if (want > SIZE_MAX / 2)
            return false;
        want *= 2;
    }
    if (want > SIZE_MAX / item)
        return false;
    void *const more = realloc(*mem, want * item);
    if (!more)
        return false;
    *mem = more;
    *cap = want;
    return true;
}

void bm_release(void *mem) { free(mem); }

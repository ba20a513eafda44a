/* SPDX-License-Identifier: MIT */
/* Make and unmake for those outside the kernel. Without NDEBUG each is checked from scratch. */
#include "kernel/tmpl/tmpl.h"

#include <assert.h>

#include BM_KERNEL_MAKE_H

void K(make)(void *pos, bm_move m, void *undo)
{
    k_make(pos, m, undo);
    assert(K(sound)(pos));
}

void K(unmake)(void *pos, bm_move m, const void *undo)
{
    k_unmake(pos, m, undo);
    assert(K(sound)(pos));
}

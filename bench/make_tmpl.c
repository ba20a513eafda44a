/* SPDX-License-Identifier: MIT */
/* Make and unmake inlined into a loop, as a search uses them. Compiled per kernel and ISA. */
#include "kernel/tmpl/tmpl.h"

#include BM_KERNEL_MAKE_H

uint64_t K(bench_make)(void *pos, const bm_move *moves, size_t n);

uint64_t K(bench_make)(void *pos, const bm_move *moves, size_t n)
{
    struct k_pos *const p = pos;
    struct k_undo undo;
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        k_make(p, moves[i], &undo);
        sum ^= p->head.key;
        k_unmake(p, moves[i], &undo);
    }
    return sum;
}

/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_POS_H
#define BM_KERNEL_VARIANT_POS_H
#include "kernel/kernel.h"
#include "kernel/variant/compiled.h"
enum { K_MAX_MOVES = BM_MAX_MOVES };
struct k_pos {
    struct bm_head head;
    const struct bm_compiled *game;
};
struct k_undo {
    uint64_t key;
};
#endif

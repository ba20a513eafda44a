/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_MAKE_H
#define BM_KERNEL_VARIANT_MAKE_H
#include "base/attr.h"
#include "kernel/variant/pos.h"
TEMPLATE void k_make(struct k_pos *p, bm_move m, struct k_undo *u)
{
    (void)m;
    u->key = p->head.key;
}
TEMPLATE void k_unmake(struct k_pos *p, bm_move m, const struct k_undo *u)
{
    (void)m;
    p->head.key = u->key;
}
#endif

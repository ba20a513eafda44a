/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_TURNS_H
#define BM_KERNEL_VARIANT_TURNS_H

#include "kernel/variant/gen.h"

/*
 * The budgets of legality inside turns, in moves made. They depend on nothing but the position,
 * so that every machine finds the same moves legal.
 */
enum {
    K_LIST_WORK = 1 << 16,  /* for the moves of a position */
    K_MOVE_WORK = 1 << 12,  /* of that, for one question: can it be finished, can it be taken */
    K_PROBE_WORK = 1 << 10, /* for whether there is a move, asked while a move is made */
    K_NESTED = 4            /* drops that may not mate, one in answer to the other */
};

#endif

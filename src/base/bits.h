/* SPDX-License-Identifier: MIT */
#ifndef BM_BASE_BITS_H
#define BM_BASE_BITS_H

/*
 * Sets of up to 64 things in a word. BM_ISA_AVX2 is defined for the instance of a kernel that
 * may use AVX2, BMI1, BMI2 and POPCNT; every other target, x86-64 or not, uses plain C.
 */

#include <stdint.h>

#include "base/attr.h"

#ifdef BM_ISA_AVX2
#    include <immintrin.h>
#endif

/* Four words that are read and written as one, by whatever the target has for it. */
typedef uint64_t bits_vec __attribute__((vector_size(32), may_alias));

TEMPLATE unsigned bits_count(uint64_t b)
{
#ifdef BM_ISA_AVX2
    return (unsigned)_mm_popcnt_u64(b);
#else
    return (unsigned)__builtin_popcountll(b);
#endif
}

/* Index of the lowest member of a set that is not empty. */
TEMPLATE unsigned bits_first(uint64_t b)
{
    ASSUME(b != 0);
#ifdef BM_ISA_AVX2
    return (unsigned)_tzcnt_u64(b);
#else
    return (unsigned)__builtin_ctzll(b);
#endif
}

TEMPLATE unsigned bits_last(uint64_t b)
{
    ASSUME(b != 0);
    return 63u - (unsigned)__builtin_clzll(b);
}

TEMPLATE uint64_t bits_drop_first(uint64_t b) { return b & (b - 1); }
TEMPLATE uint64_t bits_lowest(uint64_t b) { return b & (~b + 1); }
TEMPLATE int bits_many(uint64_t b) { return (b & (b - 1)) != 0; }

#endif

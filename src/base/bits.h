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

/* The same, wherever it lies. */
typedef uint64_t bits_vec_any __attribute__((vector_size(32), may_alias, aligned(8)));

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

#ifdef BM_ISA_AVX2
/*
 * Rays whose numbers rise, of one word each or of two: members of each up to the first in the
 * same words of `stops`, which is included.
 */
TEMPLATE bits_vec bits_run_words(bits_vec rays, bits_vec stops)
{
    const bits_vec hit = rays & stops;
    return rays & (hit ^ (hit - 1));
}
TEMPLATE bits_vec bits_run_pairs(bits_vec rays, bits_vec stops)
{
    const __m256i hit = (__m256i)(rays & stops);
    const __m256i none = _mm256_cmpeq_epi64(hit, _mm256_setzero_si256());
    /* The second word is reached if nothing is hit in the first. */
    const __m256i open = _mm256_unpacklo_epi64(_mm256_set1_epi64x(-1), none);
    return bits_run_words(rays, stops) & (bits_vec)open;
}

/* The halves of a vector. */
typedef uint64_t bits_two __attribute__((vector_size(16), may_alias));

TEMPLATE bits_two bits_low(bits_vec v) { return (bits_two)_mm256_castsi256_si128((__m256i)v); }
TEMPLATE bits_two bits_high(bits_vec v)
{
    return (bits_two)_mm256_extracti128_si256((__m256i)v, 1);
}

/* Two words with all their members in the opposite order. */
TEMPLATE bits_two bits_mirror(bits_two v)
{
    const __m128i back = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m128i half = _mm_set1_epi8(15);
    const __m128i high = _mm_set_epi8(15, 7, 11, 3, 13, 5, 9, 1, 14, 6, 10, 2, 12, 4, 8, 0);
    const __m128i low = _mm_slli_epi16(high, 4), x = _mm_shuffle_epi8((__m128i)v, back);
    return (bits_two)_mm_or_si128(
        _mm_shuffle_epi8(low, _mm_and_si128(x, half)),
        _mm_shuffle_epi8(high, _mm_and_si128(_mm_srli_epi16(x, 4), half)));
}
#endif

#endif

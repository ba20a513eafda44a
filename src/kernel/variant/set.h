/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_SET_H
#define BM_KERNEL_VARIANT_SET_H

/*
 * Sets of squares, BM_WORDS words wide. The loops are unrolled: a set of one word is a word.
 */
#include <stdbool.h>
#include <stddef.h>

#include "base/bits.h"

typedef struct {
    uint64_t w[BM_WORDS];
} set;

#define EACH_WORD for (unsigned i = 0; i < BM_WORDS; i++)

TEMPLATE set set_none(void) { return (set){{0}}; }

TEMPLATE set set_of(unsigned sq)
{
    set s = {{0}};
    s.w[BM_WORDS == 1 ? 0 : sq >> 6] = (uint64_t)1 << (sq & 63);
    return s;
}

TEMPLATE set set_and(set a, set b)
{
    EACH_WORD a.w[i] &= b.w[i];
    return a;
}

TEMPLATE set set_or(set a, set b)
{
    EACH_WORD a.w[i] |= b.w[i];
    return a;
}

/* a without b. */
TEMPLATE set set_less(set a, set b)
{
    EACH_WORD a.w[i] &= ~b.w[i];
    return a;
}

TEMPLATE set set_xor(set a, set b)
{
    EACH_WORD a.w[i] ^= b.w[i];
    return a;
}

TEMPLATE bool set_any(set a)
{
    uint64_t all = 0;
    EACH_WORD all |= a.w[i];
    return all != 0;
}

TEMPLATE bool set_meet(set a, set b) { return set_any(set_and(a, b)); }
TEMPLATE bool set_same(set a, set b) { return !set_any(set_xor(a, b)); }

TEMPLATE unsigned set_count(set a)
{
    unsigned n = 0;
    EACH_WORD n += bits_count(a.w[i]);
    return n;
}

TEMPLATE bool set_has(set a, unsigned sq)
{
    return (a.w[BM_WORDS == 1 ? 0 : sq >> 6] >> (sq & 63) & 1) != 0;
}

TEMPLATE void set_add(set *a, unsigned sq)
{
    a->w[BM_WORDS == 1 ? 0 : sq >> 6] |= (uint64_t)1 << (sq & 63);
}

TEMPLATE void set_drop(set *a, unsigned sq)
{
    a->w[BM_WORDS == 1 ? 0 : sq >> 6] &= ~((uint64_t)1 << (sq & 63));
}

/* Each member moved by so many squares, at most 63; those that leave the set's room are gone.
 */
TEMPLATE set set_moved(set a, int by)
{
    set s = {{0}};
    if (by > 0) {
        EACH_WORD s.w[i] = a.w[i] << by | (i > 0 ? a.w[i - 1] >> (64 - by) : 0);
    } else if (by < 0) {
        EACH_WORD s.w[i] = a.w[i] >> -by | (i + 1 < BM_WORDS ? a.w[i + 1] << (64 + by) : 0);
    } else {
        s = a;
    }
    return s;
}

/* Lowest and highest member of a set that is not empty. */
TEMPLATE unsigned set_first(set a)
{
    unsigned i = 0;
    while (i + 1 < BM_WORDS && a.w[i] == 0)
        i++;
    return i * 64 + bits_first(a.w[i]);
}

TEMPLATE unsigned set_last(set a)
{
    unsigned i = BM_WORDS - 1;
    while (i != 0 && a.w[i] == 0)
        i--;
    return i * 64 + bits_last(a.w[i]);
}

/* Whether there is more than one member. */
TEMPLATE bool set_many(set a)
{
    if (BM_WORDS == 1)
        return bits_many(a.w[0]);
    return set_count(a) > 1;
}

/* For every member, each once; the set is used up. */
#define FOR_SET(sq, s)                                                                \
    for (unsigned word_##sq = 0; word_##sq < BM_WORDS; word_##sq++)                   \
        for (unsigned sq; (s).w[word_##sq] != 0 &&                                    \
                          (sq = word_##sq * 64 + bits_first((s).w[word_##sq]), true); \
             (s).w[word_##sq] = bits_drop_first((s).w[word_##sq]))

/* Members of `ray` up to its first one in `stop`, which is included; numbers rise along it. */
TEMPLATE set ray_up(set ray, set stop)
{
    uint64_t open = 1;
    EACH_WORD
    {
        const uint64_t b = ray.w[i] & stop.w[i];
        ray.w[i] &= (b ^ (b - 1)) & (0 - open);
        open &= b == 0;
    }
    return ray;
}

/* The same where numbers fall along the ray. */
TEMPLATE set ray_down(set ray, set stop)
{
    uint64_t open = 1;
    for (unsigned i = BM_WORDS; i-- > 0;) {
        const uint64_t b = ray.w[i] & stop.w[i];
        const uint64_t reached = ~(uint64_t)0 << bits_last(b | 1);
        ray.w[i] &= reached & (0 - open);
        open &= b == 0;
    }
    return ray;
}

TEMPLATE set ray_run(set ray, set stop, unsigned down)
{
    return down ? ray_down(ray, stop) : ray_up(ray, stop);
}

#endif

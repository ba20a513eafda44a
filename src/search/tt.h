/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TT_H
#define BM_SEARCH_TT_H

/* The transposition table: results of earlier searches by position key, shared by all threads
 * without locks. */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "banmen/types.h"

enum bm_bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

/* Two words that are valid only together: `check` is the key with the static evaluation in its
 * low bits, xor `data`. */
struct bm_tt_entry {
    _Atomic uint64_t check, data;
};

struct bm_tt {
    struct bm_tt_entry *entries; /* a cluster fills one cache line */
    uint64_t mask;               /* number of clusters, less one */
    unsigned age;                /* of the search, 6 bits */
};
enum { TT_CLUSTER = 4 };

/* One entry, unpacked. */
struct bm_tt_data {
    bm_move move;
    int value; /* mate distances count from the position, not from the root */
    int eval;  /* static evaluation, or VALUE_NONE */
    unsigned depth;
    enum bm_bound bound;
};

static inline void bm_tt_prefetch(const struct bm_tt *tt, uint64_t key)
{
    __builtin_prefetch((const void *)&tt->entries[(key & tt->mask) * TT_CLUSTER]);
}
/* False: there is no entry for the key. */
bool bm_tt_probe(const struct bm_tt *tt, uint64_t key, struct bm_tt_data *out);
void bm_tt_store(struct bm_tt *tt, uint64_t key, bm_move move, int value, int eval,
                 unsigned depth, enum bm_bound bound);
/* Entries written by this search, per mille. */
unsigned bm_tt_hashfull(const struct bm_tt *tt);

#endif

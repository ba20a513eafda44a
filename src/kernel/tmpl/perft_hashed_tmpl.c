/* SPDX-License-Identifier: MIT */
/*
 * Perft with a table of counted positions. Threads share the table without locks: an entry
 * holds the count and key ^ count ^ depth, so that one torn by two writers matches no position.
 */
#include "kernel/tmpl/tmpl.h"

#include BM_KERNEL_MAKE_H

struct perft_entry {
    _Atomic uint64_t count, check;
};
_Static_assert(sizeof(struct perft_entry) == BM_PERFT_ENTRY, "public size of an entry");

/* Depth goes into every bit: the same position is asked for at several depths. */
static uint64_t mix_depth(uint64_t key, unsigned depth)
{
    return key ^ depth * UINT64_C(0x9e3779b97f4a7c15);
}

static uint64_t hashed_walk(struct k_pos *pos, unsigned depth, struct perft_entry *table,
                            size_t mask)
{
    if (depth == 1)
        return K(count)(pos);

    const uint64_t key = mix_depth(pos->head.key, depth);
    struct perft_entry *const e = &table[key & mask];
    const uint64_t known = e->count;
    if (known && (e->check ^ known) == key)
        return known;

    bm_move list[K_MAX_MOVES];
    const size_t n = K(moves)(pos, list);
    uint64_t nodes = 0;
    for (size_t i = 0; i < n; i++) {
        struct k_undo undo;
        k_make(pos, list[i], &undo);
        nodes += hashed_walk(pos, depth - 1, table, mask);
        k_unmake(pos, list[i], &undo);
    }
    e->count = nodes;
    e->check = key ^ nodes;
    return nodes;
}

uint64_t K(perft_hashed)(void *pos, unsigned depth, void *table, size_t entries)
{
    return depth == 0 ? 1 : hashed_walk(pos, depth, table, entries - 1);
}

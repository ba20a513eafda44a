/* SPDX-License-Identifier: MIT */

/*
 * The transposition table. Threads read and write without locks: an entry whose two words come
 * from different writers fails the check against its key and is not found.
 */
#include "search/tt.h"

/*
 * data, from the low bits: move 32, value 16, depth 8, age 6, bound 2. check: the high 48 bits
 * of the key (the index of the cluster implies the low ones), and the static evaluation in the
 * low 16.
 */
#define KEY_BITS (~UINT64_C(0xffff))

static uint64_t pack_data(bm_move m, int value, unsigned depth, unsigned age,
                          enum bm_bound bound)
{
    return m.bits | (uint64_t)(uint16_t)(int16_t)value << 32 | (uint64_t)depth << 48 |
           (uint64_t)(age & 63) << 56 | (uint64_t)bound << 62;
}
static unsigned depth_of(uint64_t data) { return data >> 48 & 255; }
static unsigned age_of(uint64_t data) { return data >> 56 & 63; }

static struct bm_tt_entry *cluster_of(const struct bm_tt *tt, uint64_t key)
{
    return &tt->entries[(key & tt->mask) * TT_CLUSTER];
}

bool bm_tt_probe(const struct bm_tt *tt, uint64_t key, struct bm_tt_data *out)
{
    struct bm_tt_entry *const c = cluster_of(tt, key);
    for (unsigned i = 0; i < TT_CLUSTER; i++) {
        const uint64_t data = atomic_load_explicit(&c[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&c[i].check, memory_order_relaxed) ^ data;
        if (((check ^ key) & KEY_BITS) != 0 || data >> 62 == 0)
            continue;
        *out = (struct bm_tt_data){.move = {(uint32_t)data},
                                   .value = (int16_t)(uint16_t)(data >> 32),
                                   .eval = (int16_t)(uint16_t)check,
                                   .depth = depth_of(data),
                                   .bound = (enum bm_bound)(data >> 62)};
        return true;
    }
    return false;
}

/* Replacement: the entry of the same position, or else the shallowest, where each search since
 * it was written counts as 8 plies less. A bound does not replace an entry of this search that
 * is more than 3 plies deeper. */
void bm_tt_store(struct bm_tt *tt, uint64_t key, bm_move move, int value, int eval,
                 unsigned depth, enum bm_bound bound)
{
    struct bm_tt_entry *const c = cluster_of(tt, key);
    struct bm_tt_entry *victim = c;
    int least = 1 << 20;
    for (unsigned i = 0; i < TT_CLUSTER; i++) {
        const uint64_t data = atomic_load_explicit(&c[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&c[i].check, memory_order_relaxed);
        if (((check ^ data ^ key) & KEY_BITS) == 0) {
            if (move.bits == BM_MOVE_NONE)
                move.bits = (uint32_t)data;
            if (bound != BOUND_EXACT && depth + 3 < depth_of(data) &&
                age_of(data) == (tt->age & 63))
                return;
            victim = &c[i];
            break;
        }
        const int priority = (int)depth_of(data) - 8 * (int)((tt->age - age_of(data)) & 63);
        if (priority < least) {
            least = priority;
            victim = &c[i];
        }
    }
    const uint64_t data = pack_data(move, value, depth, tt->age, bound);
    const uint64_t check = (key & KEY_BITS) | (uint16_t)(int16_t)eval;
    atomic_store_explicit(&victim->check, check ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
}

unsigned bm_tt_hashfull(const struct bm_tt *tt)
{
    unsigned n = 0;
    const uint64_t clusters = tt->mask + 1 < 250 ? tt->mask + 1 : 250;
    for (uint64_t i = 0; i < clusters * TT_CLUSTER; i++) {
        const uint64_t data = atomic_load_explicit(&tt->entries[i].data, memory_order_relaxed);
        n += data >> 62 != 0 && age_of(data) == (tt->age & 63);
    }
    return (unsigned)(n * 1000 / (clusters * TT_CLUSTER));
}

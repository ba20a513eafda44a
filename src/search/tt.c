/* SPDX-License-Identifier: MIT */

/*
 * Positions that were searched before. All threads read and write without locks: an entry whose
 * halves come from two writers does not fit its key, and is not found.
 */
#include "search/thread.h"

/*
 * data: move 32, value 16, depth 8, age 6, bound 2, from the low end. check: the key, whose low
 * bits are told by the place of the entry, with the static evaluation instead of them.
 */
#define KEY_BITS (~UINT64_C(0xffff))

static uint64_t pack(bm_move m, int value, unsigned depth, unsigned age, enum bm_bound bound)
{
    return m.bits | (uint64_t)(uint16_t)(int16_t)value << 32 | (uint64_t)depth << 48 |
           (uint64_t)(age & 63) << 56 | (uint64_t)bound << 62;
}
static unsigned depth_of(uint64_t data) { return data >> 48 & 255; }
static unsigned age_of(uint64_t data) { return data >> 56 & 63; }

static struct bm_memo *cluster(const struct bm_memos *t, uint64_t key)
{
    return &t->at[(key & t->mask) * MEMO_CLUSTER];
}

bool bm_memos_get(const struct bm_memos *t, uint64_t key, struct bm_found *out)
{
    struct bm_memo *const c = cluster(t, key);
    for (unsigned i = 0; i < MEMO_CLUSTER; i++) {
        const uint64_t data = atomic_load_explicit(&c[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&c[i].check, memory_order_relaxed) ^ data;
        if (((check ^ key) & KEY_BITS) != 0 || data >> 62 == 0)
            continue;
        *out = (struct bm_found){.move = {(uint32_t)data},
                                 .value = (int16_t)(uint16_t)(data >> 32),
                                 .eval = (int16_t)(uint16_t)check,
                                 .depth = depth_of(data),
                                 .bound = (enum bm_bound)(data >> 62)};
        return true;
    }
    return false;
}

void bm_memos_put(struct bm_memos *t, uint64_t key, bm_move move, int value, int eval,
                  unsigned depth, enum bm_bound bound)
{
    struct bm_memo *const c = cluster(t, key);
    struct bm_memo *worst = c;
    int least = 1 << 20;
    for (unsigned i = 0; i < MEMO_CLUSTER; i++) {
        const uint64_t data = atomic_load_explicit(&c[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&c[i].check, memory_order_relaxed);
        if (((check ^ data ^ key) & KEY_BITS) == 0) {
            if (move.bits == BM_MOVE_NONE)
                move.bits = (uint32_t)data;
            if (bound != BOUND_EXACT && depth + 3 < depth_of(data) &&
                age_of(data) == (t->age & 63))
                return;
            worst = &c[i];
            break;
        }
        const int worth = (int)depth_of(data) - 8 * (int)((t->age - age_of(data)) & 63);
        if (worth < least) {
            least = worth;
            worst = &c[i];
        }
    }
    const uint64_t data = pack(move, value, depth, t->age, bound);
    const uint64_t check = (key & KEY_BITS) | (uint16_t)(int16_t)eval;
    atomic_store_explicit(&worst->check, check ^ data, memory_order_relaxed);
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
}

unsigned bm_memos_full(const struct bm_memos *t)
{
    unsigned n = 0;
    const uint64_t clusters = t->mask + 1 < 250 ? t->mask + 1 : 250;
    for (uint64_t i = 0; i < clusters * MEMO_CLUSTER; i++) {
        const uint64_t data = atomic_load_explicit(&t->at[i].data, memory_order_relaxed);
        n += data >> 62 != 0 && age_of(data) == (t->age & 63);
    }
    return (unsigned)(n * 1000 / (clusters * MEMO_CLUSTER));
}

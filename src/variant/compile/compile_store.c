/* SPDX-License-Identifier: MIT */
/* The block as it grows: what is equal is stored once. */
#include "variant/compile/compile.h"

uint64_t bm_hash_mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

/* Of multiples of 8 bytes mostly: four lanes, so that the multiplications overlap. */
uint64_t bm_hash_bytes(const void *p, size_t n)
{
    const unsigned char *c = p;
    uint64_t lane[4] = {n, 1, 2, 3}, last = 0;
    for (; n >= 32; n -= 32, c += 32)
        for (unsigned i = 0; i < 4; i++) {
            uint64_t v;
            memcpy(&v, c + 8 * i, 8);
            lane[i] = bm_hash_mix(lane[i], v);
        }
    for (; n >= 8; n -= 8, c += 8) {
        memcpy(&last, c, 8);
        lane[0] = bm_hash_mix(lane[0], last);
    }
    last = 0;
    memcpy(&last, c, n);
    lane[0] = bm_hash_mix(lane[0], last);
    for (unsigned i = 1; i < 4; i++)
        lane[0] = bm_hash_mix(lane[0], lane[i]);
    return lane[0] ^ lane[0] >> 32;
}

void bm_build_fail(struct bm_build *b, const char *message, const char *hint)
{
    const struct bm_desc *const d = b->d;
    static const char *const none[] = {NULL, NULL, NULL, NULL};
    if (!b->failed)
        bm_report_error(b->report, d->board_place.line ? d->board_place : d->start_place,
                        "too-big", message, hint, none);
    b->failed = true;
}

uint32_t bm_build_room(struct bm_build *b, size_t bytes, size_t align)
{
    const size_t at = (b->used + align - 1) & ~(align - 1);
    if (at > b->size || bytes > b->size - at) {
        bm_build_fail(b, "the game needs too much memory", "");
        return 0;
    }
    b->used = at + bytes;
    memset(b->mem + at, 0, bytes);
    return (uint32_t)at;
}

void *bm_build_scratch(struct bm_build *b, size_t bytes)
{
    const size_t at = (b->scratch_used + 63) & ~(size_t)63;
    if (at > b->scratch_size || bytes > b->scratch_size - at) {
        bm_build_fail(b, "the game needs too much memory", "");
        return NULL;
    }
    b->scratch_used = at + bytes;
    return b->scratch + at;
}

/* Twice the room, or the first. Old room is not used again: it is all given back at once. */
static bool grow_pool(struct bm_build *b, struct bm_table_pool *p)
{
    const uint32_t slots = p->slots ? 2 * p->slots : 1024;
    struct bm_pooled *const entry = bm_build_scratch(b, slots / 2 * sizeof *entry);
    uint32_t *const slot = bm_build_scratch(b, slots * sizeof *slot);
    if (!entry || !slot)
        return false;
    if (p->count)
        memcpy(entry, p->entry, p->count * sizeof *entry);
    memset(slot, 0, slots * sizeof *slot);
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t at = (uint32_t)entry[i].hash & (slots - 1);
        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = i + 1;
    }
    p->entry = entry;
    p->slot = slot;
    p->slots = slots;
    return true;
}

static uint32_t store_bytes(struct bm_build *b, struct bm_table_pool *p, const void *data,
                            size_t bytes, size_t align)
{
    if (p->count >= p->slots / 2 && !grow_pool(b, p))
        return 0;
    const uint64_t hash = bm_hash_bytes(data, bytes);
    uint32_t slot = (uint32_t)hash & (p->slots - 1);
    for (; p->slot[slot]; slot = (slot + 1) & (p->slots - 1)) {
        const struct bm_pooled *const e = &p->entry[p->slot[slot] - 1];
        if (e->hash == hash && e->bytes == bytes && !memcmp(b->mem + e->at, data, bytes))
            return e->at;
    }
    const uint32_t at = bm_build_room(b, bytes, align);
    if (at) {
        memcpy(b->mem + at, data, bytes);
        p->entry[p->count++] = (struct bm_pooled){hash, at, (uint32_t)bytes};
        p->slot[slot] = p->count;
    }
    return at;
}

uint32_t bm_build_set(struct bm_build *b, const struct bm_cells *c)
{
    const size_t bytes = b->words * sizeof c->w[0];
    return store_bytes(b, &b->sets, c->w, bytes, bytes);
}

uint32_t bm_build_path(struct bm_build *b, const uint8_t *path, unsigned length)
{
    return store_bytes(b, &b->sets, path, length, 1);
}

uint32_t bm_build_table(struct bm_build *b, const struct bm_cells *rows)
{
    uint64_t packed[BM_MAX_SQUARES * BM_SET_WORDS];
    for (unsigned sq = 0; sq < b->squares; sq++)
        for (unsigned i = 0; i < b->words; i++)
            packed[sq * b->words + i] = rows[sq].w[i];
    return store_bytes(b, &b->tables, packed, b->squares * b->words * sizeof *packed, 64);
}

uint64_t bm_build_hash(const struct bm_table_pool *pool, uint32_t at)
{
    uint32_t low = 0, high = pool->count;
    while (low < high) {
        const uint32_t mid = (low + high) / 2;
        if (pool->entry[mid].at == at)
            return pool->entry[mid].hash;
        if (pool->entry[mid].at < at)
            low = mid + 1;
        else
            high = mid;
    }
    return 0;
}

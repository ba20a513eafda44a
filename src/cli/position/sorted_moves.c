/* SPDX-License-Identifier: MIT */
#include "cli/position/sorted_moves.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL = 48 };

static uint64_t pack_text(const char text[8])
{
    uint64_t key = 0;
    for (unsigned i = 0; i < 8; i++)
        key = key << 8 | (unsigned char)text[i];
    return key;
}

/* Two squares of three bytes and a letter; gating may add one. */
bool bm_sorted_moves_fits(const struct bm_rules *rules)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    return info->axes <= 2 && info->files <= 26 && info->ranks <= (info->has_gating ? 9 : 99);
}

size_t bm_sorted_moves_text(uint64_t key, char *out)
{
    size_t n = 0;
    for (; key != 0; key <<= 8)
        out[n++] = (char)(key >> 56);
    return n;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Most lists are short, and generators write them almost in order. */
static void sort_keys(uint64_t *key, size_t n)
{
    if (n > SMALL) {
        qsort(key, n, sizeof *key, compare_keys);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        const uint64_t k = key[i];
        size_t at = i;
        for (; at != 0 && key[at - 1] > k; at--)
            key[at] = key[at - 1];
        key[at] = k;
    }
}

void bm_sorted_moves_make(struct bm_sorted_moves *list, const struct bm_ctx *ctx)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    bm_move moves[BM_MAX_MOVES];
    char text[BM_MAX_MOVES][8];
    list->count = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
    memset(text, 0, list->count * sizeof *text);
    /* Two loops: a word that is read just after its bytes were written makes the CPU wait. */
    for (size_t i = 0; i < list->count; i++)
        bm_move_format(moves[i], rules, text[i], sizeof text[i]);
    for (size_t i = 0; i < list->count; i++)
        list->key[i] = pack_text(text[i]);
    sort_keys(list->key, list->count);
}

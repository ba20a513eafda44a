/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

/* Whatever can be played is written so that reading it gives the same position. */
static void round_trip(const struct bm_rules *rules, const char *text, size_t size)
{
    struct bm_ctx *const ctx = fuzz_ctx(rules);
    struct bm_setup setup;
    char first[512], second[512];
    if (bm_position_parse(&setup, rules, text, size, 0, NULL) != BM_OK ||
        bm_ctx_sync(ctx, &setup, NULL, NULL) != BM_OK)
        return;
    for (unsigned flags = 0; flags <= BM_TEXT_SHREDDER; flags += BM_TEXT_SHREDDER) {
        const uint64_t key = bm_ctx_key(ctx);
        bm_defects defects = 0;
        const size_t len = bm_ctx_format(ctx, flags, first, sizeof first);
        REQUIRE(len < sizeof first);
        REQUIRE(bm_position_parse(&setup, rules, first, len, BM_TEXT_STRICT, NULL) == BM_OK);
        REQUIRE(bm_ctx_sync(ctx, &setup, &defects, NULL) == BM_OK && defects == 0);
        REQUIRE(bm_ctx_key(ctx) == key);
        REQUIRE(bm_ctx_format(ctx, flags, second, sizeof second) == len);
        REQUIRE(!strcmp(first, second));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    round_trip(bm_rules_chess(), (const char *)data, size);
    round_trip(bm_rules_chess960(), (const char *)data, size);
    round_trip(bm_rules_shogi(), (const char *)data, size);
    return 0;
}

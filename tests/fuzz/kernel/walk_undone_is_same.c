/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

/*
 * The first byte chooses a game, each further one a legal move. Taking all back gives the start
 * again, key by key and text by text.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint64_t keys[512];
    if (size < 2)
        return 0;
    const struct bm_rules *const rules = bm_rules_at(data[0] % 3u);
    struct bm_ctx *const ctx = fuzz_ctx(rules);
    char before[512], after[512];
    bm_ctx_start(ctx);
    bm_ctx_format(ctx, 0, before, sizeof before);

    unsigned plies = 0;
    for (size_t i = 1; i < size && bm_ctx_room(ctx) && plies < 512; i++) {
        bm_move list[BM_MAX_MOVES];
        struct bm_outcome outcome;
        const size_t n = bm_ctx_moves(ctx, list, BM_MAX_MOVES);
        bm_ctx_outcome(ctx, &outcome);
        if (n == 0 || outcome.result != BM_ONGOING)
            break;
        keys[plies++] = bm_ctx_key(ctx);
        REQUIRE(bm_ctx_play(ctx, list[data[i] % n]) == 0);
        REQUIRE(bm_ctx_plies(ctx) == plies);
    }
    while (plies) {
        REQUIRE(bm_ctx_undo(ctx));
        REQUIRE(bm_ctx_key(ctx) == keys[--plies]);
    }
    REQUIRE(!bm_ctx_undo(ctx));
    bm_ctx_format(ctx, 0, after, sizeof after);
    REQUIRE(!strcmp(before, after));
    return 0;
}

/* SPDX-License-Identifier: MIT */
#include "annotation/position_text.h"
#include "fuzz.h"

/* Whatever is read as a place of an analysis is written so that reading it gives the same. */
static void round_trip(const struct bm_rules *rules, const char *text, size_t size)
{
    struct bm_ctx *const ctx = fuzz_ctx(rules);
    struct bm_analysed_position place[2] = {{.node = BM_NODE_ROOT}, {.node = BM_NODE_ROOT}};
    struct bm_analysis a = {.places = &place[0], .count = 1};
    struct bm_analysis b = {.places = &place[1], .count = 1};
    struct bm_analysed_position_key key;
    struct bm_buf first = {0}, second = {0};
    bm_ctx_start(ctx);
    const uint64_t before = bm_ctx_key(ctx);
    if (bm_analysed_position_read(text, size, &key) &&
        bm_analysed_position_read_lines(&key, ctx, &a)) {
        bm_analysed_position_write(&first, key.game, (size_t)key.place, rules, &a);
        REQUIRE(!first.failed && bm_analysed_position_read(first.s, first.len, &key));
        REQUIRE(bm_analysed_position_read_lines(&key, ctx, &b));
        bm_analysed_position_write(&second, key.game, (size_t)key.place, rules, &b);
        REQUIRE(first.len == second.len && !memcmp(first.s, second.s, first.len));
    } else {
        REQUIRE(place[0].count == 0 && place[0].eval.kind == EVAL_NONE);
    }
    REQUIRE(bm_ctx_key(ctx) == before && bm_ctx_plies(ctx) == 0);
    bm_release(a.lines);
    bm_release(a.moves);
    bm_release(b.lines);
    bm_release(b.moves);
    bm_buf_free(&first);
    bm_buf_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    round_trip(bm_rules_chess(), (const char *)data, size);
    round_trip(bm_rules_shogi(), (const char *)data, size);
    return 0;
}

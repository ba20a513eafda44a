/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_FUZZ_POSITIONS_H
#define BM_TESTS_FUZZ_POSITIONS_H

#include "fuzz.h"

/*
 * Any text: either an error with a column and an unchanged board, or a board that the gate
 * takes or refuses with a reason and an unchanged context.
 */
static inline void fuzz_position(const struct bm_rules *rules, const char *text, size_t size)
{
    struct bm_ctx *const ctx = fuzz_ctx(rules);
    const uint64_t key = bm_ctx_key(ctx);
    for (unsigned flags = 0; flags <= BM_TEXT_STRICT; flags++) {
        struct bm_setup setup;
        struct bm_error err;
        bm_defects defects = 0;
        memset(&setup, 0x5a, sizeof setup);
        const bm_status status = bm_position_parse(&setup, rules, text, size, flags, &err);
        if (status != BM_OK) {
            REQUIRE(status == err.code);
            fuzz_require_error(&err, size);
            REQUIRE(setup.turn == 0x5a);
            continue;
        }
        if (bm_ctx_sync(ctx, &setup, &defects, &err) != BM_OK) {
            REQUIRE((defects & BM_DEFECTS_HARD) != 0 && err.what[0]);
            REQUIRE(bm_ctx_key(ctx) == key);
            continue;
        }
        REQUIRE((defects & BM_DEFECTS_HARD) == 0);
        bm_move list[BM_MAX_MOVES];
        const size_t n = bm_ctx_moves(ctx, list, BM_MAX_MOVES);
        REQUIRE(n <= BM_MAX_MOVES && n == bm_ctx_count(ctx));
        struct bm_outcome outcome;
        bm_ctx_outcome(ctx, &outcome);
        bm_ctx_start(ctx);
    }
}

#endif

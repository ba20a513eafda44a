/* SPDX-License-Identifier: MIT */
/*
 * The line "position" in either protocol, and moves: a legal move that was read is read again
 * from what is written of it. The first byte chooses a game.
 */
#include "proto_lines.h"

static void move_again(const struct bm_ctx *ctx, enum bm_proto p, const char *s, size_t len)
{
    char text[BM_COORDINATES];
    bm_move m, again;
    struct bm_error err;
    if (bm_wire_move_parse(&m, p, ctx, s, len, &err) != BM_OK) {
        fuzz_require_error(&err, len);
        return;
    }
    if (bm_ctx_judge(ctx, m) != 0)
        return;
    const size_t n = bm_wire_ctx_move_format(m, p, ctx, text, sizeof text);
    REQUIRE(n < sizeof text);
    REQUIRE(bm_wire_move_parse(&again, p, ctx, text, n, NULL) == BM_OK);
    REQUIRE(bm_move_equal(m, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > 10000)
        return 0;
    const char *const s = (const char *)data + 1;
    const size_t len = size - 1;
    struct bm_ctx *const ctx = fuzz_ctx(fuzz_game(data[0]));
    for (enum bm_proto p = BM_PROTO_UCI; p < BM_PROTO_COUNT; p++) {
        struct bm_error err;
        const size_t moves = bm_wire_moves(s, len);
        bm_ctx_start(ctx);
        move_again(ctx, p, s, len);
        const bm_status status = bm_wire_load(ctx, p, s, len, &err);
        if (status == BM_OK)
            REQUIRE(bm_ctx_plies(ctx) == moves);
        else
            fuzz_require_error(&err, len);
    }
    return 0;
}

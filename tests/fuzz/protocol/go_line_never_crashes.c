/* SPDX-License-Identifier: MIT */
/* Limits: what was read and written is read as the same. The first byte chooses a game. */
#include "proto_lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { WORD = sizeof "go", MOVES = 16 };
    if (size == 0)
        return 0;
    const struct bm_rules *const rules = fuzz_game(data[0]);
    const struct bm_ctx *const ctx = fuzz_ctx(rules);
    for (enum bm_proto p = BM_PROTO_UCI; p < BM_PROTO_COUNT; p++) {
        bm_move only[MOVES];
        struct bm_think t;
        struct bm_error err;
        struct bm_buf first = {0}, second = {0};
        if (bm_go_parse(&t, p, ctx, (const char *)data + 1, size - 1, only, MOVES, &err)) {
            fuzz_require_error(&err, size);
            continue;
        }
        REQUIRE(t.only_count <= MOVES && !t.only == (t.only_count == 0));
        for (size_t i = 0; i < t.only_count; i++)
            REQUIRE(bm_ctx_judge(ctx, t.only[i]) == 0);
        bm_go_format(&first, p, &t, rules);
        REQUIRE(bm_go_parse(&t, p, ctx, first.s + WORD, first.len - WORD, only, MOVES, &err) ==
                BM_OK);
        bm_go_format(&second, p, &t, rules);
        REQUIRE(fuzz_same(&first, &second));
        bm_buf_free(&first);
        bm_buf_free(&second);
    }
    return 0;
}

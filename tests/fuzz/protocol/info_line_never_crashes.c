/* SPDX-License-Identifier: MIT */
/* What engines say while they think, and their answers. The first byte chooses a game. */
#include "proto_lines.h"

static void require_inside(struct bm_text t, const char *s, size_t len)
{
    REQUIRE(t.len == 0 || (t.s >= s && t.s + t.len <= s + len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const char *const s = (const char *)data + 1;
    const size_t len = size - 1;
    struct bm_ctx *const ctx = fuzz_ctx(fuzz_game(data[0]));
    struct bm_info info;
    struct bm_best best;
    struct bm_checkmate_answer mate;
    bm_info_parse(&info, s, len);
    bm_best_parse(&best, s, len);
    bm_checkmate_parse(&mate, s, len);
    require_inside(info.pv, s, len);
    require_inside(info.currmove, s, len);
    require_inside(info.string, s, len);
    require_inside(best.move, s, len);
    require_inside(best.ponder, s, len);
    require_inside(mate.pv, s, len);
    for (enum bm_proto p = BM_PROTO_UCI; p < BM_PROTO_COUNT; p++) {
        const uint64_t key = bm_ctx_key(ctx);
        bm_move moves[8];
        bool all;
        (void)bm_score_in_moves(info.score, p);
        REQUIRE(bm_pv_check(ctx, p, info.pv, moves, 8, &all) <= 8);
        REQUIRE(bm_ctx_key(ctx) == key && bm_ctx_plies(ctx) == 0);
    }
    return 0;
}

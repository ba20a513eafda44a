/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

/*
 * Any text as a move: an error with a column, or a move that can be judged, explained, written
 * and read back as itself.
 */
static void try_move(const struct bm_rules *rules, const char *text, size_t size)
{
    struct bm_ctx *const ctx = fuzz_ctx(rules);
    struct bm_error err;
    bm_move m, again;
    if (bm_move_parse(&m, ctx, text, size, &err) != BM_OK) {
        fuzz_require_error(&err, size);
        return;
    }
    const bm_faults faults = bm_ctx_judge(ctx, m);
    char buf[256], out[16];
    for (int lang = BM_EN; lang <= BM_JA; lang++)
        REQUIRE(bm_ctx_explain(ctx, m, faults, (enum bm_lang)lang, buf, sizeof buf) < 4096);
    const size_t len = bm_move_format(m, rules, out, sizeof out);
    REQUIRE(len < sizeof out);
    if (faults)
        return;
    REQUIRE(bm_move_parse(&again, ctx, out, len, &err) == BM_OK);
    REQUIRE(bm_move_equal(m, again));
    REQUIRE(bm_ctx_play(ctx, m) == 0);
    REQUIRE(bm_ctx_undo(ctx));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_move(bm_rules_chess(), (const char *)data, size);
    try_move(bm_rules_chess960(), (const char *)data, size);
    try_move(bm_rules_shogi(), (const char *)data, size);
    return 0;
}

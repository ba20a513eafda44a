/* SPDX-License-Identifier: MIT */
/*
 * A FEN, a line end, and texts that are read as moves. What is read is legal; written in any
 * style, it is read as the same move.
 */
#include "fuzz.h"

static void check_move(const struct bm_ctx *ctx, const char *s, size_t len)
{
    struct bm_error err = {0};
    bm_move m, back;
    const bm_status status = bm_ctx_read_move(ctx, BM_STYLE_SAN, s, len, &m, &err);
    if (status != BM_OK) {
        REQUIRE(err.code == status);
        fuzz_require_error(&err, len);
        return;
    }
    REQUIRE(bm_ctx_judge(ctx, m) == 0);
    static const enum bm_move_style styles[] = {BM_STYLE_COORDINATES, BM_STYLE_SAN,
                                                BM_STYLE_FIGURINE, BM_STYLE_LONG};
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        char text[BM_MOVE_TEXT];
        const size_t n = bm_ctx_write_move(ctx, m, styles[i], text, sizeof text);
        REQUIRE(n < sizeof text);
        REQUIRE(bm_ctx_read_move(ctx, BM_STYLE_SAN, text, n, &back, NULL) == BM_OK);
        REQUIRE(bm_move_equal(back, m));
    }
}

static void check_texts(const struct bm_rules *rules, const char *s, size_t len)
{
    struct bm_ctx *const ctx = fuzz_ctx(rules);
    const char *const line = memchr(s, '\n', len), *const end = s + len;
    struct bm_setup setup;
    bm_ctx_start(ctx);
    if (line) {
        if (bm_position_parse(&setup, rules, s, (size_t)(line - s), 0, NULL) == BM_OK)
            (void)!bm_ctx_sync(ctx, &setup, NULL, NULL);
        s = line + 1;
    }
    while (s < end) {
        const char *const next = memchr(s, '\n', (size_t)(end - s));
        check_move(ctx, s, (size_t)((next ? next : end) - s));
        s = next ? next + 1 : end;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 4096)
        return 0;
    check_texts(bm_rules_chess(), (const char *)data, size);
    check_texts(bm_rules_chess960(), (const char *)data, size);
    return 0;
}

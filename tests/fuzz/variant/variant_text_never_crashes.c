/* SPDX-License-Identifier: MIT */
#include "banmen/variant.h"
#include "fuzz.h"

/*
 * Any text as a position of a loaded game and, behind a line end, as a move: an error with a
 * column, or a position that is written and read back as itself, and a move that is.
 */

static const char *const names[] = {"crazyhouse", "seirawan", "marseillais", "minishogi",
                                    "raumschach", "glinski",  "3check",      "sittuyin",
                                    "kyotoshogi", "hyper4",   "duck",        "omega"};
enum { GAMES = sizeof names / sizeof *names };

static struct bm_ctx *game_of(unsigned i)
{
    static struct bm_ctx *ctx[GAMES];
    if (!ctx[i]) {
        const struct bm_rules *rules = NULL;
        REQUIRE(bm_rules_open(&rules, names[i], strlen(names[i])) == BM_OK);
        REQUIRE(bm_ctx_create(&ctx[i], rules, 4) == BM_OK);
    }
    return ctx[i];
}

static void try_position(struct bm_ctx *ctx, const char *text, size_t size)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    struct bm_setup s;
    struct bm_error err;
    char first[BM_POSITION_TEXT], second[BM_POSITION_TEXT];
    bm_ctx_start(ctx);
    if (bm_position_parse(&s, rules, text, size, 0, &err) != BM_OK) {
        fuzz_require_error(&err, size);
        return;
    }
    (void)bm_position_format(&s, rules, 0, first, sizeof first);
    if (bm_ctx_sync(ctx, &s, NULL, &err) != BM_OK) {
        bm_ctx_start(ctx);
        return;
    }
    const size_t len = bm_ctx_format(ctx, 0, first, sizeof first);
    if (len >= sizeof first)
        return;
    REQUIRE(bm_position_parse(&s, rules, first, len, BM_TEXT_STRICT, &err) == BM_OK);
    REQUIRE(bm_position_format(&s, rules, 0, second, sizeof second) == len);
    REQUIRE(memcmp(first, second, len) == 0);
}

static void try_move(struct bm_ctx *ctx, const char *text, size_t size)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    struct bm_error err;
    bm_move m, again;
    char buf[256], out[BM_COORDINATES], san[BM_MOVE_TEXT];
    if (bm_move_parse(&m, ctx, text, size, &err) != BM_OK) {
        fuzz_require_error(&err, size);
        if (bm_ctx_read_move(ctx, BM_STYLE_SAN, text, size, &m, &err) != BM_OK) {
            REQUIRE(err.what[0] != '\0');
            return;
        }
    }
    const bm_faults faults = bm_ctx_judge(ctx, m);
    for (int lang = BM_EN; lang <= BM_JA; lang++)
        REQUIRE(bm_ctx_explain(ctx, m, faults, (enum bm_lang)lang, buf, sizeof buf) < 4096);
    const size_t len = bm_move_format(m, rules, out, sizeof out);
    REQUIRE(len < sizeof out);
    if (faults)
        return;
    REQUIRE(bm_move_parse(&again, ctx, out, len, &err) == BM_OK);
    REQUIRE(bm_move_equal(m, again));
    const size_t n = bm_ctx_write_move(ctx, m, BM_STYLE_SAN, san, sizeof san);
    REQUIRE(n != 0 && n < sizeof san);
    REQUIRE(bm_ctx_read_move(ctx, BM_STYLE_SAN, san, n, &again, &err) == BM_OK);
    REQUIRE(bm_move_equal(m, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct bm_ctx *const ctx = game_of((unsigned)(data[0] + 256 - 'a') % GAMES);
    const char *const text = (const char *)data + 1;
    const char *const line = memchr(text, '\n', size - 1);
    const size_t len = line ? (size_t)(line - text) : size - 1;
    try_position(ctx, text, len);
    if (line)
        try_move(ctx, line + 1, size - 2 - len);
    return 0;
}

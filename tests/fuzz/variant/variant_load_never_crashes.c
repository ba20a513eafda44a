/* SPDX-License-Identifier: MIT */

/* Any text loaded as a variant: rules that can be played, or errors that can be told. */

#include "banmen/ctx.h"
#include "banmen/variant.h"
#include "fuzz.h"

static void require_issues(const struct bm_issues *list, const char *text, size_t size)
{
    static char buf[8192];
    size_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    REQUIRE(list->count <= BM_MAX_ISSUES);
    REQUIRE(list->count <= list->errors + list->warnings);
    for (unsigned i = 0; i < list->count; i++) {
        const struct bm_issue *const issue = &list->list[i];
        REQUIRE(issue->line >= 1 && issue->line <= lines + 1);
        REQUIRE(issue->column >= 1 && issue->column <= size + 1);
        REQUIRE(issue->length >= 1);
        REQUIRE(issue->message[0] != '\0' && issue->code[0] != '\0');
        REQUIRE(memchr(issue->message, '\0', sizeof issue->message) != NULL);
        REQUIRE(memchr(issue->hint, '\0', sizeof issue->hint) != NULL);
        REQUIRE(bm_issue_format(issue, "f", text, size, buf, sizeof buf) != 0);
    }
    REQUIRE(bm_issues_json(list, buf, sizeof buf) != 0);
}

/* A few moves there and back, whatever stands in the middle of the list. */
static void play(const struct bm_rules *rules)
{
    static bm_move moves[BM_MAX_MOVES];
    struct bm_ctx *ctx = NULL;
    unsigned played = 0;
    REQUIRE(bm_ctx_create(&ctx, rules, 16) == BM_OK);
    const uint64_t key = bm_ctx_key(ctx);
    while (played < 8) {
        const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        REQUIRE(n <= BM_MAX_MOVES);
        if (n == 0)
            break;
        REQUIRE(bm_ctx_play(ctx, moves[n / 2]) == 0);
        played++;
    }
    for (; played != 0; played--)
        REQUIRE(bm_ctx_undo(ctx));
    REQUIRE(bm_ctx_key(ctx) == key);
    bm_ctx_destroy(ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bm_issues issues;
    const char *const text = (const char *)data;
    const struct bm_rules *rules = NULL;
    const bm_status status = bm_rules_load(&rules, text, size, NULL, &issues);
    REQUIRE((status == BM_OK) == (rules != NULL));
    if (status != BM_ENOMEM)
        REQUIRE((status == BM_OK) == (issues.errors == 0));
    require_issues(&issues, text, size);
    if (rules)
        play(rules);
    bm_rules_release(rules);
    return 0;
}

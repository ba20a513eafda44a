/* SPDX-License-Identifier: MIT */
/* What the built-in players answer to a few positions: the same on every machine. */
#include <banmen/banmen.h>
#include <stdio.h>
#include <string.h>

enum { PLIES = 12 };

static void listen(void *user, const struct bm_search_info *info)
{
    *(struct bm_search_info *)user = *info;
}

/* A player plays both sides for a while. */
static int play(const char *game, unsigned level, uint64_t nodes)
{
    struct bm_search_options options = {.level = level, .seed = 7, .hash = 1};
    struct bm_search_info info = {0};
    const struct bm_search_hooks hooks = {.info = listen, .user = &info};
    const struct bm_think limits = {.nodes = nodes};
    const struct bm_rules *rules;
    struct bm_search *search;
    struct bm_ctx *ctx;
    if (bm_rules_open(&rules, game, strlen(game)) != BM_OK ||
        bm_search_create(&search, rules, &options) != BM_OK ||
        bm_ctx_create(&ctx, rules, PLIES) != BM_OK)
        return 1;
    printf("%s, level %u:", game, level);
    for (unsigned i = 0; i < PLIES; i++) {
        struct bm_search_result r;
        char text[BM_COORDINATES];
        if (bm_search_go(search, ctx, &limits, &hooks, &r) != BM_OK ||
            bm_ctx_judge(ctx, r.best) != 0)
            return 1;
        bm_move_format(r.best, rules, text, sizeof text);
        printf(" %s %d", text, info.score);
        if (bm_ctx_play(ctx, r.best) != 0)
            return 1;
    }
    putchar('\n');
    bm_ctx_destroy(ctx);
    bm_search_destroy(search);
    bm_rules_release(rules);
    return 0;
}

int main(void)
{
    int failed = 0;
    failed |= play("chess", 8, 20000);
    failed |= play("shogi", 8, 20000);
    failed |= play("crazyhouse", 8, 5000);
    failed |= play("xiangqi", 8, 5000);
    failed |= play("chess", 5, 0);
    failed |= play("shogi", 4, 0);
    return failed;
}

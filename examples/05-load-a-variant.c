/* SPDX-License-Identifier: MIT */

/* Load a game that is a text, and play it: chess in which a turn has two moves. */

#include <banmen/notation.h>
#include <banmen/variant.h>
#include <stdio.h>
#include <string.h>

static const char wrong[] = "variant: double-chess\n"
                            "extends: ches\n"
                            "turns: 2\n";
static const char right[] = "variant: double-chess\n"
                            "extends: chess\n"
                            "turn: {moves: 2, first: 1, check: ends}\n";

/* NULL if the text is no game; what is wrong with it is told. */
static const struct bm_rules *load(const char *text)
{
    const struct bm_rules *rules;
    struct bm_issues issues;
    char line[1024];
    const bm_status status = bm_rules_load(&rules, text, strlen(text), NULL, &issues);
    for (unsigned i = 0; i < issues.count; i++) {
        bm_issue_format(&issues.list[i], "double-chess.yaml", text, strlen(text), line,
                        sizeof line);
        fputs(line, stdout);
    }
    return status == BM_OK ? rules : NULL;
}

int main(void)
{
    static const char *const line[] = {"e2e4", "e7e5", "d7d5", "g1f3", "f1c4"};
    const struct bm_rules *rules;
    struct bm_ctx *game;
    char text[256];

    if (load(wrong))
        return 1;
    rules = load(right);
    if (!rules || bm_ctx_create(&game, rules, 500) != BM_OK)
        return 1;
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        bm_move m;
        const unsigned side = bm_ctx_turn(game);
        if (bm_move_parse(&m, game, line[i], strlen(line[i]), NULL) != BM_OK ||
            bm_ctx_play(game, m) != 0)
            return 1;
        bm_ctx_format(game, 0, text, sizeof text);
        printf("%s %s: %s\n", side == BM_FIRST ? "white" : "black", line[i], text);
    }
    bm_ctx_destroy(game);
    bm_rules_release(rules);
    return 0;
}

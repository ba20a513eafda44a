/* SPDX-License-Identifier: MIT */

/* Play a line of chess to its end, and ask how it ended. */

#include <banmen/notation.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char *const line[] = {"f2f3", "e7e5", "g2g4", "d8h4", "e1f2"};
    struct bm_ctx *game;
    struct bm_outcome outcome;
    char text[256];

    if (bm_ctx_create(&game, bm_rules_chess(), 500) != BM_OK)
        return 1;
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        bm_move m;
        if (bm_move_parse(&m, game, line[i], strlen(line[i]), NULL) != BM_OK)
            break;
        const bm_faults why = bm_ctx_play(game, m);
        if (why) {
            bm_ctx_explain(game, m, why, BM_EN, text, sizeof text);
            printf("%s: %s\n", line[i], text);
        }
    }
    bm_ctx_outcome(game, &outcome);
    bm_outcome_format(&outcome, BM_EN, text, sizeof text);
    printf("after %u moves: %s\n", bm_ctx_plies(game), text);
    bm_ctx_destroy(game);
    return 0;
}

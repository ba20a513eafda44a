/* SPDX-License-Identifier: MIT */

/* Read a game of any format, follow its main line, and write it in another format. */

#include <banmen/notation.h>
#include <banmen/record.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "[White \"Ann\"]\n[Black \"Bob\"]\n\n"
                           "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6?? (3... g6) 4. Qxf7# 1-0\n";

static bool print(void *user, const char *bytes, size_t len)
{
    return fwrite(bytes, 1, len, user) == len;
}

static void say(void *user, const struct bm_report *report)
{
    (void)user;
    printf("ply %u: %s\n", report->ply, report->what);
}

int main(void)
{
    const struct bm_read_options reading = {.report = say};
    const struct bm_write_options writing = {.format = BM_FORMAT_USI, .report = say};
    struct bm_error err;
    struct bm_game *game;
    struct bm_ctx *ctx;

    if (bm_game_create(&game, bm_rules_chess(), NULL) != BM_OK)
        return 1;
    if (bm_ctx_create(&ctx, bm_rules_chess(), 500) != BM_OK)
        return 1;
    if (bm_game_read(game, &reading, text, strlen(text), &err) != BM_OK) {
        printf("%s\n", err.what);
        return 1;
    }
    for (bm_node n = bm_game_first(game, BM_NODE_ROOT); n != BM_NODE_NONE;
         n = bm_game_first(game, n)) {
        char move[BM_MOVE_TEXT];
        if (bm_game_kind(game, n) != BM_NODE_MOVE)
            break;
        /* A move is written at the position before it. */
        if (bm_game_play_to(game, bm_game_parent(game, n), ctx, &err) != BM_OK)
            return 1;
        bm_ctx_write_move(ctx, bm_game_move(game, n), BM_STYLE_SAN, move, sizeof move);
        printf("%u %s\n", bm_game_ply(game, n), move);
    }
    if (bm_game_write(game, &writing, print, stdout, &err) != BM_OK)
        printf("%s\n", err.what);
    bm_ctx_destroy(ctx);
    bm_game_destroy(game);
    return 0;
}

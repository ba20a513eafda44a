/* SPDX-License-Identifier: MIT */
/*
 * bench_read_records FILE: read every game of a file by the rules, as `banmen check` does, and
 * print the games, the plies, the defects and the seconds of processor time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banmen/record.h"
#include "clock.h"

static size_t pull(void *user, char *buf, size_t cap) { return fread(buf, 1, cap, user); }

static void tell(void *user, const struct bm_report *r)
{
    unsigned *const left = user;
    if (r->severity == BM_SAY_DEFECT && (*left)-- > 0)
        fprintf(stderr, "%llu:%u: game %llu, ply %u: %s\n", (unsigned long long)r->line,
                r->column, (unsigned long long)r->game, r->ply, r->what);
}

int main(int argc, char **argv)
{
    unsigned shown = 5;
    struct bm_read_options options = {
        .flags = BM_READ_MOVES_ONLY, .report = tell, .user = &shown};
    struct bm_reader *reader;
    struct bm_game *game;
    struct bm_error err;
    unsigned long long plies = 0;
    bool got = true;
    FILE *const file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (argc > 2)
        options.flags = 0;
    if (!file || bm_game_create(&game, bm_rules_chess(), NULL) != BM_OK ||
        bm_reader_create(&reader, &options, pull, file) != BM_OK) {
        fprintf(stderr, "usage: bench_read_records FILE [all]\n");
        return 1;
    }
    setvbuf(file, NULL, _IONBF, 0);
    const double begin = clock_now();
    while (got) {
        if (bm_reader_next(reader, game, &got, &err) != BM_OK) {
            fprintf(stderr, "%s\n", err.what);
            return 1;
        }
        plies += got ? bm_game_ply(game, bm_game_last(game, BM_NODE_ROOT)) : 0;
    }
    printf("%llu %llu %llu %.3f\n", (unsigned long long)bm_reader_games(reader), plies,
           (unsigned long long)bm_reader_defects(reader), clock_now() - begin);
    bm_reader_destroy(reader);
    bm_game_destroy(game);
    fclose(file);
    return 0;
}

/* SPDX-License-Identifier: MIT */

/* The legal moves of a position that is given as text. */

#include <banmen/notation.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    const struct bm_rules *const rules = bm_rules_shogi();
    const char *const text = argc > 1 ? argv[1] : "startpos";
    struct bm_setup board;
    struct bm_error err;
    bm_move moves[BM_MAX_MOVES];
    size_t count;

    if (bm_position_parse(&board, rules, text, strlen(text), 0, &err) != BM_OK) {
        fprintf(stderr, "column %u: %s\n", (unsigned)err.column, err.what);
        return 2;
    }
    if (bm_moves_once(rules, &board, moves, BM_MAX_MOVES, &count) != BM_OK) {
        fprintf(stderr, "this board cannot be played\n");
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        char name[BM_COORDINATES];
        bm_move_format(moves[i], rules, name, sizeof name);
        printf("%s\n", name);
    }
    return 0;
}

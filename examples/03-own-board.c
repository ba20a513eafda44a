/* SPDX-License-Identifier: MIT */

/*
 * A program that keeps a board of its own, as a window does, and asks what a click may do. The
 * context lives in the program's memory: nothing is allocated.
 */

#include <banmen/ctx.h>
#include <stdio.h>

/* Squares of shogi by the names that players use: file 1-9, rank 1-9. */
static bm_sq square(int file, int rank) { return (bm_sq)((file - 1) * 9 + rank - 1); }

int main(void)
{
    static _Alignas(64) unsigned char memory[16384];
    bm_piece board[81] = {0};
    uint8_t hands[2][BM_MAX_KINDS] = {{0}};
    struct bm_ctx *ctx;
    struct bm_error err;

    board[square(5, 9)] = bm_piece_of(BM_SHOGI_KING, BM_FIRST);
    board[square(5, 1)] = bm_piece_of(BM_SHOGI_KING, BM_SECOND);
    board[square(7, 4)] = bm_piece_of(BM_SHOGI_SILVER, BM_FIRST);
    hands[BM_FIRST][BM_SHOGI_PAWN] = 1;

    if (bm_ctx_init(&ctx, memory, sizeof memory, bm_rules_shogi(), 16) != BM_OK)
        return 1;
    if (bm_ctx_sync_board(ctx, board, (const uint8_t(*)[BM_MAX_KINDS])hands, BM_FIRST, &err) !=
        BM_OK) {
        fprintf(stderr, "%s\n", err.what);
        return 1;
    }

    /* The silver was dragged to 7c: does the window have to ask about promotion? */
    const struct bm_pair pair = bm_ctx_judge_pair(ctx, square(7, 4), square(7, 3));
    printf("plain: %s, promoting: %s\n", bm_fault_word(bm_fault_first(pair.plain)),
           bm_fault_word(bm_fault_first(pair.promoting)));

    /* Where may the silver go? Where may the pawn be dropped? */
    bm_move moves[BM_MAX_MOVES];
    printf("moves of the silver: %zu\n",
           bm_ctx_moves_from(ctx, square(7, 4), moves, BM_MAX_MOVES));
    printf("drops of the pawn: %zu\n", bm_ctx_drops(ctx, BM_SHOGI_PAWN, moves, BM_MAX_MOVES));
    return 0;
}

/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_SHOGI_TABLES_H
#define BM_KERNEL_SHOGI_TABLES_H

/*
 * Constants of the board, printed by gentables.c when the library is built. Square 81 stands
 * for "no king": its rows are empty, so that a side without a king needs no special case.
 */

#include "kernel/shogi/bb81.h"

enum { SQUARES = 81, NO_KING = 81, ROWS = 82 };

/* What moves alike is one role: the promoted small pieces are gold. */
enum role { PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, KING, HORSE, DRAGON, ROLES };

enum {
    KINDS = 16,
    HAND_KINDS = 7, /* kinds that can be in hand are 0 to 6 */
    HAND_ROOM = 18, /* no hand has more of a kind */
    LINE_STATES = 128,
    BISHOP_STATES = 20224
};

struct bm_shogi_tables {
    bb81 square[ROWS];

    /* Targets on an empty board: next squares (of a horse or dragon, all eight), and rays. */
    bb81 step[2][ROLES][ROWS];
    bb81 ray[2][ROLES][ROWS];
    /* Where a piece of that side must stand to attack, on an empty board, the king that is on
     * the square or one of its neighbours. */
    bb81 reach[2][ROLES][ROWS];

    bb81 between[ROWS][ROWS]; /* split; exclusive */
    bb81 line[ROWS][ROWS];    /* the whole line through two squares */

    bb81 rank[9];
    bb81 diagonal[2][ROWS]; /* with the square itself; [0] rank grows with file */
    bb81 files[512];        /* all squares of a set of files */
    /* Targets of a promoting move from a square: all if that is in the zone, else the zone. */
    bb81 promoting[2][ROWS];

    /* Nine squares of a line: those that a slider on one of them reaches, by the inner seven's
     * occupation. [2]: both ways, [0] and [1]: only in the direction of that side. */
    uint16_t slide[3][9][LINE_STATES];

    /* Bishop targets by the occupied squares of its inner diagonals, gathered with PEXT. */
    bb81 bishop_inner[ROWS]; /* split */
    uint32_t bishop_start[ROWS];
    uint8_t bishop_low[ROWS]; /* members of bishop_inner's first word */
    bb81 bishop[BISHOP_STATES];

    uint8_t file_of[ROWS], rank_of[ROWS];
    uint8_t half_of[ROWS];       /* the word in which the square is split */
    uint8_t shift_of[ROWS];      /* of the square's file in that word */
    uint8_t file_shift[2][ROWS]; /* of the square's file in each word; 63 if not there */

    uint64_t key_board[2][KINDS][SQUARES];
    uint64_t key_hand[2][HAND_KINDS][HAND_ROOM + 1]; /* [n]: from n to n + 1 pieces */
    uint64_t key_turn;
};

#ifdef BM_SMALL
extern HIDDEN struct bm_shogi_tables bm_shogi_tables; /* tables_start.c */
#else
extern HIDDEN const struct bm_shogi_tables bm_shogi_tables;
#endif

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_CHESS_POS_H
#define BM_KERNEL_CHESS_POS_H

#include "kernel/chess/tables.h"
#include "kernel/kernel.h"

enum { K_SQUARES = 64, K_KINDS = BM_CHESS_KINDS, K_MAX_MOVES = 512 };

enum k_color { WHITE, BLACK };
enum k_wing { KINGSIDE, QUEENSIDE };

/*
 * Sets of a side. Queens stand in both DIAG and ORTH, and nowhere else. The four make one
 * vector, so that what is written as one is read back as one.
 */
enum k_set { PAWNS, KNIGHTS, DIAG, ORTH, SETS };

/* What the tree walk copies from node to node, and nothing else. */
struct k_bits {
    _Alignas(32) uint64_t set[2][SETS];
    uint64_t all[2], king[2];
    uint64_t ep;     /* the square behind a pawn that may be taken in passing, or empty */
    uint64_t castle; /* squares of rooks that may still castle */
};

/* Geometry of one castling: fixed from the first position on, whatever the start rank. */
struct k_way {
    uint64_t rook;  /* where it stands, or empty: no such castling */
    uint64_t clear; /* must be empty, the two pieces themselves excepted */
    uint64_t safe;  /* must not be attacked: the king's path, its ends included */
    uint8_t king_to, rook_to;
    uint8_t move_to; /* target by which the move is written: two-step, or the rook's square */
};

struct k_pos {
    struct bm_head head;
    struct k_bits bits; /* ep only where a capture is legal */
    bm_piece board[64];
    struct k_way way[2][2];
};

/* What is no piece but stands for one taken: bit 6 tells it from all pieces. */
enum { MARK_PASSING = 0x40, MARK_CASTLED = MARK_PASSING + 1 /* + wing */ };

/* Head and sets come back by copying: cheaper than undoing them piece by piece. */
struct k_undo {
    struct bm_head head;
    struct k_bits bits;
    bm_piece moved;
    bm_piece taken; /* or a mark */
};

#endif

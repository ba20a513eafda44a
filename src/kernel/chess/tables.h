/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_CHESS_TABLES_H
#define BM_KERNEL_CHESS_TABLES_H

#include <stdint.h>

#include "base/attr.h"

/*
 * Tables made by gentables.c when the library is built. Squares are rank * 8 + file, a1 = 0;
 * side 0 is white.
 */
struct bm_chess_tables {
    uint64_t king[64], knight[64];
    uint64_t pawn[2][64];            /* squares that a pawn of that side attacks */
    uint64_t orth[64], diag[64];     /* rays on an empty board */
    uint64_t between[64][64];        /* squares between, and the second one; 0 if not in line */
    uint64_t file[64], slope[2][64]; /* lines through a square, without it; slope 0 is a1-h8 */
    uint8_t rank[8][64];             /* rook attacks along a rank: file, inner occupancy */
    uint64_t key_piece[2][7][64];    /* by side and kind + 1; row 0 is "no piece", all zero */
    uint64_t key_castle[64], key_ep[8], key_turn;
};
#ifdef BM_SMALL
extern HIDDEN struct bm_chess_tables bm_chess_tables; /* tables_start.c */
#else
extern HIDDEN const struct bm_chess_tables bm_chess_tables;
#endif

#ifdef BM_HAVE_AVX2
/* Slider attacks by PEXT of the occupancy: attacks[offset + pext(occupied, mask)]. */
struct bm_chess_pext {
    struct bm_chess_slider {
        uint64_t mask;
        uint32_t offset;
    } rook[64], bishop[64];
    /* Squares from which rook, bishop and knight can reach a free neighbour of the king. */
    struct bm_chess_zone {
        uint64_t orth, diag, knight, unused;
    } zone[64][256];
    uint64_t attacks[102400 + 5248];
};
extern HIDDEN const struct bm_chess_pext bm_chess_pext;
#endif

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_KERNEL_H
#define BM_KERNEL_KERNEL_H

#include "banmen/ctx.h"

/* The first member of every kernel's position: what rules/ reads without asking. */
struct bm_head {
    uint64_t key;    /* side, board, hands, rights, capturable e.p. */
    uint32_t quiet;  /* plies since the last capture or pawn move; 0 in shogi */
    uint32_t number; /* of the next move: full moves in FEN, plies in SFEN */
    uint8_t turn;
    uint8_t passed; /* chess: what the last move's double step passed over, capturable or not */
    uint8_t made;   /* moves of this turn so far */
    uint8_t phase;
    uint8_t budget; /* moves that this turn has, BM_TURN_UNLIMITED: no limit; 0: plain turns */
};

/* The details behind one fault, for the sentence that people read. BM_SQ_NONE: does not apply.
 */
struct bm_why {
    bm_sq
        by; /* the piece that pins, checks, attacks, stands in the way; nifu: the other pawn */
    bm_sq at; /* the square concerned: king, attacked passage, blocked square */
};

/* Work that is counted while something is asked of a position, in moves made. */
struct bm_work {
    uint32_t spent, limit;
};

/* Load flags: differences between games that share a kernel. */
enum { BM_LOAD_CHESS960 = 1, BM_LOAD_KINGLESS = 2 };

/*
 * What rules/ knows of a kernel: called once per question, never inside a loop over moves. A
 * kernel is compiled once per instruction set; each instance has a table of its own.
 */
struct bm_kernel {
    const char *name, *isa;
    uint16_t max_moves;
    uint32_t pos_size, undo_size; /* at most: see struct bm_rules */

    /* Build *pos from a board. Returns all defects; *pos is written only if none is hard.
     * `game` is the compiled game, NULL for kernels that play one only. */
    bm_defects (*load)(void *pos, const struct bm_setup *setup, const void *game,
                       unsigned flags);
    void (*save)(const void *pos, struct bm_setup *out);

    /* Slow twins: the key from scratch, and whether every incremental value is right. */
    uint64_t (*slow_key)(const void *pos);
    bool (*sound)(const void *pos);

    /* `out` has room for max_moves. */
    size_t (*moves)(const void *pos, bm_move *out);
    /* Those that bring a piece of this kind, as it is before the move, to a square of the
     * board; drops too. */
    size_t (*moves_to)(const void *pos, unsigned kind, bm_sq to, bm_move *out);
    size_t (*count)(const void *pos);
    bool (*can_move)(const void *pos);
    /* Moves made to find the legal ones: how much more than one for each. 0: not counted. */
    unsigned (*work)(const void *pos);
    bm_faults (*judge)(const void *pos, bm_move m);
    void (*why)(const void *pos, bm_move m, bm_faults one, struct bm_why *out);

    void (*make)(void *pos, bm_move m, void *undo);
    void (*unmake)(void *pos, bm_move m, const void *undo);

    bm_piece (*piece)(const void *pos, bm_sq sq);
    unsigned (*hand)(const void *pos, unsigned side, unsigned kind);
    bool (*in_check)(const void *pos);
    unsigned (*checkers)(const void *pos, bm_sq *out);
    unsigned (*attackers)(const void *pos, bm_sq sq, unsigned side, bm_sq *out);

    /* BM_REASON_NONE, or why no mate can ever come (BM_REASON_MATERIAL, BM_REASON_DEAD). */
    enum bm_reason (*dead)(const void *pos);
    bool (*can_mate)(const void *pos, unsigned side);
    /* Fills all but result and needed for the side to move; false: the game has no such rule.
     */
    bool (*impasse)(const void *pos, struct bm_impasse *out);
    unsigned (*points)(const void *pos); /* of all pieces, for the credit of a handicap */
    bool (*on_goal)(const void *pos, unsigned side); /* try rule: king on the far king's home */

    /* BM_REASON_NONE, or why the board as it stands has ended the game, and for whom. */
    enum bm_reason (*over)(const void *pos, enum bm_result *result);

    uint64_t (*perft)(const void *pos, unsigned depth);
    uint64_t (*perft_hashed)(void *pos, unsigned depth, void *table, size_t entries);
};

extern const struct bm_kernel bm_chess_baseline_kernel, bm_shogi_baseline_kernel,
    bm_variant64_baseline_kernel, bm_variant128_baseline_kernel, bm_variant256_baseline_kernel;
#ifdef BM_HAVE_AVX2
extern const struct bm_kernel bm_chess_avx2_kernel, bm_shogi_avx2_kernel,
    bm_variant64_avx2_kernel, bm_variant128_avx2_kernel, bm_variant256_avx2_kernel;
#endif

#endif

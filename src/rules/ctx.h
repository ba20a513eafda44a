/* SPDX-License-Identifier: MIT */
#ifndef BM_RULES_CTX_H
#define BM_RULES_CTX_H

#include "rules/ruleset.h"

/* Room for a position of any kernel, checked against pos_size in bm_ctx_init(). */
union bm_any_pos {
    _Alignas(64) unsigned char bytes[3072];
    struct bm_head head;
};

/* Room for an undo record of any kernel. */
enum { BM_ANY_UNDO = 1024 };

/* What is remembered of each position of the line; 0 is the one that the line starts from. */
struct bm_ply {
    uint64_t key;
    bm_move move;    /* that led here */
    uint32_t before; /* the previous ply with the same key, or UINT32_MAX */
    uint32_t slot;   /* of the table, where this ply stands for its key */
    uint32_t count;  /* occurrences of the position so far, this one included */
    uint32_t dead;   /* enum bm_reason: why no mate can come any more, if so */
    int32_t checker; /* side that has forced the last repetition by checks alone, or -1 */
};

/*
 * A context is one block: this, then the plies, the kernel's undo records, and an open hash
 * table from keys to plies (0: free, else ply + 1). Plies leave the table in the reverse order
 * of entering, so that linear probing needs no marks for removed ones.
 */
struct bm_ctx {
    const struct bm_rules *rules;
    const struct bm_kernel *kernel;
    struct bm_ply *plies;
    unsigned char *undos;
    uint32_t *table;
    uint32_t mask; /* of the table */
    uint32_t cap;  /* moves that fit */
    uint32_t pos_size, undo_size;
    uint32_t ply;    /* moves played */
    uint32_t credit; /* points of the pieces that a handicap took from the second side */
    struct bm_options options;
    union bm_any_pos pos;
    union bm_any_pos start; /* the usual one, which readers of games ask for again and again */
};

/* Play a move that was found legal and fits: nothing is asked again. */
void bm_ctx_play_legal(struct bm_ctx *ctx, bm_move m);

/* What has ended the game although there are legal moves, played on or not. */
enum bm_reason bm_ctx_ending(const struct bm_ctx *ctx);
/* Whether that keeps moves from being played. */
bool bm_ctx_ended(const struct bm_ctx *ctx);

#endif

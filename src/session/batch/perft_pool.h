/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_BATCH_PERFT_POOL_H
#define BM_SESSION_BATCH_PERFT_POOL_H

#include "banmen/ctx.h"

/* Perft by several threads. */

/* What to count, and how. */
struct bm_perft_pool {
    const struct bm_ctx *ctx; /* unchanged, and not used by others meanwhile */
    unsigned depth;
    unsigned threads;
    size_t hash_bytes; /* 0: none */
    /* Called about every 100 ms with how many parts of the tree are counted; may be NULL. */
    void (*tick)(void *user, size_t done, size_t parts);
    void *user;

    /* Answers. */
    size_t moves;                 /* legal moves of the position */
    bm_move move[BM_MAX_MOVES];   /* in no order */
    uint64_t nodes[BM_MAX_MOVES]; /* below each of them */
    uint64_t total;
    double seconds;
    size_t done, parts; /* of the tree, as for tick */
};

enum bm_perft_status {
    BM_PERFT_DONE,
    BM_PERFT_INTERRUPTED, /* by Ctrl-C: workers still use *c, until the program ends */
    BM_PERFT_NO_MEMORY,
    BM_PERFT_NO_TABLE,  /* for as many bytes */
    BM_PERFT_NO_THREADS /* or no memory for them */
};

enum bm_perft_status bm_perft_pool_run(struct bm_perft_pool *c);

#endif

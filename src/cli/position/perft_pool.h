/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_POSITION_PERFT_POOL_H
#define BM_CLI_POSITION_PERFT_POOL_H

#include "banmen/ctx.h"

/* What to count, and how. */
struct bm_perft_pool {
    const struct bm_ctx *ctx; /* unchanged, and not used by others meanwhile */
    unsigned depth;
    unsigned threads;
    size_t hash_bytes; /* 0: none */
    bool progress;     /* a bar on stderr */

    /* Answers. */
    size_t moves;                 /* legal moves of the position */
    bm_move move[BM_MAX_MOVES];   /* in no order */
    uint64_t nodes[BM_MAX_MOVES]; /* below each of them */
    uint64_t total;
    double seconds;
};

/* 0; EXIT_INTERRUPTED after Ctrl-C; EXIT_USAGE if memory or threads are missing. Both are said
 * on stderr. */
int bm_perft_pool_run(struct bm_perft_pool *c);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_WORTHS_H
#define BM_SEARCH_WORTHS_H

/* What the rules of a game tell about its pieces, for its evaluation. */

#include <stddef.h>

#include "rules/ctx.h"
#include "search/weigh.h"

struct bm_worths {
    int board[BM_MAX_KINDS];        /* a piece, wherever it stands */
    int hand[BM_MAX_KINDS];         /* the same, in hand */
    int taken[BM_MAX_KINDS];        /* what taking it brings */
    int16_t mobility[BM_MAX_KINDS]; /* a square that a piece attacks, 1/16 centipawns */
    int16_t usual[BM_MAX_KINDS];    /* so many squares a piece attacks mostly, times 16 */
    int16_t weight[BM_MAX_KINDS];   /* what it brings to an attack on a royal */
    uint64_t pawns;                 /* kinds that are worth least */
    uint64_t guards;                /* kinds that are cheap enough to stand by their royal */
    uint64_t runners;               /* pawns that become more at the other end */
    int material;                   /* of both sides at the start, pawns not counted */
    int check;                      /* a check that has been given, where checks win */
    bool burden;                    /* who has nothing left wins */
    bool flat;                      /* no royals to hunt */

    struct bm_weight *place;  /* [2][kinds][squares]: worth and place of a piece */
    struct bm_weight *passed; /* [2][kinds][squares]: a runner whom no pawn can stop */
    uint64_t *ring;           /* [squares][words]: a square and those around it */
    uint64_t *span;           /* [2][squares][words]: from where pawns stop a runner */
    void *memory;             /* all four */
};

/* Bytes that `memory` has to have; 0: the game has an evaluation of its own. */
size_t bm_worths_size(const struct bm_rules *rules);
/* Find all of it. w->memory is there, and 0. */
void bm_worths_find(struct bm_worths *w, const struct bm_rules *rules, const int *value);

#endif

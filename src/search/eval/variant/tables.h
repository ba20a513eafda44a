/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_VARIANT_TABLES_H
#define BM_SEARCH_EVAL_VARIANT_TABLES_H

/* What the rules of a game tell about its pieces, for its evaluation. */

#include <stddef.h>

#include "rules/ctx.h"
#include "search/eval/variant/terms.h"

/* How far a place is from the usual, in steps of the weights of that name. */
struct bm_place {
    int8_t centre, ahead, reach;
};

/* Pawns that all attack at once: from squares of these sets others so many squares away. */
enum { HOPS = 4, MAX_HOP = 63 };

/* Rays of a kind by twos: so many vectors for each square, from the first on (lines.c). */
enum { BM_MAX_LINES = 16 };
struct bm_lines {
    uint32_t first;
    uint8_t count; /* 0: run along its rays one by one */
};

struct bm_worths {
    const struct bm_weight *weights;      /* those of the game's family */
    int64_t packed[VARIANT_WEIGHT_COUNT]; /* the same: bm_pack() */

    int board[BM_MAX_KINDS];      /* a piece, wherever it stands */
    int hand[BM_MAX_KINDS];       /* the same, in hand */
    int taken[BM_MAX_KINDS];      /* what taking it brings */
    uint8_t rank[BM_MAX_KINDS];   /* RANK_PAWN... */
    uint8_t class[BM_MAX_KINDS];  /* CLASS_PAWN... */
    uint8_t gain[BM_MAX_KINDS];   /* of a runner, when it promotes, in steps of VW_PASSED */
    int16_t pace[BM_MAX_KINDS];   /* steps of VW_OPEN for a square it attacks, times 256 */
    int16_t weight[BM_MAX_KINDS]; /* what it brings to an attack on a royal */
    uint64_t pawns;               /* kinds that are worth least */
    uint64_t guards;              /* kinds that are cheap enough to stand by their royal */
    uint64_t runners;             /* pawns that become more at the other end */
    uint64_t halves;              /* kinds that see squares of one colour only */
    uint64_t filers;              /* kinds that run along files */
    int material;                 /* of both sides at the start, pawns not counted */
    bool burden;                  /* who has nothing left wins */
    bool plain_pawns;             /* one kind, and what it attacks depends on no other piece */
    bool flat;                    /* no royals to hunt */
    uint8_t hops[2]; /* of plain pawns; 0: their attacks are not as simple as that */
    int8_t hop[2][HOPS];
    int8_t step[2]; /* the way from a square to the next, where there is one */
    struct bm_lines lines[2][BM_MAX_KINDS];

    uint64_t *line_list;    /* vectors of four words: see bm_lines_find() */
    int64_t *place;         /* [2][kinds][squares]: worth and place of a piece, packed */
    struct bm_place *steps; /* the same: what it is made of */
    uint8_t *way;           /* the same: steps until a runner promotes, 0: it is none */
    uint64_t *ring;         /* [squares][words]: a square and those around it */
    uint64_t *span;         /* [2][squares][words]: from where pawns stop a runner */
    uint64_t *front;        /* [2][squares][words]: squares before one, on its file */
    uint64_t *beside;       /* [squares][words]: the files beside it */
    uint64_t *flank;        /* [squares][words]: those beside it, on its rank */
    uint64_t *wide;         /* [squares][words]: those two steps away */
    uint64_t *dark;         /* [words]: those of one colour */
    uint64_t *far;          /* [2][kinds][squares][words]: attacked if nothing is in the way */
    uint64_t *hop_from;     /* [2][HOPS][words] */
    uint64_t *step_from;    /* [2][words]: squares that have a next */
    uint8_t *spot;          /* [2][squares]: where that is on the board, PLACES */
    uint8_t *up;            /* [2][squares]: how far ahead, UP_STEPS */
    uint8_t *next;          /* [2][squares]: a step ahead; the square itself: there is none */
    uint8_t *apart;         /* [squares][squares]: steps between, APART_STEPS at most */
    uint8_t *bearing;       /* [2][squares][squares]: where the second is, from the first */
    void *memory;           /* all of them */
};

/* Whether places count for a kind: where royals have a goal to reach, they need not hide. */
static inline bool bm_worths_has_spot(const struct bm_worths *w, const struct bm_compiled *g,
                                      unsigned kind)
{
    return w->rank[kind] != RANK_ROYAL || !g->goals;
}

/*
 * Of a board of two words a vector is a rising ray and a falling one, mirrored: its highest
 * square is the lowest member. Of a board of one word it is two such pairs.
 */
void bm_lines_find(struct bm_worths *w, const struct bm_compiled *g);
size_t bm_lines_size(const struct bm_compiled *g); /* bytes of line_list */

/* Bytes that `memory` has to have; 0: the game has an evaluation of its own. */
size_t bm_worths_size(const struct bm_rules *rules);
/* Find all of it. w->memory is there, and 0. */
void bm_worths_find(struct bm_worths *w, const struct bm_rules *rules, const int *value);

#endif

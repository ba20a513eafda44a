/* SPDX-License-Identifier: MIT */
#ifndef BM_TOURNAMENT_ADJUDICATION_H
#define BM_TOURNAMENT_ADJUDICATION_H

/*
 * Adjudication: a game ends before the rules end it when both engines' scores agree on the
 * result for some moves.
 */

#include <stdint.h>

#include "banmen/outcome.h"

/* The rules of adjudication. All zero: none. */
struct bm_adjudication_rules {
    unsigned draw_from;    /* move number from which on draws are given; 0: never */
    unsigned draw_moves;   /* of each side, one after another */
    unsigned draw_score;   /* within so many centipawns of 0 */
    unsigned resign_moves; /* of each side; 0: never */
    unsigned resign_score; /* beyond so many centipawns */
};

/*
 * Read "draw:FROM:MOVES:CP", "resign:MOVES:CP", or both with a comma between. BM_ESYNTAX, and
 * err tells the column.
 */
bm_status bm_adjudication_parse(struct bm_adjudication_rules *out, const char *text,
                                struct bm_error *err);

/* The state of the adjudication of a game. All zero at its start. */
struct bm_adjudicator {
    unsigned draws[2];  /* moves in a row that looked drawn, by side */
    unsigned ahead[2];  /* that looked won */
    unsigned behind[2]; /* that looked lost */
};

/* A score so large is a mate. */
enum { BM_ADJUDICATION_MATE = 1000000 };

/*
 * Add the score of a move, in centipawns for the side that moved (a mate: BM_ADJUDICATION_MATE
 * or more). `number` is the number of the full move. BM_ONGOING: no result yet.
 */
enum bm_result bm_adjudicator_add_score(struct bm_adjudicator *v,
                                        const struct bm_adjudication_rules *rules,
                                        unsigned side, int64_t score, unsigned number);
/* A side moved without a score: its counts start again. */
void bm_adjudicator_reset(struct bm_adjudicator *v, unsigned side);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_TOURNAMENT_ADJUDICATION_H
#define BM_TOURNAMENT_ADJUDICATION_H

/*
 * When a game is decided before the rules end it: both engines' scores say so, for long enough.
 */

#include <stdint.h>

#include "banmen/outcome.h"

/* What a referee goes by. All zero: the rules alone. */
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

/* What has been seen of a game. All zero at its start. */
struct bm_adjudicator {
    unsigned draws[2];  /* moves in a row that looked drawn, by side */
    unsigned ahead[2];  /* that looked won */
    unsigned behind[2]; /* that looked lost */
};

/* A score so large is a mate. */
enum { BM_ADJUDICATION_MATE = 1000000 };

/*
 * A side moved, and thought that the position was worth so many centipawns to it (a mate:
 * BM_ADJUDICATION_MATE or more). `number` is the move's number as people count. BM_ONGOING:
 * play on.
 */
enum bm_result bm_adjudicator_add_score(struct bm_adjudicator *v,
                                        const struct bm_adjudication_rules *rules,
                                        unsigned side, int64_t score, unsigned number);
/* A side moved and did not say what it thinks: what was seen of it no longer holds. */
void bm_adjudicator_reset(struct bm_adjudicator *v, unsigned side);

#endif

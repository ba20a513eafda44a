/* SPDX-License-Identifier: MIT */
#ifndef BM_ANNOTATION_ACCURACY_H
#define BM_ANNOTATION_ACCURACY_H

/*
 * Winning chances, move quality and accuracy, as pure functions. The formulas and their sources
 * are in docs/analysis.md.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The evaluation of a position, for the first side. */
struct bm_eval {
    enum {
        EVAL_NONE,
        EVAL_CENTIPAWNS,
        EVAL_MATE, /* moves to mate; negative: the second side mates */
        EVAL_OVER  /* the game has ended: 1, 0 or -1 */
    } kind;
    int64_t value;
    unsigned depth; /* 0: not known */
};

/* The scale of centipawns in a game. */
struct bm_eval_scale {
    double logistic; /* centipawns that multiply the odds of winning by e */
    int64_t cap;     /* losses are capped at this */
};
extern const struct bm_eval_scale bm_eval_scale_chess, bm_eval_scale_shogi;

/* The chance of a side to win, 0 to 100; a draw is half a win. */
double bm_eval_chance(const struct bm_eval *e, unsigned side,
                      const struct bm_eval_scale *scale);

enum bm_move_quality {
    QUALITY_NONE,
    QUALITY_INACCURACY,
    QUALITY_MISTAKE,
    QUALITY_BLUNDER,
    QUALITY_COUNT
};
/* The quality of a move, by the mover's winning chances before and after it. */
enum bm_move_quality bm_move_quality_of(double before, double after);
/* The annotation of PGN for it: 0, 6, 2, 4. */
unsigned bm_move_quality_nag(enum bm_move_quality v);

/* One move of a game. */
struct bm_analysed_move {
    unsigned side;
    bool best; /* it is the best or the only move: no loss is counted */
    enum bm_move_quality verdict;
    struct bm_eval before, after;
};

/* The accuracy of a move, 0 to 100. */
double bm_accuracy_of(double before, double after);
double bm_analysed_move_accuracy(const struct bm_analysed_move *s,
                                 const struct bm_eval_scale *scale);

/* The summary of one side of a game. */
struct bm_accuracy_summary {
    unsigned moves;
    unsigned verdicts[QUALITY_COUNT];
    double accuracy; /* 0 to 100; 100 without moves */
    double chance;   /* lost by a move, in the mean */
    double pawns;    /* centipawns lost by a move, in the mean */
};

/* Sum up moves that follow each other, each `after` being the next one's `before`. False if
 * there is no memory. */
bool bm_accuracy_sum_up(struct bm_accuracy_summary out[2], const struct bm_analysed_move *steps,
                        size_t count, const struct bm_eval_scale *scale);

#endif

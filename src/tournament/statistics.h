/* SPDX-License-Identifier: MIT */
#ifndef BM_TOURNAMENT_STATISTICS_H
#define BM_TOURNAMENT_STATISTICS_H

/*
 * Elo estimates and the SPRT. Two games of an opening, one from each side, are a pair; their
 * results are correlated, so that variances are computed from pairs (the pentanomial model).
 * docs/matches.md has the formulas.
 */

#include <stdbool.h>
#include <stdint.h>

/* The results of two engines, from the view of one of them. */
struct bm_tally {
    uint64_t wins, draws, losses;
    uint64_t pair[5]; /* whole pairs by their half points, 0 to 4; their games are above too */
};

static inline uint64_t bm_tally_games(const struct bm_tally *t)
{
    return t->wins + t->draws + t->losses;
}
static inline double bm_tally_points(const struct bm_tally *t)
{
    return (double)t->wins + (double)t->draws / 2;
}
uint64_t bm_tally_pairs(const struct bm_tally *t);
/* Add what another one counted; `mirror`: as the opponent sees it. */
void bm_tally_add(struct bm_tally *t, const struct bm_tally *more, bool mirror);

/* Estimates from a tally. Elo is logistic: 400 points are odds of ten to one. */
struct bm_elo_estimate {
    double score;          /* points by games; 0.5 without games */
    double elo, low, high; /* and 95 % limits; infinite if the score is, or may be, 0 or 1 */
    double error;          /* half of what lies between the limits */
    double normalized;     /* Elo by the spread of a game's result */
    double los;            /* likelihood of superiority */
    double draws;          /* share of games */
    bool paired;           /* the variance is that of pairs */
};

void bm_elo_estimate(struct bm_elo_estimate *out, const struct bm_tally *t);

/* Expected score of an Elo difference, and the inverse, which is infinite at 0 and 1. */
double bm_elo_to_score(double elo);
double bm_elo_from_score(double score);

/* What the Elo of a test means. */
enum bm_elo_model { BM_ELO_LOGISTIC, BM_ELO_NORMALIZED };

/*
 * A sequential probability ratio test of H1 (the first is e1 Elo better) against H0 (e0 Elo).
 */
struct bm_sprt {
    double e0, e1;
    double alpha, beta; /* error probabilities of accepting H1 and H0 */
    enum bm_elo_model model;
};

/* The bounds at which H0 and H1 are taken. */
double bm_sprt_lower(const struct bm_sprt *s);
double bm_sprt_upper(const struct bm_sprt *s);

/* The log-likelihood ratio: whole pairs if `paired`, else games; 0 without any. */
double bm_sprt_llr(const struct bm_sprt *s, const struct bm_tally *t, bool paired);

#endif

/* SPDX-License-Identifier: MIT */
#include "tournament/statistics.h"

#include <math.h>
#include <string.h>

/* 95 % of a normal distribution lie within so many standard deviations of its mean. */
static const double within_95 = 1.959963984540054;
/* One standard deviation of a game is worth so much normalized Elo: 800 / ln 10. */
static const double per_deviation = 347.43558552260146;

uint64_t bm_tally_pairs(const struct bm_tally *t)
{
    return t->pair[0] + t->pair[1] + t->pair[2] + t->pair[3] + t->pair[4];
}

void bm_tally_add(struct bm_tally *t, const struct bm_tally *more, bool mirror)
{
    t->wins += mirror ? more->losses : more->wins;
    t->draws += more->draws;
    t->losses += mirror ? more->wins : more->losses;
    for (unsigned i = 0; i < 5; i++)
        t->pair[i] += more->pair[mirror ? 4 - i : i];
}

double bm_elo_to_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

double bm_elo_from_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

/* A distribution of scores: values and frequencies. */
struct score_distribution {
    unsigned n;
    double value[5], p[5];
};

static void distribution_moments(const struct score_distribution *d, double *mean,
                                 double *variance)
{
    double sum = 0, square = 0;
    for (unsigned i = 0; i < d->n; i++)
        sum += d->p[i] * d->value[i];
    for (unsigned i = 0; i < d->n; i++)
        square += d->p[i] * (d->value[i] - sum) * (d->value[i] - sum);
    *mean = sum;
    *variance = square;
}

/* Frequencies of counts; `least` replaces counts of zero. Returns the sum of the counts. */
static double spread_of(struct score_distribution *out, const uint64_t *count, unsigned n,
                        double least)
{
    double total = 0;
    out->n = n;
    for (unsigned i = 0; i < n; i++) {
        out->value[i] = (double)i / (n - 1);
        out->p[i] = count[i] ? (double)count[i] : least;
        total += out->p[i];
    }
    for (unsigned i = 0; i < n && total > 0; i++)
        out->p[i] /= total;
    return total;
}

void bm_elo_estimate(struct bm_elo_estimate *out, const struct bm_tally *t)
{
    const double games = (double)bm_tally_games(t);
    const uint64_t single[3] = {t->losses, t->draws, t->wins};
    struct score_distribution d;
    double mean, variance = 0;

    *out = (struct bm_elo_estimate){
        .score = 0.5, .low = -INFINITY, .high = INFINITY, .error = INFINITY, .los = 0.5};
    if (games == 0)
        return;
    if (bm_tally_pairs(t) != 0) {
        spread_of(&d, t->pair, 5, 0);
        distribution_moments(&d, &mean, &variance);
        variance *= 2; /* the mean of two games varies half as much as one */
        out->paired = variance > 0;
    }
    if (!out->paired) {
        spread_of(&d, single, 3, 0);
        distribution_moments(&d, &mean, &variance);
    }

    out->score = bm_tally_points(t) / games;
    out->draws = (double)t->draws / games;
    const double deviation = sqrt(variance / games);
    out->elo = bm_elo_from_score(out->score);
    out->low = bm_elo_from_score(out->score - within_95 * deviation);
    out->high = bm_elo_from_score(out->score + within_95 * deviation);
    out->error = (out->high - out->low) / 2;
    const double above = out->score - 0.5;
    if (variance > 0) {
        out->normalized = above / sqrt(variance) * per_deviation;
        out->los = erfc(-above / deviation / sqrt(2)) / 2;
    } else {
        /* All results are equal: the variance is 0. */
        out->error = above != 0 ? INFINITY : 0;
        out->normalized = above > 0 ? INFINITY : above < 0 ? -INFINITY : 0;
        out->los = above > 0 ? 1 : above < 0 ? 0 : 0.5;
    }
}

/* The sequential test. -------------------------------------------------------------------- */

double bm_sprt_lower(const struct bm_sprt *s) { return log(s->beta / (1 - s->alpha)); }
double bm_sprt_upper(const struct bm_sprt *s) { return log((1 - s->beta) / s->alpha); }

/*
 * Solves sum(p * a / (1 + x * a)) = 0 for x by bisection. The function is monotonic between the
 * two poles around 0, so that there is exactly one solution if a has both signs.
 */
static double solve_multiplier(const double *a, const double *p, unsigned n)
{
    double least = 0, most = 0;
    for (unsigned i = 0; i < n; i++) {
        least = a[i] < least ? a[i] : least;
        most = a[i] > most ? a[i] : most;
    }
    if (least == 0 || most == 0)
        return 0;
    double low = -1 / most, high = -1 / least;
    for (unsigned step = 0; step < 200 && low < high; step++) {
        const double x = low + (high - low) / 2;
        double sum = 0;
        if (x == low || x == high)
            break;
        for (unsigned i = 0; i < n; i++)
            sum += p[i] * a[i] / (1 + x * a[i]);
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return low + (high - low) / 2;
}

/* The maximum likelihood distribution with this mean. */
static void fit_mean(struct score_distribution *out, const struct score_distribution *seen,
                     double mean)
{
    double a[5];
    *out = *seen;
    for (unsigned i = 0; i < seen->n; i++)
        a[i] = seen->value[i] - mean;
    const double x = solve_multiplier(a, seen->p, seen->n);
    for (unsigned i = 0; i < seen->n; i++)
        out->p[i] = seen->p[i] / (1 + x * a[i]);
}

/*
 * The maximum likelihood distribution whose mean is so many standard deviations above one half.
 * The condition is not linear: it is linearised at the last solution, until that converges.
 */
static void fit_deviations(struct score_distribution *out,
                           const struct score_distribution *seen, double deviations)
{
    enum { STEPS = 50 };
    *out = *seen;
    for (unsigned i = 0; i < seen->n; i++)
        out->p[i] = 1.0 / seen->n;
    for (unsigned step = 0; step < STEPS; step++) {
        double mean, variance, a[5], moved = 0;
        distribution_moments(out, &mean, &variance);
        const double sigma = sqrt(variance);
        for (unsigned i = 0; i < seen->n; i++) {
            const double off = (mean - seen->value[i]) / sigma;
            a[i] = seen->value[i] - 0.5 - deviations * sigma * (1 + off * off) / 2;
        }
        const double x = solve_multiplier(a, seen->p, seen->n);
        for (unsigned i = 0; i < seen->n; i++) {
            const double p = seen->p[i] / (1 + x * a[i]);
            moved = fmax(moved, fabs(p - out->p[i]));
            out->p[i] = p;
        }
        if (moved < 1e-12)
            break;
    }
}

static void fit_hypothesis(struct score_distribution *out,
                           const struct score_distribution *seen, double elo,
                           enum bm_elo_model model)
{
    if (model == BM_ELO_LOGISTIC) {
        fit_mean(out, seen, bm_elo_to_score(elo));
        return;
    }
    /* Normalized Elo is by game; the mean of a pair has half the variance. */
    const double games = seen->n == 5 ? 2 : 1;
    fit_deviations(out, seen, elo / per_deviation * sqrt(games));
}

double bm_sprt_llr(const struct bm_sprt *s, const struct bm_tally *t, bool paired)
{
    const uint64_t single[3] = {t->losses, t->draws, t->wins};
    struct score_distribution seen, h0, h1;
    if ((paired ? bm_tally_pairs(t) : bm_tally_games(t)) == 0)
        return 0;
    /* Regularisation: without it a series of wins would have an infinite ratio. */
    const double count =
        paired ? spread_of(&seen, t->pair, 5, 1e-3) : spread_of(&seen, single, 3, 1e-3);
    fit_hypothesis(&h0, &seen, s->e0, s->model);
    fit_hypothesis(&h1, &seen, s->e1, s->model);
    double sum = 0;
    for (unsigned i = 0; i < seen.n; i++)
        sum += seen.p[i] * log(h1.p[i] / h0.p[i]);
    return count * sum;
}

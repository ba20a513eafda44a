/* SPDX-License-Identifier: MIT */
/* Elo, its limits and the sequential test: against numbers that others published, and by play.
 */
#include "tournament/statistics.h"

#include <math.h>

#include "base/random.h"
#include "tap.h"

static bool near(double a, double b, double by) { return fabs(a - b) <= by; }

#define eq_near(got, want, by)                                                             \
    ok_named(near((got), (want), (by)), "%s is %.6g, should be %.6g", #got, (double)(got), \
             (double)(want))

static struct bm_tally pairs(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
    struct bm_tally t = {.pair = {a, b, c, d, e}};
    /* Any games that make up such pairs give the same numbers: take the middle as draws. */
    t.wins = d + 2 * e;
    t.losses = b + 2 * a;
    t.draws = b + d + 2 * c;
    return t;
}

/* What two match programs and a testing server printed for such results. */
static void published(void)
{
    struct bm_elo_estimate e;
    struct bm_tally t = pairs(40, 67, 295, 123, 54);
    bm_elo_estimate(&e, &t);
    eq_near(e.elo, 25.25, 0.005);
    eq_near(e.error, 13.92, 0.005);
    eq_near(e.normalized, 36.44, 0.005);
    eq_near(e.los, 0.9998, 0.00005);
    ok(e.paired);
    t = pairs(66, 79, 5, 0, 0);
    bm_elo_estimate(&e, &t);
    eq_near(e.elo, -303.61, 0.005);
    eq_near(e.error, 30.73, 0.005);
    eq_near(e.normalized, -622.74, 0.005);
    t = pairs(578, 1352, 1985, 1283, 564);
    bm_elo_estimate(&e, &t);
    eq_near(e.elo, -2.92, 0.005);
    eq_near(e.error, 5.02, 0.005);
    eq_near(e.los, 0.1265, 0.00005);

    t = (struct bm_tally){.wins = 449, .losses = 276, .draws = 275};
    bm_elo_estimate(&e, &t);
    eq_near(e.elo, 60.7, 0.05);
    eq_near(e.error, 18.5, 0.05);
    eq_near(e.draws, 0.275, 1e-9);
    ok(!e.paired);
    t = (struct bm_tally){.wins = 382, .losses = 320, .draws = 298};
    bm_elo_estimate(&e, &t);
    eq_near(e.elo, 21.6, 0.05);
    eq_near(e.error, 18.1, 0.05);
    eq_near(e.los, 0.990, 0.001); /* theirs leaves the draws out */
}

static double llr(enum bm_elo_model model, double e0, double e1, struct bm_tally t, bool paired)
{
    const struct bm_sprt s = {e0, e1, 0.05, 0.05, model};
    return bm_sprt_llr(&s, &t, paired);
}

static void published_llr(void)
{
    const enum bm_elo_model l = BM_ELO_LOGISTIC, n = BM_ELO_NORMALIZED;
    eq_near(llr(l, 0.5, 2.5, pairs(223, 9863, 21279, 10037, 246), true), -3.07, 0.005);
    eq_near(llr(l, 0, 2, pairs(871, 26175, 55983, 26678, 821), true), -4.98, 0.005);
    eq_near(llr(n, 0, 2, pairs(365, 16618, 36229, 16974, 390), true), 2.25, 0.005);
    eq_near(llr(n, -1.75, 0.25, pairs(127, 4883, 10712, 5150, 104), true), 3.01, 0.005);
    eq_near(llr(n, 0, 5, pairs(0, 0, 0, 0, 5550), true), 111.82, 0.5);
    eq_near(llr(n, 0, 10, pairs(40, 67, 295, 123, 54), true), 2.95, 0.005);
    const struct bm_tally a = {.wins = 36433, .losses = 36027, .draws = 68692};
    eq_near(llr(n, 0, 2, a, false), 0.92, 0.005);
    const struct bm_tally b = {.wins = 10871, .losses = 10650, .draws = 20431};
    eq_near(llr(n, -1.75, 0.25, b, false), 2.30, 0.005);
    const struct bm_sprt s = {0, 5, 0.05, 0.05, l};
    eq_near(bm_sprt_upper(&s), 2.9444, 0.0001);
    eq_near(bm_sprt_lower(&s), -2.9444, 0.0001);
    eq_near(llr(l, 0, 5, (struct bm_tally){0}, true), 0, 0);
    eq_near(llr(n, 0, 5, (struct bm_tally){0}, false), 0, 0);
}

static void edges(void)
{
    struct bm_elo_estimate e;
    struct bm_tally t = {0};
    bm_elo_estimate(&e, &t);
    eq_near(e.score, 0.5, 0);
    eq_near(e.los, 0.5, 0);
    t.wins = 8;
    bm_elo_estimate(&e, &t);
    ok(isinf(e.elo) && e.elo > 0 && isinf(e.error));
    eq_near(e.los, 1, 0);
    t = (struct bm_tally){.draws = 8};
    bm_elo_estimate(&e, &t);
    eq_near(e.elo, 0, 0);
    eq_near(e.error, 0, 0);
    eq_near(e.los, 0.5, 0);
    t = (struct bm_tally){.losses = 3};
    bm_elo_estimate(&e, &t);
    ok(isinf(e.elo) && e.elo < 0);
    eq_near(e.los, 0, 0);
    eq_near(bm_elo_to_score(400), 10.0 / 11, 1e-12);
    eq_near(bm_elo_from_score(bm_elo_to_score(-123.4)), -123.4, 1e-9);

    /* Pairs that are all the same tell nothing of their variance, but the games do. */
    struct bm_elo_estimate single;
    t = (struct bm_tally){.wins = 50, .losses = 50};
    bm_elo_estimate(&single, &t);
    t.pair[2] = 50;
    bm_elo_estimate(&e, &t);
    ok(!e.paired && e.error > 60);
    eq_near(e.error, single.error, 0);

    struct bm_tally sum = {0};
    t = pairs(1, 2, 3, 4, 5);
    bm_tally_add(&sum, &t, false);
    bm_tally_add(&sum, &t, true);
    eq_u64(sum.wins, sum.losses);
    eq_u64(sum.pair[0], 6);
    eq_u64(bm_tally_pairs(&sum), 30);
}

/* One pair of games of somebody whose expected score is `score`, with many draws. */
static unsigned play_pair(double score, uint64_t *state)
{
    unsigned halves = 0;
    for (unsigned game = 0; game < 2; game++) {
        const double draw = 0.5, x = (double)(bm_random(state) >> 11) * 0x1p-53;
        const double win = score - draw / 2;
        halves += x < win ? 2 : x < win + draw ? 1 : 0;
    }
    return halves;
}

/* The share of tests that say H1 when the truth is `elo`. */
static double accepted(const struct bm_sprt *s, double elo, unsigned tests, uint64_t seed)
{
    unsigned yes = 0;
    const double score = bm_elo_to_score(elo);
    for (unsigned i = 0; i < tests; i++) {
        struct bm_tally t = {0};
        double ratio;
        do {
            const unsigned halves = play_pair(score, &seed);
            t.pair[halves]++;
            ratio = bm_sprt_llr(s, &t, true);
        } while (ratio > bm_sprt_lower(s) && ratio < bm_sprt_upper(s));
        yes += ratio >= bm_sprt_upper(s);
    }
    return (double)yes / tests;
}

/*
 * With 400 tests, three standard deviations around 5 % are 1.7 to 8.3 %; a test that overshoots
 * its bounds errs less often, never more.
 */
static void errors_by_play(void)
{
    const unsigned tests = (unsigned)tap_env_u64("BANMEN_TEST_SPRT", 400);
    const struct bm_sprt s = {0, 40, 0.05, 0.05, BM_ELO_LOGISTIC};
    const double at_e0 = accepted(&s, 0, tests, 1), at_e1 = accepted(&s, 40, tests, 2);
    const double worse = accepted(&s, -40, tests, 3), better = accepted(&s, 80, tests, 4);
    ok_named(at_e0 < 0.083 && at_e0 > 0.005, "H1 is taken in %.3f of tests at E0", at_e0);
    ok_named(at_e1 > 0.917 && at_e1 < 0.995, "H1 is taken in %.3f of tests at E1", at_e1);
    ok_named(worse < 0.01, "H1 is taken in %.3f of tests below E0", worse);
    ok_named(better > 0.99, "H1 is taken in %.3f of tests above E1", better);
    const struct bm_sprt strict = {0, 40, 0.2, 0.01, BM_ELO_LOGISTIC};
    const double loose = accepted(&strict, 0, tests, 5), sure = accepted(&strict, 40, tests, 6);
    ok_named(loose > 0.1 && loose < 0.26, "alpha 0.2: wrongly H1 in %.3f", loose);
    ok_named(sure > 0.97, "beta 0.01: rightly H1 in %.3f", sure);
}

/* For an oracle: lines "MODEL E0 E1 PAIRED counts..." in, "LLR elo low high los nelo" out. */
static int serve(void)
{
    unsigned model, paired;
    double e0, e1;
    struct bm_tally t;
    while (scanf("%u %lf %lf %u", &model, &e0, &e1, &paired) == 4) {
        t = (struct bm_tally){0};
        if (scanf("%" SCNu64 " %" SCNu64 " %" SCNu64, &t.wins, &t.draws, &t.losses) != 3)
            return 2;
        for (unsigned i = 0; i < 5; i++)
            if (scanf("%" SCNu64, &t.pair[i]) != 1)
                return 2;
        const struct bm_sprt s = {e0, e1, 0.05, 0.05,
                                  model ? BM_ELO_NORMALIZED : BM_ELO_LOGISTIC};
        struct bm_elo_estimate e;
        bm_elo_estimate(&e, &t);
        printf("%.12g %.12g %.12g %.12g %.12g %.12g\n", bm_sprt_llr(&s, &t, paired != 0), e.elo,
               e.low, e.high, e.los, e.normalized);
    }
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return serve();
    published();
    published_llr();
    edges();
    errors_by_play();
    return tap_done();
}

/* SPDX-License-Identifier: MIT */
/*
 * Winning chances, accuracy and verdicts against values that were computed elsewhere, by
 * Python's math and statistics from the formulas of docs/analysis.md.
 */
#include "annotation/accuracy.h"

#include <math.h>

#include "tap.h"

static bool near(double got, double want) { return fabs(got - want) < 1e-6; }

#define eq_double(got, want) ok_named(near((got), (want)), "%s is %.6f", #got, (double)(want))

static struct bm_eval cp(int64_t v)
{
    return (struct bm_eval){.kind = EVAL_CENTIPAWNS, .value = v};
}

static double chance(int64_t v, const struct bm_eval_scale *scale)
{
    const struct bm_eval e = cp(v);
    return bm_eval_chance(&e, 0, scale);
}

static void chances(void)
{
    eq_double(chance(0, &bm_eval_scale_chess), 50);
    eq_double(chance(20, &bm_eval_scale_chess), 51.840208);
    eq_double(chance(100, &bm_eval_scale_chess), 59.102590);
    eq_double(chance(300, &bm_eval_scale_chess), 75.112550);
    eq_double(chance(-300, &bm_eval_scale_chess), 24.887450);
    eq_double(chance(1000, &bm_eval_scale_chess), 97.544744);
    eq_double(chance(100, &bm_eval_scale_shogi), 54.157048);
    eq_double(chance(-1234, &bm_eval_scale_shogi), 11.338048);
    eq_double(chance(INT64_MAX, &bm_eval_scale_chess), 100);

    const struct bm_eval lost = cp(-300);
    eq_double(bm_eval_chance(&lost, 1, &bm_eval_scale_chess), 75.112550);
    for (int v = -3; v <= 3; v++) {
        const struct bm_eval mate = {.kind = EVAL_MATE, .value = v};
        if (v != 0)
            eq_double(bm_eval_chance(&mate, 1, &bm_eval_scale_chess), v < 0 ? 100 : 0);
    }
    const struct bm_eval drawn = {.kind = EVAL_OVER, .value = 0};
    const struct bm_eval won = {.kind = EVAL_OVER, .value = -1};
    eq_double(bm_eval_chance(&drawn, 1, &bm_eval_scale_chess), 50);
    eq_double(bm_eval_chance(&won, 1, &bm_eval_scale_chess), 100);
}

static void accuracies(void)
{
    eq_double(bm_accuracy_of(50, 50), 100);
    eq_double(bm_accuracy_of(50, 55), 100);
    eq_double(bm_accuracy_of(60, 55), 79.815300);
    eq_double(bm_accuracy_of(60, 50), 63.579828);
    eq_double(bm_accuracy_of(75, 60), 50.520827);
    eq_double(bm_accuracy_of(80, 40), 14.909002);
    eq_double(bm_accuracy_of(100, 0), 0);
}

static void verdicts(void)
{
    ok(bm_move_quality_of(50, 50) == QUALITY_NONE);
    ok(bm_move_quality_of(50, 90) == QUALITY_NONE);
    ok(bm_move_quality_of(50, 45.01) == QUALITY_NONE);
    ok(bm_move_quality_of(50, 45) == QUALITY_INACCURACY);
    ok(bm_move_quality_of(50, 40.01) == QUALITY_INACCURACY);
    ok(bm_move_quality_of(50, 40) == QUALITY_MISTAKE);
    ok(bm_move_quality_of(50, 35.01) == QUALITY_MISTAKE);
    ok(bm_move_quality_of(50, 35) == QUALITY_BLUNDER);
    ok(bm_move_quality_of(100, 0) == QUALITY_BLUNDER);
    eq_u64(bm_move_quality_nag(QUALITY_NONE), 0);
    eq_u64(bm_move_quality_nag(QUALITY_INACCURACY), 6);
    eq_u64(bm_move_quality_nag(QUALITY_MISTAKE), 2);
    eq_u64(bm_move_quality_nag(QUALITY_BLUNDER), 4);
}

static bool sum(struct bm_accuracy_summary out[2], const int64_t *values, const unsigned *sides,
                size_t count, const struct bm_eval_scale *scale)
{
    struct bm_analysed_move steps[64];
    for (size_t i = 0; i < count; i++) {
        steps[i] = (struct bm_analysed_move){
            .side = sides[i], .before = cp(values[i]), .after = cp(values[i + 1])};
        steps[i].verdict = bm_move_quality_of(bm_eval_chance(&steps[i].before, sides[i], scale),
                                              bm_eval_chance(&steps[i].after, sides[i], scale));
    }
    return bm_accuracy_sum_up(out, steps, count, scale);
}

static void games(void)
{
    struct bm_accuracy_summary s[2];
    const int64_t brief[] = {20, 5, 60, 30, 90, -410};
    ok(sum(s, brief, (const unsigned[]){0, 1, 0, 1, 0}, 5, &bm_eval_scale_chess));
    eq_double(s[0].accuracy, 29.714486);
    eq_double(s[0].chance, 14.744211);
    eq_double(s[0].pawns, 181.666667);
    eq_double(s[1].accuracy, 78.917654);
    eq_u64(s[0].moves, 3);
    eq_u64(s[1].moves, 2);
    eq_u64(s[0].verdicts[QUALITY_BLUNDER], 1);
    eq_u64(s[1].verdicts[QUALITY_INACCURACY], 2);

    /* A side may move several times in a row. */
    const int64_t turns[] = {20, 5, -60, -30, 90, -410};
    ok(sum(s, turns, (const unsigned[]){0, 0, 1, 1, 0}, 5, &bm_eval_scale_shogi));
    eq_double(s[0].accuracy, 55.855672);
    eq_double(s[0].chance, 7.840795);
    eq_double(s[1].accuracy, 84.677029);
    eq_double(s[1].chance, 3.120452);

    /* Long enough for windows of more than two positions; one value is beyond the cap. */
    int64_t many[46];
    unsigned sides[45];
    for (int i = 0; i < 46; i++)
        many[i] = (i * 37 % 23 - 11) * 15 + (i % 7 == 3 ? -180 : 0) + (i == 31 ? 1500 : 0);
    for (unsigned i = 0; i < 45; i++)
        sides[i] = i % 2;
    ok(sum(s, many, sides, 45, &bm_eval_scale_chess));
    eq_double(s[0].accuracy, 68.540146);
    eq_double(s[0].chance, 8.252041);
    eq_double(s[0].pawns, 91.956522);
    eq_double(s[1].accuracy, 68.434341);
    eq_double(s[1].chance, 7.922107);
    eq_double(s[1].pawns, 87.954545);

    /* The best move costs nothing. */
    const struct bm_analysed_move best = {.best = true, .before = cp(100), .after = cp(-100)};
    ok(bm_accuracy_sum_up(s, &best, 1, &bm_eval_scale_chess));
    eq_double(s[0].accuracy, 100);
    eq_double(s[0].chance, 0);
    eq_double(s[0].pawns, 0);

    ok(bm_accuracy_sum_up(s, NULL, 0, &bm_eval_scale_chess));
    eq_u64(s[0].moves, 0);
    eq_double(s[1].accuracy, 100);
}

int main(void)
{
    chances();
    accuracies();
    verdicts();
    games();
    return tap_done();
}

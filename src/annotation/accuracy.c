/* SPDX-License-Identifier: MIT */
#include "annotation/accuracy.h"

#include <math.h>

#include "base/buf.h"

const struct bm_eval_scale bm_eval_scale_chess = {1 / 0.00368208, 1000};
const struct bm_eval_scale bm_eval_scale_shogi = {600, 2000};

double bm_eval_chance(const struct bm_eval *e, unsigned side, const struct bm_eval_scale *scale)
{
    double first = 50;
    if (e->kind == EVAL_MATE)
        first = e->value > 0 ? 100 : 0;
    else if (e->kind == EVAL_OVER)
        first = 50 + 50 * (double)e->value;
    else if (e->kind == EVAL_CENTIPAWNS)
        first = 100 / (1 + exp(-(double)e->value / scale->logistic));
    return side == 0 ? first : 100 - first;
}

enum bm_move_quality bm_move_quality_of(double before, double after)
{
    const double lost = before - after;
    return lost >= 15   ? QUALITY_BLUNDER
           : lost >= 10 ? QUALITY_MISTAKE
           : lost >= 5  ? QUALITY_INACCURACY
                        : QUALITY_NONE;
}

unsigned bm_move_quality_nag(enum bm_move_quality v)
{
    static const unsigned char nag[QUALITY_COUNT] = {0, 6, 2, 4};
    return nag[v];
}

double bm_accuracy_of(double before, double after)
{
    if (after >= before)
        return 100;
    const double a =
        103.1668100711649 * exp(-0.04354415386753951 * (before - after)) - 3.166924740191411;
    return a < 0 ? 0 : a;
}

double bm_analysed_move_accuracy(const struct bm_analysed_move *s,
                                 const struct bm_eval_scale *scale)
{
    return s->best ? 100
                   : bm_accuracy_of(bm_eval_chance(&s->before, s->side, scale),
                                    bm_eval_chance(&s->after, s->side, scale));
}

static double clamp_double(double v, double low, double high)
{
    return v < low ? low : v > high ? high : v;
}

/* Centipawns for a side, cut at the cap. */
static double capped_centipawns(const struct bm_eval *e, unsigned side,
                                const struct bm_eval_scale *scale)
{
    const double cap = (double)scale->cap;
    const double sign = e->value > 0 ? 1 : e->value < 0 ? -1 : 0;
    const double v = e->kind == EVAL_CENTIPAWNS ? clamp_double((double)e->value, -cap, cap)
                     : e->kind == EVAL_NONE     ? 0
                                                : sign * cap;
    return side == 0 ? v : -v;
}

static double standard_deviation(const double *v, size_t n)
{
    double mean = 0, square = 0;
    for (size_t i = 0; i < n; i++)
        mean += v[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        square += (v[i] - mean) * (v[i] - mean) / (double)n;
    return sqrt(square);
}

/*
 * How much a move counts: more where chances swing. The window has a tenth of the game's moves,
 * and ends at the position behind the move.
 */
static double move_weight(const double *chances, size_t moves, size_t i)
{
    const size_t window = (size_t)clamp_double((double)(moves / 10), 2, 8);
    const size_t start = i + 2 > window ? i + 2 - window : 0;
    const size_t n = start + window > moves + 1 ? moves + 1 - start : window;
    return clamp_double(standard_deviation(chances + start, n), 0.5, 12);
}

bool bm_accuracy_sum_up(struct bm_accuracy_summary out[2], const struct bm_analysed_move *steps,
                        size_t count, const struct bm_eval_scale *scale)
{
    double weighted[2] = {0}, weights[2] = {0}, inverse[2] = {0};
    void *mem = NULL;
    size_t cap = 0;
    out[0] = out[1] = (struct bm_accuracy_summary){.accuracy = 100};
    if (count == 0)
        return true;
    if (!bm_grow(&mem, &cap, count + 1, sizeof(double)))
        return false;
    double *const chances = mem;
    for (size_t i = 0; i <= count; i++)
        chances[i] =
            bm_eval_chance(i < count ? &steps[i].before : &steps[i - 1].after, 0, scale);

    for (size_t i = 0; i < count; i++) {
        const struct bm_analysed_move *const s = &steps[i];
        struct bm_accuracy_summary *const o = &out[s->side];
        const double before = bm_eval_chance(&s->before, s->side, scale);
        const double after = bm_eval_chance(&s->after, s->side, scale);
        const double accuracy = bm_analysed_move_accuracy(s, scale);
        const double w = move_weight(chances, count, i);
        const double lost = capped_centipawns(&s->before, s->side, scale) -
                            capped_centipawns(&s->after, s->side, scale);
        o->moves++;
        o->verdicts[s->verdict]++;
        o->chance += after < before && !s->best ? before - after : 0;
        o->pawns += lost > 0 && !s->best ? lost : 0;
        weighted[s->side] += w * accuracy;
        weights[s->side] += w;
        inverse[s->side] += 1 / (accuracy < 1 ? 1 : accuracy);
    }
    for (unsigned side = 0; side < 2; side++) {
        struct bm_accuracy_summary *const o = &out[side];
        if (o->moves == 0)
            continue;
        o->accuracy = (weighted[side] / weights[side] + o->moves / inverse[side]) / 2;
        o->chance /= o->moves;
        o->pawns /= o->moves;
    }
    bm_release(mem);
    return true;
}

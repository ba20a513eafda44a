/* SPDX-License-Identifier: MIT */
/*
 * tune [-v GAME] [-e EPOCHS] [-r RESULT] [-p PRIOR] [-l LONG] [-s SEED] < POSITIONS > WEIGHTS:
 * find the weights of an evaluation from positions that selfplay wrote. Games that share their
 * weights are learned together: tune -v GAME -i POSITIONS -v GAME -i POSITIONS...
 *
 * A value becomes a probability by a logistic curve, whose slope is fitted first, for each
 * game. What it should be is the result of the game and what the search said, mixed: RESULT
 * percent of the former. The loss is the cross entropy, and each weight is held by a spring of
 * strength 1/PRIOR^2 to where it was, so that what is hardly ever seen does not move; those of
 * long runs, like the squares of a board, by one of strength 1/LONG^2. Steps are Adam's, on
 * batches drawn by lot. Every tenth block of positions is not learned from and tells whether it
 * helped. The same input and options, the same bytes.
 */
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "tune.h"

enum {
    BATCH = 8192,
    BLOCK = 1000, /* lines that are learned from together, or not: mostly whole games */
    LONG = 64,    /* weights of a run that is not long yet */
    ALIKE = 10    /* positions of one game count as one of so many that know of each other */
};

struct fit {
    const struct data *data;
    double slope[MAX_GAMES]; /* of the curve, per centipawn */
    double mix;              /* of the result */
    double prior, prior_long;
    double *spring;
    unsigned weights; /* twice: mg and eg by turns */
    double *w, *start, *m, *v, *gradient;
    double cold_m, cold_v; /* how much the means still lack */
    size_t *order, order_count;
};

/* exp() by squaring: worse than that of the C library, but the same everywhere. */
static double power(double x)
{
    double y = 1 + x / 4096;
    if (y < 0.5)
        return 0;
    for (unsigned i = 0; i < 12; i++)
        y *= y;
    return y;
}

static double probability(double slope, double value)
{
    const double x = slope * value;
    return x > 0 ? 1 / (1 + power(-x)) : 1 - 1 / (1 + power(x));
}

static bool is_kept_back(size_t sample) { return sample / BLOCK % 10 == 9; }

static double value_of(const struct fit *f, const struct sample *s)
{
    const struct count *const c = f->data->counts + s->first;
    double mg = 0, eg = 0;
    for (unsigned i = 0; i < s->counts; i++) {
        mg += f->w[2 * c[i].weight] * c[i].times;
        eg += f->w[2 * c[i].weight + 1] * c[i].times;
    }
    return mg * (double)s->mg + eg * (double)s->eg + (double)s->rest;
}

static double target(const struct fit *f, const struct sample *s)
{
    return f->mix * (double)s->result +
           (1 - f->mix) * probability(f->slope[s->game], (double)s->score);
}

enum truth { THE_RESULT, THE_SEARCH };

/* The mean square between what is expected and what came, or what the search said, of those
 * kept back or of the others, in one game or in all. */
static double error_of(const struct fit *f, enum truth truth, bool kept_back, unsigned game)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < f->data->sample_count; i++) {
        const struct sample *const s = &f->data->samples[i];
        if (is_kept_back(i) != kept_back || (game != MAX_GAMES && s->game != game))
            continue;
        const double slope = f->slope[s->game];
        const double was =
            truth == THE_RESULT ? (double)s->result : probability(slope, (double)s->score);
        const double d = probability(slope, value_of(f, s)) - was;
        sum += d * d;
        n++;
    }
    return n ? sum / (double)n : 0;
}

static void tell_errors(const struct fit *f, unsigned game)
{
    fprintf(stderr, "error %.6f, kept back %.6f, beside the search %.6f\n",
            error_of(f, THE_RESULT, false, game), error_of(f, THE_RESULT, true, game),
            error_of(f, THE_SEARCH, true, game));
}

/* The slope that explains the results of a game best with the weights as they are. */
static void fit_slope(struct fit *f, unsigned game)
{
    double low = 0.0005, high = 0.02;
    for (unsigned i = 0; i < 24; i++) {
        const double a = low + (high - low) * 0.382, b = low + (high - low) * 0.618;
        f->slope[game] = a;
        const double at_a = error_of(f, THE_RESULT, false, game);
        f->slope[game] = b;
        if (at_a < error_of(f, THE_RESULT, false, game))
            high = b;
        else
            low = a;
    }
    f->slope[game] = (low + high) / 2;
    fprintf(stderr, "slope %.5f: ", f->slope[game]);
    tell_errors(f, game);
}

static void add_gradient(struct fit *f, const struct sample *s)
{
    const struct count *const c = f->data->counts + s->first;
    const double slope = f->slope[s->game];
    const double d = slope * (probability(slope, value_of(f, s)) - target(f, s));
    for (unsigned i = 0; i < s->counts; i++) {
        f->gradient[2 * c[i].weight] += d * (double)s->mg * c[i].times;
        f->gradient[2 * c[i].weight + 1] += d * (double)s->eg * c[i].times;
    }
}

/* A step after so many positions. */
static void step(struct fit *f, size_t batch, double rate)
{
    f->cold_m *= 0.9;
    f->cold_v *= 0.999;
    for (unsigned i = 0; i < f->weights; i++) {
        const double g =
            f->gradient[i] / (double)batch + f->spring[i] * (f->w[i] - f->start[i]);
        f->m[i] = 0.9 * f->m[i] + 0.1 * g;
        f->v[i] = 0.999 * f->v[i] + 0.001 * g * g;
        f->w[i] -=
            rate * (f->m[i] / (1 - f->cold_m)) / (sqrt(f->v[i] / (1 - f->cold_v)) + 1e-12);
        f->gradient[i] = 0;
    }
}

static void shuffle(struct fit *f, uint64_t *state)
{
    for (size_t i = f->order_count; i > 1; i--) {
        const size_t j = (size_t)(bm_random(state) % i), kept = f->order[i - 1];
        f->order[i - 1] = f->order[j];
        f->order[j] = kept;
    }
}

static void learn(struct fit *f, unsigned epochs, uint64_t seed)
{
    for (unsigned e = 0; e < epochs; e++) {
        const double rate = 1.5 * (1 - (double)e / epochs) + 0.02;
        shuffle(f, &seed);
        for (size_t i = 0; i < f->order_count; i++) {
            add_gradient(f, &f->data->samples[f->order[i]]);
            if ((i + 1) % BATCH == 0 || i + 1 == f->order_count)
                step(f, i % BATCH + 1, rate);
        }
        if ((e + 1) % 10 == 0 || e + 1 == epochs) {
            fprintf(stderr, "epoch %u: ", e + 1);
            tell_errors(f, MAX_GAMES);
        }
    }
}

static double *numbers(size_t n)
{
    double *const x = calloc(n, sizeof *x);
    if (!x)
        stop("out of memory");
    return x;
}

static void prepare(struct fit *f)
{
    const struct data *const d = f->data;
    f->weights = 2 * d->trace->weight_count;
    f->w = numbers(6 * (size_t)f->weights);
    f->start = f->w + f->weights;
    f->m = f->start + f->weights;
    f->v = f->m + f->weights;
    f->gradient = f->v + f->weights;
    f->spring = f->gradient + f->weights;
    f->order = calloc(d->sample_count, sizeof *f->order);
    if (!f->order)
        stop("out of memory");
    for (unsigned i = 0; i < d->trace->weight_count; i++) {
        f->w[2 * i] = f->start[2 * i] = d->trace->weights[i].mg;
        f->w[2 * i + 1] = f->start[2 * i + 1] = d->trace->weights[i].eg;
    }
    for (size_t i = 0; i < d->sample_count; i++)
        if (!is_kept_back(i))
            f->order[f->order_count++] = i;
    const struct bm_eval_term *const runs = d->trace->runs ? d->trace->runs : d->trace->terms;
    const unsigned count = d->trace->runs ? d->trace->run_count : d->trace->term_count;
    for (unsigned r = 0; r < count; r++) {
        const double prior = runs[r].count > LONG ? f->prior_long : f->prior;
        for (unsigned i = 2 * runs[r].first; i < 2 * (runs[r].first + runs[r].count); i++)
            f->spring[i] = ALIKE / (prior * prior * (double)f->order_count);
    }
}

static void read_file(struct data *d, const char *game, const char *path)
{
    FILE *const in = fopen(path, "r");
    if (!in)
        stop("cannot read '%s'", path);
    read_data(d, game, in);
    (void)fclose(in);
}

int main(int argc, char **argv)
{
    const char *game = "chess", *value;
    uint64_t epochs = 40, mix = 30, prior = 15, prior_long = 0, seed = 1;
    struct data data = {.trace = NULL};
    for (int i = 1; i < argc; i++) {
        if ((value = option(argc, argv, &i, 'v')))
            game = value;
        else if ((value = option(argc, argv, &i, 'i')))
            read_file(&data, game, value);
        else if ((value = option(argc, argv, &i, 'e')))
            epochs = to_number(value);
        else if ((value = option(argc, argv, &i, 'r')))
            mix = to_number(value);
        else if ((value = option(argc, argv, &i, 'p')))
            prior = to_number(value);
        else if ((value = option(argc, argv, &i, 'l')))
            prior_long = to_number(value);
        else if ((value = option(argc, argv, &i, 's')))
            seed = to_number(value);
        else
            stop("usage: tune [-v GAME] [-e EPOCHS] [-r RESULT] [-p PRIOR] [-l LONG] [-s SEED] "
                 "[-i POSITIONS]... < POSITIONS > WEIGHTS");
    }
    if (prior == 0)
        stop("-p: the prior must be at least 1");
    struct fit f = {.data = &data,
                    .mix = (double)mix / 100,
                    .prior = (double)prior,
                    .prior_long = (double)(prior_long ? prior_long : prior),
                    .cold_m = 1,
                    .cold_v = 1};
    if (data.games == 0)
        read_data(&data, game, stdin);
    prepare(&f);
    fprintf(stderr, "%zu positions, %u weights\n", data.sample_count, f.weights / 2);
    for (unsigned i = 0; i < data.games; i++)
        fit_slope(&f, i);
    learn(&f, (unsigned)epochs, seed);
    write_weights(&data, f.w, stdout);
    free(f.w);
    free(f.order);
    release_data(&data);
    return fflush(stdout) != 0;
}

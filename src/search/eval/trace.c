/* SPDX-License-Identifier: MIT */
#include "search/eval/trace.h"

#include <string.h>

void bm_trace_begin(struct bm_trace *t, const struct bm_eval_term *terms, unsigned term_count,
                    const struct bm_eval_term *runs, unsigned run_count)
{
    memset(t, 0, sizeof *t);
    t->terms = terms;
    t->term_count = term_count;
    t->runs = runs;
    t->run_count = run_count;
}

void bm_trace_sum(struct bm_trace *t, unsigned turn)
{
    int mg = 0, eg = 0;
    for (unsigned i = 0; i < t->term_count; i++) {
        const struct bm_eval_term *const term = &t->terms[i];
        for (unsigned side = 0; side < 2; side++) {
            for (unsigned w = term->first; w < term->first + term->count; w++) {
                t->mg[side][i] += t->weights[w].mg * t->count[side][w];
                t->eg[side][i] += t->weights[w].eg * t->count[side][w];
            }
            mg += side ? -t->mg[side][i] : t->mg[side][i];
            eg += side ? -t->eg[side][i] : t->eg[side][i];
        }
    }
    const int v = bm_taper(mg, eg, t->phase, t->phases);
    t->value = ((turn ? -v : v) + t->tempo) * t->scale / 1000;
}

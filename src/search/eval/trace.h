/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_TRACE_H
#define BM_SEARCH_EVAL_TRACE_H

/* Evaluations are sums of weights: each feature counts how often it occurs, times its weight
 * for the middle game and for the endgame (tapered evaluation). An evaluation is compiled twice
 * from one source: for speed, and with a trace that counts every weight, for `banmen eval` and
 * for the tuner. A trace always adds up to the value. A neural network could replace the sum:
 * it would have one term and no counts. */

#include <stdint.h>

struct bm_weight {
    int16_t mg, eg;
};

/* A term of the evaluation: consecutive weights under one name. */
struct bm_eval_term {
    const char *en, *ja;
    unsigned first, count; /* of the weights; count 0: not a sum of weights */
};

enum { TRACE_TERMS = 24, TRACE_WEIGHTS = 16384 };

struct bm_trace {
    const struct bm_eval_term *terms;
    unsigned term_count;
    const struct bm_eval_term
        *runs; /* names of groups of weights, for weight files; NULL: the terms */
    unsigned run_count;
    const struct bm_weight *weights; /* NULL: there are no counts */
    unsigned weight_count;
    int16_t count[2][TRACE_WEIGHTS];                /* counts by side */
    int32_t mg[2][TRACE_TERMS], eg[2][TRACE_TERMS]; /* values of the terms, by side */
    int phase, phases; /* phase of the game: `phases` is the full middle game */
    int scale;         /* per mille of the tapered sum */
    int tempo;         /* for the side to move, before scaling */
    int value;         /* the whole, for the side to move */
};

/* Middle game and endgame values packed into one number. */
static inline int64_t bm_pack(int mg, int eg) { return (int64_t)eg * (INT64_C(1) << 32) + mg; }
static inline int bm_pack_mg(int64_t v) { return (int32_t)(uint32_t)(uint64_t)v; }
static inline int bm_pack_eg(int64_t v)
{
    return (int32_t)(uint32_t)(((uint64_t)v + UINT64_C(0x80000000)) >> 32);
}

/* Tapered evaluation: interpolate between middle game and endgame by the phase. */
static inline int bm_taper(int mg, int eg, int phase, int phases)
{
    return (mg * phase + eg * (phases - phase)) / phases;
}

/*
 * A list of terms, each with the runs of weights that it is made of, as tables: LIST(TERM, RUN)
 * has TERM(first weight, name of the last run, English, Japanese) and RUN(first, count,
 * English).
 */
#define BM_LIST_NONE(...)
#define BM_LIST_TERM(name, last, en, ja) {en, ja, name, last##_LAST + 1 - name},
#define BM_LIST_RUN(name, count, en)     {en, "", name, count},
#define BM_TERMS_OF(LIST)                \
    {                                    \
        LIST(BM_LIST_TERM, BM_LIST_NONE) \
    }
#define BM_RUNS_OF(LIST)                \
    {                                   \
        LIST(BM_LIST_NONE, BM_LIST_RUN) \
    }

/* Begin an empty trace. */
void bm_trace_begin(struct bm_trace *t, const struct bm_eval_term *terms, unsigned term_count,
                    const struct bm_eval_term *runs, unsigned run_count);

/* Complete a trace: the values of the terms from their counts (terms without weights have
 * theirs already), and the value of the position from terms, phase, scale and tempo. */
void bm_trace_sum(struct bm_trace *t, unsigned turn);

#endif

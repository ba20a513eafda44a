/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_TRACE_H
#define BM_SEARCH_EVAL_TRACE_H

/*
 * How evaluations are written: as sums. Each term is how often something is there, times what
 * that is worth in the middle game and in the endgame. The text of an evaluation is compiled
 * twice from one source: to be fast, and to be told term by term (a trace), which is what
 * people see and what the tuner finds the weights from. A trace always adds up to the value.
 *
 * A network can take the place of a sum: it has one term, and no counts.
 */

#include <stdint.h>

struct bm_weight {
    int16_t mg, eg;
};

/* A run of weights that people see as one thing. */
struct bm_term {
    const char *en, *ja;
    unsigned first, count; /* of the weights; count 0: not a sum of weights */
};

enum { TRACE_TERMS = 24, TRACE_WEIGHTS = 16384 };

struct bm_trace {
    const struct bm_term *terms;
    unsigned term_count;
    const struct bm_term *runs; /* finer names, for those who read weights; NULL: the terms */
    unsigned run_count;
    const struct bm_weight *weights; /* NULL: there are no counts */
    unsigned weight_count;
    int16_t count[2][TRACE_WEIGHTS];                /* how often, by side */
    int32_t mg[2][TRACE_TERMS], eg[2][TRACE_TERMS]; /* what each term is worth, by side */
    int phase, phases;                              /* the share of the middle game */
    int scale;                                      /* per mille of the mixed sum that counts */
    int tempo;                                      /* for the side to move, before scaling */
    int value;                                      /* the whole, for the side to move */
};

/* Both halves of a sum in one number. */
static inline int64_t bm_pack(int mg, int eg) { return (int64_t)eg * (INT64_C(1) << 32) + mg; }
static inline int bm_pack_mg(int64_t v) { return (int32_t)(uint32_t)(uint64_t)v; }
static inline int bm_pack_eg(int64_t v)
{
    return (int32_t)(uint32_t)(((uint64_t)v + UINT64_C(0x80000000)) >> 32);
}

/* The whole of sums for the first side, as every evaluation puts it together. */
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

/* Begin a trace of nothing yet. */
void bm_trace_begin(struct bm_trace *t, const struct bm_term *terms, unsigned term_count,
                    const struct bm_term *runs, unsigned run_count);

/*
 * Complete a trace: what the terms are worth, from the counts (of a term without weights it is
 * there already), and the value, from all terms, phase, scale and tempo.
 */
void bm_trace_sum(struct bm_trace *t, unsigned turn);

#endif

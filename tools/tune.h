/* SPDX-License-Identifier: MIT */
#ifndef BM_TOOLS_TUNE_H
#define BM_TOOLS_TUNE_H

/* Positions as the tuner sees them: sums of weights, and how the games ended. */

#include <stddef.h>

#include "tool.h"

/* How often more the first side has something than the second. */
struct count {
    uint16_t weight;
    int16_t times;
};

struct sample {
    size_t first;  /* of the counts */
    unsigned game; /* as read, from 0 */
    unsigned counts;
    float mg, eg; /* what a unit of a weight adds to the value, by phase and scale */
    float rest;   /* what is no sum of weights, for the first side */
    float result; /* 1 won, 0.5 drawn, 0 lost, for the first side */
    float score;  /* of the search, centipawns */
};

enum { MAX_GAMES = 16 };

struct data {
    struct bm_trace *trace; /* the last one: terms and weights */
    struct sample *samples;
    size_t sample_count, sample_room;
    struct count *counts;
    size_t count_count, count_room;
    unsigned games;
};

/* Read what selfplay wrote of one more game. All games have the same list of weights. */
void read_data(struct data *d, const char *game, FILE *in);
void release_data(struct data *d);

/* Write the list of weights: mg and eg by turns. */
void write_weights(const struct data *d, const double *weights, FILE *out);

#endif

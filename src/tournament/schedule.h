/* SPDX-License-Identifier: MIT */
#ifndef BM_TOURNAMENT_SCHEDULE_H
#define BM_TOURNAMENT_SCHEDULE_H

/*
 * The schedule of a round robin: pairing, sides and opening as a function of the number of a
 * game, so that it needs no memory and is the same after a restart. In each round every engine
 * meets every other in two games from one opening, one from each side.
 */

#include <stdbool.h>
#include <stdint.h>

struct bm_schedule {
    unsigned engines;  /* two or more */
    unsigned games;    /* of each pairing; an odd number leaves the last round half */
    uint64_t openings; /* how many there are, at least 1 */
    bool shuffled;     /* they are drawn by lot, else in their order */
    uint64_t seed;
};

struct bm_scheduled_game {
    uint64_t game;    /* its number, from 0 */
    uint64_t round;   /* from 0 */
    unsigned pairing; /* of which there are engines * (engines - 1) / 2 */
    unsigned a, b;    /* the engines of the pairing, a < b */
    unsigned side[2]; /* who plays the first side, and who the second */
    bool second;      /* the second game of its pair */
    uint64_t opening; /* from 0 */
};

uint64_t bm_schedule_pairings(const struct bm_schedule *s);
/* Game numbers run from 0 to this; some in the last round may not be played. */
uint64_t bm_schedule_end(const struct bm_schedule *s);
/* How many games are played in all. */
uint64_t bm_schedule_games(const struct bm_schedule *s);
/* The game of a number; false if it is not played. */
bool bm_schedule_at(const struct bm_schedule *s, uint64_t game, struct bm_scheduled_game *out);
/* The number that two engines' pairing has. */
unsigned bm_schedule_pairing(const struct bm_schedule *s, unsigned a, unsigned b);

/* The seed of a built-in player, by game and side, so that runs can be repeated. */
uint64_t bm_schedule_seed(const struct bm_schedule *s, uint64_t game, unsigned side);

#endif

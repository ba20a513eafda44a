/* SPDX-License-Identifier: MIT */
#include "tournament/schedule.h"

#include "base/random.h"

uint64_t bm_schedule_pairings(const struct bm_schedule *s)
{
    return (uint64_t)s->engines * (s->engines - 1) / 2;
}

static uint64_t count_rounds(const struct bm_schedule *s)
{
    return ((uint64_t)s->games + 1) / 2;
}

uint64_t bm_schedule_end(const struct bm_schedule *s)
{
    return count_rounds(s) * bm_schedule_pairings(s) * 2;
}

uint64_t bm_schedule_games(const struct bm_schedule *s)
{
    return bm_schedule_pairings(s) * s->games;
}

unsigned bm_schedule_pairing(const struct bm_schedule *s, unsigned a, unsigned b)
{
    /* (0,1) (0,2) ... (1,2) (1,3) ... */
    return a * s->engines - a * (a + 1) / 2 + (b - a - 1);
}

/* A hash of the seed and two numbers. */
static uint64_t mix_seed(uint64_t seed, uint64_t a, uint64_t b)
{
    uint64_t state = seed;
    state = bm_random(&state) ^ a;
    state = bm_random(&state) ^ b;
    return bm_random(&state);
}

/*
 * A permutation of 0 .. n-1 without memory: a bijection on numbers of as many bits as n has,
 * applied repeatedly until the result is below n (cycle walking).
 */
static uint64_t permute_index(uint64_t i, uint64_t n, uint64_t key)
{
    unsigned bits = 1;
    while (bits < 63 && n > UINT64_C(1) << bits)
        bits++;
    const uint64_t mask = (UINT64_C(1) << bits) - 1;
    const unsigned half = (bits + 1) / 2;
    do {
        uint64_t state = key;
        for (unsigned step = 0; step < 4; step++) {
            i = (i + bm_random(&state)) & mask;
            i = i * (bm_random(&state) | 1) & mask;
            i ^= i >> half;
        }
    } while (i >= n);
    return i;
}

bool bm_schedule_at(const struct bm_schedule *s, uint64_t game, struct bm_scheduled_game *out)
{
    const uint64_t pairings = bm_schedule_pairings(s);
    if (pairings == 0 || game >= bm_schedule_end(s))
        return false;
    out->game = game;
    out->round = game / (pairings * 2);
    out->pairing = (unsigned)(game / 2 % pairings);
    out->second = game % 2 != 0;
    if (out->second && out->round * 2 + 1 >= s->games)
        return false;

    unsigned a = 0;
    while (bm_schedule_pairing(s, a, a + 1) + (s->engines - a - 1) <= out->pairing)
        a++;
    out->a = a;
    out->b = a + 1 + (out->pairing - bm_schedule_pairing(s, a, a + 1));
    /* Balances the sides of a round of single games. */
    const bool a_first = ((out->a + out->b) % 2 != 0) != out->second;
    out->side[0] = a_first ? out->a : out->b;
    out->side[1] = a_first ? out->b : out->a;

    out->opening = out->round % s->openings;
    if (s->shuffled)
        out->opening = permute_index(out->opening, s->openings,
                                     mix_seed(s->seed, out->round / s->openings, UINT64_MAX));
    return true;
}

uint64_t bm_schedule_seed(const struct bm_schedule *s, uint64_t game, unsigned side)
{
    return mix_seed(s->seed, game, side);
}

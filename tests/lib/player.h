/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_PLAYER_H
#define BM_TESTS_PLAYER_H

/* Built-in players with little memory. */

#include "banmen/search.h"
#include "tap.h"

static inline struct bm_search *new_player(const struct bm_rules *rules, unsigned level,
                                           uint64_t seed)
{
    struct bm_search *s;
    const struct bm_search_options options = {.level = level, .seed = seed, .hash = 4};
    if (bm_search_create(&s, rules, &options) != BM_OK)
        tap_bail("no memory");
    return s;
}

#endif

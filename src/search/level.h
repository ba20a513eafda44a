/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_LEVEL_H
#define BM_SEARCH_LEVEL_H

#include "banmen/search.h"

enum {
    BM_SKILL_ANY = 1000,    /* no limit of depth */
    BM_SKILL_MIN_DEPTH = 2, /* plies that are always searched, so that captures are seen */
    BM_SKILL_OPENING = 8,   /* moves with the noise of the opening */
    BM_SKILL_HASH = 1       /* MiB of transposition table for levels with few nodes */
};

/* A level that searches a tree. */
struct bm_skill {
    unsigned depth; /* limit in plies */
    uint64_t nodes; /* at most, once BM_SKILL_SURE plies have been searched */
    int noise;   /* amplitude of the evaluation noise in centipawns; the same value for the same
                    position in one game */
    int opening; /* the same for the first moves, so that games differ */
    bool blunder_check; /* a second search to a low depth keeps pieces from hanging */
};

const struct bm_skill *bm_skill_of(unsigned level);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_LEVEL_H
#define BM_SEARCH_LEVEL_H

#include "banmen/search.h"

enum {
    BM_SKILL_ANY = 1000, /* deeper than any search */
    BM_SKILL_MIN_DEPTH =
        2, /* plies that a level looks at, whatever its nodes: see what is taken */
    BM_SKILL_OPENING = 8, /* moves that are more open than the others */
    BM_SKILL_HASH = 1     /* MiB that do for the levels with few nodes */
};

/* A level that searches. */
struct bm_skill {
    unsigned depth; /* at most, in plies */
    uint64_t nodes; /* at most, once BM_SKILL_SURE plies have been searched */
    int noise;      /* centipawns that a position is misjudged by at most; the same for the same
                       position in one game */
    int opening;    /* the same, for the first moves: so that games differ */
    bool blunder_check; /* a second, flat search keeps pieces from hanging */
};

const struct bm_skill *bm_skill_of(unsigned level);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_RULES_RULESET_H
#define BM_RULES_RULESET_H

#include "kernel/kernel.h"

/* One kind of piece. Kinds that do not exist have an empty letter. */
struct bm_kind {
    const char *letter;
    const char *name[2]; /* by enum bm_lang */
};

/* What a game is, apart from the machine code that plays it. */
struct bm_ruleset {
    struct bm_rules_info info;
    const struct bm_kind *kinds;
    const struct bm_start *starts; /* ends with a NULL name */
    const struct bm_setup *setup;  /* the usual start */
    unsigned load_flags;

    bool stalemate_loses;
    bool perpetual_loses;   /* a repetition by checks alone loses for the checking side */
    unsigned repeats_claim; /* occurrences that allow a claim; 0: none */
    unsigned repeats_end;   /* occurrences that end the game */
    unsigned quiet_claim;   /* plies without capture or pawn move; 0: no such rule */
    unsigned quiet_end;
    unsigned points; /* of a full set of pieces, where an impasse counts them */
};

struct bm_rules {
    const struct bm_ruleset *set;
    const struct bm_kernel *kernel;
};

extern const struct bm_ruleset bm_ruleset_chess, bm_ruleset_chess960, bm_ruleset_shogi;

#endif

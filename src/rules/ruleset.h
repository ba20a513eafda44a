/* SPDX-License-Identifier: MIT */
#ifndef BM_RULES_RULESET_H
#define BM_RULES_RULESET_H

#include "kernel/kernel.h"
#include "kernel/variant/compiled.h"

/* One kind of piece. Kinds that do not exist have an empty letter. */
struct bm_kind {
    const char *letter;
    const char *name[2]; /* by enum bm_lang */
    int32_t value;
    const char *move, *glyph; /* NULL: nothing is said */
    const char *also;         /* further letters that mean it when read; NULL: none */
};

/* How the start is drawn by lot. */
struct bm_shuffle {
    bool on, bishops_opposite;
    uint8_t count, order[16]; /* kinds, in their order along the zone */
    struct bm_cells zone[2];
};

/* What a game is, apart from the machine code that plays it. */
struct bm_ruleset {
    struct bm_rules_info info;
    const struct bm_kind *kinds;
    const struct bm_start *starts; /* ends with a NULL name */
    const struct bm_setup *setup;  /* the usual start */
    unsigned load_flags;
    struct bm_shuffle shuffle;
    const char *about[2];                  /* by enum bm_lang; NULL: nothing */
    const char *phase_name[BM_MAX_PHASES]; /* NULL ends them */

    /* Of the side that cannot move: enum bm_verdict. */
    uint8_t checkmate, stalemate;
    bool perpetual_loses;   /* a repetition by checks alone loses for the checking side */
    unsigned repeats_claim; /* occurrences that allow a claim; 0: none */
    unsigned repeats_end;   /* occurrences that end the game; 0: none */
    uint8_t repeat_verdict; /* enum bm_verdict, of the side repeat_for */
    uint8_t repeat_for;     /* 2: of the side whose move brought it about */
    unsigned quiet_claim;   /* plies without capture or pawn move; 0: no such rule */
    unsigned quiet_end;
    unsigned points; /* of a full set of pieces, where an impasse counts them */
};

struct bm_rules {
    const struct bm_ruleset *set;
    const struct bm_kernel *kernel;
    const struct bm_compiled *game; /* NULL where the kernel plays one game only */
    uint32_t pos_size, undo_size;   /* 0: the kernel's */
    bool loaded;                    /* made by bm_rules_load(), and counted */
};

static inline uint32_t bm_rules_pos_size(const struct bm_rules *r)
{
    return r->pos_size ? r->pos_size : r->kernel->pos_size;
}
static inline uint32_t bm_rules_undo_size(const struct bm_rules *r)
{
    return r->undo_size ? r->undo_size : r->kernel->undo_size;
}

extern const struct bm_ruleset bm_ruleset_chess, bm_ruleset_chess960, bm_ruleset_shogi;

#endif

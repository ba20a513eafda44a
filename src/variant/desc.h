/* SPDX-License-Identifier: MIT */
#ifndef BM_VARIANT_DESC_H
#define BM_VARIANT_DESC_H

/*
 * What a variant's text says, read and checked, before it is turned into tables. read.c fills
 * it from the YAML tree, betza.c the movement of pieces, build.c makes the block of it.
 */

#include "banmen/setup.h"
#include "kernel/variant/compiled.h"
#include "variant/yaml/yaml.h"

enum {
    BM_DESC_ZONES = 32,
    BM_DESC_TERMS = 512,
    BM_DESC_VECTORS = 8192,
    BM_DESC_NAME = 32 /* bytes of an id or of a zone's name, NUL included */
};

/* Sets of cells in the widest form; the hot code has sets of its own. */
static inline bool bm_cells_any(const struct bm_cells *c)
{
    return (c->w[0] | c->w[1] | c->w[2] | c->w[3]) != 0;
}
static inline struct bm_cells bm_cells_and(struct bm_cells a, struct bm_cells b)
{
    return (struct bm_cells){
        {a.w[0] & b.w[0], a.w[1] & b.w[1], a.w[2] & b.w[2], a.w[3] & b.w[3]}};
}
static inline struct bm_cells bm_cells_less(struct bm_cells a, struct bm_cells b)
{
    return (struct bm_cells){
        {a.w[0] & ~b.w[0], a.w[1] & ~b.w[1], a.w[2] & ~b.w[2], a.w[3] & ~b.w[3]}};
}
static inline void bm_cells_join(struct bm_cells *a, const struct bm_cells *b)
{
    for (unsigned i = 0; i < BM_SET_WORDS; i++)
        a->w[i] |= b->w[i];
}

/* A step of the board, White's view. */
struct bm_vector {
    int8_t d[4];
};

/* One term of Betza-N. */
struct bm_term {
    uint32_t first,
        count;      /* in the list of vectors; bent: pairs of them, first and second leg */
    uint16_t range; /* steps; 0: as far as it goes */
    uint8_t way;    /* enum bm_way: MOVE, TAKE, EP, HOP, BEHIND */
    bool initial, lame, universal, bent, bent_stops; /* bent_stops: may stop at the bend */
    uint8_t start_zone, path_zone;                   /* 1 + index of a zone; 0: anywhere */
    uint64_t victims, hurdles;                       /* kinds; all bits: any */
    struct bm_place place;                           /* of the term in the text, for warnings */
};

struct bm_zone {
    char name[BM_DESC_NAME];
    struct bm_cells cells[2]; /* by side */
};

struct bm_desc_piece {
    char letter[4];        /* "K", "+R", "Q~" */
    const char *name[2];   /* by language; never NULL once read */
    const char *glyph;     /* "" if none */
    const char *also;      /* further letters that are read as this piece */
    const char *move;      /* the Betza-N text */
    struct bm_place place; /* of the piece's key */
    uint32_t first_term, terms;
    bool royal, neutral, tilde; /* tilde: a promoted form that comes of itself (Q~) */
    uint64_t promotes[2];
    uint8_t order[2][BM_MAX_KINDS]; /* the kinds of `promotes` as they were written */
    uint8_t promotes_count[2];
    bool has_promotion_zone, has_initial;
    struct bm_cells promotion_zone[2], initial[2];
    bool has_drop_zone;
    struct bm_cells drop_zone[2];
    uint8_t per_file; /* 0: no limit */
    bool mate_drop, check_drop;
    uint8_t base;  /* kind that it is in hand: +P is P, Q~ is P, others themselves */
    int32_t value; /* centipawns; 0: not given */
};

enum bm_force { BM_FORCE_ALWAYS, BM_FORCE_STUCK, BM_FORCE_NEVER, BM_FORCE_REGION };
enum bm_hands_from { BM_HANDS_NONE, BM_HANDS_CAPTURES, BM_HANDS_START };

struct bm_desc {
    char id[BM_DESC_NAME + 32];
    const char *title[2], *about[2]; /* by language, never NULL once read */
    const char *side_name[2][2];     /* [side][language]; never NULL once read */
    bool usi;

    /* board */
    uint8_t axes, size[4], wrap, forward; /* wrap, forward: bit per axis */
    bool hex, rotate;
    uint16_t squares;
    struct bm_cells board;       /* without holes */
    struct bm_place board_place; /* of `board` */
    uint8_t zones;
    struct bm_zone zone[BM_DESC_ZONES];

    uint8_t kinds;
    struct bm_desc_piece piece[BM_MAX_KINDS];
    uint32_t terms, vectors;
    struct bm_term term[BM_DESC_TERMS];
    struct bm_vector vector[BM_DESC_VECTORS];
    uint8_t royal; /* enum bm_royal_rule */

    const char *start_text; /* as FEN */
    struct bm_setup start;
    struct bm_place start_place;

    bool shuffle, bishops_opposite;
    struct bm_cells shuffle_zone[2];
    uint8_t shuffle_order[16], shuffle_count; /* kinds, in their order along the zone */

    struct bm_cells promotion_zone[2];
    uint8_t promote_on, force; /* enum bm_promote_on, enum bm_force */
    struct bm_cells force_zone[2];
    uint8_t limit[BM_MAX_KINDS]; /* 255: none */

    uint8_t hands; /* enum bm_hands_from */
    bool demote, drop_promoted, drop_stuck, must_drop;
    struct bm_cells hand_zone[2];

    uint8_t castles, castle_king, castle_with;
    struct bm_castle castle[BM_COMPILED_CASTLES];
    struct bm_place castle_place;

    bool must_capture, no_checks, explode;
    uint64_t spared, immune;
    uint8_t pass; /* enum bm_pass_rule */

    struct bm_turn_rules turn;
    struct bm_place turn_place; /* of the first that judges royals by whole turns */
    struct bm_phase_limits limits[BM_MAX_PHASES];
    const char *phase_name[BM_MAX_PHASES];

    uint64_t gates;
    struct bm_cells gate_from[2];

    uint8_t checkmate, stalemate; /* enum bm_verdict */
    uint8_t repeats, repeat_verdict, repeat_for;
    bool repeats_claim, checker_loses;
    uint16_t quiet;
    uint8_t checks;
    bool has_goal, has_extinct, extinct_all, extinct_claim;
    uint8_t goal_when, extinct_left, extinct_opponent, extinct_verdict;
    uint64_t goal_kinds, extinct_kinds;
    struct bm_cells goal[2];
};

/* The square as the other side sees it; BM_SQ_NONE if it falls off the board. */
bm_sq bm_desc_flip(const struct bm_desc *d, bm_sq sq);

/*
 * Read the movement of a piece: fills its terms and their vectors. Zones and all pieces'
 * letters are known. Problems go to the report.
 */
void bm_betza_read(struct bm_desc *d, unsigned kind, const struct bm_yaml *text,
                   struct bm_findings *report);

/*
 * Fill *d from a text and what it extends. False if there are errors. `arena` keeps the texts
 * that *d points to.
 */
bool bm_desc_read(struct bm_desc *d, struct bm_arena *arena, const char *text, size_t len,
                  const struct bm_library *library, struct bm_findings *report);

/* Bytes that the block of a game needs at most; the block is then built at mem, 64-aligned.
 * Returns its size, 0 if it does not fit or there were errors (in the report). */
size_t bm_compile(void *mem, size_t size, const struct bm_desc *d, struct bm_arena *work,
                  struct bm_findings *report);

#endif

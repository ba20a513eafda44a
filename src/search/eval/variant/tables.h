/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_VARIANT_TABLES_H
#define BM_SEARCH_EVAL_VARIANT_TABLES_H

/* Tables for the evaluation of games of the variant kernel, derived from their rules. */

#include <stddef.h>

#include "rules/ctx.h"
#include "search/eval/variant/terms.h"

/* How far a square is from the average of its kind, in steps of the weights of that name. */
struct bm_psqt_terms {
    int8_t centre, ahead, reach;
};

/* Attacks of all pawns at once: pawns on the squares of a set attack the squares at an offset.
 */
enum { MAX_PAWN_ATTACKS = 4, MAX_PAWN_OFFSET = 63 };

/* Rays of a kind in pairs: `count` vectors for each square, from `first` on (ray_simd.c). */
enum { BM_MAX_RAY_PAIRS = 16 };
struct bm_ray_simd {
    uint32_t first;
    uint8_t count; /* 0: the rays are followed one by one */
};

struct bm_variant_eval {
    const struct bm_weight *weights;      /* of the game's family */
    int64_t packed[VARIANT_WEIGHT_COUNT]; /* the same by bm_pack() */

    int board_value[BM_MAX_KINDS];        /* of a piece on the board */
    int hand_value[BM_MAX_KINDS];         /* of a piece in hand */
    int capture_value[BM_MAX_KINDS];      /* gain by capturing the piece, hand included */
    uint8_t rank[BM_MAX_KINDS];           /* RANK_PAWN... */
    uint8_t class[BM_MAX_KINDS];          /* CLASS_PAWN... */
    uint8_t promotion_gain[BM_MAX_KINDS]; /* of promoting pawns, in steps of VW_PASSED */
    int16_t mobility_scale[BM_MAX_KINDS]; /* steps of VW_OPEN for each square, times 256 */
    int16_t attack_weight[BM_MAX_KINDS];  /* in an attack on a royal */
    uint64_t pawns;                       /* kinds of the least value */
    uint64_t guards;                      /* kinds cheap enough to shelter a royal */
    uint64_t promoting_pawns;             /* pawns whose promotion gains value */
    uint64_t colour_bound;                /* kinds that reach squares of one colour only */
    uint64_t file_sliders;                /* kinds that slide along files */
    int material;                         /* of both sides at the start, pawns excluded */
    bool is_misere;                       /* the side without pieces wins */
    bool plain_pawns; /* one kind of pawn, whose attacks do not depend on other pieces */
    bool no_royals;   /* there is no royal to attack */
    uint8_t pawn_attack_count[2]; /* of plain pawns; 0: not by offsets */
    int8_t pawn_attack_offset[2][MAX_PAWN_ATTACKS];
    int8_t pawn_step[2]; /* offset of a step forward */
    struct bm_ray_simd ray_simd[2][BM_MAX_KINDS];

    uint64_t *ray_vectors; /* of four words each: bm_ray_simd_init() */
    /* [2][kinds][squares] */
    int64_t *psqt;                    /* piece-square tables with piece values, packed */
    struct bm_psqt_terms *psqt_terms; /* what they are made of */
    uint8_t *promotion_distance;      /* steps of a promoting pawn; 0: none */
    uint64_t *empty_board_attacks;    /* sets of squares attacked on an empty board */
    /* Sets of squares: [squares] */
    uint64_t *ring;             /* the square and its neighbours */
    uint64_t *outer_ring;       /* squares at distance two */
    uint64_t *adjacent_files;   /* the files beside its file */
    uint64_t *adjacent_on_rank; /* its neighbours on its rank */
    /* Sets of squares: [2][squares] */
    uint64_t *front_span; /* squares before it, on its file and the adjacent ones */
    uint64_t *front_file; /* squares before it on its file */
    /* Other sets */
    uint64_t *dark_squares;     /* those of one colour */
    uint64_t *pawn_attack_from; /* [2][MAX_PAWN_ATTACKS] */
    uint64_t *pawn_step_from;   /* [2]: squares that have a forward square */
    /* Numbers: [2][squares] */
    uint8_t *square_class;   /* by file and relative rank, SPOTS */
    uint8_t *relative_rank;  /* 0 to UP_STEPS - 1 */
    uint8_t *forward_square; /* the next square forward; itself: there is none */
    /* Numbers for pairs of squares */
    uint8_t *distance;       /* [squares][squares]: at most APART_STEPS - 1 */
    uint8_t *relative_index; /* [2][squares][squares]: the second, seen from the first */
    void *memory;            /* the block that holds all of these */
};

/* Whether piece-square tables count for a kind: not for royals that have a goal to reach. */
static inline bool bm_variant_eval_has_psqt(const struct bm_variant_eval *w,
                                            const struct bm_compiled *g, unsigned kind)
{
    return w->rank[kind] != RANK_ROYAL || !g->goals;
}

/*
 * Fill ray_vectors. On a board of two words a vector holds one rising ray and one falling ray,
 * the latter mirrored: its highest square is the lowest bit. On a board of one word it holds
 * two such pairs.
 */
void bm_ray_simd_init(struct bm_variant_eval *w, const struct bm_compiled *g);
size_t bm_ray_simd_size(const struct bm_compiled *g); /* bytes of ray_vectors */

/* Bytes of `memory`; 0: the game has an evaluation of its own. */
size_t bm_variant_eval_size(const struct bm_rules *rules);
/* Fill all tables. w->memory is allocated and zeroed. */
void bm_variant_eval_init(struct bm_variant_eval *w, const struct bm_rules *rules,
                          const int *value);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_SEARCH_H
#define BM_SEARCH_SEARCH_H

#include <stdatomic.h>

#include "banmen/search.h"
#include "base/random.h"

/* A legal move and its score: for levels that look one ply ahead. */
struct bm_candidate {
    bm_move move;
    int score;  /* change of the material balance for the mover, centipawns; a mate: 1 or -1 */
    bool mate;  /* it decides the game: won if score is 1, lost if it is -1 */
    bool ended; /* the game is over after it, won, lost or drawn */
};

struct bm_search_shared;
struct bm_search_thread;
struct bm_variant_eval;

struct bm_search {
    const struct bm_rules *rules; /* held */
    struct bm_search_options options;
    struct bm_ctx *ctx; /* a copy of the position, to try moves on */
    atomic_uint flags;  /* enum bm_search_flag */
    int value[BM_MAX_KINDS];
    struct bm_candidate candidates[BM_MAX_MOVES];
    size_t candidate_count;
    uint64_t nodes;                       /* of this search */
    struct bm_search_shared *shared;      /* NULL: the level looks at most one ply ahead */
    struct bm_search_thread *main_thread; /* threads[0], or NULL */
    struct bm_search_thread **threads;
    unsigned thread_count;
    struct bm_variant_eval *variant_eval; /* shared by them */
    uint64_t games;                       /* begun after the first */
    bool used;                            /* in this game */
};

enum bm_search_flag { BM_SEARCH_ARMED = 1, BM_SEARCH_STOP = 2, BM_SEARCH_PONDERHIT = 4 };

static inline bool bm_search_stopped(struct bm_search *s)
{
    return (atomic_load_explicit(&s->flags, memory_order_relaxed) & BM_SEARCH_STOP) != 0;
}

/* A pseudo-random number of this game, from the seed. */
static inline uint64_t bm_search_game_seed(const struct bm_search *s)
{
    uint64_t state = s->options.seed;
    state = bm_random(&state) ^ s->games;
    return bm_random(&state);
}

/* Piece values by kind, and the material balance of a side, hands included: piece_value.c. */
void bm_piece_values(int out[BM_MAX_KINDS], const struct bm_rules *rules);
int bm_material_balance(const int value[BM_MAX_KINDS], const struct bm_ctx *ctx, unsigned side);

/* Levels 1 and 2: fill s->candidates with the legal moves of s->ctx (of `only`, if there are
 * any), best first. */
void bm_one_ply_choose(struct bm_search *s, const bm_move *only, size_t only_count);

/* The tree search from s->ctx; false: there is no legal move. */
bool bm_search_run(struct bm_search *s, const struct bm_ctx *ctx, const struct bm_think *limits,
                   const struct bm_search_hooks *hooks, int64_t began,
                   struct bm_search_result *out);
/* Clear transposition table, histories and pawn hash tables. */
void bm_search_clear(struct bm_search *s);

/* `go mate`: true: a mate was found and is the answer. False: search a move under *instead. */
bool bm_mate_go(struct bm_search *s, const struct bm_ctx *ctx, const struct bm_think *limits,
                const struct bm_search_hooks *hooks, struct bm_search_result *out,
                struct bm_think *instead);

/* Memory of the tree search: search_heap.c. */
bm_status bm_threads_create(struct bm_search *s);
bm_status bm_threads_reserve(struct bm_search *s, unsigned plies);
void bm_threads_destroy(struct bm_search *s);

/* Make s->ctx a copy of a context, with room for two moves more. */
bm_status bm_search_follow(struct bm_search *s, const struct bm_ctx *ctx);

#endif

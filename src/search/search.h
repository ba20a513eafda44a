/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_SEARCH_H
#define BM_SEARCH_SEARCH_H

#include <stdatomic.h>

#include "banmen/search.h"
#include "base/random.h"

/* A move that can be played now, and what it is worth. */
struct bm_choice {
    bm_move move;
    int score;  /* centipawns for the mover, against doing nothing; or, of a mate, 1 or -1 */
    bool mate;  /* it ends the game: won if score is 1, lost if it is -1 */
    bool ended; /* the game is over after it, one way or the other */
};

struct bm_hunter;
struct bm_hunt;
struct bm_worths;

struct bm_search {
    const struct bm_rules *rules; /* held */
    struct bm_search_options options;
    struct bm_ctx *ctx; /* a copy of the position, to try moves on */
    atomic_uint flags;  /* enum bm_search_flag */
    int value[BM_MAX_KINDS];
    struct bm_choice choice[BM_MAX_MOVES];
    size_t choices;
    uint64_t nodes;           /* positions looked at in this search */
    struct bm_hunt *hunt;     /* levels that search: what they work with, or NULL */
    struct bm_hunter *hunter; /* the first of the crew */
    struct bm_hunter **crew;  /* one for each thread */
    unsigned crew_count;
    struct bm_worths *worths; /* shared by them */
    uint64_t games;           /* that were begun after the first */
    bool used;                /* in this game */
};

enum bm_search_flag { BM_SEARCH_ARMED = 1, BM_SEARCH_STOP = 2, BM_SEARCH_PONDERHIT = 4 };

static inline bool bm_search_stopped(struct bm_search *s)
{
    return (atomic_load_explicit(&s->flags, memory_order_relaxed) & BM_SEARCH_STOP) != 0;
}

/* A number drawn for this game, by the seed. */
static inline uint64_t bm_search_lot(const struct bm_search *s)
{
    uint64_t state = s->options.seed;
    state = bm_random(&state) ^ s->games;
    return bm_random(&state);
}

/* What each kind is worth; see values.c. */
void bm_values_find(int out[BM_MAX_KINDS], const struct bm_rules *rules);
/* What a side's pieces are worth more than the other's, hands included. */
int bm_values_balance(const int value[BM_MAX_KINDS], const struct bm_ctx *ctx, unsigned side);

/*
 * Fill s->choice with the moves that can be played on s->ctx (those of `only`, if there are
 * any), the one to play first.
 */
void bm_players_choose(struct bm_search *s, const bm_move *only, size_t only_count);

/* Search the tree for s->ctx; false if there is nothing to choose. */
bool bm_hunt_go(struct bm_search *s, const struct bm_ctx *ctx, const struct bm_think *limits,
                const struct bm_search_hooks *hooks, int64_t began,
                struct bm_search_result *out);
/* Forget what was learned of an earlier game. */
void bm_hunt_clear(struct bm_search *s);

/*
 * Look for the mate that the limits ask for. True: it is the answer. False: there is none to be
 * told, and a move may be found under *instead.
 */
bool bm_mate_go(struct bm_search *s, const struct bm_ctx *ctx, const struct bm_think *limits,
                const struct bm_search_hooks *hooks, struct bm_search_result *out,
                struct bm_think *instead);

/* Memory of a search; in search_heap.c. */
bm_status bm_hunt_create(struct bm_search *s);
bm_status bm_hunt_room(struct bm_search *s, unsigned plies);
void bm_hunt_destroy(struct bm_search *s);

/* Make s->ctx a copy of a context with room for one move more. */
bm_status bm_search_follow(struct bm_search *s, const struct bm_ctx *ctx);

#endif

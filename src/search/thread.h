/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_THREAD_H
#define BM_SEARCH_THREAD_H

/*
 * What one thread of the search works with. The search itself is one text, compiled once for
 * each kernel (tmpl/tree_tmpl.c); this is what is the same for all.
 */

#include <stdatomic.h>

#include "banmen/search.h"
#include "rules/ctx.h"
#include "search/eval/trace.h"
#include "search/eval/variant/tables.h"
#include "search/search.h"

enum {
    MAX_DEPTH = 100,
    MAX_PLY = 128,      /* of the tree, extensions included */
    BM_NODE_WORK = 256, /* moves that a kernel makes to answer are as much as a node */
    STEPS_BEFORE = 4,   /* the root */
    STEPS = MAX_PLY + 8 + STEPS_BEFORE,
    VALUE_MATE = 32000, /* minus the plies until then */
    VALUE_WON = 31000,  /* from here on it is a mate, or an end as good as one */
    VALUE_INFINITE = 32001,
    VALUE_NONE = 32002,
    HISTORY_MAX = 16384
};

/* ---- Remembered positions, shared by all threads without locks ---- */

enum bm_bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

/* Two words that are only right together: `check` is made of the key, xor the data. */
struct bm_memo {
    _Atomic uint64_t check, data;
};

struct bm_memos {
    struct bm_memo *at; /* a cluster is a line of the cache */
    uint64_t mask;      /* clusters of MEMO_CLUSTER, less one */
    unsigned age;       /* of the search, 6 bits */
};
enum { MEMO_CLUSTER = 4 };

struct bm_found {
    bm_move move;
    int value; /* as it was stored: mates count from the position */
    int eval;  /* static, or VALUE_NONE */
    unsigned depth;
    enum bm_bound bound;
};

/* Begin to fetch what is remembered of a key. */
static inline void bm_memos_hint(const struct bm_memos *t, uint64_t key)
{
    __builtin_prefetch((const void *)&t->at[(key & t->mask) * MEMO_CLUSTER]);
}
bool bm_memos_get(const struct bm_memos *t, uint64_t key, struct bm_found *out);
void bm_memos_put(struct bm_memos *t, uint64_t key, bm_move move, int value, int eval,
                  unsigned depth, enum bm_bound bound);
unsigned bm_memos_full(const struct bm_memos *t); /* per mille, of this search */

/* ---- What all threads share ---- */

struct bm_hunt {
    const struct bm_rules *rules;
    const struct bm_ctx *ctx; /* where it starts; not changed by anybody meanwhile */
    struct bm_memos memos;
    const struct bm_think *think;
    const struct bm_search_hooks *hooks;
    atomic_uint *flags;   /* enum bm_search_flag */
    int64_t start;        /* ms */
    int64_t soft, hard;   /* ms after which no new depth is begun; after which all ends */
    bool exact;           /* all of that time is used, whatever is found */
    int64_t clock_from;   /* ms from the start when the clock began to count; -1: not yet */
    unsigned reports;     /* lines that were told */
    int64_t stall;        /* ms that the machine kept us waiting at a time, lately */
    uint64_t max_nodes;   /* UINT64_MAX: no limit */
    uint64_t skill_nodes; /* of the level */
    unsigned max_depth;
    unsigned lines;      /* MultiPV */
    uint64_t noise_seed; /* 0: none */
    int noise;           /* centipawns at most */
    bool erring;         /* there was noise when it began */

    struct bm_hunter *const *crew; /* all who search; the first one decides and reports */
    unsigned crew_count;
    atomic_bool done; /* the first one has ended */
};

/* A line from the root. */
struct bm_root {
    bm_move move;
    int value, last_value;
    unsigned depth, seldepth;
    enum bm_bound bound; /* of the value; BOUND_NONE: exact */
    unsigned pv_len;
    bm_move pv[MAX_PLY];
};

/* What corrections go by: pawns, the other pieces of either side, and the moves before. */
enum { SHAPES = 4, SHAPES_KEPT = 1 << 14 };

/* One ply of the path. */
struct bm_step {
    bm_move move;           /* made here */
    uint32_t index;         /* of (kind, square) for histories; of the move made here */
    uint64_t key;           /* of the position */
    int eval;               /* static and corrected, VALUE_NONE in check */
    int raw;                /* static, as it was found */
    uint32_t shape[SHAPES]; /* what the correction goes by */
    bool check;             /* the side to move is in check */
    uint8_t turn;
    uint8_t doubled; /* extensions by two on the way here */
    bm_move killer[2];
    bm_move excluded;
};

/* What is known of a structure of pawns, for evaluations that look at one. All zero is what is
 * known of none. */
struct bm_pawns {
    uint64_t set[2], passed[2];
    int64_t value;
};
enum { PAWNS_KEPT = 4096 };

struct bm_hunter {
    struct bm_hunt *hunt;
    unsigned number; /* 0: the one who reports */
    uint64_t nodes;
    struct bm_work work;   /* of the kernel, not yet counted as nodes */
    uint64_t next_look;    /* nodes at which the clock is looked at */
    _Atomic uint64_t told; /* nodes, as of the last look; others read it */
    uint64_t nodes_before; /* when the depth before was done */
    unsigned pace;         /* nodes between two looks */
    int64_t looked;        /* ms from the start */
    unsigned seldepth;
    bool aborted;

    /* Keys of the game before the root, newest last, then those of the path. */
    uint64_t *keys;
    bool *gave_check; /* the move that led there gave check */
    uint8_t *movers;  /* who made it */
    unsigned played;  /* of the game */
    size_t keys_room;

    struct bm_step *steps; /* STEPS, of which STEPS_BEFORE lie before the root */
    bm_move (*pv)[MAX_PLY];
    unsigned *pv_len;

    struct bm_root *roots;
    unsigned root_count, line; /* which of the lines is searched */
    unsigned root_depth;
    int root_value;      /* of the best move of this depth so far */
    uint64_t best_nodes; /* spent on the best move of this depth */

    /* Ordering. Indices are kind * squares + square. */
    unsigned squares, indices;
    int16_t *history;      /* [2][indices] for quiet moves, by where the piece comes to */
    int16_t *butterfly;    /* [2][64 K]: from and to */
    int16_t *captures;     /* [indices][kinds + 1] */
    int16_t *continuation; /* hashed pairs of indices */
    uint32_t continuation_mask;
    int16_t *corrections; /* [SHAPES][SHAPES_KEPT] of the evaluation */
    bm_move *counters;    /* [2][indices] */
    bm_move *list_moves;  /* of all plies, one behind the other */
    int *list_scores;
    size_t list_used, list_size;

    struct bm_pawns *pawns; /* PAWNS_KEPT; any of them may be forgotten at any time */

    void *tables; /* all that is learned, in one piece */
    size_t tables_size;
    const struct bm_worths *worths; /* of games without an evaluation of their own */

    union bm_any_pos pos;
};

struct bm_mater;

/* The search for one kernel and instruction set. */
struct bm_tree {
    /* Deepen until told to stop; the best lines are in h->roots, sorted. */
    void (*deepen)(struct bm_hunter *h);
    /* The evaluation, for the side to move. */
    int (*evaluate)(const struct bm_hunter *h);
    /* The same, term by term. */
    void (*trace)(const struct bm_hunter *h, struct bm_trace *out);
    /* For tests: the captures and promotions by themselves, and whether a move is one. */
    size_t (*noisy)(const struct bm_hunter *h, bm_move *out);
    bool (*is_noisy)(const struct bm_hunter *h, bm_move m);
    bool (*keeps)(const struct bm_hunter *h, bm_move m, int least); /* by exchanges */
    bool keeps_all_captures; /* the list leaves none out */
    /* Moves that are worth a look, checks that take nothing, and a mate in one, if it is of
     * the kind that is seen at once; only when not in check. */
    size_t (*moves)(const struct bm_hunter *h, bm_move *out);
    size_t (*checks)(const struct bm_hunter *h, bm_move *out);
    bool (*mate_in_one)(struct bm_hunter *h, bm_move *out);
    /* What a move takes or promotes to, before anybody answers. */
    int (*gain)(const struct bm_hunter *h, bm_move m);
    const struct bm_mater *mater; /* the mate solver beside it */
};

#define TREE(kernel, isa) extern const struct bm_tree bm_##kernel##_##isa##_tree;
#define ALL(isa)     \
    TREE(chess, isa) \
    TREE(shogi, isa) TREE(variant64, isa) TREE(variant128, isa) TREE(variant256, isa)
ALL(baseline)
#ifdef BM_HAVE_AVX2
ALL(avx2)
#endif
#undef ALL
#undef TREE

/* The search for the kernel of a game. */
const struct bm_tree *bm_tree_of(const struct bm_rules *rules);

/* Whether the search goes on until it is told something: infinite, or pondering. */
bool bm_hunt_open(const struct bm_hunt *hunt);
/* Find out how long to think. */
void bm_hunt_plan(struct bm_hunt *hunt, unsigned turn);

/* ms since the start; nodes of all. */
int64_t bm_hunt_now(const struct bm_hunt *hunt);
uint64_t bm_hunt_nodes(const struct bm_hunt *hunt);

/* Whether a helper leaves out a depth. */
bool bm_hunt_skips(const struct bm_hunter *h, unsigned depth);
/* The value of the line that is searched lies outside the window: told if it takes long. */
void bm_hunt_missed(struct bm_hunter *h, unsigned depth, int value, enum bm_bound bound);
/* A move of the root is begun: told if it takes long. */
void bm_hunt_begin_move(struct bm_hunter *h, bm_move m, unsigned number);
/* A depth is done, or was broken off: tell the lines. */
void bm_hunt_tell(struct bm_hunter *h, unsigned depth);
/* What a level misjudges a position by: the same for the same position in one game. */
static inline int bm_hunt_error(const struct bm_hunt *hunt, uint64_t key)
{
    uint64_t x = (key ^ hunt->noise_seed) * UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 29;
    return (int)(x % (unsigned)(2 * hunt->noise + 1)) - hunt->noise;
}

/* Whether somebody wants to see inside. */
static inline bool bm_hunt_is_watched(const struct bm_hunt *hunt)
{
    return hunt->hooks && hunt->hooks->debug;
}
void bm_hunt_show(const struct bm_hunt *hunt, const struct bm_search_event *event);
/* How it begins, and how it ended; before and after the search. */
void bm_hunt_show_begin(struct bm_search *s);
void bm_hunt_show_end(const struct bm_search *s);
/* What would have been played without errors, by searching again. */
void bm_hunt_confess(struct bm_search *s, bm_move played);

/* Forget what was learned. */
void bm_hunt_wipe(struct bm_search *s);
/* Begin at the root that the first one has: the same moves, of the same game. */
void bm_hunt_prepare(struct bm_hunter *h, const struct bm_hunter *first);
/* Whether the move that was found leaves a piece hanging: then another is played. */
void bm_hunt_look_again(struct bm_search *s);

/* Called by hunter 0. */
void bm_hunt_report(struct bm_hunter *h, unsigned line, enum bm_bound bound);
/* Whether it is time to end: looks at the clock, the nodes and the flag. */
bool bm_hunt_over(struct bm_hunter *h);
/* After a depth: whether to begin another. */
bool bm_hunt_enough(struct bm_hunter *h, unsigned depth, unsigned steady, int drop);

#endif

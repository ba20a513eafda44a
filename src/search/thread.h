/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_THREAD_H
#define BM_SEARCH_THREAD_H

/*
 * The data of a search: what all threads share, what each thread has, and the interface of the
 * search template. The template (tmpl/search_tmpl.c) is compiled once for each kernel; the
 * types here are the same for all of them.
 */

#include <stdatomic.h>

#include "banmen/search.h"
#include "rules/ctx.h"
#include "search/eval/trace.h"
#include "search/eval/variant/tables.h"
#include "search/search.h"
#include "search/tt.h"

enum {
    MAX_DEPTH = 100,
    MAX_PLY = 128,      /* of the tree, extensions included */
    BM_NODE_WORK = 256, /* moves that a kernel makes to decide legality: one node's worth */
    STACK_OFFSET = 4,   /* entries of the search stack before the root, for ss[-4] */
    STACK_SIZE = MAX_PLY + 8 + STACK_OFFSET,
    VALUE_MATE = 32000,        /* less the plies to the mate */
    VALUE_MATE_IN_MAX = 31000, /* values from here on are mates, or other wins by the rules */
    VALUE_INFINITE = 32001,
    VALUE_NONE = 32002,
    HISTORY_MAX = 16384
};

/* ---- Shared by all threads ---- */

struct bm_search_shared {
    const struct bm_rules *rules;
    const struct bm_ctx *ctx; /* the root position; constant during the search */
    struct bm_tt tt;
    const struct bm_think *limits;
    const struct bm_search_hooks *hooks;
    atomic_uint *flags;   /* enum bm_search_flag */
    int64_t start;        /* ms */
    int64_t soft, hard;   /* ms: no iteration starts after soft, the search ends at hard */
    bool exact;           /* all of that time is used, whatever is found */
    int64_t clock_from;   /* ms from the start when the clock began to run; -1: not yet */
    unsigned reports;     /* PV lines reported */
    int64_t stall;        /* ms of the longest recent delay between two polls of the clock */
    uint64_t max_nodes;   /* UINT64_MAX: no limit */
    uint64_t skill_nodes; /* limit of the level */
    unsigned max_depth;
    unsigned multipv;
    uint64_t noise_seed; /* of the evaluation noise of a level */
    int noise;           /* its amplitude, centipawns; 0: none */
    bool has_noise;      /* there was noise when the search began */

    struct bm_search_thread *const *threads; /* the first is the main thread */
    unsigned thread_count;
    atomic_bool done; /* the main thread has ended */
};

/* ---- One thread ---- */

/* A move of the root, with its principal variation. */
struct bm_root_move {
    bm_move move;
    int value, previous_value;
    unsigned depth, seldepth;
    enum bm_bound bound; /* of the value; BOUND_NONE: exact */
    unsigned pv_len;
    bm_move pv[MAX_PLY];
};

/* Correction history has one table for each of these keys: pawns, other pieces of the first and
 * of the second side, the two last moves. */
enum { CORRECTION_KEYS = 4, CORRECTION_SIZE = 1 << 14 };

/* The search stack: one entry for each ply of the current path. */
struct bm_search_stack {
    bm_move move;      /* made at this ply */
    uint32_t piece_to; /* kind * squares + target square of that move: index of histories */
    uint64_t key;      /* of the position */
    int static_eval;   /* with corrections; VALUE_NONE in check */
    int raw_eval;      /* without them */
    uint32_t correction_entry[CORRECTION_KEYS];
    bool in_check;
    uint8_t turn;
    uint8_t double_extensions; /* on the path to here */
    bm_move killers[2];
    bm_move excluded; /* the TT move during a singular extension search */
};

/* An entry of the pawn hash table. All zero is a valid entry of a board without pawns. */
struct bm_pawn_entry {
    uint64_t set[2], passed[2];
    int64_t value;
};
enum { PAWN_TABLE_SIZE = 4096 };

struct bm_search_thread {
    struct bm_search_shared *shared;
    unsigned id; /* 0: the main thread, which polls the clock and reports */
    uint64_t nodes;
    struct bm_work work;              /* of the kernel, not yet counted as nodes */
    uint64_t next_poll;               /* nodes at which the limits are polled next */
    _Atomic uint64_t published_nodes; /* nodes at the last poll; other threads read it */
    uint64_t previous_nodes;          /* at the end of the last iteration */
    unsigned poll_interval;           /* nodes between two polls */
    int64_t polled_at;                /* ms from the start */
    unsigned seldepth;
    bool aborted;

    /* The game before the root and the current path, oldest first: position keys, whether the
     * move that led there gave check, and the side that made it. */
    uint64_t *keys;
    bool *gave_check;
    uint8_t *movers;
    unsigned game_plies; /* entries before the root */
    size_t keys_capacity;

    struct bm_search_stack *stack; /* points to the root: STACK_OFFSET entries come before */
    bm_move (*pv)[MAX_PLY];
    unsigned *pv_len;

    struct bm_root_move *root_moves;
    unsigned root_move_count;
    unsigned pv_index; /* MultiPV: the line being searched */
    unsigned root_depth;
    int root_value;      /* of the best root move of this iteration so far */
    uint64_t best_nodes; /* spent on that move */

    /* Histories, for move ordering and reductions. */
    unsigned squares, piece_to_count; /* piece_to = kind * squares + square */
    int16_t *piece_to_history;        /* [2][piece_to] */
    int16_t *butterfly_history;       /* [2][from, or kind dropped][to] */
    int16_t *capture_history;         /* [piece_to][kinds + 1] */
    int16_t *continuation_history;    /* [piece_to of an earlier move][piece_to], hashed */
    uint32_t continuation_mask;
    int16_t *correction_history; /* [CORRECTION_KEYS][CORRECTION_SIZE] */
    bm_move *counter_moves;      /* [2][piece_to of the last move] */

    bm_move *list_moves; /* move lists of all plies, stacked */
    int *list_scores;
    size_t list_used, list_size;

    struct bm_pawn_entry *pawn_table; /* [PAWN_TABLE_SIZE] */

    void *learned; /* the memory of all histories and tables above, in one block */
    size_t learned_size;
    const struct bm_variant_eval *variant_eval; /* of games of the variant kernel */

    union bm_any_pos pos;
};

/* ---- The search template for one kernel and instruction set ---- */

struct bm_mate_impl;

struct bm_search_impl {
    /* Iterative deepening until a limit; leaves td->root_moves sorted, best first. */
    void (*iterate)(struct bm_search_thread *td);
    /* The static evaluation for the side to move; the same with its terms. */
    int (*evaluate)(const struct bm_search_thread *td);
    void (*trace)(const struct bm_search_thread *td, struct bm_trace *out);
    /* For tests: parts of the search by themselves. */
    size_t (*noisy)(const struct bm_search_thread *td, bm_move *out); /* captures, promotions */
    bool (*is_noisy)(const struct bm_search_thread *td, bm_move m);
    bool (*see_ge)(const struct bm_search_thread *td, bm_move m, int threshold);
    bool lists_all_captures; /* noisy() leaves none out */
    size_t (*moves)(const struct bm_search_thread *td, bm_move *out); /* worth searching */
    /* Not in check: checks without capture, and a mate in one by sets, if there is one. */
    size_t (*quiet_checks)(const struct bm_search_thread *td, bm_move *out);
    bool (*mate_in_one)(struct bm_search_thread *td, bm_move *out);
    int (*gain)(const struct bm_search_thread *td, bm_move m); /* material gain of the move */
    const struct bm_mate_impl *mate; /* the mate solver for the same kernel */
};

#define IMPL(kernel, isa) extern const struct bm_search_impl bm_##kernel##_##isa##_search_impl;
#define ALL(isa)     \
    IMPL(chess, isa) \
    IMPL(shogi, isa) IMPL(variant64, isa) IMPL(variant128, isa) IMPL(variant256, isa)
ALL(baseline)
#ifdef BM_HAVE_AVX2
ALL(avx2)
#endif
#undef ALL
#undef IMPL

const struct bm_search_impl *bm_search_impl_of(const struct bm_rules *rules);

/* ---- Limits and time: time.c ---- */

/* Whether the search runs until it is stopped: infinite, or pondering. */
bool bm_search_is_open_ended(const struct bm_search_shared *shared);
/* Set soft and hard from the clocks. */
void bm_time_plan(struct bm_search_shared *shared, unsigned turn);
/* ms since the start. */
int64_t bm_time_elapsed(const struct bm_search_shared *shared);
/* Nodes of all threads, as published. */
uint64_t bm_search_nodes(const struct bm_search_shared *shared);
/* Poll clock, nodes and stop flag; true: the search is over (td->aborted). */
bool bm_search_poll(struct bm_search_thread *td);
/* After an iteration: whether the time does not allow another. `steady`: iterations with the
 * same best move; `drop`: how far its value fell. */
bool bm_time_is_enough(struct bm_search_thread *td, unsigned depth, unsigned steady, int drop);

/* ---- Threads: thread.c ---- */

/* Whether a helper thread leaves out a depth. */
bool bm_thread_skips_depth(const struct bm_search_thread *td, unsigned depth);
/* Start from the root of the main thread: same position, game and root moves. */
void bm_thread_prepare(struct bm_search_thread *td, const struct bm_search_thread *first);

/* ---- Reports of the main thread: report.c ---- */

/* An aspiration window failed. Reported when the search takes long. */
void bm_report_window_miss(struct bm_search_thread *td, unsigned depth, int value,
                           enum bm_bound bound);
/* A root move is about to be searched. Reported when the search takes long. */
void bm_report_current_move(struct bm_search_thread *td, bm_move m, unsigned number);
/* An iteration is done, or was aborted: report all lines. */
void bm_report_iteration(struct bm_search_thread *td, unsigned depth);
/* Report one line. */
void bm_report_pv(struct bm_search_thread *td, unsigned line, enum bm_bound bound);

/* ---- Events for the debug hook: debug.c ---- */

static inline bool bm_debug_is_on(const struct bm_search_shared *shared)
{
    return shared->hooks && shared->hooks->debug;
}
void bm_debug_event(const struct bm_search_shared *shared, const struct bm_search_event *event);
void bm_debug_begin(struct bm_search *s);
void bm_debug_end(const struct bm_search *s);
/* Search again without noise and tell which move the noise has cost. */
void bm_debug_explain_error(struct bm_search *s, bm_move played);

/* ---- Levels ---- */

/* Evaluation noise: the same for the same position in one game. */
static inline int bm_eval_noise(const struct bm_search_shared *shared, uint64_t key)
{
    uint64_t x = (key ^ shared->noise_seed) * UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 29;
    return (int)(x % (unsigned)(2 * shared->noise + 1)) - shared->noise;
}
/* Replace a root move that leaves a piece hanging: blunder_check.c. */
void bm_blunder_check(struct bm_search *s);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_MATE_H
#define BANMEN_MATE_H

/**
 * @file
 * The mate solver: whether the side to move can force mate, in how many plies, and how. It is
 * exact: a mate or its absence is told only when it is proved.
 *
 * It looks at the position alone: what was played before, and counters of moves without
 * progress, do not count. A mate is any end of the game that the rules give at once to the side
 * that mates: no legal answer where that loses, a royal piece taken, a goal reached.
 */

#include "banmen/ctx.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One solver, with its memory. */
struct bm_mate;

/** Mates of more plies are not found. */
enum { BM_MATE_PLIES = 511 };

/** What is looked for, and for how long; 0 is no limit. */
struct bm_mate_limits {
    bool checks;         /**< every move of the mating side must give check, as in tsume */
    bool quick;          /**< any mate will do: it need not be the shortest */
    unsigned plies;      /**< the longest mate that is looked for, counted in single moves */
    uint64_t nodes;      /**< positions */
    int64_t time;        /**< milliseconds */
    const bm_move *only; /**< try these first moves alone; NULL: all */
    size_t only_count;   /**< how many */
};

/** What a solver is given besides limits; all may be NULL. */
struct bm_mate_hooks {
    int64_t (*now)(void *user);  /**< the time, ms; without it there is no limit of time */
    bool (*stopped)(void *user); /**< whether to end now; asked about every millisecond */
    void (*deeper)(void *user, unsigned plies, uint64_t nodes); /**< none is so short */
    void *user;                                                 /**< for all */
};

/** What is known in the end. */
enum bm_mate_status {
    BM_MATE_FOUND,  /**< there is a mate */
    BM_MATE_NONE,   /**< there is none, however long: proved */
    BM_MATE_UNKNOWN /**< a limit was reached before either was proved: see `none` */
};

/** The answer. */
struct bm_mate_result {
    enum bm_mate_status status; /**< what is known */
    unsigned plies;             /**< FOUND: single moves until the mate, of both sides */
    bool shortest;              /**< FOUND: that there is no shorter one is proved too */
    unsigned none;              /**< no mate within so many plies: proved */
    uint64_t nodes;             /**< positions that were made */
    int64_t time;               /**< ms */
    const bm_move *line; /**< FOUND: the mate. The mating side is quick, the other resists as
                            long as it can. Lives until the next call. */
    size_t line_count; /**< moves of the line: `plies`, or fewer if it was stopped meanwhile */
};

/**
 * Heap. On success the caller owns *out. `memory` is the size of the table in MiB, 0 the usual.
 * BM_ERULE: the game has no royal piece, so that there are no mates in it.
 */
BM_API BM_NODISCARD bm_status bm_mate_create(struct bm_mate **out, const struct bm_rules *rules,
                                             unsigned memory);
/** Release it; NULL is fine. */
BM_API void bm_mate_destroy(struct bm_mate *mate);
/**
 * Look for a mate by the side to move. The context is not changed; it must have the rules of
 * the solver (BM_EINVAL). In a game that is over there is none. The same position and limits
 * give the same answer on every machine, unless there is a limit of time.
 */
BM_API BM_NODISCARD bm_status bm_mate_solve(struct bm_mate *mate, const struct bm_ctx *ctx,
                                            const struct bm_mate_limits *limits,
                                            const struct bm_mate_hooks *hooks,
                                            struct bm_mate_result *out);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_MATE_H */

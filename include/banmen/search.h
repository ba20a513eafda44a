/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_SEARCH_H
#define BANMEN_SEARCH_H

/**
 * @file
 * The built-in players. One thinks about the position of a context under limits, tells what it
 * finds on the way, and gives a move. It does not look at the time: the caller passes a
 * function in that does.
 */

#include "banmen/ctx.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Level, name, English, Japanese. */
#define BM_LEVEL_MAP(X)                                      \
    X(1, "random", "any legal move", "ランダム")             \
    X(2, "greedy", "the best capture", "駒取り")             \
    X(3, "beginner", "looks two moves ahead", "入門")        \
    X(4, "casual", "sees simple threats, and errs", "初級")  \
    X(5, "club", "plays soundly, and errs at times", "中級") \
    X(6, "strong", "makes few mistakes", "上級")             \
    X(7, "expert", "makes hardly any", "有段")               \
    X(8, "full", "as well as it can", "最強")

/** Levels of play: 1 to this. */
enum { BM_LEVELS = 8 };

/** Threads of one search: at most this. */
enum { BM_MAX_THREADS = 256 };

/** One player, with its memory. */
struct bm_search;

/** How a player is made. All zero but level is a good start. */
struct bm_search_options {
    unsigned level;   /**< 1 to BM_LEVELS */
    uint64_t seed;    /**< the same seed, the same games */
    unsigned hash;    /**< MiB of memory for positions; 0: the usual */
    unsigned threads; /**< for the highest level, at most BM_MAX_THREADS; 0: one */
};

/** Limits of one search; 0 is none. Times are in milliseconds. */
struct bm_think {
    unsigned depth;       /**< plies */
    uint64_t nodes;       /**< positions */
    unsigned mate;        /**< look for a mate in so many moves */
    int64_t movetime;     /**< think so long */
    int64_t time[2];      /**< on the clocks, by side */
    int64_t increment[2]; /**< after each turn, by side */
    int64_t byoyomi;      /**< after the time is used up */
    int64_t overhead;     /**< goes lost between the answer and the clock; 0: the usual 15 */
    unsigned moves_to_go; /**< until the next time control */
    bool timed;           /**< time, increment and byoyomi are meant, even if they are 0 */
    bool infinite;        /**< until stopped */
    bool ponder;          /**< on the opponent's time: until told that the move was played */
    unsigned multipv;     /**< how many lines; 0 is 1 */
    const bm_move *only;  /**< consider these moves alone; NULL: all */
    size_t only_count;    /**< how many */
};

/** A line that was found. */
struct bm_search_info {
    unsigned depth;    /**< plies */
    unsigned seldepth; /**< of the deepest line */
    unsigned multipv;  /**< from 1: which of the lines */
    bool mate;         /**< score is moves to mate; negative: the side to move is mated */
    int score;         /**< for the side to move: centipawns, or moves to mate */
    int bound;         /**< 0 exact, 1 at least, -1 at most */
    uint64_t nodes;    /**< so far */
    int64_t time;      /**< so far, ms */
    unsigned hashfull; /**< per mille */
    const bm_move *pv; /**< the line */
    size_t pv_count;   /**< its moves */
};

/** Kinds of struct bm_search_event, with what each tells. */
enum bm_search_event_kind {
    BM_EVENT_BEGIN, /**< count legal moves, value as it stands; depth, nodes, soft, hard limit
                         it, and error is what the level misjudges by at most */
    BM_EVENT_JUDGE, /**< after move the position stands at value, misjudged by error */
    BM_EVENT_LOT,   /**< move is drawn by lot from count equals */
    BM_EVENT_MISS,  /**< depth: the value is at least (error 1) or at most (-1) value, beyond
                         what was expected: it looks again */
    BM_EVENT_DEPTH, /**< depth is done: move, value, pv, nodes, time */
    BM_EVENT_END,   /**< it ends for the reason why, after nodes and time */
    BM_EVENT_SPARE, /**< move at value is played instead of other at other_value, which loses a
                         piece at a flat look */
    BM_EVENT_ERROR, /**< without misjudging it would play other at other_value, not move */
    BM_EVENT_RIGHT  /**< without misjudging it would play the same move */
};

/** Why a search ends. */
enum bm_search_end {
    BM_SEARCH_END_DEPTH,  /**< as deep as it may */
    BM_SEARCH_END_NODES,  /**< as many positions as it may */
    BM_SEARCH_END_LEVEL,  /**< as many positions as the level has */
    BM_SEARCH_END_TIME,   /**< no more time for this move */
    BM_SEARCH_END_STOP,   /**< it was told to */
    BM_SEARCH_END_ENOUGH, /**< another depth would not be done in time, or change nothing */
};

/** Values of events from here on, of either sign, are mates. */
enum { BM_VALUE_MATE = 31000 };

/** Something that a search tells a person who wants to know why it plays what it plays. */
struct bm_search_event {
    enum bm_search_event_kind kind; /**< which of the members mean something */
    enum bm_search_end why;         /**< END */
    unsigned depth;                 /**< plies */
    unsigned count;                 /**< how many */
    bm_move move;                   /**< a move of the root */
    bm_move other;                  /**< another */
    int value;                      /**< centipawns for the side to move, or a mate */
    int other_value;                /**< of the other move */
    int error;                      /**< centipawns, or a direction */
    uint64_t nodes;                 /**< positions; UINT64_MAX: no limit */
    int64_t time;                   /**< ms since the start */
    int64_t soft;                   /**< ms that are planned; INT64_MAX: no limit */
    int64_t hard;                   /**< ms at most; INT64_MAX: no limit */
    const bm_move *pv;              /**< the line */
    size_t pv_count;                /**< its moves */
};

/** What a search is given besides limits; all may be NULL. */
struct bm_search_hooks {
    int64_t (*now)(void *user);                                  /**< the time, ms */
    void (*info)(void *user, const struct bm_search_info *info); /**< a line was found */
    /** A move of the root is looked at, in searches that take seconds; from 1. */
    void (*current)(void *user, bm_move move, unsigned number);
    /**
     * Run work(args[0]) in this thread and the others in others, all at the same time, and
     * return when all have ended; those for which there is no thread are left out. NULL: the
     * search has one thread.
     */
    void (*run)(void *user, void (*work)(void *arg), void *const *args, unsigned count);
    /** For people who want to see inside. With it a level below full strength searches twice.
     */
    void (*debug)(void *user, const struct bm_search_event *event);
    void *user; /**< for all */
};

/** The answer. */
struct bm_search_result {
    bm_move best;   /**< BM_MOVE_NONE: there is no legal move, or the game is over */
    bm_move ponder; /**< the answer that is expected, or BM_MOVE_NONE */
    bool resign;    /**< it is hopeless */
    bool declare;   /**< shogi: declaring impasse wins */
};

/** Heap. On success the caller owns *out. BM_EINVAL: no such level. */
BM_API BM_NODISCARD bm_status bm_search_create(struct bm_search **out,
                                               const struct bm_rules *rules,
                                               const struct bm_search_options *options);
/** Release it; NULL is fine. */
BM_API void bm_search_destroy(struct bm_search *search);
/** Forget everything: a new game begins. A level below full strength plays it differently. */
BM_API void bm_search_new_game(struct bm_search *search);
/** Forget what was found so far, in the same game. */
BM_API void bm_search_forget(struct bm_search *search);
/**
 * Think. The context is not changed, and is read only before the first hook is called. Returns
 * when a limit is reached, bm_search_stop() is called, or there is nothing more to find, which
 * may be at once and also with limits->infinite and limits->ponder: a program that must not
 * answer before it is told to keeps the answer until then. In a game that is over, the answer
 * is no move. bm_status is for memory alone: then *out is still a legal move if there is one.
 *
 * Below full strength the same seed, level, number of the game, position and number of the move
 * give the same answer on every machine, whatever was asked before.
 */
BM_API BM_NODISCARD bm_status bm_search_go(struct bm_search *search, const struct bm_ctx *ctx,
                                           const struct bm_think *limits,
                                           const struct bm_search_hooks *hooks,
                                           struct bm_search_result *out);
/**
 * From now on bm_search_stop() and bm_search_ponderhit() are meant for the search that comes
 * next, even before it runs. For programs that let another thread search; without this call
 * they are meant for a search that runs, and are forgotten if there is none.
 */
BM_API void bm_search_arm(struct bm_search *search);
/** End a running search soon; from any thread. One that begins later is not stopped. */
BM_API void bm_search_stop(struct bm_search *search);
/** The move that was pondered on was played: go on under the limits; from any thread. */
BM_API void bm_search_ponderhit(struct bm_search *search);

/** Terms that an evaluation has at most. */
enum { BM_EVAL_TRACE_TERMS = 24 };

/** A term of an evaluation. Values are centipawns. */
struct bm_eval_trace_term {
    const char *text[2]; /**< its name, by enum bm_lang */
    int mg[2];           /**< in the middle game, by side */
    int eg[2];           /**< in the endgame, by side */
    int mixed[2];        /**< what counts now, by side */
};

/** An evaluation term by term: what a position is worth before anything is searched. */
struct bm_eval_trace {
    struct bm_eval_trace_term term[BM_EVAL_TRACE_TERMS]; /**< the terms */
    unsigned terms;                                      /**< how many; 0: it has no parts */
    int phase;  /**< share of the middle game, of `phases` */
    int phases; /**< 1 or more */
    int sum;    /**< all terms for the first side, less those of the second */
    int tempo;  /**< for the side to move: it is its turn */
    int scale;  /**< per mille of both that count; less where little can be won */
    int value;  /**< the whole, for the side to move; rounded once, unlike the terms */
};

/**
 * Evaluate the position of a context term by term, as the levels that search do it, without
 * their errors. BM_EINVAL: the player is of a level that does not search. Not while it
 * searches.
 */
BM_API BM_NODISCARD bm_status bm_search_explain(struct bm_search *search,
                                                const struct bm_ctx *ctx,
                                                struct bm_eval_trace *out);

/** What was noticed of a search, for a natural thinking time. All zero before it begins. */
struct bm_pace {
    bm_move best;     /**< the best move so far */
    int score;        /**< its score */
    bool mate;        /**< and whether that is a mate */
    unsigned lines;   /**< that were noted */
    unsigned changes; /**< how often another move seemed better */
    unsigned swings;  /**< how often the score leapt */
};

/** Note a line that a search has found. */
BM_API void bm_pace_note(struct bm_pace *pace, const struct bm_search_info *info);
/**
 * How long a person would take for an answer in the position of a context, in milliseconds from
 * when it was asked for: short if it is forced or takes back, longer if it was hard to find,
 * and never more than the clock of the limits can spare. The same seed and position, the same
 * time. A program that shows a level's move to a person waits so long with it.
 */
BM_API int64_t bm_pace_time(const struct bm_pace *pace, const struct bm_ctx *ctx,
                            const struct bm_think *limits, bm_move answer, uint64_t seed);

/** Name of a level ("random"), or NULL if there is none. */
BM_API const char *bm_level_name(unsigned level);
/** What it does, in a few words; "" if there is none. */
BM_API const char *bm_level_text(unsigned level, enum bm_lang lang);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_SEARCH_H */

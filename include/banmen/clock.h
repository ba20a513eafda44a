/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_CLOCK_H
#define BANMEN_CLOCK_H

/**
 * @file
 * Chess and shogi clocks. A clock never looks at the time: its caller passes the time in,
 * in milliseconds of a clock that only goes forward. Tests run in virtual time.
 *
 * One text stands for every kind of time control:
 *
 *     none            no clock
 *     300             sudden death: 300 seconds for the game
 *     10m+5           Fischer: 10 minutes, and 5 seconds more for each turn that was made
 *     600+30x3b       byoyomi: 600 seconds, then three periods of 30 seconds
 *     0+10b           byoyomi from the first move, one period
 *     600+10+30b      Fischer, and byoyomi when that time is used up
 *     300+5d          simple delay: in each turn the first 5 seconds cost nothing
 *     30/move         30 seconds for each turn, and nothing is carried over
 *     3days           correspondence: three days for each turn
 *     600+5,300       the first side has this, the second that
 *
 * Times are seconds with up to three decimals, or have a unit: 500ms, 30s, 10m, 1h; or are
 * written 1:30 and 1:00:00.
 */

#include "banmen/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** No time limit, as an answer in milliseconds. */
#define BM_NO_LIMIT INT64_MAX
/** No time of a time control is longer: a hundred years of 365 days. */
#define BM_TIME_MOST INT64_C(3153600000000)
/** Periods of byoyomi that a time control may have. */
#define BM_PERIODS_MOST 9999

/** How a side's time runs. */
enum bm_clock_kind {
    BM_CLOCK_NONE, /**< not at all */
    BM_CLOCK_GAME, /**< time for the game, with increment, delay, byoyomi or none of these */
    BM_CLOCK_MOVE, /**< the same time for each turn */
    BM_CLOCK_DAYS  /**< the same, in days: correspondence */
};

/** The time control of one side, in milliseconds. */
struct bm_time {
    enum bm_clock_kind kind; /**< how it runs */
    int64_t base;            /**< for the game; BM_CLOCK_MOVE and _DAYS: for each turn */
    int64_t increment;       /**< added after each turn of main time */
    int64_t delay;           /**< of each turn, costs nothing */
    int64_t byoyomi;         /**< length of a period; 0: none */
    unsigned periods;        /**< of byoyomi, at least 1 if there is any */
};

/** The time control of a game. */
struct bm_times {
    struct bm_time side[2]; /**< by side */
};

/**
 * Read a time control. Nothing is changed unless BM_OK; *err (may be NULL) says what is wrong
 * and at which column.
 */
BM_API BM_NODISCARD bm_status bm_times_parse(struct bm_times *out, const char *s, size_t len,
                                             struct bm_error *err);
/** Room for any time control as text, NUL included. */
enum { BM_TIMES_TEXT = 160 };
/** Write it in the shortest form that reads back the same. As snprintf. */
BM_API size_t bm_times_format(const struct bm_times *times, char *buf, size_t cap);
/** Whether two are the same. */
BM_API bool bm_times_equal(const struct bm_times *a, const struct bm_times *b);

/** What a side's clock shows. */
struct bm_face {
    int64_t main;     /**< main time left; of BM_CLOCK_MOVE and _DAYS the turn's */
    int64_t period;   /**< left of the current period of byoyomi; 0 while there is main time */
    unsigned periods; /**< of byoyomi left, the current one included */
    int64_t delay;    /**< left of the delay of this turn */
    int64_t until;    /**< that can still be used in this turn, all kinds of time together: at 0
                           a move is still in time; BM_NO_LIMIT: the flag never falls */
    bool running;     /**< it is running now */
};

/**
 * Two clocks, of which one runs at most. A plain value: copy it to keep a state.
 *
 * A move is in time as long as no more than the time is used: with 5 seconds left, one that
 * takes 5,000 ms is in time, and the flag falls at 5,001. bm_clock_flagged(),
 * bm_clock_deadline() and bm_clock_stop() agree on this, and so do periods of byoyomi, where
 * using a whole one keeps it and a millisecond more costs it.
 */
struct bm_clock {
    struct bm_times times; /**< the time control */
    int64_t main[2];       /**< main time left when the turn began; may be 0 */
    unsigned periods[2];   /**< periods left when the turn began */
    int64_t used;          /**< in this turn, before `since` (pauses lie between) */
    int64_t since;         /**< when the running clock was started or resumed */
    int64_t total[2];      /**< spent so far in turns that are over, free delays included */
    uint8_t turn;          /**< whose clock runs, or would if it were not stopped */
    bool running;          /**< a clock runs */
    bool started;          /**< a turn has begun and is not over; it may be paused */
    uint8_t flag;          /**< bit per side: the flag has fallen */
};

/**
 * Set up; nothing runs. Values out of range are brought into it. A side without base time that
 * has increments begins with one.
 */
BM_API void bm_clock_init(struct bm_clock *c, const struct bm_times *times);
/** Begin the turn of a side: its clock runs from `now` on. A turn that was not ended is. */
BM_API void bm_clock_start(struct bm_clock *c, unsigned side, int64_t now);
/**
 * The turn is over: its time is charged, increment added, and nothing runs. Returns the
 * milliseconds that the turn took. If the flag fell before, it stays fallen.
 */
BM_API int64_t bm_clock_stop(struct bm_clock *c, int64_t now);
/** Stand still inside a turn. */
BM_API void bm_clock_pause(struct bm_clock *c, int64_t now);
/** Go on. */
BM_API void bm_clock_resume(struct bm_clock *c, int64_t now);
/** Look whether the flag falls: true from the first millisecond after the time is used up. */
BM_API bool bm_clock_flagged(const struct bm_clock *c, unsigned side, int64_t now);
/** What the clock of a side shows. */
BM_API void bm_clock_face(const struct bm_clock *c, unsigned side, int64_t now,
                          struct bm_face *out);
/** The first time at which the running flag has fallen; BM_NO_LIMIT: never. For a timer. */
BM_API int64_t bm_clock_deadline(const struct bm_clock *c);
/**
 * Give a side more main time (or take, if negative; never below 0). With a time for each turn,
 * it is for the current turn, or for the next if that has not begun.
 */
BM_API void bm_clock_give(struct bm_clock *c, unsigned side, int64_t ms);
/** Milliseconds that the current turn has taken so far. */
BM_API int64_t bm_clock_spent(const struct bm_clock *c, int64_t now);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_CLOCK_H */

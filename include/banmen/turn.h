/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_TURN_H
#define BANMEN_TURN_H

/**
 * @file
 * Whose turn it is, by itself: turns of several moves, turns that a capture or a check ends,
 * phases. No board is needed: moves are registered by what they did.
 *
 * A turn is a run of moves by one side. Phases are an ordered list, each with a rule of its own
 * and a condition that leads to the next. On each move, first the condition of the current
 * phase is tested, and the phase may advance by one; then the rule of the phase that is now
 * current decides whether the turn passes.
 */

#include "banmen/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of the rules. */
enum {
    BM_MAX_PHASES = 8,      /**< phases of a game */
    BM_MAX_SCHEDULE = 16,   /**< entries of a schedule */
    BM_TURN_UNLIMITED = 255 /**< a budget that never runs out */
};

/** What a capture or a check does to a turn. */
enum bm_turn_effect {
    BM_TURN_FREE,     /**< nothing: it counts as any move */
    BM_TURN_ENDS,     /**< it ends the turn */
    BM_TURN_AGAIN,    /**< it costs nothing: the side has another move (captures only) */
    BM_TURN_LAST_ONLY /**< it is allowed only as the last move of the turn */
};

/** Which piece may make the moves of a turn after the first. */
enum bm_turn_piece { BM_TURN_ANY, BM_TURN_SAME, BM_TURN_OTHER };

/** The condition that leads to the next phase. */
enum bm_turn_until {
    BM_UNTIL_NEVER,       /**< the phase is final */
    BM_UNTIL_HANDS_EMPTY, /**< neither side has a piece in hand */
    BM_UNTIL_CAPTURES,    /**< so many captures since the phase began */
    BM_UNTIL_TURNS        /**< so many turns ended since the phase began */
};

/** How turns pass in one phase. */
struct bm_turn_rule {
    uint8_t moves[2][BM_MAX_SCHEDULE]; /**< budgets, by side; the last one repeats */
    uint8_t entries[2];                /**< of moves[side]; 0 counts as the single budget 1 */
    bool by_side;        /**< schedules count each side's own turns, not all turns */
    bool progressive;    /**< the budget of turn t, from 0, is t + 1; `moves` is not used */
    uint8_t first;       /**< budget of the very first turn of the game; 0: as the others */
    uint8_t check;       /**< enum bm_turn_effect, without AGAIN */
    uint8_t capture;     /**< enum bm_turn_effect */
    uint8_t piece;       /**< enum bm_turn_piece */
    bool safe_at_end;    /**< own royals must be safe only when the turn ends */
    bool threat_by_turn; /**< a royal is in check if a whole turn could take it */
};

/** One phase of a game. */
struct bm_turn_phase {
    struct bm_turn_rule rule; /**< how turns pass */
    uint8_t until;            /**< enum bm_turn_until */
    uint16_t count;           /**< how many captures or turns */
};

/** The turn rules of a game; all zero is strict alternation. */
struct bm_turn_rules {
    uint8_t phases;                            /**< 0 counts as 1 */
    struct bm_turn_phase phase[BM_MAX_PHASES]; /**< in their order */
};

/** Where a game stands in its turns. */
struct bm_turn {
    uint8_t side;      /**< whose turn it is */
    uint8_t phase;     /**< index of the current phase */
    uint8_t used;      /**< moves of this turn that counted */
    uint8_t made;      /**< moves of this turn, those that cost nothing included */
    uint32_t turns;    /**< turns ended since the game began */
    uint16_t captures; /**< captures since the phase began */
    uint16_t ended;    /**< turns ended since the phase began */
};

/** What a move did. */
struct bm_turn_move {
    bool capture;     /**< it took a piece */
    bool check;       /**< it gave check */
    bool hands_empty; /**< no side has a piece in hand after it */
};

/** The state at the start of a game in which `side` moves first. */
BM_API void bm_turn_start(struct bm_turn *t, unsigned side);

/** Whose turn it is. */
BM_API unsigned bm_turn_side(const struct bm_turn *t);

/** The phase in which the next move will be made. */
BM_API unsigned bm_turn_phase(const struct bm_turn_rules *rules, const struct bm_turn *t);

/** Budget of the current turn: how many moves it has; BM_TURN_UNLIMITED: no limit. */
BM_API unsigned bm_turn_budget(const struct bm_turn_rules *rules, const struct bm_turn *t);

/** Whether the next move, if it earns nothing and ends nothing early, is the turn's last. */
BM_API bool bm_turn_is_last(const struct bm_turn_rules *rules, const struct bm_turn *t);

/**
 * Register a move. Returns whether the turn passed to the other side. Whether the move was
 * allowed (BM_TURN_LAST_ONLY) is not asked here: see bm_turn_allows().
 */
BM_API bool bm_turn_register(const struct bm_turn_rules *rules, struct bm_turn *t,
                             struct bm_turn_move move);

/** Whether a move that does this may be made now: captures and checks kept for the last move.
 */
BM_API bool bm_turn_allows(const struct bm_turn_rules *rules, const struct bm_turn *t,
                           struct bm_turn_move move);

/** End the turn now: a pass, or no move left after one that was earned. */
BM_API void bm_turn_end(struct bm_turn *t);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_TURN_H */

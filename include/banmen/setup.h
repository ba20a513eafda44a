/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_SETUP_H
#define BANMEN_SETUP_H

/**
 * @file
 * A setup is any board, legal or not, as a text or a person put it. bm_ctx_sync() is the gate
 * through which it becomes a position.
 */

#include "banmen/fault.h"
#include "banmen/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of a setup. */
enum {
    BM_SET_WORDS = BM_MAX_SQUARES / 64, /**< words of a set of squares, square 0 lowest */
    BM_MAX_EP = 32                      /**< captures en passant that can be open at once */
};

/** A capture en passant that is open, in games other than chess itself. */
struct bm_ep {
    bm_sq passed; /**< the square that was passed over */
    bm_sq piece;  /**< where the piece stands that passed; BM_SQ_NONE: to be found */
};

/** Any board. All zero is an empty one with the first side to move. */
struct bm_setup {
    bm_piece board[BM_MAX_SQUARES];  /**< by square */
    uint8_t hand[2][BM_MAX_KINDS];   /**< pieces in hand, by side and kind */
    uint8_t turn;                    /**< side to move */
    uint8_t has_ep;                  /**< whether `ep` is meant */
    bm_sq ep;                        /**< chess: square passed over by the last double step */
    uint64_t castling[BM_SET_WORDS]; /**< set of the squares of rooks with the right */
    uint32_t quiet;                  /**< plies since the last capture or pawn move */
    uint32_t number;                 /**< number of the next move, as the text form counts it */
    uint8_t used;                    /**< moves of this turn that counted against its budget */
    uint8_t made;                    /**< moves of this turn */
    uint8_t phase;                   /**< phase of the game */
    uint8_t ep_count;                /**< entries of `eps` */
    uint16_t phase_count;            /**< captures or turns since the phase began */
    bm_sq moved;                  /**< the piece that made the last move of this turn, if any */
    uint8_t checks[2];            /**< checks that each side has still to give to win */
    struct bm_ep eps[BM_MAX_EP];  /**< captures en passant, but not in chess itself */
    uint64_t gates[BM_SET_WORDS]; /**< set of the squares whose piece may gate another */
};

/** The usual start position of a game. */
BM_API void bm_setup_start(struct bm_setup *out, const struct bm_rules *rules);

/**
 * A start position drawn by lot, in games that do so (Chess960): the same number gives the same
 * start. Chess960's starts have their usual numbers, 0 to 959, 518 being that of chess. False
 * if the game is not shuffled; *out is the usual start then.
 */
BM_API bool bm_setup_shuffle(struct bm_setup *out, const struct bm_rules *rules,
                             uint64_t number);

/** Everything that is wrong with a board; 0 when it can be played as it is. */
BM_API bm_defects bm_setup_check(const struct bm_setup *setup, const struct bm_rules *rules);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_SETUP_H */

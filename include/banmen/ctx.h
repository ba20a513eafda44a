/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_CTX_H
#define BANMEN_CTX_H

/**
 * @file
 * A context is one line of play: a position, the moves that led to it, and what must be
 * remembered of them (repetition, counters).
 *
 * Nothing here allocates except bm_ctx_create(). A question neither copies nor changes the
 * position. A context belongs to one thread at a time; rules may be shared by all. Every
 * pointer must be valid; only where the text says so may it be NULL.
 */

#include "banmen/fault.h"
#include "banmen/outcome.h"
#include "banmen/rules.h"
#include "banmen/setup.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One line of play. */
struct bm_ctx;

/** @name Life */
/** @{ */

/** Bytes that a context needs for lines of up to `plies` moves; 0 if that is too many. */
BM_API size_t bm_ctx_size(const struct bm_rules *rules, unsigned plies);

/** Heap. On success the caller owns *out, at the start position, and ends it. Loaded rules must
 * be held as long as the context lives. */
BM_API BM_NODISCARD bm_status bm_ctx_create(struct bm_ctx **out, const struct bm_rules *rules,
                                            unsigned plies);
/** Release what bm_ctx_create() made; NULL is fine. */
BM_API void bm_ctx_destroy(struct bm_ctx *ctx);

/** Caller's memory: at least bm_ctx_size() bytes, 64-aligned. Nothing to release. */
BM_API BM_NODISCARD bm_status bm_ctx_init(struct bm_ctx **out, void *mem, size_t size,
                                          const struct bm_rules *rules, unsigned plies);

/**
 * *to becomes the same line of play as *from, with the same choices; it must have the same
 * rules (BM_EINVAL) and room for the line (BM_ENOSPC). On failure it is unchanged.
 */
BM_API BM_NODISCARD bm_status bm_ctx_copy(struct bm_ctx *to, const struct bm_ctx *from);

/** Choose what the rules leave open. Takes effect at once; the line of play stays. */
BM_API void bm_ctx_configure(struct bm_ctx *ctx, const struct bm_options *options);
/** The choices in force. */
BM_API const struct bm_options *bm_ctx_options(const struct bm_ctx *ctx);
/** The rules in force. */
BM_API const struct bm_rules *bm_ctx_rules(const struct bm_ctx *ctx);
/** @} */

/** @name Positions in and out */
/** @{ */

/** Start anew from the usual start position. */
BM_API void bm_ctx_start(struct bm_ctx *ctx);

/**
 * Start anew from a board: the one gate. The context is unchanged unless BM_OK is returned.
 * BM_ERULE means that the board cannot be played: *defects (may be NULL) gets all reasons, and
 * err->what (err may be NULL) says them in words. Soft defects are mended and reported with
 * BM_OK.
 */
BM_API BM_NODISCARD bm_status bm_ctx_sync(struct bm_ctx *ctx, const struct bm_setup *setup,
                                          bm_defects *defects, struct bm_error *err);

/**
 * The same from a program's own board: `board` has one piece per square, `hands` the counts by
 * side and kind (NULL: none), rights and counters are taken as none.
 */
BM_API BM_NODISCARD bm_status bm_ctx_sync_board(struct bm_ctx *ctx, const bm_piece *board,
                                                const uint8_t (*hands)[BM_MAX_KINDS],
                                                unsigned turn, struct bm_error *err);

/** The position as a board. */
BM_API void bm_ctx_setup(const struct bm_ctx *ctx, struct bm_setup *out);
/** Piece on a square, 0 if none or no such square. */
BM_API bm_piece bm_ctx_piece(const struct bm_ctx *ctx, bm_sq sq);
/** How many of a kind a side has in hand. */
BM_API unsigned bm_ctx_hand(const struct bm_ctx *ctx, unsigned side, unsigned kind);
/** Side to move; in a turn of several moves it stays the same. */
BM_API unsigned bm_ctx_turn(const struct bm_ctx *ctx);
/** Moves of the current turn that were made already: 0 except inside a turn of several. */
BM_API unsigned bm_ctx_turn_moves(const struct bm_ctx *ctx);
/** Moves that the current turn has, those made included; 0: there is no limit. */
BM_API unsigned bm_ctx_turn_budget(const struct bm_ctx *ctx);
/** Phase of the game, 0 being the first. */
BM_API unsigned bm_ctx_phase(const struct bm_ctx *ctx);
/** 64-bit key of the position: equal positions by the rules of repetition, equal keys. */
BM_API uint64_t bm_ctx_key(const struct bm_ctx *ctx);
/** @} */

/** @name Questions */
/** @{ */

/** Why this move may not be played; 0 if it may. */
BM_API bm_faults bm_ctx_judge(const struct bm_ctx *ctx, bm_move m);

/** Answer for a promotion dialog: the faults of the plain and of the promoting move. */
struct bm_pair {
    bm_faults plain;     /**< moving without promotion */
    bm_faults promoting; /**< moving with promotion: to a queen in chess */
};
/** May it be played plain? Promoting? */
BM_API struct bm_pair bm_ctx_judge_pair(const struct bm_ctx *ctx, bm_sq from, bm_sq to);

/**
 * Write the legal moves, at most `cap`, and return how many there are, which may be more. The
 * list is what the movement rules allow in this position; bm_ctx_outcome() tells whether the
 * game has ended by other rules, in which case judging and playing answer BM_FAULT_GAME_OVER.
 */
BM_API size_t bm_ctx_moves(const struct bm_ctx *ctx, bm_move *out, size_t cap);
/** The same for the piece on one square. */
BM_API size_t bm_ctx_moves_from(const struct bm_ctx *ctx, bm_sq from, bm_move *out, size_t cap);
/** The same for what brings a piece of this kind (before it promotes) to a square, drops too.
 */
BM_API size_t bm_ctx_moves_to(const struct bm_ctx *ctx, unsigned kind, bm_sq to, bm_move *out,
                              size_t cap);
/** The same for drops of one kind. */
BM_API size_t bm_ctx_drops(const struct bm_ctx *ctx, unsigned kind, bm_move *out, size_t cap);
/** How many legal moves there are, without making them. */
BM_API size_t bm_ctx_count(const struct bm_ctx *ctx);

/** Pieces that give check to the side to move; writes their squares to out (may be NULL). */
BM_API unsigned bm_ctx_checks(const struct bm_ctx *ctx, bm_sq out[BM_MAX_ATTACKERS]);
/** Pieces of a side that attack a square, pinned ones included; squares to out (may be NULL).
 */
BM_API unsigned bm_ctx_attackers(const struct bm_ctx *ctx, bm_sq sq, unsigned side,
                                 bm_sq out[BM_MAX_ATTACKERS]);

/** How the game stands. */
BM_API void bm_ctx_outcome(const struct bm_ctx *ctx, struct bm_outcome *out);
/** How often the position has occurred in this line, now included. */
BM_API unsigned bm_ctx_repetitions(const struct bm_ctx *ctx);
/** What a declaration of impasse by the side to move would give. */
BM_API void bm_ctx_impasse(const struct bm_ctx *ctx, struct bm_impasse *out);
/** Whether a side could still mate by some line of legal moves, as far as material tells. */
BM_API bool bm_ctx_can_mate(const struct bm_ctx *ctx, unsigned side);
/** @} */

/** @name Play */
/** @{ */

/**
 * Play a move. An illegal one, mate by pawn drop included, changes nothing and returns its
 * faults. When the stack is full, BM_FAULT_GAME_OVER is returned and bm_ctx_room() is 0.
 */
BM_API BM_NODISCARD bm_faults bm_ctx_play(struct bm_ctx *ctx, bm_move m);
/** Take the last move back; false if there is none. */
BM_API bool bm_ctx_undo(struct bm_ctx *ctx);
/** Moves played so far in this line. */
BM_API unsigned bm_ctx_plies(const struct bm_ctx *ctx);
/** Moves that can still be played before the stack is full. */
BM_API unsigned bm_ctx_room(const struct bm_ctx *ctx);
/** The i-th move of the line, i < bm_ctx_plies(). */
BM_API bm_move bm_ctx_played(const struct bm_ctx *ctx, unsigned i);
/** @} */

/** @name Counting */
/** @{ */

/** Leaves of the tree of legal moves `depth` deep; draws do not end it. */
BM_API uint64_t bm_ctx_perft(const struct bm_ctx *ctx, unsigned depth);

/** Bytes of one entry of the table for bm_ctx_perft_hashed(). */
enum { BM_PERFT_ENTRY = 16 };

/**
 * The same with a table of already counted positions: `entries` (a power of two) entries of
 * BM_PERFT_ENTRY bytes, zeroed before the first use, shared by any number of threads. The
 * table is keyed by 64-bit keys, so that a wrong count is possible, if hardly.
 */
BM_API uint64_t bm_ctx_perft_hashed(struct bm_ctx *ctx, unsigned depth, void *table,
                                    size_t entries);
/** @} */

/** @name One-shot forms, for programs that keep their own board */
/** @{ */

/** bm_ctx_judge() for a board; BM_ERULE if the board cannot be played. */
BM_API BM_NODISCARD bm_status bm_judge_once(const struct bm_rules *rules,
                                            const struct bm_setup *setup, bm_move m,
                                            bm_faults *out);
/** bm_ctx_moves() for a board; *count gets how many there are. */
BM_API BM_NODISCARD bm_status bm_moves_once(const struct bm_rules *rules,
                                            const struct bm_setup *setup, bm_move *out,
                                            size_t cap, size_t *count);
/** Judge and play: *setup becomes the board after the move if *faults is 0. */
BM_API BM_NODISCARD bm_status bm_play_once(const struct bm_rules *rules, struct bm_setup *setup,
                                           bm_move m, bm_faults *faults);
/** bm_ctx_outcome() for a board without history. */
BM_API BM_NODISCARD bm_status bm_outcome_once(const struct bm_rules *rules,
                                              const struct bm_setup *setup,
                                              struct bm_outcome *out);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_CTX_H */

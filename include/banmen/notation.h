/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_NOTATION_H
#define BANMEN_NOTATION_H

/**
 * @file
 * Positions and moves as text: FEN and SFEN, UCI and USI moves.
 *
 * Text in is always a pointer and a length and need not end in NUL. Text out works as snprintf:
 * it writes what fits, NUL included, and returns the length of the whole.
 */

#include "banmen/ctx.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How positions are read and written. */
enum bm_text_flags {
    BM_TEXT_STRICT = 1,   /**< read: only the exact standard form */
    BM_TEXT_SHREDDER = 2, /**< write: castling rights as files (HAha) */
    BM_TEXT_EP_ALWAYS =
        4 /**< write: e.p. square after every double step, as FEN's text has it */
};

/**
 * Read a position in the game's own form (FEN, X-FEN, Shredder-FEN; SFEN), or "startpos", or
 * the name of a start ("two-piece", "二枚落ち"). Reading checks the form only; whether the
 * board can be played is bm_ctx_sync()'s to say. *out is written only on success.
 */
BM_API BM_NODISCARD bm_status bm_position_parse(struct bm_setup *out,
                                                const struct bm_rules *rules, const char *s,
                                                size_t len, unsigned flags,
                                                struct bm_error *err);

/** Write a board; flags of enum bm_text_flags. */
BM_API size_t bm_position_format(const struct bm_setup *setup, const struct bm_rules *rules,
                                 unsigned flags, char *buf, size_t cap);

/** Write the position of a context. */
BM_API size_t bm_ctx_format(const struct bm_ctx *ctx, unsigned flags, char *buf, size_t cap);

/**
 * Read a move in coordinates (e2e4, e7e8q, e1g1 or e1h1; 7g7f, 8h2b+, P*5e). The context tells
 * which form castling takes; whether the move is legal is bm_ctx_judge()'s to say.
 */
BM_API BM_NODISCARD bm_status bm_move_parse(bm_move *out, const struct bm_ctx *ctx,
                                            const char *s, size_t len, struct bm_error *err);

/** Write a move in coordinates; never more than 8 bytes with NUL. */
BM_API size_t bm_move_format(bm_move m, const struct bm_rules *rules, char *buf, size_t cap);

/** Write the name of a square ("e4", "7g"). */
BM_API size_t bm_sq_format(bm_sq sq, const struct bm_rules *rules, char *buf, size_t cap);

/**
 * The sentence for people on why a move is refused: which piece pins, which square is
 * attacked. As snprintf: writes what fits and returns the length of the whole.
 */
BM_API size_t bm_ctx_explain(const struct bm_ctx *ctx, bm_move m, bm_faults faults,
                             enum bm_lang lang, char *buf, size_t cap);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_NOTATION_H */

/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_NOTATION_H
#define BANMEN_NOTATION_H

/**
 * @file
 * Positions and moves as text: FEN and SFEN; moves in coordinates and as people write them.
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

/** Room for texts, NUL included. */
enum {
    BM_POSITION_TEXT = 2048, /**< a position of any game */
    BM_COORDINATES = 24      /**< a square, or a move in coordinates, of any game */
};

/**
 * Read a position in the game's own form (FEN, X-FEN, Shredder-FEN; SFEN), or "startpos", or
 * the name of a start ("two-piece", "二枚落ち"), or "shuffle:518", a start drawn by lot.
 * Reading checks the form only; whether the board can be played is bm_ctx_sync()'s to say. *out
 * is written only on success.
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
 * Read a move in coordinates (e2e4, e7e8q, e1g1 or e1h1; 7g7f, 8h2b+, P*5e; in games that know
 * them P\@e5, b1c3h with a piece gated, 0000 for a pass). The context tells which form castling
 * takes; whether the move is legal is bm_ctx_judge()'s to say.
 */
BM_API BM_NODISCARD bm_status bm_move_parse(bm_move *out, const struct bm_ctx *ctx,
                                            const char *s, size_t len, struct bm_error *err);

/** Write a move in coordinates; never more than BM_COORDINATES bytes with NUL. */
BM_API size_t bm_move_format(bm_move m, const struct bm_rules *rules, char *buf, size_t cap);

/** How people and record files write moves. */
enum bm_move_style {
    BM_STYLE_COORDINATES, /**< UCI or USI: e2e4, 7g7f */
    BM_STYLE_SAN,         /**< Nf3, exd6, e8=Q+; variants alike, with their pieces' letters */
    BM_STYLE_FIGURINE,    /**< SAN with figures: ♘f3 */
    BM_STYLE_LONG,        /**< long algebraic: Ng1-f3, e7xd8=Q+ */
    BM_STYLE_WESTERN,     /**< shogi, Hodges: P-7f, Rx2d+, N*5e, G6i-5h */
    BM_STYLE_JAPANESE, /**< shogi for people, and KI2: ▲７六歩, △同銀左, ▲５八金打 */
    BM_STYLE_KIF,      /**< shogi, KIF files: ７六歩(77), 同　銀成(45), ５五歩打 */
    BM_STYLE_CSA,      /**< shogi: +7776FU, -0055FU */
    BM_STYLE_COUNT
};

/**
 * Write a move of the position in a style; it must be legal. "" if the style does not fit the
 * game. Never more than BM_MOVE_TEXT bytes with NUL.
 */
BM_API size_t bm_ctx_write_move(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style,
                                char *buf, size_t cap);
/** Room for a move in any style. */
enum { BM_MOVE_TEXT = 48 };

/**
 * Read a move in a style, leniently: what people and programs write is understood as long as
 * it can mean one legal move only. BM_STYLE_SAN also takes long algebraic, figurines and
 * coordinates; BM_STYLE_JAPANESE and BM_STYLE_KIF take each other. BM_ESYNTAX: not such a text;
 * BM_ERULE: no legal move is meant, or more than one, and err->what says why. In that case *out
 * is the move that was meant, if that can be told, else BM_MOVE_NONE.
 */
BM_API BM_NODISCARD bm_status bm_ctx_read_move(const struct bm_ctx *ctx,
                                               enum bm_move_style style, const char *s,
                                               size_t len, bm_move *out, struct bm_error *err);

/** Write the name of a square ("e4", "7g", "Cc3"), at most BM_COORDINATES bytes with NUL. */
BM_API size_t bm_sq_format(bm_sq sq, const struct bm_rules *rules, char *buf, size_t cap);

/** Room for what bm_sq_name() writes, NUL included. */
enum { BM_SQUARE_NAME = 24 };

/**
 * A square as readers of a language write it: "e4", "7g"; games in USI in Japanese "７七". As
 * snprintf.
 */
BM_API size_t bm_sq_name(bm_sq sq, const struct bm_rules *rules, enum bm_lang lang, char *buf,
                         size_t cap);

/**
 * As bm_outcome_format(), with the side's name in its game: "red wins (checkmate)",
 * "先手の勝ち（詰み）".
 */
BM_API size_t bm_outcome_tell(const struct bm_outcome *o, const struct bm_rules *rules,
                              enum bm_lang lang, char *buf, size_t cap);

/**
 * What the current part of a turn, or the phase, asks for: "now place the duck"; "" where any
 * piece may move. As snprintf.
 */
BM_API size_t bm_ctx_wanted(const struct bm_ctx *ctx, enum bm_lang lang, char *buf, size_t cap);

/**
 * The i-th sentence about how a game ends and what is special in it: "Stalemate is a draw."
 * As snprintf; 0: there are no more.
 */
BM_API size_t bm_rules_sentence(const struct bm_rules *rules, unsigned i, enum bm_lang lang,
                                char *buf, size_t cap);

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

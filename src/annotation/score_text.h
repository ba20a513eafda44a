/* SPDX-License-Identifier: MIT */
#ifndef BM_ANNOTATION_SCORE_TEXT_H
#define BM_ANNOTATION_SCORE_TEXT_H

/* Scores and lines as text in both languages. */

#include "annotation/accuracy.h"
#include "banmen/notation.h"
#include "base/buf.h"

/* Room for a score. */
enum { BM_EVAL_TEXT = 32 };

/* The scale that engines of a game use. */
const struct bm_eval_scale *bm_eval_scale_of(const struct bm_rules *rules);

/*
 * "+0.35" in pawns, in games written as shogi is "+120"; "#3", "#-3" for a mate, in Japanese
 * and shogi "+詰5" in plies; "1-0" when the game is over. `turn` is the side to move.
 */
const char *bm_eval_format(const struct bm_eval *e, unsigned turn, const struct bm_rules *rules,
                           enum bm_lang lang, char buf[BM_EVAL_TEXT]);

/* "blunder", "大悪手"; "" for none. */
const char *bm_move_quality_text(enum bm_move_quality v, enum bm_lang lang);

/* One move as the game and the language have it: Nf3, P-7f, ▲７六歩. */
void bm_move_text(const struct bm_ctx *ctx, bm_move m, enum bm_lang lang,
                  char buf[BM_MOVE_TEXT]);

/*
 * Append a line of legal moves, parted by blanks, at most `max` of them. The context is as
 * before; when it is full the line is cut.
 */
void bm_pv_text(struct bm_buf *out, struct bm_ctx *ctx, const bm_move *pv, size_t count,
                size_t max, enum bm_lang lang);

#endif

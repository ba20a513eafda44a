/* SPDX-License-Identifier: MIT */
#ifndef BM_NOTATION_STYLES_H
#define BM_NOTATION_STYLES_H

/*
 * Moves as people write them, one pair of functions for each family of styles; style.c picks.
 * Writers get a legal move of a game that the style fits. Readers: see bm_ctx_read_move().
 */

#include "banmen/notation.h"
#include "base/str.h"

/* A move that a text means beyond doubt: *out is it, legal or not; see bm_ctx_read_move(). */
bm_status bm_style_settle(const struct bm_ctx *ctx, bm_move m, bm_move *out,
                          struct bm_error *err);

/* SAN, figurine, long algebraic. */
void bm_san_write(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style,
                  struct bm_str *out);
bm_status bm_san_read(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                      struct bm_error *err);
/* Hodges' notation of shogi. */
void bm_western_write(const struct bm_ctx *ctx, bm_move m, struct bm_str *out);
bm_status bm_western_read(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                          struct bm_error *err);
/* KIF and KI2. */
void bm_japanese_write(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style,
                       struct bm_str *out);
bm_status bm_japanese_read(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                           struct bm_error *err);
/* CSA. Parsing is reading without asking the rules: BM_ERULE: no move is meant. */
void bm_csa_write_move(const struct bm_ctx *ctx, bm_move m, struct bm_str *out);
bm_status bm_csa_read_move(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                           struct bm_error *err);
bm_status bm_csa_parse_move(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                            struct bm_error *err);
/* The two letters of a kind, and the kind of two letters: BM_SHOGI_KINDS if there is none. */
const char *bm_csa_kind_name(unsigned kind);
unsigned bm_csa_find_kind(const char *s);

#endif

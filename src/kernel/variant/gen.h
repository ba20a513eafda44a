/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_GEN_H
#define BM_KERNEL_VARIANT_GEN_H

#include "kernel/variant/pos.h"

/* What is wanted of the legal moves. */
enum k_mode { K_LIST, K_COUNT, K_ANY };

/* Legal moves of a position whose board has not ended the game. */
size_t K(fast_moves)(const struct k_pos *p, bm_move *out, enum k_mode mode);
size_t K(slow_moves)(const struct k_pos *p, bm_move *out, enum k_mode mode);

/* Those that take or promote, and may be some more promotions than matter. */
size_t K(noisy)(const struct k_pos *p, bm_move *out);
size_t K(fast_noisy)(const struct k_pos *p, bm_move *out);

/* Moves as movement alone allows them, for the part of the turn that it is. */
size_t K(pseudo)(const struct k_pos *p, bm_move *out);

/* Whether the side to move has a legal move. */
bool K(can_go_on)(const struct k_pos *p);

/*
 * Whether the royals of `us` are safe after a piece has gone from `from` (K_SQUARES: out of the
 * hand) to `to`, where it is a `kind`, and the piece on `gone` (K_SQUARES: none) was taken.
 */
bool K(leaves_safe)(const struct k_pos *p, unsigned us, unsigned from, unsigned to,
                    unsigned kind, unsigned gone);
bool K(ep_is_safe)(const struct k_pos *p, unsigned us, unsigned from, unsigned passed,
                   unsigned piece);

/* Whether a pseudo-legal move may be played; *p is changed and restored. */
bool K(legal_by_making)(struct k_pos *p, bm_move m);

bool K(is_capture)(const struct k_pos *p, bm_move m);

/* Kinds that a piece may become now. */
uint64_t K(promotions)(const struct k_pos *p, unsigned side, unsigned kind);

/* Where a kind may be dropped, attacks left aside. */
set K(drop_squares)(const struct k_pos *p, unsigned us, unsigned kind);

/* Whether a drop gives mate, or check, that the kind may not give. */
bool K(drop_forbidden)(const struct k_pos *p, unsigned us, unsigned kind, unsigned to);

/* Kinds that may make the next move of the turn, and where to. */
uint64_t K(kinds_now)(const struct k_pos *p);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_KIF_BOD_H
#define BM_RECORD_KIF_BOD_H

/* Board diagrams of shogi, as KIF and KI2 have them and as people mail them. */

#include "banmen/setup.h"
#include "base/buf.h"

/* One rank, `|v香 ・ ...|一`; false if it does not have nine squares. */
bool bm_bod_rank(struct bm_setup *out, unsigned rank, const char *s, const char *end);

/*
 * A hand, `飛　角二　歩十八` or なし, with blanks or without; false if something is neither.
 * Kings are passed over: some programs put there what no side has on the board.
 */
bool bm_bod_hand(struct bm_setup *out, unsigned side, const char *s, const char *end);

/*
 * Hands, board, number of moves played (if there are any) and side to move. `handicap` names
 * the sides 下手 and 上手.
 */
void bm_bod_write(const struct bm_setup *setup, bool handicap, struct bm_buf *out);

#endif

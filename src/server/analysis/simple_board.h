/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_SIMPLE_BOARD_H
#define BM_SERVER_SIMPLE_BOARD_H

#include "banmen/status.h"

/* The boards of /validate and /reset. */
struct bm_simple_boards;

bm_status bm_simple_boards_create(struct bm_simple_boards **out);
void bm_simple_boards_destroy(struct bm_simple_boards *x);

#endif

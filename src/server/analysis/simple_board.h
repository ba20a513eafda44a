/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_SIMPLE_BOARD_H
#define BM_SERVER_SIMPLE_BOARD_H

#include "banmen/status.h"

/* The boards of /validate and /reset. */
struct bm_compat;

bm_status bm_compat_create(struct bm_compat **out);
void bm_compat_destroy(struct bm_compat *x);

#endif

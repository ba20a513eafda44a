/* SPDX-License-Identifier: MIT */
#ifndef BM_TERMINAL_SEARCH_DEBUG_H
#define BM_TERMINAL_SEARCH_DEBUG_H

#include "banmen/search.h"

/*
 * Print a debug event of a search of the context's position on stderr, as a line "debug: ...".
 * From any thread.
 */
void bm_search_debug_print(const struct bm_ctx *ctx, const struct bm_search_event *event);

#endif

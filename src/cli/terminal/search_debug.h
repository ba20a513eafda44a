/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_TERMINAL_SEARCH_DEBUG_H
#define BM_CLI_TERMINAL_SEARCH_DEBUG_H

#include "banmen/search.h"

/*
 * Say on stderr, in a line that begins with "debug: ", what a search about the position of a
 * context tells of itself. From any thread.
 */
void bm_search_debug_print(const struct bm_ctx *ctx, const struct bm_search_event *event);

#endif

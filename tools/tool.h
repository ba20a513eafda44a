/* SPDX-License-Identifier: MIT */
#ifndef BM_TOOLS_TOOL_H
#define BM_TOOLS_TOOL_H

/* What the tools share: options, rules, and the tree of a game. */

#include <stdint.h>
#include <stdio.h>

#include "banmen/variant.h"
#include "search/thread.h"

/* Say why and end. */
__attribute__((noreturn, format(printf, 1, 2))) void stop(const char *format, ...);

/* The value of `-x VALUE`, or NULL if arg is another option. Moves *i behind it. */
const char *option(int argc, char **argv, int *i, char letter);
uint64_t to_number(const char *text);

const struct bm_rules *open_game(const char *name);
struct bm_search *new_search(const struct bm_rules *rules, uint64_t seed, unsigned hash);
struct bm_ctx *new_game(const struct bm_rules *rules, unsigned plies);

#endif

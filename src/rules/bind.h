/* SPDX-License-Identifier: MIT */
#ifndef BM_RULES_BIND_H
#define BM_RULES_BIND_H

#include "rules/ruleset.h"
#include "variant/read/read.h"

/*
 * Rules whose digest is that of chess or of shogi get the kernel that was made for it: *rules
 * is changed to it, *set, *kinds and *setup to its numbering of kinds and squares.
 */
void bm_rules_bind(struct bm_rules *rules, struct bm_ruleset *set, struct bm_kind *kinds,
                   struct bm_setup *setup);

/* Whether the start position can be played; what is wrong with it goes to the report. */
bool bm_start_check(const struct bm_rules *rules, const struct bm_desc *d,
                    struct bm_findings *report);

/*
 * What the legal moves cost: 1 in most games, more where whole turns decide what is legal. 0:
 * so much that the game cannot be used, and the report says so at `turn`. Only the latter are
 * tried out.
 */
unsigned bm_move_cost_check(const struct bm_rules *rules, const struct bm_desc *d,
                            struct bm_findings *report);

/* bm_rules_load(), for tests: `generic` keeps chess and shogi from their own kernels. */
bm_status bm_rules_load_as(const struct bm_rules **out, const char *text, size_t len,
                           const struct bm_library *library, struct bm_issues *issues,
                           bool generic);

#endif

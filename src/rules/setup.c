/* SPDX-License-Identifier: MIT */
#include "banmen/setup.h"

#include "rules/ctx.h"
#include "rules/ruleset.h"

void bm_setup_start(struct bm_setup *out, const struct bm_rules *rules)
{
    *out = *rules->set->setup;
}

bm_defects bm_setup_check(const struct bm_setup *setup, const struct bm_rules *rules)
{
    union bm_any_pos pos;
    return rules->kernel->load(&pos, setup, rules->game, rules->set->load_flags);
}

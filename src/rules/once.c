/* SPDX-License-Identifier: MIT */
/* One-shot forms: the kernel on a position that lives on the stack for one question. */
#include "rules/ctx.h"

struct once {
    _Alignas(64) unsigned char mem[10240];
    struct bm_ctx *ctx;
};

static bm_status enter_position(struct once *o, const struct bm_rules *rules,
                                const struct bm_setup *setup)
{
    const bm_status s = bm_ctx_init(&o->ctx, o->mem, sizeof o->mem, rules, 1);
    return s == BM_OK ? bm_ctx_sync(o->ctx, setup, NULL, NULL) : s;
}

bm_status bm_judge_once(const struct bm_rules *rules, const struct bm_setup *setup, bm_move m,
                        bm_faults *out)
{
    struct once o;
    const bm_status s = enter_position(&o, rules, setup);
    if (s == BM_OK)
        *out = bm_ctx_judge(o.ctx, m);
    return s;
}

bm_status bm_moves_once(const struct bm_rules *rules, const struct bm_setup *setup,
                        bm_move *out, size_t cap, size_t *count)
{
    struct once o;
    const bm_status s = enter_position(&o, rules, setup);
    if (s == BM_OK)
        *count = bm_ctx_moves(o.ctx, out, cap);
    return s;
}

bm_status bm_play_once(const struct bm_rules *rules, struct bm_setup *setup, bm_move m,
                       bm_faults *faults)
{
    struct once o;
    const bm_status s = enter_position(&o, rules, setup);
    if (s != BM_OK)
        return s;
    *faults = bm_ctx_play(o.ctx, m);
    if (!*faults)
        bm_ctx_setup(o.ctx, setup);
    return BM_OK;
}

bm_status bm_outcome_once(const struct bm_rules *rules, const struct bm_setup *setup,
                          struct bm_outcome *out)
{
    struct once o;
    const bm_status s = enter_position(&o, rules, setup);
    if (s == BM_OK)
        bm_ctx_outcome(o.ctx, out);
    return s;
}

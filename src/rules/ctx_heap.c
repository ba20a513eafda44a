/* SPDX-License-Identifier: MIT */
/* The only file of rules/ that allocates. */
#include <stdlib.h>

#include "banmen/ctx.h"

bm_status bm_ctx_create(struct bm_ctx **out, const struct bm_rules *rules, unsigned plies)
{
    if (!out || !rules)
        return BM_EINVAL;
    const size_t size = bm_ctx_size(rules, plies);
    if (!size)
        return BM_EINVAL;
    void *const mem = aligned_alloc(64, size);
    if (!mem)
        return BM_ENOMEM;

    const bm_status s = bm_ctx_init(out, mem, size, rules, plies);
    if (s != BM_OK)
        free(mem);
    return s;
}

void bm_ctx_destroy(struct bm_ctx *ctx) { free(ctx); }

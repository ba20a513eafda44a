/* SPDX-License-Identifier: MIT */
/* The memory of a search, without that of the tree search. */
#include <stdlib.h>

#include "banmen/variant.h"
#include "search/level.h"
#include "search/thread.h"

/* Games of usual length need no second allocation. */
enum { PLIES = 256, ROOM = 2 };

bm_status bm_search_create(struct bm_search **out, const struct bm_rules *rules,
                           const struct bm_search_options *options)
{
    if (!out || !rules || !options || !bm_level_name(options->level))
        return BM_EINVAL;
    struct bm_search *const s = calloc(1, sizeof *s);
    if (!s)
        return BM_ENOMEM;
    s->rules = bm_rules_hold(rules);
    s->options = *options;
    const bm_status status = bm_ctx_create(&s->ctx, rules, PLIES);
    if (status != BM_OK) {
        bm_search_destroy(s);
        return status;
    }
    atomic_init(&s->flags, 0);
    bm_piece_values(s->value, rules);
    if (options->level >= 3 && bm_threads_create(s)) {
        bm_search_destroy(s);
        return BM_ENOMEM;
    }
    *out = s;
    return BM_OK;
}

void bm_search_destroy(struct bm_search *search)
{
    if (!search)
        return;
    bm_threads_destroy(search);
    bm_ctx_destroy(search->ctx);
    bm_rules_release(search->rules);
    free(search);
}

bm_status bm_search_follow(struct bm_search *s, const struct bm_ctx *ctx)
{
    const unsigned need = bm_ctx_plies(ctx) + ROOM;
    unsigned plies = bm_ctx_plies(s->ctx) + bm_ctx_room(s->ctx);
    if (plies < need) {
        struct bm_ctx *larger;
        const unsigned twice = need > plies * 2 ? need : plies * 2;
        const bm_status status =
            bm_ctx_create(&larger, s->rules, bm_ctx_size(s->rules, twice) != 0 ? twice : need);
        if (status != BM_OK)
            return status;
        bm_ctx_destroy(s->ctx);
        s->ctx = larger;
    }
    return bm_ctx_copy(s->ctx, ctx);
}

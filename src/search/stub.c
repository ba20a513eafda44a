/* SPDX-License-Identifier: MIT */
#include "banmen/search.h"
#include <stddef.h>
#pragma GCC diagnostic ignored "-Wunused-parameter"

bm_status bm_search_create(struct bm_search **out, const struct bm_rules *rules,
                           const struct bm_search_options *options)
{
    return 0;
}
void bm_search_destroy(struct bm_search *search) {}
void bm_search_new_game(struct bm_search *search) {}
bm_status bm_search_go(struct bm_search *search, const struct bm_ctx *ctx,
                       const struct bm_think *limits, const struct bm_search_hooks *hooks,
                       struct bm_search_result *out)
{
    return 0;
}
void bm_search_stop(struct bm_search *search) {}
void bm_search_ponderhit(struct bm_search *search) {}
const char *bm_level_name(unsigned level) { return NULL; }
const char *bm_level_text(unsigned level, enum bm_lang lang) { return NULL; }

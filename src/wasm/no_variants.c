/* SPDX-License-Identifier: MIT */
/*
 * The module that has chess and shogi alone: what other files would call for games that were
 * loaded, of which there are none there.
 */
#include "banmen/variant.h"
#include "message/catalogue.h"
#include "notation/cells.h"
#include "notation/variant/variant_move.h"
#include "notation/variant/variant_san.h"

const struct bm_messages bm_messages_variant;

const struct bm_rules *bm_rules_hold(const struct bm_rules *rules) { return rules; }
void bm_rules_release(const struct bm_rules *rules) { (void)rules; }

bm_status bm_variant_fen_parse(struct bm_setup *out, const struct bm_rules *rules,
                               const char *s, size_t len, unsigned flags, struct bm_error *err)
{
    (void)out, (void)rules, (void)s, (void)len, (void)flags, (void)err;
    return BM_EINVAL;
}

void bm_variant_fen_format(const struct bm_setup *setup, const struct bm_rules *rules,
                           unsigned flags, struct bm_str *out)
{
    (void)setup, (void)rules, (void)flags, (void)out;
}

bm_status bm_variant_move_parse(bm_move *out, const struct bm_ctx *ctx, const char *s,
                                size_t len, struct bm_error *err)
{
    (void)out, (void)ctx, (void)s, (void)len, (void)err;
    return BM_EINVAL;
}

void bm_variant_move_format(bm_move m, const struct bm_rules *rules, struct bm_str *out)
{
    (void)m, (void)rules, (void)out;
}

void bm_variant_san_write(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style,
                          struct bm_str *out)
{
    (void)ctx, (void)m, (void)style, (void)out;
}

bm_status bm_variant_san_read(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                              struct bm_error *err)
{
    (void)ctx, (void)s, (void)len, (void)out, (void)err;
    return BM_EINVAL;
}

/* SPDX-License-Identifier: MIT */
#include "notation/styles.h"

#include "notation/text.h"
#include "rules/ruleset.h"

/* Whether a style can write the moves of a game. */
static bool style_fits(const struct bm_ctx *ctx, enum bm_move_style style)
{
    /* Not by bm_rules_shogi(): that asks the CPU what it can, which takes microseconds. */
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    const bool shogi = rules->game == NULL && bm_rules_info(rules)->dialect == BM_DIALECT_USI;
    switch (style) {
    case BM_STYLE_COORDINATES: return true;
    case BM_STYLE_SAN:
    case BM_STYLE_FIGURINE:
    case BM_STYLE_LONG: return !shogi;
    case BM_STYLE_WESTERN:
    case BM_STYLE_JAPANESE:
    case BM_STYLE_KIF:
    case BM_STYLE_CSA: return shogi;
    case BM_STYLE_COUNT: break;
    }
    return false;
}

size_t bm_ctx_write_move(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style,
                         char *buf, size_t cap)
{
    struct bm_str out;

    if (style == BM_STYLE_COORDINATES)
        return bm_move_format(m, bm_ctx_rules(ctx), buf, cap);
    bm_str_init(&out, buf, cap);
    if (style_fits(ctx, style)) {
        if (style == BM_STYLE_WESTERN)
            bm_western_write(ctx, m, &out);
        else if (style == BM_STYLE_CSA)
            bm_csa_write_move(ctx, m, &out);
        else if (style == BM_STYLE_JAPANESE || style == BM_STYLE_KIF)
            bm_japanese_write(ctx, m, style, &out);
        else
            bm_san_write(ctx, m, style, &out);
    }
    return bm_str_end(&out);
}

bm_status bm_style_settle(const struct bm_ctx *ctx, bm_move m, bm_move *out,
                          struct bm_error *err)
{
    const bm_faults faults = bm_ctx_judge(ctx, m);
    *out = m;
    if (faults == 0)
        return BM_OK;
    if (err) {
        *err = (struct bm_error){.code = BM_ERULE, .line = 1, .column = 1};
        (void)bm_ctx_explain(ctx, m, faults, BM_EN, err->what, sizeof err->what);
    }
    return BM_ERULE;
}

bm_status bm_ctx_read_move(const struct bm_ctx *ctx, enum bm_move_style style, const char *s,
                           size_t len, bm_move *out, struct bm_error *err)
{
    *out = (bm_move){BM_MOVE_NONE};
    if (!style_fits(ctx, style))
        return bm_text_refuse(err, 0, "this game's moves are not written so", 0);
    if (style == BM_STYLE_WESTERN)
        return bm_western_read(ctx, s, len, out, err);
    if (style == BM_STYLE_CSA)
        return bm_csa_read_move(ctx, s, len, out, err);
    if (style == BM_STYLE_JAPANESE || style == BM_STYLE_KIF)
        return bm_japanese_read(ctx, s, len, out, err);
    if (style != BM_STYLE_COORDINATES)
        return bm_san_read(ctx, s, len, out, err);

    const bm_status status = bm_move_parse(out, ctx, s, len, err);
    return status != BM_OK ? status : bm_style_settle(ctx, *out, out, err);
}

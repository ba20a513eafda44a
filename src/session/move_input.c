/* SPDX-License-Identifier: MIT */
#include "session/move_input.h"

#include <ctype.h>

#include "banmen/message.h"

/* How likely it is that a text was meant as a move. */
enum sure { SURE_NOT, SURE_TEXT, SURE_MOVE, SURE_LEGAL };

static enum sure try_style(const struct bm_ctx *ctx, enum bm_move_style style, const char *s,
                           size_t len, bm_move *out, struct bm_error *err)
{
    *out = (bm_move){BM_MOVE_NONE};
    const bm_status status = bm_ctx_read_move(ctx, style, s, len, out, err);
    if (status == BM_OK)
        return SURE_LEGAL;
    if (status != BM_ERULE)
        return SURE_NOT;
    return out->bits == BM_MOVE_NONE ? SURE_TEXT : SURE_MOVE;
}

bool bm_move_input_parse(const struct bm_ctx *ctx, const char *s, size_t len, enum bm_lang lang,
                         bm_move *out, bool *known, char *why, size_t cap)
{
    static const enum bm_move_style styles[2][6] = {
        [BM_DIALECT_UCI] = {BM_STYLE_SAN, BM_STYLE_COORDINATES, BM_STYLE_LONG,
                            BM_STYLE_FIGURINE, BM_STYLE_JAPANESE, BM_STYLE_CSA},
        [BM_DIALECT_USI] = {BM_STYLE_COORDINATES, BM_STYLE_JAPANESE, BM_STYLE_CSA,
                            BM_STYLE_WESTERN, BM_STYLE_KIF, BM_STYLE_SAN}};
    const enum bm_dialect dialect = bm_rules_info(bm_ctx_rules(ctx))->dialect;
    enum sure best = SURE_NOT;
    struct bm_error best_err = {.what = ""};
    bm_move meant = {BM_MOVE_NONE};
    for (unsigned i = 0; i < 6 && best != SURE_LEGAL; i++) {
        struct bm_error err = {.what = ""};
        bm_move m;
        const enum sure sure = try_style(ctx, styles[dialect][i], s, len, &m, &err);
        if (sure > best) {
            best = sure;
            best_err = err;
            meant = m;
        }
    }
    *known = best != SURE_NOT;
    *out = meant;
    if (best == SURE_LEGAL)
        return true;
    const bm_faults faults = best == SURE_MOVE ? bm_ctx_judge(ctx, meant) : 0;
    if (faults)
        bm_ctx_explain(ctx, meant, faults, lang, why, cap);
    else
        (void)bm_message_format(best_err.what, lang, bm_ctx_rules(ctx), why, cap);
    return false;
}

const char *bm_move_input_skip_number(const char *s, const char *end)
{
    const char *t = s;
    while (t != end && isdigit((unsigned char)*t))
        t++;
    if (t == s || t == end || *t != '.')
        return s;
    while (t != end && *t == '.')
        t++;
    return t;
}

/* SPDX-License-Identifier: MIT */
/* The kind of move that a part of a turn, or a phase, expects. */
#include "banmen/notation.h"
#include "base/bits.h"
#include "base/str.h"
#include "rules/ctx.h"

/* More kinds than this are no help in a sentence. */
enum { KINDS = 3 };

/* The kinds that may move now; 0: any. */
static uint64_t kinds_wanted(const struct bm_ctx *ctx, const struct bm_phase_limits *limits)
{
    const unsigned made = bm_ctx_turn_moves(ctx);
    if (!limits->onlys)
        return 0;
    return limits->kinds[made < limits->onlys ? made : limits->onlys - 1u];
}

/* "duck", "bishop or rook". */
static void put_kinds(struct bm_str *out, const struct bm_rules *rules, uint64_t kinds,
                      enum bm_lang lang)
{
    for (bool first = true; kinds; kinds = bits_drop_first(kinds), first = false) {
        if (!first)
            bm_str_text(out, lang == BM_JA ? "か" : " or ");
        bm_str_text(out, bm_rules_kind_name(rules, bits_first(kinds), lang));
    }
}

/* Whether all of some kinds come from the hand of the side to move. */
static bool are_in_hand(const struct bm_ctx *ctx, uint64_t kinds)
{
    for (; kinds; kinds = bits_drop_first(kinds))
        if (!bm_ctx_hand(ctx, bm_ctx_turn(ctx), bits_first(kinds)))
            return false;
    return true;
}

size_t bm_ctx_wanted(const struct bm_ctx *ctx, enum bm_lang lang, char *buf, size_t cap)
{
    const struct bm_compiled *const g = ctx->rules->game;
    const bool ja = lang == BM_JA;
    struct bm_str out;
    bm_str_init(&out, buf, cap);
    if (!g || !g->multi)
        return bm_str_end(&out);
    const struct bm_phase_limits *const limits = &g->limits[bm_ctx_phase(ctx)];
    const uint64_t kinds = kinds_wanted(ctx, limits);
    if (bm_ctx_turn_moves(ctx) && kinds && bits_count(kinds) <= KINDS) {
        const bool place = are_in_hand(ctx, kinds);
        bm_str_text(&out, ja ? "" : place ? "now place the " : "now move the ");
        put_kinds(&out, ctx->rules, kinds, lang);
        bm_str_text(&out, !ja ? "" : place ? "を置いてください" : "を動かしてください");
    } else if (limits->only == BM_PHASE_DROPS) {
        bm_str_text(&out, ja ? "駒を盤に置いてください" : "place a piece on the board");
    }
    return bm_str_end(&out);
}

/* SPDX-License-Identifier: MIT */
#include "annotation/score_text.h"

#include "banmen/game.h"
#include "base/str.h"

static bool is_shogi(const struct bm_rules *rules)
{
    return bm_rules_info(rules)->dialect == BM_DIALECT_USI;
}

const struct bm_eval_scale *bm_eval_scale_of(const struct bm_rules *rules)
{
    return is_shogi(rules) ? &bm_eval_scale_shogi : &bm_eval_scale_chess;
}

const char *bm_eval_format(const struct bm_eval *e, unsigned turn, const struct bm_rules *rules,
                           enum bm_lang lang, char buf[BM_EVAL_TEXT])
{
    const bool shogi = is_shogi(rules);
    const char *const minus = e->value < 0 ? "-" : "";
    const char *const sign = e->value > 0 ? "+" : minus;
    const uint64_t v = e->value < 0 ? 0 - (uint64_t)e->value : (uint64_t)e->value;
    struct bm_str s;
    bm_str_init(&s, buf, BM_EVAL_TEXT);
    switch (e->kind) {
    case EVAL_NONE: bm_str_char(&s, '?'); break;
    case EVAL_OVER:
        bm_str_text(&s, e->value > 0 ? "1-0" : e->value < 0 ? "0-1" : "1/2-1/2");
        break;
    case EVAL_MATE:
        if (shogi && lang == BM_JA) { /* the side that mates makes the last ply */
            bm_str_fill(&s, "~詰", BM_TEXTS(sign));
            bm_str_u64(&s, v == 0 ? 0 : 2 * v - ((e->value < 0) == (turn == 1)));
        } else {
            bm_str_fill(&s, "#~", BM_TEXTS(minus));
            bm_str_u64(&s, v);
        }
        break;
    case EVAL_CENTIPAWNS:
        bm_str_text(&s, sign);
        bm_str_u64(&s, shogi ? v : v / 100);
        if (!shogi) {
            bm_str_char(&s, '.');
            bm_str_char(&s, (char)('0' + v % 100 / 10));
            bm_str_char(&s, (char)('0' + v % 10));
        }
        break;
    }
    (void)bm_str_end(&s);
    return buf;
}

const char *bm_move_quality_text(enum bm_move_quality v, enum bm_lang lang)
{
    static const char *const words[QUALITY_COUNT] = {"", "inaccuracy", "mistake", "blunder"};
    return lang == BM_JA ? bm_nag_text(bm_move_quality_nag(v), BM_JA) : words[v];
}

void bm_move_text(const struct bm_ctx *ctx, bm_move m, enum bm_lang lang,
                  char buf[BM_MOVE_TEXT])
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    const enum bm_move_style style = !is_shogi(rules) ? BM_STYLE_SAN
                                     : lang == BM_JA  ? BM_STYLE_JAPANESE
                                                      : BM_STYLE_WESTERN;
    /* Shogi notation does not exist for all variants of shogi. */
    if (bm_ctx_write_move(ctx, m, style, buf, BM_MOVE_TEXT) == 0 &&
        bm_ctx_write_move(ctx, m, BM_STYLE_SAN, buf, BM_MOVE_TEXT) == 0)
        bm_move_format(m, rules, buf, BM_MOVE_TEXT);
}

void bm_pv_text(struct bm_buf *out, struct bm_ctx *ctx, const bm_move *pv, size_t count,
                size_t max, enum bm_lang lang)
{
    char text[BM_MOVE_TEXT];
    size_t played = 0;
    while (played < count && played < max) {
        bm_move_text(ctx, pv[played], lang, text);
        if (played != 0)
            bm_buf_char(out, ' ');
        bm_buf_text(out, text);
        if (bm_ctx_play(ctx, pv[played]) != 0)
            break;
        played++;
    }
    while (played-- != 0)
        (void)bm_ctx_undo(ctx);
}

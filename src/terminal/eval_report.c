/* SPDX-License-Identifier: MIT */
#include "terminal/eval_report.h"

#include <stdio.h>

#include "base/text_width.h"

enum {
    LEVEL = 3, /* the least that judges positions: it needs little memory */
    NAME = 26, /* columns of a term's name */
    COLUMN = 7
};

bm_status bm_eval_report_find(struct bm_eval_trace *out, const struct bm_ctx *ctx)
{
    struct bm_search *search = NULL;
    const struct bm_search_options options = {.level = LEVEL};
    bm_status status = bm_search_create(&search, bm_ctx_rules(ctx), &options);
    if (status == BM_OK)
        status = bm_search_explain(search, ctx, out);
    bm_search_destroy(search);
    return status;
}

static void add_spaces(struct bm_buf *out, size_t n)
{
    while (n-- > 0)
        bm_buf_char(out, ' ');
}

static void add_name(struct bm_buf *out, const char *name)
{
    const size_t width = bm_text_width(name);
    bm_buf_text(out, name);
    add_spaces(out, width < NAME ? NAME - width : 1);
}

static void add_right(struct bm_buf *out, const char *text, size_t columns)
{
    const size_t width = bm_text_width(text);
    add_spaces(out, width < columns ? columns - width : 1);
    bm_buf_text(out, text);
}

static void add_term_value(struct bm_buf *out, int value)
{
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    add_right(out, text, COLUMN);
}

/* What the first side has more than the second, with its sign. */
static void add_total(struct bm_buf *out, int value)
{
    char text[16];
    snprintf(text, sizeof text, "%+d\n", value);
    add_right(out, text, COLUMN + 1);
}

/* A line of which only the last column, what the first side has more, means something. */
static void add_last(struct bm_buf *out, const char *name, int value)
{
    add_name(out, name);
    add_spaces(out, 6 * COLUMN);
    add_total(out, value);
}

static void add_head(struct bm_buf *out, bool ja)
{
    add_name(out, "");
    add_right(out, ja ? "先手" : "first", 3 * COLUMN);
    add_right(out, ja ? "後手" : "second", 3 * COLUMN);
    bm_buf_char(out, '\n');
    add_name(out, ja ? "項目" : "term");
    for (unsigned side = 0; side < 2; side++) {
        add_right(out, ja ? "中盤" : "middle", COLUMN);
        add_right(out, ja ? "終盤" : "end", COLUMN);
        add_right(out, ja ? "現在" : "now", COLUMN);
    }
    add_right(out, ja ? "差" : "total", COLUMN);
    bm_buf_char(out, '\n');
}

static void add_total_line(struct bm_buf *out, const char *name, int value)
{
    char text[96];
    snprintf(text, sizeof text, "%s: %+d\n", name, value);
    bm_buf_text(out, text);
}

void bm_eval_report_format(struct bm_buf *out, const struct bm_eval_trace *e, unsigned turn,
                           enum bm_lang lang)
{
    const bool ja = lang == BM_JA;
    char text[96];
    if (e->terms != 0)
        add_head(out, ja);
    for (unsigned i = 0; i < e->terms; i++) {
        const struct bm_eval_trace_term *const t = &e->term[i];
        add_name(out, t->text[lang]);
        for (unsigned side = 0; side < 2; side++) {
            add_term_value(out, t->mg[side]);
            add_term_value(out, t->eg[side]);
            add_term_value(out, t->mixed[side]);
        }
        add_total(out, t->mixed[0] - t->mixed[1]);
    }
    if (e->terms != 0) {
        add_last(out, ja ? "合計" : "sum", e->sum);
        add_last(out, ja ? "手番" : "to move", turn ? -e->tempo : e->tempo);
        snprintf(text, sizeof text, ja ? "中盤の割合: %d/%d\n" : "phase: %d of %d\n", e->phase,
                 e->phases);
        bm_buf_text(out, text);
        snprintf(text, sizeof text, ja ? "有効率: %d/1000\n" : "scale: %d of 1000\n", e->scale);
        bm_buf_text(out, text);
    }
    add_total_line(out, ja ? "手番側の評価値" : "value for the side to move", e->value);
    add_total_line(out, ja ? "先手から見た評価値" : "value for first",
                   turn ? -e->value : e->value);
    add_total_line(out, ja ? "後手から見た評価値" : "value for second",
                   turn ? e->value : -e->value);
}

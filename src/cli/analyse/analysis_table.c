/* SPDX-License-Identifier: MIT */
#include "cli/analyse/analysis_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "annotation/analysis_json.h"
#include "annotation/score_text.h"
#include "base/text_width.h"
#include "io/files/json_output.h"

void bm_analyser_line_json(struct bm_buf *j, struct bm_ctx *ctx,
                           const struct bm_analyser_line *line, enum bm_lang lang)
{
    bm_json_member_u64(j, "line", line->number);
    bm_eval_json(j, &line->eval);
    bm_json_member_u64(j, "seldepth", line->seldepth);
    bm_json_member_u64(j, "nodes", line->nodes);
    bm_json_member_u64(j, "nps", line->nps);
    bm_json_member_int(j, "time", line->time);
    bm_pv_json(j, ctx, line->pv, line->pv_count, lang);
}

void bm_analyser_line_text(struct bm_buf *out, struct bm_ctx *ctx,
                           const struct bm_analyser_line *line, enum bm_lang lang)
{
    char score[BM_EVAL_TEXT], head[256];
    bm_eval_format(&line->eval, bm_ctx_turn(ctx), bm_ctx_rules(ctx), lang, score);
    snprintf(head, sizeof head,
             "line %u depth %u seldepth %u score %s nodes %" PRIu64 " nps %" PRIu64
             " time %" PRId64 " pv ",
             line->number, line->eval.depth, line->seldepth, score, line->nodes, line->nps,
             line->time);
    bm_buf_text(out, head);
    bm_pv_text(out, ctx, line->pv, line->pv_count, line->pv_count, lang);
}

/* ---- On a terminal ---- */

static unsigned terminal_columns(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
        return size.ws_col;
    return 80;
}

/* "1.2M": short, so that columns stay where they are. */
static void format_count(char buf[16], uint64_t v)
{
    static const char unit[] = " kMGT";
    double d = (double)v;
    unsigned i = 0;
    while (d >= 9999.5 && i < 4) {
        d /= 1000;
        i++;
    }
    if (i == 0)
        snprintf(buf, 16, "%.0f", d);
    else
        snprintf(buf, 16, "%.*f%c", d < 99.95 ? 1 : 0, d, unit[i]);
}

/* Print a text, cut at the edge of the terminal. */
static void print_cut(const struct bm_buf *text, unsigned columns)
{
    size_t at = 0;
    unsigned used = 0;
    while (at < text->len) {
        char one[8] = "";
        size_t n = 1;
        while (at + n < text->len && n < 4 && ((unsigned char)text->s[at + n] & 0xc0) == 0x80)
            n++;
        memcpy(one, text->s + at, n);
        const unsigned width = (unsigned)bm_text_width(one);
        if (used + width >= columns)
            break;
        used += width;
        at += n;
    }
    printf("\r%.*s\033[K\n", (int)at, text->len != 0 ? text->s : "");
}

static void make_row(struct bm_analyse_table *t, const struct bm_analyser_line *line)
{
    char score[BM_EVAL_TEXT], depth[24], head[96], nodes[16], nps[16], status[256];
    bm_eval_format(&line->eval, bm_ctx_turn(t->ctx), bm_ctx_rules(t->ctx), t->lang, score);
    snprintf(depth, sizeof depth, "%u/%u", line->eval.depth, line->seldepth);
    snprintf(head, sizeof head, "%2u  %7s%*s  %7s  ", line->number, score,
             (int)(strlen(score) - bm_text_width(score)), "", depth);
    struct bm_buf *const row = &t->rows[line->number - 1];
    row->len = 0;
    bm_buf_text(row, head);
    bm_pv_text(row, t->ctx, line->pv, line->pv_count, line->pv_count, t->lang);

    format_count(nodes, line->nodes);
    format_count(nps, line->nps);
    snprintf(status, sizeof status, "%s  nodes %s  nps %s  time %.1f s", t->title, nodes, nps,
             (double)line->time / 1000);
    t->status.len = 0;
    bm_buf_text(&t->status, status);
    t->changed = true;
}

void bm_analyse_table_draw(struct bm_analyse_table *t)
{
    if (!t->terminal || !t->changed)
        return;
    struct bm_buf head = {0};
    bm_buf_text(&head, t->lang == BM_JA ? " #   評価値    深さ  読み筋"
                                        : " #    score    depth  line");
    if (t->drawn != 0)
        printf("\033[%uA", t->drawn);
    print_cut(&t->status, t->columns);
    print_cut(&head, t->columns);
    for (size_t i = 0; i < t->count; i++)
        print_cut(&t->rows[i], t->columns);
    fflush(stdout);
    bm_buf_free(&head);
    t->drawn = (unsigned)t->count + 2;
    t->changed = false;
}

/* ---- Both ---- */

void bm_analyse_table_begin(struct bm_analyse_table *t, struct bm_ctx *ctx, const char *title,
                            enum bm_lang lang, bool json)
{
    const char *const term = getenv("TERM");
    const bool able = term && *term && strcmp(term, "dumb") != 0;
    *t = (struct bm_analyse_table){.title = title,
                                   .ctx = ctx,
                                   .lang = lang,
                                   .json = json,
                                   .terminal = !json && able && isatty(STDOUT_FILENO)};
    if (t->terminal)
        t->columns = terminal_columns();
}

static bool reserve_rows(struct bm_analyse_table *t, unsigned rows)
{
    void *mem = t->rows;
    if (!bm_grow(&mem, &t->cap, rows, sizeof *t->rows))
        return false;
    t->rows = mem;
    while (t->count < rows)
        t->rows[t->count++] = (struct bm_buf){0};
    return true;
}

void bm_analyse_table_take(struct bm_analyse_table *t, const struct bm_analyser_line *line)
{
    if (line->bound != 0 || line->pv_count == 0)
        return;
    if (t->terminal) {
        if (reserve_rows(t, line->number))
            make_row(t, line);
    } else if (t->json) {
        struct bm_buf j = {0};
        bm_json_begin(&j, '{');
        bm_analyser_line_json(&j, t->ctx, line, t->lang);
        bm_json_print(&j);
        fflush(stdout);
    } else {
        struct bm_buf text = {0};
        bm_analyser_line_text(&text, t->ctx, line, t->lang);
        bm_buf_char(&text, '\n');
        fwrite(text.s, 1, text.failed ? 0 : text.len, stdout);
        fflush(stdout);
        bm_buf_free(&text);
    }
}

void bm_analyse_table_end(struct bm_analyse_table *t, const struct bm_sync_analyser *m)
{
    const struct bm_analyser_line *line;
    unsigned lines = 0;
    for (; t->terminal && (line = bm_sync_analyser_best(m, lines)) != NULL; lines++) {
        if (reserve_rows(t, line->number))
            make_row(t, line);
    }
    for (size_t i = lines; t->terminal && i < t->count; i++)
        t->rows[i].len = 0; /* a line that was shown and is none of the last */
    bm_analyse_table_draw(t);
    for (size_t i = 0; i < t->count; i++)
        bm_buf_free(&t->rows[i]);
    bm_release(t->rows);
    bm_buf_free(&t->status);
}

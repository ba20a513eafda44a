/* SPDX-License-Identifier: MIT */
#include "cli/analyse/analysis_report.h"

#include <inttypes.h>

#include "cli/analyse/analysis_table.h"
#include "cli/analyse/score_text.h"
#include "cli/terminal/json_output.h"
#include "cli/terminal/text_grid.h"

/* ---- For people ---- */

static void print_name(FILE *to, const struct bm_game *game, const char *tag, const char *other)
{
    struct bm_text name = {"?", 1};
    if (!bm_game_tag(game, tag, &name))
        (void)bm_game_tag(game, other, &name);
    fprintf(to, "%.*s", (int)name.len, name.s);
}

/* A text in so many columns, to the right. */
static void print_right(FILE *to, const char *text, size_t columns)
{
    const size_t width = bm_text_width(text);
    fprintf(to, "%*s%s", (int)(width < columns ? columns - width : 0), "", text);
}

/* A position without moves. */
static void print_position(FILE *to, const struct bm_analysis *a, struct bm_line *line,
                           enum bm_lang lang)
{
    const struct bm_analysed_position *const p = &a->places[0];
    struct bm_buf text = {0};
    char score[BM_EVAL_TEXT];
    if (p->count != 0 && !bm_line_goto(line, p->node, NULL)) {
        const struct bm_best_line *const best = &a->lines[p->first];
        bm_pv_text(&text, line->ctx, a->moves + best->first, best->count, best->count, lang);
    }
    fprintf(to, "  %s  %.*s\n",
            bm_eval_format(&p->eval, p->turn, bm_ctx_rules(line->ctx), lang, score),
            (int)text.len, text.len != 0 ? text.s : "");
    bm_buf_free(&text);
}

void bm_analyse_report(FILE *to, const struct bm_analysis *a, const struct bm_game *game,
                       struct bm_line *line, uint64_t number, enum bm_lang lang)
{
    static const char *const heads[2][7] = {
        {"moves", "accuracy", "inaccuracies", "mistakes", "blunders", "lost chance",
         "centipawns"},
        {"手数", "精度", "疑問手", "悪手", "大悪手", "勝率損失", "平均損失"}};
    static const unsigned char columns[7] = {7, 10, 14, 10, 10, 13, 12};
    const struct bm_rules_info *const info = bm_rules_info(bm_game_rules(game));
    struct bm_accuracy_summary sum[2];
    if (!bm_analysis_sum(a, game, sum))
        return;
    fprintf(to, lang == BM_JA ? "第%" PRIu64 "局  " : "game %" PRIu64 "  ", number);
    print_name(to, game, "White", "Sente");
    fputs(" - ", to);
    print_name(to, game, "Black", "Gote");
    if (a->count == 1) {
        print_position(to, a, line, lang);
        return;
    }
    fprintf(to, "\n%8s", "");
    for (unsigned i = 0; i < 7; i++)
        print_right(to, heads[lang == BM_JA][i], columns[i]);
    fputc('\n', to);
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_accuracy_summary *const s = &sum[side];
        const char *const name = info->side_name[lang == BM_JA][side];
        const size_t width = bm_text_width(name);
        fprintf(to, "%s%*s%7u", name, (int)(width < 8 ? 8 - width : 0), "", s->moves);
        if (s->moves == 0)
            fprintf(to, "%10s", "-");
        else
            fprintf(to, "%9.1f%%", s->accuracy);
        fprintf(to, "%14u%10u%10u%12.1f%%%12.0f\n", s->verdicts[QUALITY_INACCURACY],
                s->verdicts[QUALITY_MISTAKE], s->verdicts[QUALITY_BLUNDER], s->chance,
                s->pawns);
    }
}

/* ---- For programs ---- */

static void json_lines(struct bm_buf *j, const struct bm_analysis *a,
                       const struct bm_analysed_position *p, struct bm_ctx *ctx,
                       enum bm_lang lang)
{
    bm_json_key(j, "lines");
    bm_json_begin(j, '[');
    for (size_t i = 0; i < p->count; i++) {
        const struct bm_best_line *const l = &a->lines[p->first + i];
        bm_json_begin(j, '{');
        bm_eval_json(j, &l->eval);
        bm_pv_json(j, ctx, a->moves + l->first, l->count, lang);
        bm_json_end(j, '}');
    }
    bm_json_end(j, ']');
}

/* The move from a position to the next. */
static void json_move(const struct bm_analysis *a, const struct bm_game *game,
                      struct bm_line *line, uint64_t number, size_t place, enum bm_lang lang)
{
    const struct bm_eval_scale *const scale = bm_eval_scale_of(bm_game_rules(game));
    const struct bm_analysed_position *const p = &a->places[place];
    const bm_move m = bm_game_move(game, p[1].node);
    char move[BM_COORDINATES], text[BM_MOVE_TEXT];
    struct bm_analysed_move step;
    struct bm_buf j = {0};
    if (!bm_analysis_move(a, game, place, scale, &step) || bm_line_goto(line, p->node, NULL))
        return;
    const double before = bm_eval_chance(&step.before, step.side, scale);
    const double after = bm_eval_chance(&step.after, step.side, scale);
    bm_move_format(m, bm_game_rules(game), move, sizeof move);
    bm_move_text(line->ctx, m, lang, text);
    bm_json_begin(&j, '{');
    bm_json_member_u64(&j, "game", number);
    bm_json_member_u64(&j, "ply", place + 1);
    bm_json_member_text(&j, "side", step.side == 0 ? "first" : "second");
    bm_json_member_text(&j, "move", move);
    bm_json_member_text(&j, "text", text);
    bm_eval_json(&j, &p[1].eval);
    bm_json_member_fixed(&j, "before", before, 2);
    bm_json_member_fixed(&j, "after", after, 2);
    bm_json_member_fixed(&j, "accuracy", bm_analysed_move_accuracy(&step, scale), 2);
    bm_json_member_text(
        &j, "verdict",
        step.verdict == QUALITY_NONE ? "ok" : bm_move_quality_text(step.verdict, BM_EN));
    json_lines(&j, a, p, line->ctx, lang);
    bm_json_print(&j);
}

static void json_sum(struct bm_buf *j, const char *key, const struct bm_accuracy_summary *s)
{
    bm_json_key(j, key);
    bm_json_begin(j, '{');
    bm_json_member_u64(j, "moves", s->moves);
    if (s->moves != 0)
        bm_json_member_fixed(j, "accuracy", s->accuracy, 2);
    bm_json_member_u64(j, "inaccuracies", s->verdicts[QUALITY_INACCURACY]);
    bm_json_member_u64(j, "mistakes", s->verdicts[QUALITY_MISTAKE]);
    bm_json_member_u64(j, "blunders", s->verdicts[QUALITY_BLUNDER]);
    bm_json_member_fixed(j, "chance", s->chance, 2);
    bm_json_member_fixed(j, "centipawns", s->pawns, 2);
    bm_json_end(j, '}');
}

void bm_analyse_report_json(const struct bm_analysis *a, const struct bm_game *game,
                            struct bm_line *line, uint64_t number, const char *by,
                            enum bm_lang lang)
{
    struct bm_buf j = {0};
    struct bm_accuracy_summary sum[2];
    for (size_t i = 0; i + 1 < a->count; i++)
        json_move(a, game, line, number, i, lang);
    if (!bm_analysis_sum(a, game, sum))
        return;
    bm_json_begin(&j, '{');
    bm_json_member_u64(&j, "game", number);
    bm_json_member_text(&j, "variant", bm_rules_info(bm_game_rules(game))->name);
    bm_json_member_text(&j, "engine", by);
    json_sum(&j, "first", &sum[0]);
    json_sum(&j, "second", &sum[1]);
    const struct bm_analysed_position *const last =
        a->count != 0 ? &a->places[a->count - 1] : NULL;
    if (last && !bm_line_goto(line, last->node, NULL))
        json_lines(&j, a, last, line->ctx, lang);
    bm_json_print(&j);
    fflush(stdout);
}

/* SPDX-License-Identifier: MIT */
#include "cli/analyse/analysis_report.h"

#include <inttypes.h>

#include "annotation/analysis_json.h"
#include "annotation/score_text.h"
#include "base/text_width.h"
#include "io/files/json_output.h"

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

void bm_analyse_report_json(const struct bm_analysis *a, const struct bm_game *game,
                            struct bm_line *line, uint64_t number, const char *by,
                            enum bm_lang lang)
{
    struct bm_buf j = {0};
    struct bm_accuracy_summary sum[2];
    for (size_t i = 0; i + 1 < a->count; i++) {
        struct bm_analysed_move move;
        bm_json_begin(&j, '{');
        bm_json_member_u64(&j, "game", number);
        if (bm_analysis_move_json(&j, a, game, line, i, lang, &move))
            bm_json_print(&j);
        bm_buf_free(&j);
    }
    if (!bm_analysis_sum(a, game, sum))
        return;
    bm_json_begin(&j, '{');
    bm_json_member_u64(&j, "game", number);
    bm_json_member_text(&j, "variant", bm_rules_info(bm_game_rules(game))->name);
    bm_json_member_text(&j, "engine", by);
    bm_analysis_sums_json(&j, sum);
    if (a->count != 0 && !bm_line_goto(line, a->places[a->count - 1].node, NULL))
        bm_analysis_lines_json(&j, a, a->count - 1, line->ctx, lang);
    bm_json_print(&j);
    fflush(stdout);
}

/* SPDX-License-Identifier: MIT */
#include "annotation/analysis_json.h"

#include "annotation/score_text.h"

void bm_eval_json(struct bm_buf *j, const struct bm_eval *e)
{
    if (e->kind == EVAL_CENTIPAWNS || e->kind == EVAL_MATE)
        bm_json_member_int(j, e->kind == EVAL_MATE ? "mate" : "cp", e->value);
    if (e->depth != 0)
        bm_json_member_u64(j, "depth", e->depth);
}

void bm_pv_json(struct bm_buf *j, struct bm_ctx *ctx, const bm_move *pv, size_t count,
                enum bm_lang lang)
{
    struct bm_buf text = {0};
    bm_json_key(j, "pv");
    bm_json_begin(j, '[');
    for (size_t i = 0; i < count; i++) {
        char move[BM_COORDINATES];
        bm_move_format(pv[i], bm_ctx_rules(ctx), move, sizeof move);
        bm_json_text(j, move);
    }
    bm_json_end(j, ']');
    bm_json_key(j, "text");
    bm_pv_text(&text, ctx, pv, count, count, lang);
    bm_json_bytes(j, text.len != 0 ? text.s : "", text.len);
    bm_buf_free(&text);
}

void bm_analysis_lines_json(struct bm_buf *j, const struct bm_analysis *a, size_t place,
                            struct bm_ctx *ctx, enum bm_lang lang)
{
    const struct bm_analysed_position *const p = &a->places[place];
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

bool bm_analysis_move_json(struct bm_buf *j, const struct bm_analysis *a,
                           const struct bm_game *game, struct bm_line *line, size_t place,
                           enum bm_lang lang, struct bm_analysed_move *out)
{
    const struct bm_eval_scale *const scale = bm_eval_scale_of(bm_game_rules(game));
    if (!bm_analysis_move(a, game, place, scale, out) ||
        bm_line_goto(line, a->places[place].node, NULL))
        return false;

    const struct bm_analysed_position *const next = &a->places[place + 1];
    const bm_move m = bm_game_move(game, next->node);
    char move[BM_COORDINATES], text[BM_MOVE_TEXT];
    bm_move_format(m, bm_game_rules(game), move, sizeof move);
    bm_move_text(line->ctx, m, lang, text);
    bm_json_member_u64(j, "ply", place + 1);
    bm_json_member_text(j, "side", out->side == 0 ? "first" : "second");
    bm_json_member_text(j, "move", move);
    bm_json_member_text(j, "text", text);
    bm_eval_json(j, &next->eval);
    bm_json_member_fixed(j, "before", bm_eval_chance(&out->before, out->side, scale), 2);
    bm_json_member_fixed(j, "after", bm_eval_chance(&out->after, out->side, scale), 2);
    bm_json_member_fixed(j, "accuracy", bm_analysed_move_accuracy(out, scale), 2);
    bm_json_member_text(
        j, "verdict",
        out->verdict == QUALITY_NONE ? "ok" : bm_move_quality_text(out->verdict, BM_EN));
    bm_analysis_lines_json(j, a, place, line->ctx, lang);
    return true;
}

void bm_analysis_sums_json(struct bm_buf *j, const struct bm_accuracy_summary sum[2])
{
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_accuracy_summary *const s = &sum[side];
        bm_json_key(j, side == 0 ? "first" : "second");
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
}

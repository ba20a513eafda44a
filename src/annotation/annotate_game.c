/* SPDX-License-Identifier: MIT */
/* Writes an analysis into a game. */
#include "annotation/game_analysis.h"
#include "annotation/score_text.h"
#include "base/decimal.h"

/* Plies of a better line that are written down. */
enum { SHOWN = 12 };

/* What a format can hold. */
enum { COMMENTS = 1, VARIATIONS = 2, EVALS = 4, MATES = 8, DEPTHS = 16, NAGS = 32 };

static unsigned held_by(enum bm_format f)
{
    static const unsigned char held[BM_FORMAT_COUNT] = {
        [BM_FORMAT_PGN] = COMMENTS | VARIATIONS | EVALS | MATES | DEPTHS | NAGS,
        [BM_FORMAT_JSON] = COMMENTS | VARIATIONS | EVALS | MATES | DEPTHS | NAGS,
        [BM_FORMAT_KIF] = COMMENTS | VARIATIONS,
        [BM_FORMAT_JKF] = COMMENTS | VARIATIONS,
        [BM_FORMAT_KI2] = COMMENTS,
        [BM_FORMAT_CSA] = COMMENTS | EVALS,
    };
    return held[f];
}

bool bm_analysis_fits(enum bm_format f) { return held_by(f) != 0; }

struct annotation_job {
    const struct bm_analysis *a;
    struct bm_game *game;
    struct bm_line *line;
    const struct bm_annotation *how;
    const struct bm_eval_scale *scale;
    unsigned held;
};

static bool holds_eval(const struct annotation_job *j, const struct bm_eval *e)
{
    return (e->kind == EVAL_CENTIPAWNS && j->held & EVALS) ||
           (e->kind == EVAL_MATE && j->held & MATES);
}

/* The last of the glyphs that stand right behind the move, or 0. */
static bm_note_id last_glyph(const struct bm_game *game, bm_node n)
{
    bm_note_id last = 0;
    for (bm_note_id id = bm_game_notes(game, n); id; id = bm_game_next_note(game, id)) {
        if (bm_game_note(game, id).kind != BM_NOTE_NAG)
            break;
        last = id;
    }
    return last;
}

static bm_status put_eval(const struct annotation_job *j, bm_node n, const struct bm_eval *e)
{
    const struct bm_note note = {.kind = e->kind == EVAL_MATE ? BM_NOTE_MATE : BM_NOTE_EVAL,
                                 .extra = j->held & DEPTHS ? (int32_t)e->depth : 0,
                                 .value = e->value};
    return bm_analysis_put_note(j->game, n, &note, last_glyph(j->game, n));
}

/* Start a line of our comment with the mark. */
static void begin_line(struct bm_buf *b)
{
    if (b->len != 0)
        bm_buf_char(b, '\n');
    bm_buf_text(b, BM_ANALYSE_MARK);
}

static void say_eval(const struct annotation_job *j, struct bm_buf *b, const struct bm_eval *e,
                     unsigned turn)
{
    const bool ja = j->how->lang == BM_JA;
    char score[BM_EVAL_TEXT];
    bm_buf_text(b, ja ? "評価値 " : "");
    bm_buf_text(b, bm_eval_format(e, turn, bm_game_rules(j->game), j->how->lang, score));
    if (e->depth != 0) {
        bm_buf_text(b, ja ? " 深さ " : ", depth ");
        bm_buf_u64(b, e->depth, 1);
    }
}

static void say_chance(struct bm_buf *b, double chance)
{
    bm_buf_u64(b, (uint64_t)(chance + 0.5), 1);
    bm_buf_char(b, '%');
}

/* "blunder, winning chance 61% to 7%; best Nf3". The line stands at the place. */
static void say_verdict(const struct annotation_job *j, struct bm_buf *b,
                        const struct bm_analysed_position *p,
                        const struct bm_analysed_move *step)
{
    const bool ja = j->how->lang == BM_JA;
    const struct bm_best_line *const best = &j->a->lines[p->first];
    bm_buf_text(b, bm_move_quality_text(step->verdict, j->how->lang));
    bm_buf_text(b, ja ? " 勝率 " : ", winning chance ");
    say_chance(b, bm_eval_chance(&step->before, step->side, j->scale));
    bm_buf_text(b, ja ? "→" : " to ");
    say_chance(b, bm_eval_chance(&step->after, step->side, j->scale));
    bm_buf_text(b, ja ? " 最善 " : "; best ");
    bm_pv_text(b, j->line->ctx, j->a->moves + best->first, best->count,
               j->held & VARIATIONS ? 1 : SHOWN, j->how->lang);
}

static bm_status put_comment(const struct annotation_job *j, bm_node n, struct bm_buf *b)
{
    bm_status status = b->failed ? BM_ENOMEM : BM_OK;
    if (!status && b->len != 0) {
        const struct bm_note note = {.kind = BM_NOTE_COMMENT, .text = {b->s, b->len}};
        status = bm_game_annotate(j->game, n, &note, NULL);
    }
    bm_buf_free(b);
    return status;
}

/* Add a line of the analysis as a variation. */
static bm_status put_variation(const struct annotation_job *j,
                               const struct bm_analysed_position *p, size_t which)
{
    const struct bm_best_line *const l = &j->a->lines[p->first + which];
    const bool ja = j->how->lang == BM_JA;
    bm_node at = p->node, first = BM_NODE_NONE;
    /* The played move and variations of the author stay as they are. */
    if (l->count == 0 || bm_game_find(j->game, p->node, j->a->moves[l->first]) != BM_NODE_NONE)
        return BM_OK;
    for (size_t i = 0; i < l->count && i < SHOWN; i++) {
        const bm_status status = bm_game_add(j->game, at, j->a->moves[l->first + i], &at);
        if (status)
            return status;
        if (i == 0)
            first = at;
    }
    struct bm_buf b = {0};
    begin_line(&b);
    if (which == 0) {
        bm_buf_text(&b, ja ? "最善" : "best");
    } else {
        bm_buf_text(&b, ja ? "候補" : "line ");
        bm_buf_u64(&b, which + 1, 1);
    }
    if (!holds_eval(j, &l->eval)) {
        bm_buf_text(&b, ja ? " " : ", ");
        say_eval(j, &b, &l->eval, p->turn);
    }
    const bm_status status = put_comment(j, first, &b);
    return status || !holds_eval(j, &l->eval) ? status : put_eval(j, first, &l->eval);
}

static bool has_glyph(const struct bm_game *game, bm_node n)
{
    for (bm_note_id id = bm_game_notes(game, n); id; id = bm_game_next_note(game, id)) {
        const struct bm_note note = bm_game_note(game, id);
        if (note.kind == BM_NOTE_NAG && note.value >= 1 && note.value <= 6)
            return true;
    }
    return false;
}

/* Annotate the move to the next position. */
static bm_status annotate_move(const struct annotation_job *j, size_t place)
{
    const struct bm_analysed_position *const p = &j->a->places[place];
    const bm_node n = p[1].node;
    const struct bm_eval *const eval = &p[1].eval;
    struct bm_analysed_move step = {.verdict = QUALITY_NONE};
    struct bm_buf b = {0};
    bm_status status = BM_OK;

    if (holds_eval(j, eval)) {
        status = put_eval(j, n, eval);
    } else if (eval->kind == EVAL_CENTIPAWNS || eval->kind == EVAL_MATE) {
        begin_line(&b);
        say_eval(j, &b, eval, p[1].turn);
    }
    const bool known = bm_analysis_move(j->a, j->game, place, j->scale, &step);
    const bool marked = known && step.verdict != QUALITY_NONE;
    if (marked && !status)
        status = bm_line_goto(j->line, p->node, NULL);
    if (marked && !status) {
        begin_line(&b);
        say_verdict(j, &b, p, &step);
        /* A glyph that is there already is kept. */
        const struct bm_note nag = {.kind = BM_NOTE_NAG,
                                    .value = bm_move_quality_nag(step.verdict)};
        if (j->held & NAGS && !has_glyph(j->game, n))
            status = bm_analysis_put_note(j->game, n, &nag, 0);
    }
    if (status) {
        bm_buf_free(&b);
        return status;
    }
    status = put_comment(j, n, &b);
    for (size_t i = 0; marked && j->held & VARIATIONS && i < p->count && !status; i++)
        status = put_variation(j, p, i);
    return status;
}

/* The engine, and the accuracy of both sides, as a comment at the start. */
static bm_status write_summary(const struct annotation_job *j)
{
    const struct bm_rules_info *const info = bm_rules_info(bm_game_rules(j->game));
    const bool ja = j->how->lang == BM_JA;
    struct bm_accuracy_summary sum[2];
    struct bm_buf b = {0};
    if (j->a->count == 0)
        return BM_OK;
    if (!bm_analysis_sum(j->a, j->game, sum))
        return BM_ENOMEM;
    begin_line(&b);
    bm_buf_text(&b, j->how->by);
    /* A record without moves gets the evaluation and the best line. */
    const struct bm_analysed_position *const p = &j->a->places[0];
    if (j->a->count == 1 && p->count != 0) {
        const struct bm_best_line *const best = &j->a->lines[p->first];
        bm_buf_text(&b, ja ? " " : "; ");
        say_eval(j, &b, &p->eval, p->turn);
        bm_buf_text(&b, ja ? " 最善 " : "; best ");
        bm_pv_text(&b, j->line->ctx, j->a->moves + best->first, best->count, SHOWN,
                   j->how->lang);
    }
    for (unsigned side = 0; side < 2; side++) {
        if (sum[side].moves == 0)
            continue;
        bm_buf_text(&b, ja ? " " : "; ");
        bm_buf_text(&b, info->side_name[ja][side]);
        bm_buf_text(&b, ja ? " 精度 " : " accuracy ");
        bm_buf_fixed(&b, sum[side].accuracy, 1);
        bm_buf_char(&b, '%');
    }
    return put_comment(j, BM_NODE_ROOT, &b);
}

bm_status bm_analysis_write(const struct bm_analysis *a, struct bm_game *game,
                            struct bm_line *line, const struct bm_annotation *how)
{
    const struct annotation_job j = {
        a, game, line, how, bm_eval_scale_of(bm_game_rules(game)), held_by(how->format)};
    bm_status status = write_summary(&j);
    for (size_t i = 0; i + 1 < a->count && !status; i++)
        status = annotate_move(&j, i);
    return status;
}

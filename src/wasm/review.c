/* SPDX-License-Identifier: MIT */
/*
 * The review of a game: marks, accuracy and better lines from evaluations of its positions, as
 * `banmen analyse` finds them.
 *
 * Evaluations come as text, a line for each position (annotation/position_text.h) with 0 as the
 * number of the game. Positions without a line are not evaluated; those where the game is over
 * by the rules need none. Scores are for the first side.
 */
#include "annotation/analysis_json.h"
#include "annotation/position_text.h"
#include "annotation/score_text.h"
#include "base/str.h"
#include "wasm/web.h"

int BM_WEB(bm_web_review)(struct bm_web *w, struct bm_web_game *g, unsigned lang);
int BM_WEB(bm_web_annotate)(struct bm_web *w, unsigned lang);

/* A game and what is known of its positions. */
struct review {
    struct bm_line line;
    struct bm_analysis found;
};

static void close_review(struct review *r)
{
    bm_analysis_fini(&r->found);
    bm_line_close(&r->line);
}

static bool read_evaluation(struct review *r, const char *s, size_t len)
{
    struct bm_analysed_position_key key;
    return bm_analysed_position_read(s, len, &key) && key.place < r->found.count &&
           r->found.places[key.place].eval.kind == EVAL_NONE &&
           bm_line_goto(&r->line, r->found.places[key.place].node, NULL) == BM_OK &&
           bm_analysed_position_read_lines(&key, r->line.ctx, &r->found);
}

/* NULL, or the sentence that says why not. */
static const char *open_review(struct review *r, const struct bm_game *game,
                               struct bm_text evaluations)
{
    const char *s = evaluations.s;
    const char *const end = s + evaluations.len;
    *r = (struct review){0};
    if (!bm_analysis_begin(&r->found, game, &r->line))
        return "out of memory";
    while (s < end) {
        const char *const eol = memchr(s, '\n', (size_t)(end - s));
        const size_t len = (size_t)((eol ? eol : end) - s);
        if (!read_evaluation(r, s, len))
            return "an evaluation is malformed, or not of a position of this game";
        s += len + 1;
    }
    return NULL;
}

/* Replace the answer by a sentence. */
static int refuse_review(struct bm_buf *out, const char *why)
{
    out->len = 0;
    bm_buf_text(out, why);
    return 0;
}

static void put_reviewed_moves(struct bm_buf *out, struct review *r, const struct bm_game *game,
                               enum bm_lang lang)
{
    bm_json_key(out, "moves");
    bm_json_begin(out, '[');
    for (size_t i = 0; i + 1 < r->found.count; i++) {
        const size_t before = out->len;
        struct bm_analysed_move move;
        bm_json_begin(out, '{');
        if (bm_analysis_move_json(out, &r->found, game, &r->line, i, lang, &move)) {
            bm_json_member_int(out, "nag", bm_move_quality_nag(move.verdict));
            bm_json_member_text(out, "mark", bm_move_quality_text(move.verdict, lang));
            bm_json_end(out, '}');
        } else {
            out->len = before;
        }
    }
    bm_json_end(out, ']');
}

static void put_reviewed_positions(struct bm_buf *out, const struct review *r,
                                   const struct bm_game *game, enum bm_lang lang)
{
    const struct bm_rules *const rules = bm_game_rules(game);
    bm_json_key(out, "positions");
    bm_json_begin(out, '[');
    for (size_t i = 0; i < r->found.count; i++) {
        const struct bm_analysed_position *const p = &r->found.places[i];
        char score[BM_EVAL_TEXT];
        if (p->eval.kind == EVAL_NONE) {
            bm_json_raw(out, "null");
            continue;
        }
        bm_json_begin(out, '{');
        bm_eval_json(out, &p->eval);
        bm_json_member_text(out, "score",
                            bm_eval_format(&p->eval, p->turn, rules, lang, score));
        bm_json_member_fixed(out, "chance",
                             bm_eval_chance(&p->eval, 0, bm_eval_scale_of(rules)), 2);
        bm_json_end(out, '}');
    }
    bm_json_end(out, ']');
}

/*
 * Review the line of a game; slot 0 has the evaluations. The answer is
 * {"positions":[{"cp"|"mate","depth","score","chance"}|null,…],
 *  "moves":[{"ply","side","move","text","cp"|"mate","depth","before","after","accuracy",
 *            "verdict","lines":[{"cp"|"mate","depth","pv","text"},…],"nag","mark"},…],
 *  "first":{"moves","accuracy","inaccuracies","mistakes","blunders","chance","centipawns"},
 *  "second":{…}}
 * with the moves between evaluated positions; `chance` of a position is for the first side,
 * "score" and "mark" are for people. False: the answer is the sentence that says why not.
 */
int bm_web_review(struct bm_web *w, struct bm_web_game *g, unsigned lang)
{
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_game *const game = bm_match_game(g->match);
    const enum bm_lang language = lang == BM_JA ? BM_JA : BM_EN;
    struct bm_accuracy_summary sum[2];
    struct review r;
    const char *why = open_review(&r, game, bm_web_slot(w, 0));
    if (!why && !bm_analysis_sum(&r.found, game, sum))
        why = "out of memory";
    if (!why) {
        bm_json_begin(out, '{');
        put_reviewed_positions(out, &r, game, language);
        put_reviewed_moves(out, &r, game, language);
        bm_analysis_sums_json(out, sum);
        bm_json_end(out, '}');
    }
    close_review(&r);
    return why ? refuse_review(out, why) : 1;
}

/* ---- Into a record ---- */

/* A text of a slot that ends in NUL, cut where it does not fit. */
static void copy_slot(char *to, size_t cap, struct bm_text text)
{
    struct bm_str s;
    bm_str_init(&s, to, cap);
    bm_str_bytes(&s, text.s, text.len);
    (void)bm_str_end(&s);
}

/* NULL, or the sentence that says why not. */
static const char *annotate_record(struct bm_web *w, struct bm_game *game, struct review *r,
                                   enum bm_lang lang, struct bm_error *err)
{
    const struct bm_text record = bm_web_slot(w, 0), format = bm_web_slot(w, 2);
    const struct bm_read_options reading = {0};
    const struct bm_write_options writing = {.format = bm_format_find(format.s, format.len)};
    char by[256];
    const struct bm_annotation how = {writing.format, lang, by};
    copy_slot(by, sizeof by, bm_web_slot(w, 3));
    if (writing.format == BM_FORMAT_COUNT || !bm_analysis_fits(writing.format))
        return "the format cannot hold an analysis";
    if (bm_game_read(game, &reading, record.s, record.len, err) != BM_OK)
        return err->what;
    const char *const why = open_review(r, game, bm_web_slot(w, 1));
    if (why)
        return why;
    if (bm_analysis_strip(game) != BM_OK ||
        bm_analysis_write(&r->found, game, &r->line, &how) != BM_OK)
        return "out of memory";
    return bm_game_write(game, &writing, bm_buf_sink, &w->out, err) == BM_OK ? NULL : err->what;
}

/*
 * Write an analysis into the first game of a record and remove an earlier one. Slots: the
 * record, the evaluations, the format to write, and who has evaluated. The answer is the record
 * as it is; false: it is the sentence that says why not.
 */
int bm_web_annotate(struct bm_web *w, unsigned lang)
{
    struct bm_buf *const out = bm_web_answer(w);
    struct bm_error err = {.what = "out of memory"};
    struct review r = {0};
    struct bm_game *game = NULL;
    const char *const why =
        bm_game_create(&game, bm_rules_chess(), NULL) == BM_OK
            ? annotate_record(w, game, &r, lang == BM_JA ? BM_JA : BM_EN, &err)
            : err.what;
    const int done = why ? refuse_review(out, why) : 1;
    close_review(&r);
    bm_game_destroy(game);
    return done;
}

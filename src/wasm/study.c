/* SPDX-License-Identifier: MIT */
/* Studies: made, read from any record, written, and told as a tree. */
#include "wasm/study.h"

#include "game/game.h"

struct bm_web_study *BM_WEB(bm_web_study_create)(struct bm_web *w,
                                                 const struct bm_rules *rules);
struct bm_web_study *BM_WEB(bm_web_study_read)(struct bm_web *w, const struct bm_rules *rules);
struct bm_web_study *BM_WEB(bm_web_study_of)(struct bm_web *w, const struct bm_web_game *g);
void BM_WEB(bm_web_study_free)(struct bm_web_study *s);
const struct bm_rules *BM_WEB(bm_web_study_rules)(const struct bm_web_study *s);
void BM_WEB(bm_web_study_facts)(struct bm_web *w, const struct bm_web_study *s);
void BM_WEB(bm_web_study_tree)(struct bm_web *w, struct bm_web_study *s, unsigned style,
                               unsigned known);
int BM_WEB(bm_web_study_write)(struct bm_web *w, struct bm_web_study *s);

/* ---- Life ---- */

void bm_web_study_free(struct bm_web_study *s)
{
    if (!s)
        return;
    bm_line_close(&s->line);
    bm_game_destroy(s->game);
    bm_buf_free(&s->reports);
    bm_release(s);
}

static struct bm_web_study *make_study(const struct bm_rules *rules)
{
    struct bm_web_study *const s = bm_web_alloc(sizeof *s);
    if (s && bm_game_create(&s->game, rules, NULL) == BM_OK)
        return s;
    bm_release(s);
    return NULL;
}

/* The study, if its line can be opened; else NULL, and the study is gone. */
static struct bm_web_study *open_study(struct bm_web_study *s, struct bm_error *err)
{
    if (bm_line_open(&s->line, s->game, err) == BM_OK)
        return s;
    bm_web_study_free(s);
    return NULL;
}

static struct bm_web_study *refuse_study(struct bm_web *w, const struct bm_error *err,
                                         const struct bm_rules *rules)
{
    struct bm_buf *const out = bm_web_answer(w);
    bm_json_begin(out, '{');
    bm_json_member_text(out, "error", err->what);
    bm_json_key(out, "text");
    bm_web_message_pair(out, err->what, rules);
    bm_json_member_int(out, "line", err->line);
    bm_json_member_int(out, "column", err->column);
    bm_json_end(out, '}');
    return NULL;
}

/* Slot 0 is a start position, "" the usual one. NULL: the answer is
 * {"error","text":[en,ja],"line","column"}. */
struct bm_web_study *bm_web_study_create(struct bm_web *w, const struct bm_rules *rules)
{
    const struct bm_text start = bm_web_slot(w, 0);
    struct bm_error err = {.what = "out of memory"};
    struct bm_setup setup;
    struct bm_web_study *s = make_study(rules);
    if (s && start.len != 0 &&
        (bm_position_parse(&setup, rules, start.s, start.len, 0, &err) != BM_OK ||
         bm_game_set_start(s->game, &setup) != BM_OK)) {
        bm_web_study_free(s);
        s = NULL;
    }
    s = s ? open_study(s, &err) : NULL;
    return s ? s : refuse_study(w, &err, rules);
}

/* A study of the record of a match, as bm_web_study_create(). */
struct bm_web_study *bm_web_study_of(struct bm_web *w, const struct bm_web_game *g)
{
    const struct bm_game *const game = bm_match_game(g->match);
    struct bm_error err = {.what = "out of memory"};
    struct bm_web_study *s = make_study(bm_game_rules(game));
    if (s && bm_game_copy(s->game, game) != BM_OK) {
        bm_web_study_free(s);
        s = NULL;
    }
    s = s ? open_study(s, &err) : NULL;
    return s ? s : refuse_study(w, &err, NULL);
}

void bm_web_put_report(void *user, const struct bm_report *report)
{
    struct bm_buf *const out = user;
    static const char *const severities[] = {
        [BM_SAY_LOSS] = "loss", [BM_SAY_NOTICE] = "notice", [BM_SAY_DEFECT] = "defect"};
    bm_json_begin(out, '{');
    bm_json_member_int(out, "line", (int64_t)report->line);
    bm_json_member_int(out, "column", report->column);
    bm_json_member_int(out, "game", (int64_t)report->game);
    bm_json_member_int(out, "ply", report->ply);
    bm_json_member_text(out, "severity", severities[report->severity]);
    bm_json_member_bool(out, "defect", report->severity == BM_SAY_DEFECT);
    bm_json_member_text(out, "message", report->what);
    bm_json_key(out, "text");
    bm_web_message_pair(out, report->what, NULL);
    bm_json_end(out, '}');
}

static size_t read_slot(void *user, char *buf, size_t cap)
{
    struct bm_text *const rest = user;
    const size_t n = rest->len < cap ? rest->len : cap;
    if (n != 0)
        memcpy(buf, rest->s, n);
    rest->s += n;
    rest->len -= n;
    return n;
}

static bm_status read_first_game(struct bm_web_study *s, const struct bm_read_options *options,
                                 struct bm_text text, struct bm_error *err)
{
    struct bm_reader *reader = NULL;
    bool got = false;
    bm_status status = bm_reader_create(&reader, options, read_slot, &text);
    if (status == BM_OK)
        status = bm_reader_next(reader, s->game, &got, err);
    if (status == BM_OK && !got) {
        *err = (struct bm_error){.code = BM_ESYNTAX, .what = "there is no game in the text"};
        status = BM_ESYNTAX;
    }
    if (status == BM_OK) {
        s->format = bm_reader_format(reader);
        s->encoding = bm_reader_encoding(reader);
    }
    bm_reader_destroy(reader);
    return status;
}

/* Slot 0 is a record in any format and encoding: a study of its first game. `rules`, which may
 * be NULL, are meant where the record does not say. NULL as bm_web_study_create(). */
struct bm_web_study *bm_web_study_read(struct bm_web *w, const struct bm_rules *rules)
{
    struct bm_error err = {.what = "out of memory"};
    struct bm_web_study *s = make_study(rules ? rules : bm_rules_chess());
    if (s) {
        const struct bm_read_options options = {
            .rules = rules, .report = bm_web_put_report, .user = &s->reports};
        if (read_first_game(s, &options, bm_web_slot(w, 0), &err) != BM_OK) {
            bm_web_study_free(s);
            s = NULL;
        }
    }
    s = s ? open_study(s, &err) : NULL;
    return s ? s : refuse_study(w, &err, rules);
}

/* The rules, held for the caller. */
const struct bm_rules *bm_web_study_rules(const struct bm_web_study *s)
{
    return bm_rules_hold(bm_game_rules(s->game));
}

/* ---- Facts ---- */

void bm_web_member_span(struct bm_buf *out, const char *name, struct bm_text text)
{
    bm_json_key(out, name);
    bm_json_bytes(out, text.s, text.len);
}

static const char *result_word(enum bm_result result)
{
    static const char *const words[] = {[BM_ONGOING] = "none",
                                        [BM_FIRST_WINS] = "first",
                                        [BM_SECOND_WINS] = "second",
                                        [BM_DRAW] = "draw"};
    return words[result];
}

/* {"variant","start","tags":[[name,value],…],"result","format","encoding","reports":[…]};
 * `start` is "" if it is the usual one. */
void bm_web_study_facts(struct bm_web *w, const struct bm_web_study *s)
{
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_game *const game = s->game;
    char start[BM_POSITION_TEXT] = "";
    if (!bm_game_starts_usual(game))
        (void)bm_position_format(bm_game_start(game), bm_game_rules(game), 0, start,
                                 sizeof start);
    bm_json_begin(out, '{');
    bm_json_member_text(out, "variant", bm_rules_info(bm_game_rules(game))->name);
    bm_json_member_text(out, "start", start);
    bm_json_key(out, "tags");
    bm_json_begin(out, '[');
    for (size_t i = 0; i < bm_game_tags(game); i++) {
        const struct bm_tag tag = bm_game_tag_at(game, i);
        bm_json_begin(out, '[');
        bm_json_bytes(out, tag.name.s, tag.name.len);
        bm_json_bytes(out, tag.value.s, tag.value.len);
        bm_json_end(out, ']');
    }
    bm_json_end(out, ']');
    bm_json_member_text(out, "result", result_word(bm_game_result(game)));
    bm_json_member_text(out, "format", bm_format_name(s->format));
    bm_json_member_text(out, "encoding", bm_encoding_name(s->encoding));
    bm_json_key(out, "reports");
    bm_json_begin(out, '[');
    bm_buf_bytes(out, s->reports.s, s->reports.len);
    bm_json_end(out, ']');
    bm_json_end(out, '}');
}

/* ---- The tree ---- */

bool bm_web_study_has(const struct bm_web_study *s, bm_node n)
{
    return n < bm_game_nodes(s->game) &&
           (n == BM_NODE_ROOT || bm_game_parent(s->game, n) != BM_NODE_NONE);
}

struct bm_ctx *bm_web_study_ctx(struct bm_web_study *s, bm_node n)
{
    if (!bm_web_study_has(s, n) || bm_line_goto(&s->line, n, NULL) != BM_OK ||
        bm_line_room(&s->line) != BM_OK)
        return NULL;
    return s->line.ctx;
}

/* [number, kind, value, extra, text] */
static void put_note(struct bm_buf *out, const struct bm_game *game, bm_note_id id)
{
    const struct bm_note note = bm_game_note(game, id);
    bm_json_begin(out, '[');
    bm_json_i64(out, id);
    bm_json_i64(out, note.kind);
    bm_json_i64(out, note.value);
    bm_json_i64(out, note.extra);
    if (note.text.len != 0) {
        bm_json_bytes(out, note.text.s, note.text.len);
    }
    bm_json_end(out, ']');
}

/* A move as text, with the side that makes it and the number of the move. */
static void put_node_move(struct bm_buf *out, struct bm_web_study *s, bm_node n, unsigned style)
{
    const bm_move m = bm_game_move(s->game, n);
    char text[BM_MOVE_TEXT] = "", coordinates[BM_COORDINATES];
    struct bm_ctx *const ctx = bm_web_study_ctx(s, bm_game_parent(s->game, n));
    struct bm_setup setup = {0};
    (void)bm_move_format(m, bm_game_rules(s->game), coordinates, sizeof coordinates);
    if (ctx) {
        bm_ctx_setup(ctx, &setup);
        if (!bm_game_illegal(s->game, n))
            (void)bm_ctx_write_move(ctx, m, (enum bm_move_style)style, text, sizeof text);
    }
    bm_json_member_text(out, "text", text[0] ? text : coordinates);
    bm_json_member_text(out, "move", coordinates);
    bm_json_member_int(out, "side", setup.turn);
    bm_json_member_int(out, "number", setup.number);
}

static void put_node_end(struct bm_buf *out, const struct bm_game *game, bm_node n)
{
    const struct bm_ending e = bm_game_ending(game, n);
    bm_web_member_texts(out, "end", bm_end_text(e.end, BM_EN), bm_end_text(e.end, BM_JA));
    bm_json_member_text(out, "result", result_word(e.result));
}

static void put_node(struct bm_buf *out, struct bm_web_study *s, bm_node n, unsigned style,
                     unsigned known)
{
    static const char *const kinds[] = {[BM_NODE_START] = "start",
                                        [BM_NODE_MOVE] = "move",
                                        [BM_NODE_PASS] = "pass",
                                        [BM_NODE_END] = "end"};
    const enum bm_node_kind kind = bm_game_kind(s->game, n);
    bm_json_begin(out, '{');
    bm_json_member_int(out, "id", n);
    bm_json_member_int(out, "parent",
                       n == BM_NODE_ROOT ? -1 : (int64_t)bm_game_parent(s->game, n));
    bm_json_member_text(out, "kind", kinds[kind]);
    if (kind == BM_NODE_MOVE && n >= known)
        put_node_move(out, s, n, style);
    if (kind == BM_NODE_END)
        put_node_end(out, s->game, n);
    if (bm_game_illegal(s->game, n))
        bm_json_member_bool(out, "illegal", true);
    if (bm_game_notes(s->game, n) != 0) {
        bm_json_key(out, "notes");
        bm_json_begin(out, '[');
        for (bm_note_id id = bm_game_notes(s->game, n); id != 0;
             id = bm_game_next_note(s->game, id))
            put_note(out, s->game, id);
        bm_json_end(out, ']');
    }
    bm_json_end(out, '}');
}

/*
 * All nodes, each before its children, these in their order: [{"id","parent","kind","text",
 * "move","side","number","end":[en,ja],"result","illegal","notes":[[id,kind,value,extra,text],
 * …]},…]. Moves of nodes below the number `known` come without their texts, which never change.
 */
void bm_web_study_tree(struct bm_web *w, struct bm_web_study *s, unsigned style, unsigned known)
{
    struct bm_buf *const out = bm_web_answer(w);
    if (style >= BM_STYLE_COUNT)
        style = BM_STYLE_COORDINATES;
    bm_json_begin(out, '[');
    for (bm_node n = BM_NODE_ROOT; n != BM_NODE_NONE;
         n = bm_game_walk(s->game, BM_NODE_ROOT, n))
        put_node(out, s, n, style, known);
    bm_json_end(out, ']');
}

/* ---- Writing ---- */

static bool write_bytes(void *user, const char *bytes, size_t len)
{
    struct bm_buf *const out = user;
    bm_buf_bytes(out, bytes, len);
    return !out->failed;
}

int bm_web_answer_error(struct bm_buf *out, const char *what)
{
    out->len = 0;
    bm_buf_text(out, what);
    return 0;
}

int bm_web_write_game(struct bm_web *w, const struct bm_game *game, bm_report_fn report,
                      void *user)
{
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_text format = bm_web_slot(w, 0), encoding = bm_web_slot(w, 1);
    const struct bm_write_options options = {
        .format = bm_format_find(format.s, format.len),
        .encoding =
            encoding.len != 0 ? bm_encoding_find(encoding.s, encoding.len) : BM_ENCODING_AUTO,
        .report = report,
        .user = user};
    struct bm_error err = {.what = "out of memory"};
    if (options.format == BM_FORMAT_COUNT || options.format == BM_FORMAT_AUTO ||
        options.encoding == BM_ENCODING_COUNT)
        return bm_web_answer_error(out, "there is no such format");
    if (bm_game_write(game, &options, write_bytes, out, &err) != BM_OK)
        return bm_web_answer_error(out, err.what);
    return 1;
}

/* Slots 0 and 1 are a format and an encoding or "". The answer is the record; false: it is the
 * sentence that says why not. What was left out is among the reports afterwards. */
int bm_web_study_write(struct bm_web *w, struct bm_web_study *s)
{
    s->reports.len = 0;
    return bm_web_write_game(w, s->game, bm_web_put_report, &s->reports);
}

/* SPDX-License-Identifier: MIT */
#include "banmen/notation.h"
#include "base/str.h"
#include "game/game.h"
#include "game/words.h"
#include "record/json/json_tree.h"
#include "record/reader.h"
#include "record/variant_names.h"

/*
 * The whole game as one line of JSON, with nothing left out:
 *
 *     {"variant":"chess","start":FEN,"tags":[["Event","x"],...],"result":"1-0",
 *      "notes":[N,...],"moves":[M,...]}
 *
 * `start` is there unless it is the usual one; `result` is for people: the end of the main line
 * says it too. A move M is {"m":"e2e4","text":"e4","illegal":true,"notes":[N,...],
 * "variations":[[M,...],...]} with what applies, `text` being for people; a null move has the m
 * "pass". How a line ends is its last item: {"end":"resignation","result":"0-1","text":WORD}.
 * Variations are alternatives to the item that they stand in. For notes, see note_forms.
 */

/* What a note of a kind is called, and what its value is. */
enum form { TEXT, NUMBER, SQUARE, ARROW };

static const struct {
    const char *key;
    enum form form;
    const char *extra;
} note_forms[BM_NOTE_KINDS] = {
    [BM_NOTE_COMMENT] = {"comment", TEXT, ""},   [BM_NOTE_BEFORE] = {"before", TEXT, ""},
    [BM_NOTE_NAG] = {"nag", NUMBER, ""},         [BM_NOTE_SPENT] = {"spent", NUMBER, ""},
    [BM_NOTE_TOTAL] = {"total", NUMBER, ""},     [BM_NOTE_CLOCK] = {"clock", NUMBER, ""},
    [BM_NOTE_EVAL] = {"eval", NUMBER, "depth"},  [BM_NOTE_MATE] = {"mate", NUMBER, "depth"},
    [BM_NOTE_ARROW] = {"arrow", ARROW, "color"}, [BM_NOTE_SQUARE] = {"square", SQUARE, "color"},
    [BM_NOTE_COMMAND] = {"command", TEXT, ""},   [BM_NOTE_BOOKMARK] = {"bookmark", TEXT, ""},
};

static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};

static void put_json_key(struct bm_writing *w, const char *key)
{
    bm_buf_text(&w->out, ",\"");
    bm_buf_text(&w->out, key);
    bm_buf_text(&w->out, "\":");
}

static void put_json_text(struct bm_writing *w, const char *s, size_t len)
{
    bm_json_quote(&w->out, s, len);
}

/* A square by its name, or by its number if it is not on the board. */
static void put_json_square(struct bm_writing *w, int64_t sq)
{
    char name[BM_COORDINATES];
    const struct bm_rules *const rules = bm_game_rules(w->game);
    if (sq >= 0 && sq < (int64_t)bm_rules_info(rules)->squares)
        put_json_text(w, name, bm_sq_format((bm_sq)sq, rules, name, sizeof name));
    else
        bm_json_int(&w->out, sq);
}

static void put_value(struct bm_writing *w, const struct bm_note *note)
{
    switch (note_forms[note->kind].form) {
    case TEXT: put_json_text(w, note->text.s, note->text.len); break;
    case NUMBER: bm_json_int(&w->out, note->value); break;
    case SQUARE: put_json_square(w, note->value); break;
    case ARROW:
        if (note->value >> 16) { /* no two squares */
            bm_json_int(&w->out, note->value);
            break;
        }
        bm_buf_char(&w->out, '[');
        put_json_square(w, note->value >> 8);
        bm_buf_char(&w->out, ',');
        put_json_square(w, note->value & 0xff);
        bm_buf_char(&w->out, ']');
        break;
    }
}

static void put_note(struct bm_writing *w, const struct bm_note *note)
{
    const char *const extra = note_forms[note->kind].extra;
    const bool text = note_forms[note->kind].form == TEXT;
    bm_buf_text(&w->out, "{\"");
    bm_buf_text(&w->out, note_forms[note->kind].key);
    bm_buf_text(&w->out, "\":");
    put_value(w, note);
    if (note->extra) {
        put_json_key(w, *extra ? extra : "extra");
        const char letter = (char)note->extra;
        if (*extra == 'c' && note->extra > 0x20 && note->extra < 0x7f)
            put_json_text(w, &letter, 1);
        else
            bm_json_int(&w->out, note->extra);
    }
    if (text && note->value) {
        put_json_key(w, "value");
        bm_json_int(&w->out, note->value);
    }
    if (!text && note->text.len) {
        put_json_key(w, "text");
        put_json_text(w, note->text.s, note->text.len);
    }
    bm_buf_char(&w->out, '}');
}

static void put_notes(struct bm_writing *w, bm_node n)
{
    bm_note_id id = bm_game_notes(w->game, n);
    if (!id)
        return;
    put_json_key(w, "notes");
    for (char before = '['; id; id = bm_game_next_note(w->game, id), before = ',') {
        const struct bm_note note = bm_game_note(w->game, id);
        bm_buf_char(&w->out, before);
        put_note(w, &note);
    }
    bm_buf_char(&w->out, ']');
}

static void put_json_move(struct bm_writing *w, bm_node n)
{
    char text[BM_MOVE_TEXT];
    const struct bm_rules *const rules = bm_game_rules(w->game);
    const bm_move m = bm_game_move(w->game, n);
    put_json_text(w, text, bm_move_format(m, rules, text, sizeof text));
    if (bm_game_illegal(w->game, n)) {
        put_json_key(w, "illegal");
        bm_buf_text(&w->out, "true");
    } else if (bm_line_goto(&w->line, bm_game_parent(w->game, n), NULL) == BM_OK &&
               bm_ctx_judge(w->line.ctx, m) == 0) {
        const enum bm_move_style style = bm_is_shogi(rules) ? BM_STYLE_JAPANESE : BM_STYLE_SAN;
        const size_t len = bm_ctx_write_move(w->line.ctx, m, style, text, sizeof text);
        if (len != 0) {
            put_json_key(w, "text");
            put_json_text(w, text, len);
        }
    }
}

static bool put_element(struct bm_writing *w, bm_node n)
{
    const struct bm_ending ending = bm_game_ending(w->game, n);
    if (ending.end != BM_END_COUNT) {
        const char *const name = bm_end_text(ending.end, BM_EN);
        bm_buf_text(&w->out, "\"end\":");
        put_json_text(w, name, strlen(name));
        put_json_key(w, "result");
        put_json_text(w, results[ending.result], strlen(results[ending.result]));
        if (ending.word.len) {
            put_json_key(w, "text");
            put_json_text(w, ending.word.s, ending.word.len);
        }
    } else {
        bm_buf_text(&w->out, "\"m\":");
        if (bm_game_kind(w->game, n) == BM_NODE_MOVE)
            put_json_move(w, n);
        else
            bm_buf_text(&w->out, "\"pass\"");
    }
    put_notes(w, n);
    return true;
}

static void put_tags(struct bm_writing *w)
{
    const size_t count = bm_game_tags(w->game);
    if (!count)
        return;
    put_json_key(w, "tags");
    for (size_t i = 0; i < count; i++) {
        const struct bm_tag tag = bm_game_tag_at(w->game, i);
        bm_buf_text(&w->out, i ? ",[" : "[[");
        put_json_text(w, tag.name.s, tag.name.len);
        bm_buf_char(&w->out, ',');
        put_json_text(w, tag.value.s, tag.value.len);
        bm_buf_char(&w->out, ']');
    }
    bm_buf_char(&w->out, ']');
}

bm_status bm_json_write(struct bm_writing *w, struct bm_error *err)
{
    const struct bm_rules *const rules = bm_game_rules(w->game);
    const char *const name = bm_rules_info(rules)->name;
    const char *const result = results[bm_game_result(w->game)];
    (void)err;
    bm_buf_text(&w->out, "{\"variant\":");
    put_json_text(w, name, strlen(name));
    if (!bm_game_starts_usual(w->game)) {
        char text[BM_POSITION_TEXT];
        put_json_key(w, "start");
        put_json_text(w, text,
                      bm_position_format(bm_game_start(w->game), rules, BM_TEXT_EP_ALWAYS, text,
                                         sizeof text));
    }
    put_tags(w);
    put_json_key(w, "result");
    put_json_text(w, result, strlen(result));
    put_notes(w, BM_NODE_ROOT);
    bm_buf_text(&w->out, ",\"moves\":[");
    bm_jtree_write(w, "variations", false, put_element);
    bm_buf_text(&w->out, "}\n");
    return BM_OK;
}

enum { NO_RESULT = BM_DRAW + 1 };

static unsigned result_at(struct bm_jtree *t, const char *at)
{
    struct bm_text text;
    unsigned i = NO_RESULT;
    if (bm_jtree_text(t, at, &text))
        for (i = 0; i < NO_RESULT && !bm_words_same(text, results[i]); i++)
            ;
    return i;
}

/* The square at `at`, by name or number; false if there is none. */
static bool square_at(struct bm_jtree *t, const char *at, int64_t *out)
{
    const struct bm_rules *const rules = bm_game_rules(t->r->game);
    struct bm_text text;
    char name[BM_COORDINATES];
    if (bm_jtree_int(t, at, out))
        return true;
    if (!bm_jtree_text(t, at, &text))
        return false;
    for (unsigned sq = 0; sq < bm_rules_info(rules)->squares; sq++) {
        (void)bm_sq_format((bm_sq)sq, rules, name, sizeof name);
        if (bm_words_same(text, name)) {
            *out = sq;
            return true;
        }
    }
    return false;
}

static bool arrow_at(struct bm_jtree *t, const char *at, int64_t *out)
{
    int64_t from, to;
    if (bm_jtree_int(t, at, out))
        return true;
    struct bm_jscan j = bm_jtree_scan(t, at);
    if (bm_jscan_next(&j) != BM_JSON_ARRAY)
        return false;
    const char *const first = j.at;
    if (!bm_jscan_skip(&j, bm_jscan_next(&j)))
        return false;
    const char *second = j.at;
    while (second < t->stop && (*second == ' ' || *second == ','))
        second++;
    if (!square_at(t, first, &from) || !square_at(t, second, &to) || from < 0 || from > 255 ||
        to < 0 || to > 255)
        return false;
    *out = from << 8 | to;
    return true;
}

/* A number, or a letter that stands for its code. */
static int32_t extra_at(struct bm_jtree *t, const char *at)
{
    struct bm_text text;
    int64_t v = 0;
    if (bm_jtree_text(t, at, &text))
        return text.len == 1 ? (unsigned char)text.s[0] : 0;
    (void)bm_jtree_int(t, at, &v);
    return v >= INT32_MIN && v <= INT32_MAX ? (int32_t)v : 0;
}

static bool value_of(struct bm_jtree *t, struct bm_note *note, const char *at)
{
    switch (note_forms[note->kind].form) {
    case TEXT: return bm_jtree_text(t, at, &note->text);
    case NUMBER: return bm_jtree_int(t, at, &note->value);
    case SQUARE: return square_at(t, at, &note->value);
    case ARROW: return arrow_at(t, at, &note->value);
    }
    return false;
}

static void read_note(struct bm_jtree *t, const char *at)
{
    static const char *const others[] = {"depth", "color", "extra", "value", "text", NULL};
    const char *keys[BM_NOTE_KINDS + 1] = {0}, *values[BM_NOTE_KINDS + 1], *more[6];
    struct bm_note note = {.text = {"", 0}};
    for (unsigned i = 0; i < BM_NOTE_KINDS; i++)
        keys[i] = note_forms[i].key;
    if (!bm_jtree_object(t, at, keys, values) || !bm_jtree_object(t, at, others, more))
        return;
    while (note.kind < BM_NOTE_KINDS && !values[note.kind])
        note.kind++;
    if (note.kind == BM_NOTE_KINDS)
        return; /* a kind that is not known here */
    const bool text = note_forms[note.kind].form == TEXT;
    for (unsigned i = 0; i < 3; i++)
        if (more[i])
            note.extra = extra_at(t, more[i]);
    if (text)
        (void)bm_jtree_int(t, more[3], &note.value);
    else
        (void)bm_jtree_text(t, more[4], &note.text);
    if (!value_of(t, &note, values[note.kind])) {
        bm_reading_say(t->r, BM_SAY_NOTICE, at, "a note has no value that it can have");
        return;
    }
    note.text = bm_reader_clean(t->r->reader, note.text.s, note.text.len);
    if (!text || note.text.len)
        bm_reading_note(t->r, &note);
}

static void read_notes(struct bm_jtree *t, const char *at)
{
    if (!at || t->r->flags & BM_READ_MOVES_ONLY)
        return;
    struct bm_jscan j = bm_jtree_scan(t, at);
    if (bm_jscan_next(&j) != BM_JSON_ARRAY)
        return;
    for (enum bm_json_token token; (token = bm_jscan_next(&j)) == BM_JSON_OBJECT;) {
        const char *const note = j.s;
        if (!bm_jscan_skip(&j, token))
            return;
        const struct bm_jscan here = j; /* both use the same memory for what is nested */
        read_note(t, note);
        j = here;
        j.nest[0] = '[';
    }
}

static void read_json_end(struct bm_jtree *t, const char *name, const char *result_text,
                          const char *word_text, const char *at)
{
    struct bm_reading *const r = t->r;
    struct bm_text word = {"", 0};
    enum bm_end end = BM_END_STATED;
    if (!bm_jtree_text(t, name, &word))
        word.len = 0;
    while (end < BM_END_COUNT && !bm_words_same(word, bm_end_text(end, BM_EN)))
        end++;
    const unsigned result = result_at(t, result_text);
    if (!bm_jtree_text(t, word_text, &word))
        word = (struct bm_text){"", 0};
    if (end == BM_END_COUNT) {
        bm_reading_say(r, BM_SAY_NOTICE, at, "an end that is not known is read as \"other\"");
        end = BM_END_OTHER;
    }
    bm_reading_end(r, end, result < NO_RESULT ? (enum bm_result)result : BM_ONGOING, word, at);
    if (result == BM_ONGOING && bm_game_kind(r->game, r->at) == BM_NODE_END)
        bm_game_set_result(r->game, r->at, BM_ONGOING);
}

static void read_json_move(struct bm_jtree *t, const char *value, const char *at)
{
    struct bm_reading *const r = t->r;
    struct bm_text text;
    struct bm_error err;
    bm_move m;
    if (!bm_jtree_text(t, value, &text)) {
        bm_reading_bad_move(r, at, "an item of a line has \"m\", a move, or \"end\"");
    } else if (bm_words_same(text, "pass")) {
        (void)bm_reading_pass(r, at);
    } else if (r->broken || r->over) {
        return;
    } else if (bm_move_parse(&m, r->line.ctx, text.s, text.len, &err)) {
        bm_reading_bad_move(r, at, err.what);
    } else {
        (void)bm_reading_move(r, m, at);
    }
}

enum { KEY_MOVE, KEY_END, KEY_RESULT, KEY_TEXT, KEY_ILLEGAL, KEY_NOTES };

static void read_json_element(struct bm_jtree *t, const char *const *values, const char *at)
{
    struct bm_reading *const r = t->r;
    const bm_node before = r->at;
    if (values[KEY_END])
        read_json_end(t, values[KEY_END], values[KEY_RESULT], values[KEY_TEXT], at);
    else
        read_json_move(t, values[KEY_MOVE], at);
    if (r->at == before || r->broken)
        return;
    if (values[KEY_ILLEGAL] && *values[KEY_ILLEGAL] == 't' && !r->foul)
        bm_game_mark_illegal(r->game, r->at, true); /* by a rule that is not known here */
    read_notes(t, values[KEY_NOTES]);
}

static void read_tags(struct bm_jtree *t, const char *at)
{
    struct bm_jscan j = bm_jtree_scan(t, at);
    if (bm_jscan_next(&j) != BM_JSON_ARRAY)
        return;
    while (bm_jscan_next(&j) == BM_JSON_ARRAY) {
        size_t name = 0, parts = 0;
        enum bm_json_token token;
        t->text.len = 0;
        while ((token = bm_jscan_next(&j)) == BM_JSON_STRING && parts < 2) {
            bm_jscan_text(&j, &t->text);
            if (parts++ == 0)
                name = t->text.len;
        }
        if (token != BM_JSON_CLOSE || parts != 2 || t->text.failed) {
            bm_reading_say(t->r, BM_SAY_DEFECT, j.s, "a tag is an array of two strings");
            return;
        }
        const char *const s = t->text.s ? t->text.s : "";
        bm_reading_tag(t->r, (struct bm_text){s, name},
                       (struct bm_text){s + name, t->text.len - name});
    }
}

/* The rules and the start position; false if the moves cannot be read. */
static bool begin_json_game(struct bm_jtree *t, const char *variant, const char *start)
{
    struct bm_reading *const r = t->r;
    const struct bm_rules *rules = r->rules;
    struct bm_setup setup;
    struct bm_text text;
    struct bm_error err;
    if (bm_jtree_text(t, variant, &text)) {
        rules = bm_reader_variant(r->reader, rules, text);
        if (!rules) {
            bm_reading_say_about(r, BM_SAY_DEFECT, variant, "the variant '~' is not known",
                                 text.s, text.len);
            return false;
        }
    }
    if (!bm_jtree_text(t, start, &text))
        return bm_reading_begin(r, rules, NULL, r->s);
    if (bm_position_parse(&setup, rules, text.s, text.len, 0, &err)) {
        bm_reading_say(r, BM_SAY_DEFECT, start, err.what);
        return false;
    }
    return bm_reading_begin(r, rules, &setup, start);
}

/* A result that no end of the main line states. */
static void state_result(struct bm_jtree *t, const char *at)
{
    struct bm_reading *const r = t->r;
    const unsigned result = result_at(t, at);
    const bm_node last = bm_game_last(r->game, BM_NODE_ROOT);
    if (result == BM_ONGOING || result >= NO_RESULT || r->over || t->stop != t->end ||
        bm_game_kind(r->game, last) == BM_NODE_END)
        return;
    bm_reading_goto(r, last);
    bm_reading_end(r, BM_END_STATED, (enum bm_result)result, (struct bm_text){"", 0}, at);
}

static void read_json_game(struct bm_jtree *t, const char *const *values)
{
    const char *const variant = values[0], *const start = values[1], *const tags = values[2];
    const char *const result = values[3], *const notes = values[4], *const moves = values[5];
    if (tags)
        read_tags(t, tags);
    const bool playable = begin_json_game(t, variant, start);
    if (!playable) {
        /* A board that was read and cannot be played is kept. */
        if (t->r->begun)
            bm_reading_give_up(t->r);
        else
            bm_reading_lose_start(t->r);
    }
    read_notes(t, notes);
    if (!playable)
        return;
    if (moves)
        bm_jtree_read(t, moves);
    state_result(t, result);
}

enum bm_reading_step bm_json_read(struct bm_reading *r)
{
    static const char *const keys[] = {"variant", "start", "tags", "result",
                                       "notes",   "moves", NULL};
    static const char *const element_keys[] = {
        [KEY_MOVE] = "m",      [KEY_END] = "end",         [KEY_RESULT] = "result",
        [KEY_TEXT] = "text",   [KEY_ILLEGAL] = "illegal", [KEY_NOTES] = "notes",
        [KEY_NOTES + 1] = NULL};
    struct bm_jtree t = {
        .r = r, .forks = "variations", .keys = element_keys, .element = read_json_element};
    return bm_jtree_game(&t, keys, read_json_game);
}

/* Others may have put a game on several lines; what is inside it is then indented. */
size_t bm_json_cut(const char *text, size_t len)
{
    for (size_t i = len; i-- > 1;)
        if (text[i] == '{' && text[i - 1] == '\n')
            return i;
    return 0;
}

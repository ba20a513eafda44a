/* SPDX-License-Identifier: MIT */
/* FEN, SFEN and EPD: positions, one a line. */
#include "record/lines/lines.h"

#include "base/ascii.h"
#include "base/str.h"
#include "notation/text.h"

/* A line with moves behind its position is a game all the same. */
enum bm_reading_step bm_fen_read(struct bm_reading *r) { return bm_usi_read(r); }

/* The last position of the main line that can be played, which is what is written. */
static void last_position(struct bm_writing *w, struct bm_setup *out)
{
    const struct bm_game *const game = w->game;
    bm_node n = bm_game_last(game, BM_NODE_ROOT);
    if (bm_game_kind(game, n) == BM_NODE_END) {
        bm_writing_loss(w, BM_LOSS_END, n);
        n = bm_game_parent(game, n);
    }
    if (bm_game_illegal(game, n)) {
        bm_writing_loss(w, BM_LOSS_FOUL, n);
        n = bm_game_parent(game, n);
    }
    for (bm_node i = n; i != BM_NODE_ROOT; i = bm_game_parent(game, i))
        if (bm_game_next(game, i) != BM_NODE_NONE)
            bm_writing_loss(w, BM_LOSS_VARIATIONS, i);
    if (n != BM_NODE_ROOT)
        bm_writing_loss(w, BM_LOSS_MOVES, BM_NODE_NONE);
    if (n != BM_NODE_ROOT && bm_writing_goto(w, n))
        bm_ctx_setup(w->line.ctx, out);
    else
        *out = *bm_game_start(game);
}

/* The first `fields` of a position's text; 0: all. */
static void write_position(struct bm_writing *w, const struct bm_setup *setup, unsigned fields)
{
    char text[BM_POSITION_TEXT];
    size_t len = bm_position_format(setup, bm_game_rules(w->game), 0, text, sizeof text);
    len = len < sizeof text ? len : sizeof text - 1;
    for (size_t i = 0; fields != 0 && i < len; i++)
        if (text[i] == ' ' && --fields == 0)
            len = i;
    bm_buf_bytes(&w->out, text, len);
}

bm_status bm_fen_write(struct bm_writing *w, struct bm_error *err)
{
    const bool usi = bm_rules_info(bm_game_rules(w->game))->dialect == BM_DIALECT_USI;
    struct bm_setup setup;
    if (usi != (w->options->format == BM_FORMAT_SFEN))
        return bm_text_fail(err, BM_ERULE, 0,
                            usi ? "positions of this game are written as SFEN"
                                : "positions of this game are written as FEN");
    last_position(w, &setup);
    write_position(w, &setup, 0);
    bm_buf_char(&w->out, '\n');
    bm_lines_lose_notes(w, true);
    return BM_OK;
}

/* EPD. ------------------------------------------------------------------------------------ */

/* Control characters are kept as blanks, so that they are blanks here too. */
static bool is_opcode_blank(char c) { return (unsigned char)c <= ' ' || c == 0x7f; }

static bool is_digits(struct bm_text text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!bm_is_digit(text.s[i]))
            return false;
    return text.len != 0;
}

/* Where an operation ends: at a semicolon outside of quotes. */
static const char *operation_end(const char *s, const char *end)
{
    for (bool quoted = false; s < end && (quoted || *s != ';'); s++)
        quoted ^= *s == '"';
    return s;
}

static struct bm_text trim_text(const char *s, const char *end)
{
    while (s < end && is_opcode_blank(*s))
        s++;
    while (end > s && is_opcode_blank(end[-1]))
        end--;
    return (struct bm_text){s, (size_t)(end - s)};
}

/* Quotes around all of a value are only its wrapping. */
static struct bm_text strip_quotes(struct bm_text v)
{
    if (v.len >= 2 && v.s[0] == '"' && v.s[v.len - 1] == '"' &&
        !memchr(v.s + 1, '"', v.len - 2))
        return (struct bm_text){v.s + 1, v.len - 2};
    return v;
}

/* The counters of FEN, which EPD has as operations. */
static const struct {
    const char *word;
    bool quiet;
} counters[] = {{"hmvc", true}, {"hmvn", true}, {"fmvn", false}};

static bool read_counter(struct bm_reading *r, struct bm_setup *setup, struct bm_text name,
                         struct bm_text value)
{
    enum { MOST_DIGITS = 6 };
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++) {
        if (!bm_words_same(name, counters[i].word))
            continue;
        uint32_t v = 0;
        if (!is_digits(value) || value.len > MOST_DIGITS)
            bm_reading_say(r, BM_SAY_DEFECT, value.s,
                           "a counter is a number of up to six digits");
        for (size_t k = 0; k < value.len && k < MOST_DIGITS && bm_is_digit(value.s[k]); k++)
            v = v * 10 + (uint32_t)(value.s[k] - '0');
        if (counters[i].quiet)
            setup->quiet = v;
        else
            setup->number = v != 0 ? v : 1;
        return true;
    }
    return false;
}

/* The moves that an operation names can be played: each in the position, or one by one (pv). */
static void check_moves(struct bm_reading *r, struct bm_text name, struct bm_text value)
{
    const bool line = bm_words_same(name, "pv");
    struct bm_lines rest = {.s = value.s, .end = value.s + value.len};
    struct bm_ctx *const ctx = r->line.ctx;
    struct bm_error err;
    bm_move m;

    if (!line && !bm_words_same(name, "bm") && !bm_words_same(name, "am") &&
        !bm_words_same(name, "pm") && !bm_words_same(name, "sm"))
        return;
    for (;;) {
        const struct bm_text word = bm_lines_word(&rest);
        if (word.len == 0)
            break;
        if (bm_ctx_read_move(ctx, BM_STYLE_SAN, word.s, word.len, &m, &err) != BM_OK) {
            char form[300];
            struct bm_str out;
            bm_str_init(&out, form, sizeof form);
            bm_str_fill(&out, "'~': ~", BM_TEXTS("~", err.what));
            (void)bm_str_end(&out);
            bm_reading_say_about(r, BM_SAY_DEFECT, word.s, form, word.s, word.len);
            break;
        }
        if (line && (bm_ctx_room(ctx) == 0 || bm_ctx_play(ctx, m) != 0))
            break;
    }
    while (bm_ctx_undo(ctx))
        ;
}

static void read_operations(struct bm_reading *r, struct bm_setup *setup, const char *s,
                            const char *end)
{
    while (s < end) {
        const char *const stop = operation_end(s, end);
        struct bm_text value = trim_text(s, stop);
        struct bm_text name = {value.s, 0};
        while (name.len < value.len && !is_opcode_blank(value.s[name.len]))
            name.len++;
        if (name.len != 0 && !bm_is_letter(*name.s)) {
            bm_reading_say_about(r, BM_SAY_DEFECT, name.s,
                                 "an operation begins with a letter: '~' does not", name.s,
                                 name.len);
        } else if (name.len != 0) {
            value = strip_quotes(trim_text(value.s + name.len, value.s + value.len));
            if (!read_counter(r, setup, name, value)) {
                bm_reading_tag(r, name, value);
                check_moves(r, name, value);
            }
        }
        s = stop < end ? stop + 1 : end;
    }
}

/* Four fields, and FEN's two counters if they are there. */
static struct bm_text take_fields(struct bm_lines *line)
{
    const char *const s = line->s;
    const char *end = s;
    for (unsigned i = 0; i < 6; i++) {
        struct bm_lines ahead = *line;
        const struct bm_text word = bm_lines_word(&ahead);
        if (word.len == 0 || *word.s == ';' || (i >= 4 && !is_digits(word)))
            break;
        *line = ahead;
        end = word.s + word.len;
    }
    return (struct bm_text){s, (size_t)(end - s)};
}

enum bm_reading_step bm_epd_read(struct bm_reading *r)
{
    struct bm_lines line;
    const enum bm_reading_step step = bm_lines_next(r, &line);
    if (step != BM_STEP_GAME)
        return step;
    const struct bm_text position = take_fields(&line);
    if (bm_lines_begin(r, position.s, position.len, BM_LINES_FEN)) {
        const struct bm_setup *const start = bm_game_start(r->game);
        struct bm_setup setup = *start;
        read_operations(r, &setup, line.s, line.end);
        if (setup.quiet != start->quiet || setup.number != start->number)
            (void)bm_reading_begin(r, bm_game_rules(r->game), &setup, position.s);
    }
    return bm_reading_done(r, line.next);
}

/*
 * Operations whose operand is a text, and is quoted even if it needs not be: those of EPD, and
 * tags of PGN, whose names look like Event.
 */
static bool is_text_operation(struct bm_text name)
{
    return bm_words_same(name, "id") ||
           (name.len > 2 && name.s[0] < 'a' && bm_is_letter(name.s[1]) && name.s[1] >= 'a') ||
           (name.len == 2 && (name.s[0] == 'c' || name.s[0] == 'v') && bm_is_digit(name.s[1]));
}

static bool is_operation(struct bm_text name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!bm_is_letter(name.s[i]) &&
            (i == 0 || (!bm_is_digit(name.s[i]) && name.s[i] != '_')))
            return false;
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        if (bm_words_same(name, counters[i].word))
            return false;
    return name.len != 0;
}

static void write_operation(struct bm_writing *w, struct bm_tag tag)
{
    const char *const s = tag.value.s, *const end = s + tag.value.len;
    const bool quotes = tag.value.len != 0 && memchr(s, '"', tag.value.len);
    bool open = false;
    for (const char *p = s; p < end; p++)
        open ^= *p == '"';
    /* EPD has no way to write a quote inside of quotes. */
    if (!is_operation(tag.name) || open || (quotes && operation_end(s, end) != end)) {
        bm_writing_loss(w, BM_LOSS_TAGS, BM_NODE_NONE);
        return;
    }
    const bool wrap = !quotes && (is_text_operation(tag.name) || operation_end(s, end) != end);
    bm_buf_char(&w->out, ' ');
    bm_buf_bytes(&w->out, tag.name.s, tag.name.len);
    bm_buf_text(&w->out, wrap ? " \"" : tag.value.len != 0 ? " " : "");
    for (const char *p = s; p < end; p++) {
        const bool odd = *p == '\n' || *p == '\r';
        if (odd)
            bm_writing_loss(w, BM_LOSS_LINES, BM_NODE_NONE);
        bm_buf_char(&w->out, odd ? ' ' : *p);
    }
    bm_buf_text(&w->out, wrap ? "\";" : ";");
}

static void write_counter(struct bm_writing *w, const char *word, uint32_t value)
{
    bm_buf_text(&w->out, word);
    bm_buf_u64(&w->out, value, 1);
    bm_buf_char(&w->out, ';');
}

bm_status bm_epd_write(struct bm_writing *w, struct bm_error *err)
{
    struct bm_setup setup;
    const struct bm_rules_info *const info = bm_rules_info(bm_game_rules(w->game));
    if (info->dialect == BM_DIALECT_USI || info->checks != 0)
        return bm_text_fail(err, BM_ERULE, 0, "EPD holds positions of chess only");
    last_position(w, &setup);
    write_position(w, &setup, 4);
    if (setup.quiet != 0)
        write_counter(w, " hmvc ", setup.quiet);
    if (setup.number > 1)
        write_counter(w, " fmvn ", setup.number);
    for (size_t i = 0; i < bm_game_tags(w->game); i++)
        write_operation(w, bm_game_tag_at(w->game, i));
    bm_buf_char(&w->out, '\n');
    bm_lines_lose_notes(w, false);
    return BM_OK;
}

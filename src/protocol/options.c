/* SPDX-License-Identifier: MIT */
/* Options of engines: declared, checked, set. Names and choices may hold blanks. */
#include "protocol/words.h"

static const char *const type_names[BM_OPTION_TYPES] = {"check",  "spin",   "combo",
                                                        "button", "string", "filename"};
enum { DEFAULT, MIN, MAX, VAR, KEYS };
static const char *const keys[KEYS] = {"default", "min", "max", "var"};
static const char empty_word[] = "<empty>";

const char *bm_option_type_name(enum bm_option_type t)
{
    return (unsigned)t < BM_OPTION_TYPES ? type_names[t] : "";
}

static struct bm_text not_empty_word(struct bm_text t)
{
    return bm_word_is(t, empty_word) ? (struct bm_text){t.s, 0} : t;
}

/* The name: everything up to "type" and a word that is one. */
static bool read_option_name(struct bm_words *w, struct bm_engine_option *o)
{
    struct bm_text word, first = {"", 0}, last = {"", 0};
    while (bm_words_next(w, &word)) {
        struct bm_words ahead = *w;
        struct bm_text type;
        if (first.len != 0 && bm_word_is(word, "type") && bm_words_next(&ahead, &type)) {
            const unsigned t = bm_word_find(type, type_names, BM_OPTION_TYPES);
            if (t != BM_OPTION_TYPES) {
                o->type = (enum bm_option_type)t;
                o->name = bm_words_span(first, last);
                *w = ahead;
                return true;
            }
        }
        if (first.len == 0)
            first = word;
        last = word;
    }
    return false;
}

/* The words up to the next key; none is an empty text. */
static struct bm_text read_option_value(struct bm_words *w)
{
    struct bm_words ahead = *w;
    struct bm_text word, value = {w->s, 0};
    while (bm_words_next(&ahead, &word) && bm_word_find(word, keys, KEYS) == KEYS) {
        value = value.len != 0 ? bm_words_span(value, word) : word;
        *w = ahead;
    }
    return value;
}

/* Choices reach to the end of the line, or to a default that comes behind them. */
static struct bm_text read_vars(struct bm_words *w, struct bm_text var, bool has_default)
{
    struct bm_words ahead = *w;
    struct bm_text word, last = var;
    while (bm_words_next(&ahead, &word) && (has_default || !bm_word_is(word, keys[DEFAULT]))) {
        last = word;
        *w = ahead;
    }
    return bm_words_span(var, last);
}

bm_status bm_option_parse(struct bm_engine_option *out, const char *s, size_t len)
{
    struct bm_engine_option o = {
        .value = {"", 0}, .vars = {"", 0}, .min = INT64_MIN, .max = INT64_MAX};
    struct bm_words w = {s, len};
    struct bm_text word;
    bool has_default = false;
    if (!bm_words_next(&w, &word))
        return BM_ESYNTAX;
    if (bm_word_is(word, "option") && !bm_words_next(&w, &word))
        return BM_ESYNTAX;
    if (!bm_word_is(word, "name") || !read_option_name(&w, &o))
        return BM_ESYNTAX;
    while (bm_words_next(&w, &word)) {
        const unsigned key = bm_word_find(word, keys, KEYS);
        int64_t bound;
        if (key == DEFAULT && (o.type == BM_OPTION_STRING || o.type == BM_OPTION_FILENAME)) {
            o.value = not_empty_word(bm_words_rest(&w)); /* which may hold any word */
            break;
        } else if (key == DEFAULT) {
            o.value = not_empty_word(read_option_value(&w));
            has_default = true;
        } else if (key == MIN || key == MAX) {
            if (bm_word_int(read_option_value(&w), &bound) && o.type == BM_OPTION_SPIN)
                *(key == MIN ? &o.min : &o.max) = bound;
        } else if (key == VAR && o.type == BM_OPTION_COMBO) {
            o.vars = read_vars(&w, word, has_default);
        }
    }
    *out = o;
    return BM_OK;
}

bool bm_option_var(const struct bm_engine_option *o, unsigned i, struct bm_text *out)
{
    struct bm_words w = {o->vars.s, o->vars.len};
    struct bm_text word, value = {"", 0};
    unsigned n = 0; /* choices that have begun */
    while (bm_words_next(&w, &word)) {
        if (!bm_word_is(word, keys[VAR])) {
            value = value.len != 0 ? bm_words_span(value, word) : word;
        } else if (n++ > i) {
            break;
        } else {
            value = (struct bm_text){word.s + word.len, 0};
        }
    }
    if (n <= i)
        return false;
    *out = not_empty_word(value);
    return true;
}

static void put_quoted(struct bm_str *out, struct bm_text t) { bm_str_quote(out, t, 64); }

static void say_int(struct bm_str *out, int64_t v)
{
    if (v < 0)
        bm_str_char(out, '-');
    bm_str_u64(out, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

/* "Hash is a number from 1 to 1024": what a value must be. */
static void say_wanted(struct bm_str *out, const struct bm_engine_option *o)
{
    struct bm_text choice;
    put_quoted(out, o->name);
    switch (o->type) {
    case BM_OPTION_CHECK: bm_str_text(out, " is true or false"); break;
    case BM_OPTION_SPIN:
        bm_str_text(out, " is a number");
        if (o->min != INT64_MIN) {
            bm_str_text(out, " from ");
            say_int(out, o->min);
        }
        if (o->max != INT64_MAX) {
            bm_str_text(out, o->min != INT64_MIN ? " to " : " up to ");
            say_int(out, o->max);
        }
        break;
    case BM_OPTION_COMBO:
        bm_str_text(out, " is one of ");
        for (unsigned i = 0; bm_option_var(o, i, &choice); i++) {
            if (i != 0)
                bm_str_text(out, ", ");
            if (out->len > 120) {
                bm_str_text(out, "...");
                break;
            }
            put_quoted(out, choice);
        }
        break;
    case BM_OPTION_BUTTON: bm_str_text(out, " is a button and takes no value"); break;
    case BM_OPTION_STRING:
    case BM_OPTION_FILENAME:
    case BM_OPTION_TYPES: bm_str_text(out, " is one line of text"); break;
    }
}

static bool refuse_option_value(const struct bm_engine_option *o, struct bm_text value,
                                struct bm_error *err)
{
    if (!err)
        return false;
    struct bm_str out;
    *err = (struct bm_error){.code = BM_EINVAL};
    bm_str_init(&out, err->what, sizeof err->what);
    say_wanted(&out, o);
    if (o->type != BM_OPTION_BUTTON && o->type < BM_OPTION_STRING) {
        bm_str_text(&out, ", not '");
        put_quoted(&out, value);
        bm_str_char(&out, '\'');
    }
    (void)bm_str_end(&out);
    return false;
}

/* A value is the rest of a line: what would end the line cannot be in it. */
static bool is_line(struct bm_text t)
{
    for (size_t i = 0; i < t.len; i++)
        if (t.s[i] == '\n' || t.s[i] == '\r' || t.s[i] == '\0')
            return false;
    return true;
}

bool bm_option_accepts(const struct bm_engine_option *o, const char *value, size_t len,
                       struct bm_error *err)
{
    const struct bm_text v = {value, len};
    struct bm_text choice;
    int64_t number;
    bool fits = is_line(v);
    switch (o->type) {
    case BM_OPTION_CHECK: fits = bm_word_is(v, "true") || bm_word_is(v, "false"); break;
    case BM_OPTION_SPIN:
        fits = bm_word_int(v, &number) && number >= o->min && number <= o->max;
        break;
    case BM_OPTION_COMBO:
        fits = false;
        for (unsigned i = 0; !fits && bm_option_var(o, i, &choice); i++)
            fits = bm_text_same(choice, v);
        break;
    case BM_OPTION_BUTTON: fits = len == 0; break;
    case BM_OPTION_STRING:
    case BM_OPTION_FILENAME:
    case BM_OPTION_TYPES: break;
    }
    return fits || refuse_option_value(o, v, err);
}

void bm_option_declare(struct bm_buf *out, const struct bm_engine_option *o)
{
    /* Where a default could be taken for something else, none is written as one, too. */
    const bool always = o->type >= BM_OPTION_STRING || o->type == BM_OPTION_COMBO;
    bm_buf_text(out, "option name ");
    bm_buf_span(out, o->name);
    bm_buf_text(out, " type ");
    bm_buf_text(out, bm_option_type_name(o->type));
    if (o->type != BM_OPTION_BUTTON && (always || o->value.len != 0)) {
        bm_buf_text(out, " default ");
        bm_buf_span(out, o->value);
        if (o->value.len == 0)
            bm_buf_text(out, empty_word);
    }
    if (o->type == BM_OPTION_SPIN && o->min != INT64_MIN)
        bm_buf_pair(out, keys[MIN], o->min);
    if (o->type == BM_OPTION_SPIN && o->max != INT64_MAX)
        bm_buf_pair(out, keys[MAX], o->max);
    if (o->type == BM_OPTION_COMBO && o->vars.len != 0) {
        bm_buf_char(out, ' ');
        bm_buf_span(out, o->vars);
    }
}

void bm_option_set(struct bm_buf *out, struct bm_text name, struct bm_text value)
{
    bm_buf_text(out, "setoption name ");
    bm_buf_span(out, name);
    if (!value.s)
        return;
    bm_buf_text(out, " value ");
    bm_buf_span(out, value);
    if (value.len == 0)
        bm_buf_text(out, empty_word);
}

bm_status bm_option_read_set(const char *s, size_t len, struct bm_text *name,
                             struct bm_text *value)
{
    struct bm_words w = {s, len};
    struct bm_text word, first = {"", 0}, last = {"", 0};
    *value = (struct bm_text){NULL, 0};
    if (!bm_words_next(&w, &word) || !bm_word_is(word, "name"))
        return BM_ESYNTAX;
    while (bm_words_next(&w, &word)) {
        if (first.len != 0 && bm_word_is(word, "value")) {
            *value = not_empty_word(bm_words_rest(&w));
            break;
        }
        if (first.len == 0)
            first = word;
        last = word;
    }
    if (first.len == 0)
        return BM_ESYNTAX;
    *name = bm_words_span(first, last);
    return BM_OK;
}

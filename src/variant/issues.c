/* SPDX-License-Identifier: MIT */
/* What is wrong with a variant's text: collected, errors first, in the order of the text. */
#include "variant/issues.h"

#include <string.h>

#include "base/json.h"
#include "base/str.h"

enum {
    TEXT_SHOWN = 96,     /* bytes of a text that is quoted in a message */
    LINE_SHOWN = 100,    /* characters of a source line */
    LINE_BEFORE = 40,    /* of them, before the place if the line is cut */
    CLOSEST_LETTERS = 32 /* of words that are compared */
};

static bool is_inside(char c) { return ((unsigned char)c & 0xc0u) == 0x80u; }
static bool is_control(char c) { return (unsigned char)c < 0x20 || c == 0x7f; }

/* A text within a message: one line, not too long. */
static void put_text(struct bm_str *out, const char *text)
{
    size_t len = strlen(text);
    const bool cut = len > TEXT_SHOWN;
    if (cut) {
        len = TEXT_SHOWN;
        while (len != 0 && is_inside(text[len]))
            len--;
    }
    for (size_t i = 0; i < len; i++)
        bm_str_char(out, is_control(text[i]) ? '?' : text[i]);
    if (cut)
        bm_str_text(out, "…");
}

/* A message with its texts; the next one that is not used yet is *texts. */
static void put_message(struct bm_str *out, const char *message, const char *const **texts)
{
    for (; *message; message++) {
        if (*message != '~') {
            bm_str_char(out, *message);
        } else if (*texts && **texts) {
            put_text(out, **texts);
            ++*texts;
        }
    }
}

/* Errors come first: what must be mended is not to be lost behind what may be. */
static bool is_before(const struct bm_issue *a, const struct bm_issue *b)
{
    if (a->warning != b->warning)
        return b->warning;
    return a->line != b->line ? a->line < b->line : a->column < b->column;
}

static bool is_same(const struct bm_issue *a, const struct bm_issue *b)
{
    return a->line == b->line && a->column == b->column && a->warning == b->warning &&
           !strcmp(a->message, b->message);
}

static void insert_issue(struct bm_issues *list, const struct bm_issue *issue)
{
    for (unsigned i = 0; i < list->count; i++)
        if (is_same(&list->list[i], issue))
            return;
    if (issue->warning)
        list->warnings++;
    else
        list->errors++;
    if (list->count == BM_MAX_ISSUES) { /* the last gives way */
        if (!is_before(issue, &list->list[list->count - 1]))
            return;
        list->count--;
    }
    unsigned at = list->count;
    while (at != 0 && is_before(issue, &list->list[at - 1]))
        at--;
    memmove(&list->list[at + 1], &list->list[at], (list->count - at) * sizeof list->list[0]);
    list->list[at] = *issue;
    list->count++;
}

static void report_finding(struct bm_findings *r, struct bm_place at, bool warning,
                           const char *code, const char *message, const char *hint,
                           const char *const *texts)
{
    struct bm_issue issue = {.warning = warning};
    struct bm_str out;
    bm_str_init(&out, issue.message, sizeof issue.message);
    if (at.source != 0) {
        const char *const name = r->names ? r->names[at.source] : NULL;
        const char *const parent[] = {name ? name : "?", NULL};
        const char *const *next = parent;
        put_message(&out, "inherited from '~': ", &next);
        at = r->extends;
    }
    put_message(&out, message, &texts);
    bm_str_end(&out);
    bm_str_init(&out, issue.hint, sizeof issue.hint);
    put_message(&out, hint ? hint : "", &texts);
    bm_str_end(&out);
    bm_str_init(&out, issue.code, sizeof issue.code);
    bm_str_text(&out, code);
    bm_str_end(&out);
    issue.line = at.line ? at.line : 1;
    issue.column = at.column ? at.column : 1;
    issue.length = at.length ? at.length : 1;
    insert_issue(r->issues, &issue);
}

void bm_report_error(struct bm_findings *r, struct bm_place at, const char *code,
                     const char *message, const char *hint, const char *const *texts)
{
    report_finding(r, at, false, code, message, hint, texts);
}

void bm_report_warning(struct bm_findings *r, struct bm_place at, const char *code,
                       const char *message, const char *hint, const char *const *texts)
{
    report_finding(r, at, true, code, message, hint, texts);
}

static char lower_case(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static unsigned least_of(unsigned a, unsigned b) { return a < b ? a : b; }

/*
 * How many letters must be added, dropped, changed or exchanged with their neighbour to make
 * one word of the other; capitals count as small letters.
 */
static unsigned edit_distance(const char *a, size_t alen, const char *b, size_t blen)
{
    unsigned rows[3][CLOSEST_LETTERS + 1];
    unsigned *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= blen; j++)
        last[j] = before[j] = (unsigned)j;
    for (size_t i = 1; i <= alen; i++) {
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= blen; j++) {
            const char x = lower_case(a[i - 1]), y = lower_case(b[j - 1]);
            unsigned best = least_of(last[j - 1] + (x != y), least_of(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == lower_case(b[j - 2]) && y == lower_case(a[i - 2]))
                best = least_of(best, before[j - 2] + 1);
            row[j] = best;
        }
        unsigned *const spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[blen];
}

const char *bm_closest(const char *word, const char *const *words)
{
    const size_t len = strlen(word);
    const char *closest = NULL;
    /* One mistake in a short word, one more for every three letters of a longer one; words of
     * one or two letters are close to any other. */
    unsigned allowed = len < 3 ? 0 : len < 6 ? 1 : (unsigned)len / 3;
    if (len == 0 || len > CLOSEST_LETTERS)
        return NULL;
    for (; *words; words++) {
        const size_t wlen = strlen(*words);
        if (wlen > CLOSEST_LETTERS || !strcmp(word, *words))
            continue;
        const unsigned d = edit_distance(word, len, *words, wlen);
        if (d < allowed || (d == allowed && !closest)) {
            closest = *words;
            allowed = d;
        }
    }
    return closest;
}

/* The line of a number, without its end; false if the text has no such line. */
static bool find_line(const char *text, size_t len, uint32_t number, const char **line,
                      size_t *line_len)
{
    const char *at = text, *const end = text + len;
    if (len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
        at += 3; /* columns count behind a byte order mark */
    for (uint32_t i = 1; i < number; i++) {
        const char *const eol = memchr(at, '\n', (size_t)(end - at));
        if (!eol)
            return false;
        at = eol + 1;
    }
    const char *const eol = memchr(at, '\n', (size_t)(end - at));
    *line = at;
    *line_len = (size_t)((eol ? eol : end) - at);
    if (*line_len != 0 && at[*line_len - 1] == '\r')
        --*line_len;
    return true;
}

/* Bytes of the character at s: a byte that begins none is one by itself. */
static size_t char_len(const char *s, size_t len)
{
    const unsigned char c = (unsigned char)*s;
    const size_t want = c < 0xc2 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 1;
    if (want > len)
        return 1;
    for (size_t i = 1; i < want; i++)
        if (!is_inside(s[i]))
            return 1;
    return want;
}

static size_t count_chars(const char *s, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i += char_len(s + i, len - i))
        n++;
    return n;
}

/* Skip `n` characters. */
static size_t after_chars(const char *s, size_t len, size_t n)
{
    size_t i = 0;
    while (i < len && n-- != 0)
        i += char_len(s + i, len - i);
    return i;
}

static void put_gutter(struct bm_str *out, uint32_t line, bool shown)
{
    char digits[12];
    struct bm_str number;
    bm_str_init(&number, digits, sizeof digits);
    bm_str_u64(&number, line);
    for (size_t i = number.len; i < 3; i++)
        bm_str_char(out, ' ');
    for (size_t i = 0; i < number.len; i++)
        bm_str_char(out, shown ? digits[i] : ' ');
    bm_str_text(out, " | ");
}

/* The source as it can be shown: no control bytes but tabs, nothing that is not UTF-8. */
static void put_source(struct bm_str *out, const char *s, size_t len)
{
    for (size_t i = 0, n; i < len; i += n) {
        n = char_len(s + i, len - i);
        if (n == 1 && s[i] != '\t' && (is_control(s[i]) || (unsigned char)s[i] >= 0x80))
            bm_str_char(out, '?');
        else
            bm_str_bytes(out, s + i, n);
    }
}

/* The line with the carets below it. */
static void put_excerpt(struct bm_str *out, const struct bm_issue *issue, const char *line,
                        size_t len)
{
    const size_t at = issue->column - 1 < len ? issue->column - 1 : len;
    const size_t length = issue->length < len - at ? issue->length : len - at;
    const size_t before = count_chars(line, at);
    const bool cuts = count_chars(line, len) > LINE_SHOWN + 20;
    const size_t from =
        cuts && before > LINE_BEFORE ? after_chars(line, len, before - LINE_BEFORE) : 0;
    const size_t to = cuts ? from + after_chars(line + from, len - from, LINE_SHOWN) : len;

    put_gutter(out, issue->line, true);
    if (from != 0)
        bm_str_text(out, "…");
    put_source(out, line + from, to - from);
    bm_str_text(out, to < len ? "…\n" : "\n");

    put_gutter(out, issue->line, false);
    if (from != 0)
        bm_str_char(out, ' ');
    for (size_t i = from; i < at; i += char_len(line + i, at - i))
        bm_str_char(out, line[i] == '\t' ? '\t' : ' ');
    const size_t shown = length < to - at ? length : to - at;
    const size_t carets = count_chars(line + at, shown);
    for (size_t i = 0; i < carets || i == 0; i++)
        bm_str_char(out, '^');
    if (issue->hint[0]) {
        bm_str_char(out, ' ');
        bm_str_text(out, issue->hint);
    }
    bm_str_char(out, '\n');
}

size_t bm_issue_format(const struct bm_issue *issue, const char *file, const char *text,
                       size_t len, char *buf, size_t cap)
{
    struct bm_str out;
    const char *line;
    size_t line_len;
    bm_str_init(&out, buf, cap);
    bm_str_text(&out, file);
    bm_str_char(&out, ':');
    bm_str_u64(&out, issue->line);
    bm_str_char(&out, ':');
    bm_str_u64(&out, issue->column);
    bm_str_text(&out, issue->warning ? ": warning: " : ": error: ");
    bm_str_text(&out, issue->message);
    bm_str_char(&out, '\n');
    if (issue->line != 0 && issue->column != 0 && text &&
        find_line(text, len, issue->line, &line, &line_len))
        put_excerpt(&out, issue, line, line_len);
    return bm_str_end(&out);
}

static void put_member(struct bm_buf *out, const char *name, const char *text)
{
    bm_buf_text(out, ",\"");
    bm_buf_text(out, name);
    bm_buf_text(out, "\":");
    bm_json_quote(out, text, strlen(text));
}

size_t bm_issues_json(const struct bm_issues *issues, char *buf, size_t cap)
{
    struct bm_buf json = {0};
    struct bm_str out;
    bm_buf_char(&json, '[');
    for (unsigned i = 0; i < issues->count; i++) {
        const struct bm_issue *const issue = &issues->list[i];
        bm_buf_text(&json, i == 0 ? "{\"line\":" : ",{\"line\":");
        bm_buf_u64(&json, issue->line, 1);
        bm_buf_text(&json, ",\"col\":");
        bm_buf_u64(&json, issue->column, 1);
        bm_buf_text(&json, ",\"len\":");
        bm_buf_u64(&json, issue->length, 1);
        put_member(&json, "level", issue->warning ? "warning" : "error");
        put_member(&json, "code", issue->code);
        put_member(&json, "message", issue->message);
        put_member(&json, "hint", issue->hint);
        bm_buf_char(&json, '}');
    }
    bm_buf_char(&json, ']');
    bm_str_init(&out, buf, cap);
    if (!json.failed)
        bm_str_bytes(&out, json.s, json.len);
    bm_buf_free(&json);
    return bm_str_end(&out);
}

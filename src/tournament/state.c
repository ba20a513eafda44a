/* SPDX-License-Identifier: MIT */
#include "tournament/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

static const char first_words[] = "banmen match 1 ";
static const char *const points[] = {"*", "1-0", "0-1", "1/2-1/2"};

const char *bm_result_text(enum bm_result r) { return points[r]; }

void bm_tournament_settings_add(struct bm_tournament_settings *s, const char *name,
                                const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *const value =
        n < 0 || s->count == BM_TOURNAMENT_SETTINGS ? NULL : malloc((size_t)n + 1);
    if (!value) {
        s->failed = true;
        return;
    }
    va_start(ap, fmt);
    vsnprintf(value, (size_t)n + 1, fmt, ap);
    va_end(ap);
    s->list[s->count++] = (struct bm_tournament_setting){name, value};
}

void bm_tournament_settings_free(struct bm_tournament_settings *s)
{
    for (unsigned i = 0; i < s->count; i++)
        free(s->list[i].value);
}

static void put_quoted(struct bm_buf *out, const char *text)
{
    bm_json_quote(out, text, strlen(text));
}

/* The title: words, then an object with all settings. */
static void format_title(struct bm_buf *out, const struct bm_tournament_settings *settings)
{
    bm_buf_text(out, first_words);
    bm_buf_char(out, '{');
    for (unsigned i = 0; i < settings->count; i++) {
        if (i != 0)
            bm_buf_char(out, ',');
        put_quoted(out, settings->list[i].name);
        bm_buf_char(out, ':');
        put_quoted(out, settings->list[i].value);
    }
    bm_buf_char(out, '}');
}

/* Compare a setting of the file with ours; reports a difference. */
static bool compare_setting(const char *file, const struct bm_tournament_settings *ours,
                            const struct bm_buf *name, const struct bm_buf *value)
{
    for (unsigned i = 0; i < ours->count; i++) {
        const struct bm_tournament_setting *const s = &ours->list[i];
        if (strcmp(s->name, name->s) != 0)
            continue;
        if (strcmp(s->value, value->s) == 0)
            return true;
        fprintf(stderr, "banmen: %s: this match was begun with %s '%s', not '%s'\n", file,
                name->s, value->s, s->value);
        return false;
    }
    return true;
}

/* Compare the settings of a title with ours; reports each difference; true if there is none. */
static bool compare_title(const char *file, const struct bm_buf *title,
                          const struct bm_tournament_settings *ours)
{
    char nest[4];
    struct bm_jscan j;
    struct bm_buf name = {0}, value = {0};
    bool same = true;
    const size_t skip = sizeof first_words - 1;
    if (title->len < skip || memcmp(title->s, first_words, skip) != 0)
        return true;
    bm_jscan_init(&j, title->s + skip, title->s + title->len, nest, sizeof nest);
    enum bm_json_token t = bm_jscan_next(&j);
    while (t == BM_JSON_OBJECT && bm_jscan_next(&j) == BM_JSON_KEY) {
        name.len = value.len = 0;
        bm_jscan_text(&j, &name);
        bm_buf_char(&name, '\0');
        if (bm_jscan_next(&j) != BM_JSON_STRING)
            break;
        bm_jscan_text(&j, &value);
        bm_buf_char(&value, '\0');
        if (!name.failed && !value.failed)
            same &= compare_setting(file, ours, &name, &value);
    }
    bm_buf_free(&name);
    bm_buf_free(&value);
    return same;
}

/* Lines. ---------------------------------------------------------------------------------- */

struct state_load {
    struct bm_tournament_state *state;
    bool (*take)(void *user, const struct bm_played_game *played);
    void *user;
};

static void copy_text(const struct bm_jscan *j, char *out, size_t cap)
{
    struct bm_buf text = {0};
    bm_jscan_text(j, &text);
    if (text.len != 0)
        snprintf(out, cap, "%.*s", (int)text.len, text.s);
    bm_buf_free(&text);
}

static enum bm_result find_result(const struct bm_jscan *j)
{
    for (enum bm_result r = BM_FIRST_WINS; r <= BM_DRAW; r++)
        if (bm_jscan_is(j, points[r]))
            return r;
    return BM_ONGOING;
}

static enum bm_reason find_reason(const struct bm_jscan *j)
{
    for (enum bm_reason r = 0; r < BM_REASON_COUNT; r++)
        if (bm_jscan_is(j, bm_reason_text(r, BM_EN)))
            return r;
    return BM_REASON_NONE;
}

/* The value behind the key that was read; `key` is a copy of the scan as it stood then. */
static bool take_value(struct bm_jscan *j, const struct bm_jscan *key, struct bm_played_game *p,
                       const char *line, struct state_load *t)
{
    int64_t n = 0;
    const enum bm_json_token token = bm_jscan_next(j);
    if (bm_jscan_is(key, "record")) {
        const char *const start = j->s;
        if (token != BM_JSON_OBJECT || !bm_jscan_skip(j, token))
            return false;
        p->record_at = t->state->journal.at + (uint64_t)(start - line);
        p->record_len = (size_t)(j->at - start);
        return true;
    }
    if (token == BM_JSON_NUMBER) {
        if (!bm_jscan_int(j, &n) || n < 0)
            return false;
        if (bm_jscan_is(key, "game"))
            p->game = (uint64_t)n - 1;
        else if (bm_jscan_is(key, "fault"))
            p->fault = n == 1 || n == 2 ? (int)n - 1 : -1;
        else if (bm_jscan_is(key, "plies"))
            p->plies = (unsigned)n;
        else if (bm_jscan_is(key, "ms"))
            p->ms = n;
        else if (bm_jscan_is(key, "before"))
            t->state->before = (uint64_t)n;
        return true;
    }
    if (token != BM_JSON_STRING)
        return bm_jscan_skip(j, token);
    if (bm_jscan_is(key, "result"))
        p->result = find_result(j);
    else if (bm_jscan_is(key, "reason"))
        p->reason = find_reason(j);
    else if (bm_jscan_is(key, "trouble"))
        copy_text(j, p->trouble, sizeof p->trouble);
    else if (bm_jscan_is(key, "detail"))
        copy_text(j, p->detail, sizeof p->detail);
    else if (bm_jscan_is(key, "output")) {
        struct bm_buf name = {0};
        bm_jscan_text(j, &name);
        bm_buf_char(&name, '\0');
        free(t->state->output);
        t->state->output = name.failed ? NULL : strdup(name.s);
        bm_buf_free(&name);
    }
    return true;
}

static bool take_state_line(void *user, const char *line, size_t len)
{
    enum { DEPTH = 64 };
    struct state_load *const t = user;
    struct bm_played_game p = {.game = UINT64_MAX, .fault = -1};
    char nest[DEPTH];
    struct bm_jscan j;
    bm_jscan_init(&j, line, line + len, nest, sizeof nest);
    if (bm_jscan_next(&j) != BM_JSON_OBJECT)
        return false;
    enum bm_json_token token;
    while ((token = bm_jscan_next(&j)) == BM_JSON_KEY) {
        const struct bm_jscan key = j;
        if (!take_value(&j, &key, &p, line, t))
            return false;
    }
    if (token != BM_JSON_CLOSE || bm_jscan_next(&j) != BM_JSON_DONE)
        return false;
    if (p.game == UINT64_MAX)
        return t->state->output != NULL; /* a line about the file of games */
    return p.result != BM_ONGOING && p.record_len != 0 && t->take(t->user, &p);
}

bool bm_tournament_state_open(struct bm_tournament_state *s, const char *name,
                              const struct bm_tournament_settings *settings,
                              bool (*take)(void *user, const struct bm_played_game *played),
                              void *user)
{
    struct bm_buf title = {0}, old = {0};
    struct state_load t = {s, take, user};
    *s = (struct bm_tournament_state){.journal = {.fd = -1}};
    format_title(&title, settings);
    bm_buf_char(&title, '\0');
    bool good = !title.failed && !settings->failed;
    if (!good)
        fprintf(stderr, "banmen: out of memory\n");
    if (good && name && bm_journal_title(name, &old)) {
        good = compare_title(name, &old, settings);
        if (!good)
            fprintf(stderr, "banmen: %s: name another file, or begin anew without it\n", name);
    }
    good = good && bm_journal_open(&s->journal, name, title.s, take_state_line, &t);
    bm_buf_free(&title);
    bm_buf_free(&old);
    if (!good)
        bm_tournament_state_close(s);
    return good;
}

void bm_tournament_state_close(struct bm_tournament_state *s)
{
    bm_journal_close(&s->journal);
    free(s->output);
    s->output = NULL;
}

static void put_state_key(struct bm_buf *out, const char *name)
{
    bm_buf_char(out, out->len == 0 ? '{' : ',');
    put_quoted(out, name);
    bm_buf_char(out, ':');
}

static void add_number(struct bm_buf *out, const char *name, int64_t v)
{
    put_state_key(out, name);
    bm_json_int(out, v);
}

static void add_text(struct bm_buf *out, const char *name, const char *v)
{
    put_state_key(out, name);
    put_quoted(out, v);
}

static bool put_state_line(struct bm_tournament_state *s, struct bm_buf *line)
{
    if (line->failed)
        fprintf(stderr, "banmen: out of memory\n");
    const bool good = !line->failed && bm_journal_add(&s->journal, line->s, line->len);
    bm_buf_free(line);
    return good;
}

bool bm_tournament_state_set_output(struct bm_tournament_state *s, const char *name,
                                    uint64_t before)
{
    struct bm_buf line = {0};
    add_text(&line, "output", name);
    add_number(&line, "before", (int64_t)before);
    bm_buf_char(&line, '}');
    free(s->output);
    s->output = strdup(name);
    s->before = before;
    return put_state_line(s, &line) && s->output;
}

bool bm_tournament_state_add(struct bm_tournament_state *s, struct bm_played_game *p,
                             const struct bm_buf *record)
{
    struct bm_buf line = {0};
    add_number(&line, "game", (int64_t)p->game + 1);
    add_text(&line, "result", bm_result_text(p->result));
    add_text(&line, "reason", bm_reason_text(p->reason, BM_EN));
    if (p->fault >= 0)
        add_number(&line, "fault", p->fault + 1);
    add_number(&line, "plies", p->plies);
    add_number(&line, "ms", p->ms);
    if (*p->trouble) {
        add_text(&line, "trouble", p->trouble);
        add_text(&line, "detail", p->detail);
    }
    put_state_key(&line, "record");
    const size_t at = line.len;
    /* Without the line end that the format puts behind it. */
    size_t len = record->len;
    while (len != 0 && record->s[len - 1] == '\n')
        len--;
    bm_buf_bytes(&line, record->s, len);
    bm_buf_char(&line, '}');
    if (!put_state_line(s, &line))
        return false;
    p->record_at = s->journal.at + at;
    p->record_len = len;
    return true;
}

bool bm_tournament_state_record(const struct bm_tournament_state *s,
                                const struct bm_played_game *played, struct bm_buf *out)
{
    return bm_journal_read(&s->journal, played->record_at, played->record_len, out);
}

/* SPDX-License-Identifier: MIT */
#include "desktop/files/collection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desktop/app/error_text.h"
#include "desktop/files/variant_file.h"

struct text_source {
    const char *s;
    size_t len;
};

static size_t read_memory(void *user, char *buf, size_t cap)
{
    struct text_source *const m = user;
    const size_t n = m->len < cap ? m->len : cap;
    if (n)
        memcpy(buf, m->s, n);
    m->s += n;
    m->len -= n;
    return n;
}

/* FNV-1a, to notice that another program has changed the file. */
static uint64_t hash_of(const char *s, size_t len)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)s[i]) * 1099511628211u;
    return h;
}

static struct bm_text first_tag(const struct bm_game *game, const char *const *names)
{
    struct bm_text t = {.s = "", .len = 0};
    for (; *names && t.len == 0; names++)
        (void)bm_game_tag(game, *names, &t);
    return t;
}

/* At most so many bytes of a text, in whole characters. */
static int clip_text(struct bm_text t, int most)
{
    int n = t.len < (size_t)most ? (int)t.len : most;
    while (n > 0 && (size_t)n < t.len && ((unsigned char)t.s[n] & 0xc0) == 0x80)
        n--;
    return n;
}

static void write_game_line(const struct bm_game *game, size_t number, char *buf, size_t cap)
{
    static const char *const first[] = {"Sente", "先手", "下手", "White", NULL};
    static const char *const second[] = {"Gote", "後手", "上手", "Black", NULL};
    static const char *const event[] = {"Event", "棋戦", NULL};
    static const char *const date[] = {"Date", "開始日時", NULL};
    const struct bm_text a = first_tag(game, first), b = first_tag(game, second);
    const struct bm_text e = first_tag(game, event), d = first_tag(game, date);
    static const char *const results[] = {[BM_ONGOING] = "*",
                                          [BM_FIRST_WINS] = "1-0",
                                          [BM_SECOND_WINS] = "0-1",
                                          [BM_DRAW] = "½-½"};
    const struct bm_ending ending = bm_game_ending(game, bm_game_last(game, BM_NODE_ROOT));
    snprintf(buf, cap, "%zu · %.*s – %.*s%s%.*s%s%.*s · %s", number, clip_text(a, 36), a.s,
             clip_text(b, 36), b.s, e.len ? " · " : "", clip_text(e, 30), e.s,
             d.len ? " · " : "", clip_text(d, 16), d.s, results[ending.result]);
}

static bool add_game(struct bm_collection *c, const struct bm_game *game)
{
    void *mem = c->line;
    c->count++;
    if (c->listed == BM_COLLECTION_SHOWN)
        return true;
    if (!bm_grow(&mem, &c->cap, c->listed + 1, sizeof *c->line))
        return false;
    c->line = mem;
    write_game_line(game, c->count, c->line[c->listed], sizeof c->line[0]);
    c->listed++;
    return true;
}

struct bm_collection *bm_collection_create(struct bm_app *app, const char *path,
                                           const char *text, size_t len)
{
    struct bm_collection *const c = calloc(1, sizeof *c);
    struct text_source memory = {text, len};
    const struct bm_read_options options = {.rules = app->session.rules};
    struct bm_reader *reader = NULL;
    struct bm_game *game = NULL;
    bool got = true, fine = c != NULL && (c->text = malloc(len ? len : 1)) != NULL;
    fine = fine && bm_game_create(&game, app->session.rules, NULL) == BM_OK &&
           bm_reader_create(&reader, &options, read_memory, &memory) == BM_OK;
    while (fine && got) {
        fine = bm_reader_next(reader, game, &got, NULL) == BM_OK && (!got || add_game(c, game));
    }
    bm_reader_destroy(reader);
    bm_game_destroy(game);
    if (!fine || c->count < 2) {
        bm_collection_destroy(c);
        return NULL;
    }
    snprintf(c->path, sizeof c->path, "%s", path);
    memcpy(c->text, text, len);
    c->len = len;
    return c;
}

void bm_collection_destroy(struct bm_collection *c)
{
    if (!c)
        return;
    bm_release(c->line);
    free(c->text);
    free(c);
}

struct chosen {
    struct bm_app *app;
    uint64_t number;
    bool said;
};

static void on_game_report(void *user, const struct bm_report *r)
{
    struct chosen *const c = user;
    if (r->severity != BM_SAY_DEFECT || r->game != c->number || c->said)
        return;
    c->said = true;
    bm_app_show_message(c->app, true, "%llu:%u: %s", (unsigned long long)r->line, r->column,
                        r->what);
}

/* Without the white space around it, and in CSA without the line that parts games. */
static void trim_span(const char *text, enum bm_format format, struct bm_record_source *s)
{
    while (s->begin < s->end && (unsigned char)text[s->begin] <= ' ')
        s->begin++;
    for (int round = 0; round < 2; round++) {
        while (s->end > s->begin && (unsigned char)text[s->end - 1] <= ' ')
            s->end--;
        if (format == BM_FORMAT_CSA && s->end > s->begin + 1 && text[s->end - 1] == '/' &&
            (text[s->end - 2] == '\n' || text[s->end - 2] == '\r'))
            s->end--;
    }
}

bool bm_collection_open(struct bm_app *app, const struct bm_collection *c, size_t index)
{
    struct text_source memory = {c->text, c->len};
    struct chosen chosen = {.app = app, .number = index + 1};
    const struct bm_read_options options = {.rules = app->session.rules,
                                            .report = on_game_report,
                                            .user = &chosen,
                                            .lang = app->lang};
    struct bm_error err = {.what = ""};
    struct bm_reader *reader = NULL;
    struct bm_game *game = NULL;
    bool got = false;
    uint64_t begin = 0, end = 0;
    bm_status status = bm_game_create(&game, app->session.rules, NULL);
    if (!status)
        status = bm_reader_create(&reader, &options, read_memory, &memory);
    for (size_t i = 0; !status && i <= index; i++)
        status = bm_reader_next(reader, game, &got, &err);
    struct bm_record_source source = {.count = c->count, .index = index, .len = c->len};
    if (!status && got) {
        source.exact = bm_reader_span(reader, &begin, &end);
        source.format = bm_reader_format(reader);
    }
    bm_reader_destroy(reader);
    if (status || !got) {
        char why[BM_DESKTOP_TEXT];
        bm_error_text(app->lang, status ? status : BM_ESYNTAX, &err, why, sizeof why);
        bm_app_show_message(app, true, "%s", why);
        bm_game_destroy(game);
        return false;
    }
    source.begin = (size_t)begin;
    source.end = (size_t)end;
    if (source.exact)
        trim_span(c->text, source.format, &source);
    source.hash = hash_of(c->text, c->len);
    memcpy(source.path, c->path, sizeof source.path);
    if (!bm_desktop_session_begin_study(&app->session, game, BM_NODE_ROOT))
        return false;
    app->source = source;
    return true;
}

/* How many games a text holds. */
static size_t count_games(struct bm_app *app, const char *text, size_t len)
{
    struct text_source memory = {text, len};
    const struct bm_read_options options = {.rules = app->session.rules,
                                            .flags = BM_READ_MOVES_ONLY};
    struct bm_reader *reader = NULL;
    struct bm_game *game = NULL;
    size_t count = 0;
    bool got = false;
    if (bm_game_create(&game, app->session.rules, NULL) == BM_OK &&
        bm_reader_create(&reader, &options, read_memory, &memory) == BM_OK) {
        while (bm_reader_next(reader, game, &got, NULL) == BM_OK && got)
            count++;
    }
    bm_reader_destroy(reader);
    bm_game_destroy(game);
    return count;
}

bool bm_collection_replace(struct bm_app *app, const char *game, size_t len, struct bm_buf *out)
{
    struct bm_record_source *const s = &app->source;
    char why[BM_DESKTOP_TEXT];
    size_t old_len;
    char *const old = bm_file_read_text(app->lang, s->path, &old_len, why, sizeof why);
    if (!old) {
        bm_app_show_message(app, true, "%s", why);
        return false;
    }
    while (len && (unsigned char)game[len - 1] <= ' ')
        len--;
    while (len && (unsigned char)*game <= ' ')
        game++, len--;
    const bool same = hash_of(old, old_len) == s->hash && s->end <= old_len;
    if (same && s->exact) {
        bm_buf_bytes(out, old, s->begin);
        bm_buf_bytes(out, game, len);
        bm_buf_bytes(out, old + s->end, old_len - s->end);
    }
    bm_release(old);
    if (!same)
        bm_app_show_message(app, true, "%s: %s", s->path, UI_TEXT(app, FILE_CHANGED));
    else if (!s->exact || out->failed || count_games(app, out->s, out->len) != s->count)
        bm_app_show_message(app, true, "%s: %s", s->path, UI_TEXT(app, NOT_PUT_BACK));
    else
        return true;
    return false;
}

void bm_collection_saved(struct bm_app *app, const char *text, size_t len)
{
    struct bm_record_source *const s = &app->source;
    s->end = s->end + len - s->len;
    s->len = len;
    s->hash = hash_of(text, len);
}

/* SPDX-License-Identifier: MIT */
/* Records and rules in and out of files and the clipboard. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "desktop/app/error_text.h"
#include "desktop/files/archive.h"
#include "desktop/files/collection.h"
#include "desktop/files/saved_session.h"
#include "desktop/files/variant_file.h"
#include "session/conventions.h"

/* The contents of a file, released by the caller; NULL: it cannot be read, and the message line
 * says why. */
static char *read_file_text(struct bm_app *app, const char *path, size_t *len)
{
    char why[BM_DESKTOP_TEXT];
    char *const text = bm_file_read_text(app->lang, path, len, why, sizeof why);
    if (!text)
        bm_app_show_message(app, true, "%s", why);
    return text;
}

struct record_read {
    struct bm_app *app;
    bool said;
};

static void on_record_defect(void *user, const struct bm_report *r)
{
    struct record_read *const reading = user;
    if (r->severity != BM_SAY_DEFECT || reading->said)
        return;
    reading->said = true;
    bm_app_show_message(reading->app, true, "%llu:%u: %s", (unsigned long long)r->line,
                        r->column, r->what);
}

/* A position of some game, as FEN or SFEN. */
static bool paste_position(struct bm_app *app, const char *text)
{
    const struct bm_rules *const list[3] = {app->session.rules, bm_rules_chess(),
                                            bm_rules_shogi()};
    size_t len = strlen(text);
    while (len && (text[len - 1] == '\n' || text[len - 1] == '\r' || text[len - 1] == ' '))
        len--;
    for (unsigned i = 0; i < 3; i++) {
        struct bm_setup setup;
        struct bm_game *game;
        struct bm_ctx *ctx;
        if (!list[i] || memchr(text, '\n', len) ||
            bm_position_parse(&setup, list[i], text, len, 0, NULL) ||
            bm_ctx_create(&ctx, list[i], 1))
            continue;
        const bool playable = bm_ctx_sync(ctx, &setup, NULL, NULL) == BM_OK;
        bm_ctx_destroy(ctx);
        if (!playable || bm_game_create(&game, list[i], NULL))
            continue;
        if (bm_game_set_start(game, &setup) == BM_OK)
            return bm_desktop_session_begin_study(&app->session, game, BM_NODE_ROOT);
        bm_game_destroy(game);
    }
    return false;
}

static bool read_record(struct bm_app *app, const char *text, size_t len, const char *name)
{
    struct bm_collection *const many = bm_collection_create(app, name, text, len);
    if (many) {
        bm_dialog_games_open_collection(app, many);
        return true;
    }
    struct record_read reading = {.app = app};
    const struct bm_read_options options = {.rules = app->session.rules,
                                            .report = on_record_defect,
                                            .user = &reading,
                                            .lang = app->lang};
    struct bm_error err = {.what = ""};
    struct bm_game *game;
    if (bm_game_create(&game, app->session.rules, NULL))
        return false;
    bm_status status = bm_game_read(game, &options, text, len, &err);
    if (!status && bm_desktop_session_begin_study(&app->session, game, BM_NODE_ROOT)) {
        snprintf(app->source.path, sizeof app->source.path, "%s", name);
        return true;
    }
    if (status) {
        bm_game_destroy(game);
        char why[BM_DESKTOP_TEXT];
        bm_error_text(app->lang, status, &err, why, sizeof why);
        bm_app_show_message(app, true, "%s%s%s", name, *name ? ": " : "", why);
    }
    return false;
}

bool bm_files_paste(struct bm_app *app, const char *text, const char *name)
{
    return paste_position(app, text) || read_record(app, text, strlen(text), name);
}

static bool ends_in(const char *path, const char *end)
{
    const size_t n = strlen(path), m = strlen(end);
    return n > m && strcmp(path + n - m, end) == 0;
}

bool bm_files_open(struct bm_app *app, const char *path)
{
    size_t len;
    /* It is remembered, and may be wanted from another folder. */
    char folder[BM_PREF_PATH], full[BM_PREF_PATH];
    if (path[0] != '/' && getcwd(folder, sizeof folder) &&
        (size_t)snprintf(full, sizeof full, "%s/%s", folder, path) < sizeof full)
        path = full;
    if (ends_in(path, ".yaml") || ends_in(path, ".yml")) {
        snprintf(app->prefs.variant, sizeof app->prefs.variant, "%s", path);
        app->prefs.start[0] = '\0';
        bm_new_game_load(app, NULL);
        return true;
    }
    char *const text = read_file_text(app, path, &len);
    if (!text)
        return false;
    const bool fine =
        (strlen(text) == len && paste_position(app, text)) || read_record(app, text, len, path);
    bm_release(text);
    if (fine)
        bm_prefs_add_recent(&app->prefs, path);
    return fine;
}

bool bm_files_is_collection(const struct bm_app *app, const char *path)
{
    return app->source.count > 1 && strcmp(app->source.path, path) == 0;
}

/* Report what the format cannot represent. */
static void on_format_loss(void *user, const struct bm_report *r)
{
    struct bm_app *const app = user;
    bm_app_show_message(
        app, true,
        TR(&app->session, "not kept in this format: %s", "この形式では保存されません: %s"),
        r->what);
}

static bool write_record(struct bm_app *app, enum bm_format format, struct bm_buf *out)
{
    const struct bm_write_options options = {
        .format = format, .report = on_format_loss, .user = app, .lang = app->lang};
    struct bm_error err = {.what = ""};
    struct bm_game *const game = bm_desktop_session_record(&app->session, false);
    const bm_status status =
        game ? bm_game_write(game, &options, bm_buf_sink, out, &err) : BM_ENOMEM;
    bm_game_destroy(game);
    char why[BM_DESKTOP_TEXT];
    bm_error_text(app->lang, status, &err, why, sizeof why);
    if (status)
        bm_app_show_message(app, true, "%s: %s", bm_format_name(format), why);
    return status == BM_OK;
}

/* The game among the others of its file. */
static bool put_into_collection(struct bm_app *app, struct bm_buf *buf)
{
    struct bm_buf all = {0};
    const bool fine = bm_collection_replace(app, buf->s, buf->len, &all);
    bm_buf_free(buf);
    if (fine)
        *buf = all;
    else
        bm_buf_free(&all);
    return fine;
}

bool bm_files_save(struct bm_app *app, const char *path)
{
    struct bm_buf buf = {0};
    const bool among = bm_files_is_collection(app, path);
    const enum bm_format format = among ? app->source.format : bm_format_of_file(path);
    if (format == BM_FORMAT_COUNT) {
        bm_app_show_message(app, true, "%s", UI_TEXT(app, FORMATS));
        return false;
    }
    app->message[0] = '\0';
    bool fine = write_record(app, format, &buf) && (!among || put_into_collection(app, &buf));
    if (fine && !bm_file_replace(path, buf.s, buf.len)) {
        bm_app_show_message(app, true, "%s: %s", path, bm_errno_text(app->lang, errno));
        fine = false;
    }
    if (fine && among)
        bm_collection_saved(app, buf.s, buf.len);
    bm_buf_free(&buf);
    if (!fine)
        return false;
    if (!among) {
        app->source = (struct bm_record_source){.count = 1, .format = format};
        snprintf(app->source.path, sizeof app->source.path, "%s", path);
    }
    app->session.edited = false;
    if (app->session.study) /* nothing is to be found again */
        bm_app_schedule_autosave(app);
    bm_prefs_add_recent(&app->prefs, path);
    if (!app->message[0])
        bm_app_show_message(app, false, TR(&app->session, "saved as %s", "%sに保存しました"),
                            path);
    return true;
}

void bm_files_copy(struct bm_app *app, bool position)
{
    char text[BM_POSITION_TEXT];
    if (position) {
        bm_ctx_format(app->session.ctx, 0, text, sizeof text);
        SDL_SetClipboardText(text);
        bm_app_show_message(app, false, "%s", UI_TEXT(app, COPIED));
        return;
    }
    struct bm_buf buf = {0};
    const bool shogi = strcmp(app->session.info->name, "shogi") == 0;
    if (write_record(app, shogi ? BM_FORMAT_KIF : BM_FORMAT_PGN, &buf)) {
        char *const all = bm_buf_take(&buf);
        if (all)
            SDL_SetClipboardText(all);
        bm_release(all);
        bm_app_show_message(app, false, "%s", UI_TEXT(app, COPIED));
    } else {
        bm_buf_free(&buf);
    }
}

/* ---- What is kept while one plays ---- */

void bm_files_autosave(struct bm_app *app)
{
    struct bm_buf buf = {0};
    if (!app->autosave[0])
        return;
    const bool worth = bm_saved_session_is_needed(&app->session);
    if (worth)
        bm_archive_reserve_name(app); /* a resumed match is archived in the same file */
    if (worth && bm_saved_session_write(app, &buf))
        bm_file_writer_put(&app->file_writer, app->autosave, buf.s, buf.len);
    else
        bm_file_writer_put(&app->file_writer, app->autosave, NULL, 0);
    bm_buf_free(&buf);
}

bool bm_files_resume(struct bm_app *app)
{
    return bm_saved_session_open(app, app->autosave, false);
}

bool bm_files_has_autosave(const struct bm_app *app)
{
    return app->autosave[0] && access(app->autosave, R_OK) == 0;
}

/* ---- Beginning ---- */

bool bm_new_game_begin_with(struct bm_app *app, const struct bm_rules *rules)
{
    struct bm_prefs *const p = &app->prefs;
    struct bm_error err = {.what = ""};
    struct bm_setup start;
    struct bm_desktop_match_config config = {
        .rules = rules, .seat = {p->seat[0], p->seat[1]}, .natural = p->natural};
    char why[BM_DESKTOP_TEXT];
    bm_status status = bm_times_parse(&config.times, p->clock, strlen(p->clock), &err);
    if (status) {
        bm_error_text(app->lang, status, &err, why, sizeof why);
        bm_app_show_message(app, true, "%s: %s", UI_TEXT(app, CLOCK), why);
        return false;
    }
    if (p->start[0] && strcmp(p->start, "startpos") != 0) {
        status = bm_position_parse(&start, rules, p->start, strlen(p->start), 0, &err);
        if (status) {
            bm_error_text(app->lang, status, &err, why, sizeof why);
            bm_app_show_message(app, true, "%s", why);
            return false;
        }
        config.start = &start;
    }
    return bm_desktop_session_begin_match(&app->session, &config);
}

bool bm_new_game_begin(struct bm_app *app)
{
    char why[BM_DESKTOP_TEXT];
    const struct bm_rules *const rules =
        bm_desktop_variant_load(app->lang, app->prefs.variant, why, sizeof why);
    if (!rules) {
        bm_app_show_message(app, true, "%s", why);
        return false;
    }
    const bool fine = bm_new_game_begin_with(app, rules);
    bm_rules_release(rules);
    return fine;
}

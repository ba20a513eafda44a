/* SPDX-License-Identifier: MIT */
/*
 * The archive: each game that was played or changed here is kept as one record (JSON) in a
 * folder of the application's data. A game leaves the desk in one place
 * (BM_DESKTOP_EVENT_CLOSING), and is written there before it is gone; the same game always goes
 * into the same file.
 */
#include <dirent.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "desktop/files/archive.h"
#include "desktop/files/saved_session.h"
#include "desktop/files/variant_file.h"

static bool archive_path(const struct bm_app *app, const char *name, char *buf, size_t cap)
{
    const int n = snprintf(buf, cap, "%s/%s", app->archive_folder, name);
    return app->archive_folder[0] && n > 0 && (size_t)n < cap;
}

bool bm_archive_init(struct bm_app *app)
{
    char probe[BM_PREF_PATH];
    app->archive_folder[0] = app->archive[0] = '\0';
    if (!bm_app_file_path("DATA", "games/x", probe, sizeof probe)) /* makes the folder */
        return false;
    snprintf(app->archive_folder, sizeof app->archive_folder, "%.*s", (int)strlen(probe) - 2,
             probe);
    return true;
}

/* "2026-11-18-094501-chess.json", or with a number if that is taken. It is reserved at once. */
bool bm_archive_reserve_name(struct bm_app *app)
{
    char stamp[32], path[BM_PREF_PATH], game[48];
    const time_t now = time(NULL);
    struct tm tm;
    size_t n = 0;
    if (app->archive[0] || !app->archive_folder[0])
        return app->archive[0] != '\0';
    if (!localtime_r(&now, &tm) || !strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", &tm))
        return false;
    for (const char *s = app->session.info->name; *s && n + 1 < sizeof game; s++) {
        const unsigned char c = (unsigned char)*s;
        const bool plain =
            (c >= '0' && c <= '9') || ((c | 0x20u) >= 'a' && (c | 0x20u) <= 'z') || c == '-';
        game[n++] = plain ? (char)c : '_';
    }
    game[n] = '\0';
    for (unsigned k = 1; k < 1000; k++) {
        char number[16] = "";
        if (k > 1)
            snprintf(number, sizeof number, "-%u", k);
        snprintf(app->archive, sizeof app->archive, "%s-%s%s.json", stamp, game, number);
        if (!archive_path(app, app->archive, path, sizeof path))
            break;
        const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd >= 0) {
            close(fd);
            return true;
        }
    }
    app->archive[0] = '\0';
    return false;
}

/* Whether there is anything in it that one would look for. */
static bool is_worth_keeping(const struct bm_desktop_session *d)
{
    const struct bm_game *const game = bm_desktop_session_game(d);
    return game && (d->match ? bm_game_first(game, BM_NODE_ROOT) != BM_NODE_NONE : d->edited);
}

void bm_archive_put(struct bm_app *app)
{
    struct bm_buf buf = {0};
    char path[BM_PREF_PATH];
    if (is_worth_keeping(&app->session) && bm_archive_reserve_name(app) &&
        archive_path(app, app->archive, path, sizeof path) && bm_saved_session_write(app, &buf))
        bm_file_writer_put(&app->file_writer, path, buf.s, buf.len);
    bm_buf_free(&buf);
}

/* The value of a tag of a record that was read as JSON; "": it has none. */
static const char *json_tag(const json_t *root, const char *name)
{
    const json_t *const tags = json_object_get(root, "tags");
    for (size_t i = 0; i < json_array_size(tags); i++) {
        const json_t *const tag = json_array_get(tags, i);
        const char *const key = json_string_value(json_array_get(tag, 0));
        const char *const value = json_string_value(json_array_get(tag, 1));
        if (key && value && strcmp(key, name) == 0)
            return value;
    }
    return "";
}

static bool is_plain_name(const char *name)
{
    return *name && *name != '.' && !strchr(name, '/') && strlen(name) < BM_ARCHIVE_NAME;
}

void bm_archive_adopt(struct bm_app *app)
{
    char why[BM_DESKTOP_TEXT], path[BM_PREF_PATH];
    size_t len;
    char *const text = bm_file_read_text(app->lang, app->autosave, &len, why, sizeof why);
    json_t *const root = text ? json_loadb(text, len, 0, NULL) : NULL;
    const char *const tag = json_tag(root, bm_saved_session_archive_tag);
    if (is_plain_name(tag))
        snprintf(app->archive, sizeof app->archive, "%s", tag);
    else
        bm_archive_reserve_name(app);
    /* What cannot be read as a record is left where it is. */
    if (root && app->archive[0] && archive_path(app, app->archive, path, sizeof path)) {
        bm_file_writer_put(&app->file_writer, path, text, len);
        bm_file_writer_put(&app->file_writer, app->autosave, NULL, 0);
    }
    app->archive[0] = '\0';
    json_decref(root);
    bm_release(text);
}

/* ---- The list ---- */

static const char *player_text(struct bm_app *app, const json_t *root, unsigned side)
{
    static const char *const names[2][4] = {{"Sente", "先手", "下手", "White"},
                                            {"Gote", "後手", "上手", "Black"}};
    for (unsigned i = 0; i < 4; i++) {
        const char *const name = json_tag(root, names[side][i]);
        if (*name)
            return name;
    }
    const char *const word = json_tag(root, side ? "DesktopSecond" : "DesktopFirst");
    return *word && strcmp(word, "me") != 0 ? word : UI_TEXT(app, PERSON);
}

static const char *result_text(struct bm_app *app, const json_t *root)
{
    const char *const result = json_string_value(json_object_get(root, "result"));
    return !result || strcmp(result, "*") == 0 ? UI_TEXT(app, UNFINISHED) : result;
}

/* "2026-11-18 09:45 · Chess · Person – banmen 3 · 1-0"; false: it is not a record. */
static bool read_entry(struct bm_app *app, struct bm_archive_entry *e)
{
    char path[BM_PREF_PATH], title[96];
    const struct bm_rules *rules = NULL;
    if (!archive_path(app, e->name, path, sizeof path))
        return false;
    json_t *const root = json_load_file(path, 0, NULL);
    const char *const variant = json_string_value(json_object_get(root, "variant"));
    if (!variant) {
        json_decref(root);
        return false;
    }
    snprintf(title, sizeof title, "%s", variant);
    if (bm_rules_open(&rules, variant, strlen(variant)) == BM_OK) {
        if (*bm_rules_info(rules)->title[app->lang])
            snprintf(title, sizeof title, "%s", bm_rules_info(rules)->title[app->lang]);
        bm_rules_release(rules);
    }
    const char *const result = json_string_value(json_object_get(root, "result"));
    e->is_open = *json_tag(root, "DesktopFirst") && (!result || strcmp(result, "*") == 0);
    snprintf(e->line, sizeof e->line, "%.10s %.2s:%.2s · %s · %s – %s · %s", e->name,
             e->name + 11, e->name + 13, title, player_text(app, root, 0),
             player_text(app, root, 1), result_text(app, root));
    json_decref(root);
    return true;
}

static int newest_first(const void *a, const void *b)
{
    const struct bm_archive_entry *const x = a, *const y = b;
    return strcmp(y->name, x->name);
}

size_t bm_archive_list(struct bm_app *app, struct bm_archive_entry **out)
{
    struct bm_archive_entry *list = NULL;
    size_t count = 0, cap = 0, kept = 0;
    *out = NULL;
    bm_file_writer_flush(&app->file_writer); /* the last one is there, too */
    DIR *const dir = app->archive_folder[0] ? opendir(app->archive_folder) : NULL;
    const struct dirent *d;
    while (dir && (d = readdir(dir)) != NULL) {
        const size_t len = strlen(d->d_name);
        void *mem = list;
        if (len < 24 || len >= BM_ARCHIVE_NAME || strcmp(d->d_name + len - 5, ".json") != 0)
            continue;
        if (!bm_grow(&mem, &cap, count + 1, sizeof *list))
            break;
        list = mem;
        list[count] = (struct bm_archive_entry){.is_open = false};
        memcpy(list[count++].name, d->d_name, len + 1);
    }
    if (dir)
        closedir(dir);
    if (count)
        qsort(list, count, sizeof *list, newest_first);
    for (size_t i = 0; i < count && kept < BM_ARCHIVE_SHOWN; i++) {
        if (read_entry(app, &list[i]))
            list[kept++] = list[i];
    }
    *out = list;
    return kept;
}

bool bm_archive_open(struct bm_app *app, const char *name, bool go_on)
{
    char path[BM_PREF_PATH], kept[BM_ARCHIVE_NAME];
    snprintf(kept, sizeof kept, "%s", name);
    if (!archive_path(app, kept, path, sizeof path) ||
        !bm_saved_session_open(app, path, !go_on))
        return false;
    memcpy(app->archive, kept, sizeof kept);
    return true;
}

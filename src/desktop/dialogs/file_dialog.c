/* SPDX-License-Identifier: MIT */
/* Our own file dialog: a path to type, the files of a folder, and those that were used last. It
 * opens and saves records, and finds the programs of engines. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "desktop/app/commands.h"

enum { FILES = 2048, NAME = 256 };

struct bm_file_dialog {
    bool saving, program; /* neither: opening */
    char folder[BM_PREF_PATH], path[BM_PREF_PATH];
    char agreed[BM_PREF_PATH]; /* the file that may be replaced */
    char (*name)[NAME];
    const char *text[FILES];
    int count, at, recent;
};

static int compare_names(const void *a, const void *b)
{
    const char *const x = a, *const y = b;
    const bool dx = x[strlen(x) - 1] == '/', dy = y[strlen(y) - 1] == '/';
    return dx != dy ? (dx ? -1 : 1) : strcmp(x, y);
}

/* Folders first, then what could be a record or a variant. */
static bool is_known_suffix(const char *name)
{
    static const char *const ends[] = {".pgn", ".kif",  ".kifu", ".ki2",  ".csa",
                                       ".jkf", ".usi",  ".json", ".sfen", ".fen",
                                       ".epd", ".usen", ".yaml", ".yml",  ".txt"};
    const char *const dot = strrchr(name, '.');
    for (unsigned i = 0; dot && i < sizeof ends / sizeof ends[0]; i++) {
        if (strcmp(dot, ends[i]) == 0)
            return true;
    }
    return false;
}

static void list_folder(struct bm_file_dialog *f)
{
    DIR *const dir = opendir(f->folder);
    f->count = 0;
    f->at = -1;
    if (!dir)
        return;
    snprintf(f->name[f->count++], NAME, "../");
    const struct dirent *e;
    while ((e = readdir(dir)) != NULL && f->count < FILES) {
        char path[BM_PREF_PATH + NAME + 2];
        struct stat st;
        if (e->d_name[0] == '.' || strlen(e->d_name) > NAME - 2)
            continue;
        snprintf(path, sizeof path, "%s/%s", f->folder, e->d_name);
        if (stat(path, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode))
            snprintf(f->name[f->count++], NAME, "%.*s/", NAME - 2, e->d_name);
        else if (f->program ? access(path, X_OK) == 0 : is_known_suffix(e->d_name))
            snprintf(f->name[f->count++], NAME, "%s", e->d_name);
    }
    closedir(dir);
    qsort(f->name + 1, (size_t)f->count - 1, sizeof *f->name, compare_names);
    for (int i = 0; i < f->count; i++)
        f->text[i] = f->name[i];
}

static void open_file(struct bm_app *app)
{
    struct bm_file_dialog *const f = calloc(1, sizeof *f);
    if (f)
        f->name = calloc(FILES, sizeof *f->name);
    if (!f || !f->name) {
        free(f);
        return;
    }
    app->file = f;
    f->saving = app->confirm == BM_CMD_SAVE;
    f->program = app->confirm == BM_CMD_ENGINES;
    f->recent = -1;
    snprintf(f->folder, sizeof f->folder, "%s", app->prefs.folder);
    if (!*f->folder || access(f->folder, R_OK) != 0) {
        const char *const home = getenv("HOME");
        if (!getcwd(f->folder, sizeof f->folder))
            snprintf(f->folder, sizeof f->folder, "%s", home ? home : "/");
    }
    if (f->saving && app->source.path[0])
        snprintf(f->path, sizeof f->path, "%s", app->source.path);
    else if (f->saving &&
             snprintf(f->path, sizeof f->path, "%s/game.%s", f->folder,
                      strcmp(app->session.info->name, "shogi") == 0 ? "kif" : "pgn") < 0)
        f->path[0] = '\0';
    list_folder(f);
}

static void close_file(struct bm_app *app)
{
    if (app->file)
        free(app->file->name);
    free(app->file);
    app->file = NULL;
}

/* Into a folder, or a file that is taken. */
static void enter_entry(struct bm_file_dialog *f, const char *name)
{
    char path[BM_PREF_PATH + NAME + 2];
    if (strcmp(name, "../") == 0) {
        char *const slash = strrchr(f->folder, '/');
        if (slash)
            slash[slash == f->folder] = '\0';
        list_folder(f);
        return;
    }
    snprintf(path, sizeof path, "%s%s%s", f->folder,
             f->folder[strlen(f->folder) - 1] == '/' ? "" : "/", name);
    const size_t n = strlen(path);
    if (n >= sizeof f->path)
        return;
    if (path[n - 1] == '/') {
        path[n - 1] = '\0';
        memcpy(f->folder, path, n);
        list_folder(f);
    } else {
        memcpy(f->path, path, n + 1);
    }
}

/* A file is replaced only if that was agreed to. */
static bool ask_to_replace(struct bm_app *app, const char *path)
{
    struct bm_file_dialog *const f = app->file;
    if (!f->saving || access(path, F_OK) != 0 || strcmp(f->agreed, path) == 0)
        return false;
    const char *const format = bm_files_is_collection(app, path) ? UI_TEXT(app, PUT_BACK_ASK)
                                                                 : UI_TEXT(app, REPLACE_ASK);
    snprintf(app->confirm_text, sizeof app->confirm_text, "%s\n%s", format, path);
    app->confirm = BM_CONFIRM_REPLACE;
    bm_app_open_dialog(app, BM_DIALOG_CONFIRM);
    return true;
}

/* What was typed, from the folder that is shown; false: nothing, or it is too long. */
static bool full_path(const struct bm_file_dialog *f, char out[BM_PREF_PATH])
{
    const bool from_root = f->path[0] == '/';
    const int n = snprintf(out, BM_PREF_PATH, "%s%s%s", from_root ? "" : f->folder,
                           from_root ? "" : "/", f->path);
    return f->path[0] && n > 0 && n < BM_PREF_PATH;
}

static void finish_file(struct bm_app *app)
{
    struct bm_file_dialog *const f = app->file;
    char path[BM_PREF_PATH];
    struct stat st;
    if (!full_path(f, path))
        return;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        memcpy(f->folder, path, strlen(path) + 1);
        f->path[0] = '\0';
        list_folder(f);
        return;
    }
    app->message[0] = '\0';
    if (f->program) {
        if (stat(path, &st) != 0 || access(path, X_OK) != 0) {
            bm_app_show_message(app, true,
                                TR(&app->session, "%s is no program that can be started",
                                   "%sは起動できるプログラムではありません"),
                                path);
            return;
        }
        bm_app_close_dialog(app);
        close_file(app);
        bm_dialog_engines_set_program(app, path);
        return;
    }
    if (ask_to_replace(app, path))
        return;
    const bool fine = f->saving ? bm_files_save(app, path) : bm_files_open(app, path);
    if (!fine)
        return;
    snprintf(app->prefs.folder, sizeof app->prefs.folder, "%s", f->folder);
    if (app->dialog == BM_DIALOG_FILE) { /* else one of many games is chosen next */
        app->parent_dialog = BM_DIALOG_NONE;
        bm_app_close_dialog(app);
    }
    close_file(app);
}

void bm_dialog_file_replace(struct bm_app *app)
{
    struct bm_file_dialog *const f = app->file;
    if (f && full_path(f, f->agreed))
        finish_file(app);
}

void bm_dialog_file(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    if (!app->file) {
        open_file(app);
        bm_ui_set_focus(ui, UI_TEXT(app, PATH));
    }
    struct bm_file_dialog *const f = app->file;
    if (!f)
        return;
    const char *const title = f->saving    ? UI_TEXT(app, SAVE)
                              : f->program ? UI_TEXT(app, CHOOSE)
                                           : UI_TEXT(app, OPEN);
    bm_box b = bm_dialog_frame(app, ui->row * 22, ui->row * 17,
                               f->program ? UI_TEXT(app, CHOOSE_PROGRAM) : title);
    bm_box low = bm_box_cut_bottom(&b, ui->row);
    bm_box_cut_bottom(&b, ui->gap);
    bm_box path = bm_box_cut_top(&b, ui->row);
    bm_box_cut_top(&b, ui->gap);
    bool go = bm_ui_text_field(ui, path, UI_TEXT(app, PATH), f->path, sizeof f->path);
    const char *recent[BM_PREF_RECENT];
    int count = 0;
    while (count < BM_PREF_RECENT && app->prefs.recent[count][0]) {
        recent[count] = app->prefs.recent[count];
        count++;
    }
    bm_ui_faint_label(ui, bm_box_cut_top(&b, ui->row * 2 / 3), f->folder);
    if (app->message[0]) {
        const struct bm_text_style warn = {ui->size, ui->palette.warn, true};
        bm_fonts_draw_line(&app->fonts, bm_box_cut_bottom(&b, ui->row), warn, 0, app->message);
    } else if (f->saving) {
        bm_ui_faint_label(ui, bm_box_cut_bottom(&b, ui->row), UI_TEXT(app, FORMATS));
    }
    if (count && !f->saving && !f->program) {
        bm_box last = bm_box_cut_bottom(&b, b.h / 3);
        bm_ui_faint_label(ui, bm_box_cut_top(&last, ui->row * 2 / 3), UI_TEXT(app, RECENT));
        if (bm_ui_picker(ui, last, UI_TEXT(app, RECENT), recent, count, &f->recent, &go) &&
            f->recent >= 0)
            snprintf(f->path, sizeof f->path, "%s", recent[f->recent]);
    }
    bool taken = false;
    if (bm_ui_picker(ui, b, "files", f->text, f->count, &f->at, &taken) && f->at >= 0 &&
        f->name[f->at][strlen(f->name[f->at]) - 1] != '/')
        enter_entry(f, f->name[f->at]);
    if (taken && f->at >= 0) {
        go = f->name[f->at][strlen(f->name[f->at]) - 1] != '/';
        enter_entry(f, f->name[f->at]);
    }
    if (bm_ui_button(ui, bm_box_cut_right(&low, ui->row * 4), title, BM_BUTTON_MAIN) || go) {
        finish_file(app);
        return;
    }
    bm_box_cut_right(&low, ui->gap);
    if (bm_ui_button(ui, bm_box_cut_right(&low, ui->row * 4), UI_TEXT(app, CANCEL), 0) ||
        bm_ui_key(ui, SDLK_ESCAPE, 0)) {
        bm_app_close_dialog(app);
        close_file(app);
    }
}

void bm_dialog_file_free(struct bm_app *app) { close_file(app); }

/* SPDX-License-Identifier: MIT */
/* A list of games to choose from: one's own, which are kept without asking, or those of a file.
 */
#include <stdio.h>
#include <stdlib.h>

#include "desktop/files/archive.h"
#include "desktop/files/collection.h"

struct bm_games_dialog {
    struct bm_collection *file; /* NULL: the archive */
    struct bm_archive_entry *own;
    const char **text;
    int count, at;
    enum bm_lang lang;
};

static void close_games(struct bm_app *app)
{
    struct bm_games_dialog *const g = app->games;
    if (g) {
        bm_collection_destroy(g->file);
        bm_release(g->own);
        free(g->text);
    }
    free(g);
    app->games = NULL;
}

void bm_dialog_games_free(struct bm_app *app) { close_games(app); }

/* The list is there, or the dialog is not. */
static bool fill_list(struct bm_app *app, struct bm_collection *file)
{
    struct bm_games_dialog *const g = calloc(1, sizeof *g);
    close_games(app);
    app->games = g;
    if (!g) {
        bm_collection_destroy(file);
        return false;
    }
    g->file = file;
    g->lang = app->lang;
    g->count = (int)(file ? file->listed : bm_archive_list(app, &g->own));
    g->text = calloc((size_t)g->count + 1, sizeof *g->text);
    if (!g->text) {
        close_games(app);
        return false;
    }
    for (int i = 0; i < g->count; i++)
        g->text[i] = file ? file->line[i] : g->own[i].line;
    return true;
}

void bm_dialog_games_open_collection(struct bm_app *app, struct bm_collection *c)
{
    if (!fill_list(app, c))
        return;
    app->dialog = app->parent_dialog = BM_DIALOG_NONE;
    bm_app_open_dialog(app, BM_DIALOG_GAMES);
}

static void open_chosen(struct bm_app *app, bool go_on)
{
    const struct bm_games_dialog *const g = app->games;
    app->message[0] = '\0';
    const bool fine = g->file ? bm_collection_open(app, g->file, (size_t)g->at)
                              : bm_archive_open(app, g->own[g->at].name, go_on);
    if (!fine)
        return;
    app->parent_dialog = BM_DIALOG_NONE;
    bm_app_close_dialog(app);
    close_games(app);
}

void bm_dialog_games(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    struct bm_games_dialog *g = app->games;
    if (!g || (!g->file && g->lang != app->lang)) {
        if (!fill_list(app, NULL))
            return;
        g = app->games;
    }
    if (ui->focus == 0)
        bm_ui_set_focus(ui, "games");
    bm_box b = bm_dialog_frame(app, ui->row * 26, ui->row * 18,
                               g->file ? UI_TEXT(app, CHOOSE_GAME) : UI_TEXT(app, MY_GAMES));
    bm_box low = bm_box_cut_bottom(&b, ui->row);
    bm_box_cut_bottom(&b, ui->gap);
    bm_box say = bm_box_cut_bottom(&b, ui->row);
    bool taken = false;
    if (app->message[0])
        bm_fonts_draw_line(&app->fonts, say,
                           (struct bm_text_style){ui->size, ui->palette.warn, true}, 0,
                           app->message);
    else
        bm_ui_faint_label(ui, say, g->file ? g->file->path : app->archive_folder);
    if (g->count == 0)
        bm_ui_faint_label(ui, bm_box_cut_top(&b, ui->row), UI_TEXT(app, NO_GAMES));
    bm_ui_picker(ui, b, "games", g->text, g->count, &g->at, &taken);
    const bool some = g->count > 0 && g->at >= 0 && g->at < g->count;
    const bool is_open = some && !g->file && g->own[g->at].is_open;
    const bool opens = bm_ui_button(ui, bm_box_cut_right(&low, ui->row * 4), UI_TEXT(app, OPEN),
                                    some ? BM_BUTTON_MAIN : BM_BUTTON_OFF);
    bm_box_cut_right(&low, ui->gap);
    const bool goes_on =
        !g->file && bm_ui_button(ui, bm_box_cut_right(&low, ui->row * 4), UI_TEXT(app, RESUME),
                                 is_open ? 0 : BM_BUTTON_OFF);
    bm_box_cut_right(&low, ui->gap);
    const bool cancels =
        bm_ui_button(ui, bm_box_cut_right(&low, ui->row * 4), UI_TEXT(app, CANCEL), 0) ||
        bm_ui_key(ui, SDLK_ESCAPE, 0);
    if (some && (opens || taken || (goes_on && is_open))) {
        open_chosen(app, goes_on && !opens && !taken);
    } else if (cancels) {
        bm_app_close_dialog(app);
        close_games(app);
    }
}

/* SPDX-License-Identifier: MIT */
/* Dialogs of a few lines: questions, the end of a game, trouble, comments, keys, settings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desktop/app/commands.h"
#include "desktop/files/archive.h"

bm_box bm_dialog_frame(struct bm_app *app, int w, int h, const char *title)
{
    struct bm_ui *const ui = &app->ui;
    int ww, hh;
    SDL_GetRendererOutputSize(app->renderer, &ww, &hh);
    bm_draw_fill(&app->draw, (bm_box){0, 0, ww, hh}, 0x00000060);
    w = w > ww - 2 * ui->gap ? ww - 2 * ui->gap : w;
    h = h > hh - 2 * ui->gap ? hh - 2 * ui->gap : h;
    bm_box b = {(ww - w) / 2, (hh - h) / 2, w, h};
    bm_draw_round(&app->draw, (bm_box){b.x + 4, b.y + 6, b.w, b.h}, ui->gap, 0x00000050);
    bm_draw_round(&app->draw, b, ui->gap, ui->palette.line);
    bm_draw_round(&app->draw, bm_box_inset(b, 1), ui->gap, ui->palette.panel);
    b = bm_box_inset(b, ui->gap * 2);
    bm_ui_title(ui, bm_box_cut_top(&b, ui->row), title);
    bm_box_cut_top(&b, ui->gap);
    return b;
}

/* Buttons from the right; returns which was pressed, or -1. */
static int button_row(struct bm_app *app, bm_box *b, const char *const *text, int count)
{
    struct bm_ui *const ui = &app->ui;
    bm_box row = bm_box_cut_bottom(b, ui->row);
    int hit = -1;
    for (int i = 0; i < count; i++) {
        const bm_box one = bm_box_cut_right(&row, bm_ui_button_width(ui, text[i]) + ui->gap);
        bm_box_cut_right(&row, ui->gap);
        if (bm_ui_button(ui, one, text[i], i == 0 ? BM_BUTTON_MAIN : 0))
            hit = i;
    }
    return hit;
}

void bm_dialog_confirm(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    const bool resume = app->confirm == BM_CONFIRM_RESUME,
               replace = app->confirm == BM_CONFIRM_REPLACE;
    bm_box b = bm_dialog_frame(app, ui->row * 14, ui->row * 6, "banmen");
    const char *const text[2] = {resume ? UI_TEXT(app, RESUME) : UI_TEXT(app, YES),
                                 UI_TEXT(app, NO)};
    int hit = button_row(app, &b, text, 2);
    bm_ui_paragraph(ui, b, bm_ui_style(ui), app->confirm_text);
    if (bm_ui_key(ui, SDLK_ESCAPE, 0))
        hit = 1;
    if (ui->focus == 0 && bm_ui_key(ui, SDLK_RETURN, 0))
        hit = 0;
    if (hit < 0)
        return;
    bm_app_close_dialog(app);
    if (hit == 0 && resume) {
        app->dialog = BM_DIALOG_NONE;
        bm_files_resume(app);
    } else if (resume) {
        bm_archive_adopt(app);
    } else if (hit == 0 && replace) {
        bm_dialog_file_replace(app);
    } else if (hit == 0) {
        bm_desktop_command_run_confirmed(app, (enum bm_desktop_command)app->confirm);
    }
}

void bm_dialog_game_over(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    char text[BM_DESKTOP_TEXT];
    bm_box b = bm_dialog_frame(app, ui->row * 16, ui->row * 6, UI_TEXT(app, GAME_OVER));
    const char *const choice[4] = {UI_TEXT(app, NEW), UI_TEXT(app, REMATCH),
                                   UI_TEXT(app, STUDY), UI_TEXT(app, CLOSE)};
    int hit = button_row(app, &b, choice, 4);
    bm_desktop_session_status_text(&app->session, text, sizeof text);
    const struct bm_text_style style = {ui->size * 5 / 4, ui->palette.text, false};
    bm_fonts_draw_wrapped(&app->fonts, b, style, text);
    if (bm_ui_key(ui, SDLK_ESCAPE, 0) || (ui->focus == 0 && bm_ui_key(ui, SDLK_RETURN, 0)))
        hit = 3;
    if (hit < 0)
        return;
    bm_app_close_dialog(app);
    if (hit < 3)
        bm_desktop_command_run_confirmed(app, hit == 0   ? BM_CMD_NEW
                                              : hit == 1 ? BM_CMD_REMATCH
                                                         : BM_CMD_STUDY);
}

void bm_dialog_engine_failed(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    const unsigned side = app->failed_side;
    bm_box b = bm_dialog_frame(app, ui->row * 20, ui->row * 7, UI_TEXT(app, TROUBLE));
    const char *const choice[4] = {UI_TEXT(app, RESTART), UI_TEXT(app, TAKE_OVER),
                                   UI_TEXT(app, LEVEL_TAKES), UI_TEXT(app, LOG)};
    const int hit = button_row(app, &b, choice, 4);
    bm_ui_paragraph(ui, b, bm_ui_style(ui), app->session.seat[side].failure);
    if (hit < 0 && !bm_ui_key(ui, SDLK_ESCAPE, 0))
        return;
    if (hit == 3) {
        bm_app_open_dialog(app, BM_DIALOG_ENGINE_LOG);
        return;
    }
    bm_app_close_dialog(app);
    if (hit == 0)
        bm_desktop_session_restart_engine(&app->session, side);
    else
        (void)bm_desktop_session_replace_player(&app->session, side,
                                                hit == 2 ? "builtin:5" : "me");
}

void bm_dialog_comment(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    bm_box b = bm_dialog_frame(app, ui->row * 20, ui->row * 12, UI_TEXT(app, COMMENT));
    const char *const choice[2] = {UI_TEXT(app, OK), UI_TEXT(app, CANCEL)};
    int hit = button_row(app, &b, choice, 2);
    if (ui->focus == 0)
        bm_ui_set_focus(ui, "comment text");
    bm_ui_faint_label(ui, bm_box_cut_bottom(&b, ui->row), UI_TEXT(app, COMMENT_HINT));
    if (bm_ui_text_area(ui, b, "comment text", app->comment, sizeof app->comment))
        hit = 0;
    if (bm_ui_key(ui, SDLK_ESCAPE, 0))
        hit = 1;
    if (hit < 0)
        return;
    bm_app_close_dialog(app);
    if (hit == 0)
        bm_desktop_session_set_comment(&app->session, app->comment);
}

void bm_dialog_keys(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    struct bm_ui_list l;
    bm_box b = bm_dialog_frame(app, ui->row * 16, ui->row * 18, UI_TEXT(app, KEYS));
    const char *const choice[1] = {UI_TEXT(app, CLOSE)};
    const int hit = button_row(app, &b, choice, 1);
    bm_box_cut_bottom(&b, ui->gap);
    bm_ui_list_begin(ui, &l, b, "keys", BM_CMD_COUNT, ui->row * 4 / 5);
    for (unsigned c = 0; c < BM_CMD_COUNT; c++) {
        char key[48];
        bm_box line;
        if (!bm_ui_list_line(ui, &l, &line))
            continue;
        bm_desktop_command_shortcut((enum bm_desktop_command)c, key, sizeof key);
        bm_ui_faint_label(ui, bm_box_cut_left(&line, line.w * 2 / 5), key);
        bm_ui_label(
            ui, line,
            bm_ui_text(bm_desktop_command_info((enum bm_desktop_command)c)->word, app->lang));
    }
    bm_ui_list_end(ui, &l);
    if (hit == 0 || bm_ui_key(ui, SDLK_ESCAPE, 0))
        bm_app_close_dialog(app);
}

void bm_dialog_engine_log(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    const struct bm_desktop_session *const d = &app->session;
    struct bm_ui_list l;
    bm_box b = bm_dialog_frame(app, ui->row * 26, ui->row * 20, UI_TEXT(app, LOG));
    const char *const choice[1] = {UI_TEXT(app, CLOSE)};
    const int hit = button_row(app, &b, choice, 1);
    bm_box_cut_bottom(&b, ui->gap);
    bm_draw_fill(&app->draw, b, ui->palette.field);
    int lines = 0;
    for (size_t i = 0; i < d->log_len; i++)
        lines += d->log[i] == '\n';
    bm_ui_list_begin(ui, &l, b, "log", lines, ui->row * 2 / 3);
    const struct bm_text_style style = {ui->size * 6 / 7, ui->palette.text, false};
    for (const char *s = d->log, *end = d->log ? d->log + d->log_len : NULL; s != end;) {
        const char *const stop = memchr(s, '\n', (size_t)(end - s));
        bm_box line;
        if (bm_ui_list_line(ui, &l, &line))
            bm_fonts_draw(&app->fonts, line.x + 4, line.y, style, s, (size_t)(stop - s));
        s = stop + 1;
    }
    bm_ui_list_end(ui, &l);
    if (hit == 0 || bm_ui_key(ui, SDLK_ESCAPE, 0))
        bm_app_close_dialog(app);
}

static bm_box setting_row(struct bm_app *app, bm_box *b, const char *label)
{
    bm_box row = bm_box_cut_top(b, app->ui.row);
    bm_box_cut_top(b, app->ui.gap / 2);
    bm_ui_label(&app->ui, bm_box_cut_left(&row, row.w / 2), label);
    return row;
}

void bm_dialog_settings(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    struct bm_prefs *const p = &app->prefs;
    bm_box b = bm_dialog_frame(app, ui->row * 15, ui->row * 15, UI_TEXT(app, SETTINGS));
    const char *const close[1] = {UI_TEXT(app, CLOSE)};
    const int hit = button_row(app, &b, close, 1);
    const char *const langs[3] = {UI_TEXT(app, LANG_SYSTEM), "English", "日本語"};
    const char *const themes[3] = {UI_TEXT(app, WOOD), UI_TEXT(app, PLAIN),
                                   UI_TEXT(app, GREEN)};
    const char *const sets[3] = {UI_TEXT(app, SET_ONE), UI_TEXT(app, SET_TWO),
                                 UI_TEXT(app, SET_INT)};
    static const char *const zooms[] = {"75 %", "100 %", "125 %", "150 %", "200 %"};
    static const int zoom[] = {75, 100, 125, 150, 200};
    int lang = p->lang + 1, z = 1;
    for (int i = 0; i < 5; i++)
        z = zoom[i] == p->zoom ? i : z;
    if (bm_ui_choice(ui, setting_row(app, &b, UI_TEXT(app, LANGUAGE)), "language", langs, 3,
                     &lang)) {
        p->lang = lang - 1;
        bm_app_set_language(app);
    }
    bm_ui_choice(ui, setting_row(app, &b, UI_TEXT(app, THEME)), "theme", themes, 3, &p->theme);
    if (bm_ui_choice(ui, setting_row(app, &b, UI_TEXT(app, PIECES)), "pieces", sets, 3,
                     &p->set))
        bm_piece_textures_clear(&app->pieces);
    if (bm_ui_choice(ui, setting_row(app, &b, UI_TEXT(app, ZOOM)), "zoom", zooms, 5, &z))
        p->zoom = zoom[z];
    const struct {
        const char *text;
        bool *on;
    } flags[] = {{UI_TEXT(app, DARK), &p->dark},
                 {UI_TEXT(app, SOUNDS), &p->sounds},
                 {UI_TEXT(app, COORDINATES), &p->coordinates},
                 {UI_TEXT(app, ANIMATION), &p->animation},
                 {UI_TEXT(app, TARGETS), &p->targets},
                 {UI_TEXT(app, NATURAL), &p->natural}};
    for (unsigned i = 0; i < 6; i++)
        bm_ui_checkbox(ui, bm_box_cut_top(&b, ui->row), flags[i].text, flags[i].on);
    if (hit == 0 || bm_ui_key(ui, SDLK_ESCAPE, 0)) {
        bm_app_close_dialog(app);
        bm_app_save_prefs(app);
    }
}

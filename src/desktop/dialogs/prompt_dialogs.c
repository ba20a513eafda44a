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
    bm_draw_round(&app->draw, b, ui->gap, ui->look.line);
    bm_draw_round(&app->draw, bm_box_inset(b, 1), ui->gap, ui->look.panel);
    b = bm_box_inset(b, ui->gap * 2);
    bm_ui_title(ui, bm_box_cut_top(&b, ui->row), title);
    bm_box_cut_top(&b, ui->gap);
    return b;
}

/* Buttons from the right; returns which was pressed, or -1. */
static int answers(struct bm_app *app, bm_box *b, const char *const *text, int count)
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

void bm_dialog_ask(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    const bool resume = app->ask == BM_ASK_RESUME, replace = app->ask == BM_ASK_REPLACE;
    bm_box b = bm_dialog_frame(app, ui->row * 14, ui->row * 6, "banmen");
    const char *const text[2] = {resume ? W(app, RESUME) : W(app, YES), W(app, NO)};
    int hit = answers(app, &b, text, 2);
    bm_ui_words(ui, b, bm_ui_style(ui), app->ask_text);
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
        bm_command_do(app, (enum bm_command)app->ask);
    }
}

void bm_dialog_over(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    char text[BM_DESK_TEXT];
    bm_box b = bm_dialog_frame(app, ui->row * 16, ui->row * 6, W(app, GAME_OVER));
    const char *const choice[4] = {W(app, NEW), W(app, REMATCH), W(app, STUDY), W(app, CLOSE)};
    int hit = answers(app, &b, choice, 4);
    bm_desk_status(&app->desk, text, sizeof text);
    const struct bm_style style = {ui->size * 5 / 4, ui->look.text, false};
    bm_type_wrap(&app->type, b, style, text);
    if (bm_ui_key(ui, SDLK_ESCAPE, 0) || (ui->focus == 0 && bm_ui_key(ui, SDLK_RETURN, 0)))
        hit = 3;
    if (hit < 0)
        return;
    bm_app_close_dialog(app);
    if (hit < 3)
        bm_command_do(app, hit == 0 ? BM_CMD_NEW : hit == 1 ? BM_CMD_REMATCH : BM_CMD_STUDY);
}

void bm_dialog_trouble(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    const unsigned side = app->trouble_side;
    bm_box b = bm_dialog_frame(app, ui->row * 20, ui->row * 7, W(app, TROUBLE));
    const char *const choice[4] = {W(app, RESTART), W(app, TAKE_OVER), W(app, LEVEL_TAKES),
                                   W(app, LOG)};
    const int hit = answers(app, &b, choice, 4);
    bm_ui_words(ui, b, bm_ui_style(ui), app->desk.chair[side].trouble);
    if (hit < 0 && !bm_ui_key(ui, SDLK_ESCAPE, 0))
        return;
    if (hit == 3) {
        bm_app_open_dialog(app, BM_DIALOG_LOG);
        return;
    }
    bm_app_close_dialog(app);
    if (hit == 0)
        bm_desk_restart(&app->desk, side);
    else
        (void)bm_desk_replace(&app->desk, side, hit == 2 ? "builtin:5" : "me");
}

void bm_dialog_comment(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    bm_box b = bm_dialog_frame(app, ui->row * 20, ui->row * 12, W(app, COMMENT));
    const char *const choice[2] = {W(app, OK), W(app, CANCEL)};
    int hit = answers(app, &b, choice, 2);
    if (ui->focus == 0)
        bm_ui_take_focus(ui, "comment text");
    bm_ui_faint(ui, bm_box_cut_bottom(&b, ui->row), W(app, COMMENT_HINT));
    if (bm_ui_area(ui, b, "comment text", app->comment, sizeof app->comment))
        hit = 0;
    if (bm_ui_key(ui, SDLK_ESCAPE, 0))
        hit = 1;
    if (hit < 0)
        return;
    bm_app_close_dialog(app);
    if (hit == 0)
        bm_desk_comment(&app->desk, app->comment);
}

void bm_dialog_keys(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    struct bm_list l;
    bm_box b = bm_dialog_frame(app, ui->row * 16, ui->row * 18, W(app, KEYS));
    const char *const choice[1] = {W(app, CLOSE)};
    const int hit = answers(app, &b, choice, 1);
    bm_box_cut_bottom(&b, ui->gap);
    bm_ui_list_begin(ui, &l, b, "keys", BM_CMDS, ui->row * 4 / 5);
    for (unsigned c = 0; c < BM_CMDS; c++) {
        char key[48];
        bm_box line;
        if (!bm_ui_list_line(ui, &l, &line))
            continue;
        bm_command_key((enum bm_command)c, key, sizeof key);
        bm_ui_faint(ui, bm_box_cut_left(&line, line.w * 2 / 5), key);
        bm_ui_label(ui, line, bm_word(bm_command_info((enum bm_command)c)->word, app->lang));
    }
    bm_ui_list_end(ui, &l);
    if (hit == 0 || bm_ui_key(ui, SDLK_ESCAPE, 0))
        bm_app_close_dialog(app);
}

void bm_dialog_log(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    const struct bm_desk *const d = &app->desk;
    struct bm_list l;
    bm_box b = bm_dialog_frame(app, ui->row * 26, ui->row * 20, W(app, LOG));
    const char *const choice[1] = {W(app, CLOSE)};
    const int hit = answers(app, &b, choice, 1);
    bm_box_cut_bottom(&b, ui->gap);
    bm_draw_fill(&app->draw, b, ui->look.field);
    int lines = 0;
    for (size_t i = 0; i < d->log_len; i++)
        lines += d->log[i] == '\n';
    bm_ui_list_begin(ui, &l, b, "log", lines, ui->row * 2 / 3);
    const struct bm_style style = {ui->size * 6 / 7, ui->look.text, false};
    for (const char *s = d->log, *end = d->log ? d->log + d->log_len : NULL; s != end;) {
        const char *const stop = memchr(s, '\n', (size_t)(end - s));
        bm_box line;
        if (bm_ui_list_line(ui, &l, &line))
            bm_type_put(&app->type, line.x + 4, line.y, style, s, (size_t)(stop - s));
        s = stop + 1;
    }
    bm_ui_list_end(ui, &l);
    if (hit == 0 || bm_ui_key(ui, SDLK_ESCAPE, 0))
        bm_app_close_dialog(app);
}

static bm_box setting(struct bm_app *app, bm_box *b, const char *label)
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
    bm_box b = bm_dialog_frame(app, ui->row * 15, ui->row * 15, W(app, SETTINGS));
    const char *const close[1] = {W(app, CLOSE)};
    const int hit = answers(app, &b, close, 1);
    const char *const langs[3] = {W(app, LANG_SYSTEM), "English", "日本語"};
    const char *const themes[3] = {W(app, WOOD), W(app, PLAIN), W(app, GREEN)};
    const char *const sets[3] = {W(app, SET_ONE), W(app, SET_TWO), W(app, SET_INT)};
    static const char *const zooms[] = {"75 %", "100 %", "125 %", "150 %", "200 %"};
    static const int zoom[] = {75, 100, 125, 150, 200};
    int lang = p->lang + 1, z = 1;
    for (int i = 0; i < 5; i++)
        z = zoom[i] == p->zoom ? i : z;
    if (bm_ui_choice(ui, setting(app, &b, W(app, LANGUAGE)), "language", langs, 3, &lang)) {
        p->lang = lang - 1;
        bm_app_language(app);
    }
    bm_ui_choice(ui, setting(app, &b, W(app, THEME)), "theme", themes, 3, &p->theme);
    if (bm_ui_choice(ui, setting(app, &b, W(app, PIECES)), "pieces", sets, 3, &p->set))
        bm_art_forget(&app->art);
    if (bm_ui_choice(ui, setting(app, &b, W(app, ZOOM)), "zoom", zooms, 5, &z))
        p->zoom = zoom[z];
    const struct {
        const char *text;
        bool *on;
    } flags[] = {{W(app, DARK), &p->dark},
                 {W(app, SOUNDS), &p->sounds},
                 {W(app, COORDINATES), &p->coordinates},
                 {W(app, ANIMATION), &p->animation},
                 {W(app, TARGETS), &p->targets},
                 {W(app, NATURAL), &p->natural}};
    for (unsigned i = 0; i < 6; i++)
        bm_ui_check(ui, bm_box_cut_top(&b, ui->row), flags[i].text, flags[i].on);
    if (hit == 0 || bm_ui_key(ui, SDLK_ESCAPE, 0)) {
        bm_app_close_dialog(app);
        bm_app_keep(app);
    }
}

/* SPDX-License-Identifier: MIT */
/* A position is put together: pieces from a tray onto the board and into the hands, or as text.
 * The core says whether it can be played. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desktop/app/app.h"
#include "desktop/app/error_text.h"

struct bm_position_editor {
    struct bm_setup setup;
    bm_piece brush; /* 0: erases */
    char text[BM_POSITION_TEXT];
    char say[BM_DESKTOP_TEXT];
};

static void update_text(struct bm_app *app)
{
    struct bm_position_editor *const e = app->editor;
    struct bm_ctx *ctx;
    struct bm_error err = {.what = ""};
    bm_defects defects = 0;
    bm_position_format(&e->setup, app->session.rules, 0, e->text, sizeof e->text);
    e->say[0] = '\0';
    if (bm_ctx_create(&ctx, app->session.rules, 1))
        return;
    const bm_status status = bm_ctx_sync(ctx, &e->setup, &defects, &err);
    if (status)
        bm_defects_text(app->lang, defects, e->say, sizeof e->say);
    if (status && !e->say[0])
        bm_error_text(app->lang, status, &err, e->say, sizeof e->say);
    bm_ctx_destroy(ctx);
}

static void use_position(struct bm_app *app)
{
    struct bm_position_editor *const e = app->editor;
    struct bm_game *game;
    if (e->say[0] || bm_game_create(&game, app->session.rules, NULL))
        return;
    if (bm_game_set_start(game, &e->setup)) {
        bm_game_destroy(game);
        return;
    }
    bm_app_close_dialog(app);
    app->dialog = BM_DIALOG_NONE;
    bm_desktop_session_begin_study(&app->session, game, BM_NODE_ROOT);
    bm_dialog_position_editor_free(app);
}

/* The board, at the scale that fits; a click puts or takes. */
static void edit_board(struct bm_app *app, bm_box area)
{
    struct bm_position_editor *const e = app->editor;
    const struct bm_geometry *const s = &app->view.geometry;
    const float a = (float)area.w / s->w, b = (float)area.h / s->h;
    const float cell = floorf(a < b ? a : b);
    area.x += (area.w - (int)(s->w * cell)) / 2;
    area.y += (area.h - (int)(s->h * cell)) / 2;
    for (unsigned sq = 0; sq < s->squares; sq++) {
        if (!s->has[sq])
            continue;
        /* Neighbours share a line. */
        const bm_box box = {area.x + (int)(s->x[sq] * cell), area.y + (int)(s->y[sq] * cell),
                            (int)cell + 1, (int)cell + 1};
        char label[BM_UI_LABEL], name[BM_COORDINATES];
        bm_sq_format((bm_sq)sq, app->session.rules, name, sizeof name);
        snprintf(label, sizeof label, "edit %s", name);
        const uint32_t id = bm_ui_id(&app->ui, label);
        bm_ui_register(&app->ui, id, box, label, false, true);
        bm_draw_fill(&app->draw, box, s->dark[sq] ? 0xb98652ff : 0xe3c48eff);
        bm_draw_frame(&app->draw, box, 1, 0x4a3418ff);
        bm_board_draw_piece(app, e->setup.board[sq], bm_box_inset(box, 2), 255);
        if (bm_ui_clicked(&app->ui, id, box)) {
            e->setup.board[sq] = e->setup.board[sq] == e->brush ? 0 : e->brush;
            update_text(app);
            app->dirty = true;
        }
    }
}

/* All pieces of a side; a click takes one up, a click with the right button puts it in hand. */
static void piece_tray(struct bm_app *app, bm_box area, unsigned side)
{
    struct bm_position_editor *const e = app->editor;
    struct bm_ui *const ui = &app->ui;
    char title[96];
    bm_desktop_capitalize(app->session.info->side_name[app->lang][side], title, sizeof title);
    bm_ui_faint_label(ui, bm_box_cut_top(&area, ui->row * 4 / 5), title);
    unsigned kinds = 0;
    for (unsigned k = 0; k < app->session.info->kinds; k++)
        kinds += bm_rules_kind_letter(app->session.rules, k)[0] != '\0';
    /* As large as there is room for all. */
    int size = ui->row * 2;
    while (size > ui->row * 4 / 5 &&
           (int)kinds > (area.w / size) * (area.h / size > 0 ? area.h / size : 1))
        size -= 2;
    int x = area.x, y = area.y;
    for (unsigned k = 0; k < app->session.info->kinds; k++) {
        const char *const letter = bm_rules_kind_letter(app->session.rules, k);
        const bm_piece piece = bm_piece_of(k, side);
        char label[BM_UI_LABEL], count[8];
        if (!*letter)
            continue;
        if (x + size > area.x + area.w) {
            x = area.x;
            y += size;
        }
        const bm_box box = {x, y, size, size};
        x += size;
        snprintf(label, sizeof label, "take %u%s", side, letter);
        const uint32_t id = bm_ui_id(ui, label);
        bm_ui_register(ui, id, box, label, false, true);
        if (e->brush == piece)
            bm_draw_round(&app->draw, box, 4, ui->palette.accent);
        bm_board_draw_piece(app, piece, bm_box_inset(box, 2), 255);
        if (e->setup.hand[side][k]) {
            const int d = size * 2 / 5;
            const bm_box badge = {box.x + size - d, box.y + size - d, d, d};
            snprintf(count, sizeof count, "%u", e->setup.hand[side][k]);
            bm_draw_disc(&app->draw, badge.x + d / 2, badge.y + d / 2, d / 2, 0x2b2a27ee);
            bm_fonts_draw_line(&app->fonts, badge,
                               (struct bm_text_style){d * 3 / 5, 0xffffffff, true}, 1, count);
        }
        if (bm_ui_clicked(ui, id, box))
            e->brush = e->brush == piece ? 0 : piece;
        if (app->session.info->has_hands && bm_ui_hovers(ui, box) &&
            (ui->in.pressed[2] || ui->in.wheel)) {
            uint8_t *const n = &e->setup.hand[side][k];
            *n = (uint8_t)(ui->in.wheel < 0 ? (*n ? *n - 1 : 0) : *n < 99 ? *n + 1 : *n);
            update_text(app);
        }
    }
}

void bm_dialog_position_editor(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    if (!app->editor) {
        app->editor = calloc(1, sizeof *app->editor);
        if (!app->editor)
            return;
        bm_ctx_setup(app->session.ctx, &app->editor->setup);
        update_text(app);
    }
    struct bm_position_editor *const e = app->editor;
    bm_box b = bm_dialog_frame(app, ui->row * 28, ui->row * 22, UI_TEXT(app, EDITOR));
    bm_box low = bm_box_cut_bottom(&b, ui->row);
    bm_box_cut_bottom(&b, ui->gap);
    const struct bm_text_style warn = {ui->size, ui->palette.warn, true};
    bm_fonts_draw_line(&app->fonts, bm_box_cut_bottom(&b, ui->row), warn, 0, e->say);
    bm_box text = bm_box_cut_bottom(&b, ui->row);
    if (bm_ui_text_field(ui, text, UI_TEXT(app, POSITION), e->text, sizeof e->text)) {
        struct bm_error err = {.what = ""};
        struct bm_setup setup;
        const bm_status status =
            bm_position_parse(&setup, app->session.rules, e->text, strlen(e->text), 0, &err);
        if (status) {
            bm_error_text(app->lang, status, &err, e->say, sizeof e->say);
        } else {
            e->setup = setup;
            update_text(app);
        }
    }
    bm_box_cut_bottom(&b, ui->gap);
    bm_box side = bm_box_cut_right(&b, b.w / 3);
    bm_box_cut_left(&side, ui->gap);
    edit_board(app, b);
    bm_box turn_box = bm_box_cut_bottom(&side, ui->row * 2);
    if (app->session.info->has_hands) {
        bm_box hint = bm_box_cut_bottom(&side, ui->row * 2);
        bm_fonts_draw_wrapped(
            &app->fonts, hint,
            (struct bm_text_style){ui->size * 6 / 7, ui->palette.faint, false},
            UI_TEXT(app, HAND_HINT));
    }
    piece_tray(app, bm_box_cut_top(&side, side.h / 2), BM_SECOND);
    piece_tray(app, side, BM_FIRST);
    const char *const turns[2] = {app->session.info->side_name[app->lang][0],
                                  app->session.info->side_name[app->lang][1]};
    int turn = e->setup.turn;
    bm_ui_label(ui, bm_box_cut_top(&turn_box, ui->row), UI_TEXT(app, TURN));
    if (bm_ui_choice(ui, turn_box, UI_TEXT(app, TURN), turns, 2, &turn)) {
        e->setup.turn = (uint8_t)turn;
        update_text(app);
    }
    if (bm_ui_button(ui, bm_box_cut_left(&low, ui->row * 4), UI_TEXT(app, CLEAR), 0)) {
        e->setup = (struct bm_setup){.turn = e->setup.turn};
        update_text(app);
    }
    bm_box_cut_left(&low, ui->gap);
    if (bm_ui_button(ui, bm_box_cut_left(&low, ui->row * 5), UI_TEXT(app, START_BOARD), 0)) {
        bm_setup_start(&e->setup, app->session.rules);
        update_text(app);
    }
    if (bm_ui_button(ui, bm_box_cut_right(&low, ui->row * 5), UI_TEXT(app, USE),
                     BM_BUTTON_MAIN | (e->say[0] ? BM_BUTTON_OFF : 0))) {
        use_position(app);
        return;
    }
    bm_box_cut_right(&low, ui->gap);
    if (bm_ui_button(ui, bm_box_cut_right(&low, ui->row * 4), UI_TEXT(app, CANCEL), 0) ||
        bm_ui_key(ui, SDLK_ESCAPE, 0)) {
        bm_app_close_dialog(app);
        bm_dialog_position_editor_free(app);
    }
}

void bm_dialog_position_editor_free(struct bm_app *app)
{
    free(app->editor);
    app->editor = NULL;
}

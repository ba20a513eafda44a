/* SPDX-License-Identifier: MIT */
/* The whole window, gone through once: menus, board, panel, status line, what lies above. */
#include <stdio.h>
#include <string.h>

#include "desktop/app/commands.h"

/* The box of a menu's name in the bar. */
static bm_box menu_box(struct bm_app *app, unsigned i)
{
    int x = app->ui.gap;
    for (unsigned k = 0; k < i; k++)
        x += bm_ui_button_width(&app->ui, bm_ui_text(bm_menus[k], app->lang));
    const int w = bm_ui_button_width(&app->ui, bm_ui_text(bm_menus[i], app->lang));
    return (bm_box){x, 1, w, app->ui.row - 2};
}

static void menu_bar(struct bm_app *app, bm_box bar)
{
    struct bm_ui *const ui = &app->ui;
    bm_draw_fill(&app->draw, bar, ui->palette.panel);
    bm_draw_fill(&app->draw, (bm_box){bar.x, bar.y + bar.h - 1, bar.w, 1}, ui->palette.line);
    for (unsigned i = 0; i < BM_MENUS; i++) {
        const bm_box b = menu_box(app, i);
        const uint32_t old = bm_ui_push_scope(ui, 900 + i);
        if (bm_ui_button(ui, b, bm_ui_text(bm_menus[i], app->lang),
                         BM_BUTTON_FLAT | (app->menu == i + 1 ? BM_BUTTON_ON : 0))) {
            app->menu = i + 1;
            app->menu_at = ui->in.key ? 0 : -1;
            app->dirty = true;
        }
        bm_ui_pop_scope(ui, old);
    }
    char title[160];
    bm_desktop_session_game_title(&app->session, title, sizeof title);
    bm_box rest = bar;
    bm_box_cut_right(&rest, ui->gap);
    bm_box_cut_left(&rest, menu_box(app, BM_MENUS - 1).x + menu_box(app, BM_MENUS - 1).w);
    const struct bm_text_style style = {ui->size, ui->palette.faint, false};
    bm_fonts_draw_line(&app->fonts, rest, style, 2, title);
    bm_ui_register(ui, bm_ui_id(ui, "game title"), rest, title, false, false);
}

/* One line of an open menu. */
static bool menu_line(struct bm_app *app, bm_box line, enum bm_desktop_command c, bool current)
{
    struct bm_ui *const ui = &app->ui;
    const bool works = bm_desktop_command_is_enabled(app, c);
    const char *const word = bm_ui_text(bm_desktop_command_info(c)->word, app->lang);
    const bool hover = bm_ui_hovers(ui, line) || current;
    char key[48];
    bm_ui_register(ui, bm_ui_id(ui, word), line, word, false, works);
    if (hover && works)
        bm_draw_fill(&app->draw, line, ui->palette.accent);
    const bm_color color = !works  ? bm_color_mix(ui->palette.faint, ui->palette.panel, 110)
                           : hover ? ui->palette.on_accent
                                   : ui->palette.text;
    bm_box inner = line;
    bm_box_cut_left(&inner, ui->gap);
    bm_box_cut_right(&inner, ui->gap);
    bm_fonts_draw_line(&app->fonts, inner, (struct bm_text_style){ui->size, color, false}, 0,
                       word);
    bm_desktop_command_shortcut(c, key, sizeof key);
    bm_fonts_draw_line(&app->fonts, inner,
                       (struct bm_text_style){ui->size * 6 / 7, color, false}, 2, key);
    return works && ((bm_ui_hovers(ui, line) && ui->in.released[0]) ||
                     (current && bm_ui_key(ui, SDLK_RETURN, 0)));
}

static void open_menu(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    const unsigned menu = app->menu - 1;
    enum bm_desktop_command list[BM_CMD_COUNT], chosen = BM_CMD_COUNT;
    int count = 0, width = 0;
    for (unsigned c = 0; c < BM_CMD_COUNT; c++) {
        char key[48];
        const struct bm_desktop_command_info *const info =
            bm_desktop_command_info((enum bm_desktop_command)c);
        if (info->menu != bm_menus[menu])
            continue;
        list[count++] = (enum bm_desktop_command)c;
        bm_desktop_command_shortcut((enum bm_desktop_command)c, key, sizeof key);
        const int w = bm_ui_button_width(ui, bm_ui_text(info->word, app->lang)) +
                      bm_ui_button_width(ui, key);
        width = w > width ? w : width;
    }
    const bm_box head = menu_box(app, menu);
    const int row = ui->row * 9 / 10;
    const bm_box box = {head.x, ui->row, width, count * row + 8};
    bm_draw_fill(&app->draw, (bm_box){box.x + 4, box.y + 4, box.w, box.h}, 0x00000040);
    bm_draw_fill(&app->draw, box, ui->palette.panel);
    bm_draw_frame(&app->draw, box, 1, ui->palette.line);
    if (bm_ui_key(ui, SDLK_DOWN, 0))
        app->menu_at = (app->menu_at + 1) % count;
    else if (bm_ui_key(ui, SDLK_UP, 0))
        app->menu_at = (app->menu_at + count * 2 - 1) % count;
    for (int i = 0; i < count; i++) {
        const bm_box line = {box.x + 1, box.y + 4 + i * row, box.w - 2, row};
        if (menu_line(app, line, list[i], i == app->menu_at))
            chosen = list[i];
    }
    if (bm_ui_key(ui, SDLK_LEFT, 0))
        app->menu = (menu + BM_MENUS - 1) % BM_MENUS + 1;
    else if (bm_ui_key(ui, SDLK_RIGHT, 0))
        app->menu = (menu + 1) % BM_MENUS + 1;
    for (unsigned i = 0; i < BM_MENUS; i++) { /* gliding along the bar opens the next */
        if (bm_ui_hovers(ui, menu_box(app, i)))
            app->menu = i + 1;
    }
    const bool outside = ui->in.pressed[0] && !bm_box_has(box, ui->in.x, ui->in.y);
    if (chosen != BM_CMD_COUNT || outside || bm_ui_key(ui, SDLK_ESCAPE, 0)) {
        app->menu = 0;
        ui->mouse_consumed = true;
        app->dirty = true;
    }
    if (chosen != BM_CMD_COUNT)
        bm_desktop_command_run(app, chosen);
}

/* The status line: the last message or the state of the game, and the move input field. */
static void status_line(struct bm_app *app, bm_box bar)
{
    struct bm_ui *const ui = &app->ui;
    char text[BM_DESKTOP_TEXT];
    bm_draw_fill(&app->draw, bar, ui->palette.panel);
    bm_draw_fill(&app->draw, (bm_box){bar.x, bar.y, bar.w, 1}, ui->palette.line);
    bm_box inner = bm_box_inset(bar, 3);
    bm_box_cut_left(&inner, ui->gap);
    bm_box field = bm_box_cut_right(&inner, ui->row * 5);
    if (bm_ui_text_field(ui, field, UI_TEXT(app, TYPE_MOVE), app->move_input,
                         sizeof app->move_input) &&
        app->move_input[0]) {
        if (bm_desktop_session_enter_moves(&app->session, app->move_input)) {
            app->move_input[0] = '\0';
            bm_board_focus(app);
        }
    }
    if (!app->move_input[0] && ui->focus != bm_ui_id(ui, UI_TEXT(app, TYPE_MOVE))) {
        bm_box_cut_left(&field, ui->gap);
        bm_ui_faint_label(ui, field, UI_TEXT(app, TYPE_MOVE));
    }
    bm_box_cut_right(&inner, ui->gap);
    if (app->message[0]) {
        const struct bm_text_style style = {
            ui->size, app->message_is_warning ? ui->palette.warn : ui->palette.text,
            app->message_is_warning};
        bm_fonts_draw_line(&app->fonts, inner, style, 0, app->message);
        return;
    }
    bm_desktop_session_status_text(&app->session, text, sizeof text);
    bm_ui_label(ui, inner, text);
}

/* An offer is answered beside the board. */
static void offer_buttons(struct bm_app *app, bm_box *panel)
{
    struct bm_match_state state;
    struct bm_ui *const ui = &app->ui;
    bm_desktop_session_match_state(&app->session, &state);
    if (!app->session.match || state.stage == BM_MATCH_OVER ||
        !(state.offer[0] || state.offer[1] || state.takeback[0] || state.takeback[1]))
        return;
    bm_box row = bm_box_cut_bottom(panel, ui->row);
    bm_box_cut_bottom(panel, ui->gap / 2);
    bm_box left = bm_box_cut_left(&row, row.w / 2);
    left.w -= ui->gap / 2;
    if (bm_ui_button(ui, left, UI_TEXT(app, ACCEPT), BM_BUTTON_MAIN))
        bm_desktop_session_answer_offer(&app->session, true);
    else if (bm_ui_button(ui, row, UI_TEXT(app, DECLINE), 0))
        bm_desktop_session_answer_offer(&app->session, false);
}

static void command_buttons(struct bm_app *app, bm_box *panel)
{
    static const enum bm_desktop_command list[2][8] = {
        {BM_CMD_FIRST, BM_CMD_BACK, BM_CMD_FORWARD, BM_CMD_LAST, BM_CMD_UNDO, BM_CMD_DRAW,
         BM_CMD_RESIGN, BM_CMD_NEW},
        {BM_CMD_FIRST, BM_CMD_BACK, BM_CMD_FORWARD, BM_CMD_LAST, BM_CMD_ANALYSE, BM_CMD_COMMENT,
         BM_CMD_PLAY_ON, BM_CMD_NEW}};
    struct bm_ui *const ui = &app->ui;
    for (int line = 1; line >= 0; line--) {
        bm_box row = bm_box_cut_bottom(panel, ui->row);
        bm_box_cut_bottom(panel, ui->gap / 2);
        const int w = row.w / 4;
        for (unsigned i = 0; i < 4; i++) {
            const enum bm_desktop_command c =
                list[app->session.match == NULL][line * 4 + (int)i];
            bm_box b = bm_box_cut_left(&row, w);
            b.w -= i < 3 ? ui->gap / 2 : 0;
            const unsigned flags =
                (bm_desktop_command_is_enabled(app, c) ? 0u : BM_BUTTON_OFF) |
                (c == BM_CMD_ANALYSE && app->analysis.on ? BM_BUTTON_ON : 0u) |
                (line == 0 ? (BM_UI_ICON_FIRST + i) << BM_BUTTON_ICON : 0u);
            const uint32_t old = bm_ui_push_scope(ui, 400 + c);
            if (bm_ui_button(ui, b, bm_ui_text(bm_desktop_command_info(c)->word, app->lang),
                             flags))
                bm_desktop_command_run(app, c);
            bm_ui_pop_scope(ui, old);
        }
    }
}

static void side_panel(struct bm_app *app, bm_box box)
{
    struct bm_ui *const ui = &app->ui;
    const unsigned low = app->view.flip;
    const int player = ui->row * 3 / 2;
    box = bm_box_inset(box, ui->gap);
    bm_player_panel(app, bm_box_cut_top(&box, player), !low);
    bm_box_cut_top(&box, ui->gap / 2);
    command_buttons(app, &box);
    offer_buttons(app, &box);
    bm_player_panel(app, bm_box_cut_bottom(&box, player), low);
    bm_box_cut_bottom(&box, ui->gap / 2);
    const bool hides = !bm_analysis_panel_is_allowed(app);
    /* While an analysis runs, the graph has its place before the first value comes: controls
     * above it must not move under the pointer. */
    if (box.h > ui->row * 7 && !hides && (app->analysis.on || bm_eval_graph_has_values(app)))
        bm_eval_graph(app, bm_box_cut_bottom(&box, ui->row * 2));
    const bool says =
        app->analysis.on || app->session.seat[0].pv.has || app->session.seat[1].pv.has;
    if (box.h > ui->row * 5 && says && !hides) {
        const int want = bm_analysis_panel_height(app), most = box.h - ui->row * 2;
        bm_analysis_panel(app, bm_box_cut_bottom(&box, want < most ? want : most));
    }
    bm_move_list_panel(app, box);
}

static void run_dialog(struct bm_app *app)
{
    static void (*const list[BM_DIALOG_COUNT])(struct bm_app *) = {
        [BM_DIALOG_NEW_GAME] = bm_dialog_new_game,
        [BM_DIALOG_FILE] = bm_dialog_file,
        [BM_DIALOG_SETTINGS] = bm_dialog_settings,
        [BM_DIALOG_ENGINES] = bm_dialog_engines,
        [BM_DIALOG_ENGINE_OPTIONS] = bm_dialog_engine_options,
        [BM_DIALOG_ENGINE_LOG] = bm_dialog_engine_log,
        [BM_DIALOG_POSITION_EDITOR] = bm_dialog_position_editor,
        [BM_DIALOG_GAME_OVER] = bm_dialog_game_over,
        [BM_DIALOG_ENGINE_FAILED] = bm_dialog_engine_failed,
        [BM_DIALOG_CONFIRM] = bm_dialog_confirm,
        [BM_DIALOG_COMMENT] = bm_dialog_comment,
        [BM_DIALOG_KEYS] = bm_dialog_keys,
        [BM_DIALOG_GAMES] = bm_dialog_games};
    if (list[app->dialog])
        list[app->dialog](app);
}

/* Letters that no widget wanted begin a typed move. */
static void type_ahead(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    if (!ui->in.text[0] || ui->in.text[0] == ' ' || ui->wants_text)
        return;
    bm_ui_set_focus(ui, UI_TEXT(app, TYPE_MOVE));
    snprintf(app->move_input, sizeof app->move_input, "%s", ui->in.text);
    ui->in.text[0] = '\0';
    app->dirty = true;
}

void bm_main_window(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    int w, h;
    SDL_GetRendererOutputSize(app->renderer, &w, &h);
    bm_box all = {0, 0, w, h};
    const bool modal = app->dialog != BM_DIALOG_NONE || app->menu != 0;
    bm_draw_fill(&app->draw, all, ui->palette.back);
    ui->blocked = modal;
    const bm_box bar = bm_box_cut_top(&all, ui->row);
    const bm_box status = bm_box_cut_bottom(&all, ui->row);
    bm_box side;
    if (all.w * 10 >= all.h * 11) {
        int wide = all.w * 8 / 25;
        wide = wide < ui->row * 8 ? ui->row * 8 : wide > ui->row * 14 ? ui->row * 14 : wide;
        side = bm_box_cut_right(&all, wide);
    } else {
        int high = all.h * 2 / 5;
        side = bm_box_cut_bottom(&all, high);
    }
    bm_board_layout(app, bm_box_inset(all, ui->gap));
    ui->blocked = modal || app->view.choices != 0;
    menu_bar(app, bar);
    side_panel(app, side);
    status_line(app, status);
    ui->blocked = modal;
    bm_board_input(app);
    bm_board_draw(app);
    bm_move_chooser(app);
    if (!modal) {
        if (ui->in.key == SDLK_ESCAPE && ui->wants_text && bm_ui_key(ui, SDLK_ESCAPE, 0)) {
            app->move_input[0] = '\0';
            ui->focus = 0;
        }
        bm_desktop_command_handle_key(app);
        if (bm_ui_key(ui, SDLK_F10, 0)) {
            app->menu = 1;
            app->menu_at = 0;
        }
        type_ahead(app);
    }
    ui->blocked = false;
    if (modal && app->dialog)
        run_dialog(app);
    else if (modal && app->menu)
        open_menu(app);
}

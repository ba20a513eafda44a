/* SPDX-License-Identifier: MIT */
/* Beside the board: players and clocks, moves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desktop/app/app.h"

/* What a side has taken that its opponent has not, as far as the boards tell. */
static void draw_captured(struct bm_app *app, unsigned side, bm_box box)
{
    const struct bm_rules *const rules = app->session.rules;
    int have[BM_MAX_KINDS] = {0};
    int sum = 0, x = box.x;
    if (app->session.info->has_hands)
        return;
    for (unsigned sq = 0; sq < app->session.info->squares; sq++) {
        const bm_piece p = bm_ctx_piece(app->session.ctx, (bm_sq)sq);
        if (!p || bm_rules_kind_is_neutral(rules, bm_piece_kind(p)))
            continue;
        const int sign = bm_piece_side(p) == side ? 1 : -1;
        have[bm_piece_kind(p)] += sign;
        sum += sign * bm_rules_kind_value(rules, bm_piece_kind(p));
    }
    for (unsigned k = 0; k < app->session.info->kinds; k++) {
        for (int i = 0; i < have[k] && x + box.h <= box.x + box.w - 2 * box.h; i++) {
            bm_board_draw_piece(app, bm_piece_of(k, !side), (bm_box){x, box.y, box.h, box.h},
                                255);
            x += box.h * 3 / 5;
        }
    }
    if (sum > 49) {
        char text[16];
        snprintf(text, sizeof text, "+%d", (sum + 50) / 100);
        bm_ui_faint_label(&app->ui, (bm_box){x + box.h / 2, box.y, box.w, box.h}, text);
    }
}

void bm_player_panel(struct bm_app *app, bm_box box, unsigned side)
{
    struct bm_ui *const ui = &app->ui;
    struct bm_match_state state;
    char name[128], clock[64];
    bm_desktop_session_match_state(&app->session, &state);
    const bool turn = state.turn == side && state.stage == BM_MATCH_PLAYING;
    bm_draw_round(&app->draw, box, ui->gap / 2, turn ? ui->palette.accent : ui->palette.line);
    bm_draw_round(&app->draw, bm_box_inset(box, turn ? 2 : 1), ui->gap / 2, ui->palette.panel);
    bm_box inner = bm_box_inset(box, ui->gap / 2);
    bm_desktop_session_clock_text(&app->session, side, clock, sizeof clock);
    if (*clock) {
        const struct bm_text_style big = {ui->size * 3 / 2,
                                          turn ? ui->palette.accent : ui->palette.text, true};
        const int w = bm_fonts_width(&app->fonts, big, clock, strlen(clock)) + ui->gap;
        bm_fonts_draw_line(&app->fonts, bm_box_cut_right(&inner, w), big, 2, clock);
    }
    bm_desktop_session_player_name(&app->session, side, name, sizeof name);
    const struct bm_text_style bold = {ui->size, ui->palette.text, true};
    const char *const role = app->session.info->side_name[app->lang][side];
    char title[128];
    bm_desktop_capitalize(*name ? name : role, title, sizeof title);
    if (!*name) { /* one line is enough */
        const int width = bm_fonts_width(&app->fonts, bold, title, strlen(title)) + ui->gap;
        bm_fonts_draw_line(&app->fonts, bm_box_cut_left(&inner, width), bold, 0, title);
        draw_captured(app, side,
                      (bm_box){inner.x, inner.y + inner.h / 4, inner.w, (inner.h + 1) / 2});
        return;
    }
    bm_box top = bm_box_cut_top(&inner, inner.h / 2);
    bm_fonts_draw_line(&app->fonts, top, bold, 0, title);
    const int w = bm_fonts_width(&app->fonts, bm_ui_style(ui), role, strlen(role));
    bm_box low = inner;
    bm_ui_faint_label(ui, bm_box_cut_left(&low, w + ui->gap), role);
    draw_captured(app, side, low);
}

/* Where a move stands in the list. */
static bm_box item_box(const struct bm_app *app, bm_box line, const struct bm_move_list_item *i)
{
    const int indent = i->depth * app->ui.gap * 2;
    const int columns = i->depth ? 4 : 2;
    const int w = (line.w - indent) / columns;
    return (bm_box){line.x + indent + i->place * w, line.y, w, line.h};
}

static void comment_line(struct bm_app *app, bm_box box)
{
    char text[BM_DESKTOP_TEXT];
    bm_desktop_session_comment(&app->session, text, sizeof text);
    bm_fonts_draw_wrapped(&app->fonts, box,
                          (struct bm_text_style){app->ui.size, app->ui.palette.faint, false},
                          text);
}

void bm_move_list_panel(struct bm_app *app, bm_box box)
{
    struct bm_ui *const ui = &app->ui;
    struct bm_ui_list l;
    char comment[BM_DESKTOP_TEXT];
    bm_move_list_update(&app->moves, &app->session);
    bm_desktop_session_comment(&app->session, comment, sizeof comment);
    if (*comment && box.h > ui->row * 4)
        comment_line(app, bm_box_inset(bm_box_cut_bottom(&box, ui->row * 2), ui->gap / 2));
    bm_draw_fill(&app->draw, box, ui->palette.line);
    box = bm_box_inset(box, 1);
    bm_draw_fill(&app->draw, box, ui->palette.field);
    bm_ui_list_begin(ui, &l, box, "moves", app->moves.lines, ui->row * 4 / 5);
    for (size_t k = 0; k < app->moves.count; k++) {
        if (app->moves.item[k].node == app->session.node &&
            (app->moves_shown != app->session.node || app->moves_height != box.h))
            bm_ui_list_show(ui, &l, app->moves.item[k].line);
    }
    app->moves_shown = app->session.node;
    app->moves_height = box.h;
    for (size_t k = 0; k < app->moves.count; k++) {
        const struct bm_move_list_item *const i = &app->moves.item[k];
        bm_box line;
        l.line = i->line;
        if (!bm_ui_list_line(ui, &l, &line))
            continue;
        const bm_box b = item_box(app, line, i);
        const bool current = i->node == app->session.node;
        const uint32_t old = bm_ui_push_scope(ui, 5000 + (uint32_t)k);
        if (current)
            bm_draw_round(&app->draw, b, ui->gap / 3, ui->palette.accent);
        else if (bm_ui_hovers(ui, b) && bm_ui_hovers(ui, box))
            bm_draw_round(&app->draw, b, ui->gap / 3,
                          bm_color_mix(ui->palette.field, ui->palette.text, 24));
        const struct bm_text_style style = {i->depth ? ui->size * 6 / 7 : ui->size,
                                            current                ? ui->palette.on_accent
                                            : i->depth || i->aside ? ui->palette.faint
                                                                   : ui->palette.text,
                                            false};
        bm_box text = b;
        bm_box_cut_left(&text, ui->gap / 2);
        bm_fonts_draw_line(&app->fonts, text, style, 0, i->text);
        const bool hit = bm_ui_hovers(ui, box) && bm_ui_clicked(ui, bm_ui_id(ui, "item"), b);
        bm_ui_pop_scope(ui, old);
        if (hit) {
            bm_desktop_session_show_node(&app->session, i->node);
            break;
        }
    }
    bm_ui_list_end(ui, &l);
}

/* SPDX-License-Identifier: MIT */
/* Which move is meant: the piece that it becomes, beside the square where it goes. */
#include <stdio.h>
#include <string.h>

#include "desktop/app/app.h"

static bm_box chooser_box(const struct bm_app *app, unsigned i)
{
    const struct bm_board_view *const v = &app->view;
    const bm_box to = bm_board_square_box(app, bm_move_to(v->choice[0]));
    const int size = to.h > 40 ? to.h : 40;
    int w, h;
    SDL_GetRendererOutputSize(app->renderer, &w, &h);
    const int all = (int)v->choices * size;
    int y = to.y;
    if (y + all > h - app->ui.row)
        y = h - app->ui.row - all;
    y = y < 0 ? 0 : y;
    const int x = to.x + to.w + 4 + size <= w ? to.x + to.w + 4 : to.x - size - 4;
    return (bm_box){x, y + (int)i * size, size, size};
}

/* What stands on the board after the move. */
static bm_piece piece_after(const struct bm_app *app, bm_move m)
{
    const struct bm_ctx *const ctx = app->session.ctx;
    const unsigned turn = bm_ctx_turn(ctx);
    if (bm_move_gates(m))
        return bm_piece_of(bm_move_gate(m), turn);
    if (bm_move_promotes(m))
        return bm_piece_of(bm_move_promotion(m), turn);
    if (bm_move_is_drop(m))
        return bm_piece_of(bm_move_from(m), turn);
    return bm_ctx_piece(ctx, bm_move_from(m));
}

void bm_move_chooser(struct bm_app *app)
{
    struct bm_board_view *const v = &app->view;
    struct bm_ui *const ui = &app->ui;
    if (!v->choices)
        return;
    bool inside = false;
    for (unsigned i = 0; i < v->choices; i++) {
        const bm_box b = chooser_box(app, i);
        char label[BM_UI_LABEL], text[BM_COORDINATES];
        bm_move_format(v->choice[i], app->session.rules, text, sizeof text);
        snprintf(label, sizeof label, "choose %s", text);
        const uint32_t id = bm_ui_id(ui, label);
        bm_ui_register(ui, id, b, label, false, true);
        const bool hover = bm_ui_hovers(ui, b);
        inside = inside || hover;
        if (hover)
            v->choice_at = i;
        bm_draw_fill(&app->draw, b, i == v->choice_at ? ui->palette.accent : ui->palette.panel);
        bm_draw_frame(&app->draw, b, 1, ui->palette.line);
        bm_board_draw_piece(app, piece_after(app, v->choice[i]), bm_box_inset(b, 3), 255);
        if (bm_ui_clicked(ui, id, b)) {
            bm_board_choose_move(app, i);
            return;
        }
    }
    if (bm_ui_key(ui, SDLK_ESCAPE, 0) ||
        ((ui->in.pressed[0] || ui->in.pressed[2]) && !inside && !ui->mouse_consumed)) {
        bm_board_deselect(app);
        ui->mouse_consumed = true;
    } else if (bm_ui_key(ui, SDLK_DOWN, 0) || bm_ui_key(ui, SDLK_RIGHT, 0)) {
        v->choice_at = (v->choice_at + 1) % v->choices;
    } else if (bm_ui_key(ui, SDLK_UP, 0) || bm_ui_key(ui, SDLK_LEFT, 0)) {
        v->choice_at = (v->choice_at + v->choices - 1) % v->choices;
    } else if (bm_ui_key(ui, SDLK_RETURN, 0) || bm_ui_key(ui, SDLK_SPACE, 0)) {
        bm_board_choose_move(app, v->choice_at);
    }
}

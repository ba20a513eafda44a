/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "desktop/app/app.h"

/* Kinds from the least valuable up, as they lie on the stand. */
static unsigned sort_kinds(const struct bm_app *app, uint8_t order[BM_MAX_KINDS], unsigned side)
{
    unsigned count = 0;
    for (unsigned k = 0; k < app->session.info->kinds; k++) {
        if (bm_ctx_hand(app->session.ctx, side, k) == 0)
            continue;
        unsigned at = count++;
        for (; at != 0 && bm_rules_kind_value(app->session.rules, order[at - 1]) <
                              bm_rules_kind_value(app->session.rules, k);
             at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)k;
    }
    return count;
}

/* The i-th place of a hand. */
static bm_box hand_slot(const struct bm_app *app, unsigned side, unsigned i)
{
    const bm_box h = app->view.hand[side];
    const int size = (int)app->view.cell;
    const bool column = h.h > h.w;
    const bool low = side == (unsigned)app->view.flip;
    if (size <= 0)
        return (bm_box){0, 0, 0, 0};
    if (column) {
        const int lines = h.h / size > 0 ? h.h / size : 1;
        const int x = (int)i / lines, y = (int)i % lines;
        const int step = lines > 0 ? size : 0;
        return (bm_box){h.x + (h.w - size) / 2 + x * size / 2,
                        low ? h.y + h.h - (y + 1) * step : h.y + y * step, size, size};
    }
    return (bm_box){h.x + (int)i * size, h.y + (h.h - size) / 2, size, size};
}

bm_box bm_hand_box(const struct bm_app *app, unsigned side, unsigned kind)
{
    uint8_t order[BM_MAX_KINDS];
    const unsigned count = sort_kinds(app, order, side);
    for (unsigned i = 0; i < count && app->view.hand[side].w > 0; i++) {
        if (order[i] == kind)
            return hand_slot(app, side, i);
    }
    return (bm_box){0, 0, 0, 0};
}

static void draw_kind(struct bm_app *app, unsigned side, unsigned kind, bm_box box)
{
    struct bm_ui *const ui = &app->ui;
    const unsigned count = bm_ctx_hand(app->session.ctx, side, kind);
    const bool turn = side == bm_ctx_turn(app->session.ctx);
    const bool selected = turn && app->view.selected_kind == (int)kind;
    char label[BM_UI_LABEL], text[12];
    snprintf(label, sizeof label, "hand %u %s", side,
             bm_rules_kind_letter(app->session.rules, kind));
    const uint32_t id = bm_ui_id(ui, label);
    const bool focused = bm_ui_register(ui, id, box, label, turn, turn);
    if (focused && (bm_ui_key(ui, SDLK_RETURN, 0) || bm_ui_key(ui, SDLK_SPACE, 0))) {
        bm_board_select_hand(app, side, kind);
        ui->focus = bm_ui_id(ui, "board");
    }
    if (selected)
        bm_draw_round(&app->draw, box, box.w / 8, 0x2f669080);
    else if (turn && bm_ui_hovers(ui, box))
        bm_draw_round(&app->draw, box, box.w / 8, 0x00000022);
    if (focused && ui->focus_shown)
        bm_draw_frame(&app->draw, box, 2, ui->palette.accent);
    const bool last = selected && app->view.dragging && count == 1;
    bm_board_draw_piece(app, bm_piece_of(kind, side), bm_box_inset(box, box.w / 16),
                        last ? 90 : 255);
    if (count < 2)
        return;
    snprintf(text, sizeof text, "%u", count);
    const int d = box.w * 2 / 5;
    const bm_box badge = {box.x + box.w - d, box.y + box.h - d, d, d};
    bm_draw_disc(&app->draw, badge.x + d / 2, badge.y + d / 2, d / 2, 0x2b2a27ee);
    const struct bm_text_style style = {d * 3 / 5, 0xffffffff, true};
    bm_fonts_draw_line(&app->fonts, badge, style, 1, text);
}

void bm_hands_draw(struct bm_app *app)
{
    for (unsigned side = 0; side < 2; side++) {
        uint8_t order[BM_MAX_KINDS];
        const bm_box h = app->view.hand[side];
        if (h.w <= 0)
            continue;
        const unsigned count = sort_kinds(app, order, side);
        if (app->prefs.theme == 0)
            bm_draw_round(&app->draw, h, app->ui.gap / 2, 0xc99a5cff);
        else
            bm_draw_round(&app->draw, h, app->ui.gap / 2,
                          bm_color_mix(app->ui.palette.back, app->ui.palette.text, 24));
        for (unsigned i = 0; i < count; i++)
            draw_kind(app, side, order[i], hand_slot(app, side, i));
    }
}

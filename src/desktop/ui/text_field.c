/* SPDX-License-Identifier: MIT */
/* A field of one line. */
#include <string.h>

#include "desktop/ui/text_edit.h"

/* How far the text is scrolled to the left, so that the caret is seen. */
static int scroll_to_caret(struct bm_ui *ui, int caret, int width)
{
    if (caret - ui->text_scroll > width - 2)
        ui->text_scroll = caret - width + 2;
    if (caret < ui->text_scroll)
        ui->text_scroll = caret;
    return ui->text_scroll;
}

static void draw_focused(struct bm_ui *ui, bm_box box, const char *text)
{
    const struct bm_text_style style = bm_ui_style(ui);
    const char *const composing = ui->in.composing;
    const size_t at = ui->caret, from = bm_text_edit_from(ui), to = bm_text_edit_to(ui);
    const int before = bm_fonts_width(ui->fonts, style, text, at);
    const int extra = bm_fonts_width(ui->fonts, style, composing, strlen(composing));
    const int height = bm_fonts_line_height(ui->fonts, ui->size);
    const int y = box.y + (box.h - height) / 2;
    const int x = box.x - scroll_to_caret(ui, before + extra, box.w);
    if (from != to) {
        const int left = bm_fonts_width(ui->fonts, style, text, from);
        const int right = bm_fonts_width(ui->fonts, style, text, to);
        bm_draw_fill(ui->d, (bm_box){x + left, y, right - left, height},
                     bm_color_alpha(ui->palette.accent, 0x60));
    }
    bm_fonts_draw(ui->fonts, x, y, style, text, at);
    if (*composing) {
        const struct bm_text_style other = {ui->size, ui->palette.accent, false};
        bm_fonts_draw(ui->fonts, x + before, y, other, composing, strlen(composing));
        bm_draw_fill(ui->d, (bm_box){x + before, y + height - 1, extra, 1}, ui->palette.accent);
    }
    bm_fonts_draw(ui->fonts, x + before + extra, y, style, text + at, strlen(text) - at);
    const bm_box caret = {x + before + extra, y, 2, height};
    bm_draw_fill(ui->d, caret, ui->palette.accent);
    ui->text_box = caret;
}

bool bm_ui_text_field(struct bm_ui *ui, bm_box box, const char *label, char *text, size_t cap)
{
    const uint32_t id = bm_ui_id(ui, label);
    struct bm_text_edit e = {.ui = ui, .text = text, .cap = cap};
    bm_box inner = bm_box_inset(box, 2);
    bm_box_cut_left(&inner, ui->gap / 2);
    bm_box_cut_right(&inner, ui->gap / 2);
    if (bm_text_edit_is_pointed(&e, id, box))
        bm_text_edit_point(&e, bm_text_edit_nearest(ui, text, strlen(text),
                                                    ui->in.x - inner.x + ui->text_scroll));
    const bool focused = bm_ui_register(ui, id, box, label, true, true);
    bool entered = false;
    if (focused) {
        bm_text_edit_focus(&e, id);
        ui->wants_text = true;
        bm_text_edit_input(&e);
        entered = bm_ui_key(ui, SDLK_RETURN, 0) || bm_ui_key(ui, SDLK_KP_ENTER, 0);
    }
    bm_draw_round(ui->d, box, ui->gap / 2, focused ? ui->palette.accent : ui->palette.line);
    bm_draw_round(ui->d, bm_box_inset(box, focused ? 2 : 1), ui->gap / 2, ui->palette.field);
    const SDL_Rect old = bm_draw_clip(ui->d, inner);
    if (focused) {
        draw_focused(ui, inner, text);
    } else {
        const int y = inner.y + (inner.h - bm_fonts_line_height(ui->fonts, ui->size)) / 2;
        bm_fonts_draw(ui->fonts, inner.x, y, bm_ui_style(ui), text, strlen(text));
    }
    bm_draw_unclip(ui->d, old);
    return entered;
}

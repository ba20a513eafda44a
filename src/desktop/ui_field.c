/* SPDX-License-Identifier: MIT */
#include "desktop/ui.h"

#include <string.h>

/* Where the character before or after a place begins. */
static size_t left_of(const char *text, size_t at)
{
    while (at > 0 && ((unsigned char)text[--at] & 0xc0) == 0x80)
        ;
    return at;
}

static size_t right_of(const char *text, size_t at)
{
    if (text[at] == '\0')
        return at;
    while (((unsigned char)text[++at] & 0xc0) == 0x80)
        ;
    return at;
}

static void cut(char *text, size_t from, size_t to)
{
    memmove(text + from, text + to, strlen(text + to) + 1);
}

static void insert(char *text, size_t cap, size_t *at, const char *more)
{
    const size_t have = strlen(text);
    size_t n = strlen(more);
    if (have + n + 1 > cap) {
        n = cap - 1 - have;
        while (n > 0 && ((unsigned char)more[n] & 0xc0) == 0x80)
            n--;
    }
    memmove(text + *at + n, text + *at, have - *at + 1);
    for (size_t i = 0; i < n; i++) /* a field is one line */
        text[*at + i] = more[i] == '\n' || more[i] == '\r' || more[i] == '\t' ? ' ' : more[i];
    *at += n;
}

static void paste(char *text, size_t cap, size_t *at)
{
    char *const clip = SDL_GetClipboardText();
    if (clip) {
        insert(text, cap, at, clip);
        SDL_free(clip);
    }
}

static void edit(struct bm_ui *ui, char *text, size_t cap)
{
    size_t *const at = &ui->caret;
    if (*at > strlen(text))
        *at = strlen(text);
    if (ui->in.text[0]) {
        insert(text, cap, at, ui->in.text);
        ui->in.text[0] = '\0';
        ui->redraw = true;
    }
    if (bm_ui_key(ui, SDLK_BACKSPACE, 0) && *at > 0) {
        const size_t from = left_of(text, *at);
        cut(text, from, *at);
        *at = from;
    } else if (bm_ui_key(ui, SDLK_DELETE, 0)) {
        cut(text, *at, right_of(text, *at));
    } else if (bm_ui_key(ui, SDLK_LEFT, 0)) {
        *at = left_of(text, *at);
    } else if (bm_ui_key(ui, SDLK_RIGHT, 0)) {
        *at = right_of(text, *at);
    } else if (bm_ui_key(ui, SDLK_HOME, 0) || bm_ui_key(ui, SDLK_a, KMOD_CTRL)) {
        *at = 0;
    } else if (bm_ui_key(ui, SDLK_END, 0) || bm_ui_key(ui, SDLK_e, KMOD_CTRL)) {
        *at = strlen(text);
    } else if (bm_ui_key(ui, SDLK_v, KMOD_CTRL) || bm_ui_key(ui, SDLK_INSERT, KMOD_SHIFT)) {
        paste(text, cap, at);
    } else if (bm_ui_key(ui, SDLK_c, KMOD_CTRL)) {
        SDL_SetClipboardText(text);
    } else if (bm_ui_key(ui, SDLK_u, KMOD_CTRL)) {
        text[0] = '\0';
        *at = 0;
    }
}

static void draw_text(struct bm_ui *ui, bm_box box, const char *text, bool focused)
{
    const struct bm_style style = bm_ui_style(ui);
    const SDL_Rect old = bm_draw_clip(ui->d, box);
    const size_t at = focused ? ui->caret : 0;
    const int before = bm_type_width(ui->type, style, text, at);
    const char *const composing = focused ? ui->in.composing : "";
    const int extra = bm_type_width(ui->type, style, composing, strlen(composing));
    const int end = before + extra + 2;
    const int y = box.y + (box.h - bm_type_height(ui->type, ui->size)) / 2;
    const int x = box.x - (end > box.w ? end - box.w : 0);
    bm_type_put(ui->type, x, y, style, text, at);
    if (*composing) {
        const struct bm_style other = {ui->size, ui->look.accent, false};
        bm_type_put(ui->type, x + before, y, other, composing, strlen(composing));
    }
    bm_type_put(ui->type, x + before + extra, y, style, text + at, strlen(text) - at);
    if (focused) {
        const bm_box caret = {x + before + extra, y, 2, bm_type_height(ui->type, ui->size)};
        bm_draw_fill(ui->d, caret, ui->look.accent);
        ui->text_box = caret;
    }
    bm_draw_unclip(ui->d, old);
}

bool bm_ui_field(struct bm_ui *ui, bm_box box, const char *label, char *text, size_t cap)
{
    const uint32_t id = bm_ui_id(ui, label);
    const bool focused = bm_ui_note(ui, id, box, label, true, true);
    bm_box inner = bm_box_inset(box, 2);
    bm_box_cut_left(&inner, ui->gap / 2);
    bm_box_cut_right(&inner, ui->gap / 2);
    if (bm_ui_hovers(ui, box) && ui->in.pressed[0] && !ui->used_mouse) {
        ui->used_mouse = true;
        ui->focus = ui->caret_id = id;
        ui->caret =
            bm_type_fit(ui->type, bm_ui_style(ui), text, strlen(text), ui->in.x - inner.x);
    }
    bool entered = false;
    if (focused) {
        if (ui->caret_id != id) {
            ui->caret_id = id;
            ui->caret = strlen(text);
        }
        ui->wants_text = true;
        edit(ui, text, cap);
        if (ui->caret > strlen(text))
            ui->caret = strlen(text);
        entered = bm_ui_key(ui, SDLK_RETURN, 0) || bm_ui_key(ui, SDLK_KP_ENTER, 0);
    }
    bm_draw_round(ui->d, box, ui->gap / 2, focused ? ui->look.accent : ui->look.line);
    bm_draw_round(ui->d, bm_box_inset(box, focused ? 2 : 1), ui->gap / 2, ui->look.field);
    draw_text(ui, inner, text, focused);
    return entered;
}

/* SPDX-License-Identifier: MIT */
#include "desktop/ui/text_edit.h"

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

/* Words are runs of bytes of one class: blanks, letters with digits and all beyond ASCII,
 * signs. */
static int class_at(const char *text, size_t at)
{
    const unsigned char c = (unsigned char)text[at];
    if (c <= ' ')
        return 0;
    return c >= 0x80 || c == '_' || (c >= '0' && c <= '9') ||
                   ((c | 0x20u) >= 'a' && (c | 0x20u) <= 'z')
               ? 1
               : 2;
}

static size_t word_left(const char *text, size_t at)
{
    while (at > 0 && class_at(text, at - 1) == 0)
        at--;
    const int class = at > 0 ? class_at(text, at - 1) : 0;
    while (at > 0 && class_at(text, at - 1) == class)
        at--;
    return at;
}

static size_t word_right(const char *text, size_t at)
{
    const int class = class_at(text, at);
    while (text[at] && class_at(text, at) == class)
        at++;
    while (text[at] && class_at(text, at) == 0)
        at++;
    return at;
}

size_t bm_text_edit_from(const struct bm_ui *ui)
{
    return ui->caret < ui->anchor ? ui->caret : ui->anchor;
}

size_t bm_text_edit_to(const struct bm_ui *ui)
{
    return ui->caret < ui->anchor ? ui->anchor : ui->caret;
}

void bm_text_edit_put_caret(struct bm_text_edit *e, size_t at, bool extend)
{
    e->ui->caret = at;
    if (!extend)
        e->ui->anchor = at;
    e->ui->redraw = true;
}

void bm_text_edit_focus(struct bm_text_edit *e, uint32_t id)
{
    struct bm_ui *const ui = e->ui;
    const size_t len = strlen(e->text);
    if (ui->caret_id != id) {
        ui->caret_id = id;
        ui->text_scroll = 0;
        ui->caret = ui->anchor = len;
    }
    ui->caret = ui->caret < len ? ui->caret : len;
    ui->anchor = ui->anchor < len ? ui->anchor : len;
}

static void click_text(struct bm_text_edit *e, size_t at, int clicks, bool extend)
{
    if (clicks >= 3) {
        e->ui->anchor = 0;
        bm_text_edit_put_caret(e, strlen(e->text), true);
    } else if (clicks == 2) {
        const int class = class_at(e->text, at);
        size_t from = at, to = at;
        while (from > 0 && class_at(e->text, from - 1) == class)
            from--;
        while (e->text[to] && class_at(e->text, to) == class)
            to++;
        e->ui->anchor = from;
        bm_text_edit_put_caret(e, to, true);
    } else {
        bm_text_edit_put_caret(e, at, extend);
    }
}

bool bm_text_edit_is_pointed(struct bm_text_edit *e, uint32_t id, bm_box box)
{
    struct bm_ui *const ui = e->ui;
    if (!bm_ui_hovers(ui, box) || !ui->in.pressed[0] || ui->mouse_consumed)
        return ui->active == id && ui->in.down[0] && !ui->in.pressed[0];
    ui->mouse_consumed = true;
    ui->active = ui->focus = id;
    bm_text_edit_focus(e, id);
    return true;
}

void bm_text_edit_point(struct bm_text_edit *e, size_t at)
{
    struct bm_ui *const ui = e->ui;
    if (ui->in.pressed[0]) {
        click_text(e, at, ui->in.clicks, SDL_GetModState() & KMOD_SHIFT);
        ui->drag_words = ui->in.clicks > 1;
    } else if (at != ui->caret && !ui->drag_words) {
        bm_text_edit_put_caret(e, at, true);
    }
}

static void remove_range(struct bm_text_edit *e, size_t from, size_t to)
{
    memmove(e->text + from, e->text + to, strlen(e->text + to) + 1);
    bm_text_edit_put_caret(e, from, false);
}

/* Put a text in the place of the selection: as much of it as there is room for. */
static void replace_selection(struct bm_text_edit *e, const char *more)
{
    remove_range(e, bm_text_edit_from(e->ui), bm_text_edit_to(e->ui));
    const size_t have = strlen(e->text), at = e->ui->caret;
    size_t n = strlen(more);
    if (have + n + 1 > e->cap) {
        n = e->cap - 1 - have;
        while (n > 0 && ((unsigned char)more[n] & 0xc0) == 0x80)
            n--;
    }
    memmove(e->text + at + n, e->text + at, have - at + 1);
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        const char c = more[i];
        if (e->lines && c == '\r') /* of CR LF */
            continue;
        const bool breaks = c == '\n' || c == '\r';
        e->text[at + used++] = c == '\t' || (breaks && !e->lines) ? ' ' : c;
    }
    memmove(e->text + at + used, e->text + at + n, have - at + 1);
    bm_text_edit_put_caret(e, at + used, false);
}

bool bm_text_edit_key(struct bm_ui *ui, SDL_Keycode key, bool *shift, bool *ctrl)
{
    if (ui->blocked || ui->key_consumed || ui->in.key != key || (ui->in.mod & KMOD_ALT))
        return false;
    *shift = (ui->in.mod & KMOD_SHIFT) != 0;
    *ctrl = (ui->in.mod & KMOD_CTRL) != 0;
    ui->key_consumed = true;
    return true;
}

static bool has_selection(const struct bm_ui *ui) { return ui->caret != ui->anchor; }

static void copy_selection(const struct bm_text_edit *e)
{
    const size_t from = bm_text_edit_from(e->ui), len = bm_text_edit_to(e->ui) - from;
    char *const copy = SDL_malloc(len + 1);
    if (!copy)
        return;
    memcpy(copy, e->text + from, len);
    copy[len] = '\0';
    SDL_SetClipboardText(copy);
    SDL_free(copy);
}

/* Without a selection nothing is copied or cut, and the key is left to commands. */
static bool clipboard_keys(struct bm_text_edit *e)
{
    struct bm_ui *const ui = e->ui;
    if (has_selection(ui) &&
        (bm_ui_key(ui, SDLK_c, KMOD_CTRL) || bm_ui_key(ui, SDLK_INSERT, KMOD_CTRL))) {
        copy_selection(e);
        return true;
    }
    if (has_selection(ui) &&
        (bm_ui_key(ui, SDLK_x, KMOD_CTRL) || bm_ui_key(ui, SDLK_DELETE, KMOD_SHIFT))) {
        copy_selection(e);
        remove_range(e, bm_text_edit_from(ui), bm_text_edit_to(ui));
        return true;
    }
    if (bm_ui_key(ui, SDLK_v, KMOD_CTRL) || bm_ui_key(ui, SDLK_INSERT, KMOD_SHIFT)) {
        char *const clip = SDL_GetClipboardText();
        if (clip)
            replace_selection(e, clip);
        SDL_free(clip);
        return true;
    }
    return false;
}

static void deletion_keys(struct bm_text_edit *e)
{
    struct bm_ui *const ui = e->ui;
    bool shift = false, ctrl = false;
    const bool back = bm_text_edit_key(ui, SDLK_BACKSPACE, &shift, &ctrl);
    if (!back && !bm_text_edit_key(ui, SDLK_DELETE, &shift, &ctrl))
        return;
    const size_t at = ui->caret;
    if (has_selection(ui))
        remove_range(e, bm_text_edit_from(ui), bm_text_edit_to(ui));
    else if (back)
        remove_range(e, ctrl ? word_left(e->text, at) : left_of(e->text, at), at);
    else
        remove_range(e, at, ctrl ? word_right(e->text, at) : right_of(e->text, at));
}

static void movement_keys(struct bm_text_edit *e)
{
    struct bm_ui *const ui = e->ui;
    const char *const text = e->text;
    bool shift = false, ctrl = false;
    if (bm_text_edit_key(ui, SDLK_LEFT, &shift, &ctrl)) {
        const size_t to = ctrl ? word_left(text, ui->caret) : left_of(text, ui->caret);
        bm_text_edit_put_caret(
            e, has_selection(ui) && !shift && !ctrl ? bm_text_edit_from(ui) : to, shift);
    } else if (bm_text_edit_key(ui, SDLK_RIGHT, &shift, &ctrl)) {
        const size_t to = ctrl ? word_right(text, ui->caret) : right_of(text, ui->caret);
        bm_text_edit_put_caret(
            e, has_selection(ui) && !shift && !ctrl ? bm_text_edit_to(ui) : to, shift);
    } else if (bm_text_edit_key(ui, SDLK_HOME, &shift, &ctrl)) {
        bm_text_edit_put_caret(e, 0, shift);
    } else if (bm_text_edit_key(ui, SDLK_END, &shift, &ctrl)) {
        bm_text_edit_put_caret(e, strlen(text), shift);
    }
}

void bm_text_edit_input(struct bm_text_edit *e)
{
    struct bm_ui *const ui = e->ui;
    if (ui->in.text[0]) {
        replace_selection(e, ui->in.text);
        ui->in.text[0] = '\0';
    }
    if (e->lines && bm_ui_key(ui, SDLK_RETURN, 0))
        replace_selection(e, "\n");
    if (clipboard_keys(e))
        return;
    deletion_keys(e);
    movement_keys(e);
    if (bm_ui_key(ui, SDLK_a, KMOD_CTRL)) {
        ui->anchor = 0;
        bm_text_edit_put_caret(e, strlen(e->text), true);
    } else if (bm_ui_key(ui, SDLK_u, KMOD_CTRL)) {
        remove_range(e, 0, strlen(e->text));
    }
}

size_t bm_text_edit_nearest(struct bm_ui *ui, const char *s, size_t len, int x)
{
    const struct bm_text_style style = bm_ui_style(ui);
    const size_t at = bm_fonts_fit(ui->fonts, style, s, len, x > 0 ? x : 0);
    if (at >= len)
        return len;
    size_t n;
    bm_utf8_next(s + at, s + len, &n);
    const int left = bm_fonts_width(ui->fonts, style, s, at);
    const int right = bm_fonts_width(ui->fonts, style, s, at + n);
    return x * 2 > left + right ? at + n : at;
}

/* SPDX-License-Identifier: MIT */
/* A field of several lines, which wraps what is too long for one. */
#include <string.h>

#include "desktop/ui/text_edit.h"

enum { LINES = 1024 };

/* Where the lines of a text begin as they are shown; one more is the text's end. */
struct text_lines {
    size_t begin[LINES + 1];
    int count;
};

static void break_lines(struct bm_ui *ui, const char *text, int width, struct text_lines *out)
{
    size_t at = 0;
    const size_t len = strlen(text);
    out->count = 0;
    do {
        out->begin[out->count++] = at;
        size_t n = bm_fonts_break_line(ui->fonts, bm_ui_style(ui), text + at, len - at, width);
        while (text[at + n] == ' ')
            n++;
        if (text[at + n] == '\n')
            n++;
        else if (at + n == len)
            break;
        at += n;
    } while (out->count < LINES && at <= len);
    out->begin[out->count] = len;
}

static int line_at_caret(const struct text_lines *l, size_t at)
{
    int line = l->count - 1;
    while (line > 0 && l->begin[line] > at)
        line--;
    return line;
}

/* Bytes of a line, without what breaks it. */
static size_t line_length(const struct text_lines *l, const char *text, int line)
{
    size_t end = l->begin[line + 1];
    if (end > l->begin[line] && text[end - 1] == '\n' && line + 1 < l->count)
        end--;
    return end - l->begin[line];
}

static int caret_x(struct bm_ui *ui, const struct text_lines *l, const char *text, size_t at)
{
    const size_t begin = l->begin[line_at_caret(l, at)];
    return bm_fonts_width(ui->fonts, bm_ui_style(ui), text + begin, at - begin);
}

static size_t offset_at(struct bm_ui *ui, const struct text_lines *l, const char *text,
                        int line, int x)
{
    line = line < 0 ? 0 : line >= l->count ? l->count - 1 : line;
    return l->begin[line] +
           bm_text_edit_nearest(ui, text + l->begin[line], line_length(l, text, line), x);
}

/* Keys that need to know where lines lie. */
static void line_keys(struct bm_text_edit *e, const struct text_lines *l)
{
    struct bm_ui *const ui = e->ui;
    const int line = line_at_caret(l, ui->caret);
    const unsigned ctrl_down = ui->in.mod & KMOD_CTRL;
    bool shift = false, ctrl = false;
    if (bm_text_edit_key(ui, SDLK_UP, &shift, &ctrl))
        bm_text_edit_put_caret(
            e,
            line ? offset_at(ui, l, e->text, line - 1, caret_x(ui, l, e->text, ui->caret)) : 0,
            shift);
    else if (bm_text_edit_key(ui, SDLK_DOWN, &shift, &ctrl))
        bm_text_edit_put_caret(
            e,
            line + 1 < l->count
                ? offset_at(ui, l, e->text, line + 1, caret_x(ui, l, e->text, ui->caret))
                : strlen(e->text),
            shift);
    else if (!ctrl_down && bm_text_edit_key(ui, SDLK_HOME, &shift, &ctrl))
        bm_text_edit_put_caret(e, l->begin[line], shift);
    else if (!ctrl_down && bm_text_edit_key(ui, SDLK_END, &shift, &ctrl))
        bm_text_edit_put_caret(e, l->begin[line] + line_length(l, e->text, line), shift);
}

/* The place of the text under the pointer. */
static size_t offset_at_pointer(struct bm_ui *ui, const char *text, bm_box inner, int height)
{
    struct text_lines l;
    break_lines(ui, text, inner.w, &l);
    const int y = ui->in.y - inner.y;
    const int line = ui->text_scroll + (y < 0 ? -1 : y / height);
    return offset_at(ui, &l, text, line, ui->in.x - inner.x);
}

static void draw_selection(struct bm_ui *ui, const struct text_lines *l, const char *text,
                           int line, bm_box row)
{
    const size_t begin = l->begin[line], end = begin + line_length(l, text, line);
    size_t from = bm_text_edit_from(ui), to = bm_text_edit_to(ui);
    if (from == to || to <= begin || from > end)
        return;
    const bool on = to > end; /* the break is selected, too */
    from = from < begin ? begin : from;
    to = to > end ? end : to;
    const int x = bm_fonts_width(ui->fonts, bm_ui_style(ui), text + begin, from - begin);
    const int w = bm_fonts_width(ui->fonts, bm_ui_style(ui), text + from, to - from);
    bm_draw_fill(ui->d, (bm_box){row.x + x, row.y, w + (on ? ui->gap / 2 : 0), row.h},
                 bm_color_alpha(ui->palette.accent, 0x60));
}

/* What an input method works on stands over the text behind the caret. */
static void draw_caret(struct bm_ui *ui, const struct text_lines *l, const char *text,
                       bm_box row)
{
    const char *const composing = ui->in.composing;
    int x = row.x + caret_x(ui, l, text, ui->caret);
    const int w = bm_fonts_width(ui->fonts, bm_ui_style(ui), composing, strlen(composing));
    if (*composing) {
        const struct bm_text_style other = {ui->size, ui->palette.accent, false};
        if (x + w > row.x + row.w) /* rather to the left than out of sight */
            x = row.x + row.w > w ? row.x + row.w - w : row.x;
        bm_draw_fill(ui->d, (bm_box){x, row.y, w, row.h}, ui->palette.field);
        bm_fonts_draw(ui->fonts, x, row.y, other, composing, strlen(composing));
        bm_draw_fill(ui->d, (bm_box){x, row.y + row.h - 1, w, 1}, ui->palette.accent);
    }
    ui->text_box = (bm_box){x + w, row.y, 2, row.h};
    bm_draw_fill(ui->d, ui->text_box, ui->palette.accent);
}

bool bm_ui_text_area(struct bm_ui *ui, bm_box box, const char *label, char *text, size_t cap)
{
    const uint32_t id = bm_ui_id(ui, label);
    const int height = bm_fonts_line_height(ui->fonts, ui->size);
    struct bm_text_edit e = {.ui = ui, .text = text, .cap = cap, .lines = true};
    struct text_lines l;
    bm_box inner = bm_box_inset(box, 2 + ui->gap / 2);
    const int rows = inner.h / height > 0 ? inner.h / height : 1;
    if (bm_text_edit_is_pointed(&e, id, box))
        bm_text_edit_point(&e, offset_at_pointer(ui, text, inner, height));
    const bool focused = bm_ui_register(ui, id, box, label, true, true);
    bool entered = false;
    int top = 0;
    if (focused) {
        bm_text_edit_focus(&e, id);
        ui->wants_text = true;
        entered = bm_ui_key(ui, SDLK_RETURN, KMOD_CTRL);
        const size_t was = ui->caret;
        break_lines(ui, text, inner.w, &l);
        line_keys(&e, &l);
        bm_text_edit_input(&e);
        break_lines(ui, text, inner.w, &l);
        if (bm_ui_hovers(ui, box) && ui->in.wheel && !ui->mouse_consumed) {
            ui->text_scroll -= ui->in.wheel;
            ui->mouse_consumed = true;
        }
        const int line = line_at_caret(&l, ui->caret),
                  most = l.count > rows ? l.count - rows : 0;
        if (ui->caret != was || ui->redraw) {
            if (line < ui->text_scroll)
                ui->text_scroll = line;
            if (line >= ui->text_scroll + rows)
                ui->text_scroll = line - rows + 1;
        }
        ui->text_scroll = ui->text_scroll < 0      ? 0
                          : ui->text_scroll > most ? most
                                                   : ui->text_scroll;
        top = ui->text_scroll;
    } else {
        break_lines(ui, text, inner.w, &l);
    }
    bm_draw_round(ui->d, box, ui->gap / 2, focused ? ui->palette.accent : ui->palette.line);
    bm_draw_round(ui->d, bm_box_inset(box, focused ? 2 : 1), ui->gap / 2, ui->palette.field);
    const SDL_Rect old = bm_draw_clip(ui->d, inner);
    for (int i = top; i < l.count && i < top + rows; i++) {
        const bm_box row = {inner.x, inner.y + (i - top) * height, inner.w, height};
        if (focused)
            draw_selection(ui, &l, text, i, row);
        bm_fonts_draw(ui->fonts, row.x, row.y, bm_ui_style(ui), text + l.begin[i],
                      line_length(&l, text, i));
        if (focused && i == line_at_caret(&l, ui->caret))
            draw_caret(ui, &l, text, row);
    }
    bm_draw_unclip(ui->d, old);
    return entered;
}

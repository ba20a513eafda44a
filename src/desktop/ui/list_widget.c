/* SPDX-License-Identifier: MIT */
#include "desktop/ui/ui.h"

#include <string.h>

static int max_scroll(const struct bm_ui_list *l)
{
    const int all = l->count * l->row - l->box.h;
    return all > 0 ? all : 0;
}

static int clamp_scroll(int at, int top) { return at < 0 ? 0 : at > top ? top : at; }

/* A bar at the right edge that can be drawn. */
static void scroll_bar(struct bm_ui *ui, struct bm_ui_list *l, int *at)
{
    const int top = max_scroll(l), width = ui->gap;
    if (top == 0)
        return;
    const bm_box rail = {l->box.x + l->box.w - width, l->box.y, width, l->box.h};
    const uint32_t id = l->id ^ 0x5bd1e995u;
    int size = l->box.h * l->box.h / (l->count * l->row);
    size = size < 2 * width ? 2 * width : size;
    (void)bm_ui_clicked(ui, id, rail);
    if (ui->active == id && ui->in.down[0])
        *at = clamp_scroll((ui->in.y - rail.y - size / 2) * top /
                               (rail.h - size > 0 ? rail.h - size : 1),
                           top);
    const int y = rail.y + (int)((int64_t)*at * (rail.h - size) / top);
    bm_draw_round(ui->d, (bm_box){rail.x + 1, y, width - 2, size}, width / 3,
                  bm_color_mix(ui->palette.line, ui->palette.text, ui->active == id ? 90 : 40));
    l->box.w -= width;
}

void bm_ui_list_begin(struct bm_ui *ui, struct bm_ui_list *l, bm_box box, const char *label,
                      int count, int row)
{
    *l = (struct bm_ui_list){.id = bm_ui_id(ui, label), .box = box, .row = row, .count = count};
    int *const at = bm_ui_scroll(ui, l->id);
    l->focused = bm_ui_register(ui, l->id, box, label, true, true);
    if (bm_ui_hovers(ui, box) && ui->in.wheel && !ui->mouse_consumed) {
        *at -= ui->in.wheel * row * 3;
        ui->mouse_consumed = true;
    }
    if (l->focused && bm_ui_key(ui, SDLK_PAGEUP, 0))
        *at -= box.h - row;
    if (l->focused && bm_ui_key(ui, SDLK_PAGEDOWN, 0))
        *at += box.h - row;
    *at = clamp_scroll(*at, max_scroll(l));
    scroll_bar(ui, l, at);
    l->at = *at;
    if (l->focused && ui->focus_shown)
        bm_draw_frame(ui->d, bm_box_inset(box, -2), 2, ui->palette.accent);
    l->clip = bm_draw_clip(ui->d, l->box);
}

bool bm_ui_list_line(struct bm_ui *ui, struct bm_ui_list *l, bm_box *out)
{
    (void)ui;
    const int y = l->box.y + l->line++ * l->row - l->at;
    *out = (bm_box){l->box.x, y, l->box.w, l->row};
    return y + l->row > l->box.y && y < l->box.y + l->box.h;
}

void bm_ui_list_show(struct bm_ui *ui, struct bm_ui_list *l, int line)
{
    int *const at = bm_ui_scroll(ui, l->id);
    const int y = line * l->row;
    if (y < *at)
        *at = y;
    else if (y + l->row > *at + l->box.h)
        *at = y + l->row - l->box.h;
    else
        return;
    *at = clamp_scroll(*at, max_scroll(l));
    l->at = *at;
    ui->redraw = true;
}

void bm_ui_list_end(struct bm_ui *ui, struct bm_ui_list *l) { bm_draw_unclip(ui->d, l->clip); }

bool bm_ui_picker(struct bm_ui *ui, bm_box box, const char *label, const char *const *text,
                  int count, int *at, bool *taken)
{
    struct bm_ui_list l;
    bool changed = false;
    bm_draw_fill(ui->d, box, ui->palette.line);
    box = bm_box_inset(box, 1);
    bm_draw_fill(ui->d, box, ui->palette.field);
    bm_ui_list_begin(ui, &l, box, label, count, ui->row * 4 / 5);
    int step = 0;
    if (l.focused)
        step = bm_ui_key(ui, SDLK_DOWN, 0) ? 1 : bm_ui_key(ui, SDLK_UP, 0) ? -1 : 0;
    if (l.focused && taken && count > 0 && bm_ui_key(ui, SDLK_RETURN, 0))
        *taken = true;
    if (step && count > 0) {
        *at = clamp_scroll(*at + step, count - 1);
        changed = true;
        bm_ui_list_show(ui, &l, *at);
    }
    for (int i = 0; i < count; i++) {
        bm_box line;
        if (!bm_ui_list_line(ui, &l, &line))
            continue;
        const uint32_t old = bm_ui_push_scope(ui, (uint32_t)i + 77);
        const uint32_t id = bm_ui_id(ui, label);
        bm_ui_register(ui, id, line, text[i], false, true);
        if (bm_ui_hovers(ui, box) && bm_ui_hovers(ui, line) && ui->in.pressed[0] &&
            !ui->mouse_consumed) {
            ui->mouse_consumed = true;
            ui->focus = l.id;
            if (taken && ui->in.clicks >= 2)
                *taken = true;
            changed = true;
            *at = i;
            ui->redraw = true;
        }
        if (i == *at)
            bm_draw_fill(ui->d, line, ui->palette.accent);
        else if (bm_ui_hovers(ui, line))
            bm_draw_fill(ui->d, line, bm_color_mix(ui->palette.field, ui->palette.text, 20));
        const struct bm_text_style style = {
            ui->size, i == *at ? ui->palette.on_accent : ui->palette.text, false};
        bm_box_cut_left(&line, ui->gap);
        bm_fonts_draw_line(ui->fonts, line, style, 0, text[i]);
        bm_ui_pop_scope(ui, old);
    }
    bm_ui_list_end(ui, &l);
    return changed;
}

/* SPDX-License-Identifier: MIT */
#include "desktop/ui/ui.h"

#include <stdio.h>
#include <string.h>

static const struct bm_palette light = {.back = 0xe9e6e0ff,
                                        .panel = 0xf7f5f1ff,
                                        .line = 0xcdc8beff,
                                        .text = 0x26231eff,
                                        .faint = 0x6f695eff,
                                        .accent = 0x2f6690ff,
                                        .on_accent = 0xffffffff,
                                        .field = 0xffffffff,
                                        .warn = 0xb3261eff,
                                        .good = 0x2e6b34ff};
static const struct bm_palette dark = {.back = 0x1f2023ff,
                                       .panel = 0x2a2c30ff,
                                       .line = 0x45484eff,
                                       .text = 0xe8e6e1ff,
                                       .faint = 0xa3a099ff,
                                       .accent = 0x5b9bcfff,
                                       .on_accent = 0x10151aff,
                                       .field = 0x1b1c1fff,
                                       .warn = 0xf28b82ff,
                                       .good = 0x8fce94ff};

void bm_ui_init(struct bm_ui *ui, struct bm_draw *d, struct bm_fonts *fonts)
{
    *ui = (struct bm_ui){.d = d, .fonts = fonts};
    bm_ui_configure(ui, 1, false);
}

void bm_ui_configure(struct bm_ui *ui, float scale, bool is_dark)
{
    ui->size = (int)(14 * scale + 0.5f);
    ui->row = (int)(30 * scale + 0.5f);
    ui->gap = (int)(8 * scale + 0.5f);
    ui->palette = is_dark ? dark : light;
}

void bm_ui_begin(struct bm_ui *ui)
{
    ui->widgets = 0;
    ui->scope = 0;
    ui->hot = 0;
    ui->key_consumed = ui->mouse_consumed = false;
    ui->wants_text = false;
    ui->blocked = false;
    if (ui->in.pressed[0])
        ui->focus_shown = false;
    if (ui->in.key)
        ui->focus_shown = true;
}

/* Tab goes on to the next widget that takes the keyboard. */
static void move_focus(struct bm_ui *ui, int step)
{
    int order[BM_UI_WIDGETS], count = 0, at = -1;
    for (unsigned i = 0; i < ui->widgets; i++) {
        if (!ui->widget[i].can_focus || !ui->widget[i].enabled)
            continue;
        if (ui->widget[i].id == ui->focus)
            at = count;
        order[count++] = (int)i;
    }
    if (count == 0)
        return;
    at = at < 0 ? (step > 0 ? 0 : count - 1) : (at + step + count) % count;
    ui->focus = ui->widget[order[at]].id;
}

void bm_ui_end(struct bm_ui *ui)
{
    if (!ui->key_consumed && ui->in.key == SDLK_TAB && !(ui->in.mod & KMOD_CTRL)) {
        move_focus(ui, ui->in.mod & KMOD_SHIFT ? -1 : 1);
        ui->key_consumed = true;
    }
    if (ui->in.pressed[0] && !ui->mouse_consumed)
        ui->focus = 0;
    if (!ui->in.down[0] && !ui->in.released[0])
        ui->active = 0;
}

uint32_t bm_ui_push_scope(struct bm_ui *ui, uint32_t n)
{
    const uint32_t old = ui->scope;
    ui->scope = (old ^ (n + 0x9e3779b9u)) * 16777619u;
    return old;
}

void bm_ui_pop_scope(struct bm_ui *ui, uint32_t old) { ui->scope = old; }

uint32_t bm_ui_id(const struct bm_ui *ui, const char *label)
{
    uint32_t h = 2166136261u ^ ui->scope;
    for (const char *c = label; *c; c++)
        h = (h ^ (unsigned char)*c) * 16777619u;
    return h ? h : 1;
}

bool bm_ui_register(struct bm_ui *ui, uint32_t id, bm_box box, const char *label,
                    bool can_focus, bool enabled)
{
    if (ui->blocked)
        return false;
    if (ui->widgets < BM_UI_WIDGETS) {
        struct bm_widget *const w = &ui->widget[ui->widgets++];
        *w = (struct bm_widget){
            .id = id, .box = box, .can_focus = can_focus, .enabled = enabled};
        snprintf(w->label, sizeof w->label, "%s", label);
    }
    return enabled && ui->focus == id;
}

bool bm_ui_hovers(const struct bm_ui *ui, bm_box box)
{
    return !ui->blocked && bm_box_has(box, ui->in.x, ui->in.y);
}

bool bm_ui_clicked(struct bm_ui *ui, uint32_t id, bm_box box)
{
    if (!bm_ui_hovers(ui, box))
        return false;
    ui->hot = id;
    if (ui->in.pressed[0] && !ui->mouse_consumed) {
        ui->active = id;
        ui->mouse_consumed = true;
    }
    return ui->in.released[0] && ui->active == id;
}

bool bm_ui_key(struct bm_ui *ui, SDL_Keycode key, unsigned mod)
{
    const unsigned all = KMOD_CTRL | KMOD_SHIFT | KMOD_ALT;
    const unsigned have = ((ui->in.mod & KMOD_CTRL) ? KMOD_CTRL : 0) |
                          ((ui->in.mod & KMOD_SHIFT) ? KMOD_SHIFT : 0) |
                          ((ui->in.mod & KMOD_ALT) ? KMOD_ALT : 0);
    if (ui->blocked || ui->key_consumed || ui->in.key != key || have != (mod & all))
        return false;
    ui->key_consumed = true;
    return true;
}

struct bm_text_style bm_ui_style(const struct bm_ui *ui)
{
    return (struct bm_text_style){ui->size, ui->palette.text, false};
}

void bm_ui_label(struct bm_ui *ui, bm_box box, const char *text)
{
    bm_fonts_draw_line(ui->fonts, box, bm_ui_style(ui), 0, text);
}

void bm_ui_faint_label(struct bm_ui *ui, bm_box box, const char *text)
{
    const struct bm_text_style style = {ui->size, ui->palette.faint, false};
    bm_fonts_draw_line(ui->fonts, box, style, 0, text);
}

void bm_ui_paragraph(struct bm_ui *ui, bm_box box, struct bm_text_style style, const char *text)
{
    bm_ui_register(ui, bm_ui_id(ui, text), box, text, false, false);
    bm_fonts_draw_wrapped(ui->fonts, box, style, text);
}

void bm_ui_title(struct bm_ui *ui, bm_box box, const char *text)
{
    const struct bm_text_style style = {ui->size * 5 / 4, ui->palette.text, true};
    bm_fonts_draw_line(ui->fonts, box, style, 0, text);
}

int bm_ui_button_width(struct bm_ui *ui, const char *label)
{
    return bm_fonts_width(ui->fonts, bm_ui_style(ui), label, strlen(label)) + 3 * ui->gap;
}

static void focus_ring(struct bm_ui *ui, bm_box box, bool focused)
{
    if (focused && ui->focus_shown)
        bm_draw_frame(ui->d, bm_box_inset(box, -2), 2, ui->palette.accent);
}

static bool key_activates(struct bm_ui *ui, bool focused)
{
    return focused && (bm_ui_key(ui, SDLK_RETURN, 0) || bm_ui_key(ui, SDLK_SPACE, 0) ||
                       bm_ui_key(ui, SDLK_KP_ENTER, 0));
}

/* A triangle to the left or right, with a bar where it goes as far as it can. */
static void draw_icon(struct bm_ui *ui, bm_box box, enum bm_ui_icon sign, bm_color c)
{
    const bool left = sign == BM_UI_ICON_FIRST || sign == BM_UI_ICON_BACK;
    const bool far = sign == BM_UI_ICON_FIRST || sign == BM_UI_ICON_LAST;
    const float h = (float)ui->size * 0.4f, w = h * 1.4f, bar = far ? h / 2 : 0;
    const float x = (float)box.x + (float)box.w / 2, y = (float)box.y + (float)box.h / 2;
    const float tip = left ? x - (w - bar) / 2 : x + (w - bar) / 2;
    const float foot = left ? tip + w : tip - w;
    const SDL_FPoint p[3] = {{tip, y}, {foot, y - h}, {foot, y + h}};
    bm_draw_polygon(ui->d, p, 3, c);
    if (far)
        bm_draw_fill(
            ui->d,
            (bm_box){(int)(left ? tip - bar : tip), (int)(y - h), (int)bar, (int)(2 * h) + 1},
            c);
}

bool bm_ui_button(struct bm_ui *ui, bm_box box, const char *label, unsigned flags)
{
    const struct bm_palette *const p = &ui->palette;
    const bool enabled = !(flags & BM_BUTTON_OFF);
    const uint32_t id = bm_ui_id(ui, label);
    const bool focused = bm_ui_register(ui, id, box, label, true, enabled);
    const bool clicked = bm_ui_clicked(ui, id, box) && enabled;
    const bool held = enabled && ui->active == id && ui->in.down[0];
    const bool hover = enabled && bm_ui_hovers(ui, box);
    const bool strong = flags & (BM_BUTTON_MAIN | BM_BUTTON_ON);
    bm_color back = strong ? p->accent : p->panel;
    if (hover)
        back = bm_color_mix(back, p->text, held ? 60 : 24);
    if (!(flags & BM_BUTTON_FLAT) || strong || hover) {
        if (!(flags & BM_BUTTON_FLAT))
            bm_draw_round(ui->d, box, ui->gap / 2, enabled ? p->line : p->back);
        bm_draw_round(ui->d, flags & BM_BUTTON_FLAT ? box : bm_box_inset(box, 1), ui->gap / 2,
                      enabled ? back : p->back);
    }
    focus_ring(ui, box, focused);
    struct bm_text_style style = {ui->size,
                                  !enabled ? bm_color_mix(p->faint, p->back, 110)
                                  : strong ? p->on_accent
                                           : p->text,
                                  false};
    const enum bm_ui_icon sign = flags >> BM_BUTTON_ICON;
    /* Rather small than cut. */
    while (style.size > ui->size * 2 / 3 &&
           bm_fonts_width(ui->fonts, style, label, strlen(label)) > box.w - 6)
        style.size--;
    if (sign)
        draw_icon(ui, box, sign, style.color);
    else
        bm_fonts_draw_line(ui->fonts, bm_box_inset(box, 3), style, 1, label);
    return (key_activates(ui, focused) && enabled) || clicked;
}

bool bm_ui_checkbox(struct bm_ui *ui, bm_box box, const char *label, bool *on)
{
    const uint32_t id = bm_ui_id(ui, label);
    const bool focused = bm_ui_register(ui, id, box, label, true, true);
    const int side = ui->size;
    const bm_box mark = {box.x, box.y + (box.h - side) / 2, side, side};
    const bool hit = bm_ui_clicked(ui, id, box);
    if (key_activates(ui, focused) || hit) {
        *on = !*on;
        ui->redraw = true;
    }
    bm_draw_round(ui->d, mark, side / 5, *on ? ui->palette.accent : ui->palette.line);
    if (!*on)
        bm_draw_round(ui->d, bm_box_inset(mark, 1), side / 5, ui->palette.field);
    if (*on) {
        bm_draw_line(ui->d, mark.x + side / 5, mark.y + side / 2, mark.x + side * 2 / 5,
                     mark.y + side * 3 / 4, side / 6 + 1, ui->palette.on_accent);
        bm_draw_line(ui->d, mark.x + side * 2 / 5, mark.y + side * 3 / 4, mark.x + side * 4 / 5,
                     mark.y + side / 4, side / 6 + 1, ui->palette.on_accent);
    }
    focus_ring(ui, mark, focused);
    bm_box rest = box;
    bm_box_cut_left(&rest, side + ui->gap);
    bm_ui_label(ui, rest, label);
    return hit;
}

bool bm_ui_choice(struct bm_ui *ui, bm_box box, const char *label, const char *const *text,
                  int count, int *at)
{
    const uint32_t id = bm_ui_id(ui, label);
    const bool focused = bm_ui_register(ui, id, box, label, true, count > 0);
    int step = 0;
    if (bm_ui_clicked(ui, id, box))
        step = ui->in.x < box.x + box.w / 3 ? -1 : 1;
    if (focused && bm_ui_key(ui, SDLK_LEFT, 0))
        step = -1;
    if (focused && (bm_ui_key(ui, SDLK_RIGHT, 0) || bm_ui_key(ui, SDLK_SPACE, 0)))
        step = 1;
    if (step && count > 0) {
        *at = (*at + step + count) % count;
        ui->redraw = true;
    }
    const bool hover = bm_ui_hovers(ui, box);
    bm_draw_round(ui->d, box, ui->gap / 2, ui->palette.line);
    bm_draw_round(ui->d, bm_box_inset(box, 1), ui->gap / 2,
                  hover ? bm_color_mix(ui->palette.field, ui->palette.text, 16)
                        : ui->palette.field);
    focus_ring(ui, box, focused);
    bm_box inner = bm_box_inset(box, 2);
    const struct bm_text_style faint = {ui->size, ui->palette.faint, false};
    bm_fonts_draw_line(ui->fonts, bm_box_cut_left(&inner, ui->row * 2 / 3), faint, 1, "‹");
    bm_fonts_draw_line(ui->fonts, bm_box_cut_right(&inner, ui->row * 2 / 3), faint, 1, "›");
    if (count > 0 && *at >= 0 && *at < count)
        bm_fonts_draw_line(ui->fonts, inner, bm_ui_style(ui), 1, text[*at]);
    return step != 0;
}

void bm_ui_set_focus(struct bm_ui *ui, const char *label)
{
    ui->focus = bm_ui_id(ui, label);
    ui->focus_shown = true;
    ui->caret_id = 0; /* of a field: at its end */
}

int *bm_ui_scroll(struct bm_ui *ui, uint32_t id)
{
    unsigned spare = 0;
    for (unsigned i = 0; i < BM_UI_SCROLLS; i++) {
        if (ui->scroll[i].id == id)
            return &ui->scroll[i].at;
        if (ui->scroll[i].id == 0) {
            spare = i;
            break;
        }
    }
    ui->scroll[spare].id = id;
    ui->scroll[spare].at = 0;
    return &ui->scroll[spare].at;
}

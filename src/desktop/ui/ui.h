/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_UI_UI_H
#define BM_DESKTOP_UI_UI_H

/*
 * A small immediate-mode layer. The whole window is gone through once for each key, click and
 * text that comes, mute, and once more to draw. A widget is a call that looks at the input,
 * draws itself and says what happened to it. Nothing of a widget is kept but which one has the
 * focus, which one is held by the mouse, and how far lists are scrolled.
 */

#include "desktop/ui/fonts.h"

enum { BM_UI_WIDGETS = 512, BM_UI_LABEL = 64, BM_UI_SCROLLS = 32, BM_UI_TYPED = 64 };

/* What came in, one event a pass. */
struct bm_input {
    int x, y;                     /* the pointer */
    bool down[3];                 /* held: left, middle, right */
    bool pressed[3], released[3]; /* in this pass */
    int clicks;                   /* of `pressed`: 2 is a double click */
    int wheel;                    /* lines, up is positive */
    SDL_Keycode key;              /* pressed in this pass, or 0 */
    unsigned mod;                 /* SDL_Keymod */
    char text[BM_UI_TYPED];       /* typed in this pass, or "" */
    char composing[BM_UI_TYPED];  /* what an input method is working on */
};

struct bm_palette {
    bm_color back, panel, line, text, faint, accent, on_accent, field, warn, good;
};

/* What was there in the last pass: for the keyboard, and for tests. */
struct bm_widget {
    uint32_t id;
    bm_box box;
    bool can_focus, enabled;
    char label[BM_UI_LABEL];
};

struct bm_ui {
    struct bm_draw *d;
    struct bm_fonts *fonts;
    struct bm_input in;
    struct bm_palette palette;
    int size; /* of letters, in pixels */
    int row;  /* height of a button */
    int gap;
    bool blocked; /* something modal lies above what is gone through now */
    uint32_t scope;
    uint32_t focus, active, hot;
    bool focus_shown;    /* the keyboard was used last */
    bool key_consumed;   /* the key of this pass was for a widget */
    bool mouse_consumed; /* so was the press or wheel */
    bool wants_text;     /* a field has the focus */
    bm_box text_box;     /* where it is, for input methods */
    bool redraw;         /* another pass is needed */
    struct bm_widget widget[BM_UI_WIDGETS];
    unsigned widgets;
    struct {
        uint32_t id;
        int at;
    } scroll[BM_UI_SCROLLS];
    /* Of the field that has the focus */
    uint32_t caret_id;
    size_t caret, anchor; /* what lies between them is selected */
    int text_scroll;      /* pixels to the left, or lines */
    bool drag_words;      /* the press selected a word: dragging does not change that */
};

void bm_ui_init(struct bm_ui *ui, struct bm_draw *d, struct bm_fonts *fonts);
/* Sizes for a scale, 1 being 96 dots an inch; and colours. */
void bm_ui_configure(struct bm_ui *ui, float scale, bool dark);
void bm_ui_begin(struct bm_ui *ui);
void bm_ui_end(struct bm_ui *ui);

/* Widgets with the same label differ by their scope. */
uint32_t bm_ui_push_scope(struct bm_ui *ui, uint32_t n);
void bm_ui_pop_scope(struct bm_ui *ui, uint32_t old);
uint32_t bm_ui_id(const struct bm_ui *ui, const char *label);

/* Make a widget known; true if it has the focus. */
bool bm_ui_register(struct bm_ui *ui, uint32_t id, bm_box box, const char *label,
                    bool can_focus, bool enabled);
/* A click inside a box: pressed there and released there. */
bool bm_ui_clicked(struct bm_ui *ui, uint32_t id, bm_box box);
bool bm_ui_hovers(const struct bm_ui *ui, bm_box box);
/* Whether a key was pressed in this pass and not consumed; consumes it. */
bool bm_ui_key(struct bm_ui *ui, SDL_Keycode key, unsigned mod);

struct bm_text_style bm_ui_style(const struct bm_ui *ui);
void bm_ui_label(struct bm_ui *ui, bm_box box, const char *text);
void bm_ui_faint_label(struct bm_ui *ui, bm_box box, const char *text);
/* Text of several lines that one can find again by its beginning. */
void bm_ui_paragraph(struct bm_ui *ui, bm_box box, struct bm_text_style style,
                     const char *text);
void bm_ui_title(struct bm_ui *ui, bm_box box, const char *text);
int bm_ui_button_width(struct bm_ui *ui, const char *label);

/* What is drawn, not written, on a button. */
enum bm_ui_icon {
    BM_UI_ICON_NONE,
    BM_UI_ICON_FIRST,
    BM_UI_ICON_BACK,
    BM_UI_ICON_FORWARD,
    BM_UI_ICON_LAST
};

enum bm_button_flags {
    BM_BUTTON_OFF = 1,
    BM_BUTTON_MAIN = 2,
    BM_BUTTON_ON = 4,
    BM_BUTTON_FLAT = 8,
    BM_BUTTON_ICON = 4 /* an enum bm_ui_icon, shifted by this, is drawn instead of the label */
};
bool bm_ui_button(struct bm_ui *ui, bm_box box, const char *label, unsigned flags);
bool bm_ui_checkbox(struct bm_ui *ui, bm_box box, const char *label, bool *on);
/* One of several texts: a click on the left or right half, or the arrows, go on. */
bool bm_ui_choice(struct bm_ui *ui, bm_box box, const char *label, const char *const *text,
                  int count, int *at);
/* A line of text, `cap` bytes with NUL. True if Enter was pressed in it. */
bool bm_ui_text_field(struct bm_ui *ui, bm_box box, const char *label, char *text, size_t cap);
/* The same with several lines. Enter breaks a line; true if Ctrl+Enter was pressed in it. */
bool bm_ui_text_area(struct bm_ui *ui, bm_box box, const char *label, char *text, size_t cap);
/* Give the focus to the widget of a label in the current scope. */
void bm_ui_set_focus(struct bm_ui *ui, const char *label);

/* A list that scrolls: bm_ui_list_begin(), then for each line bm_ui_list_line(). */
struct bm_ui_list {
    uint32_t id;
    bm_box box;
    int row, at, count, line;
    SDL_Rect clip;
    bool focused;
};
void bm_ui_list_begin(struct bm_ui *ui, struct bm_ui_list *l, bm_box box, const char *label,
                      int count, int row);
/* The box of the next line; false if it is not seen. */
bool bm_ui_list_line(struct bm_ui *ui, struct bm_ui_list *l, bm_box *out);
void bm_ui_list_end(struct bm_ui *ui, struct bm_ui_list *l);
/* See to it that a line is seen. */
void bm_ui_list_show(struct bm_ui *ui, struct bm_ui_list *l, int line);
/* The same with texts that can be chosen: true if another was, or (twice) it was taken. */
bool bm_ui_picker(struct bm_ui *ui, bm_box box, const char *label, const char *const *text,
                  int count, int *at, bool *taken);
/* How far something is scrolled. */
int *bm_ui_scroll(struct bm_ui *ui, uint32_t id);

#endif

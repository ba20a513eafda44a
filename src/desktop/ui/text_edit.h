/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_UI_TEXT_EDIT_H
#define BM_DESKTOP_UI_TEXT_EDIT_H

/* Editing the text of a field: caret, selection, clipboard. Shared by ui_field.c and ui_area.c.
 */

#include "desktop/ui/ui.h"

/* A text that is edited: the caller's bytes, and the caret and selection of the layer. */
struct bm_text_edit {
    struct bm_ui *ui;
    char *text; /* UTF-8, ended by NUL */
    size_t cap; /* with the NUL */
    bool lines; /* line breaks are allowed; otherwise they become blanks */
};

/* Keys and typed text of this pass, except those that need to know where lines lie. */
void bm_text_edit_input(struct bm_text_edit *e);
/* Take the focus's caret and selection: a field that is new to the focus is selected at its
 * end. */
void bm_text_edit_focus(struct bm_text_edit *e, uint32_t id);
/* Put the caret; the selection is extended to it, or ends. */
void bm_text_edit_put_caret(struct bm_text_edit *e, size_t at, bool extend);
/* Whether the pointer was pressed in the field's box, which takes the focus then, or is held
 * since it was. */
bool bm_text_edit_is_pointed(struct bm_text_edit *e, uint32_t id, bm_box box);
/* The pointer is at a place of the text: a press puts the caret there or selects the word (two
 * clicks) or everything (three); held, it extends the selection. */
void bm_text_edit_point(struct bm_text_edit *e, size_t at);
/* The selected bytes; empty if from == to. */
size_t bm_text_edit_from(const struct bm_ui *ui);
size_t bm_text_edit_to(const struct bm_ui *ui);
/* Whether a key was pressed, with or without Shift and Ctrl; it counts as used then. */
bool bm_text_edit_key(struct bm_ui *ui, SDL_Keycode key, bool *shift, bool *ctrl);
/* The place of a line that is nearest to a distance from its beginning. */
size_t bm_text_edit_nearest(struct bm_ui *ui, const char *s, size_t len, int x);

#endif

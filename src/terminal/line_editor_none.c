/* SPDX-License-Identifier: MIT */
/* Without libedit: no editor is ever opened, and the prompt reads plain lines. */
#include "terminal/line_editor.h"

struct bm_line_editor *bm_line_editor_open(const struct bm_line_editor_hooks *hooks,
                                           const char *history)
{
    (void)hooks;
    (void)history;
    return NULL;
}

void bm_line_editor_close(struct bm_line_editor *e) { (void)e; }

const char *bm_line_editor_read(struct bm_line_editor *e)
{
    (void)e;
    return NULL;
}

bool bm_line_editor_has_text(struct bm_line_editor *e)
{
    (void)e;
    return false;
}

void bm_line_editor_clear(struct bm_line_editor *e) { (void)e; }
void bm_line_editor_hide(struct bm_line_editor *e) { (void)e; }
void bm_line_editor_show(struct bm_line_editor *e) { (void)e; }

void bm_line_editor_hold(struct bm_line_editor *e, bool on)
{
    (void)e;
    (void)on;
}

void bm_line_editor_resize(struct bm_line_editor *e) { (void)e; }

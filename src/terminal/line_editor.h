/* SPDX-License-Identifier: MIT */
#ifndef BM_TERMINAL_LINE_EDITOR_H
#define BM_TERMINAL_LINE_EDITOR_H

/* Lines that are edited on a terminal, with history and completion: libedit. */

#include <stdbool.h>
#include <stddef.h>

struct bm_line_editor_hooks {
    int (*get)(void *user); /* wait for a byte; negative: give up reading */
    /* See bm_prompt_hooks. */
    size_t (*ask)(void *user, char *buf, size_t cap);
    const char *(*offer)(void *user, const char *line, size_t i);
    void *user;
};

struct bm_line_editor;

/* NULL if the terminal cannot do it, or there is no memory. */
struct bm_line_editor *bm_line_editor_open(const struct bm_line_editor_hooks *hooks,
                                           const char *history);
void bm_line_editor_close(struct bm_line_editor *e);

/* The next line, valid until the next call; NULL when get() gave up, or for Ctrl-D. */
const char *bm_line_editor_read(struct bm_line_editor *e);
/* Whether something stands in the line. */
bool bm_line_editor_has_text(struct bm_line_editor *e);
/* Forget what was typed. */
void bm_line_editor_clear(struct bm_line_editor *e);
/* Take the line off the screen, and put it back. */
void bm_line_editor_hide(struct bm_line_editor *e);
void bm_line_editor_show(struct bm_line_editor *e);
/* Give the terminal back for a while (false), and take it again. */
void bm_line_editor_hold(struct bm_line_editor *e, bool on);
/* The terminal has another size. */
void bm_line_editor_resize(struct bm_line_editor *e);

#endif

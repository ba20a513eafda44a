/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_TERMINAL_LINE_EDITOR_H
#define BM_CLI_TERMINAL_LINE_EDITOR_H

/* Lines that are edited on a terminal, with history and completion: libedit. */

#include <stdbool.h>
#include <stddef.h>

struct bm_edit_hooks {
    int (*get)(void *user); /* wait for a byte; negative: give up reading */
    /* See bm_prompt_hooks. */
    size_t (*ask)(void *user, char *buf, size_t cap);
    const char *(*offer)(void *user, const char *line, size_t i);
    void *user;
};

struct bm_edit;

/* NULL if the terminal cannot do it, or there is no memory. */
struct bm_edit *bm_edit_open(const struct bm_edit_hooks *hooks, const char *history);
void bm_edit_close(struct bm_edit *e);

/* The next line, valid until the next call; NULL when get() gave up, or for Ctrl-D. */
const char *bm_edit_read(struct bm_edit *e);
/* Whether something stands in the line. */
bool bm_edit_is_typed(struct bm_edit *e);
/* Forget what was typed. */
void bm_edit_drop(struct bm_edit *e);
/* Take the line off the screen, and put it back. */
void bm_edit_wipe(struct bm_edit *e);
void bm_edit_show(struct bm_edit *e);
/* Give the terminal back for a while (false), and take it again. */
void bm_edit_hold(struct bm_edit *e, bool on);
/* The terminal has another size. */
void bm_edit_resize(struct bm_edit *e);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_TERMINAL_PROMPT_H
#define BM_TERMINAL_PROMPT_H

/*
 * Reads lines from stdin: with editing, history and completion on a terminal, plain lines
 * otherwise. The event loop runs while it waits, so that engines answer and flags fall without
 * a key being pressed.
 */

#include <stdbool.h>
#include <stddef.h>

#include "io/loop.h"

enum bm_prompt_got {
    PROMPT_LINE,      /* a line */
    PROMPT_END,       /* the end of the input */
    PROMPT_INTERRUPT, /* Ctrl-C while nothing was typed */
    PROMPT_TERMINATE  /* the program has to end */
};

struct bm_prompt_hooks {
    /* Plain lines are left waiting as long as this is true: what follows belongs to what comes
     * out of it. */
    bool (*is_busy)(void *user);
    /* Write the prompt; as snprintf. */
    size_t (*ask)(void *user, char *buf, size_t cap);
    /* The i-th word that may stand behind `line`, whose last word is unfinished; NULL: no more.
     * The text is valid until the next call. */
    const char *(*offer)(void *user, const char *line, size_t i);
    /* The terminal was resized, or other output overwrote it. */
    void (*redraw)(void *user);
    void *user;
};

struct bm_prompt;

/*
 * On success the caller owns *out. `history` names a file that keeps the lines of earlier
 * days; NULL: none. `edit` false: plain lines even on a terminal. NULL if there is no memory.
 */
struct bm_prompt *bm_prompt_open(struct bm_loop *loop, const struct bm_prompt_hooks *hooks,
                                 const char *history, bool edit);
/* Restores the terminal. NULL is fine. */
void bm_prompt_close(struct bm_prompt *p);

/* Whether lines are edited on a screen. */
bool bm_prompt_has_screen(const struct bm_prompt *p);
/* Size of the screen; 80 by 24 if that is not known. */
void bm_prompt_size(unsigned *columns, unsigned *rows);

/* Wait for a line, which is valid until the next call. */
enum bm_prompt_got bm_prompt_read(struct bm_prompt *p, const char **line);
/*
 * Hide the line that is being edited; call it before printing. The line is shown again later.
 */
void bm_prompt_aside(struct bm_prompt *p);
/* The prompt has changed. */
void bm_prompt_touch(struct bm_prompt *p);

#endif

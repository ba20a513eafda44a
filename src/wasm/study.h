/* SPDX-License-Identifier: MIT */
#ifndef BM_WASM_STUDY_H
#define BM_WASM_STUDY_H

/*
 * A game that is studied on the page: a tree of moves which is read from a record, edited and
 * written. Nodes and notes are the numbers of banmen/game.h; the page keeps what undoes an
 * edit.
 */

#include "game/line.h"
#include "wasm/web.h"

struct bm_web_study {
    struct bm_game *game;
    struct bm_line line;   /* follows the page through the tree */
    struct bm_buf reports; /* of the last reading or writing: JSON without its brackets */
    enum bm_format format; /* that it was read in; BM_FORMAT_AUTO: it was not */
    enum bm_encoding encoding;
};

/* Append a report as an object; `out` is a struct bm_buf. */
void bm_web_put_report(void *out, const struct bm_report *report);
/* `"name":"text"` of a text that is not ended by NUL. */
void bm_web_member_span(struct bm_buf *out, const char *name, struct bm_text text);
/* Answer with a sentence that says why not; always 0. */
int bm_web_answer_error(struct bm_buf *out, const char *what);
/* Write a game in the format and the encoding of slots 0 and 1 ("": UTF-8), as
 * bm_web_write() does. What the format cannot hold goes to `report`. */
int bm_web_write_game(struct bm_web *w, const struct bm_game *game, bm_report_fn report,
                      void *user);

/* The context at a node, with room for one more move; NULL: it cannot be reached. */
struct bm_ctx *bm_web_study_ctx(struct bm_web_study *s, bm_node n);
/* Whether a node of that number is in the tree. */
bool bm_web_study_has(const struct bm_web_study *s, bm_node n);

#endif

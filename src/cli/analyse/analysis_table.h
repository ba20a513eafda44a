/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ANALYSE_ANALYSIS_TABLE_H
#define BM_CLI_ANALYSE_ANALYSIS_TABLE_H

/*
 * The lines of a search on stdout: a table that is redrawn in place on a terminal, otherwise
 * one line of text or JSON for each.
 */

#include "session/batch/sync_analyser.h"

struct bm_analyse_table {
    const char *title; /* name of the analyser */
    struct bm_ctx *ctx;
    enum bm_lang lang;
    bool json, terminal;
    unsigned columns; /* of the terminal */

    struct bm_buf *rows; /* texts of the lines so far, by number */
    size_t count, cap;
    struct bm_buf status;
    unsigned drawn; /* rows of the table on the screen */
    bool changed;
};

/* The context is at the position, with room for lines; it is used, and left as it was. */
void bm_analyse_table_begin(struct bm_analyse_table *t, struct bm_ctx *ctx, const char *title,
                            enum bm_lang lang, bool json);
/* A line has come. */
void bm_analyse_table_take(struct bm_analyse_table *t, const struct bm_analyser_line *line);
/* Draw what has changed. */
void bm_analyse_table_draw(struct bm_analyse_table *t);
/* The final lines; releases everything. */
void bm_analyse_table_end(struct bm_analyse_table *t, const struct bm_sync_analyser *m);

/* The items of a line as members of an object that is open. */
void bm_analyser_line_json(struct bm_buf *j, struct bm_ctx *ctx,
                           const struct bm_analyser_line *line, enum bm_lang lang);
/* One line of text for it, without line end. */
void bm_analyser_line_text(struct bm_buf *out, struct bm_ctx *ctx,
                           const struct bm_analyser_line *line, enum bm_lang lang);

#endif

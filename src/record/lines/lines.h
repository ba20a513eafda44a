/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_LINES_LINES_H
#define BM_RECORD_LINES_LINES_H

/* What the formats with one game a line share. */

#include "game/words.h"
#include "record/format.h"

struct bm_lines {
    const char *s, *end; /* the line, without blanks at its ends */
    const char *next;    /* where the one after it begins */
};

/* The next line that is neither blank nor a comment (#). BM_STEP_GAME if there is one. */
enum bm_reading_step bm_lines_next(const struct bm_reading *r, struct bm_lines *out);

/* Take a word off the front of a line; empty at its end. */
struct bm_text bm_lines_word(struct bm_lines *line);

/* How a position is known to be written. */
enum bm_lines_shape { BM_LINES_ANY, BM_LINES_FEN, BM_LINES_SFEN };

/*
 * Begin the game at the position that a text is, by the rules that its board has the shape of
 * unless that is known. False, and the defect is reported, if it cannot be read or played.
 */
bool bm_lines_begin(struct bm_reading *r, const char *s, size_t len, enum bm_lines_shape shape);

/* Report as lost all that a format without notes leaves out; `tags` tells if it keeps these. */
void bm_lines_lose_notes(struct bm_writing *w, bool tags);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_NOTATION_TEXT_H
#define BM_NOTATION_TEXT_H

/*
 * What the readers of positions and moves share. Columns are counted in bytes from 0 here and
 * from 1 in struct bm_error.
 */

#include "banmen/notation.h"
#include "base/str.h"

/*
 * Fill *err (may be NULL) and return BM_ESYNTAX. In `what`, a '~' stands for the byte, made
 * printable; in that of bm_text_refuse_number() for the number.
 */
bm_status bm_text_refuse(struct bm_error *err, size_t at, const char *what, unsigned byte);
bm_status bm_text_refuse_number(struct bm_error *err, size_t at, const char *what, uint64_t n);

/*
 * Fill *err (may be NULL) with a sentence as it is and return `status`. Column 0: there is no
 * place to name.
 */
bm_status bm_text_fail(struct bm_error *err, bm_status status, uint32_t column,
                       const char *what);

/*
 * Fill *err (may be NULL) with a template, as bm_str_fill() takes it, and return `status`.
 * Column 0: there is no place to name. A sentence is one template, never pieced together: the
 * catalogue of messages (src/message) has its translation.
 */
bm_status bm_text_tell(struct bm_error *err, bm_status status, uint32_t column,
                       const char *what, const char *const *texts);

/* A byte as a text, for bm_text_tell(), made printable. */
struct bm_text_byte {
    char s[8];
};
struct bm_text_byte bm_text_byte(unsigned byte);

/* Part of a text, up to but without `end`. */
struct bm_field {
    size_t at, end;
};

static inline bool bm_text_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/*
 * Cut a text at its blanks into at most `max` fields; returns how many there are, which may be
 * more. Fields that are not there are empty and lie at the end of the text.
 */
unsigned bm_text_split(const char *s, size_t len, struct bm_field *fields, unsigned max);

/* Whether the text s[at, end) is `word`. */
bool bm_text_is(const char *s, struct bm_field f, const char *word);

/* A decimal number of at most six digits, or nothing: 0. `what` is said if it is neither. */
bm_status bm_text_number(uint32_t *out, const char *s, struct bm_field f, const char *what,
                         struct bm_error *err);

/* The side to move: `sides` has the letters of the first and the second one. */
bm_status bm_text_side(uint8_t *out, const char *s, struct bm_field f, const char *sides,
                       struct bm_error *err);

/* What is said of an SFEN in which a number stands where the hands should. */
#define BM_NO_HANDS \
    "the field of the hands is missing: an SFEN is board, side, hands (-: none), number"

/* The number of the next move; none means 1, and so does 0, from which some programs count. */
bm_status bm_text_move_number(uint32_t *out, const char *s, struct bm_field f,
                              struct bm_error *err);

/*
 * Refuse a text that reads well but is not the exact standard form, which is `form`: the column
 * is where they part.
 */
bm_status bm_text_strict(const char *s, size_t len, const char *form, size_t form_len,
                         struct bm_error *err);

/* The two kinds of positions; `s` has no blanks at its ends unless the form is strict. */
bm_status bm_fen_parse(struct bm_setup *out, const char *s, size_t len, unsigned flags,
                       struct bm_error *err);
bm_status bm_sfen_parse(struct bm_setup *out, const char *s, size_t len, unsigned flags,
                        struct bm_error *err);
void bm_fen_format(const struct bm_setup *setup, unsigned flags, struct bm_str *out);
void bm_sfen_format(const struct bm_setup *setup, struct bm_str *out);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_BASE_TEXT_WIDTH_H
#define BM_BASE_TEXT_WIDTH_H

/* Columns that UTF-8 takes on a terminal: kanji, kana, full-width forms and pictures take two.
 */

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the character that starts here; a stray byte is one by itself. */
size_t bm_char_size(const char *s);
/* Whether a character of n bytes takes two columns. */
bool bm_char_is_wide(const char *s, size_t n);
/* Columns of a text. */
size_t bm_text_width(const char *text);

#endif

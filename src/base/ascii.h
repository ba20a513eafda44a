/* SPDX-License-Identifier: MIT */
#ifndef BM_BASE_ASCII_H
#define BM_BASE_ASCII_H

/* Classes of ASCII characters, independent of any locale. */

#include <stdbool.h>

static inline bool bm_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool bm_is_lower(char c) { return c >= 'a' && c <= 'z'; }
static inline bool bm_is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static inline bool bm_is_letter(char c) { return bm_is_lower(c) || bm_is_upper(c); }

/* Blank inside of a line: space or tab. */
static inline bool bm_is_blank(char c) { return c == ' ' || c == '\t'; }

/* Character that ends a line. */
static inline bool bm_is_eol(char c) { return c == '\n' || c == '\r'; }

/* Blank or end of a line. */
static inline bool bm_is_space(char c) { return bm_is_blank(c) || bm_is_eol(c); }

#endif

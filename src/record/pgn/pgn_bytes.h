/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_PGN_PGN_BYTES_H
#define BM_RECORD_PGN_PGN_BYTES_H

/* What the bytes of a PGN mean, for its reader alone. */

#include <stdbool.h>
#include <stdint.h>

/* What a byte begins where a token may begin. */
enum sort {
    JUNK,
    BLANK,
    WORD,
    DIGIT,
    COMMENT,
    REST,
    NAG,
    OPEN,
    CLOSE,
    STAR,
    GLYPH,
    TAG,
    DOT,
    NUL
};

/* Entries of a table: eight in a row, all letters, all digits. */
#define ROW(c, x)                                                                       \
    [c] = x, [(c) + 1] = x, [(c) + 2] = x, [(c) + 3] = x, [(c) + 4] = x, [(c) + 5] = x, \
    [(c) + 6] = x, [(c) + 7] = x
#define CASES(c, x) ROW(c, x), ROW((c) + 8, x), ROW((c) + 16, x), [(c) + 24] = x, [(c) + 25] = x
#define DIGITS(x)   ROW('0', x), ['8'] = x, ['9'] = x

static const uint8_t sorts[256] = {
    [0] = NUL,      [1] = BLANK,   [2] = BLANK,     [3] = BLANK,      [4] = BLANK,
    [5] = BLANK,    [6] = BLANK,   [7] = BLANK,     ROW(8, BLANK),    ROW(16, BLANK),
    ROW(24, BLANK), [' '] = BLANK, ['{'] = COMMENT, [';'] = REST,     ['%'] = REST,
    ['$'] = NAG,    ['('] = OPEN,  [')'] = CLOSE,   ['*'] = STAR,     ['!'] = GLYPH,
    ['?'] = GLYPH,  ['+'] = GLYPH, ['='] = GLYPH,   ['~'] = GLYPH,    ['['] = TAG,
    ['.'] = DOT,    ['-'] = WORD,  ['@'] = WORD,    CASES('A', WORD), CASES('a', WORD),
    DIGITS(DIGIT),
};

/* What a word may go on with; bytes of characters that are not ASCII do too. */
static const bool in_word[256] = {
    ['+'] = true,    ['#'] = true,    ['='] = true,     ['-'] = true,     [':'] = true,
    ['/'] = true,    ['@'] = true,    CASES('A', true), CASES('a', true), DIGITS(true),
    ROW(0x80, true), ROW(0x88, true), ROW(0x90, true),  ROW(0x98, true),  ROW(0xa0, true),
    ROW(0xa8, true), ROW(0xb0, true), ROW(0xb8, true),  ROW(0xc0, true),  ROW(0xc8, true),
    ROW(0xd0, true), ROW(0xd8, true), ROW(0xe0, true),  ROW(0xe8, true),  ROW(0xf0, true),
    ROW(0xf8, true),
};

#undef ROW
#undef CASES
#undef DIGITS

#endif

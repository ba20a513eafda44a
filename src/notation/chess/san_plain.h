/* SPDX-License-Identifier: MIT */
#ifndef BM_NOTATION_CHESS_SAN_PLAIN_H
#define BM_NOTATION_CHESS_SAN_PLAIN_H

/* A move's text, made plain for the patient readers. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BM_PLAIN_LONGEST = 40 };

/*
 * Figures as letters, signs for captures and dashes in ASCII, no blanks; `at` has the place of
 * every byte. Length 0 if it is too long for a move.
 */
struct bm_plain {
    char s[BM_PLAIN_LONGEST + 1];
    uint8_t at[BM_PLAIN_LONGEST + 1];
    size_t len;
};

void bm_plain_make(struct bm_plain *p, const char *s, size_t len);
/* Take a text off the end; false if it is not there, or is all there is. */
bool bm_plain_drop_end(struct bm_plain *p, const char *tail);
/* What may stand behind a move and says nothing that the rules do not know. */
void bm_plain_drop_ends(struct bm_plain *p);
/* O-O, 0-0-0, OO: how many times it says O, or 0. The digits need their dashes. */
unsigned bm_plain_castles(const struct bm_plain *p);

#endif

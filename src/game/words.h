/* SPDX-License-Identifier: MIT */
#ifndef BM_GAME_WORDS_H
#define BM_GAME_WORDS_H

#include <string.h>

#include "banmen/game.h"

/* The annotation that a glyph stands for ("!", "!?", "±", "+-", "□"); 0 if it is none. Glyphs
 * that several numbers share, one for each side, give the one of the first side. */
unsigned bm_words_nag(const char *glyph, size_t len);

/* Text of a string. */
static inline struct bm_text bm_text_of(const char *s)
{
    return (struct bm_text){s, strlen(s)};
}

/* Whether a text is this word. */
static inline bool bm_words_same(struct bm_text t, const char *word)
{
    return t.len == strlen(word) && memcmp(t.s, word, t.len) == 0;
}

#endif

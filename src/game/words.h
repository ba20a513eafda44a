/* SPDX-License-Identifier: MIT */
#ifndef BM_GAME_WORDS_H
#define BM_GAME_WORDS_H

#include "banmen/game.h"

/* The annotation that a glyph stands for ("!", "!?", "±", "+-", "□"); 0 if it is none. Glyphs
 * that several numbers share, one for each side, give the one of the first side. */
unsigned bm_words_nag(const char *glyph, size_t len);

#endif

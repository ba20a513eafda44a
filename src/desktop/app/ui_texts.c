/* SPDX-License-Identifier: MIT */
#include "desktop/app/ui_texts.h"

const char *bm_word(enum bm_word w, enum bm_lang lang)
{
    static const char *const text[BM_WORDS][2] = {
#define X(name, en, ja) {en, ja},
        BM_WORD_MAP(X)
#undef X
    };
    return text[w][lang == BM_JA];
}

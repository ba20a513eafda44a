/* SPDX-License-Identifier: MIT */
#include "desktop/app/ui_texts.h"

const char *bm_ui_text(enum bm_ui_text w, enum bm_lang lang)
{
    static const char *const text[BM_UI_TEXT_COUNT][2] = {
#define X(name, en, ja) {en, ja},
        BM_UI_TEXTS(X)
#undef X
    };
    return text[w][lang == BM_JA];
}

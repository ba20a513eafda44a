/* SPDX-License-Identifier: MIT */
#include "banmen/search.h"

static const struct {
    const char *name, *text[2];
} levels[BM_LEVELS] = {
#define X(level, name, en, ja) [(level)-1] = {name, {en, ja}},
    BM_LEVEL_MAP(X)
#undef X
};

const char *bm_level_name(unsigned level)
{
    return level >= 1 && level <= BM_LEVELS ? levels[level - 1].name : NULL;
}

const char *bm_level_text(unsigned level, enum bm_lang lang)
{
    return level >= 1 && level <= BM_LEVELS ? levels[level - 1].text[lang == BM_JA] : "";
}

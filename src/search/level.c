/* SPDX-License-Identifier: MIT */
#include "search/level.h"

static const struct {
    const char *name, *text[2];
} levels[BM_LEVELS] = {
#define X(level, name, en, ja) [(level)-1] = {name, {en, ja}},
    BM_LEVEL_MAP(X)
#undef X
};

/* Limits and evaluation noise of the levels. The noise is far below the value of a piece. The
 * distances between levels were measured: docs/strength.md. */
static const struct bm_skill skills[BM_LEVELS + 1] = {
    [3] = {.depth = 2, .nodes = 4000, .noise = 250, .opening = 200},
    [4] = {.depth = 6, .nodes = 800, .noise = 75, .opening = 75},
    [5] = {.depth = 8, .nodes = 2200, .noise = 40, .opening = 50, .blunder_check = true},
    [6] = {.depth = 12, .nodes = 7000, .noise = 18, .opening = 40, .blunder_check = true},
    [7] = {.depth = 20, .nodes = 20000, .noise = 5, .opening = 30, .blunder_check = true},
    [8] = {.depth = BM_SKILL_ANY, .nodes = UINT64_MAX},
};

const struct bm_skill *bm_skill_of(unsigned level) { return &skills[level]; }

const char *bm_level_name(unsigned level)
{
    return level >= 1 && level <= BM_LEVELS ? levels[level - 1].name : NULL;
}

const char *bm_level_text(unsigned level, enum bm_lang lang)
{
    return level >= 1 && level <= BM_LEVELS ? levels[level - 1].text[lang == BM_JA] : "";
}

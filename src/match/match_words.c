/* SPDX-License-Identifier: MIT */
/* The words of actions and refusals. */
#include "banmen/match.h"

#include <string.h>

static const char *const acts[] = {
#define X(name, word) word,
    BM_ACT_MAP(X)
#undef X
};

const char *bm_act_word(enum bm_act act)
{
    return (unsigned)act < BM_ACT_COUNT ? acts[act] : "unknown";
}

enum bm_act bm_act_find(const char *word, size_t len)
{
    unsigned i = 0;
    while (i < BM_ACT_COUNT && (strlen(acts[i]) != len || memcmp(acts[i], word, len) != 0))
        i++;
    return (enum bm_act)i;
}

static const struct {
    const char *word, *text[2];
} refusals[] = {
#define X(name, word, en, ja) {word, {en, ja}},
    BM_REFUSAL_MAP(X)
#undef X
};

const char *bm_refusal_word(enum bm_refusal r)
{
    return (unsigned)r < BM_REFUSAL_COUNT ? refusals[r].word : "unknown";
}

const char *bm_refusal_text(enum bm_refusal r, enum bm_lang lang)
{
    return (unsigned)r < BM_REFUSAL_COUNT ? refusals[r].text[lang == BM_JA] : "unknown";
}

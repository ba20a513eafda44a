/* SPDX-License-Identifier: MIT */
#include "record/tag_names.h"
#include "game/words.h"

#include <string.h>

static const struct {
    const char *tag, *words[2]; /* by enum bm_tag_words */
} tags[] = {
#define X(tag, kif, csa) {tag, {kif, csa}},
    BM_TAG_MAP(X)
#undef X
};

static const char *const ends[BM_END_COUNT][2] = {
#define X(name, en, kif, csa, who) [BM_END_##name] = {kif, csa},
    BM_END_MAP(X)
#undef X
};

/* Other words that are read for an end; the words of BM_END_MAP are the ones that are
 * written. */
static const struct {
    const char *word;
    enum bm_end end;
} other_ends[] = {
    {"詰", BM_END_MATE},
    {"時間切れ", BM_END_TIME},
    {"時間切れ負け", BM_END_TIME},
    {"切れ負", BM_END_TIME},
    {"切負", BM_END_TIME},
    {"Time-up", BM_END_TIME},
    {"TIME-UP", BM_END_TIME},
    {"反則", BM_END_FOUL},
    {"反則負", BM_END_FOUL},
    {"反則勝", BM_END_FOUL_BY_OTHER},
    {"入玉宣言", BM_END_DECLARATION},
    {"入玉宣言勝ち", BM_END_DECLARATION},
    {"宣言勝ち", BM_END_DECLARATION},
    {"勝ち宣言", BM_END_DECLARATION},
    {"トライ勝ち", BM_END_TRY},
    {"引き分け", BM_END_AGREEMENT},
    {"引分け", BM_END_AGREEMENT},
    {"引分", BM_END_AGREEMENT},
    {"不詰み", BM_END_NO_MATE},
    {"待った", BM_END_TAKE_BACK},
    {"エラー", BM_END_FAILURE},
};

struct bm_text bm_words_tag(enum bm_tag_words words, struct bm_text word)
{
    if (word.len != 0)
        for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
            if (bm_words_same(word, tags[i].words[words]))
                return bm_text_of(tags[i].tag);
    return word;
}

struct bm_text bm_words_word(enum bm_tag_words words, struct bm_text tag)
{
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (tags[i].words[words][0] != '\0' && bm_words_same(tag, tags[i].tag))
            return bm_text_of(tags[i].words[words]);
    return bm_text_of("");
}

enum bm_end bm_words_end(enum bm_tag_words words, struct bm_text word)
{
    if (word.len == 0)
        return BM_END_COUNT;
    for (unsigned i = 0; i < BM_END_COUNT; i++)
        if (bm_words_same(word, ends[i][words]))
            return (enum bm_end)i;
    if (words == BM_WORDS_KIF)
        for (size_t i = 0; i < sizeof other_ends / sizeof *other_ends; i++)
            if (bm_words_same(word, other_ends[i].word))
                return other_ends[i].end;
    return BM_END_COUNT;
}

const char *bm_words_for_end(enum bm_tag_words words, enum bm_end end)
{
    return end < BM_END_COUNT ? ends[end][words] : "";
}

/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_TAG_NAMES_H
#define BM_RECORD_TAG_NAMES_H

/*
 * Tags go by PGN's name inside a game. Those that other formats have a word of their own for
 * are in this one list: name, KIF and KI2 (the first is written), CSA. Others keep their name.
 */

#include "banmen/game.h"

#define BM_TAG_MAP(X)                           \
    X("Sente", "先手", "N+")                    \
    X("Gote", "後手", "N-")                     \
    X("Event", "棋戦", "$EVENT")                \
    X("Site", "場所", "$SITE")                  \
    X("StartTime", "開始日時", "$START_TIME")   \
    X("EndTime", "終了日時", "$END_TIME")       \
    X("TimeControl", "持ち時間", "$TIME_LIMIT") \
    X("Opening", "戦型", "$OPENING")            \
    X("Note", "備考", "$NOTE")                  \
    X("Title", "表題", "")                      \
    X("Date", "対局日", "")                     \
    X("Sente", "下手", "")                      \
    X("Gote", "上手", "")                       \
    X("Site", "対局場所", "")                   \
    X("TimeControl", "持時間", "")              \
    X("Time", "", "$TIME")                      \
    X("SenteTime", "", "$TIME+")                \
    X("GoteTime", "", "$TIME-")                 \
    X("MaxMoves", "", "$MAX_MOVES")             \
    X("Jishogi", "", "$JISHOGI")

enum bm_tag_words { BM_WORDS_KIF, BM_WORDS_CSA };

/* The tag that a format's word stands for; the word itself if it is not in the list. */
struct bm_text bm_words_tag(enum bm_tag_words words, struct bm_text word);
/* The format's word for a tag; length 0 if it has none. */
struct bm_text bm_words_word(enum bm_tag_words words, struct bm_text tag);
/* The end that a word of KIF (詰, 時間切れ, ... as well) or of CSA (without %) stands for, or
 * BM_END_COUNT. */
enum bm_end bm_words_end(enum bm_tag_words words, struct bm_text word);
/* The word that is written for an end; "" if the format has none. */
const char *bm_words_for_end(enum bm_tag_words words, enum bm_end end);

#endif

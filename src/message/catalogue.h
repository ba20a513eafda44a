/* SPDX-License-Identifier: MIT */
#ifndef BM_MESSAGE_CATALOGUE_H
#define BM_MESSAGE_CATALOGUE_H

/*
 * The catalogue of messages. An entry is a template as it stands in the sources, and its
 * translation. In the English one, '~' and {k} (any small letter) are places for texts. In the
 * translation a digit tells which of them stands there, counted from 1:
 *
 *   ~1   the text as it is
 *   @1   a name or a list of names: squares and kinds of pieces by the rules, else by `words`
 *   &1   a sentence, or several parted by "; ", which are translated in turn
 *
 * tests/style/check-catalogue extracts the templates of the sources, and fails if one of them
 * has no entry, an entry has no source, or a text gets lost in translation.
 */

#include <stddef.h>

struct bm_message {
    const char *english, *japanese;
};

struct bm_messages {
    const struct bm_message *sentences; /* whole messages and hints */
    const struct bm_message *words;     /* what stands inside of them */
    size_t sentence_count, word_count;
};

extern const struct bm_messages bm_messages_text;    /* positions, moves, clocks */
extern const struct bm_messages bm_messages_variant; /* files of variants */
extern const struct bm_messages bm_messages_record;  /* game records */

#endif

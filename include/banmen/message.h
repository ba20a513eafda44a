/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_MESSAGE_H
#define BANMEN_MESSAGE_H

/**
 * @file
 * Messages of the library in other languages.
 *
 * Functions that read text tell in English what is wrong with it: struct bm_error, struct
 * bm_issue. A catalogue has these messages in Japanese, too. It knows them by their text, so
 * that it serves messages that came from another program as well.
 */

#include <stddef.h>

#include "banmen/rules.h"
#include "banmen/variant.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BM_MESSAGE_TEXT = 1024 /**< bytes that hold every translated message of the library */
};

/**
 * Write a message in a language, NUL-terminated, as snprintf does. What the catalogue does not
 * know, and everything in English, is written as it is. `rules` (may be NULL) give the names of
 * the squares and pieces that the message mentions. A message that was cut short is translated
 * as far as it goes and ends in "…".
 */
BM_API size_t bm_message_format(const char *english, enum bm_lang lang,
                                const struct bm_rules *rules, char *buf, size_t cap);

/**
 * Put the message and the hint of an issue into a language, for bm_issue_format(). What does
 * not fit is cut before a character.
 */
BM_API void bm_issue_translate(struct bm_issue *issue, enum bm_lang lang);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_MESSAGE_H */

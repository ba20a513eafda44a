/* SPDX-License-Identifier: MIT */
#ifndef BM_VARIANT_ISSUES_H
#define BM_VARIANT_ISSUES_H

/* Collecting what is wrong with a text. */

#include "banmen/variant.h"

/* A run of bytes on one line of one of the texts that are read. Source 0 is the text itself,
 * others are those that it extends. */
struct bm_place {
    uint32_t line, column, length; /* 1-based */
    uint32_t source;
};

struct bm_findings {
    struct bm_issues *issues;
    struct bm_place
        extends; /* of the main text's `extends`: stands for places of its parents */
    const char *const *names; /* of the sources, for "inherited from 'chess'" */
};

/*
 * Add an issue. In `message` and `hint`, each '~' stands for the next of the texts given (NUL-
 * ended; at most 4, NULL ends them; control bytes are made printable, long ones cut). Issues of
 * the same place and message are told once. The list is kept in the order of the text.
 */
void bm_report_error(struct bm_findings *r, struct bm_place at, const char *code,
                     const char *message, const char *hint, const char *const *texts);
void bm_report_warning(struct bm_findings *r, struct bm_place at, const char *code,
                       const char *message, const char *hint, const char *const *texts);

/* The one of `words` (NULL-ended) that `word` was probably meant to be, or NULL. */
const char *bm_closest(const char *word, const char *const *words);

#endif

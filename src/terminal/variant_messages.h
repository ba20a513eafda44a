/* SPDX-License-Identifier: MIT */
#ifndef BM_TERMINAL_VARIANT_MESSAGES_H
#define BM_TERMINAL_VARIANT_MESSAGES_H

/* Variants by name or as files, for -v, with messages on stderr. */

#include <stdio.h>

#include "session/variant_file.h"

/* Print all issues with the lines that they are about. */
void bm_variant_file_print_issues(const struct bm_variant_file *p,
                                  const struct bm_issues *issues, enum bm_lang lang, FILE *to);

/*
 * The rules that -v asks for: a built-in name, or the path of a file. The caller releases them.
 * NULL after having said, in that language, why there are none.
 */
const struct bm_rules *bm_variant_rules_open(const char *name, enum bm_lang lang);

/* The text of a file, as bm_variant_file_read(); false after an error message. */
bool bm_variant_file_open(struct bm_variant_file *p, const char *file);
/* The text of a built-in game or of a file, likewise. */
bool bm_variant_file_find(struct bm_variant_file *p, const char *name);

#endif

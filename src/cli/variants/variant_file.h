/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_VARIANTS_VARIANT_FILE_H
#define BM_CLI_VARIANTS_VARIANT_FILE_H

/* Variants by name or as YAML files: the argument of -v. */

#include <stdio.h>

#include "banmen/variant.h"

/* The text of a variant and its source. */
struct bm_variant_file {
    const char *name; /* as messages call it */
    char *text;       /* truncated beyond the limit: compiling reports that */
    size_t len;
};

/* Read a file, standard input for "-"; false after an error message. */
bool bm_variant_file_read(struct bm_variant_file *p, const char *file);
void bm_variant_file_free(struct bm_variant_file *p);

/*
 * Compile it, as bm_rules_load(). The variant that it extends is a built-in one or the file
 * ID.yaml of the same folder.
 */
bm_status bm_variant_file_compile(const struct bm_variant_file *p, const struct bm_rules **out,
                                  struct bm_issues *issues);

/* Print all issues with the lines that they are about. */
void bm_variant_file_print_issues(const struct bm_variant_file *p,
                                  const struct bm_issues *issues, enum bm_lang lang, FILE *to);

/*
 * The rules that -v asks for: a built-in name, or the path of a file. The caller releases them.
 * NULL after having said, in that language, why there are none.
 */
const struct bm_rules *bm_variant_rules_open(const char *name, enum bm_lang lang);

/* The text of a built-in game or of a file, likewise; false after an error message. */
bool bm_variant_file_find(struct bm_variant_file *p, const char *name);

/* The i-th built-in name, those of games without a text last; NULL: no more. */
const char *bm_variant_name_at(unsigned i);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_FILES_VARIANT_FILE_H
#define BM_DESKTOP_FILES_VARIANT_FILE_H

/* Rules from the built-in library or a variant file. Any thread. */

#include "banmen/variant.h"

/* The contents of a file, released with bm_release(); NULL: `why` says why. */
char *bm_file_read_text(enum bm_lang lang, const char *path, size_t *len, char *why,
                        size_t cap);
/* Rules by a built-in name or the path of a YAML file, as bm_variant_load(). The caller
 * releases them. NULL: `why` says why in that language. */
const struct bm_rules *bm_desktop_variant_load(enum bm_lang lang, const char *name, char *why,
                                               size_t cap);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_FILES_VARIANT_FILE_H
#define BM_DESKTOP_FILES_VARIANT_FILE_H

/* Rules out of a library or a file. Any thread may call this. */

#include "banmen/variant.h"

/* All of a file; NULL, and `why` has the words. The caller releases it. */
char *bm_file_read_text(enum bm_lang lang, const char *path, size_t *len, char *why,
                        size_t cap);
/* Rules by a name or the path of a YAML file, which finds what it extends beside itself; NULL,
 * and `why` has the words. The caller releases them. */
const struct bm_rules *bm_variant_file_load(enum bm_lang lang, const char *name, char *why,
                                            size_t cap);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_APP_ERROR_TEXT_H
#define BM_DESKTOP_APP_ERROR_TEXT_H

/* What went wrong, in the language of the window. Of details that the library has in English
 * alone, Japanese tells the kind of error first, and the detail behind it. */

#include "banmen/ctx.h"

/* err may be NULL. */
void bm_error_text(enum bm_lang lang, bm_status status, const struct bm_error *err, char *buf,
                   size_t cap);
/* The first defect that makes a position unplayable; "" if there is none. */
void bm_defects_text(enum bm_lang lang, bm_defects defects, char *buf, size_t cap);
/* An errno of files. */
const char *bm_errno_text(enum bm_lang lang, int number);

#endif

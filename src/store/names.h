/* SPDX-License-Identifier: MIT */
#ifndef BM_STORE_NAMES_H
#define BM_STORE_NAMES_H

/*
 * Names of accounts: which may be chosen, and which look alike. The skeleton of a name follows
 * the idea of Unicode's UTS #39: each letter is replaced by one that stands for all that look
 * like it, so that two names that look alike have the same skeleton. It is only compared, never
 * shown.
 */

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    BM_NAME_LEAST = 2, /* characters */
    BM_NAME_MOST = 20,
    BM_NAME_TEXT = 80 /* bytes of a name, of its folded form and of its skeleton, with NUL */
};

enum bm_name_fault {
    BM_NAME_GOOD,
    BM_NAME_MALFORMED, /* not 2 to 20 letters, digits and signs of scripts that are known */
    BM_NAME_MIXED      /* letters of scripts that are not written together */
};

/* `letters` is a locale of UTF-8 in all of these. */

/* Whether a new account may have a name, as far as its letters go. */
enum bm_name_fault bm_name_check(locale_t letters, const char *name);
/* The name in lower case, which finds its account; false: it is no name at all. More names pass
 * than bm_name_check() lets in: accounts of older versions keep theirs. */
bool bm_name_fold(locale_t letters, const char *name, char out[BM_NAME_TEXT]);
/* False: it is no name at all. */
bool bm_name_skeleton(locale_t letters, const char *name, char out[BM_NAME_TEXT]);

#endif

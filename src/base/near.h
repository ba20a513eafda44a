/* SPDX-License-Identifier: MIT */
#ifndef BM_BASE_NEAR_H
#define BM_BASE_NEAR_H

/* "Did you mean ...?" */

/* The word that was meant by a wrong one, if that is `meant` rather than `best`, which may be
 * NULL; else `best`. */
const char *bm_nearer(const char *word, const char *meant, const char *best);

#endif

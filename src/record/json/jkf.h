/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_JSON_JKF_H
#define BM_RECORD_JSON_JKF_H

/* The words of JSON Kifu Format, for reading and for writing. */

#include "banmen/types.h"

enum { BM_JKF_PRESETS = 16, BM_JKF_MARKS = 7 };

/* Pieces by kind, as in CSA; NULL if there is none. */
extern const char *const bm_jkf_kinds[BM_SHOGI_KINDS];

/* Presets and the name of the start that they mean; other boards are written out. */
extern const struct bm_jkf_preset {
    const char *preset, *start;
} bm_jkf_presets[BM_JKF_PRESETS];

/* The marks of Japanese notation and their letters in "relative". */
extern const struct bm_jkf_mark {
    const char *mark;
    char letter;
} bm_jkf_marks[BM_JKF_MARKS];

#endif

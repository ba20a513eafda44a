/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_CONVENTIONS_H
#define BM_SESSION_CONVENTIONS_H

/* What all programs do alike in which people play. */

#include "banmen/match.h"

/* 1:05:09, 4:59, and tenths when it matters; what is begun counts whole, as on a clock. */
void bm_time_text(int64_t ms, char *buf, size_t cap);
/* The format that a file's suffix names; BM_FORMAT_COUNT if none. */
enum bm_format bm_format_of_file(const char *file);
/* Give a match that has no moves today's date. */
void bm_match_put_date(struct bm_match *match);

#endif

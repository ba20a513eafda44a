/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_CONVENTIONS_H
#define BM_SESSION_CONVENTIONS_H

/* Conventions that all programs with players share: clock texts, file suffixes, dates. */

#include "banmen/match.h"

/* 1:05:09, 4:59, and tenths of a second when little time is left; rounded up, as on a clock. */
void bm_time_text(int64_t ms, char *buf, size_t cap);
/* Format of a file by its suffix; BM_FORMAT_COUNT if the suffix is not known. */
enum bm_format bm_format_of_file(const char *file);
/* Set today's date in the tags of a match without moves. */
void bm_match_put_date(struct bm_match *match);

#endif

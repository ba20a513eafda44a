/* SPDX-License-Identifier: MIT */
#ifndef BM_MATCH_TIME_CONTROL_H
#define BM_MATCH_TIME_CONTROL_H

/* Time controls as text: what the public form and the tags of records share. */

#include "banmen/clock.h"
#include "base/str.h"

enum { BM_SECOND_MS = 1000, BM_MINUTE_MS = 60000, BM_HOUR_MS = 3600000, BM_DAY_MS = 86400000 };

/*
 * Write the time controls of both sides; one text if they are the same. `plain` writes all
 * times as seconds, and what PGN has a form for in that form.
 */
void bm_times_put(struct bm_str *out, const struct bm_times *times, bool plain);

#endif

/* SPDX-License-Identifier: MIT */
#include "session/conventions.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void bm_time_text(int64_t ms, char *buf, size_t cap)
{
    const int64_t s = ms < 0 ? 0 : (ms + 999) / 1000;
    if (s >= 86400)
        snprintf(buf, cap, "%" PRId64 "d %" PRId64 "h", s / 86400, s / 3600 % 24);
    else if (s >= 3600)
        snprintf(buf, cap, "%" PRId64 ":%02" PRId64 ":%02" PRId64, s / 3600, s / 60 % 60,
                 s % 60);
    else if (ms > 9900 || ms <= 0)
        snprintf(buf, cap, "%" PRId64 ":%02" PRId64, s / 60, s % 60);
    else
        snprintf(buf, cap, "0:0%" PRId64 ".%" PRId64, (ms + 99) / 1000, (ms + 99) / 100 % 10);
}

enum bm_format bm_format_of_file(const char *file)
{
    const char *const dot = strrchr(file, '.');
    if (!dot || strchr(dot, '/'))
        return BM_FORMAT_COUNT;
    if (strcmp(dot, ".kifu") == 0)
        return BM_FORMAT_KIF;
    const enum bm_format f = bm_format_find(dot + 1, strlen(dot + 1));
    return f == BM_FORMAT_AUTO ? BM_FORMAT_COUNT : f;
}

void bm_match_put_date(struct bm_match *match)
{
    const time_t now = time(NULL);
    struct tm day;
    char text[24];
    if (bm_ctx_plies(bm_match_ctx(match)) != 0 || !localtime_r(&now, &day) ||
        !strftime(text, sizeof text, "%Y.%m.%d", &day) || bm_match_tag(match, "Date", text))
        return; /* it goes without */
}

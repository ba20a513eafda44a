/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "server/app/server.h"

int64_t bm_server_wall(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t bm_server_now(const struct bm_server *s) { return bm_loop_now(&s->loop); }

void bm_server_log(const char *level, const char *event, const char *fields, ...)
{
    char line[1024];
    va_list args;
    va_start(args, fields);
    const int n = vsnprintf(line, sizeof line, fields, args);
    va_end(args);
    /* A line that is cut would not be JSON: it is written without its fields. */
    fprintf(stderr, "{\"t\":%" PRId64 ",\"level\":\"%s\",\"event\":\"%s\"%s}\n",
            bm_server_wall(), level, event, n >= 0 && (size_t)n < sizeof line ? line : "");
}

/* SPDX-License-Identifier: MIT */
#include "io/thread_team.h"

#include <stdlib.h>
#include <uv.h>

void bm_thread_team_run(void *user, void (*work)(void *arg), void *const *args, unsigned count)
{
    uv_thread_t *const threads = calloc(count, sizeof *threads);
    unsigned started = 1;
    (void)user;
    while (threads && started < count &&
           uv_thread_create(&threads[started], work, args[started]) == 0)
        started++;
    work(args[0]);
    while (threads && started > 1)
        uv_thread_join(&threads[--started]);
    free(threads);
}

/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* close_range, pipe2 */
#include "io/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

enum { MAX_GROUPS = 4096 };

/* One group: a positive number comes, a negative one goes. */
typedef int32_t news;

static void note_group(int32_t *groups, unsigned *count, news n)
{
    if (n > 0 && *count < MAX_GROUPS) {
        groups[(*count)++] = n;
        return;
    }
    for (unsigned i = 0; i < *count; i++) {
        if (groups[i] == -n) {
            groups[i] = groups[--*count];
            return;
        }
    }
}

/* The other process. It may do only what is safe after a fork with threads around. */
static _Noreturn void keep_watch(int in)
{
    static int32_t groups[MAX_GROUPS];
    unsigned count = 0;
    news n;
    setsid(); /* what the terminal sends is not meant for it */
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    prctl(PR_SET_NAME, "bm-guard");
    /* Other people's pipes must not stay open because of it. */
    dup2(in, 0);
    close_range(1, UINT_MAX, 0);
    for (;;) {
        const ssize_t got = read(0, &n, sizeof n);
        if (got == (ssize_t)sizeof n)
            note_group(groups, &count, n);
        else if (got >= 0 || errno != EINTR)
            break;
    }
    for (unsigned i = 0; i < count; i++)
        kill(-groups[i], SIGKILL);
    _exit(0);
}

int bm_guard_start(struct bm_guard *g)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return uv_translate_sys_error(errno);
    g->pid = fork();
    if (g->pid == 0)
        keep_watch(ends[0]);
    const int failed = g->pid < 0 ? uv_translate_sys_error(errno) : 0;
    close(ends[0]);
    if (failed)
        close(ends[1]);
    g->pipe = failed ? -1 : ends[1];
    return failed;
}

void bm_guard_watch(const struct bm_guard *g, int group, bool on)
{
    const news n = on ? group : -group;
    /* A few bytes are written at once; if the guard is gone there is no receiver. */
    while (write(g->pipe, &n, sizeof n) < 0 && errno == EINTR)
        continue;
}

void bm_guard_end(struct bm_guard *g)
{
    close(g->pipe);
    while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

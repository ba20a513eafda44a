/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "io/strays.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST = 1 << 20, ROUNDS = 20, NAP_MS = 5 };

void bm_stray_tag(char tag[BM_STRAY_TAG])
{
    static atomic_uint count;
    snprintf(tag, BM_STRAY_TAG, "BANMEN_CHILD_%d_%u=1", (int)getpid(),
             atomic_fetch_add(&count, 1));
}

char **bm_stray_environ(char tag[BM_STRAY_TAG])
{
    size_t n = 0;
    while (environ && environ[n])
        n++;
    char **const out = calloc(n + 2, sizeof *out);
    if (!out)
        return NULL;
    out[0] = tag;
    for (size_t i = 0; i < n; i++)
        out[i + 1] = environ[i];
    return out;
}

/* Whether a process of ours has the tag in its environment. */
static bool has_tag(const char *pid, const char *tag, char *buf)
{
    char path[64];
    size_t len = 0;
    ssize_t got;
    snprintf(path, sizeof path, "/proc/%.20s/environ", pid);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    while (len < MOST && (got = read(fd, buf + len, MOST - len)) > 0)
        len += (size_t)got;
    close(fd);
    return memmem(buf, len, tag, strlen(tag)) != NULL;
}

/* How many there were. */
static unsigned kill_tagged(const char *tag, char *buf)
{
    DIR *const proc = opendir("/proc");
    const struct dirent *entry;
    unsigned found = 0;
    while (proc && (entry = readdir(proc)) != NULL) {
        const int pid = atoi(entry->d_name);
        if (pid > 0 && pid != (int)getpid() && has_tag(entry->d_name, tag, buf)) {
            kill(pid, SIGKILL);
            found++;
        }
    }
    if (proc)
        closedir(proc);
    return found;
}

void bm_strays_end(const char *tag)
{
    const struct timespec nap = {.tv_nsec = NAP_MS * 1000 * 1000};
    char *const buf = malloc(MOST);
    /* Until there are none: one may have been started while the others were looked for. */
    for (unsigned i = 0; buf && i < ROUNDS && kill_tagged(tag, buf) != 0; i++)
        nanosleep(&nap, NULL);
    free(buf);
}

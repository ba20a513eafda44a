/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_APART_H
#define BM_TESTS_APART_H

/* Processes that bad engines start outside of their group and session; their pids come by
 * files. */

#include "engine_rig.h"

/* Whether a process is there, and no zombie. */
static inline bool lives(int pid)
{
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *const f = fopen(path, "r");
    if (!f)
        return false;
    if (fscanf(f, "%*d %*s %c", &state) != 1)
        state = 'Z';
    fclose(f);
    return state != 'Z' && state != 'X';
}

/* The pid in a file, once it is there. */
static inline int pid_in(const char *file)
{
    const struct timespec nap = {.tv_nsec = 10 * 1000 * 1000};
    int pid = 0;
    for (unsigned i = 0; i < GUARD / 10 && pid == 0; i++) {
        FILE *const f = fopen(file, "r");
        if (!f || fscanf(f, "%d", &pid) != 1)
            pid = 0;
        if (f)
            fclose(f);
        if (pid == 0)
            nanosleep(&nap, NULL);
    }
    return pid;
}

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_ENGINE_FIND_H
#define BM_TESTS_ENGINE_FIND_H

/* Where the engines of the system are. */

#include <unistd.h>

#include "tap.h"

/* The path of a program, looked for in PATH and where Debian puts games; what is not there must
 * be installed, and the test fails. */
static inline const char *find_program(const char *name)
{
    static char found[4096];
    char path[4096];
    const char *const env = getenv("PATH");
    snprintf(path, sizeof path, "%s:/usr/games", env ? env : "");
    for (char *at = path; *at;) {
        const size_t n = strcspn(at, ":");
        snprintf(found, sizeof found, "%.*s/%s", (int)n, at, name);
        if (n && access(found, X_OK) == 0)
            return found;
        at += n + (at[n] == ':');
    }
    printf("# %s is not installed: packaging/packages.txt, [test], has its package\n", name);
    tap_bail("an engine is missing");
}

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_DESKTOP_ENGINE_LIST_H
#define BM_TESTS_DESKTOP_ENGINE_LIST_H

/* Engines for tests: in the user's list, and looked for afterwards. */

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "rig.h"

enum { ONE_DAY = 86400000 };

/* Put a command into the list of engines. Deadlines of 0 are the usual ones. */
static inline void engine_list_add(const char *name, const char *command, int64_t handshake,
                                   int64_t quit)
{
    struct bm_engine_spec spec;
    struct bm_registry r;
    struct bm_error err = {.what = ""};
    if (bm_spec_parse(&spec, command, &err) || bm_spec_set(&spec.name, name) ||
        bm_registry_open(&r, NULL, true, &err))
        tap_bail(err.what);
    if (handshake)
        spec.deadlines.handshake = handshake;
    if (quit)
        spec.deadlines.quit = quit;
    bm_registry_remove(&r, name);
    if (bm_registry_add(&r, &spec, &err) || bm_registry_save(&r, &err))
        tap_bail(err.what);
    bm_registry_close(&r);
    bm_spec_fini(&spec);
}

/* Engines that are shutting down. */
static inline unsigned closing_engines(const struct bm_app *app)
{
    unsigned n = 0;
    for (const struct bm_closing_engine *e = app->session.reaper.first; e; e = e->next)
        n++;
    return n;
}

/* Whether a process is there, or has not been waited for. */
static inline bool process_lives(int pid) { return pid > 0 && kill(pid, 0) == 0; }

/* Whether the window shows words that begin so. */
static inline bool window_shows(const struct bm_app *app, const char *words)
{
    for (unsigned i = 0; i < app->ui.widgets; i++) {
        if (strncmp(app->ui.widget[i].label, words, strlen(words)) == 0)
            return true;
    }
    return false;
}

/* Whether no process of ours is left, not even one that nobody has waited for. */
static inline bool no_processes_left(void)
{
    return waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD;
}

#endif

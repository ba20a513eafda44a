/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_GUARD_H
#define BM_IO_GUARD_H

/*
 * Guard: a small process that outlives this one. It is told the process groups of all children,
 * and kills them when this process ends without having done so, even by SIGKILL. Not all
 * programs notice that their input has been closed.
 */

#include <stdbool.h>

struct bm_guard {
    int pipe; /* to it; its end is what it waits for */
    int pid;
};

/* 0, or libuv's error. */
int bm_guard_start(struct bm_guard *g);
/* A group has come, or has gone. */
void bm_guard_watch(const struct bm_guard *g, int group, bool on);
/* Send it home; all groups should have gone. */
void bm_guard_end(struct bm_guard *g);

#endif

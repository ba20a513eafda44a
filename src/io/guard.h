/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_GUARD_H
#define BM_IO_GUARD_H

/*
 * Somebody who outlives us: a small process that is told which groups of children there are,
 * and kills them when we end without having done so, even if it was by SIGKILL. Not all
 * programs notice that nobody writes to them any more.
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

/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_CHILD_H
#define BM_IO_CHILD_H

/*
 * A child process that communicates by lines. It leads its own process group. Its descendants
 * end with it, also those in other groups and sessions, and also when this process is killed
 * (guard.h).
 */

#include <stddef.h>

#include "io/loop.h"

enum { BM_CHILD_LINE = 65536, BM_CHILD_TAIL = 2048 };

struct bm_child;

struct bm_child_events {
    /* A line from its stdout, without its end (LF or CRLF); valid during the call. NUL-
     * terminated besides, but it may hold NULs. */
    void (*line)(void *user, const char *s, size_t len);
    /* A line was longer than BM_CHILD_LINE, and was dropped. */
    void (*long_line)(void *user);
    /* It no longer reads: what was written is lost. */
    void (*deaf)(void *user);
    /* It no longer writes, but may live on. */
    void (*mute)(void *user);
    /* It has ended, and all of its group was told to: status or signal, one of them 0. All that
     * it wrote has been handed over. */
    void (*exited)(void *user, int64_t status, int signal);
};

struct bm_child_spec {
    const char *file;  /* looked up in PATH if it has no slash */
    char *const *args; /* file included; ends in NULL */
    const char *dir;   /* NULL: ours */
};

/* Start it. 0, or libuv's error (negative): uv_strerror() has the words. */
int bm_child_start(struct bm_child **out, struct bm_loop *loop,
                   const struct bm_child_spec *spec, const struct bm_child_events *events,
                   void *user);
/* Send bytes. They are copied. A child that does not read keeps them in our memory, up to a
 * limit beyond which it counts as deaf. */
void bm_child_write(struct bm_child *c, const char *s, size_t len);
/* Close its stdin. */
void bm_child_hang_up(struct bm_child *c);
/* A signal to its whole group. */
void bm_child_kill(struct bm_child *c, int signal);
/* How often something was read from its stdout: what comes by the same reading as something
 * else was written before it could hear what was said to that. */
uint64_t bm_child_reads(const struct bm_child *c);
/* Its process id, which is that of its group. */
int bm_child_pid(const struct bm_child *c);
/* The last that it wrote to stderr, at most BM_CHILD_TAIL bytes, NUL-terminated. */
const char *bm_child_tail(const struct bm_child *c);
/* The end: kills the group if it still lives, calls nothing any more, releases when the loop
 * has run. NULL is fine. */
void bm_child_destroy(struct bm_child *c);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_GUARD_H
#define BM_IO_GUARD_H

/*
 * Processes that are started here end with all that they have started, whatever happens to us.
 *
 * A small process, the guard, is forked when a loop begins, while there is little memory to
 * share. It starts each child on demand, under an attendant: a process that is a subreaper
 * (prctl(2)), so that descendants of the child whose parents have ended become its own
 * children, whatever session, process group or environment they have. When the child has ended,
 * or when we have, even by SIGKILL, the attendant kills all of them. Children of other parts of
 * the program are never touched.
 */

#include <stdbool.h>

struct bm_guard {
    int line; /* to it; its end is what it waits for */
    int pid;
};

struct bm_launch {
    const char *file;  /* looked up in PATH if it has no slash */
    char *const *args; /* file included; ends in NULL */
    const char *dir;   /* NULL: ours */
};

/* A child that runs. The descriptors belong to the caller, and are closed by execve(). */
struct bm_launched {
    int in, out, err; /* the other ends of its standard streams: sockets */
    /* To its attendant: a byte that is written is a signal to the child's process group; a
     * bm_guard_ended is read when the child has ended; its end comes when all descendants have
     * gone. Closing it kills the child. */
    int line;
    int pid; /* that of its process group, too */
};

struct bm_guard_ended {
    int status, signal; /* one of them is 0 */
};

/* 0, or libuv's error. */
int bm_guard_start(struct bm_guard *g);
/* Start a child in a session of its own, with our environment; 0, or libuv's error. */
int bm_guard_launch(const struct bm_guard *g, const struct bm_launch *what,
                    struct bm_launched *out);
/* End it; all children should have gone. */
void bm_guard_end(struct bm_guard *g);

/* Inside: what the guard does (guard_process.c), and what is said to it. */

/* Followed by `size` bytes: file, directory, arguments and environment, each with a NUL. The
 * descriptors of stdin, stdout, stderr and the line come with it. */
struct bm_guard_request {
    unsigned size, args, vars;
    bool has_dir;
};

/* The first answer on the line. */
struct bm_guard_started {
    int pid, error; /* error: an errno */
};

enum { BM_GUARD_FDS = 4 };

/* Never returns. It does only what is safe after a fork with threads around. */
_Noreturn void bm_guard_run(int line);

#endif

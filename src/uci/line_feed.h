/* SPDX-License-Identifier: MIT */
#ifndef BM_UCI_LINE_FEED_H
#define BM_UCI_LINE_FEED_H

/*
 * Lines of a reader for an event loop: a thread reads one, the loop is woken, and the next is
 * read when that one has been dealt with. The loop's thread may step the loop meanwhile.
 */

#include <stdatomic.h>

#include "io/files/line_reader.h"
#include "io/loop.h"

struct bm_line_feed {
    struct bm_line_reader *in;
    uv_thread_t thread;
    uv_async_t wake;
    uv_sem_t taken;
    const char *s; /* valid while there is a line */
    size_t len;
    bool ended;            /* instead of a line: there are no more */
    bool stopped;          /* the thread ends when the line is taken */
    atomic_bool available; /* of the above */
};

/* False if there is no thread to be had. */
bool bm_line_feed_open(struct bm_line_feed *f, struct bm_loop *loop, struct bm_line_reader *in);
/* Wait for a line, and run the loop meanwhile; false at the end. */
bool bm_line_feed_next(struct bm_line_feed *f, struct bm_loop *loop);
/* The line has been dealt with: the next may be read. */
void bm_line_feed_take(struct bm_line_feed *f);
/* Only while there is a line, or at the end. */
void bm_line_feed_close(struct bm_line_feed *f);

#endif

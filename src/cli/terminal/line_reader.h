/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_TERMINAL_LINE_READER_H
#define BM_CLI_TERMINAL_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>

/* Reads a file line by line, in big pieces; lines may be of any length up to a sane limit. */
struct bm_batch {
    int fd;
    char *buf;
    size_t cap, at, end; /* unread bytes are buf[at, end) */
    bool eof;
    const char *trouble; /* why reading stopped; NULL at a proper end */
};

/* False if there is no memory. The caller ends it with bm_batch_fini(). */
bool bm_batch_init(struct bm_batch *r, int fd);
void bm_batch_fini(struct bm_batch *r);

/*
 * The next line without its end, valid until the next call; false at the end or when
 * r->trouble tells why not. Standard output is flushed before waiting for more, so that a
 * program at the other end of two pipes gets its answer.
 */
bool bm_batch_next(struct bm_batch *r, const char **s, size_t *len);

#endif

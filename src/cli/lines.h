/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_LINES_H
#define BM_CLI_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Reads a file line by line, in big pieces; lines may be of any length up to a sane limit. */
struct bm_lines {
    int fd;
    char *buf;
    size_t cap, at, end; /* unread bytes are buf[at, end) */
    bool eof;
    const char *trouble; /* why reading stopped; NULL at a proper end */
};

/* False if there is no memory. The caller ends it with bm_lines_fini(). */
bool bm_lines_init(struct bm_lines *r, int fd);
void bm_lines_fini(struct bm_lines *r);

/*
 * The next line without its end, valid until the next call; false at the end or when
 * r->trouble tells why not. Standard output is flushed before waiting for more, so that a
 * program at the other end of two pipes gets its answer.
 */
bool bm_lines_next(struct bm_lines *r, const char **s, size_t *len);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_FILES_LINE_READER_H
#define BM_IO_FILES_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>

/* Reads a file line by line, in big pieces; lines may be of any length up to a sane limit. */
struct bm_line_reader {
    int fd;
    char *buf;
    size_t cap, at, end; /* unread bytes are buf[at, end) */
    bool eof;
    const char *trouble; /* why reading stopped; NULL at a proper end */
};

/* False if there is no memory. The caller ends it with bm_line_reader_fini(). */
bool bm_line_reader_init(struct bm_line_reader *r, int fd);
void bm_line_reader_fini(struct bm_line_reader *r);

/*
 * The next line without its end, valid until the next call; false at the end or when
 * r->trouble tells why not. Standard output is flushed before waiting for more, so that a
 * program at the other end of two pipes gets its answer.
 */
bool bm_line_reader_next(struct bm_line_reader *r, const char **s, size_t *len);

#endif

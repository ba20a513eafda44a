/* SPDX-License-Identifier: MIT */
#include "io/files/line_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_SIZE = 1 << 18, LAST_SIZE = 1 << 26 };

bool bm_line_reader_init(struct bm_line_reader *r, int fd)
{
    *r = (struct bm_line_reader){.fd = fd, .cap = FIRST_SIZE};
    r->buf = malloc(r->cap);
    return r->buf != NULL;
}

void bm_line_reader_fini(struct bm_line_reader *r) { free(r->buf); }

/* Read more behind what is unread; false if nothing came. */
static bool fill_lines(struct bm_line_reader *r)
{
    memmove(r->buf, r->buf + r->at, r->end - r->at);
    r->end -= r->at;
    r->at = 0;
    if (r->end == r->cap) {
        char *const more = r->cap < LAST_SIZE ? realloc(r->buf, r->cap * 2) : NULL;
        if (!more) {
            r->trouble = "a line is too long";
            return false;
        }
        r->buf = more;
        r->cap *= 2;
    }

    fflush(stdout);
    ssize_t n;
    do {
        n = read(r->fd, r->buf + r->end, r->cap - r->end);
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        r->trouble = strerror(errno);
    if (n <= 0)
        return false;
    r->end += (size_t)n;
    return true;
}

bool bm_line_reader_next(struct bm_line_reader *r, const char **s, size_t *len)
{
    size_t seen = 0; /* bytes known to hold no line end */
    const char *nl;
    while ((nl = memchr(r->buf + r->at + seen, '\n', r->end - r->at - seen)) == NULL) {
        seen = r->end - r->at;
        if (r->eof || !fill_lines(r)) {
            r->eof = true;
            break;
        }
    }
    if (r->trouble || (!nl && r->at == r->end))
        return false;

    const char *const start = r->buf + r->at;
    size_t n = nl ? (size_t)(nl - start) : r->end - r->at;
    r->at += nl ? n + 1 : n;
    if (n != 0 && start[n - 1] == '\r')
        n--;
    *s = start;
    *len = n;
    return true;
}

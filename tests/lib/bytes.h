/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_BYTES_H
#define BM_TESTS_BYTES_H

/* Texts in memory as the sources and sinks of records. */

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A text that grows, always ended by NUL once something was put there. */
struct bytes {
    char *s;
    size_t len, cap;
};

/* A bm_write_fn. */
static inline bool bytes_append(void *user, const char *bytes, size_t len)
{
    struct bytes *const t = user;
    if (t->len + len + 1 > t->cap) {
        t->cap = 2 * (t->len + len + 1);
        t->s = realloc(t->s, t->cap);
        if (!t->s)
            abort();
    }
    memcpy(t->s + t->len, bytes, len);
    t->len += len;
    t->s[t->len] = '\0';
    return true;
}

static inline void bytes_clear(struct bytes *t)
{
    t->len = 0;
    bytes_append(t, "", 0);
}

/* A text that is read. */
struct feed {
    const char *s;
    size_t len;
    size_t piece; /* bytes that one call gives at most; 0: all */
    bool fails;   /* at its end */
};

/* A bm_read_fn. */
static inline size_t feed_pull(void *user, char *buf, size_t cap)
{
    struct feed *const f = user;
    size_t n = f->len < cap ? f->len : cap;
    if (f->piece != 0 && n > f->piece)
        n = f->piece;
    if (n == 0)
        return f->fails ? SIZE_MAX : 0;
    memcpy(buf, f->s, n);
    f->s += n;
    f->len -= n;
    return n;
}

#endif

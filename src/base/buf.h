/* SPDX-License-Identifier: MIT */
#ifndef BM_BASE_BUF_H
#define BM_BASE_BUF_H

/*
 * Memory that grows. A buffer that could not grow remembers it, so that a writer of text checks
 * once, at its end.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Make room for `need` items of `item` bytes at *mem, of which *cap fit now, at least doubling.
 * False, and nothing changed, if that cannot be had.
 */
bool bm_grow(void **mem, size_t *cap, size_t need, size_t item);
void bm_release(void *mem);

struct bm_buf {
    char *s;
    size_t len, cap;
    bool failed;
};

static inline void bm_buf_free(struct bm_buf *b)
{
    bm_release(b->s);
    *b = (struct bm_buf){0};
}

/* Room for n more bytes, or NULL; the caller adds to len what it writes. */
static inline char *bm_buf_room(struct bm_buf *b, size_t n)
{
    if (b->cap - b->len < n) {
        void *mem = b->s;
        if (n > SIZE_MAX - b->len || !bm_grow(&mem, &b->cap, b->len + n, 1)) {
            b->failed = true;
            return NULL;
        }
        b->s = mem;
    }
    return b->s + b->len;
}

static inline void bm_buf_bytes(struct bm_buf *b, const char *bytes, size_t n)
{
    char *const to = n != 0 ? bm_buf_room(b, n) : NULL;
    if (to) {
        memcpy(to, bytes, n);
        b->len += n;
    }
}

static inline void bm_buf_char(struct bm_buf *b, char c) { bm_buf_bytes(b, &c, 1); }
static inline void bm_buf_text(struct bm_buf *b, const char *text)
{
    bm_buf_bytes(b, text, strlen(text));
}

/* What writers of records want: a buffer takes all, or says that it cannot. */
static inline bool bm_buf_sink(void *buf, const char *bytes, size_t n)
{
    struct bm_buf *const b = buf;
    bm_buf_bytes(b, bytes, n);
    return !b->failed;
}

/* End the text in NUL and hand it over: the caller releases it. NULL if it could not grow. */
static inline char *bm_buf_take(struct bm_buf *b)
{
    bm_buf_char(b, '\0');
    char *const text = b->failed ? NULL : b->s;
    if (!text)
        bm_release(b->s);
    *b = (struct bm_buf){0};
    return text;
}

/* At least `width` digits. */
static inline void bm_buf_u64(struct bm_buf *b, uint64_t v, size_t width)
{
    char digits[20];
    size_t n = sizeof digits;
    do {
        digits[--n] = (char)('0' + v % 10);
        v /= 10;
    } while (v != 0 || sizeof digits - n < width);
    bm_buf_bytes(b, digits + n, sizeof digits - n);
}

#endif

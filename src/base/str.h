/* SPDX-License-Identifier: MIT */
#ifndef BM_BASE_STR_H
#define BM_BASE_STR_H

/*
 * Text written into a buffer of fixed size, as snprintf does it: what does not fit is dropped
 * but counted, so that the caller learns how long the whole would have been. A buffer of size 0
 * may be NULL.
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bm_str {
    char *buf;
    size_t cap; /* bytes at buf, the NUL included */
    size_t len; /* length of the whole text so far, which may be more than fits */
};

static inline void bm_str_init(struct bm_str *s, char *buf, size_t cap)
{
    s->buf = buf;
    s->cap = cap;
    s->len = 0;
}

static inline void bm_str_char(struct bm_str *s, char c)
{
    if (s->len < s->cap)
        s->buf[s->len] = c;
    s->len++;
}

/* n bytes, which may hold anything. */
static inline void bm_str_bytes(struct bm_str *s, const char *bytes, size_t n)
{
    if (s->len < s->cap && n != 0) {
        const size_t room = s->cap - s->len;
        memcpy(s->buf + s->len, bytes, n < room ? n : room);
    }
    s->len += n;
}

/* A text that ends in NUL. */
static inline void bm_str_text(struct bm_str *s, const char *text)
{
    while (*text != '\0')
        bm_str_char(s, *text++);
}

static inline void bm_str_u64(struct bm_str *s, uint64_t v)
{
    char digits[20];
    size_t n = sizeof digits;
    do {
        digits[--n] = (char)('0' + v % 10);
        v /= 10;
    } while (v != 0);
    bm_str_bytes(s, digits + n, sizeof digits - n);
}

/* A decimal number as a text by itself. */
struct bm_decimal {
    char s[24];
};
static inline struct bm_decimal bm_decimal(uint64_t v)
{
    struct bm_decimal out;
    struct bm_str s;
    bm_str_init(&s, out.s, sizeof out.s - 1);
    bm_str_u64(&s, v);
    out.s[s.len] = '\0';
    return out;
}

/* The texts of a template, for bm_str_fill(). */
#define BM_TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* A template, in which each '~' stands for the next of the texts, which end in NULL. */
static inline void bm_str_fill(struct bm_str *s, const char *form, const char *const *texts)
{
    for (; *form != '\0'; form++) {
        if (*form != '~')
            bm_str_char(s, *form);
        else if (*texts)
            bm_str_text(s, *texts++);
    }
}

/*
 * End the text in NUL, within the buffer, and return the length of the whole. A text that was
 * cut is cut before a UTF-8 character, never inside one.
 */
static inline size_t bm_str_end(struct bm_str *s)
{
    if (s->len < s->cap) {
        s->buf[s->len] = '\0';
    } else if (s->cap != 0) {
        size_t at = s->cap - 1;
        while (at != 0 && ((unsigned char)s->buf[at] & 0xc0u) == 0x80u)
            at--;
        s->buf[at] = '\0';
    }
    return s->len;
}

#endif

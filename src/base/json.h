/* SPDX-License-Identifier: MIT */
#ifndef BM_BASE_JSON_H
#define BM_BASE_JSON_H

/*
 * Reads JSON token by token, strictly and without recursion: RFC 8259, UTF-8, no byte order
 * mark. One value is read, from `at`; what stands behind it is not looked at. What is inside
 * what is kept in the caller's memory, one byte for each level.
 */

#include "base/buf.h"

enum bm_json_token {
    BM_JSON_BAD,  /* not JSON: `what` says why, `at` is where; stays so */
    BM_JSON_CUT,  /* the text ends inside the value; stays so */
    BM_JSON_DONE, /* the value is complete, and `at` is behind it; stays so */
    BM_JSON_OBJECT,
    BM_JSON_ARRAY,
    BM_JSON_CLOSE, /* of the object or array that was opened last */
    BM_JSON_KEY,   /* of an object; its value comes next */
    BM_JSON_STRING,
    BM_JSON_NUMBER,
    BM_JSON_TRUE,
    BM_JSON_FALSE,
    BM_JSON_NULL
};

struct bm_jscan {
    const char *at, *end;
    const char *s; /* the last token; a key or string without its quotes, escapes as they are */
    size_t len;
    const char *what; /* lower case, no full stop */
    char *nest;
    unsigned depth, limit;
    unsigned char state;
};

/* Read one value of the text [s, end); `limit` bytes at `nest` bound how deep it may be. */
void bm_jscan_init(struct bm_jscan *j, const char *s, const char *end, char *nest,
                   unsigned limit);
enum bm_json_token bm_jscan_next(struct bm_jscan *j);

/* `token` is the last one: pass over the rest of it, if it has any. False on BAD and CUT. */
bool bm_jscan_skip(struct bm_jscan *j, enum bm_json_token token);

/* The last token is a key: its value is known to be good and to end at `to`; go there. */
bool bm_jscan_jump(struct bm_jscan *j, const char *to);

/* Whether the last key or string is this word, written without escapes. */
bool bm_jscan_is(const struct bm_jscan *j, const char *word);
/* Append the last key or string. Half of a surrogate pair becomes U+FFFD. */
void bm_jscan_text(const struct bm_jscan *j, struct bm_buf *out);
/* The last number; false if it is not whole or does not fit. */
bool bm_jscan_int(const struct bm_jscan *j, int64_t *out);

/*
 * How many values and members a text can have at most, and how deep it can be, by one quick
 * pass that checks nothing: what a reader that builds a tree would have to make of it.
 */
size_t bm_json_count(const char *s, size_t len, unsigned *depth);

/* Append a JSON string. Bytes that are not UTF-8 become U+FFFD. */
void bm_json_quote(struct bm_buf *out, const char *s, size_t len);
/* Append a number. */
void bm_json_int(struct bm_buf *out, int64_t v);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_PROTOCOL_WORDS_H
#define BM_PROTOCOL_WORDS_H

/* What the readers of the protocols' lines share. */

#include "base/str.h"
#include "protocol/protocol.h"

/* A line while it is read. */
struct bm_words {
    const char *s;
    size_t len;
};

static inline bool bm_words_next(struct bm_words *w, struct bm_text *out)
{
    return bm_word_next(&w->s, &w->len, out);
}

/* Which of `count` words a text is; `count` if none. */
unsigned bm_word_find(struct bm_text t, const char *const *words, unsigned count);

/*
 * A whole number with or without a sign; what is out of range becomes the nearest that is in
 * it. False if the text is none.
 */
bool bm_word_int(struct bm_text t, int64_t *out);
/* The same for a number that is not negative: what is below 0 becomes 0. */
bool bm_word_uint(struct bm_text t, uint64_t *out);

/* What is left of a line, without the blanks at its ends. */
struct bm_text bm_words_rest(const struct bm_words *w);
/* The text from the beginning of `first` to the end of `last`, both words of one line. */
struct bm_text bm_words_span(struct bm_text first, struct bm_text last);

/* Whether two texts are the same but for the case of ASCII letters. */
bool bm_text_same(struct bm_text a, struct bm_text b);

/* At most `most` bytes of a text of others inside a sentence; what is not printable is '?'. */
void bm_str_quote(struct bm_str *out, struct bm_text t, size_t most);

static inline void bm_buf_span(struct bm_buf *out, struct bm_text t)
{
    bm_buf_bytes(out, t.s, t.len);
}
/* " name N", the form of nearly everything in these protocols. */
void bm_buf_pair(struct bm_buf *out, const char *name, int64_t v);
/* A move, behind a blank. */
void bm_buf_move(struct bm_buf *out, bm_move m, enum bm_proto p, const struct bm_rules *rules);

#endif

/* SPDX-License-Identifier: MIT */
#include "protocol/words.h"
#include "base/ascii.h"

const char *bm_proto_name(enum bm_proto p) { return p == BM_PROTO_USI ? "usi" : "uci"; }

bool bm_word_next(const char **s, size_t *len, struct bm_text *out)
{
    const char *at = *s, *const end = at + *len;
    while (at < end && bm_is_space(*at))
        at++;
    const char *const start = at;
    while (at < end && !bm_is_space(*at))
        at++;
    *s = at;
    *len = (size_t)(end - at);
    if (at == start)
        return false;
    *out = (struct bm_text){start, (size_t)(at - start)};
    return true;
}

bool bm_word_is(struct bm_text t, const char *word)
{
    return strlen(word) == t.len && memcmp(t.s, word, t.len) == 0;
}

unsigned bm_word_find(struct bm_text t, const char *const *words, unsigned count)
{
    unsigned i = 0;
    while (i < count && !bm_word_is(t, words[i]))
        i++;
    return i;
}

/* The digits of a number, up to INT64_MAX. */
static bool read_digits(const char *s, size_t len, uint64_t *out)
{
    uint64_t v = 0;
    for (size_t i = 0; i < len; i++) {
        if (s[i] < '0' || s[i] > '9')
            return false;
        const unsigned digit = (unsigned)(s[i] - '0');
        v = v > ((uint64_t)INT64_MAX - digit) / 10 ? (uint64_t)INT64_MAX : v * 10 + digit;
    }
    *out = v;
    return len != 0;
}

bool bm_word_int(struct bm_text t, int64_t *out)
{
    const size_t sign = t.len != 0 && (t.s[0] == '-' || t.s[0] == '+');
    uint64_t v;
    if (!read_digits(t.s + sign, t.len - sign, &v))
        return false;
    *out = t.s[0] == '-' ? -(int64_t)v : (int64_t)v;
    return true;
}

bool bm_word_uint(struct bm_text t, uint64_t *out)
{
    int64_t v;
    if (!bm_word_int(t, &v))
        return false;
    *out = v < 0 ? 0 : (uint64_t)v;
    return true;
}

struct bm_text bm_words_rest(const struct bm_words *w)
{
    const char *s = w->s;
    size_t len = w->len;
    while (len != 0 && bm_is_space(*s)) {
        s++;
        len--;
    }
    while (len != 0 && bm_is_space(s[len - 1]))
        len--;
    return (struct bm_text){s, len};
}

struct bm_text bm_words_span(struct bm_text first, struct bm_text last)
{
    return (struct bm_text){first.s, (size_t)(last.s + last.len - first.s)};
}

static char to_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c; }

bool bm_text_same(struct bm_text a, struct bm_text b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (to_lower(a.s[i]) != to_lower(b.s[i]))
            return false;
    return true;
}

void bm_str_quote(struct bm_str *out, struct bm_text t, size_t most)
{
    for (size_t i = 0; i < t.len && i < most; i++)
        bm_str_char(out, (unsigned char)t.s[i] < ' ' || t.s[i] == 0x7f ? '?' : t.s[i]);
    if (t.len > most)
        bm_str_text(out, "...");
}

/* "-12": as bm_buf_u64() with a sign. */
static void write_i64(struct bm_buf *out, int64_t v)
{
    if (v < 0)
        bm_buf_char(out, '-');
    bm_buf_u64(out, v < 0 ? 0 - (uint64_t)v : (uint64_t)v, 0);
}

void bm_buf_pair(struct bm_buf *out, const char *name, int64_t v)
{
    bm_buf_char(out, ' ');
    bm_buf_text(out, name);
    bm_buf_char(out, ' ');
    write_i64(out, v);
}

void bm_buf_move(struct bm_buf *out, bm_move m, enum bm_proto p, const struct bm_rules *rules)
{
    char text[BM_COORDINATES];
    bm_buf_char(out, ' ');
    (void)bm_wire_move_format(m, p, rules, text, sizeof text);
    bm_buf_text(out, text);
}

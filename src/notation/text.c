/* SPDX-License-Identifier: MIT */
#include "notation/text.h"

static void put_byte(struct bm_str *s, unsigned byte)
{
    static const char hex[] = "0123456789abcdef";
    if (byte >= 0x20 && byte < 0x7f) {
        bm_str_char(s, (char)byte);
        return;
    }
    bm_str_text(s, "\\x");
    bm_str_char(s, hex[byte >> 4 & 15]);
    bm_str_char(s, hex[byte & 15]);
}

struct bm_text_byte bm_text_byte(unsigned byte)
{
    struct bm_text_byte out;
    struct bm_str s;
    bm_str_init(&s, out.s, sizeof out.s);
    put_byte(&s, byte & 0xffu);
    (void)bm_str_end(&s);
    return out;
}

bm_status bm_text_tell(struct bm_error *err, bm_status status, uint32_t column,
                       const char *what, const char *const *texts)
{
    if (err) {
        struct bm_str out;
        *err = (struct bm_error){.code = status, .line = column != 0, .column = column};
        bm_str_init(&out, err->what, sizeof err->what);
        bm_str_fill(&out, what, texts);
        (void)bm_str_end(&out);
    }
    return status;
}

bm_status bm_text_fail(struct bm_error *err, bm_status status, uint32_t column,
                       const char *what)
{
    return bm_text_tell(err, status, column, what, BM_TEXTS(NULL));
}

bm_status bm_text_refuse(struct bm_error *err, size_t at, const char *what, unsigned byte)
{
    if (!err)
        return BM_ESYNTAX;
    return bm_text_tell(err, BM_ESYNTAX, (uint32_t)at + 1, what,
                        BM_TEXTS(bm_text_byte(byte).s));
}

bm_status bm_text_refuse_number(struct bm_error *err, size_t at, const char *what, uint64_t n)
{
    return bm_text_tell(err, BM_ESYNTAX, (uint32_t)at + 1, what, BM_TEXTS(bm_decimal(n).s));
}

unsigned bm_text_split(const char *s, size_t len, struct bm_field *fields, unsigned max)
{
    unsigned n = 0;
    size_t at = 0;
    for (;;) {
        while (at < len && bm_text_blank(s[at]))
            at++;
        if (at == len)
            break;
        const size_t start = at;
        while (at < len && !bm_text_blank(s[at]))
            at++;
        if (n < max)
            fields[n] = (struct bm_field){start, at};
        n++;
    }
    for (unsigned i = n; i < max; i++)
        fields[i] = (struct bm_field){len, len};
    return n;
}

bool bm_text_is(const char *s, struct bm_field f, const char *word)
{
    size_t at = f.at;
    while (at < f.end && *word != '\0' && s[at] == *word) {
        at++;
        word++;
    }
    return at == f.end && *word == '\0';
}

bm_status bm_text_number(uint32_t *out, const char *s, struct bm_field f, const char *what,
                         struct bm_error *err)
{
    uint32_t v = 0;
    for (size_t at = f.at; at < f.end; at++) {
        if (s[at] < '0' || s[at] > '9' || at - f.at == 6)
            return bm_text_refuse(err, at, what, (unsigned char)s[at]);
        v = v * 10 + (uint32_t)(s[at] - '0');
    }
    *out = v;
    return BM_OK;
}

bm_status bm_text_side(uint8_t *out, const char *s, struct bm_field f, const char *sides,
                       struct bm_error *err)
{
    if (f.end == f.at || (f.end - f.at == 1 && s[f.at] == sides[BM_FIRST]))
        *out = BM_FIRST;
    else if (f.end - f.at == 1 && s[f.at] == sides[BM_SECOND])
        *out = BM_SECOND;
    else
        return bm_text_refuse(err, f.at,
                              sides[BM_FIRST] == 'w'
                                  ? "the side to move is w or b, in small letters"
                                  : "the side to move is b or w, in small letters",
                              0);
    return BM_OK;
}

bm_status bm_text_move_number(uint32_t *out, const char *s, struct bm_field f,
                              struct bm_error *err)
{
    const bm_status status =
        bm_text_number(out, s, f, "the move number is a number of at most six digits", err);
    if (!status && *out == 0)
        *out = 1;
    return status;
}

bm_status bm_text_strict(const char *s, size_t len, const char *form, size_t form_len,
                         struct bm_error *err)
{
    size_t at = 0;
    while (at < len && at < form_len && s[at] == form[at])
        at++;
    if (at == len && at == form_len)
        return BM_OK;

    const uint32_t column = (uint32_t)at + 1;
    if (at == form_len)
        return bm_text_fail(err, BM_ESYNTAX, column,
                            "not the exact standard form, which has nothing more here");
    if (form[at] == ' ')
        return bm_text_fail(err, BM_ESYNTAX, column,
                            "not the exact standard form, which has a blank here");
    size_t end = at;
    while (end < form_len && form[end] != ' ')
        end++;
    char word[180];
    struct bm_str out;
    bm_str_init(&out, word, sizeof word);
    bm_str_bytes(&out, form + at, end - at);
    (void)bm_str_end(&out);
    return bm_text_tell(err, BM_ESYNTAX, column,
                        "not the exact standard form, which has '~' here", BM_TEXTS(word));
}

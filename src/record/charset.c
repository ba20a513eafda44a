/* SPDX-License-Identifier: MIT */
#include "record/charset.h"

#include "record/charset_tables.h"

/*
 * Shift_JIS and EUC-JP write the same characters of two bytes in two ways, so that one table,
 * that of CP932, serves both; gen_charset.py says how its rows are numbered.
 */
enum {
    EXTRA_ROW = 94,            /* CP932's FA40, the first row behind JIS X 0208 */
    PRIVATE = 0xe000,          /* what CP932's F040 to F9FC are */
    PRIVATE_ROWS = 20,         /* how many rows that is */
    HALF_KANA = 0xff61 - 0xa1, /* half-width kana less its byte */
    NEC_ROW = 88,              /* rows of JIS X 0208 that double EXTRA_ROW and on */
    NEC_ROWS = 4
};

static const char replacement[] = "\xef\xbf\xbd";

/* One character out of bytes: how many it takes, and its code point, 0 if it means nothing. */
struct character {
    unsigned bytes; /* 0: cut off at the end of the text */
    uint32_t code;
};

static struct character bad_character(unsigned bytes) { return (struct character){bytes, 0}; }

static struct character read_utf8(const unsigned char *s, size_t len)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned n = s[0] < 0x80   ? 1
                       : s[0] < 0xc2 ? 0
                       : s[0] < 0xe0 ? 2
                       : s[0] < 0xf0 ? 3
                       : s[0] < 0xf5 ? 4
                                     : 0;
    if (n <= 1)
        return n == 1 ? (struct character){1, s[0]} : bad_character(1);
    uint32_t code = s[0] & (0x7fu >> n);
    for (unsigned i = 1; i < n; i++) {
        if (i == len)
            return bad_character(0);
        if ((s[i] & 0xc0u) != 0x80u)
            return bad_character(i);
        code = code << 6 | (s[i] & 0x3fu);
        /* What can come to nothing is seen from the second byte. */
        const uint32_t low = code << 6 * (n - 1 - i);
        const uint32_t high = low | ((1u << 6 * (n - 1 - i)) - 1);
        if (high < least[n] || low > 0x10ffff || (low >= 0xd800 && high <= 0xdfff))
            return bad_character(i);
    }
    return (struct character){n, code};
}

static struct character read_sjis(const unsigned char *s, size_t len)
{
    if (s[0] < 0x80)
        return (struct character){1, s[0]};
    if (s[0] >= 0xa1 && s[0] <= 0xdf)
        return (struct character){1, s[0] + HALF_KANA};
    if (s[0] == 0x80 || s[0] == 0xa0 || s[0] > 0xfc)
        return bad_character(1);
    if (len < 2)
        return bad_character(0);
    if (s[1] < 0x40 || s[1] == 0x7f || s[1] > 0xfc)
        return bad_character(1);
    const unsigned lead = s[0] - (s[0] < 0xa0 ? 0x81u : 0xc1u);
    const unsigned number = lead * 188 + s[1] - (s[1] < 0x7f ? 0x40u : 0x41u);
    if (number < EXTRA_ROW * 94)
        return (struct character){2, jis_to_unicode[number]};
    if (number < (EXTRA_ROW + PRIVATE_ROWS) * 94)
        return (struct character){2, PRIVATE + number - EXTRA_ROW * 94};
    return (struct character){2, jis_to_unicode[number - PRIVATE_ROWS * 94]};
}

static bool is_euc(unsigned char c) { return c >= 0xa1 && c <= 0xfe; }

static struct character read_euc(const unsigned char *s, size_t len)
{
    if (s[0] < 0x80)
        return (struct character){1, s[0]};
    if (!is_euc(s[0]) && s[0] != 0x8e && s[0] != 0x8f)
        return bad_character(1);
    if (len < 2)
        return bad_character(0);
    if (!is_euc(s[1]))
        return bad_character(1);
    if (s[0] == 0x8e)
        return s[1] <= 0xdf ? (struct character){2, s[1] + HALF_KANA} : bad_character(2);
    if (s[0] == 0x8f) /* JIS X 0212, which records do without */
        return len < 3 ? bad_character(0) : bad_character(is_euc(s[2]) ? 3 : 2);
    return (struct character){2, jis_to_unicode[(s[0] - 0xa1u) * 94 + s[1] - 0xa1u]};
}

static struct character read_latin(unsigned char c)
{
    return (struct character){1, c >= 0x80 && c < 0xa0 ? cp1252_to_unicode[c - 0x80] : c};
}

static struct character read_one(enum bm_encoding e, const unsigned char *s, size_t len)
{
    switch (e) {
    case BM_ENCODING_SHIFT_JIS: return read_sjis(s, len);
    case BM_ENCODING_EUC_JP: return read_euc(s, len);
    case BM_ENCODING_LATIN1: return read_latin(s[0]);
    case BM_ENCODING_AUTO:
    case BM_ENCODING_UTF8:
    case BM_ENCODING_UTF8_BOM:
    case BM_ENCODING_COUNT: break;
    }
    return read_utf8(s, len);
}

/* How many bytes of ASCII a text begins with. */
static size_t ascii_run(const char *s, size_t len)
{
    size_t n = 0;
    for (uint64_t word; len - n >= sizeof word; n += sizeof word) {
        memcpy(&word, s + n, sizeof word);
        if (word & 0x8080808080808080u)
            break;
    }
    while (n < len && (unsigned char)s[n] < 0x80)
        n++;
    return n;
}

static void put_utf8(struct bm_buf *out, uint32_t code)
{
    char b[4];
    size_t n = 0;
    if (code < 0x80) {
        b[n++] = (char)code;
    } else if (code < 0x800) {
        b[n++] = (char)(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        b[n++] = (char)(0xe0 | code >> 12);
        b[n++] = (char)(0x80 | (code >> 6 & 0x3f));
    } else {
        b[n++] = (char)(0xf0 | code >> 18);
        b[n++] = (char)(0x80 | (code >> 12 & 0x3f));
        b[n++] = (char)(0x80 | (code >> 6 & 0x3f));
    }
    if (code >= 0x80)
        b[n++] = (char)(0x80 | (code & 0x3f));
    bm_buf_bytes(out, b, n);
}

size_t bm_charset_decode(enum bm_encoding e, const char *bytes, size_t len, bool final,
                         struct bm_buf *out, uint64_t *bad_count)
{
    size_t at = 0;
    for (;;) {
        const size_t run = ascii_run(bytes + at, len - at);
        bm_buf_bytes(out, bytes + at, run);
        at += run;
        if (at == len)
            return at;
        struct character c = read_one(e, (const unsigned char *)bytes + at, len - at);
        if (c.bytes == 0) {
            if (!final)
                return at;
            c.bytes = (unsigned)(len - at);
        }
        if (c.code != 0) {
            put_utf8(out, c.code);
        } else {
            bm_buf_bytes(out, replacement, sizeof replacement - 1);
            ++*bad_count;
        }
        at += c.bytes;
    }
}

/* The number of a character in the tables, -1 if it has none. */
static int find_jis(uint32_t code)
{
    const unsigned page = code < 0x10000 ? unicode_page[code >> 8] : 0;
    return page != 0 ? unicode_to_jis[(page - 1) * 256 + (code & 0xff)] - 1 : -1;
}

static bool put_pair(struct bm_buf *out, unsigned a, unsigned b)
{
    const char pair[2] = {(char)a, (char)b};
    bm_buf_bytes(out, pair, 2);
    return true;
}

static bool write_sjis(struct bm_buf *out, uint32_t code)
{
    if (code >= 0xa1 + HALF_KANA && code <= 0xdf + HALF_KANA) {
        bm_buf_char(out, (char)(code - HALF_KANA));
        return true;
    }
    int number = find_jis(code);
    if (code >= PRIVATE && code < PRIVATE + PRIVATE_ROWS * 94)
        number = (int)(code - PRIVATE) + EXTRA_ROW * 94;
    else if (number >= EXTRA_ROW * 94)
        number += PRIVATE_ROWS * 94;
    if (number < 0)
        return false;
    const unsigned lead = (unsigned)number / 188, trail = (unsigned)number % 188;
    return put_pair(out, lead + (lead < 31 ? 0x81 : 0xc1), trail + (trail < 63 ? 0x40 : 0x41));
}

/* EUC-JP has no rows behind JIS X 0208, but what is there stands in its last rows too. */
static int find_twin(uint32_t code)
{
    for (int i = NEC_ROW * 94; i < (NEC_ROW + NEC_ROWS) * 94; i++)
        if (jis_to_unicode[i] == code)
            return i;
    return -1;
}

static bool write_euc(struct bm_buf *out, uint32_t code)
{
    if (code >= 0xa1 + HALF_KANA && code <= 0xdf + HALF_KANA)
        return put_pair(out, 0x8e, code - HALF_KANA);
    int number = find_jis(code);
    if (number >= EXTRA_ROW * 94)
        number = find_twin(code);
    return number >= 0 &&
           put_pair(out, 0xa1 + (unsigned)number / 94, 0xa1 + (unsigned)number % 94);
}

static bool write_latin(struct bm_buf *out, uint32_t code)
{
    unsigned byte = code;
    if (code >= 0x100 || (code >= 0x80 && code < 0xa0))
        for (byte = 0x80; byte < 0xa0 && cp1252_to_unicode[byte - 0x80] != code; byte++)
            ;
    if (byte == 0xa0 && code != 0xa0)
        return false;
    bm_buf_char(out, (char)byte);
    return true;
}

static bool write_one(enum bm_encoding e, uint32_t code, struct bm_buf *out)
{
    switch (e) {
    case BM_ENCODING_SHIFT_JIS: return write_sjis(out, code);
    case BM_ENCODING_EUC_JP: return write_euc(out, code);
    case BM_ENCODING_LATIN1: return write_latin(out, code);
    case BM_ENCODING_AUTO:
    case BM_ENCODING_UTF8:
    case BM_ENCODING_UTF8_BOM:
    case BM_ENCODING_COUNT: break;
    }
    put_utf8(out, code);
    return true;
}

void bm_charset_encode(enum bm_encoding e, const char *text, size_t len, struct bm_buf *out,
                       uint64_t *bad_count)
{
    size_t at = 0;
    for (;;) {
        const size_t run = ascii_run(text + at, len - at);
        bm_buf_bytes(out, text + at, run);
        at += run;
        if (at == len)
            return;
        const struct character c = read_utf8((const unsigned char *)text + at, len - at);
        if (c.code == 0 || !write_one(e, c.code, out)) {
            bm_buf_char(out, '?');
            ++*bad_count;
        }
        at += c.bytes != 0 ? c.bytes : len - at;
    }
}

bool bm_charset_is_utf8(const char *s, size_t len)
{
    for (size_t at = 0;;) {
        at += ascii_run(s + at, len - at);
        if (at == len)
            return true;
        const struct character c = read_utf8((const unsigned char *)s + at, len - at);
        if (c.code == 0)
            return false;
        at += c.bytes;
    }
}

/* What speaks for an encoding and against it. */
struct evidence {
    uint64_t good, bad; /* characters that it has, bytes that it has not */
    int64_t likely;     /* how much it looks like a record in Japanese */
};

/*
 * How likely a character of a record is. Kana, full-width digits and the kanji of daily use
 * make up records; half-width kana and rare kanji are what texts in other encodings look like.
 */
static int character_likelihood(enum bm_encoding e, const unsigned char *s, unsigned bytes)
{
    enum { FIRST_KANJI = 15, RARE_KANJI = 47 };
    if (bytes == 1 || s[0] == 0x8e)
        return e == BM_ENCODING_SHIFT_JIS || s[0] == 0x8e ? -1 : 0;
    unsigned row;
    if (e == BM_ENCODING_EUC_JP)
        row = s[0] - 0xa1u;
    else
        row = (s[0] - (s[0] < 0xa0 ? 0x81u : 0xc1u)) * 2 + (s[1] >= 0x9f);
    if (row >= EXTRA_ROW && row < EXTRA_ROW + PRIVATE_ROWS)
        return -4;
    return row < FIRST_KANJI ? 2 : row < RARE_KANJI ? 1 : -1;
}

static struct evidence weigh_encoding(enum bm_encoding e, const char *bytes, size_t len)
{
    struct evidence v = {0};
    for (size_t at = 0;;) {
        at += ascii_run(bytes + at, len - at);
        if (at == len)
            return v;
        const unsigned char *const s = (const unsigned char *)bytes + at;
        const struct character c = read_one(e, s, len - at);
        if (c.bytes == 0)
            return v;
        if (c.code == 0) {
            v.bad++;
        } else {
            v.good++;
            v.likely += e != BM_ENCODING_UTF8 ? character_likelihood(e, s, c.bytes) : 0;
        }
        at += c.bytes;
    }
}

/* A little damage is borne. */
static int64_t evidence_score(struct evidence v) { return v.likely - 20 * (int64_t)v.bad; }

enum bm_encoding bm_charset_detect(const char *bytes, size_t len, bool final)
{
    if (len >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        return BM_ENCODING_UTF8_BOM;
    if (ascii_run(bytes, len) == len)
        return BM_ENCODING_AUTO;
    const struct evidence utf8 = weigh_encoding(BM_ENCODING_UTF8, bytes, len);
    /* UTF-8 is not met by chance, so that it stays UTF-8 with a few wrong bytes in it. */
    if (utf8.good != 0 && utf8.bad <= utf8.good / 8)
        return BM_ENCODING_UTF8;
    if (utf8.good == 0 && utf8.bad == 0 && !final)
        return BM_ENCODING_AUTO;
    const int64_t euc = evidence_score(weigh_encoding(BM_ENCODING_EUC_JP, bytes, len));
    const int64_t sjis = evidence_score(weigh_encoding(BM_ENCODING_SHIFT_JIS, bytes, len));
    if (euc > 0 && euc >= sjis)
        return BM_ENCODING_EUC_JP;
    return sjis > 0 ? BM_ENCODING_SHIFT_JIS : BM_ENCODING_LATIN1;
}

/* SPDX-License-Identifier: MIT */
#include "base/json.h"

/* What may come next. */
enum { VALUE, VALUE_OR_CLOSE, KEY, KEY_OR_CLOSE, COMMA_OR_CLOSE, DONE, CUT, BAD };

void bm_jscan_init(struct bm_jscan *j, const char *s, const char *end, char *nest,
                   unsigned limit)
{
    *j = (struct bm_jscan){
        .at = s, .end = end, .s = s, .what = "", .nest = nest, .limit = limit, .state = VALUE};
}

static enum bm_json_token json_bad(struct bm_jscan *j, const char *what)
{
    j->state = BAD;
    j->what = what;
    return BM_JSON_BAD;
}

static enum bm_json_token json_cut(struct bm_jscan *j)
{
    j->state = CUT;
    j->at = j->end;
    return BM_JSON_CUT;
}

/* Length of the UTF-8 character at s, 0 if there is none, SIZE_MAX if the text ends in it. */
static size_t utf8_length(const char *text, const char *end)
{
    const unsigned char *const s = (const unsigned char *)text;
    const size_t len = (size_t)(end - text);
    const unsigned c = s[0];
    if (c < 0x80)
        return 1;
    if (c < 0xc2 || c > 0xf4)
        return 0;
    const size_t n = c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < n; i++) {
        if (i >= len)
            return SIZE_MAX;
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        if (i == 1 && ((c == 0xe0 && s[1] < 0xa0) || (c == 0xed && s[1] >= 0xa0) ||
                       (c == 0xf0 && s[1] < 0x90) || (c == 0xf4 && s[1] >= 0x90)))
            return 0;
    }
    return n;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The escape at j->at, which is a backslash. */
static bool pass_escape(struct bm_jscan *j)
{
    static const char plain[] = "\"\\/bfnrt";
    if (j->end - j->at < 2) {
        (void)json_cut(j);
        return false;
    }
    const char c = j->at[1];
    if (c != 'u') {
        if (c == '\0' || !memchr(plain, c, sizeof plain - 1)) {
            (void)json_bad(j, "a backslash is followed by one of \"\\/bfnrtu");
            return false;
        }
        j->at += 2;
        return true;
    }
    for (unsigned i = 2; i < 6; i++) {
        if (j->end - j->at <= (ptrdiff_t)i) {
            (void)json_cut(j);
            return false;
        }
        if (hex_digit(j->at[i]) < 0) {
            (void)json_bad(j, "\\u is followed by four hexadecimal digits");
            return false;
        }
    }
    j->at += 6;
    return true;
}

/* The string at j->at, which is a quote. */
static bool pass_string(struct bm_jscan *j)
{
    j->s = ++j->at;
    while (j->at < j->end && *j->at != '"') {
        const unsigned char c = (unsigned char)*j->at;
        if (c == '\\') {
            if (!pass_escape(j))
                return false;
            continue;
        }
        if (c < 0x20) {
            (void)json_bad(j,
                           "a control character in a string must be written as \\u and digits");
            return false;
        }
        const size_t n = utf8_length(j->at, j->end);
        if (n == SIZE_MAX)
            break;
        if (n == 0) {
            (void)json_bad(j, "a string is not UTF-8");
            return false;
        }
        j->at += n;
    }
    if (j->at >= j->end || *j->at != '"') {
        (void)json_cut(j);
        return false;
    }
    j->len = (size_t)(j->at++ - j->s);
    return true;
}

static const char *pass_digits(const char *s, const char *end)
{
    while (s < end && *s >= '0' && *s <= '9')
        s++;
    return s;
}

static enum bm_json_token after_scalar(struct bm_jscan *j, enum bm_json_token token)
{
    j->state = j->depth ? COMMA_OR_CLOSE : DONE;
    return token;
}

static enum bm_json_token pass_number(struct bm_jscan *j)
{
    static const char what[] = "a number is like 12, -3 or 4.5e6";
    const char *s = j->at + (*j->at == '-');
    const char *const whole = s;
    s = pass_digits(s, j->end);
    if (s == j->end && j->depth)
        return json_cut(j); /* more digits may follow */
    if (s == whole || (*whole == '0' && s - whole > 1))
        return s == j->end ? json_cut(j) : json_bad(j, what);
    if (s < j->end && *s == '.') {
        const char *const part = ++s;
        s = pass_digits(s, j->end);
        if (s == part)
            return s == j->end ? json_cut(j) : json_bad(j, what);
    }
    if (s < j->end && (*s | 0x20) == 'e') {
        s++;
        if (s < j->end && (*s == '+' || *s == '-'))
            s++;
        const char *const power = s;
        s = pass_digits(s, j->end);
        if (s == power)
            return s == j->end ? json_cut(j) : json_bad(j, what);
    }
    j->s = j->at;
    j->len = (size_t)(s - j->at);
    j->at = s;
    return after_scalar(j, BM_JSON_NUMBER);
}

static enum bm_json_token pass_word(struct bm_jscan *j)
{
    static const struct {
        const char *word;
        enum bm_json_token token;
    } words[] = {{"true", BM_JSON_TRUE}, {"false", BM_JSON_FALSE}, {"null", BM_JSON_NULL}};
    const size_t room = (size_t)(j->end - j->at);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t len = strlen(words[i].word);
        if (memcmp(j->at, words[i].word, room < len ? room : len) != 0)
            continue;
        if (room < len)
            return json_cut(j);
        j->s = j->at;
        j->len = len;
        j->at += len;
        return after_scalar(j, words[i].token);
    }
    return json_bad(j,
                    "a value is expected here: a string, a number, {, [, true, false or null");
}

static enum bm_json_token open_bracket(struct bm_jscan *j, char bracket)
{
    if (j->depth == j->limit)
        return json_bad(j, "objects and arrays lie too deep inside each other");
    j->nest[j->depth++] = bracket;
    j->s = j->at++;
    j->len = 1;
    j->state = bracket == '{' ? KEY_OR_CLOSE : VALUE_OR_CLOSE;
    return bracket == '{' ? BM_JSON_OBJECT : BM_JSON_ARRAY;
}

static enum bm_json_token close_bracket(struct bm_jscan *j)
{
    j->depth--;
    j->s = j->at++;
    j->len = 1;
    return after_scalar(j, BM_JSON_CLOSE);
}

/* To the next byte that is no blank; false if there is none. */
static bool pass_blanks(struct bm_jscan *j)
{
    while (j->at < j->end &&
           (*j->at == ' ' || *j->at == '\n' || *j->at == '\r' || *j->at == '\t'))
        j->at++;
    return j->at < j->end;
}

static enum bm_json_token read_key(struct bm_jscan *j)
{
    if (*j->at != '"')
        return json_bad(j, "a key in quotes is expected here");
    if (!pass_string(j))
        return j->state == BAD ? BM_JSON_BAD : BM_JSON_CUT;
    if (!pass_blanks(j))
        return json_cut(j);
    if (*j->at != ':')
        return json_bad(j, "a key is followed by a colon");
    j->at++;
    j->state = VALUE;
    return BM_JSON_KEY;
}

static enum bm_json_token read_value(struct bm_jscan *j)
{
    const char c = *j->at;
    if (c == '{' || c == '[')
        return open_bracket(j, c);
    if (c == '-' || (c >= '0' && c <= '9'))
        return pass_number(j);
    if (c != '"')
        return pass_word(j);
    if (!pass_string(j))
        return j->state == BAD ? BM_JSON_BAD : BM_JSON_CUT;
    return after_scalar(j, BM_JSON_STRING);
}

enum bm_json_token bm_jscan_next(struct bm_jscan *j)
{
    if (j->state >= DONE)
        return j->state == DONE ? BM_JSON_DONE : j->state == CUT ? BM_JSON_CUT : BM_JSON_BAD;
    if (!pass_blanks(j))
        return json_cut(j);
    const bool object = j->depth && j->nest[j->depth - 1] == '{';
    if (j->state == COMMA_OR_CLOSE || j->state == KEY_OR_CLOSE || j->state == VALUE_OR_CLOSE)
        if (*j->at == (object ? '}' : ']'))
            return close_bracket(j);
    if (j->state == COMMA_OR_CLOSE) {
        if (*j->at != ',')
            return json_bad(j, object ? "a comma or } is expected here"
                                      : "a comma or ] is expected here");
        j->at++;
        j->state = object ? KEY : VALUE;
        if (!pass_blanks(j))
            return json_cut(j);
    }
    return j->state == KEY || j->state == KEY_OR_CLOSE ? read_key(j) : read_value(j);
}

bool bm_jscan_skip(struct bm_jscan *j, enum bm_json_token token)
{
    if (token != BM_JSON_OBJECT && token != BM_JSON_ARRAY)
        return token != BM_JSON_BAD && token != BM_JSON_CUT;
    for (const unsigned depth = j->depth; j->depth >= depth;) {
        const enum bm_json_token t = bm_jscan_next(j);
        if (t == BM_JSON_BAD || t == BM_JSON_CUT)
            return false;
    }
    return true;
}

bool bm_jscan_jump(struct bm_jscan *j, const char *to)
{
    if (j->state != VALUE || to < j->at || to > j->end)
        return false;
    j->at = to;
    (void)after_scalar(j, BM_JSON_CLOSE);
    return true;
}

bool bm_jscan_is(const struct bm_jscan *j, const char *word)
{
    return strlen(word) == j->len && memcmp(j->s, word, j->len) == 0;
}

static void put_utf8(struct bm_buf *out, unsigned c)
{
    if (c < 0x80) {
        bm_buf_char(out, (char)c);
    } else if (c < 0x800) {
        bm_buf_char(out, (char)(0xc0 | c >> 6));
        bm_buf_char(out, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        bm_buf_char(out, (char)(0xe0 | c >> 12));
        bm_buf_char(out, (char)(0x80 | (c >> 6 & 0x3f)));
        bm_buf_char(out, (char)(0x80 | (c & 0x3f)));
    } else {
        bm_buf_char(out, (char)(0xf0 | c >> 18));
        bm_buf_char(out, (char)(0x80 | (c >> 12 & 0x3f)));
        bm_buf_char(out, (char)(0x80 | (c >> 6 & 0x3f)));
        bm_buf_char(out, (char)(0x80 | (c & 0x3f)));
    }
}

/* The four digits behind \u; 0 if there is no such escape at s. */
static unsigned unit_at(const char *s, const char *end)
{
    unsigned c = 0;
    if (end - s < 6 || s[0] != '\\' || s[1] != 'u')
        return 0;
    for (unsigned i = 2; i < 6; i++)
        c = c << 4 | (unsigned)hex_digit(s[i]);
    return c;
}

/* The escape at s; returns what is behind it. */
static const char *put_escape(struct bm_buf *out, const char *s, const char *end)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (s[1] != 'u') {
        const char *const found = memchr(from, s[1], sizeof from - 1);
        bm_buf_char(out, found ? to[found - from] : '?');
        return s + 2;
    }
    const unsigned c = unit_at(s, end);
    s += 6;
    if (c < 0xd800 || c > 0xdfff) {
        put_utf8(out, c);
        return s;
    }
    const unsigned low = unit_at(s, end);
    if (c >= 0xdc00 || low < 0xdc00 || low > 0xdfff) {
        put_utf8(out, 0xfffd);
        return s;
    }
    put_utf8(out, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
    return s + 6;
}

void bm_jscan_text(const struct bm_jscan *j, struct bm_buf *out)
{
    const char *s = j->s;
    const char *const end = j->s + j->len;
    while (s < end) {
        const char *const slash = memchr(s, '\\', (size_t)(end - s));
        bm_buf_bytes(out, s, (size_t)((slash ? slash : end) - s));
        if (!slash)
            return;
        s = put_escape(out, slash, end);
    }
}

bool bm_jscan_int(const struct bm_jscan *j, int64_t *out)
{
    const bool minus = j->len && j->s[0] == '-';
    uint64_t v = 0;
    if (j->len == minus)
        return false;
    for (size_t i = minus; i < j->len; i++) {
        const unsigned digit = (unsigned)(j->s[i] - '0');
        if (digit > 9 || v > ((uint64_t)INT64_MAX + minus - digit) / 10)
            return false;
        v = 10 * v + digit;
    }
    *out = (int64_t)(minus ? 0 - v : v);
    return true;
}

void bm_json_quote(struct bm_buf *out, const char *s, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    const char *const end = s + len;
    bm_buf_char(out, '"');
    while (s < end) {
        const char *plain = s;
        size_t n = 1;
        while (plain < end && (unsigned char)*plain >= 0x20 && *plain != '"' &&
               *plain != '\\' && *plain != 0x7f) {
            n = utf8_length(plain, end);
            if (n == 0 || n == SIZE_MAX)
                break;
            plain += n;
        }
        bm_buf_bytes(out, s, (size_t)(plain - s));
        s = plain;
        if (s == end)
            break;
        const unsigned char c = (unsigned char)*s++;
        if (c >= 0x80) {
            bm_buf_text(out, "\xef\xbf\xbd");
        } else if (c == '"' || c == '\\') {
            bm_buf_char(out, '\\');
            bm_buf_char(out, (char)c);
        } else if (c == '\n') {
            bm_buf_text(out, "\\n");
        } else {
            bm_buf_text(out, "\\u00");
            bm_buf_char(out, digits[c >> 4]);
            bm_buf_char(out, digits[c & 15]);
        }
    }
    bm_buf_char(out, '"');
}

void bm_json_int(struct bm_buf *out, int64_t v)
{
    if (v < 0)
        bm_buf_char(out, '-');
    bm_buf_u64(out, v < 0 ? 0 - (uint64_t)v : (uint64_t)v, 1);
}

size_t bm_json_count(const char *s, size_t len, unsigned *depth)
{
    size_t n = 1;
    unsigned now = 0;
    bool inside = false; /* a string */
    *depth = 0;
    for (size_t i = 0; i < len; i++) {
        if (inside) {
            if (s[i] == '\\')
                i++;
            else
                inside = s[i] != '"';
            continue;
        }
        switch (s[i]) {
        case '"': inside = true; break;
        case '[':
        case '{':
            n++;
            if (++now > *depth)
                *depth = now;
            break;
        case ']':
        case '}': now -= now != 0; break;
        case ',':
        case ':': n++; break;
        default: break;
        }
    }
    return n;
}

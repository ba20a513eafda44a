/* SPDX-License-Identifier: MIT */
/* The bytes and the scalars of a YAML file. */
#include "base/str.h"
#include "variant/yaml/yaml_scan.h"

bool bm_yaml_fail(struct bm_yaml_scan *s, struct bm_place at, const char *code,
                  const char *message, const char *hint, const char *const *texts)
{
    s->failed = true;
    bm_report_error(s->report, at, code, message, hint, texts);
    return false;
}

/* The character at s as its code point; *len bytes. 0xffffffff if it is not UTF-8. */
static uint32_t decode_utf8(const char *s, const char *end, size_t *len)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char c = (unsigned char)*s;
    const size_t n = c < 0x80   ? 1
                     : c < 0xc2 ? 0
                     : c < 0xe0 ? 2
                     : c < 0xf0 ? 3
                     : c < 0xf5 ? 4
                                : 0;
    uint32_t v = n == 1 ? c : c & (0x7fu >> n);
    *len = 1;
    if (n == 0 || (size_t)(end - s) < n)
        return UINT32_MAX;
    for (size_t i = 1; i < n; i++) {
        if (((unsigned char)s[i] & 0xc0u) != 0x80u)
            return UINT32_MAX;
        v = v << 6 | ((unsigned char)s[i] & 0x3fu);
    }
    if (v < least[n] || (v >= 0xd800 && v <= 0xdfff) || v > 0x10ffff)
        return UINT32_MAX;
    *len = n;
    return v;
}

static size_t encode_utf8(char *to, uint32_t v)
{
    if (v < 0x80) {
        to[0] = (char)v;
        return 1;
    }
    const size_t n = v < 0x800 ? 2 : v < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; v >>= 6)
        to[i] = (char)(0x80u | (v & 0x3fu));
    to[0] = (char)((0xf00u >> n & 0xffu) | v);
    return n;
}

static bool is_control(uint32_t v) { return v < 0x20 || (v >= 0x7f && v < 0xa0); }

/* What is wrong with a character, or NULL; *hint says what to do. */
static const char *find_defect(uint32_t v, const char *next, const char *end, const char **hint)
{
    *hint = "remove it";
    if (v == UINT32_MAX) {
        *hint = "save the file as UTF-8";
        return "this byte is not UTF-8 text";
    }
    if (v == '\n' || v == '\t' || (v == '\r' && next < end && *next == '\n'))
        return NULL;
    if (v == '\r') {
        *hint = "lines end in a line feed, or in both";
        return "carriage return without a line feed";
    }
    if (v == 0)
        return "NUL byte in the text";
    if (v == 0x85 || v == 0x2028 || v == 0x2029)
        return "unusual line break in the text"; /* some readers would begin a line here */
    if (v == 0xfeff)
        return "byte order mark inside of the text";
    if (is_control(v))
        return "control character in the text";
    return v == 0xfffe || v == 0xffff ? "this is not a character" : NULL;
}

bool bm_yaml_check_bytes(struct bm_yaml_scan *s)
{
    struct bm_yaml_scan here = *s;
    uint32_t told = 0; /* the last line with a defect: one is told of each */
    while (here.at < here.end) {
        size_t len;
        const char *hint;
        const uint32_t v = decode_utf8(here.at, here.end, &len);
        const char *const defect = find_defect(v, here.at + len, here.end, &hint);
        if (defect && told != here.line) {
            told = here.line;
            bm_yaml_fail(s, bm_yaml_place(&here, here.at, len), BM_YAML_ENCODING, defect, hint,
                         NULL);
        }
        here.at += len;
        if (v == '\n') {
            here.line++;
            here.line_at = here.at;
        }
    }
    return told == 0;
}

struct bm_yaml *bm_yaml_node(struct bm_yaml_scan *s, enum bm_yaml_kind kind,
                             struct bm_place place)
{
    if (s->nodes++ == BM_YAML_NODES) {
        s->stop = true;
        bm_yaml_fail(s, place, BM_YAML_LIMIT, "the text has more than 4096 values", NULL, NULL);
        return NULL;
    }
    struct bm_yaml *const node = bm_arena_take(s->arena, sizeof *node);
    if (!node) {
        s->stop = true;
        return NULL;
    }
    node->kind = kind;
    node->place = place;
    node->text = "";
    return node;
}

static bool keep_text(struct bm_yaml_scan *s, struct bm_yaml *out, const char *text, size_t len)
{
    out->text = bm_arena_text(s->arena, text, len);
    out->len = len;
    s->stop |= !out->text;
    return out->text != NULL;
}

bool bm_yaml_end_line(struct bm_yaml_scan *s)
{
    const char *const from = s->at;
    bm_yaml_skip_blanks(s);
    if (!bm_yaml_at_eol(s, s->at) && !(*s->at == '#' && s->at > from)) {
        if (*s->at == '\t')
            return bm_yaml_fail(s, bm_yaml_place(s, s->at, 1), BM_YAML_SYNTAX,
                                "tab between words", "use blanks", NULL);
        if (*s->at == '#')
            return bm_yaml_fail(s, bm_yaml_place(s, s->at, 1), BM_YAML_SYNTAX,
                                "a comment needs a blank before its '#'", NULL, NULL);
        if (*s->at == ':' && bm_yaml_blank_or_eol(s, s->at + 1))
            return bm_yaml_fail(s, bm_yaml_place(s, s->at, 1), BM_YAML_SYNTAX,
                                "a second ':' on this line",
                                "put the inner mapping on lines of its own, or into { }", NULL);
        return bm_yaml_fail(s, bm_yaml_place(s, s->at, 1), BM_YAML_SYNTAX,
                            "unexpected text behind the value",
                            "a value that begins with a quote or bracket ends with it", NULL);
    }
    bm_yaml_next_line(s);
    return true;
}

/* The value of n hexadecimal digits, UINT32_MAX if they are none. */
static uint32_t read_hex(const char *s, const char *end, size_t n)
{
    uint32_t v = 0;
    if ((size_t)(end - s) < n)
        return UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        const char c = s[i];
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0)
            return UINT32_MAX;
        v = v << 4 | (uint32_t)digit;
    }
    return v;
}

/* An escape, whose letter is at s: its code point and the bytes behind the backslash. */
static uint32_t read_escape(const char *s, const char *end, size_t *len)
{
    size_t digits = 0;
    *len = 1;
    switch (s < end ? *s : '\0') {
    case '\\':
    case '"':
    case '/': return (unsigned char)*s;
    case 'n': return '\n';
    case 't': return '\t';
    case 'x': digits = 2; break;
    case 'u': digits = 4; break;
    case 'U': digits = 8; break;
    default: return UINT32_MAX;
    }
    const uint32_t v = read_hex(s + 1, end, digits);
    if (v == UINT32_MAX || (is_control(v) && v != '\n' && v != '\t') ||
        (v >= 0xd800 && v <= 0xdfff) || v > 0x10ffff)
        return UINT32_MAX;
    *len = 1 + digits;
    return v;
}

const char *bm_yaml_find_quote(const struct bm_yaml_scan *s, const char *open, bool *escaped)
{
    *escaped = false;
    for (const char *at = open + 1; !bm_yaml_at_eol(s, at); at++) {
        if (*open == '"' && *at == '\\') {
            *escaped = true;
            if (bm_yaml_at_eol(s, ++at))
                return NULL;
        } else if (*at == *open) {
            if (*open == '"' || bm_yaml_at_eol(s, at + 1) || at[1] != '\'')
                return at;
            *escaped = true;
            at++;
        }
    }
    return NULL;
}

/* Undo the escapes of a quoted text between its quotes. */
static bool unescape_quoted(struct bm_yaml_scan *s, struct bm_yaml *out, const char *open,
                            const char *close)
{
    char *const text = bm_arena_take(s->arena, (size_t)(close - open));
    if (!text) {
        s->stop = true;
        return false;
    }
    size_t n = 0;
    for (const char *at = open + 1; at < close; at++) {
        if (*open == '\'') {
            text[n++] = *at;
            at += *at == '\'';
        } else if (*at == '\\') {
            size_t len;
            const uint32_t v = read_escape(at + 1, close, &len);
            if (v == UINT32_MAX)
                return bm_yaml_fail(s, bm_yaml_place(s, at, 2), BM_YAML_SYNTAX,
                                    "unknown escape in a text",
                                    "escapes are \\\\ \\\" \\/ \\n \\t \\xNN \\uNNNN, and no "
                                    "control characters",
                                    NULL);
            n += encode_utf8(text + n, v);
            at += len;
        } else {
            text[n++] = *at;
        }
    }
    text[n] = '\0';
    out->text = text;
    out->len = n;
    return true;
}

static bool read_quoted(struct bm_yaml_scan *s, struct bm_yaml *out)
{
    const char *const open = s->at;
    bool escaped;
    const char *const close = bm_yaml_find_quote(s, open, &escaped);
    if (!close)
        return bm_yaml_fail(s, bm_yaml_place(s, open, 1), BM_YAML_SYNTAX,
                            "this quote is not closed on its line",
                            "close it, or use '|' for a text of several lines", NULL);
    const size_t len = (size_t)(close - open) - 1;
    s->at = close + 1;
    out->exact = !escaped;
    if (escaped) {
        out->place = bm_yaml_place(s, open, len + 2);
        return unescape_quoted(s, out, open, close);
    }
    out->place = len ? bm_yaml_place(s, open + 1, len) : bm_yaml_place(s, open, 2);
    return keep_text(s, out, open + 1, len);
}

/* Why a plain scalar may not begin with this, or NULL. */
static const char *find_bad_start(const struct bm_yaml_scan *s, bool flow, const char **hint)
{
    const char c = *s->at;
    const bool alone = bm_yaml_blank_or_eol(s, s->at + 1);
    *hint = "put quotes around a text that begins so";
    switch (c) {
    case '&': return "anchors ('&') are not supported";
    case '*': return "aliases ('*') are not supported";
    case '!': return "tags ('!') are not supported";
    case '>': *hint = "use '|'"; return "folded texts ('>') are not supported";
    case '|':
        *hint = "a '|' stands behind 'key:' or '-'";
        return "a literal ('|') cannot stand here";
    case '%': return "directives ('%') are not supported";
    case '@':
    case '`': return "'@' and '`' cannot begin a text";
    case '?': return alone ? "complex keys ('?') are not supported" : "'?' cannot begin a text";
    case ':':
        *hint = NULL;
        return alone ? "a key is missing before ':'" : "':' cannot begin a text";
    case ',': *hint = NULL; return "a value is missing before ','";
    case ']':
    case '}': *hint = NULL; return "this bracket closes nothing";
    case '[':
    case '{': *hint = "keys are plain or quoted texts"; return "complex keys are not supported";
    case '\t': *hint = "use blanks"; return "tab between words";
    case '-':
        if (alone) {
            *hint = "a list begins on a line of its own, or is written [a, b]";
            return "a list item ('-') cannot stand here";
        }
        return flow && strchr(",[]{}", s->at[1]) ? "'-' cannot stand alone in brackets" : NULL;
    default: return NULL;
    }
}

/* What may not stand at `at` inside of a plain scalar, or NULL. */
static const char *find_bad_inside(const struct bm_yaml_scan *s, const char *at, bool flow)
{
    if (*at == '\t')
        return "tab between words";
    if (*at == ':' && bm_yaml_blank_or_eol(s, at + 1))
        return flow ? "a ':' in a value" : "a second ':' on this line";
    /* Readers do not agree on what these mean. */
    if (flow && *at == ':' && strchr("?,[]{}", at[1]))
        return "a ':' needs a blank behind it";
    return flow && (*at == '[' || *at == '{') ? "a bracket inside of a text in brackets" : NULL;
}

/* The end of a plain scalar, blanks behind it not counted; NULL after an error. */
static const char *find_plain_end(struct bm_yaml_scan *s, bool flow, bool key)
{
    const char *last = s->at; /* behind the last byte that is not a blank */
    for (const char *at = s->at; !bm_yaml_at_eol(s, at); at++) {
        const bool ends_key = key && *at == ':' && bm_yaml_blank_or_eol(s, at + 1);
        if (ends_key || (*at == '#' && at > last) || (flow && strchr(",]}", *at)))
            break;
        const char *const bad = find_bad_inside(s, at, flow);
        if (bad) {
            bm_yaml_fail(s, bm_yaml_place(s, at, 1), BM_YAML_SYNTAX, bad,
                         *at == '\t' ? "use blanks"
                                     : "put quotes around the text if this belongs to it",
                         NULL);
            return NULL;
        }
        if (*at != ' ')
            last = at + 1;
    }
    return last;
}

static bool read_plain(struct bm_yaml_scan *s, struct bm_yaml *out, bool flow, bool key)
{
    const char *hint;
    const char *const bad = find_bad_start(s, flow, &hint);
    if (bad)
        return bm_yaml_fail(s, bm_yaml_place(s, s->at, 1),
                            strstr(bad, "not supported") ? BM_YAML_UNSUPPORTED : BM_YAML_SYNTAX,
                            bad, hint, NULL);
    const char *const end = find_plain_end(s, flow, key);
    if (!end)
        return false;
    const size_t len = (size_t)(end - s->at);
    out->place = bm_yaml_place(s, s->at, len);
    out->exact = true;
    if (key && len == 2 && !memcmp(s->at, "<<", 2))
        return bm_yaml_fail(s, out->place, BM_YAML_UNSUPPORTED,
                            "merge keys ('<<') are not supported",
                            "'extends' takes over another variant", NULL);
    const bool kept = keep_text(s, out, s->at, len);
    s->at = end;
    return kept;
}

bool bm_yaml_scalar(struct bm_yaml_scan *s, struct bm_yaml *out, bool flow, bool key)
{
    return *s->at == '"' || *s->at == '\'' ? read_quoted(s, out)
                                           : read_plain(s, out, flow, key);
}

/* How many blanks the line at s->at begins with; *empty: there is nothing else. */
static size_t measure_indent(const struct bm_yaml_scan *s, bool *empty)
{
    const char *at = s->at;
    while (at < s->end && *at == ' ')
        at++;
    *empty = bm_yaml_at_eol(s, at);
    return (size_t)(at - s->at);
}

/* The indentation of a literal is that of its first line that is not empty; 0: it has none. */
static bool find_literal_indent(struct bm_yaml_scan *s, int outer, size_t *indent)
{
    struct bm_yaml_scan here = *s;
    size_t longest = 0, blanks = 0;
    bool empty = true;
    *indent = 0;
    while (here.at < here.end) {
        blanks = measure_indent(&here, &empty);
        if (!empty)
            break;
        longest = blanks > longest ? blanks : longest;
        bm_yaml_next_line(&here);
    }
    if (empty)
        return true;
    if (here.at[blanks] == '\t')
        return bm_yaml_fail(s, bm_yaml_place(&here, here.at + blanks, 1), BM_YAML_INDENT,
                            "tab in the indentation", "use blanks", NULL);
    if (blanks == 0 || (int)blanks <= outer)
        return true;
    if (longest > blanks)
        return bm_yaml_fail(s, bm_yaml_place(&here, here.at, blanks), BM_YAML_INDENT,
                            "an empty line above has more blanks than this one",
                            "remove the blanks of the empty lines", NULL);
    *indent = blanks;
    return true;
}

/* Go behind the last line of a literal. *last: behind the last one that is not empty. */
static bool skip_literal(struct bm_yaml_scan *s, size_t indent, const char **last)
{
    while (s->at < s->end) {
        bool empty;
        const size_t blanks = measure_indent(s, &empty);
        if (!empty && blanks < indent) {
            if (s->at[blanks] != '\t')
                break;
            return bm_yaml_fail(s, bm_yaml_place(s, s->at + blanks, 1), BM_YAML_INDENT,
                                "tab in the indentation", "use blanks", NULL);
        }
        bm_yaml_next_line(s);
        if (!empty || blanks > indent)
            *last = s->at;
    }
    return true;
}

/* The lines [from, to) without their indentation, ended by line feeds. */
static size_t copy_literal(char *text, const char *from, const char *to, size_t indent)
{
    size_t n = 0;
    while (from < to) {
        const char *const lf = memchr(from, '\n', (size_t)(to - from));
        const char *eol = lf ? lf : to;
        if (lf && eol > from && eol[-1] == '\r')
            eol--;
        if ((size_t)(eol - from) > indent) {
            memcpy(text + n, from + indent, (size_t)(eol - from) - indent);
            n += (size_t)(eol - from) - indent;
        }
        if (lf)
            text[n++] = '\n';
        from = lf ? lf + 1 : to;
    }
    return n;
}

static bool read_literal_head(struct bm_yaml_scan *s, bool *strip)
{
    const char *const from = s->at++;
    *strip = s->at < s->end && *s->at == '-';
    s->at += *strip;
    if (!bm_yaml_blank_or_eol(s, s->at))
        return bm_yaml_fail(s, bm_yaml_place(s, from, 2), BM_YAML_UNSUPPORTED,
                            "only '|' and '|-' are supported, with nothing behind them",
                            "put quotes around a text that begins with '|'", NULL);
    return bm_yaml_end_line(s);
}

bool bm_yaml_literal(struct bm_yaml_scan *s, struct bm_yaml *out, int outer)
{
    bool strip;
    size_t indent;
    out->place = bm_yaml_place(s, s->at, 1);
    out->literal = true;
    if (!read_literal_head(s, &strip) || !find_literal_indent(s, outer, &indent))
        return false;
    if (indent == 0)
        return true;

    const char *const from = s->at;
    const char *last = from;
    out->place = bm_yaml_place(s, s->at + indent, 1);
    if (!skip_literal(s, indent, &last))
        return false;
    char *const text = bm_arena_take(s->arena, (size_t)(last - from) + 1);
    if (!text) {
        s->stop = true;
        return false;
    }
    size_t n = copy_literal(text, from, last, indent);
    if (strip && n != 0 && text[n - 1] == '\n')
        n--;
    text[n] = '\0';
    out->text = text;
    out->len = n;
    const char *const eol = memchr(text, '\n', n);
    const size_t first = eol ? (size_t)(eol - text) : n;
    out->place.length = first ? (uint32_t)first : 1;
    out->exact = first + 1 >= n;
    return true;
}

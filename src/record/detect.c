/* SPDX-License-Identifier: MIT */
/*
 * Which format a text is in. Names of files lie, so that only the lines are asked, one after
 * another: most tell the format at once, some narrow it down to a family whose other lines
 * decide, and some say nothing.
 */
#include "base/ascii.h"
#include "notation/shogi/kanji.h"
#include "record/format.h"

enum { MAX_TEXT = 1 << 16, MAX_LINES = 500 };

struct detect_line {
    const char *s, *end;
};

static bool is_foreign(char c) { return (unsigned char)c >= 0x80; }

static bool line_begins(struct detect_line l, const char *word)
{
    const size_t n = strlen(word);
    return (size_t)(l.end - l.s) >= n && memcmp(l.s, word, n) == 0;
}

static bool line_contains(struct detect_line l, const char *word)
{
    for (; l.s < l.end; l.s++)
        if (*l.s == *word && line_begins(l, word))
            return true;
    return false;
}

static struct detect_line skip_blanks(struct detect_line l)
{
    while (l.s < l.end && bm_is_blank(*l.s))
        l.s++;
    return l;
}

/* The text up to the next blank; *l goes on behind it. */
static struct detect_line take_line_word(struct detect_line *l)
{
    *l = skip_blanks(*l);
    struct detect_line word = *l;
    while (l->s < l->end && !bm_is_blank(*l->s))
        l->s++;
    word.end = l->s;
    return word;
}

static bool line_is(struct detect_line l, const char *word)
{
    return line_begins(l, word) && strlen(word) == (size_t)(l.end - l.s);
}

static size_t count_digits(struct detect_line l)
{
    size_t n = 0;
    while (l.s + n < l.end && bm_is_digit(l.s[n]))
        n++;
    return n;
}

/* [Name "value"], also with blanks, or without the quotes if the name is one of PGN's. */
static bool is_pgn_tag(struct detect_line l)
{
    if (l.s == l.end || *l.s++ != '[')
        return false;
    l = skip_blanks(l);
    const char *const name = l.s;
    while (l.s < l.end && (bm_is_letter(*l.s) || bm_is_digit(*l.s) || *l.s == '_'))
        l.s++;
    if (l.s == name || !bm_is_letter(*name))
        return false;
    l = skip_blanks(l);
    return l.s < l.end && *l.s == '"';
}

static bool is_result(struct detect_line w)
{
    return line_is(w, "1-0") || line_is(w, "0-1") || line_is(w, "1/2-1/2") || line_is(w, "1/2");
}

/* Something like a move of chess: letters and digits of one, with a square in it. */
static bool is_san(struct detect_line w)
{
    static const char castling[] = "O-O";
    bool square = false;
    if (line_begins(w, castling) || line_begins(w, "0-0"))
        return true;
    if (w.end - w.s < 2 || w.end - w.s > 10)
        return false;
    for (const char *p = w.s; p < w.end; p++) {
        if (!memchr("abcdefghKQRBNPx12345678=+#!?-", *p, 29))
            return false;
        square |= p > w.s && p[-1] >= 'a' && p[-1] <= 'h' && *p >= '1' && *p <= '8';
    }
    return square && !bm_is_digit(*w.s);
}

/* Moves without tags before them: "1. e4 e5", "1.e4", "e4 e5". */
static bool is_pgn_moves(struct detect_line l)
{
    const size_t n = count_digits(l);
    struct detect_line rest = {l.s + n, l.end};
    rest = skip_blanks(rest);
    if (n != 0 && n < 6 && rest.s < rest.end && *rest.s == '.') {
        while (rest.s < rest.end && *rest.s == '.')
            rest.s++;
        const struct detect_line word = take_line_word(&rest);
        return word.s == word.end || is_san(word) || line_is(word, "--") ||
               is_foreign(*word.s) || bm_is_upper(*word.s);
    }
    const struct detect_line first = take_line_word(&l);
    if (is_result(first))
        return true;
    const struct detect_line second = take_line_word(&l);
    return is_san(first) && (second.s == second.end || is_san(second) || is_result(second) ||
                             memchr("*{(;$!?", *second.s, 7));
}

/* The rows of a board with that many slashes in it, of those characters. */
static bool is_board(struct detect_line w, const char *letters, unsigned slashes)
{
    unsigned n = 0;
    for (; w.s < w.end; w.s++) {
        if (*w.s == '/')
            n++;
        else if (!*w.s || !memchr(letters, *w.s, strlen(letters)))
            return false;
    }
    return n == slashes;
}

static bool is_sfen_board(struct detect_line w)
{
    return is_board(w, "plnsgbrkPLNSGBRK123456789+", 8);
}

/* 7g7f, 8h2b+, P*5e */
static bool is_usi_move(struct detect_line w)
{
    const char *const s = w.s;
    if (w.end - s != 4 && !(w.end - s == 5 && s[4] == '+'))
        return false;
    return (s[1] == '*' || (s[0] >= '1' && s[0] <= '9' && s[1] >= 'a' && s[1] <= 'i')) &&
           s[2] >= '1' && s[2] <= '9' && s[3] >= 'a' && s[3] <= 'i';
}

/* FEN, SFEN, EPD and lines with moves behind a position. */
static enum bm_format position_line(struct detect_line l)
{
    struct detect_line rest = l;
    struct detect_line word = take_line_word(&rest);
    if (line_is(word, "position") || line_is(word, "startpos") || line_is(word, "moves"))
        return BM_FORMAT_USI;
    const bool named = line_is(word, "sfen") || line_is(word, "fen");
    if (named)
        word = take_line_word(&rest);
    const bool sfen = is_sfen_board(word);
    if (!sfen && !is_board(word, "pnbrqkPNBRQK12345678~", 7)) {
        if (named || !is_usi_move(word))
            return BM_FORMAT_AUTO;
        word = take_line_word(&rest);
        return word.s == word.end || is_usi_move(word) ? BM_FORMAT_USI : BM_FORMAT_AUTO;
    }
    if (line_contains(rest, " moves"))
        return BM_FORMAT_USI;
    if (sfen)
        return BM_FORMAT_SFEN;
    for (unsigned i = 0; i < 3; i++)
        (void)take_line_word(&rest);
    rest = skip_blanks(rest);
    return line_contains(rest, ";") || (rest.s < rest.end && bm_is_letter(*rest.s))
               ? BM_FORMAT_EPD
               : BM_FORMAT_FEN;
}

/* "~0.7ku2jm.r": a position or nothing, then moves in digits of base 36. */
static bool is_usen(struct detect_line l)
{
    bool tilde = false;
    const char *const begin = l.s;
    if (!line_contains(l, "~"))
        return false;
    for (; l.s < l.end && !bm_is_blank(*l.s); l.s++) {
        if (*l.s == '~' && !tilde) {
            tilde = true;
            const struct detect_line rest = {l.s + 1, l.end};
            const size_t n = count_digits(rest);
            if (n == 0 || rest.s + n == rest.end || rest.s[n] != '.')
                return false;
        } else if (!bm_is_letter(*l.s) && !bm_is_digit(*l.s) && !memchr("._-~", *l.s, 4)) {
            return false;
        }
    }
    return tilde && skip_blanks(l).s == l.end && begin < l.end;
}

/* +7776FU */
static bool is_csa_move(struct detect_line l)
{
    return l.end - l.s >= 7 && (*l.s == '+' || *l.s == '-') &&
           count_digits((struct detect_line){l.s + 1, l.s + 5}) == 4 && bm_is_upper(l.s[5]) &&
           bm_is_upper(l.s[6]);
}

static bool is_csa_line(struct detect_line l)
{
    const size_t len = (size_t)(l.end - l.s);
    if (len == 0)
        return false;
    const char next = len > 1 ? l.s[1] : '\0';
    switch (*l.s) {
    case 'V': return (next == '1' || next == '2' || next == '3') && (len == 2 || l.s[2] == '.');
    case 'N': return next == '+' || next == '-';
    case 'P':
        if (next == 'I')
            return len == 2 || bm_is_digit(l.s[2]) || l.s[2] == ',';
        return next == '+' || next == '-' ||
               (next >= '1' && next <= '9' && len > 2 && memchr(" *+-", l.s[2], 4));
    case '$': return bm_is_upper(next);
    case '%': return bm_is_upper(next) || ((next == '+' || next == '-') && len > 2);
    case '+':
    case '-': return len == 1 || is_csa_move(l) || next == ',';
    case '\'': return line_begins(l, "'CSA encoding");
    default: return false;
    }
}

/* "   1 ７六歩(77)", also with digits of ASCII, and with an end's word in place of a move. */
static bool is_kif_move(struct detect_line l)
{
    const size_t n = count_digits(l);
    if (n == 0 || n > 5)
        return false;
    l.s += n;
    if (l.s == l.end || !(bm_is_blank(*l.s) || is_foreign(*l.s)))
        return false;
    l = skip_blanks(l);
    for (unsigned i = 0; i < 2 && l.s < l.end && bm_is_digit(*l.s); i++)
        l.s++;
    return l.s < l.end && is_foreign(*l.s) && !line_begins(l, "½");
}

static bool is_ki2_move(struct detect_line l)
{
    static const char *const signs[] = {"▲", "△", "▼", "▽", "☗", "☖"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (line_begins(l, signs[i]))
            return true;
    return false;
}

/* A line that KIF and KI2 share: a header, a comment, a row of a board. */
static bool is_japanese(struct detect_line l)
{
    if (line_begins(l, "手数＝") || line_begins(l, "まで") || line_begins(l, "先手番") ||
        line_begins(l, "後手番"))
        return true;
    if (line_begins(l, "|") || line_begins(l, "｜"))
        return line_contains(l, "・") || line_contains(l, "v") || line_contains(l, "歩");
    return l.s < l.end && is_foreign(*l.s) && (line_contains(l, "：") || line_contains(l, ":"));
}

/* A move of shogi with neither number nor mark, "７六歩(77)": only where a text begins. */
static bool is_bare_move(struct detect_line l)
{
    struct bm_kanji_move m;
    return l.s < l.end && is_foreign(*l.s) && bm_kanji_parse(&m, l.s, l.end);
}

/* What a line tells by itself; BM_FORMAT_KIF here means KIF or KI2. */
static enum bm_format look_at(struct detect_line l)
{
    if (is_csa_line(l))
        return BM_FORMAT_CSA;
    if (is_pgn_tag(l))
        return BM_FORMAT_PGN;
    if (is_kif_move(l) || is_ki2_move(l) || is_japanese(l) || line_begins(l, "#KIF") ||
        line_begins(l, "手数----"))
        return BM_FORMAT_KIF;
    if (is_usen(l))
        return BM_FORMAT_USEN;
    return position_line(l);
}

/* JSON is told by its keys; the file may be one long line. */
static enum bm_format look_at_json(struct detect_line text)
{
    return line_contains(text, "\"variant\"") ? BM_FORMAT_JSON : BM_FORMAT_JKF;
}

static struct detect_line next_line(struct detect_line *text)
{
    struct detect_line l = {text->s, text->s};
    while (l.end < text->end && *l.end != '\n' && *l.end != '\r')
        l.end++;
    text->s = l.end < text->end ? l.end + 1 : l.end;
    while (l.s < l.end && (bm_is_blank(*l.s) || *l.s == '\f'))
        l.s++;
    while (l.end > l.s && bm_is_blank(l.end[-1]))
        l.end--;
    return l;
}

/* KIF numbers its moves, KI2 marks their sides; both may come in one file. */
static enum bm_format kif_or_ki2(struct detect_line text)
{
    while (text.s < text.end) {
        const struct detect_line l = next_line(&text);
        if (is_kif_move(l) || line_begins(l, "手数----") || line_begins(l, "#KIF"))
            return BM_FORMAT_KIF;
        if (is_ki2_move(l))
            return BM_FORMAT_KI2;
    }
    return BM_FORMAT_KIF;
}

/* Lines of positions become lines of games, or gain opcodes, with any line that has them. */
static enum bm_format widest_format(struct detect_line text, enum bm_format format)
{
    for (unsigned n = 0; text.s < text.end && n < MAX_LINES; n++) {
        const enum bm_format other = position_line(next_line(&text));
        if (other == BM_FORMAT_USI || (other == BM_FORMAT_EPD && format == BM_FORMAT_FEN))
            return other;
    }
    return format;
}

/* Mostly bytes that no text has. */
static bool is_binary(struct detect_line text)
{
    size_t odd = 0;
    for (const char *p = text.s; p < text.end; p++)
        odd += ((unsigned char)*p < ' ' && !(*p >= '\t' && *p <= '\r') && *p != 0x1a) ||
               *p == 0x7f;
    return odd > (size_t)(text.end - text.s) / 16;
}

/* What lines hint at that are comments in several formats; used when nothing else was found. */
static enum bm_format hint_of(struct detect_line l)
{
    switch (*l.s) {
    case '\'': return BM_FORMAT_CSA;
    case '{':
    case ';':
    case '%':
    case '(':
    case '[': return BM_FORMAT_PGN;
    case '*': return l.end - l.s == 1 ? BM_FORMAT_PGN : BM_FORMAT_KIF;
    case '&': return BM_FORMAT_KIF;
    default: return BM_FORMAT_AUTO;
    }
}

enum bm_format bm_record_detect(const char *text, size_t len)
{
    struct detect_line rest = {text, text + (len < MAX_TEXT ? len : MAX_TEXT)};
    enum bm_format hint = BM_FORMAT_AUTO;
    bool first = true; /* no line has been seen that says nothing */

    if (line_begins(rest, "\xef\xbb\xbf"))
        rest.s += 3;
    if (is_binary(rest))
        return BM_FORMAT_AUTO;
    while (rest.s < rest.end) {
        const struct detect_line from = rest;
        const struct detect_line l = next_line(&rest);
        if (l.s == l.end)
            continue;
        if (first && *l.s == '{' && hint == BM_FORMAT_AUTO) {
            struct detect_line inner = {l.s + 1, from.end};
            while (inner.s < inner.end && (unsigned char)*inner.s <= ' ')
                inner.s++;
            if (inner.s < inner.end && (*inner.s == '"' || *inner.s == '}'))
                return look_at_json(from);
        }
        const enum bm_format format = look_at(l);
        if (format == BM_FORMAT_KIF)
            return kif_or_ki2(from);
        if (format == BM_FORMAT_FEN || format == BM_FORMAT_SFEN)
            return widest_format(from, format);
        if (format != BM_FORMAT_AUTO)
            return format;
        /* Moves alone look like many things, and count only where a text begins. */
        if (first && is_pgn_moves(l))
            return BM_FORMAT_PGN;
        if (first && is_bare_move(l))
            return BM_FORMAT_KI2;
        if (hint == BM_FORMAT_AUTO && first)
            hint = hint_of(l);
        if (*l.s != '#' && hint == BM_FORMAT_AUTO)
            first = false;
    }
    return hint;
}

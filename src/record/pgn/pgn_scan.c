/* SPDX-License-Identifier: MIT */
/* PGN as a text: tags, words for results and ends, and where one game stops. */
#include "record/pgn/pgn.h"

#include "base/ascii.h"
#include "base/attr.h"

static const char *skip_spaces(const char *s, const char *end)
{
    while (s < end && bm_is_blank(*s))
        s++;
    return s;
}

static struct bm_text trimmed_text(const char *s, const char *end)
{
    while (s < end && bm_is_blank(*s))
        s++;
    while (end > s && bm_is_blank(end[-1]))
        end--;
    return (struct bm_text){s, (size_t)(end - s)};
}

/* The value is not as it should be: up to the last bracket of the line, or all of the line. */
static void mend_tag(const char *value, const char *end, bool quoted, struct bm_pgn_tag *out)
{
    const char *const line = bm_pgn_line_end(value, end);
    const char *stop = line;
    if (!quoted) {
        stop = memchr(value, ']', (size_t)(line - value));
        stop = stop ? stop : line;
    } else {
        while (stop > value && stop[-1] != ']')
            stop--;
        stop = stop == value ? line : stop - 1;
    }
    out->end = stop < line ? stop + 1 : line;
    out->value = trimmed_text(value, stop);
    if (out->value.len != 0 && out->value.s[out->value.len - 1] == '"')
        out->value.len--;
    out->mended = true;
}

/* What ends the plain part of a value. */
static const bool value_stops[256] = {
    ['"'] = true, ['\\'] = true, ['\n'] = true, ['\r'] = true};

bool bm_pgn_scan_tag(const char *s, const char *end, struct bm_pgn_tag *out)
{
    const char *p = skip_spaces(s + 1, end);
    const char *const name = p;
    while (p < end && (unsigned char)*p > ' ' && *p != '"' && *p != ']' && *p != '[')
        p++;
    const unsigned char first = (unsigned char)(p > name ? *name | 0x20 : 0);
    if ((first < 'a' || first > 'z') && first != (unsigned char)('_' | 0x20) && first < 0x80)
        return false;
    *out = (struct bm_pgn_tag){.name = {name, (size_t)(p - name)}};
    p = skip_spaces(p, end);
    if (p == end || *p != '"') {
        mend_tag(p, end, false, out);
        return true;
    }

    const char *const value = ++p;
    while (p < end) {
        while (p < end && !value_stops[(unsigned char)*p])
            p++;
        if (p == end || bm_is_eol(*p))
            break;
        if (*p == '\\') {
            out->escaped = true;
            p += p + 1 < end && (p[1] == '"' || p[1] == '\\') ? 2 : 1;
            continue;
        }
        const char *const quote = p;
        p = skip_spaces(p + 1, end);
        if (LIKELY(p < end && *p == ']')) {
            out->value = (struct bm_text){value, (size_t)(quote - value)};
            out->end = p + 1;
            return true;
        }
        if (p == end || bm_is_eol(*p)) { /* the bracket is missing */
            out->value = (struct bm_text){value, (size_t)(quote - value)};
            out->end = p;
            out->mended = true;
            return true;
        }
        out->mended = true; /* a quote inside the value */
    }
    mend_tag(value, end, true, out);
    return true;
}

bool bm_pgn_is_line_begin(const char *text, const char *s)
{
    while (s > text && !bm_is_eol(s[-1]) && (unsigned char)s[-1] <= ' ')
        s--;
    return s == text || bm_is_eol(s[-1]);
}

bool bm_pgn_is_after_gap(const char *text, const char *s)
{
    unsigned lines = 0;
    for (; s > text && (unsigned char)s[-1] <= ' '; s--)
        lines += s[-1] == '\n' || (s[-1] == '\r' && *s != '\n');
    return lines > 1;
}

static bool is_same_text(struct bm_text a, struct bm_text b)
{
    return a.len == b.len && memcmp(a.s, b.s, a.len) == 0;
}

bool bm_pgn_begins_tags(const struct bm_pgn_names *names, const struct bm_pgn_tag *tag,
                        const char *text, const char *s)
{
    static const struct bm_text event = {"Event", 5};
    if (names->count > 1 && is_same_text(tag->name, event) &&
        is_same_text(names->name[0], event))
        return true;
    if (names->count == 0 || LIKELY(!bm_pgn_is_after_gap(text, s)))
        return false;
    for (unsigned i = 0; i < names->count; i++)
        if (is_same_text(tag->name, names->name[i]))
            return true;
    return false;
}

void bm_pgn_add_name(struct bm_pgn_names *names, const struct bm_pgn_tag *tag)
{
    if (names->count < sizeof names->name / sizeof *names->name)
        names->name[names->count++] = tag->name;
}

static const struct {
    const char *text;
    enum bm_result result;
} results[] = {
    {"1-0", BM_FIRST_WINS}, {"0-1", BM_SECOND_WINS}, {"1/2-1/2", BM_DRAW},
    {"*", BM_ONGOING},      {"1/2", BM_DRAW},        {"½-½", BM_DRAW},
    {"½", BM_DRAW},         {"\xbd-\xbd", BM_DRAW}, /* in Latin-1 */
};

bool bm_pgn_result(const char *s, size_t len, enum bm_result *out)
{
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (strlen(results[i].text) == len && memcmp(results[i].text, s, len) == 0) {
            *out = results[i].result;
            return true;
        }
    return false;
}

const char *bm_pgn_result_text(enum bm_result result)
{
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i].result == result)
            return results[i].text;
    return "*";
}

const char *bm_pgn_termination(enum bm_end end)
{
    if (end == BM_END_FOUL)
        return "rules infraction";
    return end == BM_END_STATED || end == BM_END_MATE || end == BM_END_STALEMATE ||
                   end >= BM_END_COUNT
               ? ""
               : bm_end_text(end, BM_EN);
}

uint32_t bm_pgn_index(const struct bm_game *game)
{
    const struct bm_setup *const start = bm_game_start(game);
    const uint32_t number = start->number != 0 ? start->number - 1 : 0;
    if (bm_rules_info(bm_game_rules(game))->dialect == BM_DIALECT_USI)
        return number;
    return 2 * number + (start->turn & 1u);
}

int64_t bm_pgn_index_at(const struct bm_ctx *ctx)
{
    struct bm_setup s;
    bm_ctx_setup(ctx, &s);
    const int64_t number = s.number != 0 ? (int64_t)s.number - 1 : 0;
    if (bm_rules_info(bm_ctx_rules(ctx))->dialect == BM_DIALECT_USI)
        return number;
    return 2 * number + (s.turn & 1);
}

const char *bm_pgn_roster(unsigned i, bool shogi)
{
    static const char *const names[] = {"Event", "Site",  "Date",  "Round",
                                        "White", "Black", "Result"};
    if (shogi && i == BM_PGN_WHITE)
        return "Sente";
    return shogi && i == BM_PGN_BLACK ? "Gote" : names[i];
}

const char *bm_pgn_unknown(unsigned i)
{
    return i == 2 ? "????.??.??" : i == BM_PGN_RESULT ? "*" : "?";
}

/* Letters, digits and signs of moves. */
#define ROW(c)                                                                          \
    [c] = true, [(c) + 1] = true, [(c) + 2] = true, [(c) + 3] = true, [(c) + 4] = true, \
    [(c) + 5] = true, [(c) + 6] = true, [(c) + 7] = true
static const bool is_plain[256] = {
    ['#'] = true, ['+'] = true, ['-'] = true, ['.'] = true, ['='] = true,
    ROW('0'),     ['8'] = true, ['9'] = true, ROW('A'),     ROW('I'),
    ROW('Q'),     ROW('a'),     ROW('i'),     ROW('q'),
};
#undef ROW

/*
 * Games are cut where a tag follows what is no tag, or repeats one; comments and escaped lines
 * are passed over just as the reader does it. A text that begins with comments alone has not
 * begun its game. Games without tags are not parted here: the reader does that.
 */
size_t bm_pgn_cut(const char *text, size_t len)
{
    const char *const end = text + len;
    const char *best = text;
    bool begun = false, after = false, fresh_line = true;
    struct bm_pgn_names names = {0};
    for (const char *s = text; s < end;) {
        const char c = *s;
        struct bm_pgn_tag tag;
        if (bm_is_eol(c)) {
            fresh_line = true;
            s++;
            continue;
        }
        if (c == '{') {
            s = memchr(s, '}', (size_t)(end - s));
            if (!s)
                break;
            s++;
            after = true;
        } else if (c == ';') {
            s = bm_pgn_line_end(s, end);
            after = true;
        } else if (c == '%' && (s == text || bm_is_eol(s[-1]))) {
            s = bm_pgn_line_end(s, end);
        } else if (c == '[' && bm_pgn_scan_tag(s, end, &tag) &&
                   (fresh_line || bm_pgn_is_exact(&tag))) {
            if (tag.mended && bm_pgn_line_end(s, end) == end)
                break; /* what else is in its line must be known */
            if (begun && (after || bm_pgn_begins_tags(&names, &tag, best, s))) {
                best = s;
                names.count = 0;
            }
            bm_pgn_add_name(&names, &tag);
            begun = true;
            after = false;
            s = tag.end;
        } else {
            if (!is_plain[(unsigned char)c]) { /* blank, or a sign that means nothing here */
                const bool blank = (unsigned char)c <= ' ';
                begun |= !blank;
                after |= !blank;
                fresh_line &= blank;
                s++;
                continue;
            }
            begun = after = true;
            while (s < end && is_plain[(unsigned char)*s])
                s++;
        }
        fresh_line = false;
    }
    return (size_t)(best - text);
}

/* SPDX-License-Identifier: MIT */
/* Comments of PGN and the commands inside them: clocks, evaluations, arrows. */
#include "base/ascii.h"
#include "game/words.h"
#include "notation/cells.h"
#include "record/pgn/pgn.h"
#include "record/reader.h"

/* Digits, at most nine of them; false if there are none or more. */
static bool take_digits(struct bm_text *t, int64_t *out)
{
    size_t n = 0;
    *out = 0;
    while (n < t->len && bm_is_digit(t->s[n])) {
        if (n == 9)
            return false;
        *out = *out * 10 + (t->s[n++] - '0');
    }
    t->s += n;
    t->len -= n;
    return n != 0;
}

/* What stands behind a point, as so many digits; false if it has more that matter. */
static bool take_fraction(struct bm_text *t, unsigned digits, int64_t *out)
{
    *out = 0;
    if (t->len == 0 || t->s[0] != '.')
        digits = 0;
    size_t n = digits != 0;
    for (unsigned i = 0; i < digits; i++)
        *out = *out * 10 + (n < t->len && bm_is_digit(t->s[n]) ? t->s[n++] - '0' : 0);
    while (digits != 0 && n < t->len && t->s[n] == '0')
        n++;
    t->s += n;
    t->len -= n;
    return n != 1;
}

/* h:mm:ss, mm:ss or ss, with fractions or without, as milliseconds. */
static bool read_clock_time(struct bm_text t, int64_t *out)
{
    int64_t total = 0, part, fraction;
    for (unsigned parts = 0;; parts++) {
        if (parts == 3 || !take_digits(&t, &part))
            return false;
        total = total * 60 + part;
        if (t.len == 0 || t.s[0] != ':')
            break;
        t.s++, t.len--;
    }
    if (!take_fraction(&t, 3, &fraction) || t.len != 0)
        return false;
    *out = total * 1000 + fraction;
    return true;
}

/* 0.17, -1.5, #3, #-3, each with the depth behind a comma or without. */
static bool read_eval(struct bm_text t, struct bm_note *out)
{
    const bool mate = t.len != 0 && t.s[0] == '#';
    int64_t whole, fraction = 0, depth = 0;
    t.s += mate, t.len -= mate;
    const bool minus = t.len != 0 && t.s[0] == '-';
    const size_t sign = minus || (t.len != 0 && t.s[0] == '+');
    t.s += sign, t.len -= sign;
    if (!take_digits(&t, &whole) || (!mate && !take_fraction(&t, 2, &fraction)))
        return false;
    if (t.len != 0 && t.s[0] == ',') {
        t.s++, t.len--;
        if (!take_digits(&t, &depth))
            return false;
    }
    const int64_t value = mate ? whole : whole * 100 + fraction;
    *out = (struct bm_note){.kind = mate ? BM_NOTE_MATE : BM_NOTE_EVAL,
                            .value = minus ? -value : value,
                            .extra = (int32_t)depth};
    return t.len == 0 && !(minus && value == 0);
}

/* The square that a text begins with; the text goes on behind it. */
static bool take_square(const struct bm_reading *r, struct bm_text *t, bm_sq *out)
{
    const struct bm_rules *const rules = bm_game_rules(r->game);
    const struct bm_rules_info *const info = bm_rules_info(rules);
    if (rules->game) {
        size_t at = 0;
        const bool found = bm_cell_read(out, rules, t->s, &at, t->len, NULL) == BM_OK;
        t->s += at, t->len -= at;
        return found;
    }
    if (t->len < 2)
        return false;
    const char *const s = t->s;
    t->s += 2, t->len -= 2;
    const bool usi = info->dialect == BM_DIALECT_USI;
    const unsigned char file = (unsigned char)(usi ? s[0] - '1' : s[0] - 'a');
    const unsigned char rank = (unsigned char)(usi ? s[1] - 'a' : s[1] - '1');
    *out = (bm_sq)(usi ? file * info->ranks + rank : rank * info->files + file);
    return file < info->files && rank < info->ranks;
}

/* Ga1 or Ga1b2, separated by commas. Nothing is noted unless all of it can be read. */
static bool read_shapes(struct bm_reading *r, struct bm_text t, bool arrows, bool note)
{
    for (;;) {
        bm_sq from = 0, to = 0;
        const char colour = t.len != 0 ? t.s[0] : '\0';
        if (colour < 'A' || colour > 'Z')
            return false;
        t.s++, t.len--;
        if (!take_square(r, &t, &from) || (arrows && !take_square(r, &t, &to)))
            return false;
        if (note && arrows)
            bm_reading_value(r, BM_NOTE_ARROW, (int64_t)from << 8 | to, colour);
        else if (note)
            bm_reading_value(r, BM_NOTE_SQUARE, from, colour);
        if (t.len == 0)
            return true;
        if (t.s[0] != ',')
            return false;
        for (t.s++, t.len--; t.len != 0 && t.s[0] == ' ';)
            t.s++, t.len--;
    }
}

/* A command without its brackets, from the '%' on. */
static void take_command(struct bm_reading *r, const char *s, size_t len)
{
    struct bm_text name = {s + 1, 0}, value;
    struct bm_note note = {0};
    int64_t time;
    while (name.len + 1 < len && (unsigned char)name.s[name.len] > ' ')
        name.len++;
    value.s = name.s + name.len;
    value.len = len - 1 - name.len;
    while (value.len != 0 && (unsigned char)value.s[0] <= ' ')
        value.s++, value.len--;
    while (value.len != 0 && (unsigned char)value.s[value.len - 1] <= ' ')
        value.len--;

    const bool clock = bm_words_same(name, "clk"), spent = bm_words_same(name, "emt");
    const bool arrows = bm_words_same(name, "cal"), squares = bm_words_same(name, "csl");
    if ((clock || spent || bm_words_same(name, "total")) && read_clock_time(value, &time)) {
        bm_reading_value(r,
                         clock   ? BM_NOTE_CLOCK
                         : spent ? BM_NOTE_SPENT
                                 : BM_NOTE_TOTAL,
                         time, 0);
    } else if (bm_words_same(name, "eval") && read_eval(value, &note)) {
        bm_reading_note(r, &note);
    } else if ((arrows || squares) && read_shapes(r, value, arrows, false)) {
        (void)read_shapes(r, value, arrows, true);
    } else if (bm_words_same(name, "bookmark") && value.len != 0) {
        bm_reading_comment(r, BM_NOTE_BOOKMARK, value.s, value.len);
    } else {
        bm_reading_comment(r, BM_NOTE_COMMAND, s, len);
    }
}

/* The next command: "[%", up to its bracket. */
static const char *find_command(const char *s, const char *end, const char **close)
{
    while ((s = memchr(s, '[', (size_t)(end - s))) != NULL) {
        if (end - s > 2 && s[1] == '%' && (unsigned char)s[2] > ' ' && s[2] != ']' &&
            (*close = memchr(s, ']', (size_t)(end - s))) != NULL)
            return s;
        s++;
    }
    return NULL;
}

void bm_pgn_comment(struct bm_reading *r, const char *s, size_t len)
{
    const char *const end = s + len;
    const char *close = NULL, *command = find_command(s, end, &close);
    struct bm_buf *const rest = &r->reader->spare;
    if (!command) {
        bm_reading_comment(r, BM_NOTE_COMMENT, s, len);
        return;
    }
    rest->len = 0;
    for (; command; command = find_command(s, end, &close)) {
        bm_buf_bytes(rest, s, (size_t)(command - s));
        take_command(r, command + 1, (size_t)(close - command) - 1);
        s = close + 1;
        /* Of the blanks on both sides of a command, one stays. */
        if (s < end && (*s == ' ' || *s == '\n') &&
            (rest->len == 0 || (unsigned char)rest->s[rest->len - 1] <= ' '))
            s++;
    }
    bm_buf_bytes(rest, s, (size_t)(end - s));
    if (!rest->failed)
        bm_reading_comment(r, BM_NOTE_COMMENT, rest->s, rest->len);
}

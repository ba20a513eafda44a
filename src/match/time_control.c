/* SPDX-License-Identifier: MIT */
/* Reading time controls. docs/clocks.md has the form. */
#include "match/time_control.h"

#include "base/ascii.h"
#include "notation/text.h"

struct cursor {
    const char *s;
    size_t at, len;
    struct bm_error *err;
};

static char peek_char(const struct cursor *c) { return c->at < c->len ? c->s[c->at] : '\0'; }

static void skip_blanks(struct cursor *c)
{
    while (c->at < c->len && bm_text_blank(c->s[c->at]))
        c->at++;
}

/* Whether the word stands here; if so it is passed. */
static bool take_control_word(struct cursor *c, const char *word)
{
    const size_t n = strlen(word);
    if (c->len - c->at < n || memcmp(c->s + c->at, word, n) != 0)
        return false;
    c->at += n;
    return true;
}

static bm_status refuse_control(const struct cursor *c, size_t at, const char *what)
{
    return bm_text_refuse(c->err, at, what, 0);
}

static const char no_time[] =
    "expected a time here: seconds, as 300 or 0.5, or with a unit, as 500ms, 10m, 1h, 1:30";
static const char too_long[] = "this time is too long: at most 100 years";

/* Digits; at most `limit`. False with nothing passed if there are none. */
static bool take_control_number(struct cursor *c, int64_t limit, int64_t *out, bool *large)
{
    const size_t from = c->at;
    int64_t n = 0;
    for (*large = false; bm_is_digit(peek_char(c)); c->at++) {
        n = n * 10 + (peek_char(c) - '0');
        if (n > limit) {
            *large = true;
            n = limit;
        }
    }
    *out = n;
    return c->at != from;
}

/* Up to three decimals, as thousandths. */
static bm_status take_decimals(struct cursor *c, int64_t *out)
{
    static const int64_t unit[] = {100, 10, 1};
    const size_t from = c->at;
    *out = 0;
    if (!take_control_word(c, "."))
        return BM_OK;
    unsigned n = 0;
    for (; bm_is_digit(peek_char(c)); c->at++, n++)
        if (n < 3)
            *out += (peek_char(c) - '0') * unit[n];
    if (n == 0 || n > 3)
        return refuse_control(c, from, "expected one to three decimals, as in 0.5 or 2.125");
    return BM_OK;
}

/* The rest of 1:30 or 1:00:00 behind its first number. */
static bm_status take_colons(struct cursor *c, int64_t first, int64_t *out)
{
    int64_t part[3] = {first}, thousandths;
    unsigned n = 1;
    while (n < 3 && peek_char(c) == ':') {
        const size_t from = ++c->at;
        bool large;
        if (!take_control_number(c, 1000, &part[n], &large) || c->at - from != 2 ||
            part[n] > 59)
            return refuse_control(c, from,
                                  "expected two digits up to 59 here, as in 1:30 or 1:00:00");
        n++;
    }
    const bm_status status = take_decimals(c, &thousandths);
    if (status)
        return status;
    const int64_t seconds =
        n == 3 ? part[0] * 3600 + part[1] * 60 + part[2] : part[0] * 60 + part[1];
    *out = seconds * BM_SECOND_MS + thousandths;
    return BM_OK;
}

/* The unit of a number; a second if none is named. */
static int64_t take_unit(struct cursor *c)
{
    if (take_control_word(c, "ms"))
        return 1;
    if (take_control_word(c, "s"))
        return BM_SECOND_MS;
    if (take_control_word(c, "m"))
        return BM_MINUTE_MS;
    if (take_control_word(c, "h"))
        return BM_HOUR_MS;
    return take_control_word(c, "days") || take_control_word(c, "day") ? BM_DAY_MS : 0;
}

/* One time, in ms. *days: it was told in days. */
static bm_status take_time(struct cursor *c, int64_t *out, bool *days)
{
    const size_t from = c->at;
    int64_t whole, thousandths;
    bool large;
    bm_status status;

    *days = false;
    if (!take_control_number(c, BM_TIME_MOST, &whole, &large))
        return refuse_control(c, from, no_time);
    if (peek_char(c) == ':') {
        if (large || whole > BM_TIME_MOST / BM_HOUR_MS * 60)
            return refuse_control(c, from, too_long);
        status = take_colons(c, whole, out);
    } else {
        status = take_decimals(c, &thousandths);
        const size_t unit_at = c->at;
        int64_t unit = status ? 0 : take_unit(c);
        *days = unit == BM_DAY_MS;
        unit = unit ? unit : BM_SECOND_MS;
        if (!status && thousandths * unit % 1000 != 0)
            return refuse_control(c, unit_at, "there is nothing shorter than a millisecond");
        if (!status && (large || whole > BM_TIME_MOST / unit))
            return refuse_control(c, from, too_long);
        if (!status)
            *out = whole * unit + thousandths * unit / 1000;
    }
    if (!status && *out > BM_TIME_MOST)
        return refuse_control(c, from, too_long);
    return status;
}

/* One of "+5", "+5d", "+30b", "+30x3b", from behind the plus. */
static bm_status take_part(struct cursor *c, struct bm_time *t, bool seen[3])
{
    enum { INCREMENT, DELAY, BYOYOMI };
    static const char *const twice[] = {
        "there is an increment already: +5 may stand once",
        "there is a delay already: +5d may stand once",
        "there is a byoyomi already: +30b or +30x3b may stand once",
    };
    int64_t ms, periods = 1;
    bool days, large, many = false;
    skip_blanks(c);
    const size_t from = c->at;
    const bm_status status = take_time(c, &ms, &days);
    if (status)
        return status;
    if (days)
        return refuse_control(c, from, "days are for each turn: write 3days alone");
    if (take_control_word(c, "x")) {
        const size_t count = c->at;
        many = true;
        if (!take_control_number(c, BM_PERIODS_MOST, &periods, &large))
            return refuse_control(c, count, "expected the number of periods here, as in 30x3b");
        if (large || periods == 0)
            return refuse_control(c, count, "there are at least 1 and at most 9999 periods");
    }
    unsigned what = INCREMENT;
    if (take_control_word(c, "b"))
        what = BYOYOMI;
    else if (many)
        return refuse_control(c, c->at, "periods are of byoyomi: put a b here, as in 30x3b");
    else if (take_control_word(c, "d"))
        what = DELAY;
    if (seen[what])
        return refuse_control(c, from, twice[what]);
    seen[what] = true;
    if (what == INCREMENT)
        t->increment = ms;
    else if (what == DELAY)
        t->delay = ms;
    else if (ms) {
        t->byoyomi = ms;
        t->periods = (unsigned)periods;
    }
    return BM_OK;
}

/* "1/30" of PGN is 30 seconds for one move. */
static bm_status take_pgn_moves(struct cursor *c, size_t from, struct bm_time *t)
{
    bool days;
    const size_t at = c->at;
    if (at - from != 2 || c->s[from] != '1')
        return refuse_control(
            c, from,
            "so many moves in a time are not supported: write the time alone, or "
            "with an increment, as in 5400+30");
    const bm_status status = take_time(c, &t->base, &days);
    if (status)
        return status;
    t->kind = t->base % BM_DAY_MS == 0 ? BM_CLOCK_DAYS : BM_CLOCK_MOVE;
    return t->base ? BM_OK : refuse_control(c, at, "a turn needs some time: write 1 or more");
}

static bm_status take_side(struct cursor *c, struct bm_time *t)
{
    bool days, seen[3] = {false, false, false};
    *t = (struct bm_time){.kind = BM_CLOCK_NONE};
    skip_blanks(c);
    const size_t from = c->at;
    if (take_control_word(c, "none") || take_control_word(c, "-"))
        return BM_OK;
    bm_status status = take_time(c, &t->base, &days);
    if (status)
        return status;
    if (days) {
        t->kind = BM_CLOCK_DAYS;
        if (t->base == 0 || t->base % BM_DAY_MS != 0)
            return refuse_control(c, from,
                                  "days are whole and at least one: write 3days, or 36h/move");
        return BM_OK;
    }
    if (take_control_word(c, "/move")) {
        t->kind = BM_CLOCK_MOVE;
        return t->base ? BM_OK
                       : refuse_control(c, from, "a turn needs some time: write 1 or more");
    }
    if (take_control_word(c, "/"))
        return take_pgn_moves(c, from, t);
    t->kind = BM_CLOCK_GAME;
    for (skip_blanks(c); take_control_word(c, "+"); skip_blanks(c)) {
        status = take_part(c, t, seen);
        if (status)
            return status;
    }
    if (!t->base && !t->increment && !t->delay && !t->byoyomi)
        return refuse_control(c, from, "no time at all: write seconds, or none for no clock");
    return BM_OK;
}

bm_status bm_times_parse(struct bm_times *out, const char *s, size_t len, struct bm_error *err)
{
    struct cursor c = {.s = s, .len = len, .err = err};
    struct bm_times times;
    bm_status status = take_side(&c, &times.side[0]);
    if (status)
        return status;
    times.side[1] = times.side[0];
    skip_blanks(&c);
    if (take_control_word(&c, ",")) {
        status = take_side(&c, &times.side[1]);
        if (status)
            return status;
        skip_blanks(&c);
    }
    if (c.at != c.len)
        return bm_text_refuse(
            err, c.at,
            "'~' has no meaning here: a time control is like 300, 10m+5 or 600+30x3b",
            (unsigned char)c.s[c.at]);
    *out = times;
    return BM_OK;
}

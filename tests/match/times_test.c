/* SPDX-License-Identifier: MIT */
/* Time controls as text: read, written in the shortest form, refused with a place and a hint.
 */
#include "banmen/clock.h"
#include "base/random.h"
#include "tap.h"

static void check_form(const char *text, const char *shortest)
{
    struct bm_times t, again;
    struct bm_error err = {0};
    char out[BM_TIMES_TEXT];
    if (!ok_named(bm_times_parse(&t, text, strlen(text), &err) == BM_OK, "%s is read %s", text,
                  err.what))
        return;
    (void)bm_times_format(&t, out, sizeof out);
    eq_str(out, shortest);
    ok(bm_times_parse(&again, out, strlen(out), NULL) == BM_OK && bm_times_equal(&t, &again));
}

static void check_value(const char *text, struct bm_time want)
{
    const struct bm_times both = {{want, want}};
    struct bm_times t = {0};
    ok_named(bm_times_parse(&t, text, strlen(text), NULL) == BM_OK && bm_times_equal(&t, &both),
             "%s is what it says", text);
}

static void check_refusal(const char *text, unsigned column, const char *hint)
{
    const struct bm_times before = {{{BM_CLOCK_GAME, 1, 2, 3, 4, 5}, {0}}};
    struct bm_times t = before;
    struct bm_error err = {0};
    const bm_status status = bm_times_parse(&t, text, strlen(text), &err);
    if (!ok_named(status == BM_ESYNTAX && err.column == column && strstr(err.what, hint),
                  "'%s' is refused at %u", text, column))
        printf("# %u: %s\n", err.column, err.what);
    ok(bm_times_equal(&t, &before));
    ok(bm_times_parse(&t, text, strlen(text), NULL) == BM_ESYNTAX);
}

static void test_forms(void)
{
    check_form("none", "none");
    check_form("-", "none");
    check_form("300", "5m");
    check_form("5m", "5m");
    check_form("10m+5", "600+5");
    check_form("1:00:00+30", "1h+30");
    check_form("1:30", "90");
    check_form("1:30.25", "90.25");
    check_form("90m", "90m");
    check_form("1.5h", "90m");
    check_form("100m", "6000");
    check_form("600+30x3b", "600+30x3b");
    check_form("600+30x1b", "600+30b");
    check_form("0+10b", "0+10b");
    check_form("600+10+30b", "600+10+30b");
    check_form("600+30b+10", "600+10+30b");
    check_form("300+5d", "5m+5d");
    check_form("300+2+5d+10x2b", "5m+2+5d+10x2b");
    check_form("30/move", "30/move");
    check_form("1/30", "30/move");
    check_form("3days", "3days");
    check_form("1day", "1day");
    check_form("1/259200", "3days");
    check_form("600+5,300", "600+5,5m");
    check_form("300,300", "5m");
    check_form("none,300", "none,5m");
    check_form(" 600 + 5 , 300 ", "600+5,5m");
    check_form("500ms", "0.5");
    check_form("1ms+1ms", "1ms+1ms");
    check_form("600+0", "600");
    check_form("600+0b", "600");
    check_form("36500days", "36500days");

    check_value("10m+5", (struct bm_time){BM_CLOCK_GAME, 600000, 5000, 0, 0, 0});
    check_value("600+30x3b", (struct bm_time){BM_CLOCK_GAME, 600000, 0, 0, 30000, 3});
    check_value("0.5+2.125d", (struct bm_time){BM_CLOCK_GAME, 500, 0, 2125, 0, 0});
    check_value("2m/move", (struct bm_time){BM_CLOCK_MOVE, 120000, 0, 0, 0, 0});
    check_value("2days", (struct bm_time){BM_CLOCK_DAYS, 172800000, 0, 0, 0, 0});
    check_value("1:02:03", (struct bm_time){BM_CLOCK_GAME, 3723000, 0, 0, 0, 0});
}

static void test_refusals(void)
{
    check_refusal("", 1, "300");
    check_refusal("abc", 1, "seconds");
    check_refusal("+5", 1, "seconds");
    check_refusal("300+", 5, "seconds");
    check_refusal("300+5+6", 7, "once");
    check_refusal("300+5d+6d", 8, "once");
    check_refusal("300+5b+6b", 8, "once");
    check_refusal("300+5x", 7, "30x3b");
    check_refusal("300+5x3", 8, "put a b");
    check_refusal("300+5x0b", 7, "at least 1");
    check_refusal("300+5x99999b", 7, "9999");
    check_refusal("300+3days", 5, "3days alone");
    check_refusal("1.5days", 1, "36h/move");
    check_refusal("0days", 1, "at least one");
    check_refusal("0/move", 1, "1 or more");
    check_refusal("0", 1, "none for no clock");
    check_refusal("0+0b", 1, "none for no clock");
    check_refusal("40/7200", 1, "5400+30");
    check_refusal("1/0", 3, "1 or more");
    check_refusal("1:60", 3, "59");
    check_refusal("1:5", 3, "two digits");
    check_refusal("1:", 3, "two digits");
    check_refusal("1.", 2, "decimals");
    check_refusal("1.2345", 2, "decimals");
    check_refusal("0.5ms", 4, "millisecond");
    check_refusal("300,", 5, "seconds");
    check_refusal("300,300,300", 8, "no meaning");
    check_refusal("300 5", 5, "10m+5");
    check_refusal("300\x01", 4, "\\x01");
    check_refusal("36501days", 1, "100 years");
    check_refusal("99999999999999999999999", 1, "100 years");
    check_refusal("99999999999999:00:00", 1, "100 years");
    check_refusal("900000:00:00", 1, "100 years");
    check_refusal("none5", 5, "no meaning");
}

static uint64_t seed = 9;
static int64_t upto(int64_t n) { return (int64_t)(bm_random(&seed) % (uint64_t)(n + 1)); }

/* Times that people take, and times that nobody would. */
static int64_t random_ms(void)
{
    static const int64_t units[] = {1, 10, 100, 1000, 60000, 3600000};
    return upto(3) ? upto(200) * units[upto(5)] : upto(BM_TIME_MOST);
}

static struct bm_time random_time(void)
{
    struct bm_time t = {.kind = (enum bm_clock_kind)upto(BM_CLOCK_DAYS)};
    if (t.kind == BM_CLOCK_DAYS)
        t.base = (1 + upto(36499)) * 86400000;
    if (t.kind == BM_CLOCK_MOVE || t.kind == BM_CLOCK_GAME)
        t.base = upto(4) || t.kind == BM_CLOCK_MOVE ? 1 + random_ms() % BM_TIME_MOST : 0;
    if (t.kind != BM_CLOCK_GAME)
        return t;
    if (upto(1) || !t.base)
        t.increment = 1 + random_ms() % BM_TIME_MOST;
    if (upto(2) == 0)
        t.delay = random_ms();
    if (upto(1)) {
        t.byoyomi = 1 + random_ms() % BM_TIME_MOST;
        t.periods = 1 + (unsigned)(upto(1) ? upto(4) : upto(BM_PERIODS_MOST - 1));
    }
    return t;
}

static void test_random(void)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < 100000; i++) {
        const struct bm_times t = {{random_time(), random_time()}};
        struct bm_times again;
        char text[BM_TIMES_TEXT], small[8];
        const size_t len = bm_times_format(&t, text, sizeof text);
        if (len >= sizeof text || strlen(text) != len ||
            bm_times_format(&t, small, sizeof small) != len ||
            bm_times_parse(&again, text, len, NULL) != BM_OK || !bm_times_equal(&t, &again)) {
            printf("# %s\n", text);
            wrong++;
        }
    }
    eq_u64(wrong, 0);
}

int main(void)
{
    test_forms();
    test_refusals();
    test_random();
    return tap_done();
}

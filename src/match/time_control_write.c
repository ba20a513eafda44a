/* SPDX-License-Identifier: MIT */
/* Writing time controls, and whether two are the same. */
#include "match/time_control.h"

static void put_decimals(struct bm_str *out, unsigned thousandths)
{
    if (thousandths != 0)
        bm_str_char(out, '.');
    for (unsigned unit = 100; thousandths != 0; thousandths %= unit, unit /= 10)
        bm_str_char(out, (char)('0' + thousandths / unit));
}

/* How long the shortest way is to write it with this unit; ties go to plain seconds. */
static size_t put_with(struct bm_str *out, int64_t ms, int64_t unit, const char *name)
{
    const size_t before = out->len;
    bm_str_u64(out, (uint64_t)(ms / unit));
    if (unit == BM_SECOND_MS)
        put_decimals(out, (unsigned)(ms % unit));
    bm_str_text(out, name);
    return out->len - before;
}

static void put_duration(struct bm_str *out, int64_t ms, bool plain)
{
    static const struct {
        int64_t ms;
        const char *name;
    } units[] = {{BM_SECOND_MS, ""}, {BM_MINUTE_MS, "m"}, {BM_HOUR_MS, "h"}, {1, "ms"}};
    size_t best = 0, best_len = SIZE_MAX;
    for (size_t i = 0; i < (plain ? 1 : sizeof units / sizeof *units); i++) {
        char text[32];
        struct bm_str trial;
        if (i != 0 && ms % units[i].ms != 0)
            continue;
        bm_str_init(&trial, text, sizeof text);
        const size_t len = put_with(&trial, ms, units[i].ms, units[i].name);
        if (len < best_len) {
            best = i;
            best_len = len;
        }
    }
    (void)put_with(out, ms, units[best].ms, units[best].name);
}

static void put_turns(struct bm_str *out, const struct bm_time *t, bool plain)
{
    if (plain) {
        bm_str_text(out, "1/");
        put_duration(out, t->base, true);
    } else if (t->kind == BM_CLOCK_DAYS && t->base % BM_DAY_MS == 0) {
        bm_str_u64(out, (uint64_t)(t->base / BM_DAY_MS));
        bm_str_text(out, t->base == BM_DAY_MS ? "day" : "days");
    } else {
        put_duration(out, t->base, false);
        bm_str_text(out, "/move");
    }
}

static void put_time(struct bm_str *out, const struct bm_time *t, bool plain)
{
    if (t->kind == BM_CLOCK_NONE) {
        bm_str_text(out, plain ? "-" : "none");
        return;
    }
    if (t->kind != BM_CLOCK_GAME) {
        put_turns(out, t, plain);
        return;
    }
    put_duration(out, t->base, plain);
    if (t->increment) {
        bm_str_char(out, '+');
        put_duration(out, t->increment, plain);
    }
    if (t->delay) {
        bm_str_char(out, '+');
        put_duration(out, t->delay, plain);
        bm_str_char(out, 'd');
    }
    if (t->byoyomi) {
        bm_str_char(out, '+');
        put_duration(out, t->byoyomi, plain);
        if (t->periods > 1) {
            bm_str_char(out, 'x');
            bm_str_u64(out, t->periods);
        }
        bm_str_char(out, 'b');
    }
}

static bool same_time_control(const struct bm_time *a, const struct bm_time *b)
{
    if (a->kind != b->kind || a->kind == BM_CLOCK_NONE)
        return a->kind == b->kind;
    if (a->base != b->base || a->kind != BM_CLOCK_GAME)
        return a->base == b->base;
    return a->increment == b->increment && a->delay == b->delay && a->byoyomi == b->byoyomi &&
           (!a->byoyomi ||
            (a->periods > 1 ? a->periods : 1) == (b->periods > 1 ? b->periods : 1));
}

bool bm_times_equal(const struct bm_times *a, const struct bm_times *b)
{
    return same_time_control(&a->side[0], &b->side[0]) &&
           same_time_control(&a->side[1], &b->side[1]);
}

void bm_times_put(struct bm_str *out, const struct bm_times *times, bool plain)
{
    put_time(out, &times->side[0], plain);
    if (!same_time_control(&times->side[0], &times->side[1])) {
        bm_str_char(out, ',');
        put_time(out, &times->side[1], plain);
    }
}

size_t bm_times_format(const struct bm_times *times, char *buf, size_t cap)
{
    struct bm_str out;
    bm_str_init(&out, buf, cap);
    bm_times_put(&out, times, false);
    return bm_str_end(&out);
}

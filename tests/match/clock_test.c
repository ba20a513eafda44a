/* SPDX-License-Identifier: MIT */
/*
 * Clocks in virtual time: each kind by hand, and all of them against a slow twin that lets one
 * millisecond after the other go by and counts down what is there.
 */
#include "banmen/clock.h"

#include "base/random.h"
#include "tap.h"

static struct bm_times times_of(const char *text)
{
    struct bm_times t;
    struct bm_error err;
    if (bm_times_parse(&t, text, strlen(text), &err)) {
        printf("# %s: %s\n", text, err.what);
        tap_bail("a time control of the test cannot be read");
    }
    return t;
}

static struct bm_clock clock_of(const char *text)
{
    const struct bm_times t = times_of(text);
    struct bm_clock c;
    bm_clock_init(&c, &t);
    return c;
}

static struct bm_face face_of(const struct bm_clock *c, unsigned side, int64_t now)
{
    struct bm_face f;
    bm_clock_face(c, side, now, &f);
    return f;
}

/* One turn of the first side that takes so long; returns what main time is left. */
static int64_t turn(struct bm_clock *c, int64_t ms)
{
    bm_clock_start(c, 0, 1000);
    (void)bm_clock_stop(c, 1000 + ms);
    return c->main[0];
}

static void test_kinds(void)
{
    struct bm_clock c = clock_of("none");
    eq_u64((uint64_t)turn(&c, 5000), 0);
    ok(!bm_clock_flagged(&c, 0, INT64_MAX));
    ok(c.total[0] == 5000);
    ok(face_of(&c, 0, 0).until == BM_NO_LIMIT);

    c = clock_of("10");
    eq_u64((uint64_t)turn(&c, 4000), 6000);
    eq_u64((uint64_t)turn(&c, 6000), 0);
    ok_named(!c.flag, "the last millisecond is in time");
    (void)turn(&c, 1);
    ok_named(c.flag == 1, "one more is not");

    c = clock_of("10+2");
    eq_u64((uint64_t)turn(&c, 4000), 8000);
    eq_u64((uint64_t)turn(&c, 8000), 2000);
    c = clock_of("0+2");
    eq_u64((uint64_t)c.main[0], 2000);

    c = clock_of("10+3d");
    eq_u64((uint64_t)turn(&c, 3000), 10000);
    eq_u64((uint64_t)turn(&c, 5000), 8000);
    ok(c.total[0] == 8000);

    c = clock_of("5/move");
    eq_u64((uint64_t)turn(&c, 5000), 5000);
    ok(!c.flag);
    (void)turn(&c, 5001);
    ok(c.flag == 1);

    c = clock_of("3days");
    eq_u64((uint64_t)turn(&c, 3 * 86400000 - 1), 3 * 86400000);
    ok(!c.flag);

    c = clock_of("600+5,300");
    ok(c.main[0] == 600000 && c.main[1] == 300000);
}

static void test_byoyomi(void)
{
    struct bm_clock c = clock_of("10+5x3b");
    bm_clock_start(&c, 0, 0);
    ok(face_of(&c, 0, 9999).main == 1 && face_of(&c, 0, 9999).period == 0);
    ok_named(face_of(&c, 0, 10000).period == 5000, "a period begins when main time is gone");
    ok(face_of(&c, 0, 14999).period == 1 && face_of(&c, 0, 14999).periods == 3);
    ok(face_of(&c, 0, 15000).period == 0 && face_of(&c, 0, 15000).periods == 3);
    ok_named(face_of(&c, 0, 15001).periods == 2, "a period that is overrun is gone");
    ok(face_of(&c, 0, 15001).period == 4999);
    eq_u64((uint64_t)bm_clock_deadline(&c), 25001);
    ok(!bm_clock_flagged(&c, 0, 25000) && bm_clock_flagged(&c, 0, 25001));
    eq_u64((uint64_t)bm_clock_stop(&c, 16000), 16000);
    ok_named(c.periods[0] == 2 && c.main[0] == 0, "two periods are left after the move");
    eq_u64((uint64_t)face_of(&c, 0, 0).period, 5000);
    (void)turn(&c, 5000);
    ok_named(c.periods[0] == 2, "a move inside the period keeps it");
    (void)turn(&c, 10000);
    eq_u64(c.periods[0], 1);
    (void)turn(&c, 5001);
    ok(c.flag == 1 && c.periods[0] == 0);

    c = clock_of("10+2+5b");
    eq_u64((uint64_t)turn(&c, 10000), 2000);
    eq_u64((uint64_t)turn(&c, 3000), 0);
    ok_named(turn(&c, 0) == 0, "in byoyomi there are no increments");
    ok(!c.flag);
    c = clock_of("0+5b");
    bm_clock_start(&c, 0, 0);
    eq_u64((uint64_t)face_of(&c, 0, 0).period, 5000);
    eq_u64((uint64_t)bm_clock_deadline(&c), 5001);
}

static void test_pause(void)
{
    struct bm_clock c = clock_of("10");
    bm_clock_resume(&c, 5); /* nothing was begun */
    ok(!c.running && bm_clock_deadline(&c) == BM_NO_LIMIT);
    bm_clock_start(&c, 1, 100);
    bm_clock_pause(&c, 1100);
    ok(bm_clock_deadline(&c) == BM_NO_LIMIT);
    bm_clock_pause(&c, 5000);
    eq_u64((uint64_t)bm_clock_spent(&c, 90000), 1000);
    ok(!bm_clock_flagged(&c, 1, 90000));
    bm_clock_resume(&c, 20000);
    eq_u64((uint64_t)bm_clock_deadline(&c), 29001);
    eq_u64((uint64_t)bm_clock_stop(&c, 21000), 2000);
    ok(c.main[1] == 8000 && c.total[1] == 2000 && c.total[0] == 0);

    bm_clock_start(&c, 0, 0);
    bm_clock_give(&c, 0, 5000);
    eq_u64((uint64_t)bm_clock_deadline(&c), 15001);
    bm_clock_give(&c, 0, -20000);
    ok(face_of(&c, 0, 0).main == 0);
    bm_clock_give(&c, 0, INT64_MAX);
    bm_clock_give(&c, 0, INT64_MAX);
    ok(c.main[0] == BM_TIME_MOST);
    c = clock_of("none");
    bm_clock_give(&c, 0, 5000);
    ok(c.main[0] == 0);
}

static void test_extremes(void)
{
    struct bm_times t = {0};
    struct bm_clock c;
    for (unsigned side = 0; side < 2; side++)
        t.side[side] = (struct bm_time){BM_CLOCK_GAME, INT64_MAX, INT64_MAX,
                                        INT64_MAX,     INT64_MAX, 4000000000u};
    bm_clock_init(&c, &t);
    bm_clock_start(&c, 0, INT64_MIN);
    ok(bm_clock_spent(&c, INT64_MAX) > 0);
    (void)bm_clock_stop(&c, INT64_MAX);
    bm_clock_start(&c, 1, INT64_MAX);
    ok(bm_clock_deadline(&c) < BM_NO_LIMIT);
    (void)bm_clock_stop(&c, INT64_MIN);
    ok_named(c.total[1] == 0, "time that goes back is no time");
    t.side[0] = (struct bm_time){BM_CLOCK_GAME, -5, -5, -5, -5, 0};
    bm_clock_init(&c, &t);
    bm_clock_start(&c, 0, 0);
    ok(!bm_clock_flagged(&c, 0, 0) && bm_clock_flagged(&c, 0, 1));
}

/* The twin. */

struct slow {
    struct bm_times times;
    int64_t main[2], total[2];
    unsigned periods[2];
    bool flag[2];
    /* of this turn */
    int64_t delay, period;
    bool had_main, in_byoyomi;
};

static void slow_init(struct slow *s, const struct bm_times *t)
{
    *s = (struct slow){.times = *t};
    for (unsigned i = 0; i < 2; i++) {
        s->main[i] = t->side[i].base;
        if (t->side[i].kind == BM_CLOCK_GAME && s->main[i] == 0)
            s->main[i] = t->side[i].increment;
        s->periods[i] = t->side[i].periods;
    }
}

static void slow_begin(struct slow *s, unsigned side)
{
    s->delay = s->times.side[side].delay;
    s->period = s->times.side[side].byoyomi;
    s->had_main = s->main[side] > 0;
    s->in_byoyomi = false;
}

static void slow_tick(struct slow *s, unsigned side)
{
    s->total[side]++;
    if (s->times.side[side].kind == BM_CLOCK_NONE || s->flag[side])
        return;
    if (s->delay > 0) {
        s->delay--;
        return;
    }
    if (s->main[side] > 0) {
        s->main[side]--;
        return;
    }
    s->in_byoyomi = true;
    if (s->periods[side] > 0 && s->period == 0) { /* this millisecond belongs to the next */
        s->periods[side]--;
        s->period = s->times.side[side].byoyomi;
    }
    if (s->periods[side] == 0)
        s->flag[side] = true;
    else
        s->period--;
}

static void slow_end(struct slow *s, unsigned side)
{
    const struct bm_time *const t = &s->times.side[side];
    if (t->kind == BM_CLOCK_MOVE || t->kind == BM_CLOCK_DAYS)
        s->main[side] = t->base;
    else if (t->kind == BM_CLOCK_GAME && !s->in_byoyomi && (s->had_main || t->byoyomi == 0))
        s->main[side] += t->increment;
}

static uint64_t seed = 20261116;
static int64_t upto(int64_t n) { return (int64_t)(bm_random(&seed) % (uint64_t)(n + 1)); }

static struct bm_time random_time(void)
{
    struct bm_time t = {.kind = (enum bm_clock_kind)upto(BM_CLOCK_DAYS)};
    if (t.kind == BM_CLOCK_NONE)
        return t;
    t.base = upto(120);
    if (t.kind != BM_CLOCK_GAME) {
        t.base += 5;
        return t;
    }
    if (upto(1))
        t.increment = upto(20);
    if (upto(2) == 0)
        t.delay = upto(15);
    if (upto(1)) {
        t.byoyomi = 1 + upto(20);
        t.periods = 1 + (unsigned)upto(3);
    }
    return t;
}

/* Everything that can be asked, at one moment. */
static bool agree(const struct bm_clock *c, const struct slow *s, unsigned side, int64_t now)
{
    const struct bm_time *const t = &s->times.side[side];
    const struct bm_face f = face_of(c, side, now);
    if (bm_clock_flagged(c, side, now) != s->flag[side])
        return false;
    if (s->flag[side] || t->kind == BM_CLOCK_NONE)
        return true;
    return f.main == s->main[side] && f.periods == s->periods[side] && f.delay == s->delay &&
           (!t->byoyomi || f.period == (s->main[side] > 0 ? 0 : s->period));
}

static bool walk_turn(struct bm_clock *c, struct slow *s, unsigned side, int64_t *now,
                      int64_t *paused)
{
    bool fine = true;
    int64_t left = upto(3) ? upto(30) : upto(150);
    bm_clock_start(c, side, *now);
    slow_begin(s, side);
    for (; left > 0; left--) {
        if (upto(40) == 0) {
            const int64_t gap = upto(50);
            bm_clock_pause(c, *now);
            *now += gap;
            *paused += gap;
            fine = fine && agree(c, s, side, *now) && bm_clock_deadline(c) == BM_NO_LIMIT;
            bm_clock_resume(c, *now);
        }
        if (upto(60) == 0 && s->times.side[side].kind != BM_CLOCK_NONE && !s->in_byoyomi) {
            bm_clock_give(c, side, 7);
            s->main[side] += 7;
            s->had_main = true;
        }
        const int64_t deadline = bm_clock_deadline(c);
        ++*now;
        slow_tick(s, side);
        fine = fine && agree(c, s, side, *now);
        fine = fine && s->flag[side] == (*now >= deadline);
    }
    (void)bm_clock_stop(c, *now);
    slow_end(s, side);
    return fine;
}

static bool walk_game(void)
{
    struct bm_times t = {{random_time(), random_time()}};
    struct bm_clock c;
    struct slow s;
    const int64_t begin = upto(1000000) - 500000;
    int64_t now = begin, paused = 0;
    if (t.side[0].kind == BM_CLOCK_GAME && t.side[0].base + t.side[0].increment == 0)
        t.side[0].base = 10;
    bm_clock_init(&c, &t);
    slow_init(&s, &t);
    for (unsigned n = 0; n < 30 && !s.flag[0] && !s.flag[1]; n++) {
        const unsigned side = upto(9) ? n & 1 : (unsigned)upto(1);
        if (!walk_turn(&c, &s, side, &now, &paused))
            return false;
        for (unsigned i = 0; i < 2; i++)
            if (c.total[i] != s.total[i] || (c.flag >> i & 1) != s.flag[i] ||
                (!s.flag[i] && (c.main[i] != s.main[i] || c.periods[i] != s.periods[i])))
                return false;
        if (c.total[0] + c.total[1] != now - begin - paused)
            return false;
    }
    return true;
}

static void test_twin(void)
{
    const uint64_t games = tap_env_u64("BANMEN_TEST_PLIES", 1000000) / 250;
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < games; i++)
        wrong += !walk_game();
    ok_named(wrong == 0, "%" PRIu64 " games of %" PRIu64 " differ from the slow clock", wrong,
             games);
}

int main(void)
{
    test_kinds();
    test_byoyomi();
    test_pause();
    test_extremes();
    test_twin();
    return tap_done();
}

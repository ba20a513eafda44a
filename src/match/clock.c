/* SPDX-License-Identifier: MIT */
#include "banmen/clock.h"

/*
 * What a side has used of a turn is worked out from the turn's beginning whenever it is asked:
 * no state changes while a clock runs, so that looking at it costs nothing and cannot be wrong.
 *
 * Values are limited when they come in, so that sums of them never overflow: a clock has less
 * than 2^42 ms of each kind of time and at most 2^14 periods.
 */

/* More than this has no clock been running: 140,000 years. */
static const int64_t longest = INT64_C(1) << 52;

static int64_t min_ms(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max_ms(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t elapsed_ms(int64_t from, int64_t to)
{
    if (to <= from)
        return 0;
    const uint64_t gone = (uint64_t)to - (uint64_t)from;
    return gone < (uint64_t)longest ? (int64_t)gone : longest;
}

static int64_t clamp_ms(int64_t ms) { return max_ms(0, min_ms(ms, BM_TIME_MOST)); }

/* The same time control, without what its kind does not have. */
static struct bm_time tidy_time(const struct bm_time *t)
{
    struct bm_time out = {.kind = t->kind};
    if (t->kind == BM_CLOCK_NONE)
        return out;
    out.base = clamp_ms(t->base);
    if (t->kind != BM_CLOCK_GAME)
        return out;
    out.increment = clamp_ms(t->increment);
    out.delay = clamp_ms(t->delay);
    out.byoyomi = clamp_ms(t->byoyomi);
    if (out.byoyomi)
        out.periods = (unsigned)max_ms(1, min_ms(t->periods, BM_PERIODS_MOST));
    return out;
}

/* Main time at the beginning of the game. A side that has only increments gets the first one
 * at once; otherwise its flag would fall before its first move. */
static int64_t first_main(const struct bm_time *t) { return t->base ? t->base : t->increment; }

void bm_clock_init(struct bm_clock *c, const struct bm_times *times)
{
    *c = (struct bm_clock){0};
    for (unsigned side = 0; side < 2; side++) {
        c->times.side[side] = tidy_time(&times->side[side]);
        c->main[side] = first_main(&c->times.side[side]);
        c->periods[side] = c->times.side[side].periods;
    }
}

/* All that a side may use in one turn. */
static int64_t turn_budget(const struct bm_clock *c, unsigned side)
{
    const struct bm_time *const t = &c->times.side[side];
    if (t->kind == BM_CLOCK_NONE)
        return BM_NO_LIMIT;
    return t->delay + c->main[side] + t->byoyomi * (int64_t)c->periods[side];
}

/* What is left of all kinds of time when `used` ms of a turn are gone. */
struct rest {
    int64_t delay, main, period;
    unsigned periods;
    bool over;    /* main time was not enough */
    bool flagged; /* nor were the periods */
};

static struct rest rest_of(const struct bm_clock *c, unsigned side, int64_t used)
{
    const struct bm_time *const t = &c->times.side[side];
    struct rest r = {.periods = c->periods[side]};
    if (t->kind == BM_CLOCK_NONE)
        return r;
    r.delay = max_ms(0, t->delay - used);
    const int64_t charged = max_ms(0, used - t->delay), beyond = charged - c->main[side];
    r.main = max_ms(0, -beyond);
    r.over = beyond > 0;
    if (r.main == 0 && r.periods) {
        /* A period that is used to its last millisecond is not over yet. */
        const int64_t gone = beyond > 0 ? (beyond - 1) / t->byoyomi : 0;
        r.flagged = gone >= (int64_t)r.periods;
        r.periods = r.flagged ? 0 : r.periods - (unsigned)gone;
        r.period = r.flagged ? 0 : (gone + 1) * t->byoyomi - beyond;
    } else {
        r.flagged = r.over;
    }
    return r;
}

int64_t bm_clock_spent(const struct bm_clock *c, int64_t now)
{
    return min_ms(longest, c->used + (c->running ? elapsed_ms(c->since, now) : 0));
}

void bm_clock_start(struct bm_clock *c, unsigned side, int64_t now)
{
    if (c->started)
        (void)bm_clock_stop(c, now);
    c->turn = (uint8_t)(side & 1);
    c->used = 0;
    c->since = now;
    c->running = c->started = true;
}

int64_t bm_clock_stop(struct bm_clock *c, int64_t now)
{
    if (!c->started)
        return 0;
    const unsigned side = c->turn;
    const struct bm_time *const t = &c->times.side[side];
    const int64_t used = bm_clock_spent(c, now);
    const struct rest r = rest_of(c, side, used);

    if (r.flagged)
        c->flag |= (uint8_t)(1u << side);
    if (t->kind == BM_CLOCK_MOVE || t->kind == BM_CLOCK_DAYS) {
        c->main[side] = t->base;
    } else {
        /* In byoyomi there are no increments any more. */
        const bool earned = !r.over && (c->main[side] > 0 || !t->byoyomi);
        c->main[side] = min_ms(r.main + (earned ? t->increment : 0), BM_TIME_MOST);
        c->periods[side] = r.periods;
    }
    c->total[side] = min_ms(longest, c->total[side] + used);
    c->used = 0;
    c->running = c->started = false;
    return used;
}

void bm_clock_pause(struct bm_clock *c, int64_t now)
{
    if (!c->running)
        return;
    c->used = bm_clock_spent(c, now);
    c->running = false;
}

void bm_clock_resume(struct bm_clock *c, int64_t now)
{
    if (c->running || !c->started)
        return;
    c->since = now;
    c->running = true;
}

bool bm_clock_flagged(const struct bm_clock *c, unsigned side, int64_t now)
{
    side &= 1;
    if (c->flag >> side & 1)
        return true;
    return c->started && c->turn == side && bm_clock_spent(c, now) > turn_budget(c, side);
}

void bm_clock_face(const struct bm_clock *c, unsigned side, int64_t now, struct bm_face *out)
{
    side &= 1;
    const bool mine = c->started && c->turn == side;
    const int64_t used = mine ? bm_clock_spent(c, now) : 0;
    const struct rest r = rest_of(c, side, used);
    const int64_t all = turn_budget(c, side);
    *out = (struct bm_face){
        .main = r.main,
        .period = r.period,
        .periods = r.periods,
        .delay = r.delay,
        .until = all == BM_NO_LIMIT ? BM_NO_LIMIT : max_ms(0, all - used),
        .running = mine && c->running,
    };
}

int64_t bm_clock_deadline(const struct bm_clock *c)
{
    const int64_t all = turn_budget(c, c->turn);
    if (!c->running || all == BM_NO_LIMIT)
        return BM_NO_LIMIT;
    const int64_t left = max_ms(0, all - c->used + 1);
    return c->since > BM_NO_LIMIT - 1 - left ? BM_NO_LIMIT - 1 : c->since + left;
}

void bm_clock_give(struct bm_clock *c, unsigned side, int64_t ms)
{
    side &= 1;
    if (c->times.side[side].kind == BM_CLOCK_NONE)
        return;
    ms = max_ms(-BM_TIME_MOST, min_ms(ms, BM_TIME_MOST));
    c->main[side] = clamp_ms(c->main[side] + ms);
}

/* SPDX-License-Identifier: MIT */
/* Matches in virtual time: whole games to each kind of end, every action, every refusal. */
#include "banmen/match.h"

#include "banmen/variant.h"
#include "play.h"

static enum bm_refusal act(struct bm_match *m, enum bm_act what, unsigned side, int64_t now)
{
    const struct bm_action a = {.act = what, .side = side};
    return bm_match_act(m, &a, now);
}

static struct bm_times times_of(const char *text)
{
    struct bm_times t;
    if (bm_times_parse(&t, text, strlen(text), NULL))
        tap_bail("a time control of the test cannot be read");
    return t;
}

struct how {
    const struct bm_rules *rules;
    const char *start, *clock;
    enum bm_seat_kind seat[2];
    struct bm_options *choices;
    bool waits, no_takebacks;
};

static struct bm_match *match_of(struct how how)
{
    struct bm_match_options o = {.rules = how.rules ? how.rules : bm_rules_chess(),
                                 .choices = how.choices,
                                 .clock_waits = how.waits,
                                 .no_takebacks = how.no_takebacks};
    struct bm_setup start;
    struct bm_match *m = NULL;
    struct bm_error err = {0};
    if (how.start) {
        start = board_of(o.rules, how.start);
        o.start = &start;
    }
    if (how.clock)
        o.times = times_of(how.clock);
    for (unsigned side = 0; side < 2; side++)
        o.seat[side].kind = how.seat[side];
    if (bm_match_create(&m, &o, &err)) {
        printf("# %s\n", err.what);
        tap_bail("cannot create a match");
    }
    return m;
}

/* The same, begun at time 0. */
static struct bm_match *begun(struct how how)
{
    struct bm_match *const m = match_of(how);
    if (act(m, BM_ACT_START, 0, 0))
        tap_bail("cannot start a match");
    return m;
}

/* Moves with blanks between them, a second each; the refusal of the first that is refused. */
static enum bm_refusal play(struct bm_match *m, const char *moves, int64_t *now)
{
    char word[16];
    for (int n; sscanf(moves, "%15s%n", word, &n) == 1; moves += n) {
        *now += 1000;
        const enum bm_refusal r = bm_match_move(m, move_of(bm_match_ctx(m), word), *now);
        if (r)
            return r;
    }
    return BM_REFUSAL_NONE;
}

static const char *result_of(const struct bm_match *m)
{
    static char text[128];
    struct bm_match_state s;
    bm_match_state(m, &s);
    (void)bm_outcome_format(&s.outcome, BM_EN, text, sizeof text);
    return text;
}

static void test_smoke(void)
{
    struct bm_match *m = begun((struct how){.clock = "60+1"});
    int64_t now = 0;
    eq_u64(play(m, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", &now), BM_REFUSAL_NONE);
    eq_str(result_of(m), "first wins (checkmate)");
    eq_u64(act(m, BM_ACT_RESIGN, 0, now), BM_REFUSAL_OVER);
    eq_u64(act(m, BM_ACT_UNDO, 0, now), BM_REFUSAL_NONE);
    eq_str(result_of(m), "ongoing");
    eq_u64(act(m, BM_ACT_REDO, 0, now), BM_REFUSAL_NONE);
    eq_str(result_of(m), "first wins (checkmate)");
    bm_match_destroy(m);
}

int main(void)
{
    test_smoke();
    return tap_done();
}

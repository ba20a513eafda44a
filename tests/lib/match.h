/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_MATCH_H
#define BM_TESTS_MATCH_H

/* Matches by text, in virtual time. */

#include "banmen/match.h"
#include "banmen/variant.h"
#include "play.h"

struct how {
    const char *variant; /* NULL: chess */
    const char *start, *clock;
    enum bm_seat_kind seat[2];
    struct bm_options *choices;
    bool waits, no_takebacks;
};

static inline struct bm_times times_of(const char *text)
{
    struct bm_times t;
    if (bm_times_parse(&t, text, strlen(text), NULL))
        tap_bail("a time control of the test cannot be read");
    return t;
}

static inline struct bm_match *match_of(struct how how)
{
    struct bm_match_options o = {
        .choices = how.choices, .clock_waits = how.waits, .no_takebacks = how.no_takebacks};
    const char *const name = how.variant ? how.variant : "chess";
    struct bm_setup start;
    struct bm_match *m = NULL;
    struct bm_error err = {0};
    if (bm_rules_open(&o.rules, name, strlen(name)))
        tap_bail("there is no such game");
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
    bm_rules_release(o.rules); /* the match holds them */
    return m;
}

static inline enum bm_refusal act(struct bm_match *m, enum bm_act what, unsigned side,
                                  int64_t now)
{
    const struct bm_action a = {.act = what, .side = side};
    return bm_match_act(m, &a, now);
}

/* A match that was begun at time 0. */
static inline struct bm_match *begun(struct how how)
{
    struct bm_match *const m = match_of(how);
    if (act(m, BM_ACT_START, 0, 0))
        tap_bail("cannot start a match");
    return m;
}

/* Moves with blanks between them, a second each; the refusal of the first that is refused. */
static inline enum bm_refusal play(struct bm_match *m, const char *moves, int64_t *now)
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

static inline struct bm_match_state state_of(const struct bm_match *m)
{
    struct bm_match_state s;
    bm_match_state(m, &s);
    return s;
}

static inline const char *result_of(const struct bm_match *m)
{
    static char text[128];
    const struct bm_match_state s = state_of(m);
    (void)bm_outcome_format(&s.outcome, BM_EN, text, sizeof text);
    return text;
}

/* The record in a format; the text grows as it must. */
struct written {
    char *s;
    size_t len, cap;
};

static inline bool written_put(void *user, const char *bytes, size_t len)
{
    struct written *const out = user;
    if (out->len + len >= out->cap) {
        out->cap = 2 * (out->len + len) + 1;
        out->s = realloc(out->s, out->cap);
        if (!out->s)
            tap_bail("out of memory");
    }
    memcpy(out->s + out->len, bytes, len);
    out->len += len;
    out->s[out->len] = '\0';
    return true;
}

static inline void write_record(struct written *out, const struct bm_match *m,
                                enum bm_format format)
{
    const struct bm_write_options how = {.format = format};
    struct bm_error err = {0};
    out->len = 0;
    if (bm_game_write(bm_match_game(m), &how, written_put, out, &err)) {
        printf("# %s\n", err.what);
        tap_bail("a record cannot be written");
    }
}

static inline const char *word_of(enum bm_refusal r) { return bm_refusal_word(r); }

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_MATCH_WALK_H
#define BM_TESTS_MATCH_WALK_H

/*
 * Any action by any side at any time. After each of them: what was refused has changed nothing;
 * the time that was charged is the time that went by; and the position is that of the record,
 * played again.
 */

#include "base/random.h"
#include "match.h"

/* Where chance comes from: a row of numbers, or bytes that somebody else has chosen. */
static struct {
    uint64_t seed;
    const uint8_t *s, *end; /* NULL: from the row */
} dice;

static uint32_t throw_dice(void)
{
    uint32_t n = 0;
    if (!dice.s)
        return (uint32_t)bm_random(&dice.seed);
    for (unsigned i = 0; i < 2 && dice.s < dice.end; i++)
        n = n << 8 | *dice.s++;
    return n;
}

static unsigned upto(unsigned n) { return throw_dice() % (n + 1); }

/* What a match is, as far as anybody can tell. */
struct digest {
    struct bm_match_state state;
    struct bm_clock clock;
    uint64_t key;
    unsigned plies;
    bm_node node;
    struct written record;
};

static void take_digest(struct digest *d, const struct bm_match *m)
{
    d->state = state_of(m);
    d->clock = *bm_match_clock(m);
    d->key = bm_ctx_key(bm_match_ctx(m));
    d->plies = bm_ctx_plies(bm_match_ctx(m));
    d->node = bm_match_node(m);
    write_record(&d->record, m, BM_FORMAT_JSON);
}

static bool same_clock(const struct bm_clock *a, const struct bm_clock *b)
{
    for (unsigned i = 0; i < 2; i++)
        if (a->main[i] != b->main[i] || a->periods[i] != b->periods[i] ||
            a->total[i] != b->total[i])
            return false;
    return bm_times_equal(&a->times, &b->times) && a->used == b->used && a->since == b->since &&
           a->turn == b->turn && a->running == b->running && a->started == b->started &&
           a->flag == b->flag;
}

static bool same_state(const struct bm_match_state *a, const struct bm_match_state *b)
{
    return a->stage == b->stage && a->turn == b->turn &&
           a->outcome.result == b->outcome.result && a->outcome.reason == b->outcome.reason &&
           a->outcome.claims == b->outcome.claims && a->outcome.plies == b->outcome.plies &&
           a->offer[0] == b->offer[0] && a->offer[1] == b->offer[1] &&
           a->takeback[0] == b->takeback[0] && a->takeback[1] == b->takeback[1] &&
           a->redo == b->redo && a->version == b->version;
}

static bool same_digest(const struct digest *a, const struct digest *b)
{
    return same_state(&a->state, &b->state) && same_clock(&a->clock, &b->clock) &&
           a->key == b->key && a->plies == b->plies && a->node == b->node &&
           a->record.len == b->record.len && !strcmp(a->record.s, b->record.s);
}

/* The record, played from its start, leads where the match stands. */
static bool replays(const struct bm_match *m, struct bm_ctx *ctx)
{
    const struct bm_game *const game = bm_match_game(m);
    const bm_node last = bm_game_last(game, BM_NODE_ROOT);
    const bm_node at =
        bm_game_kind(game, last) == BM_NODE_END ? bm_game_parent(game, last) : last;
    return at == bm_match_node(m) && bm_game_play_to(game, at, ctx, NULL) == BM_OK &&
           bm_ctx_key(ctx) == bm_ctx_key(bm_match_ctx(m)) &&
           bm_ctx_plies(ctx) == bm_ctx_plies(bm_match_ctx(m)) &&
           bm_ctx_repetitions(ctx) == bm_ctx_repetitions(bm_match_ctx(m)) &&
           (state_of(m).stage == BM_MATCH_OVER || state_of(m).stage == BM_MATCH_ADJOURNED) ==
               (last != at);
}

/* The time that ought to be charged. */
enum { MOST_PLIES = 400 };
struct ledger {
    int64_t now;                /* of the last step */
    int64_t charged;            /* up to then */
    int64_t at_ply[MOST_PLIES]; /* when this ply was reached */
};

static struct bm_action random_action(const struct bm_match *m)
{
    static bm_move list[BM_MAX_MOVES];
    struct bm_action a = {.act = upto(2) ? BM_ACT_MOVE : (enum bm_act)upto(BM_ACT_COUNT),
                          .side = upto(1)};
    if (upto(400) == 0)
        a.side = 2;
    /* Ends are rarer than they would be, or games would have no moves. */
    if ((a.act == BM_ACT_RESIGN || a.act == BM_ACT_ABORT || a.act == BM_ACT_FORFEIT ||
         a.act == BM_ACT_ADJUDICATE || a.act == BM_ACT_DECLARE ||
         a.act == BM_ACT_ACCEPT_DRAW) &&
        upto(5))
        a.act = BM_ACT_REDO;
    const size_t n = bm_ctx_moves(bm_match_ctx(m), list, BM_MAX_MOVES);
    if (a.act == BM_ACT_MOVE) {
        if (upto(9))
            a.side = bm_ctx_turn(bm_match_ctx(m));
        a.move = n && upto(19) ? list[upto((unsigned)n - 1)] : (bm_move){throw_dice() & 0x3fff};
    }
    a.claim = upto(4);
    a.ms = (int64_t)upto(3) * 700 - 100;
    a.plies = upto(1) ? 0 : upto(4);
    a.reason = (enum bm_reason)upto(BM_REASON_COUNT);
    a.result = (enum bm_result)upto(BM_DRAW + 1);
    return a;
}

static const char *fault; /* what went wrong first */

static bool must(bool holds, const char *what)
{
    if (!holds && !fault)
        fault = what;
    return holds;
}

/* Account for the time up to `now`. */
static void pass_time(struct ledger *l, const struct digest *before, int64_t now)
{
    const int64_t stop = bm_clock_deadline(&before->clock);
    const int64_t end = now < stop ? now : stop;
    if (before->state.stage == BM_MATCH_PLAYING && before->clock.running && end > l->now)
        l->charged += end - l->now;
    l->now = now;
}

static bool check_time(struct ledger *l, const struct bm_match *m, const struct bm_action *a,
                       enum bm_refusal r, unsigned plies_before)
{
    const struct bm_clock *const c = bm_match_clock(m);
    const unsigned plies = bm_ctx_plies(bm_match_ctx(m));
    if (plies >= MOST_PLIES)
        return false;
    if (!r && (a->act == BM_ACT_UNDO || a->act == BM_ACT_REDO ||
               (a->act == BM_ACT_GRANT_TAKEBACK && plies != plies_before)))
        l->charged = l->at_ply[plies];
    else if (plies != plies_before)
        l->at_ply[plies] = l->charged;
    return must(c->total[0] + c->total[1] + bm_clock_spent(c, l->now) == l->charged,
                "the time charged is not the time that went by");
}

static bool step(struct bm_match *m, struct ledger *l, struct bm_ctx *ctx, struct digest d[2])
{
    const struct bm_action a = random_action(m);
    const int64_t now = l->now + (upto(3) ? upto(700) : 0);
    take_digest(&d[0], m);
    pass_time(l, &d[0], now);
    const bool due = bm_match_deadline(m) <= now;
    if (!must(bm_match_tick(m, now) == due, "the flag and its deadline disagree") ||
        !must(!due || state_of(m).stage == BM_MATCH_OVER, "a flag has not ended the game"))
        return false;
    take_digest(&d[0], m);
    const enum bm_refusal r = bm_match_act(m, &a, now);
    take_digest(&d[1], m);
    if (r)
        must(same_digest(&d[0], &d[1]), "a refused action has changed something");
    else
        must(d[1].state.version == d[0].state.version + 1, "the version does not count");
    if (!must(replays(m, ctx), "the record is not what was played"))
        return false;
    return check_time(l, m, &a, r, d[0].plies);
}

/* A match of a game, with chance as its players. Returns the reason of its end; `fault` tells
 * whether all was well. */
static inline enum bm_reason walk_match(const char *variant, const char *clock, unsigned steps)
{
    static struct ledger l;
    struct digest d[2] = {{.plies = 0}, {.plies = 0}};
    const unsigned kinds = BM_SEAT_KINDS - 1;
    const enum bm_seat_kind first = (enum bm_seat_kind)upto(kinds),
                            second = (enum bm_seat_kind)upto(kinds);
    struct bm_match *const m = match_of((struct how){.variant = variant,
                                                     .clock = clock,
                                                     .seat = {first, second},
                                                     .waits = upto(4) == 1,
                                                     .no_takebacks = upto(9) == 1});
    struct bm_ctx *const ctx = new_ctx(bm_match_options(m)->rules, MOST_PLIES);
    struct bm_options on = *bm_match_options(m)->choices;
    on.play_on = true;
    bm_ctx_configure(ctx, &on);
    memset(&l, 0, sizeof l);
    (void)!act(m, BM_ACT_START, 0, 0);
    for (unsigned n = 0; n < steps && (!dice.s || dice.s < dice.end) && step(m, &l, ctx, d);
         n++)
        ;
    const enum bm_reason reason = state_of(m).outcome.reason;
    bm_ctx_destroy(ctx);
    bm_match_destroy(m);
    free(d[0].record.s);
    free(d[1].record.s);
    return reason;
}

#endif

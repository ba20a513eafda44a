/* SPDX-License-Identifier: MIT */

/*
 * A match with clocks: moves that take their time, an offer, a move that is taken back, a flag
 * that falls. Time is whatever the caller says it is, here seconds of our own.
 */

#include <banmen/match.h>
#include <banmen/notation.h>
#include <stdio.h>
#include <string.h>

static struct bm_match *match;
static int64_t now;

/* Do something, and print what became of it. */
static void act(struct bm_action action)
{
    const enum bm_refusal r = bm_match_act(match, &action, now);
    printf("%5.1f s  %s by %s: %s\n", (double)now / 1000, bm_act_word(action.act),
           action.side ? "black" : "white", bm_refusal_text(r, BM_EN));
}

static void play(const char *text, int64_t ms)
{
    struct bm_action action = {.act = BM_ACT_MOVE, .side = bm_ctx_turn(bm_match_ctx(match))};
    if (bm_move_parse(&action.move, bm_match_ctx(match), text, strlen(text), NULL) != BM_OK)
        return;
    now += ms;
    act(action);
}

static bool print(void *user, const char *bytes, size_t len)
{
    return fwrite(bytes, 1, len, user) == len;
}

int main(void)
{
    const struct bm_write_options pgn = {.format = BM_FORMAT_PGN};
    struct bm_match_options options = {
        .rules = bm_rules_chess(),
        .seat = {{.kind = BM_SEAT_HUMAN, .name = "Ann"},
                 {.kind = BM_SEAT_REMOTE, .name = "Bob"}},
    };
    const char clock[] = "60+2"; /* a minute, and two seconds more for each move */
    struct bm_match_state state;
    struct bm_error err;
    char text[128];

    if (bm_times_parse(&options.times, clock, strlen(clock), &err) != BM_OK ||
        bm_match_create(&match, &options, &err) != BM_OK) {
        printf("%s\n", err.what);
        return 1;
    }
    act((struct bm_action){.act = BM_ACT_START});
    play("e2e4", 1500);
    play("e7e6", 4000);
    act((struct bm_action){.act = BM_ACT_OFFER_DRAW, .side = BM_SECOND});
    act((struct bm_action){.act = BM_ACT_OFFER_DRAW, .side = BM_SECOND});
    play("e4e6", 1000); /* the rules do not allow it, and nothing has changed */
    play("d2d4", 1000); /* which declines the offer */
    act((struct bm_action){.act = BM_ACT_UNDO, .side = BM_FIRST});
    act((struct bm_action){.act = BM_ACT_ASK_TAKEBACK, .side = BM_FIRST});
    act((struct bm_action){.act = BM_ACT_GRANT_TAKEBACK, .side = BM_SECOND});
    play("g1f3", 500);

    /* A program with a timer sets it to this; here we are a little late. */
    now = bm_match_deadline(match) + 20;
    (void)bm_match_tick(match, now);
    bm_match_state(match, &state);
    (void)bm_outcome_format(&state.outcome, BM_EN, text, sizeof text);
    printf("%5.1f s  %s\n", (double)now / 1000, text);
    (void)!bm_game_write(bm_match_game(match), &pgn, print, stdout, &err);
    bm_match_destroy(match);
    return 0;
}

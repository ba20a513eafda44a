/* SPDX-License-Identifier: MIT */
/* Matches in virtual time: whole games to each kind of end, every action, every refusal. */
#include "match.h"

#define refused(what, word) eq_str(word_of(what), word)
#define done(what)          eq_str(word_of(what), "ok")

/* A game that ends by the rules with its last move, and not before. */
static void check_end(const char *name, struct how how, const char *moves, const char *last,
                      const char *result)
{
    struct bm_match *const m = begun(how);
    int64_t now = 0;
    ok_named(play(m, moves, &now) == BM_REFUSAL_NONE, "%s: the moves", name);
    eq_str(result_of(m), "ongoing");
    done(play(m, last, &now));
    eq_str(result_of(m), result);
    ok(state_of(m).stage == BM_MATCH_OVER && bm_match_deadline(m) == BM_NO_LIMIT);
    ok_named(bm_game_kind(bm_match_game(m), bm_game_last(bm_match_game(m), BM_NODE_ROOT)) ==
                 BM_NODE_END,
             "%s: the record has its end", name);
    ok(bm_game_result(bm_match_game(m)) == state_of(m).outcome.result);
    refused(act(m, BM_ACT_RESIGN, 0, now), "over");
    refused(act(m, BM_ACT_START, 0, now), "over");
    bm_match_destroy(m);
}

static void test_rule_ends(void)
{
    struct bm_options autos = {.auto_draws = true};
    check_end("mate", (struct how){.clock = "60+1"}, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6", "h5f7",
              "first wins (checkmate)");
    check_end("stalemate", (struct how){.clock = "60"},
              "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 "
              "b8c8 f7g6",
              "c8e6", "draw (stalemate)");
    check_end("fivefold", (struct how){.clock = NULL},
              "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
              "f6g8", "draw (repetition)");
    check_end("threefold of itself", (struct how){.choices = &autos},
              "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", "f6g8", "draw (repetition)");
    check_end("75 moves", (struct how){.start = "8/8/4k3/8/8/3QK3/8/8 w - - 148 90"}, "d3d4",
              "e6e7", "draw (75-move rule)");
    check_end("material", (struct how){.start = "8/8/4k3/8/8/3pK3/8/8 w - - 0 1"}, "", "e3d3",
              "draw (insufficient material)");
    check_end("sennichite", (struct how){.variant = "shogi", .clock = "0+10b"},
              "4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i", "6b6a",
              "draw (repetition)");
    check_end("perpetual check", (struct how){.variant = "shogi"},
              "5g5f 5c5d 2h5h 5a5b 5f5e 5b5c 5h5f 5c6d 5f6f 6d7d 6f7f 7d6d 7f6f 6d7d 6f7f 7d6d "
              "7f6f 6d7d 6f7f 7d6d",
              "7f6f", "second wins (perpetual check)");
    check_end("shogi mate",
              (struct how){.variant = "shogi", .start = "8k/9/7GP/9/9/9/9/9/K8 b G 1"}, "",
              "G*1b", "first wins (checkmate)");
    check_end("hill", (struct how){.variant = "kingofthehill"},
              "e2e3 a7a6 e1e2 a6a5 e2f3 a5a4 f3f4 b7b6", "f4e4", "first wins (goal reached)");
    check_end("three checks", (struct how){.variant = "3check", .clock = "5+1"},
              "e2e4 f7f6 d1h5 g7g6 h5g6 h7g6 f1c4 a7a6", "c4f7", "first wins (checks given)");
}

static void test_claims(void)
{
    struct bm_match *m = begun((struct how){.clock = "60"});
    struct bm_action claim = {.act = BM_ACT_CLAIM, .side = 0};
    int64_t now = 0;
    refused(bm_match_act(m, &claim, now), "no-claim");
    done(play(m, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", &now));
    ok(state_of(m).outcome.claims == BM_CLAIM_REPETITION);
    claim.claim = BM_CLAIM_FIFTY;
    refused(bm_match_act(m, &claim, now), "no-claim");
    claim.claim = 77;
    refused(bm_match_act(m, &claim, now), "bad-value");
    refused(act(m, BM_ACT_CLAIM, 1, now), "not-your-turn");
    done(act(m, BM_ACT_CLAIM, 0, now));
    eq_str(result_of(m), "draw (repetition)");
    bm_match_destroy(m);

    m = begun((struct how){.start = "8/8/4k3/8/8/3QK3/8/8 b - - 99 90"});
    refused(act(m, BM_ACT_CLAIM, 1, 0), "no-claim");
    done(play(m, "e6e7", &now));
    claim = (struct bm_action){.act = BM_ACT_CLAIM, .side = 0, .claim = BM_CLAIM_REPETITION};
    refused(bm_match_act(m, &claim, now), "no-claim");
    claim.claim = BM_CLAIM_FIFTY;
    done(bm_match_act(m, &claim, now));
    eq_str(result_of(m), "draw (50-move rule)");
    bm_match_destroy(m);
}

static void test_declarations(void)
{
    struct bm_options rule24 = {.impasse = BM_IMPASSE_24}, none = {.impasse = BM_IMPASSE_NONE};
    struct bm_match *m = begun((struct how){.clock = NULL});
    refused(act(m, BM_ACT_DECLARE, 0, 0), "no-declaration");
    bm_match_destroy(m);

    m = begun((struct how){.variant = "shogi"});
    refused(act(m, BM_ACT_DECLARE, 1, 0), "not-your-turn");
    done(act(m, BM_ACT_DECLARE, 0, 0));
    eq_str(result_of(m), "second wins (failed declaration)");
    bm_match_destroy(m);

    m = begun((struct how){.variant = "shogi", .choices = &none});
    refused(act(m, BM_ACT_DECLARE, 0, 0), "no-declaration");
    bm_match_destroy(m);

    m = begun((struct how){.variant = "shogi",
                           .start = "9/9/9/9/9/9/3p1lllg/+P+P2kssgr/K+P4ssg w r 2"});
    done(act(m, BM_ACT_DECLARE, 1, 0));
    eq_str(result_of(m), "second wins (impasse)");
    bm_match_destroy(m);

    m = begun((struct how){.variant = "shogi",
                           .choices = &rule24,
                           .start = "5+B+P2/K+P+L+P+R+P3/+P+P+N1P4/9/9/9/2p+p+pgsg1/"
                                    "1+p1+n+b+n1kg/9 w G2SNL4Prs2l3p 1"});
    done(act(m, BM_ACT_DECLARE, 1, 0));
    eq_str(result_of(m), "draw (impasse)");
    bm_match_destroy(m);
}

static void test_time(void)
{
    struct bm_match *m = begun((struct how){.clock = "10"});
    struct bm_face face;
    int64_t now = 9000;
    refused(act(m, BM_ACT_FLAG, 1, 9999), "not-fallen");
    ok(bm_match_deadline(m) == 10001 && !bm_match_tick(m, 10000));
    done(play(m, "e2e4", &now)); /* at 10000, with nothing left */
    bm_clock_face(bm_match_clock(m), 0, now, &face);
    ok(face.main == 0);
    ok(bm_match_deadline(m) == 20001);
    ok(!bm_match_tick(m, 20000) && bm_match_tick(m, 25000) && !bm_match_tick(m, 25000));
    eq_str(result_of(m), "first wins (time forfeit)");
    ok_named(bm_clock_spent(bm_match_clock(m), 30000) == 10001,
             "the game ended when the flag fell, not when somebody looked");
    bm_match_destroy(m);

    m = begun((struct how){.clock = "10"});
    now = 10000;
    refused(play(m, "e2e4", &now), "over");
    eq_str(result_of(m), "second wins (time forfeit)");
    bm_match_destroy(m);

    m = begun((struct how){.clock = "10"});
    done(act(m, BM_ACT_FLAG, 1, 10001));
    refused(act(m, BM_ACT_FLAG, 1, 10001), "over");
    eq_str(result_of(m), "second wins (time forfeit)");
    bm_match_destroy(m);

    m = begun((struct how){.clock = "10", .start = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"});
    ok(bm_match_tick(m, 11000));
    eq_str(result_of(m), "draw (time out, but no material to win)");
    bm_match_destroy(m);

    m = begun((struct how){
        .variant = "shogi", .clock = "10", .start = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"});
    ok(bm_match_tick(m, 11000));
    eq_str(result_of(m), "second wins (time forfeit)");
    bm_match_destroy(m);

    m = begun((struct how){.clock = "none"});
    refused(act(m, BM_ACT_FLAG, 0, 50), "no-clock");
    ok(bm_match_deadline(m) == BM_NO_LIMIT && !bm_match_tick(m, INT64_MAX));
    bm_match_destroy(m);

    /* One side has a clock, the other has none. */
    m = begun((struct how){.clock = "none,5+1"});
    now = 1000000;
    ok(bm_match_deadline(m) == BM_NO_LIMIT);
    done(play(m, "e2e4", &now));
    ok(bm_match_deadline(m) == now + 5001);
    bm_match_destroy(m);

    /* Nobody's clock runs before his first move. */
    m = begun((struct how){.clock = "10", .waits = true});
    now = 50000;
    done(play(m, "e2e4", &now));
    now = 90000;
    done(play(m, "e7e5", &now));
    ok(bm_match_clock(m)->total[0] == 0 && bm_match_clock(m)->total[1] == 0);
    ok(bm_match_deadline(m) == now + 10001);
    bm_match_destroy(m);

    /* An action that is dated back happens at the time of the one before. */
    m = begun((struct how){.clock = "10"});
    now = 4000;
    done(play(m, "e2e4", &now));
    done(bm_match_move(m, move_of(bm_match_ctx(m), "e7e5"), 1000));
    ok(bm_match_clock(m)->total[0] == 5000 && bm_match_clock(m)->total[1] == 0);
    done(bm_match_move(m, move_of(bm_match_ctx(m), "g1f3"), 6000));
    ok_named(bm_match_clock(m)->total[0] == 6000, "and what follows counts from there");
    bm_match_destroy(m);
}

static void test_multi(void)
{
    struct bm_match *m =
        begun((struct how){.variant = "progressive-scottish", .clock = "10+2"});
    int64_t now = 0;
    done(play(m, "e2e4", &now));
    ok(state_of(m).turn == 1 && bm_match_clock(m)->main[0] == 11000);
    done(play(m, "e7e5", &now));
    ok_named(state_of(m).turn == 1 && bm_match_clock(m)->running &&
                 bm_clock_spent(bm_match_clock(m), now) == 1000 &&
                 bm_match_clock(m)->main[1] == 10000,
             "the clock runs on through the turn");
    refused(act(m, BM_ACT_CLAIM, 0, now), "not-your-turn");
    done(play(m, "d7d5", &now));
    ok_named(state_of(m).turn == 0 && bm_match_clock(m)->main[1] == 10000 &&
                 bm_match_clock(m)->total[1] == 2000,
             "the increment comes at its end");
    done(play(m, "d2d4 d4e5", &now));
    ok(state_of(m).turn == 0 && bm_clock_spent(bm_match_clock(m), now) == 2000);
    /* Back to the beginning of the turn, from inside it. */
    done(act(m, BM_ACT_ASK_TAKEBACK, 0, now));
    eq_u64(state_of(m).takeback[0], 2);
    done(act(m, BM_ACT_GRANT_TAKEBACK, 1, now + 500));
    ok(bm_ctx_plies(bm_match_ctx(m)) == 3 && state_of(m).turn == 0);
    ok(bm_clock_spent(bm_match_clock(m), now + 500) == 0 && state_of(m).redo == 2);
    now += 500;
    done(play(m, "d2d4", &now));
    /* And of the other, to the beginning of his. */
    done(act(m, BM_ACT_ASK_TAKEBACK, 1, now));
    eq_u64(state_of(m).takeback[1], 3);
    done(act(m, BM_ACT_GRANT_TAKEBACK, 0, now));
    ok(bm_ctx_plies(bm_match_ctx(m)) == 1 && state_of(m).turn == 1);
    ok(bm_match_clock(m)->total[1] == 0 && bm_match_clock(m)->main[1] == 10000);
    bm_match_destroy(m);

    m = begun((struct how){.variant = "progressive-scottish", .clock = "10", .waits = true});
    now = 0;
    done(play(m, "e2e4 e7e5", &now));
    ok_named(bm_match_deadline(m) == BM_NO_LIMIT, "all of a first turn is free");
    done(play(m, "d7d5", &now));
    ok(bm_match_deadline(m) == now + 10001 && bm_match_clock(m)->total[1] == 0);
    bm_match_destroy(m);
}

static void test_offers(void)
{
    struct bm_match *m = match_of((struct how){.clock = "60"});
    int64_t now = 0;
    refused(act(m, BM_ACT_OFFER_DRAW, 0, now), "not-started");
    refused(bm_match_move(m, move_of(bm_match_ctx(m), "e2e4"), 0), "not-started");
    done(act(m, BM_ACT_START, 0, now));
    refused(act(m, BM_ACT_START, 0, now), "started");
    refused(act(m, BM_ACT_ACCEPT_DRAW, 1, now), "no-offer");
    refused(act(m, BM_ACT_DECLINE_DRAW, 1, now), "no-offer");
    done(act(m, BM_ACT_OFFER_DRAW, 0, now));
    refused(act(m, BM_ACT_OFFER_DRAW, 0, now), "offered");
    refused(act(m, BM_ACT_ACCEPT_DRAW, 0, now), "no-offer");
    done(act(m, BM_ACT_DECLINE_DRAW, 1, now));
    ok(!state_of(m).offer[0]);
    refused(act(m, BM_ACT_OFFER_DRAW, 0, now), "too-soon");
    done(play(m, "e2e4", &now));
    done(act(m, BM_ACT_OFFER_DRAW, 0, now));
    done(play(m, "e7e5", &now));
    ok_named(!state_of(m).offer[0], "an offer lapses when the other side moves");
    refused(act(m, BM_ACT_OFFER_DRAW, 0, now), "too-soon");
    done(act(m, BM_ACT_OFFER_DRAW, 1, now));
    done(play(m, "g1f3", &now));
    done(act(m, BM_ACT_OFFER_DRAW, 0, now));
    done(play(m, "b8c6", &now));
    done(act(m, BM_ACT_OFFER_DRAW, 1, now));
    done(play(m, "f1c4", &now));
    done(act(m, BM_ACT_OFFER_DRAW, 0, now));
    ok_named(state_of(m).offer[0] && !state_of(m).offer[1], "one offer stands");
    done(play(m, "f8c5", &now));
    done(act(m, BM_ACT_OFFER_DRAW, 1, now));
    done(act(m, BM_ACT_ACCEPT_DRAW, 0, now));
    eq_str(result_of(m), "draw (draw agreed)");
    bm_match_destroy(m);

    m = begun((struct how){.clock = NULL});
    done(act(m, BM_ACT_OFFER_DRAW, 1, 0));
    done(act(m, BM_ACT_OFFER_DRAW, 0, 0));
    eq_str(result_of(m), "draw (draw agreed)");
    bm_match_destroy(m);

    /* Who offers and then moves still offers. */
    m = begun((struct how){.clock = NULL});
    now = 0;
    done(act(m, BM_ACT_OFFER_DRAW, 0, 0));
    done(play(m, "e2e4", &now));
    ok(state_of(m).offer[0]);
    done(act(m, BM_ACT_ACCEPT_DRAW, 1, 0));
    bm_match_destroy(m);
}

static void test_takebacks(void)
{
    struct bm_match *m =
        begun((struct how){.clock = "60+1", .seat = {BM_SEAT_HUMAN, BM_SEAT_REMOTE}});
    struct bm_action a = {.act = BM_ACT_ASK_TAKEBACK, .side = 0};
    int64_t now = 0;
    refused(act(m, BM_ACT_ASK_TAKEBACK, 0, now), "no-moves");
    done(play(m, "e2e4", &now));
    refused(act(m, BM_ACT_ASK_TAKEBACK, 1, now), "no-moves");
    a.plies = 2;
    refused(bm_match_act(m, &a, now), "no-moves");
    refused(act(m, BM_ACT_UNDO, 0, now), "needs-consent");
    refused(act(m, BM_ACT_GRANT_TAKEBACK, 1, now), "no-offer");
    refused(act(m, BM_ACT_REFUSE_TAKEBACK, 1, now), "no-offer");
    done(act(m, BM_ACT_ASK_TAKEBACK, 0, now));
    refused(act(m, BM_ACT_ASK_TAKEBACK, 0, now), "offered");
    eq_u64(state_of(m).takeback[0], 1);
    done(act(m, BM_ACT_REFUSE_TAKEBACK, 1, now));
    eq_u64(state_of(m).takeback[0], 0);
    done(act(m, BM_ACT_ASK_TAKEBACK, 0, now));
    done(play(m, "e7e5", &now));
    ok_named(state_of(m).takeback[0] == 0, "a request lapses when somebody moves");
    done(play(m, "g1f3", &now));
    done(act(m, BM_ACT_ASK_TAKEBACK, 1, now));
    eq_u64(state_of(m).takeback[1], 2);
    done(act(m, BM_ACT_GRANT_TAKEBACK, 0, now + 300));
    ok(bm_ctx_plies(bm_match_ctx(m)) == 1 && state_of(m).turn == 1);
    ok_named(bm_match_clock(m)->total[0] == 1000 && bm_match_clock(m)->total[1] == 0 &&
                 bm_match_clock(m)->main[0] == 60000 && bm_match_clock(m)->main[1] == 60000,
             "the clocks show what they did");
    ok(bm_match_deadline(m) == now + 300 + 60001);
    refused(act(m, BM_ACT_REDO, 1, now), "needs-consent");
    refused(act(m, BM_ACT_ABORT, 1, now), "ok");
    eq_str(result_of(m), "no result (aborted)");
    bm_match_destroy(m);

    m = begun((struct how){.no_takebacks = true});
    now = 0;
    done(play(m, "e2e4", &now));
    refused(act(m, BM_ACT_ASK_TAKEBACK, 0, now), "no-takebacks");
    refused(act(m, BM_ACT_UNDO, 0, now), "no-takebacks");
    bm_match_destroy(m);
}

/* The line of the record, as coordinates. */
static const char *line_of(const struct bm_match *m)
{
    static struct written w;
    write_record(&w, m, BM_FORMAT_USI);
    return w.s;
}

static void test_undo(void)
{
    /* Against a program: back to the person's turn. */
    struct bm_match *m =
        begun((struct how){.clock = "60+1", .seat = {BM_SEAT_HUMAN, BM_SEAT_LEVEL}});
    struct bm_action two = {.act = BM_ACT_UNDO, .side = 0, .plies = 2};
    int64_t now = 0;
    refused(act(m, BM_ACT_UNDO, 0, now), "no-moves");
    refused(act(m, BM_ACT_REDO, 0, now), "nothing-to-redo");
    done(play(m, "e2e4 e7e5 g1f3 b8c6", &now));
    done(act(m, BM_ACT_UNDO, 0, now));
    eq_str(line_of(m), "position startpos moves e2e4 e7e5\n");
    eq_u64(state_of(m).redo, 2);
    ok(bm_match_clock(m)->total[0] == 1000 && bm_match_clock(m)->total[1] == 1000);
    done(act(m, BM_ACT_UNDO, 0, now));
    eq_str(line_of(m), "position startpos\n");
    refused(act(m, BM_ACT_UNDO, 0, now), "no-moves");
    done(act(m, BM_ACT_REDO, 0, now));
    eq_str(line_of(m), "position startpos moves e2e4 e7e5\n");
    done(act(m, BM_ACT_REDO, 0, now));
    eq_str(line_of(m), "position startpos moves e2e4 e7e5 g1f3 b8c6\n");
    ok(bm_match_clock(m)->total[0] == 2000 && bm_match_clock(m)->total[1] == 2000);
    refused(act(m, BM_ACT_REDO, 0, now), "nothing-to-redo");
    done(play(m, "f1c4", &now));
    done(act(m, BM_ACT_UNDO, 0, now)); /* while the program thinks: the own move */
    eq_u64(state_of(m).redo, 1);
    done(play(m, "f1b5", &now));
    eq_u64(state_of(m).redo, 0);
    eq_str(line_of(m), "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5\n");
    done(bm_match_act(m, &two, now));
    eq_str(line_of(m), "position startpos moves e2e4 e7e5 g1f3\n");
    two.plies = 4;
    refused(bm_match_act(m, &two, now), "no-moves");

    /* After the end: resigning is taken back alone, a mate with its move. */
    done(act(m, BM_ACT_RESIGN, 0, now));
    eq_str(result_of(m), "second wins (resignation)");
    refused(act(m, BM_ACT_REDO, 0, now), "over");
    done(act(m, BM_ACT_UNDO, 0, now));
    eq_str(line_of(m), "position startpos moves e2e4 e7e5 g1f3\n");
    eq_str(result_of(m), "ongoing");
    /* The program gives up: it would do so again, so that the person's move is taken back. */
    done(act(m, BM_ACT_RESIGN, 1, now));
    eq_str(result_of(m), "first wins (resignation)");
    done(act(m, BM_ACT_UNDO, 0, now));
    eq_str(line_of(m), "position startpos moves e2e4 e7e5\n");
    eq_str(result_of(m), "ongoing");
    bm_match_destroy(m);

    m = begun((struct how){.seat = {BM_SEAT_ENGINE, BM_SEAT_HUMAN}});
    now = 0;
    done(play(m, "e2e4", &now));
    refused(act(m, BM_ACT_UNDO, 1, now), "no-moves");
    done(play(m, "f7f6 d2d4 g7g5 d1h5", &now));
    eq_str(result_of(m), "first wins (checkmate)");
    done(act(m, BM_ACT_UNDO, 1, now));
    eq_str(line_of(m), "position startpos moves e2e4 f7f6 d2d4\n");
    ok(state_of(m).stage == BM_MATCH_PLAYING);
    done(act(m, BM_ACT_REDO, 1, now));
    eq_str(result_of(m), "first wins (checkmate)");
    bm_match_destroy(m);

    /* At one screen: a move at a time; paused it stays paused. */
    m = begun((struct how){.clock = "5"});
    now = 0;
    done(play(m, "e2e4 e7e5", &now));
    done(act(m, BM_ACT_UNDO, 0, now));
    eq_str(line_of(m), "position startpos moves e2e4\n");
    done(act(m, BM_ACT_PAUSE, 0, now));
    done(act(m, BM_ACT_UNDO, 0, now));
    ok(state_of(m).stage == BM_MATCH_PAUSED && !bm_match_clock(m)->running);
    done(act(m, BM_ACT_REDO, 0, now));
    done(act(m, BM_ACT_RESUME, 0, now));
    ok(bm_match_clock(m)->running && bm_match_clock(m)->turn == 1);
    /* A flag is taken back with the time of its turn. */
    ok(bm_match_tick(m, now + 5001));
    done(act(m, BM_ACT_UNDO, 0, now + 9000));
    ok(state_of(m).stage == BM_MATCH_PLAYING && bm_match_deadline(m) == now + 9000 + 5001);
    bm_match_destroy(m);
}

static void test_director(void)
{
    struct bm_action a = {.act = BM_ACT_FORFEIT, .side = 0, .reason = BM_REASON_CRASH};
    struct bm_match *m = begun((struct how){.clock = "60"});
    a.reason = BM_REASON_CHECKMATE;
    refused(bm_match_act(m, &a, 0), "bad-value");
    a.reason = BM_REASON_CRASH;
    done(bm_match_act(m, &a, 0));
    eq_str(result_of(m), "second wins (engine failed)");
    bm_match_destroy(m);

    m = match_of((struct how){.clock = "60"});
    a = (struct bm_action){.act = BM_ACT_FORFEIT, .side = 1, .reason = BM_REASON_ABSENT};
    done(bm_match_act(m, &a, 0));
    eq_str(result_of(m), "first wins (absent)");
    bm_match_destroy(m);

    m = begun((struct how){.clock = "60"});
    a = (struct bm_action){.act = BM_ACT_ADJUDICATE, .result = BM_ONGOING};
    refused(bm_match_act(m, &a, 0), "bad-value");
    a.result = BM_DRAW;
    a.reason = BM_REASON_ABORTED;
    refused(bm_match_act(m, &a, 0), "bad-value");
    a.reason = BM_REASON_COUNT;
    refused(bm_match_act(m, &a, 0), "bad-value");
    a.reason = BM_REASON_NONE;
    done(bm_match_act(m, &a, 0));
    eq_str(result_of(m), "draw (adjudication)");
    bm_match_destroy(m);

    m = begun((struct how){.clock = "60"});
    a = (struct bm_action){.act = BM_ACT_COUNT};
    refused(bm_match_act(m, &a, 0), "bad-value");
    a = (struct bm_action){.act = BM_ACT_RESIGN, .side = 2};
    refused(bm_match_act(m, &a, 0), "bad-value");
    bm_match_destroy(m);
}

static void test_pauses(void)
{
    struct bm_match *m = begun((struct how){.clock = "60"});
    struct bm_action give = {.act = BM_ACT_GIVE_TIME, .side = 0, .ms = 15000};
    int64_t now = 0;
    done(play(m, "e2e4", &now));
    refused(act(m, BM_ACT_RESUME, 0, now), "not-paused");
    done(act(m, BM_ACT_PAUSE, 0, now + 500));
    refused(act(m, BM_ACT_PAUSE, 0, now), "paused");
    refused(bm_match_move(m, move_of(bm_match_ctx(m), "e7e5"), now), "paused");
    refused(act(m, BM_ACT_CLAIM, 0, now), "paused");
    ok(!bm_match_tick(m, now + 900000) && bm_match_deadline(m) == BM_NO_LIMIT);
    done(act(m, BM_ACT_RESUME, 0, now + 100000));
    ok(bm_match_deadline(m) == now + 100000 + 60001 - 500);
    done(bm_match_act(m, &give, now + 100000));
    ok(bm_match_deadline(m) == now + 100000 + 75001 - 500);
    give.ms = 0;
    refused(bm_match_act(m, &give, now), "bad-value");
    give.ms = INT64_MAX;
    refused(bm_match_act(m, &give, now), "bad-value");
    now += 100000;
    done(act(m, BM_ACT_ADJOURN, 1, now));
    eq_str(result_of(m), "no result (adjourned)");
    ok(state_of(m).stage == BM_MATCH_ADJOURNED);
    refused(bm_match_move(m, move_of(bm_match_ctx(m), "e7e5"), now), "paused");
    refused(act(m, BM_ACT_UNDO, 0, now), "paused");
    done(act(m, BM_ACT_RESUME, 1, now + 1000));
    ok(bm_game_kind(bm_match_game(m), bm_game_last(bm_match_game(m), 0)) == BM_NODE_MOVE);
    ok(bm_match_deadline(m) == now + 1000 + 75001 - 500);
    done(act(m, BM_ACT_ADJOURN, 1, now));
    done(act(m, BM_ACT_RESIGN, 1, now));
    eq_str(result_of(m), "first wins (resignation)");
    bm_match_destroy(m);

    m = begun((struct how){.clock = NULL});
    give.ms = 1;
    refused(bm_match_act(m, &give, 0), "no-clock");
    bm_match_destroy(m);
}

static void test_aborts(void)
{
    struct bm_match *m = begun((struct how){.seat = {BM_SEAT_REMOTE, BM_SEAT_REMOTE}});
    int64_t now = 0;
    done(play(m, "e2e4 e7e5", &now));
    refused(act(m, BM_ACT_ABORT, 0, now), "too-late-to-abort");
    bm_match_destroy(m);
    m = begun((struct how){.seat = {BM_SEAT_HUMAN, BM_SEAT_LEVEL}});
    done(play(m, "e2e4 e7e5", &now));
    done(act(m, BM_ACT_ABORT, 0, now));
    eq_str(result_of(m), "no result (aborted)");
    bm_match_destroy(m);
    m = match_of((struct how){.clock = NULL});
    done(act(m, BM_ACT_ABORT, 0, now));
    refused(act(m, BM_ACT_START, 0, now), "over");
    bm_match_destroy(m);
}

static void test_illegal(void)
{
    struct bm_match *m = begun((struct how){.clock = NULL});
    struct bm_action a = {.act = BM_ACT_MOVE, .side = 1};
    int64_t now = 0;
    a.move = move_of(bm_match_ctx(m), "e7e5");
    refused(bm_match_act(m, &a, 0), "not-your-turn");
    refused(play(m, "e2e5", &now), "illegal-move");
    ok(bm_match_faults(m) & BM_FAULT_NOT_A_MOVE);
    bm_match_destroy(m);

    struct bm_match_options o = {.rules = bm_rules_chess()};
    const struct bm_setup start = board_of(o.rules, "8/8/8/8/8/8/8/K7 w - - 0 1");
    struct bm_error err = {0};
    o.start = &start;
    ok(bm_match_create(&m, &o, &err) == BM_ERULE && err.what[0]);
    o.rules = NULL;
    ok(bm_match_create(&m, &o, &err) == BM_EINVAL);

    m = match_of((struct how){.start = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"});
    done(act(m, BM_ACT_START, 0, 0));
    eq_str(result_of(m), "first wins (checkmate)");
    bm_match_destroy(m);
}

static void test_people(void)
{
    struct bm_match_options o = {.rules = bm_rules_chess(), .times = times_of("600+5,300")};
    struct bm_match *m, *again;
    struct bm_text text;
    strcpy(o.seat[0].name, "Ann");
    o.seat[1] = (struct bm_seat){.kind = BM_SEAT_LEVEL, .level = 3, .name = "level 3"};
    if (bm_match_create(&m, &o, NULL))
        tap_bail("cannot create a match");
    ok(bm_game_tag(bm_match_game(m), "White", &text) && text.len == 3);
    ok(bm_game_tag(bm_match_game(m), "TimeControl", &text) && text.len == 9 &&
       !memcmp(text.s, "600+5,300", 9));
    const struct bm_seat engine = {.kind = BM_SEAT_ENGINE, .name = "Engine"};
    bm_match_sit(m, 1, &engine);
    ok(bm_match_seat(m, 1)->kind == BM_SEAT_ENGINE);
    ok(bm_game_tag(bm_match_game(m), "Black", &text) && text.len == 6);
    ok(bm_match_tag(m, "Event", "Test") == BM_OK &&
       bm_game_tag(bm_match_game(m), "Event", NULL));
    ok(bm_match_tag(m, "Event", "") == BM_OK && !bm_game_tag(bm_match_game(m), "Event", NULL));
    done(act(m, BM_ACT_START, 0, 0));
    done(act(m, BM_ACT_RESIGN, 0, 0));
    ok(bm_match_rematch(&again, m, true) == BM_OK);
    ok(state_of(again).stage == BM_MATCH_WAITING);
    eq_str(bm_match_seat(again, 1)->name, "Ann");
    eq_str(bm_match_seat(again, 0)->name, "Engine");
    ok_named(bm_match_options(again)->times.side[1].increment == 5000,
             "the time goes with the player");
    bm_match_destroy(again);
    bm_match_destroy(m);
    bm_match_destroy(NULL);
}

static void test_words(void)
{
    for (unsigned i = 0; i < BM_ACT_COUNT; i++) {
        const char *const word = bm_act_word((enum bm_act)i);
        ok(bm_act_find(word, strlen(word)) == (enum bm_act)i);
    }
    ok(bm_act_find("jump", 4) == BM_ACT_COUNT);
    for (unsigned i = 0; i < BM_REFUSAL_COUNT; i++)
        ok(bm_refusal_text((enum bm_refusal)i, BM_EN)[0] &&
           bm_refusal_text((enum bm_refusal)i, BM_JA)[0]);
    struct bm_outcome o = {.result = BM_ONGOING, .reason = BM_REASON_ABORTED};
    char text[64];
    (void)bm_outcome_format(&o, BM_JA, text, sizeof text);
    eq_str(text, "結果なし（中止）");
    o = (struct bm_outcome){.result = BM_FIRST_WINS, .reason = BM_REASON_RESIGNATION};
    (void)bm_outcome_format(&o, BM_JA, text, sizeof text);
    eq_str(text, "先手の勝ち（投了）");
}

int main(void)
{
    test_rule_ends();
    test_claims();
    test_declarations();
    test_time();
    test_multi();
    test_offers();
    test_takebacks();
    test_undo();
    test_director();
    test_pauses();
    test_aborts();
    test_illegal();
    test_people();
    test_words();
    return tap_done();
}

/* SPDX-License-Identifier: MIT */

/* What computer players answer to draws and takebacks, as the programs ask for it. */

#include "match.h"
#include "match/computer_policy.h"

/* Pawns one step, knights out and back: a number of plies, at most 20. */
static struct bm_match *shuffled(struct how how, unsigned plies)
{
    static const char *const moves[] = {"a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3",
                                        "d7d6", "e2e3", "e7e6", "f2f3", "f7f6", "g2g3", "g7g6",
                                        "h2h3", "h7h6", "b1d2", "b8d7", "d2b1", "d7b8"};
    struct bm_match *const m = match_of(how);
    act(m, BM_ACT_START, 0, 0);
    for (unsigned i = 0; i < plies; i++) {
        const struct bm_action a = {
            .act = BM_ACT_MOVE, .side = i % 2, .move = move_of(bm_match_ctx(m), moves[i])};
        if (bm_match_act(m, &a, 0))
            tap_bail("a move of the test is refused");
    }
    return m;
}

static bool takes(unsigned plies, const char *start, struct bm_computer_view view)
{
    struct bm_match *const m = shuffled((struct how){.start = start}, plies);
    const bool yes = bm_computer_takes_draw(m, BM_SECOND, &view);
    bm_match_destroy(m);
    return yes;
}

static const struct bm_computer_view silent = {0}, worse = {true, false, -10},
                                     even = {true, false, 0}, better = {true, false, 1},
                                     mates = {true, true, 3}, mated = {true, true, -3};

static void test_draws(void)
{
    const unsigned from = bm_computer_policy.draw_from;
    static const char *const equal = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    static const char *const black_up = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - - 0 1";
    static const char *const black_down =
        "1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    ok_named(!takes(from - 1, NULL, worse), "early on a draw is declined, whatever it thinks");
    ok_named(takes(from, NULL, worse) && takes(from, NULL, even) && takes(from, NULL, mated),
             "later it is taken when it is not better");
    ok_named(!takes(from, NULL, better) && !takes(from, NULL, mates),
             "and declined when it is");
    ok_named(takes(from, equal, silent) && takes(from, black_down, silent) &&
                 !takes(from, black_up, silent),
             "without a score the material counts");
}

static void test_answers(void)
{
    struct bm_action answer;
    struct bm_match *m = shuffled((struct how){0}, 2);
    ok_named(!bm_computer_answer_offer(m, BM_SECOND, &even, &answer), "nothing is offered");
    ok(act(m, BM_ACT_OFFER_DRAW, BM_FIRST, 0) == BM_REFUSAL_NONE);
    ok(bm_computer_answer_offer(m, BM_SECOND, &even, &answer));
    ok(answer.act == BM_ACT_DECLINE_DRAW && answer.side == BM_SECOND);
    ok_named(!bm_computer_answer_offer(m, BM_FIRST, &even, &answer), "its own is not answered");
    ok(bm_match_act(m, &answer, 0) == BM_REFUSAL_NONE);
    ok(act(m, BM_ACT_ASK_TAKEBACK, BM_FIRST, 0) == BM_REFUSAL_NONE);
    ok(bm_computer_answer_offer(m, BM_SECOND, &even, &answer));
    ok(answer.act == BM_ACT_GRANT_TAKEBACK);
    ok(bm_match_act(m, &answer, 0) == BM_REFUSAL_NONE);
    ok(act(m, BM_ACT_RESIGN, BM_FIRST, 0) == BM_REFUSAL_NONE);
    ok_named(!bm_computer_answer_offer(m, BM_SECOND, &even, &answer), "after the end: nothing");
    bm_match_destroy(m);
    m = shuffled((struct how){.no_takebacks = true}, 2);
    ok_named(!bm_computer_grants_takeback(m), "a match without takebacks has none");
    bm_match_destroy(m);
}

int main(void)
{
    test_draws();
    test_answers();
    return tap_done();
}

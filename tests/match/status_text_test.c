/* SPDX-License-Identifier: MIT */
/* Sentences about a match, in both languages. */
#include "match/status_text.h"

#include <stdlib.h>

#include "banmen/notation.h"
#include "banmen/variant.h"
#include "tap.h"

static struct bm_ctx *play_moves(const struct bm_rules *rules, const char *const *moves)
{
    struct bm_ctx *ctx;
    if (bm_ctx_create(&ctx, rules, 16))
        abort();
    for (; *moves; moves++) {
        bm_move m;
        if (bm_move_parse(&m, ctx, *moves, strlen(*moves), NULL) || bm_ctx_play(ctx, m))
            abort();
    }
    return ctx;
}

#define eq_told(call, want)                 \
    do {                                    \
        char told[200];                     \
        struct bm_str s;                    \
        bm_str_init(&s, told, sizeof told); \
        call;                               \
        bm_str_end(&s);                     \
        eq_str(told, (want));               \
    } while (0)

static void test_turns(void)
{
    const struct bm_rules *rules;
    struct bm_ctx *ctx = play_moves(bm_rules_chess(), BM_TEXTS("e2e4"));
    eq_told(bm_turn_tell(&s, ctx, BM_EN), "black to move");
    bm_ctx_destroy(ctx);
    ctx = play_moves(bm_rules_chess(), BM_TEXTS("e2e4", "f7f6", "d1h5"));
    eq_told(bm_turn_tell(&s, ctx, BM_EN), "black to move, in check");
    bm_ctx_destroy(ctx);
    ctx = play_moves(bm_rules_shogi(), BM_TEXTS("7g7f", "3c3d", "8h3c"));
    eq_told(bm_turn_tell(&s, ctx, BM_JA), "後手の手番、王手");
    bm_ctx_destroy(ctx);

    if (bm_rules_open(&rules, "marseillais", 11))
        abort();
    ctx = play_moves(rules, BM_TEXTS("e2e4"));
    eq_told(bm_turn_tell(&s, ctx, BM_EN), "white to move, move 2 of 2");
    bm_ctx_destroy(ctx);
    ctx = play_moves(rules, BM_TEXTS("e2e4", "d2d4"));
    eq_told(bm_turn_tell(&s, ctx, BM_JA), "黒の手番、1手目／2");
    bm_ctx_destroy(ctx);
    bm_rules_release(rules);
}

static void test_results(void)
{
    const struct bm_rules *const chess = bm_rules_chess();
    const struct bm_outcome mate = {.result = BM_SECOND_WINS, .reason = BM_REASON_CHECKMATE};
    const struct bm_outcome draw = {.result = BM_DRAW, .reason = BM_REASON_STALEMATE};
    const struct bm_outcome flag = {.result = BM_FIRST_WINS, .reason = BM_REASON_TIME};
    const struct bm_outcome none = {.result = BM_ONGOING, .reason = BM_REASON_ABORTED};
    eq_told(bm_result_tell(&s, &mate, chess, BM_EN), "black wins: checkmate");
    eq_told(bm_result_tell(&s, &mate, bm_rules_shogi(), BM_JA), "後手の勝ち（詰み）");
    eq_told(bm_result_tell(&s, &draw, chess, BM_EN), "draw: stalemate");
    eq_told(bm_result_tell(&s, &flag, chess, BM_EN), "white wins: time forfeit");
    char want[200];
    snprintf(want, sizeof want, "結果なし（%s）", bm_reason_text(none.reason, BM_JA));
    eq_told(bm_result_tell(&s, &none, chess, BM_JA), want);
}

static void test_offers(void)
{
    const struct bm_rules *const chess = bm_rules_chess();
    struct bm_match_state state = {.stage = BM_MATCH_PLAYING};
    eq_told(bm_offers_tell(&s, &state, chess, BM_EN), "");
    state.offer[1] = true;
    state.takeback[0] = 2;
    state.outcome.claims = BM_CLAIM_REPETITION;
    eq_told(bm_offers_tell(&s, &state, chess, BM_EN),
            "; white asks for a takeback; black offers a draw; a draw can be claimed");
    eq_told(bm_offers_tell(&s, &state, chess, BM_JA),
            "。白が待ったを希望。黒が引き分けを提案。引き分けを主張可");
    state.stage = BM_MATCH_OVER;
    eq_told(bm_offers_tell(&s, &state, chess, BM_EN), "");
}

int main(void)
{
    test_turns();
    test_results();
    test_offers();
    return tap_done();
}

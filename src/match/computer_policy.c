/* SPDX-License-Identifier: MIT */
#include "match/computer_policy.h"

const struct bm_computer_policy bm_computer_policy = {
    .draw_from = 20, .draw_score = 0, .takebacks = true, .resigns = false};

/* What the pieces of a side are worth. */
static int material_of(const struct bm_ctx *ctx, unsigned side)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    const struct bm_rules_info *const info = bm_rules_info(rules);
    int sum = 0;
    for (unsigned sq = 0; sq < info->squares; sq++) {
        const bm_piece piece = bm_ctx_piece(ctx, (bm_sq)sq);
        if (piece && bm_piece_side(piece) == side)
            sum += bm_rules_kind_value(rules, bm_piece_kind(piece));
    }
    for (unsigned k = 0; k < info->kinds; k++)
        sum += (int)bm_ctx_hand(ctx, side, k) * bm_rules_kind_value(rules, k);
    return sum;
}

bool bm_computer_takes_draw(const struct bm_match *match, unsigned side,
                            const struct bm_computer_view *view)
{
    const struct bm_ctx *const ctx = bm_match_ctx(match);
    if (bm_ctx_plies(ctx) < bm_computer_policy.draw_from)
        return false;
    if (view->has_score)
        return view->mate ? view->score < 0 : view->score <= bm_computer_policy.draw_score;
    return material_of(ctx, side) <= material_of(ctx, !side);
}

bool bm_computer_grants_takeback(const struct bm_match *match)
{
    return bm_computer_policy.takebacks && !bm_match_options(match)->no_takebacks;
}

bool bm_computer_answer_offer(const struct bm_match *match, unsigned side,
                              const struct bm_computer_view *view, struct bm_action *out)
{
    struct bm_match_state state;
    bm_match_state(match, &state);
    struct bm_action answer = {.side = side};
    if (state.stage != BM_MATCH_PLAYING)
        return false;
    if (state.takeback[!side])
        answer.act =
            bm_computer_grants_takeback(match) ? BM_ACT_GRANT_TAKEBACK : BM_ACT_REFUSE_TAKEBACK;
    else if (state.offer[!side])
        answer.act = bm_computer_takes_draw(match, side, view) ? BM_ACT_ACCEPT_DRAW
                                                               : BM_ACT_DECLINE_DRAW;
    else
        return false;
    *out = answer;
    return true;
}

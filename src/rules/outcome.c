/* SPDX-License-Identifier: MIT */
/* How a game stands: mate, repetition, counters, impasse. */
#include "banmen/outcome.h"

#include "rules/ctx.h"

void bm_options_default(struct bm_options *out) { *out = (struct bm_options){0}; }

static enum bm_result win_for(unsigned side)
{
    return side == BM_FIRST ? BM_FIRST_WINS : BM_SECOND_WINS;
}

enum bm_reason bm_ctx_ending(const struct bm_ctx *ctx)
{
    const struct bm_ruleset *const g = ctx->rules->set;
    const struct bm_options *const o = &ctx->options;
    const struct bm_head *const head = &ctx->pos.head;
    const uint32_t count = ctx->plies[ctx->ply].count;

    if (o->impasse == BM_IMPASSE_TRY && ctx->ply > 0 &&
        ctx->kernel->on_goal(&ctx->pos, !head->turn))
        return BM_REASON_TRY;
    if ((g->repeats_end && count >= g->repeats_end) ||
        (o->auto_draws && g->repeats_claim && count >= g->repeats_claim))
        return ctx->plies[ctx->ply].checker >= 0 ? BM_REASON_PERPETUAL : BM_REASON_REPETITION;
    if (ctx->plies[ctx->ply].dead)
        return (enum bm_reason)ctx->plies[ctx->ply].dead;
    if (g->quiet_end && head->quiet >= g->quiet_end)
        return g->quiet_end == 150 ? BM_REASON_SEVENTY_FIVE : BM_REASON_QUIET;
    if (o->auto_draws && g->quiet_claim && head->quiet >= g->quiet_claim)
        return g->quiet_claim == 100 ? BM_REASON_FIFTY : BM_REASON_QUIET;
    if (o->move_limit && ctx->ply >= o->move_limit)
        return BM_REASON_MOVE_LIMIT;
    return BM_REASON_NONE;
}

bool bm_ctx_ended(const struct bm_ctx *ctx)
{
    return !ctx->options.play_on && bm_ctx_ending(ctx) != BM_REASON_NONE;
}

static enum bm_result result_of_verdict(enum bm_verdict v, unsigned side)
{
    return v == BM_VERDICT_LOSS  ? win_for(!side)
           : v == BM_VERDICT_WIN ? win_for(side)
                                 : BM_DRAW;
}

/* The side whose move led to the present position. */
static unsigned last_mover(const struct bm_ctx *ctx)
{
    const struct bm_head *const head = &ctx->pos.head;
    return head->made ? head->turn : !head->turn;
}

static enum bm_result repetition_result(const struct bm_ctx *ctx)
{
    const struct bm_ruleset *const g = ctx->rules->set;
    const unsigned side = g->repeat_for < 2 ? g->repeat_for : last_mover(ctx);
    return result_of_verdict((enum bm_verdict)g->repeat_verdict, side);
}

/* The side to move has no move: by the board, by mate, or for want of moves. */
static void end_without_moves(const struct bm_ctx *ctx, struct bm_outcome *out)
{
    const struct bm_ruleset *const g = ctx->rules->set;
    const unsigned turn = ctx->pos.head.turn;
    const bool check = ctx->kernel->in_check(&ctx->pos);
    const enum bm_verdict v = (enum bm_verdict)(check ? g->checkmate : g->stalemate);
    out->reason = check                  ? BM_REASON_CHECKMATE
                  : v == BM_VERDICT_DRAW ? BM_REASON_STALEMATE
                                         : BM_REASON_NO_MOVE;
    out->result = result_of_verdict(v, turn);
}

void bm_ctx_outcome(const struct bm_ctx *ctx, struct bm_outcome *out)
{
    const struct bm_ruleset *const g = ctx->rules->set;
    enum bm_result result;

    *out = (struct bm_outcome){.repetitions = ctx->plies[ctx->ply].count,
                               .quiet = ctx->pos.head.quiet,
                               .plies = ctx->ply};
    if ((out->reason = ctx->kernel->over(&ctx->pos, &result)) != BM_REASON_NONE) {
        out->result = result;
        return;
    }
    if (!ctx->kernel->can_move(&ctx->pos)) {
        end_without_moves(ctx, out);
        return;
    }
    out->reason = bm_ctx_ending(ctx);
    if (out->reason == BM_REASON_PERPETUAL) {
        out->result = win_for(!ctx->plies[ctx->ply].checker);
    } else if (out->reason == BM_REASON_TRY) {
        out->result = win_for(!ctx->pos.head.turn);
    } else if (out->reason == BM_REASON_REPETITION) {
        out->result = repetition_result(ctx);
    } else if (out->reason != BM_REASON_NONE) {
        out->result = BM_DRAW;
    } else {
        if (g->repeats_claim && out->repetitions >= g->repeats_claim)
            out->claims |= BM_CLAIM_REPETITION;
        if (g->quiet_claim && out->quiet >= g->quiet_claim)
            out->claims |= BM_CLAIM_FIFTY;
    }
}

unsigned bm_ctx_repetitions(const struct bm_ctx *ctx) { return ctx->plies[ctx->ply].count; }

void bm_ctx_impasse(const struct bm_ctx *ctx, struct bm_impasse *out)
{
    const unsigned turn = ctx->pos.head.turn;
    const enum bm_impasse_rule rule = ctx->options.impasse;

    *out = (struct bm_impasse){.result = BM_ONGOING};
    if (!ctx->kernel->impasse(&ctx->pos, out))
        return;
    if (turn == BM_SECOND && !ctx->options.no_credit)
        out->points += ctx->credit;
    if (rule != BM_IMPASSE_27 && rule != BM_IMPASSE_24)
        return;

    const unsigned draws = 24;
    out->needed = rule == BM_IMPASSE_24 ? 31 : turn == BM_FIRST ? 28 : 27;
    if (!out->king_in_zone || out->in_check || out->pieces < 10)
        out->result = win_for(!turn);
    else if (out->points >= out->needed)
        out->result = win_for(turn);
    else
        out->result = rule == BM_IMPASSE_24 && out->points >= draws ? BM_DRAW : win_for(!turn);
}

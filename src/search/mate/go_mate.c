/* SPDX-License-Identifier: MIT */
/* `go mate`: a search that asks the mate solver. */
#include "banmen/mate.h"
#include "search/search.h"

/* Nodes for a move that is wanted only because no mate was found. */
enum { INSTEAD_NODES = 100000 };

struct mate_request {
    struct bm_search *search;
    const struct bm_search_hooks *hooks;
};

static int64_t mate_clock(void *user)
{
    const struct bm_search_hooks *const k = ((struct mate_request *)user)->hooks;
    return k && k->now ? k->now(k->user) : 0;
}

static bool mate_stopped(void *user)
{
    return bm_search_stopped(((struct mate_request *)user)->search);
}

static void report_mate(const struct bm_search_hooks *k, const struct bm_mate_result *r)
{
    const struct bm_search_info info = {.depth = r->plies,
                                        .seldepth = r->plies,
                                        .multipv = 1,
                                        .mate = true,
                                        .score = (int)(r->plies + 1) / 2,
                                        .nodes = r->nodes,
                                        .time = r->time,
                                        .pv = r->line,
                                        .pv_count = r->line_count};
    if (k && k->info)
        k->info(k->user, &info);
}

/* Milliseconds to spend; 0: no limit. */
static int64_t time_for(const struct bm_think *l, unsigned turn)
{
    if (l->infinite || l->ponder)
        return 0;
    if (!l->timed || l->movetime)
        return l->movetime;
    return 1 + l->time[turn] / 20 + l->increment[turn] / 2 + l->byoyomi / 2;
}

bool bm_mate_go(struct bm_search *s, const struct bm_ctx *ctx, const struct bm_think *limits,
                const struct bm_search_hooks *hooks, struct bm_search_result *out,
                struct bm_think *instead)
{
    struct mate_request asked = {s, hooks};
    const struct bm_mate_hooks mate_hooks = {
        .now = mate_clock, .stopped = mate_stopped, .user = &asked};
    const unsigned moves = limits->mate < BM_MATE_PLIES / 2 ? limits->mate : BM_MATE_PLIES / 2;
    const struct bm_mate_limits mate_limits = {
        .plies = bm_rules_info(s->rules)->multi ? moves : 2 * moves - 1,
        .nodes = limits->nodes,
        .time = time_for(limits, bm_ctx_turn(ctx)),
        .only = limits->only,
        .only_count = limits->only_count};
    struct bm_mate_result r = {.line_count = 0};
    struct bm_mate *mate = NULL;
    /* Without memory, or in a game without mates, a normal search follows. */
    const bool found = bm_mate_create(&mate, s->rules, s->options.hash) == BM_OK &&
                       bm_mate_solve(mate, ctx, &mate_limits, &mate_hooks, &r) == BM_OK &&
                       r.line_count != 0;
    if (found) {
        report_mate(hooks, &r);
        out->best = r.line[0];
        if (r.line_count > 1)
            out->ponder = r.line[1];
    }
    bm_mate_destroy(mate);
    *instead = *limits;
    instead->mate = 0;
    if (!limits->infinite && !limits->ponder &&
        (limits->nodes == 0 || limits->nodes > INSTEAD_NODES))
        instead->nodes = INSTEAD_NODES;
    return found;
}

/* SPDX-License-Identifier: MIT */

/* What the search does outside its tree: time, reports, and the way from a context to a root.
 */
#include "search/level.h"
#include "search/tree.h"

enum {
    LOOK = 1024,    /* nodes between two looks at the clock */
    LOOK_SOON = 64, /* and when it is time to end */
    OVERHEAD = 15,  /* ms that go lost on the way to the clock */
    PLAN = 30       /* moves that the time on the clock is planned for */
};

static int64_t now(const struct bm_hunt *hunt)
{
    const struct bm_search_hooks *const k = hunt->hooks;
    return k && k->now ? k->now(k->user) - hunt->start : 0;
}

bool bm_hunt_over(struct bm_hunter *h)
{
    struct bm_hunt *const hunt = h->hunt;
    const uint64_t nodes = h->nodes;
    /* A level that has used up its nodes still looks at what its move lets be taken. */
    const bool beyond = nodes >= hunt->skill_nodes;
    h->next_look = nodes + (beyond ? LOOK_SOON : LOOK);
    if (!beyond && h->next_look > hunt->skill_nodes)
        h->next_look = hunt->skill_nodes;
    if (h->next_look > hunt->max_nodes)
        h->next_look = hunt->max_nodes;
    if (atomic_load_explicit(hunt->flags, memory_order_relaxed) & BM_SEARCH_STOP)
        h->aborted = true;
    if (h->number == 0 &&
        (nodes >= hunt->max_nodes || (beyond && h->root_depth > BM_SKILL_SURE) ||
         (!bm_hunt_open(hunt) && now(hunt) >= hunt->hard)))
        h->aborted = true;
    return h->aborted;
}

bool bm_hunt_open(const struct bm_hunt *hunt)
{
    const struct bm_think *const t = hunt->think;
    const unsigned flags = atomic_load_explicit(hunt->flags, memory_order_relaxed);
    return t->infinite || (t->ponder && !(flags & BM_SEARCH_PONDERHIT));
}

/*
 * A best move that has stayed the same over many depths, and on which most was spent, needs no
 * more time; one whose value falls needs more.
 */
bool bm_hunt_enough(struct bm_hunter *h, unsigned depth, unsigned steady, int drop)
{
    const struct bm_hunt *const hunt = h->hunt;
    const int best = h->roots[0].value;
    if (bm_hunt_open(hunt) || hunt->soft == INT64_MAX)
        return false;
    if (h->root_count == 1 && depth >= 2)
        return true;
    /* A mate that is proved does not get shorter by looking on. */
    if (best >= VALUE_WON && VALUE_MATE - best <= (int)depth / 2)
        return true;
    int64_t soft = hunt->soft;
    soft = steady >= 6 ? soft * 6 / 10 : steady == 0 ? soft * 13 / 10 : soft;
    if (drop > 30)
        soft = soft * (drop > 100 ? 2 : 14) / (drop > 100 ? 1 : 10);
    if (h->nodes && h->best_nodes * 10 > h->nodes * 8)
        soft = soft * 7 / 10;
    return now(hunt) >= (soft < hunt->hard ? soft : hunt->hard);
}

void bm_hunt_plan(struct bm_hunt *hunt, unsigned turn)
{
    const struct bm_think *const t = hunt->think;
    hunt->soft = hunt->hard = INT64_MAX;
    if (t->movetime > 0)
        hunt->soft = hunt->hard = t->movetime > OVERHEAD ? t->movetime - OVERHEAD / 2 : 1;
    if (!t->timed)
        return;
    const int64_t left = t->time[turn] > OVERHEAD ? t->time[turn] - OVERHEAD : 0;
    const int64_t more = t->byoyomi > 2 * OVERHEAD ? t->byoyomi - 2 * OVERHEAD : t->byoyomi / 2;
    const int64_t moves = t->moves_to_go && t->moves_to_go < PLAN ? t->moves_to_go + 1 : PLAN;
    int64_t soft = left / moves + t->increment[turn] * 7 / 10;
    int64_t hard = left / 4 + t->increment[turn] * 8 / 10;
    if (moves == 2)
        hard = left * 7 / 10;
    if (hard > left * 8 / 10)
        hard = left * 8 / 10;
    if (soft > hard)
        soft = hard;
    /* Byoyomi that is not used is lost. */
    if (more) {
        soft = soft > more ? soft : more;
        hard += more;
        if (left == 0)
            soft = hard = more;
    }
    hunt->soft = soft > 0 ? soft : 1;
    hunt->hard = hard > 0 ? hard : 1;
}

void bm_hunt_report(struct bm_hunter *h, unsigned line, enum bm_bound bound)
{
    const struct bm_hunt *const hunt = h->hunt;
    const struct bm_root *const r = &h->roots[line];
    if (!hunt->hooks || !hunt->hooks->info)
        return;
    struct bm_search_info info = {.depth = r->depth,
                                  .seldepth = r->seldepth,
                                  .multipv = line + 1,
                                  .score = r->value,
                                  .bound = bound == BOUND_LOWER   ? 1
                                           : bound == BOUND_UPPER ? -1
                                                                  : 0,
                                  .nodes = h->nodes,
                                  .time = now(hunt),
                                  .hashfull = bm_memos_full(&hunt->memos),
                                  .pv = r->pv,
                                  .pv_count = r->pv_len};
    if (r->value >= VALUE_WON || r->value <= -VALUE_WON) {
        info.mate = true;
        info.score =
            r->value > 0 ? (VALUE_MATE - r->value + 1) / 2 : -(VALUE_MATE + r->value) / 2;
    }
    hunt->hooks->info(hunt->hooks->user, &info);
}

/* SPDX-License-Identifier: MIT */

/* How long to think: what the clocks allow, and when it is enough. */
#include "search/thread.h"

enum {
    OVERHEAD = 15, /* ms that usually go lost on the way to the clock */
    PLAN = 24,     /* moves that the time on the clock is planned for */
    PATIENCE = 5   /* times of the plan that a hard move may take */
};

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* What of a time can be used when so much of it goes lost; something, if there is any. */
static int64_t usable(int64_t time, int64_t overhead)
{
    return most(time - overhead, time / 4);
}

static void plan(struct bm_hunt *hunt, int64_t soft, int64_t hard, bool exact)
{
    hunt->hard = most(1, hard);
    hunt->soft = most(1, least(soft, hunt->hard));
    hunt->exact = exact;
}

/*
 * The clock. Every move costs its overhead, too: what is planned is what is left after that, so
 * that a clock which is low fills again from increments instead of running out by chance.
 * Byoyomi that is not used is lost: all of it is taken once there is little else, but for what
 * a busy machine may keep us waiting at the end.
 */
static void plan_clock(struct bm_hunt *hunt, int64_t time, int64_t increment, int64_t byoyomi)
{
    const struct bm_think *const t = hunt->think;
    const int64_t overhead = t->overhead ? t->overhead : OVERHEAD;
    const int64_t moves = t->moves_to_go && t->moves_to_go < PLAN ? t->moves_to_go : PLAN;
    /* Nothing left but what each move brings: it was added already, or is meant so. */
    if (time <= 0)
        byoyomi = most(byoyomi, increment);
    const int64_t extra = usable(byoyomi, most(2 * overhead, byoyomi / 20) + hunt->stall);
    const int64_t left = usable(most(time, 0), 2 * overhead + hunt->stall);
    if (left * 4 <= extra) {
        plan(hunt, left + extra, left + extra, true);
        return;
    }
    const int64_t gain = byoyomi > 0 ? increment : increment - overhead;
    const int64_t top = left * (moves == 1 ? 9 : 7) / 10;
    const int64_t soft = least(left * 9 / (10 * moves) + gain, top);
    plan(hunt, most(soft, 0) + extra, least(soft * PATIENCE, top) + extra, false);
}

void bm_hunt_plan(struct bm_hunt *hunt, unsigned turn)
{
    const struct bm_think *const t = hunt->think;
    hunt->soft = hunt->hard = INT64_MAX;
    hunt->exact = false;
    if (t->timed)
        plan_clock(hunt, t->time[turn], t->increment[turn], t->byoyomi);
    if (t->movetime > 0) {
        /* A time that is asked for is not a clock that runs out: little of it is kept back. */
        const int64_t overhead = t->overhead ? t->overhead : OVERHEAD;
        const int64_t time = usable(t->movetime, least(overhead / 2, t->movetime / 100));
        if (!t->timed || time < hunt->hard)
            plan(hunt, time, time, true);
    }
}

/*
 * In thousandths of the plan. A best move that has stayed the same over many depths, and on
 * which most was spent, needs less time; one whose value falls needs more.
 */
static int64_t need(struct bm_hunter *h, unsigned steady, int drop)
{
    static const int by_steady[] = {1300, 1150, 1050, 1000, 950, 900, 850};
    enum { STEADIEST = sizeof by_steady / sizeof *by_steady - 1 };
    const uint64_t spent = h->nodes - h->nodes_before;
    const int64_t share =
        spent ? (int64_t)(least((int64_t)h->best_nodes, (int64_t)spent) * 1000 / (int64_t)spent)
              : 500;
    const int64_t falling = drop > 100 ? 1600 : drop > 50 ? 1350 : drop > 20 ? 1150 : 1000;
    const int64_t doubt = (1350 - share) * 3 / 2;
    return by_steady[steady < STEADIEST ? steady : STEADIEST] * doubt / 1000 * falling / 1000;
}

bool bm_hunt_enough(struct bm_hunter *h, unsigned depth, unsigned steady, int drop)
{
    struct bm_hunt *const hunt = h->hunt;
    const int best = h->roots[0].value;
    const int64_t scale = need(h, steady, drop);
    h->nodes_before = h->nodes;
    if (bm_hunt_open(hunt) || !hunt->think->timed || hunt->soft == INT64_MAX)
        return false;
    if (h->root_count == 1 && depth >= 2)
        return true;
    /* A mate that is proved does not get shorter by looking on. */
    if (best >= VALUE_WON && VALUE_MATE - best <= (int)depth / 2)
        return true;
    const int64_t soft =
        hunt->exact ? hunt->soft : hunt->soft / 1000 * scale + hunt->soft % 1000 * scale / 1000;
    return bm_hunt_now(hunt) >= soft;
}

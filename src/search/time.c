/* SPDX-License-Identifier: MIT */

/* Time management, and polling of the limits during the search. */
#include "search/level.h"
#include "search/thread.h"

enum {
    OVERHEAD = 15,   /* ms lost between the answer and the clock, unless the caller says */
    PLAN_MOVES = 24, /* moves that the time on the clock is planned for */
    MAX_STRETCH = 5  /* multiples of the plan that a difficult move may take */
};

enum {
    POLL_FIRST = 64, /* nodes between two polls of the clock: at first, */
    POLL_LEAST = 16, /* in games with slow nodes, */
    POLL_MOST = 8192,
    POLL_SOON = 64,    /* when a level has used up its nodes, */
    POLL_HELPER = 256, /* of helper threads, which only look whether the search is over */
    FIRST_LINE_NODES = 10000, /* that the first line may cost after the time is up */
    STALL_LEAST = 8,          /* ms between two polls that count as a delay by the machine */
    STALL_MOST = 200          /* ms of delay that are reckoned with */
};

static int64_t min_time(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max_time(int64_t a, int64_t b) { return a > b ? a : b; }

/* Time that is left after the overhead, but at least a quarter of it. */
static int64_t usable_time(int64_t time, int64_t overhead)
{
    return max_time(time - overhead, time / 4);
}

static void set_plan(struct bm_search_shared *shared, int64_t soft, int64_t hard, bool exact)
{
    shared->hard = max_time(1, hard);
    shared->soft = max_time(1, min_time(soft, shared->hard));
    shared->exact = exact;
}

/*
 * Plan for the clock. The overhead of every planned move is deducted, so that a low clock
 * recovers from its increments instead of running out. Unused byoyomi is lost: when it is most
 * of what is left, all of it is used, less the delay that a busy machine may cause.
 */
static void plan_clock(struct bm_search_shared *shared, int64_t time, int64_t increment,
                       int64_t byoyomi)
{
    const struct bm_think *const t = shared->limits;
    const int64_t overhead = t->overhead ? t->overhead : OVERHEAD;
    const int64_t moves =
        t->moves_to_go && t->moves_to_go < PLAN_MOVES ? t->moves_to_go : PLAN_MOVES;
    /* With an empty clock the increment is all there is, like byoyomi. */
    if (time <= 0)
        byoyomi = max_time(byoyomi, increment);
    const int64_t extra =
        usable_time(byoyomi, max_time(2 * overhead, byoyomi / 20) + shared->stall);
    const int64_t left = usable_time(max_time(time, 0), 2 * overhead + shared->stall);
    if (left * 4 <= extra) {
        set_plan(shared, left + extra, left + extra, true);
        return;
    }
    const int64_t gain = byoyomi > 0 ? increment : increment - overhead;
    const int64_t top = left * (moves == 1 ? 9 : 7) / 10;
    const int64_t soft = min_time(left * 9 / (10 * moves) + gain, top);
    set_plan(shared, max_time(soft, 0) + extra, min_time(soft * MAX_STRETCH, top) + extra,
             false);
}

void bm_time_plan(struct bm_search_shared *shared, unsigned turn)
{
    const struct bm_think *const t = shared->limits;
    shared->soft = shared->hard = INT64_MAX;
    shared->exact = false;
    if (t->timed)
        plan_clock(shared, t->time[turn], t->increment[turn], t->byoyomi);
    if (t->movetime > 0) {
        /* movetime is not a flag that falls: only little of it is kept back. */
        const int64_t overhead = t->overhead ? t->overhead : OVERHEAD;
        const int64_t time =
            usable_time(t->movetime, min_time(overhead / 2, t->movetime / 100));
        if (!t->timed || time < shared->hard)
            set_plan(shared, time, time, true);
    }
}

/*
 * Per mille of the planned time. Less for a best move that was stable over many iterations and
 * took most of the nodes; more when its value falls.
 */
static int64_t time_scale(struct bm_search_thread *td, unsigned steady, int drop)
{
    static const int by_steady[] = {1300, 1150, 1050, 1000, 950, 900, 850};
    enum { STEADIEST = sizeof by_steady / sizeof *by_steady - 1 };
    const uint64_t spent = td->nodes - td->previous_nodes;
    const int64_t share = spent ? (int64_t)(min_time((int64_t)td->best_nodes, (int64_t)spent) *
                                            1000 / (int64_t)spent)
                                : 500;
    const int64_t falling = drop > 100 ? 1600 : drop > 50 ? 1350 : drop > 20 ? 1150 : 1000;
    const int64_t effort = (1350 - share) * 3 / 2;
    return by_steady[steady < STEADIEST ? steady : STEADIEST] * effort / 1000 * falling / 1000;
}

bool bm_time_is_enough(struct bm_search_thread *td, unsigned depth, unsigned steady, int drop)
{
    struct bm_search_shared *const shared = td->shared;
    const int best = td->root_moves[0].value;
    const int64_t scale = time_scale(td, steady, drop);
    td->previous_nodes = td->nodes;
    if (bm_search_is_open_ended(shared) || !shared->limits->timed || shared->soft == INT64_MAX)
        return false;
    if (td->root_move_count == 1 && depth >= 2)
        return true;
    /* A mate within half the depth will not become shorter. */
    if (best >= VALUE_MATE_IN_MAX && VALUE_MATE - best <= (int)depth / 2)
        return true;
    const int64_t soft = shared->exact
                             ? shared->soft
                             : shared->soft / 1000 * scale + shared->soft % 1000 * scale / 1000;
    return bm_time_elapsed(shared) >= soft;
}

/* ---- Polling ---- */

int64_t bm_time_elapsed(const struct bm_search_shared *shared)
{
    const struct bm_search_hooks *const k = shared->hooks;
    return k && k->now ? k->now(k->user) - shared->start : 0;
}

uint64_t bm_search_nodes(const struct bm_search_shared *shared)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < shared->thread_count; i++)
        sum += atomic_load_explicit(&shared->threads[i]->published_nodes, memory_order_relaxed);
    return sum;
}

/* Poll about once a millisecond, however fast the game and the machine are. A longer gap is a
 * delay by the machine; time.c leaves that much on the clock from then on. */
static void set_poll_interval(struct bm_search_thread *td, int64_t now)
{
    const int64_t passed = now - td->polled_at;
    if (passed >= STALL_LEAST && passed > td->shared->stall)
        td->shared->stall = passed < STALL_MOST ? passed : STALL_MOST;
    if (td->poll_interval == 0)
        td->poll_interval = POLL_FIRST;
    else if (passed == 0 && td->poll_interval < POLL_MOST)
        td->poll_interval *= 2;
    else if (passed > 1 && td->poll_interval > POLL_LEAST)
        td->poll_interval /= 2;
    td->polled_at = now;
}

/* A search limited by nodes polls exactly at its limit, so that its result is reproducible. */
static void set_next_poll(struct bm_search_thread *td, uint64_t nodes, bool beyond)
{
    const struct bm_search_shared *const shared = td->shared;
    const uint64_t end = beyond || shared->skill_nodes > shared->max_nodes
                             ? shared->max_nodes
                             : shared->skill_nodes;
    const uint64_t left = end > nodes ? end - nodes : 0;
    const uint64_t share = (left + shared->thread_count - 1) / shared->thread_count;
    const uint64_t usual = beyond ? POLL_SOON : td->poll_interval;
    td->next_poll = td->nodes + (share < usual ? share : usual);
}

bool bm_search_poll(struct bm_search_thread *td)
{
    struct bm_search_shared *const shared = td->shared;
    const unsigned flags = atomic_load_explicit(shared->flags, memory_order_relaxed);
    const bool stop = flags & BM_SEARCH_STOP;
    atomic_store_explicit(&td->published_nodes, td->nodes, memory_order_relaxed);
    if (td->id != 0) {
        td->next_poll = td->nodes + POLL_HELPER;
        td->aborted = stop || atomic_load_explicit(&shared->done, memory_order_relaxed);
        return td->aborted;
    }
    const int64_t now = bm_time_elapsed(shared);
    const uint64_t nodes = bm_search_nodes(shared);
    /* A level that has used up its nodes still completes BM_SKILL_MIN_DEPTH. */
    const bool beyond = nodes >= shared->skill_nodes;
    set_poll_interval(td, now);
    set_next_poll(td, nodes, beyond);
    if (shared->clock_from < 0 && !bm_search_is_open_ended(shared))
        shared->clock_from = now;
    /* The first line is always completed, so that there is one to report. */
    if (td->root_depth <= 1 && td->pv_len[0] == 0 && td->nodes < FIRST_LINE_NODES)
        return false;
    if (stop || nodes >= shared->max_nodes || (beyond && td->root_depth > BM_SKILL_MIN_DEPTH) ||
        (shared->clock_from >= 0 && now - shared->clock_from >= shared->hard))
        td->aborted = true;
    return td->aborted;
}

bool bm_search_is_open_ended(const struct bm_search_shared *shared)
{
    const struct bm_think *const t = shared->limits;
    const unsigned flags = atomic_load_explicit(shared->flags, memory_order_relaxed);
    return t->infinite || (t->ponder && !(flags & BM_SEARCH_PONDERHIT));
}

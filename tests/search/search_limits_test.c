/* SPDX-License-Identifier: MIT */
/* The full search around its tree: clocks, pondering, stopping, threads. Time is made here: it
 * passes when the search looks at it, so that nothing depends on the machine. */
#include <pthread.h>

#include "banmen/banmen.h"

#include "base/random.h"
#include "play.h"
#include "search/thread.h"

enum { OVERHEAD = 15, MAX_THREADS = 4 };

/* Time that goes on by a millisecond at each look, and what was heard meanwhile. */
struct world {
    int64_t now;
    struct bm_search *search;
    int64_t stop_at, hit_at; /* 0: never */
    unsigned lines, moves_told, threads;
    struct bm_search_info last;
    bm_move pv[MAX_PLY];
};

static int64_t look(void *user)
{
    struct world *const w = user;
    w->now++;
    if (w->stop_at && w->now >= w->stop_at)
        bm_search_stop(w->search);
    if (w->hit_at && w->now >= w->hit_at)
        bm_search_ponderhit(w->search);
    return w->now;
}

static void hear(void *user, const struct bm_search_info *info)
{
    struct world *const w = user;
    w->lines++;
    w->last = *info;
    for (size_t i = 0; i < info->pv_count; i++)
        w->pv[i] = info->pv[i];
    w->last.pv = w->pv;
}

static void hear_move(void *user, bm_move m, unsigned number)
{
    struct world *const w = user;
    w->moves_told += m.bits != BM_MOVE_NONE && number != 0;
}

static struct bm_search *new_player(const struct bm_rules *rules, unsigned threads)
{
    struct bm_search *s;
    const struct bm_search_options options = {.level = 8, .hash = 2, .threads = threads};
    if (bm_search_create(&s, rules, &options) != BM_OK)
        tap_bail("no memory");
    return s;
}

/* Think; returns the milliseconds that it took. */
static int64_t think(struct world *w, const struct bm_ctx *ctx, const struct bm_think *limits,
                     struct bm_search_result *out)
{
    const struct bm_search_hooks hooks = {
        .now = look, .info = hear, .current = hear_move, .user = w};
    const int64_t began = w->now;
    w->lines = 0;
    if (bm_search_go(w->search, ctx, limits, &hooks, out) != BM_OK)
        tap_bail("no memory");
    return w->now - began;
}

/* ---- Plans ---- */

static void plans_leave_something(void)
{
    uint64_t state = 4;
    unsigned late = 0, wrong = 0, wasted = 0;
    for (unsigned i = 0; i < 200000; i++) {
        struct bm_think t = {.timed = true};
        struct bm_search_shared shared = {.limits = &t};
        const unsigned digits = bm_random(&state) % 6;
        int64_t scale = 10;
        for (unsigned d = 0; d < digits; d++)
            scale *= 10;
        t.time[1] = (int64_t)(bm_random(&state) % (uint64_t)scale);
        if (bm_random(&state) % 2)
            t.increment[1] = (int64_t)(bm_random(&state) % (uint64_t)scale) / 20;
        if (bm_random(&state) % 3 == 0)
            t.byoyomi = (int64_t)(bm_random(&state) % (uint64_t)scale) / 4;
        if (bm_random(&state) % 3 == 0)
            t.moves_to_go = 1 + bm_random(&state) % 60;
        bm_time_plan(&shared, 1);
        const int64_t all = t.time[1] + t.byoyomi;
        wrong += shared.soft < 1 || shared.soft > shared.hard;
        late += shared.hard > 1 && t.time[1] > 0 && shared.hard >= all;
        late += all > 8 * OVERHEAD && shared.hard > all - OVERHEAD;
        /* Byoyomi alone is used. */
        wasted += t.time[1] == 0 && t.byoyomi > 1000 && shared.soft < t.byoyomi * 9 / 10;
    }
    ok_named(wrong == 0, "a plan ends before it must, and never at once");
    ok_named(late == 0, "no plan goes beyond the clock");
    ok_named(wasted == 0, "byoyomi alone is used");

    const struct bm_think slow = {.timed = true, .time = {60000, 60000}, .overhead = 1000};
    struct bm_search_shared shared = {.limits = &slow};
    bm_time_plan(&shared, 0);
    const int64_t careful = shared.soft;
    struct bm_think quick = slow;
    quick.overhead = 0;
    shared.limits = &quick;
    bm_time_plan(&shared, 0);
    ok_named(careful < shared.soft, "more overhead, less time");
}

struct clock {
    const char *name;
    int64_t time, increment, byoyomi;
    unsigned moves_to_go;
};

/* What the clock shows after a move that took so long; negative: the flag has fallen. */
static int64_t tick(const struct clock *c, int64_t left, int64_t spent)
{
    if (spent <= left)
        return left - spent + c->increment;
    return spent <= left + c->byoyomi ? 0 : -1;
}

/* Moves of one side against a clock; nobody may be late by as much as a millisecond. */
static void a_clock_is_kept(const struct clock *c)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 500);
    struct world w = {.search = new_player(bm_rules_chess(), 1)};
    int64_t left = c->time, longest = 0;
    uint64_t state = 9;
    unsigned moves = 0;
    struct bm_outcome o;
    for (bool over = false; !over && moves < 70 && left >= 0; moves++) {
        const unsigned side = bm_ctx_turn(ctx);
        struct bm_think t = {.timed = true, .byoyomi = c->byoyomi};
        struct bm_search_result r;
        t.time[side] = left;
        t.increment[side] = c->increment;
        t.moves_to_go = c->moves_to_go ? c->moves_to_go - moves % c->moves_to_go : 0;
        /* What gets lost on the way is not always the same. */
        const int64_t spent =
            think(&w, ctx, &t, &r) + (int64_t)(bm_random(&state) % (OVERHEAD - 5));
        longest = spent > longest ? spent : longest;
        left = tick(c, left, spent);
        if (c->moves_to_go && (moves + 1) % c->moves_to_go == 0 && left >= 0)
            left += c->time;
        over = bm_ctx_play(ctx, r.best) != 0;
        bm_ctx_outcome(ctx, &o);
        over |= o.result != BM_ONGOING;
    }
    ok_named(left >= 0 && moves > 20, "%s: %u moves, at most %d ms, %d left", c->name, moves,
             (int)longest, (int)left);
    ok_named(longest > OVERHEAD, "%s: time is used", c->name);
    bm_search_destroy(w.search);
    bm_ctx_destroy(ctx);
}

static void clocks_are_kept(void)
{
    static const struct clock clocks[] = {
        {"sudden death", 3000, 0, 0, 0},        {"increments", 1000, 30, 0, 0},
        {"almost nothing", 300, 12, 0, 0},      {"moves to go", 1000, 0, 0, 10},
        {"one move to go", 200, 0, 0, 1},       {"byoyomi alone", 0, 0, 120, 0},
        {"time, then byoyomi", 800, 0, 100, 0}, {"increments alone", 100, 60, 0, 0},
    };
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        a_clock_is_kept(&clocks[i]);
}

/* ---- One search ---- */

static void limits_end_it(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 8);
    struct world w = {.search = new_player(bm_rules_chess(), 1)};
    struct bm_search_result r;
    const int64_t spent = think(&w, ctx, &(struct bm_think){.movetime = 300}, &r);
    ok_named(spent >= 290 && spent <= 300, "all of a movetime is used: %d", (int)spent);
    const int64_t none = think(&w, ctx, &(struct bm_think){.timed = true}, &r);
    ok_named(none < 10 && bm_ctx_judge(ctx, r.best) == 0 && w.lines != 0,
             "with nothing on the clock it answers at once, with a line");
    for (unsigned nodes = 1; nodes <= 10000; nodes *= 10) {
        (void)think(&w, ctx, &(struct bm_think){.nodes = nodes}, &r);
        ok_named(w.lines != 0 && w.last.pv_count != 0 && w.search->nodes >= nodes &&
                     w.search->nodes < nodes + 100,
                 "%u nodes: %u", nodes, (unsigned)w.search->nodes);
    }
    (void)think(&w, ctx, &(struct bm_think){.depth = 6}, &r);
    ok(w.last.depth == 6 && bm_move_equal(w.last.pv[0], r.best));
    const bm_move one = move_of(ctx, "h2h4");
    (void)think(&w, ctx, &(struct bm_think){.depth = 4, .only = &one, .only_count = 1}, &r);
    ok(bm_move_equal(r.best, one) && r.ponder.bits != BM_MOVE_NONE);
    /* A move that is forced is not thought about. */
    set(ctx, "k7/8/8/8/8/2R5/1r6/r6K w - - 0 1");
    const struct bm_think slow = {.timed = true, .time = {60000, 60000}};
    ok(think(&w, ctx, &slow, &r) < 20 && w.last.depth >= 2);
    bm_search_destroy(w.search);
    bm_ctx_destroy(ctx);
}

static void words_from_outside(const struct bm_rules *rules)
{
    struct bm_ctx *const ctx = new_ctx(rules, 8);
    struct world w = {.search = new_player(rules, 1)};
    struct bm_search_result r;
    const char *const name = bm_rules_info(rules)->name;
    bm_search_arm(w.search);
    bm_search_stop(w.search);
    int64_t spent = think(&w, ctx, &(struct bm_think){.infinite = true}, &r);
    ok_named(spent < 10 && w.lines != 0 && w.last.pv_count != 0 &&
                 bm_move_equal(w.last.pv[0], r.best) && bm_ctx_judge(ctx, r.best) == 0,
             "%s: stopped before it began: a line and a move", name);

    const struct bm_think pondering = {
        .timed = true, .time = {400, 400}, .ponder = true, .multipv = 1};
    w.hit_at = w.now + 3000;
    spent = think(&w, ctx, &pondering, &r);
    ok_named(spent >= 3000 && spent < 3000 + 400 - OVERHEAD,
             "%s: pondering ends after ponderhit, in time: %d", name, (int)spent);
    w.hit_at = 0;
    w.stop_at = w.now + 2000;
    spent = think(&w, ctx, &pondering, &r);
    ok_named(spent >= 2000 && spent < 2010, "%s: or when it is stopped: %d", name, (int)spent);
    w.stop_at = w.now + 5000;
    w.moves_told = 0;
    (void)think(&w, ctx, &(struct bm_think){.infinite = true}, &r);
    ok_named(w.moves_told != 0, "%s: moves of the root are told after some seconds", name);
    bm_search_destroy(w.search);
    bm_ctx_destroy(ctx);
}

/* ---- Threads ---- */

struct hand {
    void (*work)(void *arg);
    void *arg;
};

static void *lend(void *user)
{
    struct hand *const h = user;
    h->work(h->arg);
    return NULL;
}

static void run_all(void *user, void (*work)(void *arg), void *const *args, unsigned count)
{
    struct world *const w = user;
    pthread_t threads[MAX_THREADS];
    struct hand hands[MAX_THREADS];
    w->threads = count;
    for (unsigned i = 1; i < count; i++) {
        hands[i] = (struct hand){work, args[i]};
        if (pthread_create(&threads[i], NULL, lend, &hands[i]) != 0)
            tap_bail("no threads");
    }
    work(args[0]);
    for (unsigned i = 1; i < count; i++)
        pthread_join(threads[i], NULL);
}

/* As when no thread can be had. */
static void run_one(void *user, void (*work)(void *arg), void *const *args, unsigned count)
{
    struct world *const w = user;
    w->threads = count;
    work(args[0]);
}

static void threads_work_together(const struct bm_rules *rules)
{
    struct bm_ctx *const ctx = new_ctx(rules, 64);
    struct world w = {.search = new_player(rules, MAX_THREADS)};
    struct bm_search_hooks hooks = {.info = hear, .run = run_all, .user = &w};
    const struct bm_think limits = {.nodes = 20000};
    struct bm_search_result r;
    unsigned good = 0;
    enum { MOVES = 12 };
    for (unsigned i = 0; i < MOVES; i++) {
        if (bm_search_go(w.search, ctx, &limits, &hooks, &r) != BM_OK)
            tap_bail("no memory");
        size_t played = 0;
        good += w.threads == MAX_THREADS && w.search->nodes >= limits.nodes &&
                bm_move_equal(w.last.pv[0], r.best);
        while (played < w.last.pv_count && bm_ctx_play(ctx, w.pv[played]) == 0)
            played++;
        good -= played != w.last.pv_count;
        while (played--)
            (void)bm_ctx_undo(ctx);
        if (bm_ctx_play(ctx, r.best) != 0)
            break;
    }
    ok_named(good == MOVES, "%s: %u of %u moves by %u threads", bm_rules_info(rules)->name,
             good, MOVES, MAX_THREADS);
    hooks.run = run_one;
    bm_search_arm(w.search);
    if (bm_search_go(w.search, ctx, &limits, &hooks, &r) != BM_OK)
        tap_bail("no memory");
    ok_named(bm_ctx_judge(ctx, r.best) == 0, "without helpers it goes on alone");
    bm_search_stop(w.search);
    bm_search_destroy(w.search);
    bm_ctx_destroy(ctx);
}

int main(void)
{
    plans_leave_something();
    clocks_are_kept();
    limits_end_it();
    words_from_outside(bm_rules_chess());
    words_from_outside(bm_rules_shogi());
    threads_work_together(bm_rules_chess());
    threads_work_together(bm_rules_shogi());
    return tap_done();
}

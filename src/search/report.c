/* SPDX-License-Identifier: MIT */

/* What the search does outside its tree while it runs: looks at the clock, and reports. */
#include "search/level.h"
#include "search/thread.h"

enum {
    LOOK_FIRST = 64, /* nodes between two looks at the clock: at first, */
    LOOK_LEAST = 16, /* where a node takes long, */
    LOOK_MOST = 8192,
    LOOK_SOON = 64,     /* when it is time to end, */
    LOOK_HELPER = 256,  /* and of those who look only whether it is over */
    FIRST_LINE = 10000, /* what the first line may cost after the time is up */
    STALL_LEAST = 8,    /* ms between two looks that are the machine's doing; */
    STALL_MOST = 200,   /* what is reckoned with */
    TELL_BOUNDS = 1000, /* ms until windows that were missed are told */
    TELL_MOVES = 3000   /* ms until each move of the root is told */
};

int64_t bm_hunt_now(const struct bm_hunt *hunt)
{
    const struct bm_search_hooks *const k = hunt->hooks;
    return k && k->now ? k->now(k->user) - hunt->start : 0;
}

uint64_t bm_hunt_nodes(const struct bm_hunt *hunt)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < hunt->crew_count; i++)
        sum += atomic_load_explicit(&hunt->crew[i]->told, memory_order_relaxed);
    return sum;
}

/* About a millisecond lies between two looks, however fast the game and the machine are. */
static void set_pace(struct bm_hunter *h, int64_t now)
{
    const int64_t passed = now - h->looked;
    if (passed >= STALL_LEAST && passed > h->hunt->stall)
        h->hunt->stall = passed < STALL_MOST ? passed : STALL_MOST;
    if (h->pace == 0)
        h->pace = LOOK_FIRST;
    else if (passed == 0 && h->pace < LOOK_MOST)
        h->pace *= 2;
    else if (passed > 1 && h->pace > LOOK_LEAST)
        h->pace /= 2;
    h->looked = now;
}

/* By nodes it ends at the same one every time. */
static void set_next_look(struct bm_hunter *h, uint64_t nodes, bool beyond)
{
    const struct bm_hunt *const hunt = h->hunt;
    const uint64_t end =
        beyond || hunt->skill_nodes > hunt->max_nodes ? hunt->max_nodes : hunt->skill_nodes;
    const uint64_t left = end > nodes ? end - nodes : 0;
    const uint64_t share = (left + hunt->crew_count - 1) / hunt->crew_count;
    const uint64_t usual = beyond ? LOOK_SOON : h->pace;
    h->next_look = h->nodes + (share < usual ? share : usual);
}

bool bm_hunt_over(struct bm_hunter *h)
{
    struct bm_hunt *const hunt = h->hunt;
    const unsigned flags = atomic_load_explicit(hunt->flags, memory_order_relaxed);
    const bool stop = flags & BM_SEARCH_STOP;
    atomic_store_explicit(&h->told, h->nodes, memory_order_relaxed);
    if (h->number != 0) {
        h->next_look = h->nodes + LOOK_HELPER;
        h->aborted = stop || atomic_load_explicit(&hunt->done, memory_order_relaxed);
        return h->aborted;
    }
    const int64_t now = bm_hunt_now(hunt);
    const uint64_t nodes = bm_hunt_nodes(hunt);
    /* A level that has used up its nodes still looks at what its move lets be taken. */
    const bool beyond = nodes >= hunt->skill_nodes;
    set_pace(h, now);
    set_next_look(h, nodes, beyond);
    if (hunt->clock_from < 0 && !bm_hunt_open(hunt))
        hunt->clock_from = now;
    /* There must be a line to tell, be it that of one move. */
    if (h->root_depth <= 1 && h->pv_len[0] == 0 && h->nodes < FIRST_LINE)
        return false;
    if (stop || nodes >= hunt->max_nodes || (beyond && h->root_depth > BM_SKILL_SURE) ||
        (hunt->clock_from >= 0 && now - hunt->clock_from >= hunt->hard))
        h->aborted = true;
    return h->aborted;
}

bool bm_hunt_open(const struct bm_hunt *hunt)
{
    const struct bm_think *const t = hunt->think;
    const unsigned flags = atomic_load_explicit(hunt->flags, memory_order_relaxed);
    return t->infinite || (t->ponder && !(flags & BM_SEARCH_PONDERHIT));
}

/* Helpers that all search the same depth at the same time would do the same work. */
bool bm_hunt_skips(const struct bm_hunter *h, unsigned depth)
{
    return h->number != 0 && depth > 1 && (depth + h->number) % (2 + h->number % 3) == 0;
}

void bm_hunt_report(struct bm_hunter *h, unsigned line, enum bm_bound bound)
{
    struct bm_hunt *const hunt = h->hunt;
    const struct bm_root *const r = &h->roots[line];
    atomic_store_explicit(&h->told, h->nodes, memory_order_relaxed);
    hunt->reports++;
    if (bound != BOUND_LOWER && bound != BOUND_UPPER && line == 0 && bm_hunt_is_watched(hunt))
        bm_hunt_show(hunt, &(struct bm_search_event){.kind = BM_EVENT_DEPTH,
                                                     .depth = r->depth,
                                                     .move = r->move,
                                                     .value = r->value,
                                                     .nodes = bm_hunt_nodes(hunt),
                                                     .time = bm_hunt_now(hunt),
                                                     .pv = r->pv,
                                                     .pv_count = r->pv_len});
    if (!hunt->hooks || !hunt->hooks->info)
        return;
    struct bm_search_info info = {.depth = r->depth,
                                  .seldepth = r->seldepth,
                                  .multipv = line + 1,
                                  .score = r->value,
                                  .bound = bound == BOUND_LOWER   ? 1
                                           : bound == BOUND_UPPER ? -1
                                                                  : 0,
                                  .nodes = bm_hunt_nodes(hunt),
                                  .time = bm_hunt_now(hunt),
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

void bm_hunt_tell(struct bm_hunter *h, unsigned depth)
{
    if (h->aborted && h->roots[0].depth != depth)
        return; /* nothing is new */
    for (unsigned i = 0; i < h->hunt->lines && i < h->root_count; i++) {
        struct bm_root *const r = &h->roots[i];
        /* Lines that were not reached stand as they did. */
        if (h->aborted && r->depth != depth)
            r->value = r->last_value;
        if (r->depth != 0)
            bm_hunt_report(h, i, r->bound);
    }
}

void bm_hunt_missed(struct bm_hunter *h, unsigned depth, int value, enum bm_bound bound)
{
    if (h->number == 0 && bm_hunt_is_watched(h->hunt))
        bm_hunt_show(h->hunt,
                     &(struct bm_search_event){.kind = BM_EVENT_MISS,
                                               .depth = depth,
                                               .value = value,
                                               .error = bound == BOUND_LOWER ? 1 : -1});
    if (h->number != 0 || h->line >= h->root_count || h->hunt->lines > 1 ||
        h->looked < TELL_BOUNDS || h->roots[h->line].pv_len == 0)
        return;
    struct bm_root *const r = &h->roots[h->line];
    const int kept = r->value;
    const unsigned kept_depth = r->depth;
    r->value = value;
    r->depth = depth;
    bm_hunt_report(h, h->line, bound);
    r->value = kept;
    r->depth = kept_depth;
}

void bm_hunt_begin_move(struct bm_hunter *h, bm_move m, unsigned number)
{
    const struct bm_search_hooks *const k = h->hunt->hooks;
    if (h->number == 0 && h->looked >= TELL_MOVES && k && k->current)
        k->current(k->user, m, number);
}

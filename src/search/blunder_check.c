/* SPDX-License-Identifier: MIT */

/*
 * A second look at the move of a level that errs. What a few nodes and a noisy judgement found
 * best may leave a piece to be taken, for reasons that are wrong: a better player would not
 * understand it. So the position is looked at once more, flat and without errors. A move that
 * loses a piece there is not played, unless the level sees that it wins something in the end.
 */
#include "search/level.h"
#include "search/thread.h"

enum {
    GLANCE = 3, /* plies: the move, the capture, the answer */
    PIECE = 250 /* the least that is called one; twice that where the other side gets it */
};

/* Search the roots flat and silently; false if that was cut short. */
static bool glance(struct bm_search *s)
{
    struct bm_hunter *const h = s->hunter;
    const uint64_t before = h->nodes;
    for (unsigned i = 0; i < h->root_count; i++)
        h->roots[i] = (struct bm_root){.move = h->roots[i].move};
    bm_hunt_wipe(s);
    bm_hunt_prepare(h, h);
    bm_tree_of(s->rules)->deepen(h);
    h->nodes += before;
    return !h->aborted;
}

/* The value of one move, and of the best. */
static bool compare(struct bm_search *s, bm_move m, int *value, struct bm_root *best)
{
    struct bm_hunter *const h = s->hunter;
    if (!glance(s))
        return false;
    *best = h->roots[0];
    /* Alone at the front, and all are still there. */
    const unsigned count = h->root_count;
    for (unsigned i = 1; i < count; i++)
        if (bm_move_equal(h->roots[i].move, m)) {
            h->roots[0] = h->roots[i];
            h->roots[i] = *best;
        }
    h->root_count = 1;
    const bool done = glance(s);
    h->root_count = count;
    *value = h->roots[0].value;
    return done;
}

void bm_hunt_look_again(struct bm_search *s)
{
    struct bm_hunter *const h = s->hunter;
    struct bm_hunt *const hunt = s->hunt;
    const struct bm_root chosen = h->roots[0];
    const int piece = bm_rules_info(s->rules)->has_hands ? 2 * PIECE : PIECE;
    if (h->root_count < 2 || hunt->lines > 1 || chosen.value >= VALUE_WON ||
        hunt->max_depth < GLANCE || hunt->max_nodes < 2 * hunt->skill_nodes)
        return;

    const struct bm_search_hooks *const hooks = hunt->hooks;
    const struct bm_search_hooks silent = {.now = hooks ? hooks->now : NULL,
                                           .user = hooks ? hooks->user : NULL};
    struct bm_root best;
    int value;
    hunt->hooks = &silent;
    hunt->max_depth = GLANCE;
    hunt->skill_nodes = UINT64_MAX;
    hunt->noise = 0;
    const bool hangs = compare(s, chosen.move, &value, &best) && best.value - value >= piece &&
                       chosen.value < best.value + piece / 2;
    hunt->hooks = hooks;
    h->roots[0] = hangs ? best : chosen;
    atomic_store_explicit(&h->told, h->nodes, memory_order_relaxed);
    if (!hangs)
        return;
    bm_hunt_report(h, 0, BOUND_EXACT);
    if (bm_hunt_is_watched(hunt))
        bm_hunt_show(hunt, &(struct bm_search_event){.kind = BM_EVENT_SPARE,
                                                     .move = best.move,
                                                     .value = best.value,
                                                     .other = chosen.move,
                                                     .other_value = value});
}

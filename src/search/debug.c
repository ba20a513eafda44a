/* SPDX-License-Identifier: MIT */

/* What a search tells those who want to see inside. Nothing of it is done unless they do. */
#include <string.h>

#include "search/level.h"
#include "search/thread.h"

enum { SHOWN = 8 }; /* moves that are judged */

void bm_hunt_show(const struct bm_hunt *hunt, const struct bm_search_event *event)
{
    hunt->hooks->debug(hunt->hooks->user, event);
}

/* What a position is worth as it stands, and what the level misjudges it by. */
static int judge(struct bm_search *s, int *error)
{
    struct bm_hunter *const h = s->hunter;
    memcpy(&h->pos, &s->ctx->pos, sizeof h->pos);
    *error = s->hunt->noise ? bm_hunt_error(s->hunt, h->pos.head.key) : 0;
    return bm_tree_of(s->rules)->evaluate(h);
}

/* The best moves at first sight, best first. */
static void judge_moves(struct bm_search *s)
{
    struct bm_search_event best[SHOWN];
    const unsigned turn = bm_ctx_turn(s->ctx);
    unsigned count = 0;
    for (unsigned i = 0; i < s->hunter->root_count; i++) {
        struct bm_search_event e = {.kind = BM_EVENT_JUDGE, .move = s->hunter->roots[i].move};
        if (bm_ctx_play(s->ctx, e.move) != 0)
            continue;
        e.value = judge(s, &e.error);
        if (bm_ctx_turn(s->ctx) != turn) {
            e.value = -e.value;
            e.error = -e.error;
        }
        (void)bm_ctx_undo(s->ctx);
        unsigned at = count < SHOWN ? count++ : SHOWN;
        for (; at > 0 && e.value + e.error > best[at - 1].value + best[at - 1].error; at--)
            if (at < SHOWN)
                best[at] = best[at - 1];
        if (at < SHOWN)
            best[at] = e;
    }
    for (unsigned i = 0; i < count; i++)
        bm_hunt_show(s->hunt, &best[i]);
}

void bm_hunt_show_begin(struct bm_search *s)
{
    const struct bm_hunt *const hunt = s->hunt;
    const uint64_t nodes =
        hunt->skill_nodes < hunt->max_nodes ? hunt->skill_nodes : hunt->max_nodes;
    struct bm_search_event e = {.kind = BM_EVENT_BEGIN,
                                .depth = hunt->max_depth,
                                .count = s->hunter->root_count,
                                .nodes = nodes,
                                .soft = hunt->soft,
                                .hard = hunt->hard};
    e.value = judge(s, &e.error);
    e.error = hunt->noise;
    bm_hunt_show(hunt, &e);
    judge_moves(s);
}

void bm_hunt_show_end(const struct bm_search *s)
{
    const struct bm_hunt *const hunt = s->hunt;
    const struct bm_hunter *const h = s->hunter;
    struct bm_search_event e = {
        .kind = BM_EVENT_END, .nodes = bm_hunt_nodes(hunt), .time = bm_hunt_now(hunt)};
    if (bm_search_stopped((struct bm_search *)s))
        e.why = BM_SEARCH_END_STOP;
    else if (e.nodes >= hunt->max_nodes)
        e.why = BM_SEARCH_END_NODES;
    else if (h->aborted && e.nodes >= hunt->skill_nodes)
        e.why = BM_SEARCH_END_LEVEL;
    else if (h->aborted)
        e.why = BM_SEARCH_END_TIME;
    else
        e.why = h->root_depth >= hunt->max_depth ? BM_SEARCH_END_DEPTH : BM_SEARCH_END_ENOUGH;
    bm_hunt_show(hunt, &e);
}

void bm_hunt_confess(struct bm_search *s, bm_move played)
{
    struct bm_hunt *const hunt = s->hunt;
    struct bm_hunter *const h = s->hunter;
    const struct bm_search_hooks *const hooks = hunt->hooks;
    const struct bm_search_hooks silent = {.now = hooks->now, .user = hooks->user};
    const struct bm_skill *const skill = bm_skill_of(s->options.level);
    for (unsigned i = 0; i < h->root_count; i++)
        h->roots[i] = (struct bm_root){.move = h->roots[i].move};
    hunt->hooks = &silent;
    hunt->max_depth = skill->depth;
    hunt->skill_nodes = skill->nodes;
    hunt->noise = 0;
    bm_hunt_wipe(s);
    bm_hunt_prepare(h, h);
    bm_tree_of(s->rules)->deepen(h);
    hunt->hooks = hooks;
    const struct bm_root *const best = &h->roots[0];
    const bool same = bm_move_equal(best->move, played);
    bm_hunt_show(hunt, &(struct bm_search_event){.kind = same ? BM_EVENT_RIGHT : BM_EVENT_ERROR,
                                                 .move = played,
                                                 .other = best->move,
                                                 .other_value = best->value});
}

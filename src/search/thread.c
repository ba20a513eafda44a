/* SPDX-License-Identifier: MIT */

/* From a context and limits to a search, and from its lines to an answer. */
#include <string.h>

#include "search/level.h"
#include "search/thread.h"

static bool is_among(bm_move m, const bm_move *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bm_move_equal(m, list[i]))
            return true;
    return n == 0;
}

/* The keys of the game so far, and which of its moves gave check. s->ctx goes back to the
 * start. */
static void remember_game(struct bm_hunter *h, struct bm_ctx *ctx)
{
    h->played = bm_ctx_plies(ctx);
    for (unsigned i = h->played + 1; i-- > 0;) {
        const struct bm_head *const head = &ctx->pos.head;
        h->keys[i] = head->key;
        h->gave_check[i] = !head->made && ctx->kernel->in_check(&ctx->pos);
        h->movers[i] = (uint8_t)(head->made ? head->turn : !head->turn);
        (void)bm_ctx_undo(ctx);
    }
}

static void set_limits(struct bm_search *s, const struct bm_think *limits, unsigned turn)
{
    struct bm_hunt *const hunt = s->hunt;
    const struct bm_skill *const skill = bm_skill_of(s->options.level);
    const unsigned depth = skill->depth < MAX_DEPTH ? skill->depth : MAX_DEPTH;
    hunt->max_depth = limits->depth && limits->depth < depth ? limits->depth : depth;
    hunt->max_nodes = limits->nodes ? limits->nodes : UINT64_MAX;
    hunt->skill_nodes = skill->nodes;
    /* Where nodes are dear, not even the first plies are searched at any cost. */
    if (bm_rules_info(s->rules)->work > 1 && skill->nodes < hunt->max_nodes / 4)
        hunt->max_nodes = 4 * skill->nodes;
    hunt->noise = s->ctx->pos.head.number <= BM_SKILL_OPENING ? skill->opening : skill->noise;
    /* What is taken counts twice where it is dropped again: so do errors. */
    if (bm_rules_info(s->rules)->has_hands)
        hunt->noise *= 2;
    hunt->erring = hunt->noise != 0;
    hunt->noise_seed = bm_search_lot(s);
    hunt->lines = limits->multipv ? limits->multipv : 1;
    bm_hunt_plan(hunt, turn);
    /* Below full strength a game is the same on every machine: time is only an emergency. */
    if (s->options.level < BM_LEVELS)
        hunt->soft = INT64_MAX;
}

void bm_hunt_wipe(struct bm_search *s)
{
    struct bm_memos *const t = &s->hunt->memos;
    memset((void *)t->at, 0, (size_t)(t->mask + 1) * MEMO_CLUSTER * sizeof *t->at);
    t->age = 0;
    for (unsigned i = 0; i < s->crew_count; i++)
        memset(s->crew[i]->tables, 0, s->crew[i]->tables_size);
}

void bm_hunt_prepare(struct bm_hunter *h, const struct bm_hunter *first)
{
    if (h != first) {
        const size_t known = first->played + 1;
        memcpy(h->roots, first->roots, first->root_count * sizeof *h->roots);
        memcpy(&h->pos, &first->pos, sizeof h->pos);
        memcpy(h->keys, first->keys, known * sizeof *h->keys);
        memcpy(h->gave_check, first->gave_check, known * sizeof *h->gave_check);
        memcpy(h->movers, first->movers, known * sizeof *h->movers);
        h->root_count = first->root_count;
        h->played = first->played;
    }
    h->nodes = h->next_look = h->nodes_before = 0;
    atomic_store_explicit(&h->told, 0, memory_order_relaxed);
    h->pace = 0;
    h->looked = 0;
    h->list_used = 0;
    h->aborted = false;
    h->seldepth = h->root_depth = 0;
    h->pv_len[0] = 0;
    memset(h->steps - STEPS_BEFORE, 0, STEPS * sizeof *h->steps);
}

/* What one thread does. */
static void work(void *arg)
{
    struct bm_hunter *const h = arg;
    bm_tree_of(h->hunt->rules)->deepen(h);
    atomic_store_explicit(&h->told, h->nodes, memory_order_relaxed);
    if (h->number == 0)
        atomic_store_explicit(&h->hunt->done, true, memory_order_relaxed);
}

static void search_all(struct bm_hunt *hunt)
{
    const struct bm_search_hooks *const k = hunt->hooks;
    if (hunt->crew_count > 1) {
        void *args[BM_MAX_THREADS];
        for (unsigned i = 0; i < hunt->crew_count; i++)
            args[i] = hunt->crew[i];
        k->run(k->user, work, args, hunt->crew_count);
    } else {
        work(hunt->crew[0]);
    }
}

/* What a thread's vote for its move counts: more the deeper it looked and the better it is. */
static int64_t vote_of(const struct bm_root *r, int least)
{
    return (int64_t)(r->value - least + 16) * (int64_t)r->depth;
}

/* The thread whose line is the answer. A mate that is seen needs no votes. */
static struct bm_hunter *elect(const struct bm_hunt *hunt)
{
    struct bm_hunter *best = hunt->crew[0];
    int least = best->roots[0].value;
    int64_t most = -1;
    if (hunt->lines > 1)
        return best;
    for (unsigned i = 1; i < hunt->crew_count; i++)
        if (hunt->crew[i]->roots[0].depth != 0 && hunt->crew[i]->roots[0].value < least)
            least = hunt->crew[i]->roots[0].value;
    for (unsigned i = 0; i < hunt->crew_count; i++) {
        const struct bm_root *const r = &hunt->crew[i]->roots[0];
        int64_t votes = 0;
        if (r->depth == 0 || r->depth < hunt->crew[0]->roots[0].depth)
            continue;
        for (unsigned k = 0; k < hunt->crew_count; k++)
            if (hunt->crew[k]->roots[0].depth != 0 &&
                bm_move_equal(hunt->crew[k]->roots[0].move, r->move))
                votes += vote_of(&hunt->crew[k]->roots[0], least);
        if (r->value >= VALUE_WON)
            votes = INT64_MAX - (VALUE_MATE - r->value);
        if (votes > most || (votes == most && bm_move_equal(r->move, best->roots[0].move) &&
                             r->depth > best->roots[0].depth)) {
            most = votes;
            best = hunt->crew[i];
        }
    }
    return best;
}

/* The expected answer if the line has none: what was found for the position after it. */
static bm_move remembered_reply(struct bm_search *s, const struct bm_ctx *ctx, bm_move best)
{
    const bm_move none = {BM_MOVE_NONE};
    struct bm_found found;
    if (bm_search_follow(s, ctx) != BM_OK || bm_ctx_play(s->ctx, best) != 0 ||
        bm_ctx_turn(s->ctx) == bm_ctx_turn(ctx) ||
        !bm_memos_get(&s->hunt->memos, s->ctx->pos.head.key, &found) ||
        found.move.bits == BM_MOVE_NONE || bm_ctx_judge(s->ctx, found.move) != 0)
        return none;
    return found.move;
}

static void begin(struct bm_search *s, const struct bm_ctx *ctx, const struct bm_think *limits,
                  const struct bm_search_hooks *hooks, int64_t began)
{
    struct bm_hunt *const hunt = s->hunt;
    hunt->ctx = ctx;
    hunt->think = limits;
    hunt->hooks = hooks;
    hunt->flags = &s->flags;
    hunt->start = began;
    hunt->clock_from = bm_hunt_open(hunt) ? -1 : 0;
    hunt->reports = 0;
    hunt->stall -= hunt->stall / 8;
    /* What a level answers does not depend on what it was asked before. */
    if (s->options.level < BM_LEVELS)
        bm_hunt_wipe(s);
    hunt->memos.age++;
    hunt->crew = s->crew;
    hunt->crew_count = hooks && hooks->run ? s->crew_count : 1;
    atomic_store_explicit(&hunt->done, false, memory_order_relaxed);
    set_limits(s, limits, bm_ctx_turn(ctx));
    if (bm_hunt_is_watched(hunt))
        bm_hunt_show_begin(s);
    memcpy(&s->hunter->pos, &s->ctx->pos, sizeof s->hunter->pos);
    remember_game(s->hunter, s->ctx);
    for (unsigned i = 0; i < hunt->crew_count; i++)
        bm_hunt_prepare(s->crew[i], s->hunter);
}

bool bm_hunt_go(struct bm_search *s, const struct bm_ctx *ctx, const struct bm_think *limits,
                const struct bm_search_hooks *hooks, int64_t began,
                struct bm_search_result *out)
{
    struct bm_hunter *const h = s->hunter;
    bm_move *const moves = h->list_moves;
    const size_t n = bm_ctx_moves(ctx, moves, h->list_size);
    if (n == 0 || bm_ctx_judge(ctx, moves[0]) != 0)
        return false;
    h->root_count = 0;
    for (size_t i = 0; i < n; i++)
        if (is_among(moves[i], limits->only, limits->only_count))
            h->roots[h->root_count++] = (struct bm_root){.move = moves[i]};
    if (h->root_count == 0)
        return false;
    begin(s, ctx, limits, hooks, began);
    search_all(s->hunt);
    if (bm_hunt_is_watched(s->hunt))
        bm_hunt_show_end(s);
    if (bm_skill_of(s->options.level)->careful)
        bm_hunt_look_again(s);

    struct bm_hunter *const chosen = elect(s->hunt);
    struct bm_root *const best = &chosen->roots[0];
    if (best->pv_len == 0) {
        best->pv[best->pv_len++] = best->move;
        best->depth = 1;
        best->value = bm_tree_of(s->rules)->evaluate(h);
    }
    s->nodes = bm_hunt_nodes(s->hunt);
    if (chosen != h || s->hunt->reports == 0)
        bm_hunt_report(chosen, 0, best->bound);
    out->best = best->move;
    if (best->pv_len > 1)
        out->ponder = best->pv[1];
    else
        out->ponder = remembered_reply(s, ctx, best->move);
    if (bm_hunt_is_watched(s->hunt) && s->hunt->erring)
        bm_hunt_confess(s, out->best);
    return true;
}

void bm_hunt_clear(struct bm_search *s)
{
    if (s->hunter)
        bm_hunt_wipe(s);
}

static const struct {
    const struct bm_kernel *kernel;
    const struct bm_tree *tree;
} trees[] = {
#define BOTH(kernel, isa) {&bm_##kernel##_##isa##_kernel, &bm_##kernel##_##isa##_tree},
#define ALL(isa)     \
    BOTH(chess, isa) \
    BOTH(shogi, isa) BOTH(variant64, isa) BOTH(variant128, isa) BOTH(variant256, isa)
    ALL(baseline)
#ifdef BM_HAVE_AVX2
        ALL(avx2)
#endif
#undef ALL
#undef BOTH
};

const struct bm_tree *bm_tree_of(const struct bm_rules *rules)
{
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
        if (trees[i].kernel == rules->kernel)
            return trees[i].tree;
    return NULL;
}

/* SPDX-License-Identifier: MIT */

/* From a context and limits to a search, and from its lines to an answer. */
#include <string.h>

#include "search/level.h"
#include "search/tree.h"

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
    hunt->noise = s->ctx->pos.head.number <= BM_SKILL_OPENING ? skill->opening : skill->noise;
    hunt->noise_seed = bm_search_lot(s);
    hunt->lines = limits->multipv ? limits->multipv : 1;
    bm_hunt_plan(hunt, turn);
    /* Below full strength a game is the same on every machine: time is only an emergency. */
    if (s->options.level < BM_LEVELS)
        hunt->soft = INT64_MAX;
}

/* Forget what was learned. */
static void wipe(struct bm_search *s)
{
    struct bm_memos *const t = &s->hunt->memos;
    memset((void *)t->at, 0, (size_t)(t->mask + 1) * MEMO_CLUSTER * sizeof *t->at);
    t->age = 0;
    memset(s->hunter->tables, 0, s->hunter->tables_size);
}

bool bm_hunt_go(struct bm_search *s, const struct bm_ctx *ctx, const struct bm_think *limits,
                const struct bm_search_hooks *hooks, int64_t began,
                struct bm_search_result *out)
{
    struct bm_hunter *const h = s->hunter;
    struct bm_hunt *const hunt = s->hunt;
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

    hunt->ctx = ctx;
    hunt->think = limits;
    hunt->hooks = hooks;
    hunt->flags = &s->flags;
    hunt->start = began;
    /* What a level answers does not depend on what it was asked before. */
    if (s->options.level < BM_LEVELS)
        wipe(s);
    hunt->memos.age++;
    set_limits(s, limits, bm_ctx_turn(ctx));
    memcpy(&h->pos, &s->ctx->pos, sizeof h->pos);
    remember_game(h, s->ctx);
    h->nodes = h->next_look = 0;
    h->list_used = 0;
    h->aborted = false;
    h->seldepth = 0;
    memset(h->steps - 4, 0, 4 * sizeof *h->steps);
    bm_tree_of(s->rules)->deepen(h);

    const struct bm_root *const best = &h->roots[0];
    s->nodes = h->nodes;
    out->best = best->move;
    out->ponder.bits = best->pv_len > 1 ? best->pv[1].bits : BM_MOVE_NONE;
    return true;
}

void bm_hunt_clear(struct bm_search *s)
{
    if (s->hunter)
        wipe(s);
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

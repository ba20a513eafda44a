/* SPDX-License-Identifier: MIT */

/* From a context and limits to a search, and from its lines to an answer. */
#include <string.h>

#include "base/random.h"
#include "search/tree.h"

/* What the levels may look at, and how much they err. */
static const struct {
    unsigned depth;
    uint64_t nodes;
    int noise;
} skill[BM_LEVELS + 1] = {
    [3] = {2, 4000, 60},   [4] = {5, 3000, 70},    [5] = {8, 12000, 45},
    [6] = {12, 60000, 25}, [7] = {20, 400000, 10}, [8] = {MAX_DEPTH, UINT64_MAX, 0},
};

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
    const unsigned level = s->options.level;
    uint64_t seed = s->options.seed + s->games;
    hunt->max_depth = limits->depth && limits->depth < skill[level].depth ? limits->depth
                                                                          : skill[level].depth;
    hunt->max_nodes = limits->nodes && limits->nodes < skill[level].nodes ? limits->nodes
                                                                          : skill[level].nodes;
    hunt->noise = skill[level].noise;
    hunt->noise_seed = bm_random(&seed);
    hunt->lines = limits->multipv ? limits->multipv : 1;
    bm_hunt_plan(hunt, turn);
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
    struct bm_hunter *const h = s->hunter;
    s->games++;
    if (!h)
        return;
    struct bm_memos *const t = &s->hunt->memos;
    memset((void *)t->at, 0, (size_t)(t->mask + 1) * MEMO_CLUSTER * sizeof *t->at);
    memset(h->tables, 0, h->tables_size);
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

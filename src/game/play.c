/* SPDX-License-Identifier: MIT */
#include "banmen/notation.h"
#include "base/str.h"
#include "game/game.h"
#include "notation/text.h"

bm_status bm_game_pass(struct bm_ctx *ctx, struct bm_error *err)
{
    struct bm_setup s;
    if (bm_ctx_checks(ctx, NULL))
        return bm_text_fail(err, BM_ERULE, 0, "a side in check cannot pass");
    bm_ctx_setup(ctx, &s);
    /* FEN counts a move of both sides as one, SFEN each. */
    if (s.turn || bm_rules_info(bm_ctx_rules(ctx))->dialect == BM_DIALECT_USI)
        s.number++;
    s.turn = !s.turn;
    s.has_ep = s.ep_count = 0;
    s.used = s.made = 0;
    s.quiet++;
    return bm_ctx_sync(ctx, &s, NULL, err);
}

/* "move 12 cannot be played: the king would be in check" */
static bm_status refuse_move(const struct bm_ctx *ctx, bm_move m, unsigned ply,
                             bm_faults faults, struct bm_error *err)
{
    if (err) {
        char why[160];
        (void)bm_ctx_explain(ctx, m, faults, BM_EN, why, sizeof why);
        (void)bm_text_tell(err, BM_ERULE, 0, "move ~ cannot be played: ~",
                           BM_TEXTS(bm_decimal(ply).s, why));
    }
    return BM_ERULE;
}

static bm_status play_node(const struct bm_game *game, bm_node n, struct bm_ctx *ctx,
                           struct bm_error *err)
{
    if (bm_game_kind(game, n) == BM_NODE_PASS)
        return bm_game_pass(ctx, err);
    if (!bm_ctx_room(ctx))
        return bm_text_fail(err, BM_ENOSPC, 0, "the line is longer than the context");
    const bm_move m = bm_game_move(game, n);
    const bm_faults faults = bm_ctx_play(ctx, m);
    return faults ? refuse_move(ctx, m, bm_game_ply(game, n), faults, err) : BM_OK;
}

/* The moves and passes that lead to a node, the last one first; `len` is their number. */
static bm_node *path_to(const struct bm_game *game, bm_node n, size_t *len)
{
    void *mem = NULL;
    size_t cap = 0;
    *len = bm_game_ply(game, n);
    if (!bm_grow(&mem, &cap, *len + 1, sizeof(bm_node)))
        return NULL;
    bm_node *const path = mem;
    size_t i = 0;
    for (; n != BM_NODE_ROOT && n != BM_NODE_NONE && i < *len; n = bm_game_parent(game, n))
        if (bm_game_kind(game, n) != BM_NODE_END)
            path[i++] = n;
    *len = i;
    return path;
}

bm_status bm_game_play_to(const struct bm_game *game, bm_node n, struct bm_ctx *ctx,
                          struct bm_error *err)
{
    struct bm_options options = *bm_ctx_options(ctx);
    size_t len;
    if (bm_ctx_rules(ctx) != bm_game_rules(game))
        return bm_text_fail(err, BM_EINVAL, 0,
                            "the context plays by other rules than the game");
    options.play_on = options.kingless = true; /* as records have it */
    bm_ctx_configure(ctx, &options);
    bm_status status = bm_ctx_sync(ctx, bm_game_start(game), NULL, err);
    if (status)
        return status;
    bm_node *const path = path_to(game, n, &len);
    if (!path)
        return bm_text_fail(err, BM_ENOMEM, 0, "out of memory");
    while (!status && len-- > 0)
        status = play_node(game, path[len], ctx, err);
    bm_release(path);
    return status;
}

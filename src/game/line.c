/* SPDX-License-Identifier: MIT */
#include "game/line.h"

#include "game/game.h"

/* A server has thousands of games in memory, most of them short; longer lines double the room.
 */
enum { PLIES = 64 };

/* Replace the context by one with room for `plies` moves, at the usual start. */
static bm_status renew_context(struct bm_line *line, unsigned plies)
{
    struct bm_options options;
    struct bm_ctx *ctx;
    const struct bm_rules *const rules = bm_game_rules(line->game);
    const size_t too_long = bm_ctx_size(rules, plies) == 0;
    const bm_status status = too_long ? BM_ENOSPC : bm_ctx_create(&ctx, rules, plies);
    if (status != BM_OK)
        return status;
    bm_options_default(&options);
    options.play_on = true;
    options.kingless = true;
    bm_ctx_configure(ctx, &options);
    bm_ctx_destroy(line->ctx);
    line->ctx = ctx;
    return BM_OK;
}

bm_status bm_line_open(struct bm_line *line, const struct bm_game *game, struct bm_error *err)
{
    line->game = game;
    line->at = BM_NODE_ROOT;
    if (!line->ctx || bm_ctx_rules(line->ctx) != bm_game_rules(game)) {
        const bm_status status = renew_context(line, PLIES);
        if (status != BM_OK)
            return status;
    }
    if (bm_game_starts_usual(game)) {
        bm_ctx_start(line->ctx);
        return BM_OK;
    }
    return bm_ctx_sync(line->ctx, bm_game_start(game), NULL, err);
}

void bm_line_close(struct bm_line *line)
{
    bm_ctx_destroy(line->ctx);
    bm_release(line->path);
    *line = (struct bm_line){0};
}

/* Play everything from the root on. */
static bm_status rebuild_line(struct bm_line *line, bm_node n, struct bm_error *err)
{
    const unsigned need = bm_game_ply(line->game, n);
    unsigned plies = bm_ctx_plies(line->ctx) + bm_ctx_room(line->ctx);
    bm_status status = BM_OK;

    if (plies < need) {
        while (plies < need)
            plies *= 2;
        status = renew_context(line, plies);
    }
    if (status == BM_OK)
        status = bm_game_play_to(line->game, n, line->ctx, err);
    line->at = n;
    if (status != BM_OK)
        (void)!bm_line_open(line, line->game, NULL);
    return status;
}

/* An end has no position of its own: its parent, or the node itself. */
static bm_node position_of(const struct bm_game *game, bm_node n)
{
    return bm_game_kind(game, n) == BM_NODE_END ? bm_game_parent(game, n) : n;
}

bm_status bm_line_goto(struct bm_line *line, bm_node n, struct bm_error *err)
{
    const struct bm_game *const game = line->game;
    bm_node from = position_of(game, line->at), to = position_of(game, n);
    size_t steps = 0;

    while (from != to) {
        if (bm_game_ply(game, from) > bm_game_ply(game, to)) {
            /* A pass begins the context anew: there is nothing to take back behind it. */
            from = bm_game_parent(game, from);
            if (!bm_ctx_undo(line->ctx))
                return rebuild_line(line, n, err);
            continue;
        }
        void *mem = line->path;
        if (!bm_grow(&mem, &line->path_cap, steps + 1, sizeof *line->path))
            return BM_ENOMEM;
        line->path = mem;
        line->path[steps++] = to;
        to = bm_game_parent(game, to);
        if (to == BM_NODE_NONE)
            return BM_EINVAL; /* a node that was taken out of the tree */
    }
    line->at = to;
    while (steps-- > 0) {
        const bm_node next = line->path[steps];
        const bool pass = bm_game_kind(game, next) == BM_NODE_PASS;
        if (pass ? bm_game_pass(line->ctx, NULL) != BM_OK
                 : bm_ctx_room(line->ctx) == 0 ||
                       bm_ctx_play(line->ctx, bm_game_move(game, next)) != 0)
            return rebuild_line(line, n, err);
        line->at = next;
    }
    line->at = n;
    return BM_OK;
}

bm_status bm_line_room(struct bm_line *line)
{
    if (bm_ctx_room(line->ctx) != 0)
        return BM_OK;
    const bm_status status = renew_context(line, 2 * bm_ctx_plies(line->ctx));
    return status != BM_OK ? status : rebuild_line(line, line->at, NULL);
}

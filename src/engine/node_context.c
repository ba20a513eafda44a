/* SPDX-License-Identifier: MIT */
#include "engine/node_context.h"

bm_status bm_node_context(struct bm_ctx **ctx, const struct bm_game *game, bm_node node,
                          unsigned room)
{
    const unsigned plies = bm_game_ply(game, node);
    const struct bm_rules *const rules = bm_game_rules(game);
    struct bm_error err;
    if (!*ctx || bm_ctx_rules(*ctx) != rules ||
        bm_ctx_plies(*ctx) + bm_ctx_room(*ctx) < plies + room) {
        struct bm_ctx *made;
        const bm_status status = bm_ctx_create(&made, rules, plies + plies / 2 + 2 * room);
        if (status)
            return status;
        bm_ctx_destroy(*ctx);
        *ctx = made;
    }
    return bm_game_play_to(game, node, *ctx, &err);
}

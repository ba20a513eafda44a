/* SPDX-License-Identifier: MIT */
#include "record/elapsed.h"

/* Side of a node. An end counts no ply; its side is the one that was to move. */
static unsigned node_side(const struct bm_game *game, bm_node n)
{
    return (bm_game_ply(game, n) + (bm_game_kind(game, n) == BM_NODE_END)) & 1u;
}

int64_t bm_elapsed_total(struct bm_elapsed *t, const struct bm_game *game, bm_node n)
{
    int64_t ms[2] = {0, 0};
    bm_node up = n;

    /* Usually the node is one step from the last one; otherwise all is added up from the
     * root. */
    for (; up != BM_NODE_NONE && (up != t->at || up == BM_NODE_ROOT);
         up = bm_game_parent(game, up)) {
        const bm_note_id id = bm_game_find_note(game, up, BM_NOTE_SPENT);
        const int64_t spent = id ? bm_game_note(game, id).value : 0;
        if (spent > 0)
            ms[node_side(game, up)] += spent - spent % 1000;
    }
    for (unsigned i = 0; i < 2; i++)
        t->ms[i] = ms[i] + (up == BM_NODE_NONE ? 0 : t->ms[i]);
    t->at = n;
    return t->ms[node_side(game, n)];
}

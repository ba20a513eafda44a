/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_PANEL_MOVE_LIST_H
#define BM_DESKTOP_PANEL_MOVE_LIST_H

/* The moves of a game as lines of a list: the main line in pairs, variations indented below the
 * move that they replace. Made anew when the game has changed. */

#include "desktop/session/session.h"

struct bm_move_list_item {
    bm_node node;
    int line, depth; /* depth: variations inside each other */
    int place;       /* in its line: 0, 1 in the main line; in a variation so many moves */
    unsigned ply;
    bool aside; /* taken back in the match, and nothing played instead yet */
    char text[BM_MOVE_TEXT + 16];
};

struct bm_move_list {
    struct bm_move_list_item *item;
    size_t count, cap;
    int lines;
    uint32_t nodes; /* of the game when it was made */
    uint64_t version;
    const struct bm_game *game;
    enum bm_lang lang;
};

void bm_move_list_update(struct bm_move_list *m, const struct bm_desktop_session *d);
void bm_move_list_fini(struct bm_move_list *m);

#endif

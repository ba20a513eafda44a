/* SPDX-License-Identifier: MIT */
#ifndef BM_GAME_LINE_H
#define BM_GAME_LINE_H

/*
 * A context that follows a game through its tree: it stands at a node, goes to any other by
 * taking back and playing what lies between them, and grows with the line. All zero is a line
 * that is not open.
 */

#include "banmen/game.h"
#include "base/buf.h"

struct bm_line {
    struct bm_ctx *ctx; /* at the position of `at`; kept between games */
    const struct bm_game *game;
    bm_node at;
    bm_node *path; /* from the place where two lines part, for bm_line_goto() */
    size_t path_cap;
};

/* Begin at the root. BM_ERULE: the start cannot be played. */
bm_status bm_line_open(struct bm_line *line, const struct bm_game *game, struct bm_error *err);
void bm_line_close(struct bm_line *line); /* releases the context */

/* Stand at a node of the tree. Fails as bm_game_play_to() does; then the line is at the root.
 */
bm_status bm_line_goto(struct bm_line *line, bm_node n, struct bm_error *err);

/*
 * Make sure that one more move fits in the context; BM_ENOMEM or BM_ENOSPC if that cannot be.
 * Then bm_ctx_play() on line->ctx is followed by `line->at = node`, the node being a child of
 * the old one.
 */
bm_status bm_line_room(struct bm_line *line);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_GAME_GAME_H
#define BM_GAME_GAME_H

/*
 * A game inside. Everything lies in arrays that grow, and is named by its index, so that
 * growing them is safe; nothing is ever taken out of an array before the game is cleared.
 */

#include "banmen/game.h"
#include "base/buf.h"

/* Beyond the limits of struct bm_limits: what costs memory without costing nodes or text. */
enum { BM_GAME_MAX_NOTES = 8 << 20, BM_GAME_MAX_TAGS = 1 << 20, BM_GAME_MAX_PLY = 1 << 28 };

/* Part of the game's text. */
struct bm_span {
    uint32_t at, len;
};

struct bm_game_node {
    uint32_t what; /* bits of the move, or the index of the end */
    bm_node parent, first, last, next;
    bm_note_id note, last_note;
    uint32_t ply     : 29;
    uint32_t kind    : 2; /* of enum bm_node_kind */
    uint32_t illegal : 1;
};

struct bm_game_end {
    uint8_t end, result;
    struct bm_span word;
};

struct bm_game_note {
    int64_t value;
    int32_t extra;
    struct bm_span text;
    bm_note_id next;
    uint8_t kind;
};

struct bm_game_tag {
    struct bm_span name, value;
};

struct bm_game {
    const struct bm_rules *rules;
    struct bm_limits limits; /* none is 0 */
    struct bm_setup start;
    bool usual;
    bool lost_start; /* a record had another start, which could not be read */
    struct bm_game_node *nodes;
    struct bm_game_end *ends;
    struct bm_game_note *notes; /* the first is not used: its number means none */
    struct bm_game_tag *tags;
    char *text;
    size_t node_count, end_count, note_count, tag_count, text_len;
    size_t node_cap, end_cap, note_cap, tag_cap, text_cap;
};

/* How much it may hold; readers refuse variations that lie deeper. */
const struct bm_limits *bm_game_limits(const struct bm_game *game);

/* Whether two boards are the same, counters and all. */
bool bm_game_same_setup(const struct bm_setup *a, const struct bm_setup *b);

/* The other side moves again: what a pass does to a position. BM_ERULE in check. */
bm_status bm_game_pass(struct bm_ctx *ctx, struct bm_error *err);

/* Change who won at an end. */
void bm_game_set_result(struct bm_game *game, bm_node n, enum bm_result result);

/* Keep a text, which may be one of the game's own. */
bm_status bm_game_keep(struct bm_game *game, struct bm_text text, struct bm_span *out);

static inline struct bm_text bm_game_span(const struct bm_game *game, struct bm_span s)
{
    return (struct bm_text){s.len ? game->text + s.at : "", s.len};
}

#endif

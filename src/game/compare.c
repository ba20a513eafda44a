/* SPDX-License-Identifier: MIT */
#include "game/game.h"

#include "rules/ruleset.h"

/* Whether two games are the same, however they came to be. */

static bool same_text(struct bm_text a, struct bm_text b)
{
    return a.len == b.len && memcmp(a.s, b.s, a.len) == 0;
}

static bool same_tags(const struct bm_game *a, const struct bm_game *b)
{
    if (a->tag_count != b->tag_count)
        return false;
    for (size_t i = 0; i < a->tag_count; i++) {
        const struct bm_tag s = bm_game_tag_at(a, i), t = bm_game_tag_at(b, i);
        if (!same_text(s.name, t.name) || !same_text(s.value, t.value))
            return false;
    }
    return true;
}

static bool same_notes(const struct bm_game *a, const struct bm_game *b, bm_node x, bm_node y)
{
    bm_note_id i = bm_game_notes(a, x), j = bm_game_notes(b, y);
    for (; i && j; i = bm_game_next_note(a, i), j = bm_game_next_note(b, j)) {
        const struct bm_note s = bm_game_note(a, i), t = bm_game_note(b, j);
        if (s.kind != t.kind || s.extra != t.extra || s.value != t.value ||
            !same_text(s.text, t.text))
            return false;
    }
    return i == j;
}

static bool same_node(const struct bm_game *a, const struct bm_game *b, bm_node x, bm_node y)
{
    const struct bm_ending s = bm_game_ending(a, x), t = bm_game_ending(b, y);
    return bm_game_kind(a, x) == bm_game_kind(b, y) &&
           bm_move_equal(bm_game_move(a, x), bm_game_move(b, y)) &&
           bm_game_illegal(a, x) == bm_game_illegal(b, y) && s.end == t.end &&
           s.result == t.result && same_text(s.word, t.word) && same_notes(a, b, x, y);
}

/* The same rules, or the same game loaded twice. */
static bool same_rules(const struct bm_rules *a, const struct bm_rules *b)
{
    return a == b || (a->game && b->game && a->game->digest == b->game->digest &&
                      strcmp(a->set->info.name, b->set->info.name) == 0);
}

bool bm_game_equal(const struct bm_game *a, const struct bm_game *b)
{
    bm_node x = BM_NODE_ROOT, y = BM_NODE_ROOT;
    if (!same_rules(a->rules, b->rules) || !bm_game_same_setup(&a->start, &b->start) ||
        !same_tags(a, b))
        return false;
    /* Both walks take the same turns, since each node has a child and a sibling in both trees
     * or in none. */
    while (x != BM_NODE_NONE) {
        if (!same_node(a, b, x, y) ||
            (bm_game_first(a, x) == BM_NODE_NONE) != (bm_game_first(b, y) == BM_NODE_NONE) ||
            (bm_game_next(a, x) == BM_NODE_NONE) != (bm_game_next(b, y) == BM_NODE_NONE))
            return false;
        x = bm_game_walk(a, BM_NODE_ROOT, x);
        y = bm_game_walk(b, BM_NODE_ROOT, y);
    }
    return true;
}

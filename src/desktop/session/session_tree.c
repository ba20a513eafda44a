/* SPDX-License-Identifier: MIT */
/* The game tree of a match. The match's own record has only the current line; this tree also
 * keeps moves that were taken back, which become variations when another move is played. The
 * current line is always the first child. */
#include "desktop/session/session.h"

/* A copy; NULL: no memory. Numbers of nodes are the same in it. */
static struct bm_game *copy_game(const struct bm_game *game)
{
    struct bm_game *copy;
    if (bm_game_create(&copy, bm_game_rules(game), NULL))
        return NULL;
    if (bm_game_copy(copy, game) == BM_OK)
        return copy;
    bm_game_destroy(copy);
    return NULL;
}

/* Replace the notes of a node by those of the match. */
static bool copy_notes(struct bm_game *to, bm_node at, const struct bm_game *from, bm_node n)
{
    bm_note_id id;
    while ((id = bm_game_notes(to, at)) != 0)
        bm_game_remove_note(to, at, id);
    for (id = bm_game_notes(from, n); id; id = bm_game_next_note(from, id)) {
        const struct bm_note note = bm_game_note(from, id);
        if (bm_game_annotate(to, at, &note, NULL))
            return false;
    }
    return true;
}

/* Remove the end nodes at a node. */
static bool remove_ends(struct bm_game *tree, bm_node n)
{
    bm_node next;
    for (bm_node k = bm_game_first(tree, n); k != BM_NODE_NONE; k = next) {
        next = bm_game_next(tree, k);
        if (bm_game_kind(tree, k) == BM_NODE_END && bm_game_detach(tree, k))
            return false;
    }
    return true;
}

/* Add the end of the match as the first child. */
static bool add_match_end(struct bm_game *tree, bm_node at, const struct bm_game *from,
                          bm_node n)
{
    const bm_node end = bm_game_first(from, n);
    bm_node mine;
    if (end == BM_NODE_NONE || bm_game_kind(from, end) != BM_NODE_END)
        return true;
    const struct bm_ending ending = bm_game_ending(from, end);
    if (bm_game_add_end(tree, at, &ending, &mine))
        return false;
    bm_game_promote(tree, mine);
    return copy_notes(tree, mine, from, end);
}

bool bm_desktop_session_update_tree(struct bm_desktop_session *d)
{
    const struct bm_game *const game = bm_match_game(d->match);
    const bm_node stop = bm_match_node(d->match);
    bm_node from = BM_NODE_ROOT, at = BM_NODE_ROOT;
    bool fine = remove_ends(d->tree, at);
    while (fine && from != stop) {
        from = bm_game_first(game, from);
        const bm_move m = bm_game_move(game, from);
        bm_node next = bm_game_find(d->tree, at, m);
        const bool fresh = next == BM_NODE_NONE;
        if (fresh && bm_game_add(d->tree, at, m, &next))
            return false;
        bm_game_promote(d->tree, next);
        if (fresh || from == stop)
            fine = copy_notes(d->tree, next, game, from);
        at = next;
        fine = fine && remove_ends(d->tree, at);
    }
    d->live = at;
    return fine && add_match_end(d->tree, at, game, stop);
}

bool bm_desktop_session_init_tree(struct bm_desktop_session *d, const struct bm_game *more)
{
    bm_game_destroy(d->tree);
    d->tree = copy_game(more ? more : bm_match_game(d->match));
    return d->tree && bm_desktop_session_update_tree(d);
}

/* Replace the tags by those of the match. */
static bool copy_tags(struct bm_game *to, const struct bm_game *from)
{
    while (bm_game_tags(to) != 0)
        (void)bm_game_remove_tag(to, 0);
    for (size_t i = 0; i < bm_game_tags(from); i++) {
        const struct bm_tag tag = bm_game_tag_at(from, i);
        if (bm_game_add_tag(to, tag.name, tag.value))
            return false;
    }
    return true;
}

/* Where a match stands in the middle: what it left behind goes, or comes behind a mark that
 * says how long the side to move has thought. */
static bool mark_interrupted(const struct bm_desktop_session *d, struct bm_game *copy, bool all)
{
    const struct bm_clock *const clock = bm_match_clock(d->match);
    const struct bm_ending ending = {.end = BM_END_INTERRUPTED, .result = BM_ONGOING};
    bm_node next, end;
    while (!all && (next = bm_game_first(copy, d->live)) != BM_NODE_NONE) {
        if (bm_game_detach(copy, next))
            return false;
    }
    if (!all)
        return true;
    if (bm_game_add_end(copy, d->live, &ending, &end))
        return false;
    bm_game_promote(copy, end);
    const struct bm_note note = {.kind = BM_NOTE_SPENT,
                                 .value = bm_clock_spent(clock, bm_loop_now(d->loop))};
    return !clock->started || bm_game_annotate(copy, end, &note, NULL) == BM_OK;
}

struct bm_game *bm_desktop_session_record(const struct bm_desktop_session *d, bool all)
{
    struct bm_game *const copy = copy_game(bm_desktop_session_game(d));
    struct bm_match_state state;
    bm_desktop_session_match_state(d, &state);
    if (!copy || !d->match)
        return copy;
    if (copy_tags(copy, bm_match_game(d->match)) &&
        (state.stage == BM_MATCH_OVER || mark_interrupted(d, copy, all)))
        return copy;
    bm_game_destroy(copy);
    return NULL;
}

/* The moves between a node and the one where the match stands; negative: they come after it.
 * 0: it lies on another line. */
static int plies_back(const struct bm_desktop_session *d, bm_node node)
{
    const int here = (int)bm_game_ply(d->tree, d->live),
              there = (int)bm_game_ply(d->tree, node);
    bm_node low = here > there ? d->live : node;
    const bm_node high = here > there ? node : d->live;
    while (low != BM_NODE_NONE && low != high)
        low = bm_game_parent(d->tree, low);
    return low == high ? here - there : 0;
}

/* Go on from a variation: back to where it branches off, and along it. Only people can: a
 * program would not play the moves that it played then. */
static enum bm_refusal switch_line(struct bm_desktop_session *d, bm_node node)
{
    enum bm_refusal r = BM_REFUSAL_NONE;
    bm_node fork = node;
    while (fork != d->live && plies_back(d, fork) <= 0)
        fork = bm_game_parent(d->tree, fork);
    const struct bm_action undo = {.act = BM_ACT_UNDO, .plies = (unsigned)plies_back(d, fork)};
    if (undo.plies)
        r = bm_table_act(d->table, &undo);
    while (r == BM_REFUSAL_NONE && d->live != node) {
        bm_node next = node;
        while (bm_game_parent(d->tree, next) != d->live)
            next = bm_game_parent(d->tree, next);
        struct bm_match_state state;
        bm_match_state(d->match, &state);
        const struct bm_action move = {
            .act = BM_ACT_MOVE, .side = state.turn, .move = bm_game_move(d->tree, next)};
        r = bm_table_act(d->table, &move);
    }
    return r;
}

bool bm_desktop_session_may_branch(const struct bm_desktop_session *d)
{
    return d->match && !bm_desktop_session_is_live(d) &&
           (plies_back(d, d->node) > 0 ||
            (bm_desktop_session_is_human(d, 0) && bm_desktop_session_is_human(d, 1)));
}

bool bm_desktop_session_branch(struct bm_desktop_session *d)
{
    if (!bm_desktop_session_may_branch(d))
        return false;
    const int back = plies_back(d, d->node);
    const struct bm_action undo = {
        .act = BM_ACT_UNDO, .side = bm_desktop_session_user_side(d), .plies = (unsigned)back};
    const enum bm_refusal r =
        back > 0 ? bm_table_act(d->table, &undo) : switch_line(d, d->node);
    if (r != BM_REFUSAL_NONE)
        bm_desktop_session_report(d, "%s", bm_refusal_text(r, d->lang));
    return r == BM_REFUSAL_NONE;
}

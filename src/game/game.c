/* SPDX-License-Identifier: MIT */
#include "game/game.h"

#include "banmen/variant.h"
#include "base/attr.h"

enum { DEFAULT_NODES = 4000000, DEFAULT_DEPTH = 10000, DEFAULT_TEXT = 256 << 20 };
#define MAX_PLY_BITS ((1u << 29) - 1)

/* What a number that is no node stands for. */
static const struct bm_game_node empty_node = {.what = BM_MOVE_NONE,
                                               .parent = BM_NODE_NONE,
                                               .first = BM_NODE_NONE,
                                               .last = BM_NODE_NONE,
                                               .next = BM_NODE_NONE,
                                               .kind = BM_NODE_START};

static inline const struct bm_game_node *node_of(const struct bm_game *game, bm_node n)
{
    return LIKELY(n < game->node_count) ? &game->nodes[n] : &empty_node;
}

bm_status bm_game_create(struct bm_game **out, const struct bm_rules *rules,
                         const struct bm_limits *limits)
{
    void *mem = NULL, *nodes = NULL, *notes = NULL;
    size_t cap = 0, node_cap = 0, note_cap = 0;
    if (!out || !rules)
        return BM_EINVAL;
    if (!bm_grow(&mem, &cap, sizeof(struct bm_game), 1) ||
        !bm_grow(&nodes, &node_cap, 1, sizeof(struct bm_game_node)) ||
        !bm_grow(&notes, &note_cap, 1, sizeof(struct bm_game_note))) {
        bm_release(nodes);
        bm_release(mem);
        return BM_ENOMEM;
    }
    struct bm_game *const game = mem;
    memset(game, 0, sizeof *game);
    if (limits)
        game->limits = *limits;
    if (!game->limits.nodes)
        game->limits.nodes = DEFAULT_NODES;
    if (!game->limits.depth)
        game->limits.depth = DEFAULT_DEPTH;
    if (!game->limits.text)
        game->limits.text = DEFAULT_TEXT;
    game->nodes = nodes;
    game->node_cap = node_cap;
    game->notes = notes;
    game->note_cap = note_cap;
    bm_game_clear(game, rules);
    *out = game;
    return BM_OK;
}

void bm_game_destroy(struct bm_game *game)
{
    if (!game)
        return;
    bm_rules_release(game->rules);
    bm_release(game->nodes);
    bm_release(game->ends);
    bm_release(game->notes);
    bm_release(game->tags);
    bm_release(game->text);
    bm_release(game);
}

/* A game holds the rules it is played by. */
static void change_rules(struct bm_game *game, const struct bm_rules *rules)
{
    const struct bm_rules *const old = game->rules;
    if (old == rules)
        return;
    game->rules = bm_rules_hold(rules);
    bm_rules_release(old);
}

void bm_game_clear(struct bm_game *game, const struct bm_rules *rules)
{
    change_rules(game, rules);
    bm_setup_start(&game->start, rules);
    game->usual = true;
    game->lost_start = false;
    game->nodes[0] = empty_node;
    game->notes[0] = (struct bm_game_note){0};
    game->node_count = game->note_count = 1;
    game->end_count = game->tag_count = game->text_len = 0;
}

/* Make *to hold the `count` items of another array. */
static bool copy_array(void **to, size_t *cap, const void *from, size_t count, size_t item)
{
    if (count == 0)
        return true;
    if (!bm_grow(to, cap, count, item))
        return false;
    memcpy(*to, from, count * item);
    return true;
}

static bool take_all(struct bm_game *to, const struct bm_game *from)
{
    void *nodes = to->nodes, *ends = to->ends, *notes = to->notes, *tags = to->tags;
    void *text = to->text;
    const bool done =
        copy_array(&nodes, &to->node_cap, from->nodes, from->node_count, sizeof *to->nodes) &&
        copy_array(&ends, &to->end_cap, from->ends, from->end_count, sizeof *to->ends) &&
        copy_array(&notes, &to->note_cap, from->notes, from->note_count, sizeof *to->notes) &&
        copy_array(&tags, &to->tag_cap, from->tags, from->tag_count, sizeof *to->tags) &&
        copy_array(&text, &to->text_cap, from->text, from->text_len, 1);
    to->nodes = nodes;
    to->ends = ends;
    to->notes = notes;
    to->tags = tags;
    to->text = text;
    return done;
}

bm_status bm_game_copy(struct bm_game *to, const struct bm_game *from)
{
    if (to == from)
        return BM_OK;
    bm_game_clear(to, from->rules);
    if (from->node_count > to->limits.nodes || from->text_len > to->limits.text)
        return BM_ENOSPC;
    if (!take_all(to, from)) {
        bm_game_clear(to, from->rules);
        return BM_ENOMEM;
    }
    to->start = from->start;
    to->usual = from->usual;
    to->lost_start = from->lost_start;
    to->node_count = from->node_count;
    to->end_count = from->end_count;
    to->note_count = from->note_count;
    to->tag_count = from->tag_count;
    to->text_len = from->text_len;
    return BM_OK;
}

const struct bm_rules *bm_game_rules(const struct bm_game *game) { return game->rules; }
const struct bm_limits *bm_game_limits(const struct bm_game *game) { return &game->limits; }
const struct bm_setup *bm_game_start(const struct bm_game *game) { return &game->start; }
bool bm_game_starts_usual(const struct bm_game *game) { return game->usual; }

static bool has_moves(const struct bm_game *game)
{
    return game->nodes[0].first != BM_NODE_NONE;
}

bm_status bm_game_set_rules(struct bm_game *game, const struct bm_rules *rules)
{
    if (!rules || has_moves(game))
        return BM_EINVAL;
    change_rules(game, rules);
    return bm_game_set_start(game, NULL);
}

bool bm_game_same_setup(const struct bm_setup *a, const struct bm_setup *b)
{
    return memcmp(a->board, b->board, sizeof a->board) == 0 &&
           memcmp(a->hand, b->hand, sizeof a->hand) == 0 && a->turn == b->turn &&
           !a->has_ep == !b->has_ep && (!a->has_ep || a->ep == b->ep) &&
           memcmp(a->castling, b->castling, sizeof a->castling) == 0 && a->quiet == b->quiet &&
           a->number == b->number && a->used == b->used && a->made == b->made &&
           a->phase == b->phase && a->phase_count == b->phase_count &&
           (a->made == 0 || a->moved == b->moved) &&
           memcmp(a->checks, b->checks, sizeof a->checks) == 0 && a->ep_count == b->ep_count &&
           memcmp(a->eps, b->eps, a->ep_count * sizeof *a->eps) == 0 &&
           memcmp(a->gates, b->gates, sizeof a->gates) == 0;
}

bm_status bm_game_set_start(struct bm_game *game, const struct bm_setup *setup)
{
    struct bm_setup usual;
    if (has_moves(game))
        return BM_EINVAL;
    bm_setup_start(&usual, game->rules);
    game->start = setup ? *setup : usual;
    game->lost_start &= setup == NULL;
    game->usual = bm_game_same_setup(&game->start, &usual);
    return BM_OK;
}

uint32_t bm_game_nodes(const struct bm_game *game) { return (uint32_t)game->node_count; }

enum bm_node_kind bm_game_kind(const struct bm_game *game, bm_node n)
{
    return (enum bm_node_kind)node_of(game, n)->kind;
}

bm_move bm_game_move(const struct bm_game *game, bm_node n)
{
    const struct bm_game_node *const p = node_of(game, n);
    return (bm_move){p->kind == BM_NODE_MOVE ? p->what : BM_MOVE_NONE};
}

unsigned bm_game_ply(const struct bm_game *game, bm_node n) { return node_of(game, n)->ply; }
bm_node bm_game_parent(const struct bm_game *game, bm_node n)
{
    return node_of(game, n)->parent;
}
bm_node bm_game_first(const struct bm_game *game, bm_node n) { return node_of(game, n)->first; }
bm_node bm_game_next(const struct bm_game *game, bm_node n) { return node_of(game, n)->next; }

bm_node bm_game_last(const struct bm_game *game, bm_node n)
{
    for (bm_node next; (next = node_of(game, n)->first) != BM_NODE_NONE;)
        n = next;
    return n;
}

/* The sibling before, or BM_NODE_NONE. */
static bm_node previous_sibling(const struct bm_game *game, bm_node n, uint32_t *index)
{
    bm_node prev = BM_NODE_NONE;
    bm_node at = node_of(game, node_of(game, n)->parent)->first;
    for (*index = 0; at != n && at != BM_NODE_NONE; ++*index) {
        prev = at;
        at = game->nodes[at].next;
    }
    if (at == BM_NODE_NONE) {
        *index = 0;
        return BM_NODE_NONE;
    }
    return prev;
}

uint32_t bm_game_index(const struct bm_game *game, bm_node n)
{
    uint32_t index;
    (void)previous_sibling(game, n, &index);
    return index;
}

bm_node bm_game_find(const struct bm_game *game, bm_node parent, bm_move m)
{
    bm_node n = node_of(game, parent)->first;
    while (n != BM_NODE_NONE &&
           (game->nodes[n].kind != BM_NODE_MOVE || game->nodes[n].what != m.bits))
        n = game->nodes[n].next;
    return n;
}

bm_node bm_game_walk(const struct bm_game *game, bm_node top, bm_node n)
{
    const struct bm_game_node *p = node_of(game, n);
    if (p->first != BM_NODE_NONE)
        return p->first;
    while (n != top && p->next == BM_NODE_NONE && p->parent != BM_NODE_NONE) {
        n = p->parent;
        p = node_of(game, n);
    }
    return n == top ? BM_NODE_NONE : p->next;
}

/* An end is no step of the game. */
static inline unsigned plies_of_kind(enum bm_node_kind kind) { return kind != BM_NODE_END; }

/* Memory for one more node. */
static NOINLINE bm_status more_nodes(struct bm_game *game)
{
    void *mem = game->nodes;
    if (!bm_grow(&mem, &game->node_cap, game->node_count + 1, sizeof *game->nodes))
        return BM_ENOMEM;
    game->nodes = mem;
    return BM_OK;
}

static inline bm_status append_node(struct bm_game *game, bm_node parent,
                                    enum bm_node_kind kind, uint32_t what, bm_node *out)
{
    const bm_node n = (bm_node)game->node_count;
    if (UNLIKELY(parent >= n) || UNLIKELY(game->nodes[parent].kind == BM_NODE_END))
        return BM_EINVAL;
    if (UNLIKELY(n >= game->limits.nodes))
        return BM_ENOSPC;
    if (UNLIKELY(n == game->node_cap)) {
        const bm_status status = more_nodes(game);
        if (status)
            return status;
    }
    struct bm_game_node *const p = &game->nodes[parent];
    if (UNLIKELY(p->ply >= BM_GAME_MAX_PLY))
        return BM_ENOSPC;
    game->nodes[n] = (struct bm_game_node){.what = what,
                                           .parent = parent,
                                           .first = BM_NODE_NONE,
                                           .last = BM_NODE_NONE,
                                           .next = BM_NODE_NONE,
                                           .ply = (p->ply + plies_of_kind(kind)) & MAX_PLY_BITS,
                                           .kind = kind};
    if (p->last == BM_NODE_NONE)
        p->first = n;
    else
        game->nodes[p->last].next = n;
    p->last = n;
    game->node_count = (size_t)n + 1;
    if (out)
        *out = n;
    return BM_OK;
}

bm_status bm_game_add(struct bm_game *game, bm_node parent, bm_move m, bm_node *out)
{
    return append_node(game, parent, BM_NODE_MOVE, m.bits, out);
}

bm_status bm_game_add_pass(struct bm_game *game, bm_node parent, bm_node *out)
{
    return append_node(game, parent, BM_NODE_PASS, BM_MOVE_NONE, out);
}

bm_status bm_game_add_end(struct bm_game *game, bm_node parent, const struct bm_ending *ending,
                          bm_node *out)
{
    struct bm_game_end e = {0};
    void *mem = game->ends;
    if (ending->end >= BM_END_COUNT || ending->result > BM_DRAW)
        return BM_EINVAL;
    if (!bm_grow(&mem, &game->end_cap, game->end_count + 1, sizeof *game->ends))
        return BM_ENOMEM;
    game->ends = mem;
    bm_status status = bm_game_keep(game, ending->word, &e.word);
    if (!status)
        status = append_node(game, parent, BM_NODE_END, (uint32_t)game->end_count, out);
    if (status)
        return status;
    e.end = (uint8_t)ending->end;
    e.result = (uint8_t)ending->result;
    game->ends[game->end_count++] = e;
    return BM_OK;
}

struct bm_ending bm_game_ending(const struct bm_game *game, bm_node n)
{
    const struct bm_game_node *const p = node_of(game, n);
    if (p->kind != BM_NODE_END)
        return (struct bm_ending){BM_END_COUNT, BM_ONGOING, {"", 0}};
    const struct bm_game_end *const e = &game->ends[p->what];
    return (struct bm_ending){(enum bm_end)e->end, (enum bm_result)e->result,
                              bm_game_span(game, e->word)};
}

void bm_game_set_result(struct bm_game *game, bm_node n, enum bm_result result)
{
    const struct bm_game_node *const p = node_of(game, n);
    if (p->kind == BM_NODE_END)
        game->ends[p->what].result = (uint8_t)result;
}

enum bm_result bm_game_result(const struct bm_game *game)
{
    return bm_game_ending(game, bm_game_last(game, BM_NODE_ROOT)).result;
}

/* Take a child out of the list of its parent. */
static void unlink_child(struct bm_game *game, bm_node n)
{
    uint32_t index;
    const bm_node prev = previous_sibling(game, n, &index);
    struct bm_game_node *const p = &game->nodes[game->nodes[n].parent];
    if (prev == BM_NODE_NONE)
        p->first = game->nodes[n].next;
    else
        game->nodes[prev].next = game->nodes[n].next;
    if (p->last == n)
        p->last = prev;
    game->nodes[n].next = BM_NODE_NONE;
}

/* Put a node before the index-th child of its parent. */
static void link_child(struct bm_game *game, bm_node n, uint32_t index)
{
    struct bm_game_node *const p = &game->nodes[game->nodes[n].parent];
    bm_node prev = BM_NODE_NONE, at = p->first;
    for (; index != 0 && at != BM_NODE_NONE; index--) {
        prev = at;
        at = game->nodes[at].next;
    }
    game->nodes[n].next = at;
    if (prev == BM_NODE_NONE)
        p->first = n;
    else
        game->nodes[prev].next = n;
    if (at == BM_NODE_NONE)
        p->last = n;
}

bm_status bm_game_detach(struct bm_game *game, bm_node n)
{
    if (n == BM_NODE_ROOT || node_of(game, n)->parent == BM_NODE_NONE)
        return BM_EINVAL;
    unlink_child(game, n);
    game->nodes[n].parent = BM_NODE_NONE;
    return BM_OK;
}

/* The plies of a part of the tree that went elsewhere; nothing to do when it came back. */
static bm_status count_plies(struct bm_game *game, bm_node top, unsigned ply)
{
    if (game->nodes[top].ply == ply)
        return BM_OK;
    const unsigned old = game->nodes[top].ply;
    for (bm_node n = top; n != BM_NODE_NONE; n = bm_game_walk(game, top, n))
        if (game->nodes[n].ply - old > BM_GAME_MAX_PLY - ply)
            return BM_ENOSPC;
    for (bm_node n = top; n != BM_NODE_NONE; n = bm_game_walk(game, top, n))
        game->nodes[n].ply = (game->nodes[n].ply - old + ply) & MAX_PLY_BITS;
    return BM_OK;
}

bm_status bm_game_attach(struct bm_game *game, bm_node n, bm_node parent, uint32_t index)
{
    if (n == BM_NODE_ROOT || n >= game->node_count || parent >= game->node_count ||
        game->nodes[n].parent != BM_NODE_NONE || game->nodes[parent].kind == BM_NODE_END)
        return BM_EINVAL;
    for (bm_node up = parent; up != BM_NODE_NONE; up = game->nodes[up].parent)
        if (up == n)
            return BM_EINVAL; /* it would hang below itself */
    const bm_status status = count_plies(
        game, n,
        game->nodes[parent].ply + plies_of_kind((enum bm_node_kind)game->nodes[n].kind));
    if (status)
        return status;
    game->nodes[n].parent = parent;
    link_child(game, n, index);
    return BM_OK;
}

uint32_t bm_game_reorder(struct bm_game *game, bm_node n, uint32_t index)
{
    const uint32_t old = bm_game_index(game, n);
    if (node_of(game, n)->parent == BM_NODE_NONE || old == index)
        return old;
    unlink_child(game, n);
    link_child(game, n, index);
    return old;
}

uint32_t bm_game_promote(struct bm_game *game, bm_node n)
{
    return bm_game_reorder(game, n, 0);
}

void bm_game_mark_illegal(struct bm_game *game, bm_node n, bool illegal)
{
    if (node_of(game, n)->kind == BM_NODE_MOVE)
        game->nodes[n].illegal = illegal;
}

bool bm_game_illegal(const struct bm_game *game, bm_node n)
{
    return node_of(game, n)->illegal;
}

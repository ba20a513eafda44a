/* SPDX-License-Identifier: MIT */
#include "variant/read/read.h"

/*
 * Some values have a short form that is one entry of the long one: laying a mapping over it, or
 * a piece's text over a mapping, must keep the rest.
 */
enum place_of { TOP, PIECES, ELSEWHERE };

static const char *short_form(enum place_of where, const char *key)
{
    static const char *const top[][2] = {
        {"board", "size"}, {"hands", "from"}, {"turn", "moves"}};
    if (where == PIECES)
        return "move";
    for (unsigned i = 0; where == TOP && i < sizeof top / sizeof *top; i++)
        if (!strcmp(key, top[i][0]))
            return top[i][1];
    return NULL;
}

/* {key: text} of the text, in place of it. */
static bool lengthen_text(struct bm_arena *arena, struct bm_yaml *node, const char *key)
{
    struct bm_yaml *const inner = bm_arena_take(arena, sizeof *inner);
    if (!inner)
        return false;
    *inner = *node;
    inner->key = key;
    inner->key_len = strlen(key);
    inner->key_place = node->place;
    inner->next = NULL;
    node->kind = BM_YAML_MAP;
    node->child = inner;
    node->text = "";
    node->len = 0;
    node->exact = false;
    return true;
}

static void replace_node(struct bm_yaml *old, const struct bm_yaml *by)
{
    struct bm_yaml *const next = old->next;
    *old = *by;
    old->next = next;
}

static void merge_map(struct bm_arena *arena, struct bm_yaml *parent, struct bm_yaml *child,
                      enum place_of where);

static void lay_over(struct bm_arena *arena, struct bm_yaml *old, struct bm_yaml *by,
                     enum place_of where)
{
    const char *const inner = short_form(where, by->key);
    const enum place_of below = where == TOP && !strcmp(by->key, "pieces") ? PIECES : ELSEWHERE;
    if (where == PIECES && by->kind == BM_YAML_TEXT && old->kind == BM_YAML_MAP) {
        if (!lengthen_text(arena, by, inner))
            return;
    } else if (inner && by->kind == BM_YAML_MAP && old->kind != BM_YAML_MAP &&
               !bm_read_is(old, "none")) {
        if (!lengthen_text(arena, old, inner))
            return;
    }
    if (old->kind != BM_YAML_MAP || by->kind != BM_YAML_MAP) {
        replace_node(old, by);
        return;
    }
    old->place = by->place;
    old->key_place = by->key_place;
    merge_map(arena, old, by, below);
}

static void merge_map(struct bm_arena *arena, struct bm_yaml *parent, struct bm_yaml *child,
                      enum place_of where)
{
    struct bm_yaml **end = &parent->child;
    while (*end)
        end = &(*end)->next;
    for (struct bm_yaml *v = child->child, *next; v; v = next) {
        struct bm_yaml **old = &parent->child;
        next = v->next;
        while (*old && ((*old)->key_len != v->key_len || strcmp((*old)->key, v->key) != 0))
            old = &(*old)->next;
        if (!*old) {
            v->next = NULL;
            *end = v;
            end = &v->next;
        } else if (where == PIECES && bm_read_is(v, "none")) {
            if (end == &(*old)->next)
                end = old;
            *old = (*old)->next;
        } else {
            lay_over(arena, *old, v, where);
        }
    }
}

struct bm_yaml *bm_yaml_merge(struct bm_arena *arena, struct bm_yaml *parent,
                              struct bm_yaml *child)
{
    /* What a game is called, and what is said of it, is its own. */
    static const char *const own[] = {"variant", "title", "about", "extends"};
    for (struct bm_yaml **v = &parent->child; *v;) {
        bool drop = false;
        for (unsigned i = 0; i < sizeof own / sizeof *own; i++)
            drop = drop || !strcmp((*v)->key, own[i]);
        if (drop)
            *v = (*v)->next;
        else
            v = &(*v)->next;
    }
    merge_map(arena, parent, child, TOP);
    parent->place = child->place;
    return parent;
}

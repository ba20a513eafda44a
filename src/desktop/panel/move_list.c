/* SPDX-License-Identifier: MIT */
#include "desktop/panel/move_list.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/node_context.h"

enum { MOST = 20000, IN_LINE = 4 };

static struct bm_move_list_item *add_item(struct bm_move_list *m)
{
    void *mem = m->item;
    if (!bm_grow(&mem, &m->cap, m->count + 1, sizeof *m->item))
        return NULL;
    m->item = mem;
    return &m->item[m->count++];
}

/* The text of a move, with its number where one is wanted, and the glyphs of its notes. */
static void write_item(const struct bm_desktop_session *d, const struct bm_ctx *ctx,
                       struct bm_move_list_item *i, bool number)
{
    const struct bm_game *const game = bm_desktop_session_game(d);
    char text[BM_MOVE_TEXT];
    const char *glyph = "";
    const bm_note_id nag = bm_game_find_note(game, i->node, BM_NOTE_NAG);
    if (nag)
        glyph = bm_nag_glyph((unsigned)bm_game_note(game, nag).value);
    const char *const said = bm_game_find_note(game, i->node, BM_NOTE_COMMENT) ? " *" : "";
    bm_desktop_session_move_text(d, ctx, bm_game_move(game, i->node), text, sizeof text);
    const bool pairs = d->info->dialect == BM_DIALECT_UCI && !d->info->multi;
    if (pairs && number)
        snprintf(i->text, sizeof i->text, "%u%s %s%s%s", (i->ply + 1) / 2,
                 i->ply % 2 ? "." : "…", text, glyph, said);
    else if (!pairs)
        snprintf(i->text, sizeof i->text, "%u %s%s%s", i->ply, text, glyph, said);
    else
        snprintf(i->text, sizeof i->text, "%s%s%s", text, glyph, said);
}

/* The first move at a node: an end may stand before those that were taken back. */
static bm_node first_move(const struct bm_game *game, bm_node n)
{
    n = bm_game_first(game, n);
    while (n != BM_NODE_NONE && bm_game_kind(game, n) != BM_NODE_MOVE)
        n = bm_game_next(game, n);
    return n;
}

/* One line from a node on by first children; variations of each move come right behind it. */
static void add_item_line(struct bm_move_list *m, const struct bm_desktop_session *d,
                          struct bm_ctx *ctx, bm_node node, int depth)
{
    const struct bm_game *const game = bm_desktop_session_game(d);
    const unsigned room = bm_ctx_plies(ctx);
    int place = 0, columns = depth ? IN_LINE : 2;
    /* Behind the end of a match there is only what was taken back. */
    bool fresh = true, aside = d->match && !depth && d->live == BM_NODE_ROOT;
    while (node != BM_NODE_NONE && m->count < MOST) {
        struct bm_move_list_item *const i = add_item(m);
        if (!i)
            break;
        const unsigned ply = bm_game_ply(game, node);
        if (!depth && fresh)
            place = d->info->dialect == BM_DIALECT_UCI ? (ply + 1) % 2 : 0;
        *i = (struct bm_move_list_item){.node = node,
                                        .line = m->lines,
                                        .depth = depth,
                                        .place = place,
                                        .ply = ply,
                                        .aside = aside};
        aside = aside || (d->match && !depth && node == d->live);
        write_item(d, ctx, i, fresh || ply % 2);
        fresh = false;
        const bool first = first_move(game, bm_game_parent(game, node)) == node;
        if (++place == columns) {
            place = 0;
            m->lines++;
        }
        /* The other moves that could have been made here. */
        bm_node other = first ? bm_game_next(game, node) : BM_NODE_NONE;
        while (other != BM_NODE_NONE && bm_game_kind(game, other) != BM_NODE_MOVE)
            other = bm_game_next(game, other);
        if (other != BM_NODE_NONE && depth < 8) {
            m->lines += place != 0;
            for (; other != BM_NODE_NONE; other = bm_game_next(game, other)) {
                if (bm_game_kind(game, other) == BM_NODE_MOVE)
                    add_item_line(m, d, ctx, other, depth + 1);
            }
            place = 0;
            fresh = true;
        }
        if (bm_ctx_room(ctx) == 0 || bm_ctx_play(ctx, bm_game_move(game, node)))
            break;
        node = first_move(game, node);
    }
    m->lines += place != 0;
    while (bm_ctx_plies(ctx) > room && bm_ctx_undo(ctx))
        ;
}

static unsigned deepest_ply(const struct bm_game *game)
{
    unsigned most = 0;
    for (bm_node n = BM_NODE_ROOT; n != BM_NODE_NONE; n = bm_game_walk(game, BM_NODE_ROOT, n)) {
        const unsigned ply = bm_game_ply(game, n);
        most = ply > most ? ply : most;
    }
    return most;
}

void bm_move_list_update(struct bm_move_list *m, const struct bm_desktop_session *d)
{
    const struct bm_game *const game = bm_desktop_session_game(d);
    struct bm_ctx *ctx = NULL;
    struct bm_options options;
    if (m->game == game && m->version == d->version && m->lang == d->lang)
        return;
    m->count = 0;
    m->lines = 0;
    m->game = game;
    m->version = d->version;
    m->lang = d->lang;
    if (bm_node_context(&ctx, game, BM_NODE_ROOT, deepest_ply(game) + 1))
        return;
    bm_options_default(&options);
    options.play_on = true;
    bm_ctx_configure(ctx, &options);
    add_item_line(m, d, ctx, first_move(game, BM_NODE_ROOT), 0);
    bm_ctx_destroy(ctx);
}

void bm_move_list_fini(struct bm_move_list *m)
{
    bm_release(m->item);
    *m = (struct bm_move_list){0};
}

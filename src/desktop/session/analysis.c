/* SPDX-License-Identifier: MIT */
#include "desktop/session/analysis.h"

#include <stdio.h>
#include <string.h>

enum { MATE = 10000 };

void bm_brain_init(struct bm_brain *b, struct bm_desk *desk, void (*told)(void *user),
                   void *user)
{
    *b = (struct bm_brain){.desk = desk, .want = 3, .told = told, .user = user};
    bm_spec_init(&b->spec);
}

bm_node bm_brain_node(const struct bm_brain *b)
{
    const struct bm_game *const game = bm_desk_game(b->desk);
    bm_node node = b->desk->node;
    while (bm_game_kind(game, node) == BM_NODE_END)
        node = bm_game_parent(game, node);
    return node;
}

void bm_brain_take(struct bm_brain *b, unsigned i, const struct bm_thought *t)
{
    if (i >= b->want)
        return;
    b->line[i] = *t;
    if (b->lines <= i)
        b->lines = i + 1;
    if (i == 0)
        bm_brain_note(b, t);
    if (b->told)
        b->told(b->user);
}

/* Nobody thinks any more. */
static void leave(struct bm_brain *b)
{
    bm_brain_search_leave(b);
    bm_brain_engine_leave(b);
}

void bm_brain_follow(struct bm_brain *b)
{
    memset(b->line, 0, sizeof b->line);
    b->lines = 0;
    b->rests = false;
    if (!b->on || !b->desk->ctx)
        leave(b);
    else if (b->word[0])
        bm_brain_engine_go(b);
    else
        bm_brain_search_go(b);
    if (b->told)
        b->told(b->user);
}

void bm_brain_switch(struct bm_brain *b, bool on)
{
    b->on = on;
    bm_brain_follow(b);
}

void bm_brain_choose(struct bm_brain *b, const char *word, unsigned lines)
{
    if (strcmp(b->word, word) != 0)
        leave(b);
    snprintf(b->word, sizeof b->word, "%s", word);
    b->want = lines < 1 ? 1 : lines > BM_BRAIN_LINES ? BM_BRAIN_LINES : lines;
    bm_brain_follow(b);
}

void bm_brain_restart(struct bm_brain *b)
{
    b->dead = false;
    b->trouble[0] = '\0';
    bm_brain_follow(b);
}

void bm_brain_forget(struct bm_brain *b)
{
    memset(b->eval, 0, sizeof b->eval);
    if (b->engine)
        bm_engine_new_game(b->engine);
}

void bm_brain_fini(struct bm_brain *b)
{
    b->on = false;
    b->told = NULL;
    leave(b);
}

void bm_brain_note(struct bm_brain *b, const struct bm_thought *t)
{
    if (!t->has)
        return;
    const unsigned ply = bm_game_ply(bm_desk_game(b->desk), t->node);
    if (ply >= BM_BRAIN_EVALS)
        return;
    b->eval[ply].node = t->node;
    b->eval[ply].has = true;
    b->eval[ply].value = !t->mate ? t->score : t->score >= 0 ? MATE : -MATE;
}

bool bm_brain_worth(const struct bm_brain *b, bm_node node, int *out)
{
    const struct bm_game *const game = bm_desk_game(b->desk);
    const unsigned ply = bm_game_ply(game, node);
    if (ply < BM_BRAIN_EVALS && b->eval[ply].has && b->eval[ply].node == node) {
        *out = b->eval[ply].value;
        return true;
    }
    bm_note_id id = bm_game_find_note(game, node, BM_NOTE_EVAL);
    if (id) {
        *out = (int)bm_game_note(game, id).value;
        return true;
    }
    id = bm_game_find_note(game, node, BM_NOTE_MATE);
    if (id)
        *out = bm_game_note(game, id).value >= 0 ? MATE : -MATE;
    return id != 0;
}

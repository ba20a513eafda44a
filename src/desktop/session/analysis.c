/* SPDX-License-Identifier: MIT */
#include "desktop/session/analysis.h"

#include <stdio.h>
#include <string.h>

enum { MATE = 10000 };

void bm_desktop_analysis_init(struct bm_desktop_analysis *b, struct bm_desktop_session *session,
                              void (*on_change)(void *user), void *user)
{
    *b = (struct bm_desktop_analysis){
        .session = session, .multipv = 3, .on_change = on_change, .user = user};
    bm_spec_init(&b->spec);
}

bm_node bm_desktop_analysis_node(const struct bm_desktop_analysis *b)
{
    const struct bm_game *const game = bm_desktop_session_game(b->session);
    bm_node node = b->session->node;
    while (bm_game_kind(game, node) == BM_NODE_END)
        node = bm_game_parent(game, node);
    return node;
}

void bm_desktop_analysis_set_line(struct bm_desktop_analysis *b, unsigned i,
                                  const struct bm_desktop_pv *t)
{
    if (i >= b->multipv)
        return;
    b->line[i] = *t;
    if (b->line_count <= i)
        b->line_count = i + 1;
    if (i == 0)
        bm_desktop_analysis_store_eval(b, t);
    if (b->on_change)
        b->on_change(b->user);
}

static void stop_analysis(struct bm_desktop_analysis *b)
{
    bm_desktop_analysis_stop_search(b);
    bm_desktop_analysis_stop_engine(b);
}

void bm_desktop_analysis_update(struct bm_desktop_analysis *b)
{
    memset(b->line, 0, sizeof b->line);
    b->line_count = 0;
    b->finished = false;
    if (!b->on || !b->session->ctx)
        stop_analysis(b);
    else if (b->engine_name[0])
        bm_desktop_analysis_start_engine(b);
    else
        bm_desktop_analysis_start_search(b);
    if (b->on_change)
        b->on_change(b->user);
}

void bm_desktop_analysis_set_on(struct bm_desktop_analysis *b, bool on)
{
    b->on = on;
    bm_desktop_analysis_update(b);
}

void bm_desktop_analysis_set_engine(struct bm_desktop_analysis *b, const char *word,
                                    unsigned lines)
{
    if (strcmp(b->engine_name, word) != 0)
        stop_analysis(b);
    snprintf(b->engine_name, sizeof b->engine_name, "%s", word);
    b->multipv = lines < 1                           ? 1
                 : lines > BM_DESKTOP_ANALYSIS_LINES ? BM_DESKTOP_ANALYSIS_LINES
                                                     : lines;
    bm_desktop_analysis_update(b);
}

void bm_desktop_analysis_restart_engine(struct bm_desktop_analysis *b)
{
    b->needs_restart = false;
    b->failure[0] = '\0';
    bm_desktop_analysis_update(b);
}

void bm_desktop_analysis_clear(struct bm_desktop_analysis *b)
{
    memset(b->eval, 0, sizeof b->eval);
    if (b->engine)
        bm_engine_new_game(b->engine);
}

void bm_desktop_analysis_fini(struct bm_desktop_analysis *b)
{
    b->on = false;
    b->on_change = NULL;
    stop_analysis(b);
}

void bm_desktop_analysis_store_eval(struct bm_desktop_analysis *b,
                                    const struct bm_desktop_pv *t)
{
    if (!t->has)
        return;
    const unsigned ply = bm_game_ply(bm_desktop_session_game(b->session), t->node);
    if (ply >= BM_DESKTOP_ANALYSIS_EVALS)
        return;
    b->eval[ply].node = t->node;
    b->eval[ply].has = true;
    b->eval[ply].value = !t->mate ? t->score : t->score >= 0 ? MATE : -MATE;
}

bool bm_desktop_analysis_eval(const struct bm_desktop_analysis *b, bm_node node, int *out)
{
    const struct bm_game *const game = bm_desktop_session_game(b->session);
    const unsigned ply = bm_game_ply(game, node);
    if (ply < BM_DESKTOP_ANALYSIS_EVALS && b->eval[ply].has && b->eval[ply].node == node) {
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

/* SPDX-License-Identifier: MIT */
/* Edits of a study. Each has its opposite here, with which the page undoes it. */
#include "wasm/study.h"

int BM_WEB(bm_web_study_play)(struct bm_web *w, struct bm_web_study *s, bm_node n,
                              uint32_t move);
int BM_WEB(bm_web_study_pass)(struct bm_web *w, struct bm_web_study *s, bm_node n);
int BM_WEB(bm_web_study_detach)(struct bm_web_study *s, bm_node n);
int BM_WEB(bm_web_study_attach)(struct bm_web_study *s, bm_node n, bm_node parent,
                                unsigned index);
int BM_WEB(bm_web_study_index)(const struct bm_web_study *s, bm_node n);
int BM_WEB(bm_web_study_reorder)(struct bm_web_study *s, bm_node n, unsigned index);
unsigned BM_WEB(bm_web_study_note)(struct bm_web *w, struct bm_web_study *s, bm_node n,
                                   unsigned kind, double value, int extra);
int BM_WEB(bm_web_study_note_remove)(struct bm_web_study *s, bm_node n, unsigned id);
int BM_WEB(bm_web_study_note_insert)(struct bm_web_study *s, bm_node n, unsigned id,
                                     unsigned after);
int BM_WEB(bm_web_study_tag)(struct bm_web *w, struct bm_web_study *s);

/* ---- Moves ---- */

static int refuse_edit(struct bm_web *w, const char *what)
{
    bm_web_message_pair(bm_web_answer(w), what, NULL);
    return -1;
}

static void put_faults(struct bm_buf *out, const struct bm_ctx *ctx, bm_move m)
{
    if (ctx)
        bm_web_put_fault_texts(out, ctx, m);
    else
        bm_web_message_pair(out, "out of memory", NULL);
}

/* The child of `n` that is this move, made if it is not there; -1: it may not be played, and
 * the answer is [en,ja]. */
int bm_web_study_play(struct bm_web *w, struct bm_web_study *s, bm_node n, uint32_t move)
{
    const bm_move m = {move};
    struct bm_ctx *const ctx = bm_web_study_ctx(s, n);
    if (!ctx || bm_ctx_judge(ctx, m) != 0) {
        put_faults(bm_web_answer(w), ctx, m);
        return -1;
    }
    bm_node child = bm_game_find(s->game, n, m);
    if (child == BM_NODE_NONE && bm_game_add(s->game, n, m, &child) != BM_OK)
        return refuse_edit(w, "out of memory");
    return (int)child;
}

/* A child of `n` after which the other side moves; -1 as bm_web_study_play(). */
int bm_web_study_pass(struct bm_web *w, struct bm_web_study *s, bm_node n)
{
    const struct bm_ctx *const ctx = bm_web_study_ctx(s, n);
    bm_node child;
    if (ctx && bm_ctx_checks(ctx, NULL) != 0)
        return refuse_edit(w, "a side in check cannot pass");
    if (!ctx || bm_game_add_pass(s->game, n, &child) != BM_OK)
        return refuse_edit(w, "out of memory");
    return (int)child;
}

/* ---- The shape of the tree ---- */

/* Take a node and all below it out of the tree. False: it is not there, or the root. */
int bm_web_study_detach(struct bm_web_study *s, bm_node n)
{
    if (n == BM_NODE_ROOT || !bm_web_study_has(s, n))
        return 0;
    /* The line must not stand on what goes away. */
    (void)!bm_line_goto(&s->line, BM_NODE_ROOT, NULL);
    return bm_game_detach(s->game, n) == BM_OK;
}

/* Put it back before the index-th child of a node. */
int bm_web_study_attach(struct bm_web_study *s, bm_node n, bm_node parent, unsigned index)
{
    return n < bm_game_nodes(s->game) && bm_web_study_has(s, parent) &&
           bm_game_attach(s->game, n, parent, index) == BM_OK;
}

/* How many siblings stand before it; -1: it is not in the tree. */
int bm_web_study_index(const struct bm_web_study *s, bm_node n)
{
    return bm_web_study_has(s, n) ? (int)bm_game_index(s->game, n) : -1;
}

/* Move it among its siblings: the index that it had, or -1. */
int bm_web_study_reorder(struct bm_web_study *s, bm_node n, unsigned index)
{
    if (n == BM_NODE_ROOT || !bm_web_study_has(s, n))
        return -1;
    return (int)bm_game_reorder(s->game, n, index);
}

/* ---- Notes ---- */

/* Append a note, whose text is slot 0, to a node: its number, or 0. */
unsigned bm_web_study_note(struct bm_web *w, struct bm_web_study *s, bm_node n, unsigned kind,
                           double value, int extra)
{
    const struct bm_note note = {.kind = (enum bm_note_kind)kind,
                                 .value = (int64_t)value,
                                 .extra = extra,
                                 .text = bm_web_slot(w, 0)};
    bm_note_id id = 0;
    if (kind >= BM_NOTE_KINDS || !bm_web_study_has(s, n) ||
        bm_game_annotate(s->game, n, &note, &id) != BM_OK)
        return 0;
    return id;
}

static bool has_note(const struct bm_web_study *s, bm_node n, bm_note_id wanted)
{
    bm_note_id id = bm_web_study_has(s, n) ? bm_game_notes(s->game, n) : 0;
    while (id != 0 && id != wanted)
        id = bm_game_next_note(s->game, id);
    return id != 0;
}

/* Take a note out: the one before it, 0 if it was the first, -1 if it is not there. */
int bm_web_study_note_remove(struct bm_web_study *s, bm_node n, unsigned id)
{
    return has_note(s, n, id) ? (int)bm_game_remove_note(s->game, n, id) : -1;
}

/* Put a note that was taken out back behind `after`. */
int bm_web_study_note_insert(struct bm_web_study *s, bm_node n, unsigned id, unsigned after)
{
    if (!bm_web_study_has(s, n) || (after != 0 && !has_note(s, n, after)) || has_note(s, n, id))
        return 0;
    bm_game_insert_note(s->game, n, id, after);
    return 1;
}

/* ---- Tags ---- */

static void remove_tag(struct bm_game *game, const char *name)
{
    const size_t len = strlen(name);
    for (size_t i = bm_game_tags(game); i-- != 0;) {
        const struct bm_text has = bm_game_tag_at(game, i).name;
        if (has.len == len && memcmp(has.s, name, len) == 0)
            (void)bm_game_remove_tag(game, i);
    }
}

/* Set the tag of slot 0 to the value of slot 1; "" removes it. False: no memory. */
int bm_web_study_tag(struct bm_web *w, struct bm_web_study *s)
{
    enum { NAME = 64 };
    const struct bm_text wanted = bm_web_slot(w, 0), value = bm_web_slot(w, 1);
    char name[NAME];
    if (wanted.len == 0 || wanted.len >= sizeof name)
        return 0;
    memcpy(name, wanted.s, wanted.len);
    name[wanted.len] = '\0';
    if (value.len != 0)
        return bm_game_set_tag(s->game, name, value) == BM_OK;
    remove_tag(s->game, name);
    return 1;
}

/* SPDX-License-Identifier: MIT */
#include "desktop/brain.h"

#include <stdlib.h>
#include <string.h>

#include "client/stand.h"

enum { HASH = 8, MATE = 10000 };

struct bm_brain_job {
    uv_work_t work;
    uv_async_t wake;
    uv_mutex_t lock;
    struct bm_brain *brain; /* NULL: nobody waits for it any more */
    struct bm_search *search;
    struct bm_ctx *ctx;
    bm_node node;
    unsigned turn;
    bool done;
    struct bm_thought line[BM_BRAIN_LINES]; /* under the lock */
    unsigned lines;
};

void bm_brain_init(struct bm_brain *b, struct bm_desk *desk, void (*told)(void *user),
                   void *user)
{
    *b = (struct bm_brain){.desk = desk, .told = told, .user = user};
}

static int64_t now(void *user)
{
    (void)user;
    return (int64_t)(uv_hrtime() / 1000000);
}

static void on_info(void *user, const struct bm_search_info *info)
{
    struct bm_brain_job *const j = user;
    const unsigned i = info->multipv ? info->multipv - 1 : 0;
    if (i >= BM_BRAIN_LINES || info->bound)
        return;
    uv_mutex_lock(&j->lock);
    struct bm_thought *const t = &j->line[i];
    *t = (struct bm_thought){.has = true,
                             .mate = info->mate,
                             .depth = info->depth,
                             .nodes = info->nodes,
                             .node = j->node};
    t->score = j->turn == BM_FIRST ? info->score : -info->score;
    t->count = info->pv_count < BM_DESK_PV ? info->pv_count : BM_DESK_PV;
    memcpy(t->pv, info->pv, t->count * sizeof *t->pv);
    if (j->lines <= i)
        j->lines = i + 1;
    uv_mutex_unlock(&j->lock);
    uv_async_send(&j->wake);
}

static void work(uv_work_t *w)
{
    struct bm_brain_job *const j = w->data;
    const struct bm_think limits = {.infinite = true, .multipv = BM_BRAIN_LINES};
    const struct bm_search_hooks hooks = {.now = now, .info = on_info, .user = j};
    struct bm_search_result result;
    (void)!bm_search_go(j->search, j->ctx, &limits, &hooks, &result);
}

static void take(struct bm_brain_job *j)
{
    struct bm_brain *const b = j->brain;
    if (!b)
        return;
    uv_mutex_lock(&j->lock);
    b->lines = j->lines;
    memcpy(b->line, j->line, sizeof b->line);
    uv_mutex_unlock(&j->lock);
    bm_brain_note(b, &b->line[0]);
    if (b->told)
        b->told(b->user);
}

static void on_wake(uv_async_t *a) { take(a->data); }

static void free_job(uv_handle_t *h)
{
    struct bm_brain_job *const j = h->data;
    bm_search_destroy(j->search);
    bm_ctx_destroy(j->ctx);
    uv_mutex_destroy(&j->lock);
    free(j);
}

static void worked(uv_work_t *w, int status)
{
    struct bm_brain_job *const j = w->data;
    (void)status;
    take(j);
    j->done = true;
    if (!j->brain) /* dropped: nobody else lets go of it */
        uv_close((uv_handle_t *)&j->wake, free_job);
}

static void drop(struct bm_brain *b)
{
    struct bm_brain_job *const j = b->job;
    if (!j)
        return;
    b->job = NULL;
    j->brain = NULL;
    bm_search_stop(j->search);
    if (j->done)
        uv_close((uv_handle_t *)&j->wake, free_job);
}

static void begin(struct bm_brain *b)
{
    struct bm_desk *const d = b->desk;
    const struct bm_search_options options = {.level = BM_LEVELS, .hash = HASH};
    struct bm_brain_job *const j = calloc(1, sizeof *j);
    if (!j || uv_mutex_init(&j->lock)) {
        free(j);
        return;
    }
    j->work.data = j->wake.data = j;
    j->brain = b;
    j->node = d->node;
    j->turn = bm_ctx_turn(d->ctx);
    uv_async_init(&d->loop->uv, &j->wake, on_wake);
    bm_node node = d->node;
    while (bm_game_kind(bm_desk_game(d), node) == BM_NODE_END)
        node = bm_game_parent(bm_desk_game(d), node);
    if (bm_search_create(&j->search, d->rules, &options) ||
        bm_stand_at(&j->ctx, bm_desk_game(d), node, 1)) {
        uv_close((uv_handle_t *)&j->wake, free_job);
        return;
    }
    bm_ctx_configure(j->ctx, bm_ctx_options(d->ctx));
    bm_search_arm(j->search);
    if (uv_queue_work(&d->loop->uv, &j->work, work, worked))
        uv_close((uv_handle_t *)&j->wake, free_job);
    else
        b->job = j;
}

void bm_brain_follow(struct bm_brain *b)
{
    drop(b);
    b->lines = 0;
    if (b->on && b->desk->ctx)
        begin(b);
}

void bm_brain_switch(struct bm_brain *b, bool on)
{
    b->on = on;
    bm_brain_follow(b);
}

void bm_brain_forget(struct bm_brain *b) { memset(b->eval, 0, sizeof b->eval); }

void bm_brain_fini(struct bm_brain *b)
{
    b->on = false;
    drop(b);
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

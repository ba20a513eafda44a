/* SPDX-License-Identifier: MIT */
/* Analysis by the built-in search. Its transposition table is kept from one position to the
 * next. */
#include <stdlib.h>
#include <string.h>

#include "desktop/session/analysis.h"
#include "engine/node_context.h"

enum { HASH = 4 }; /* MiB; the window with an analysis stays within 40 MB */

struct bm_desktop_analysis_search {
    uv_work_t work;
    uv_async_t wake;
    uv_mutex_t lock;
    struct bm_desktop_analysis *analysis; /* NULL: cancelled */
    const struct bm_rules *rules;         /* held */
    struct bm_search *search;
    struct bm_ctx *ctx;
    bm_node node;
    unsigned turn, multipv;
    bool running;
    bool again; /* it was stopped for another position */
    /* Under the lock: */
    struct bm_desktop_pv line[BM_DESKTOP_ANALYSIS_LINES];
    bool fresh[BM_DESKTOP_ANALYSIS_LINES];
};

static int64_t search_clock(void *user)
{
    (void)user;
    return (int64_t)(uv_hrtime() / 1000000);
}

/* In the thread. */
static void on_search_info(void *user, const struct bm_search_info *info)
{
    struct bm_desktop_analysis_search *const s = user;
    const unsigned i = info->multipv ? info->multipv - 1 : 0;
    if (i >= BM_DESKTOP_ANALYSIS_LINES || info->bound)
        return;
    struct bm_desktop_pv t = {.has = true,
                              .mate = info->mate,
                              .score = s->turn == BM_FIRST ? info->score : -info->score,
                              .depth = info->depth,
                              .nodes = info->nodes,
                              .node = s->node};
    t.count = info->pv_count < BM_DESKTOP_PV_MOVES ? info->pv_count : BM_DESKTOP_PV_MOVES;
    memcpy(t.pv, info->pv, t.count * sizeof *t.pv);
    uv_mutex_lock(&s->lock);
    s->line[i] = t;
    s->fresh[i] = true;
    uv_mutex_unlock(&s->lock);
    uv_async_send(&s->wake);
}

static void search_work(uv_work_t *w)
{
    struct bm_desktop_analysis_search *const s = w->data;
    const struct bm_think limits = {.infinite = true, .multipv = s->multipv};
    const struct bm_search_hooks hooks = {
        .now = search_clock, .info = on_search_info, .user = s};
    struct bm_search_result result;
    (void)!bm_search_go(s->search, s->ctx, &limits, &hooks, &result);
}

/* Hand over what is new. */
static void take_lines(struct bm_desktop_analysis_search *s)
{
    for (unsigned i = 0; i < BM_DESKTOP_ANALYSIS_LINES; i++) {
        uv_mutex_lock(&s->lock);
        const struct bm_desktop_pv t = s->line[i];
        const bool fresh = s->fresh[i];
        s->fresh[i] = false;
        uv_mutex_unlock(&s->lock);
        if (fresh && s->analysis && !s->again)
            bm_desktop_analysis_set_line(s->analysis, i, &t);
    }
}

static void on_search_wake(uv_async_t *a) { take_lines(a->data); }

static void free_search(uv_handle_t *h)
{
    struct bm_desktop_analysis_search *const s = h->data;
    bm_search_destroy(s->search);
    bm_ctx_destroy(s->ctx);
    bm_rules_release(s->rules);
    uv_mutex_destroy(&s->lock);
    free(s);
}

static void run_search(struct bm_desktop_analysis_search *s);

static void on_search_done(uv_work_t *w, int status)
{
    struct bm_desktop_analysis_search *const s = w->data;
    (void)status;
    s->running = false;
    take_lines(s);
    if (!s->analysis) {
        uv_close((uv_handle_t *)&s->wake, free_search);
    } else if (s->again) {
        run_search(s);
    } else {
        s->analysis->finished = true;
        if (s->analysis->on_change)
            s->analysis->on_change(s->analysis->user);
    }
}

/* Start a search of the shown position; none is running. */
static void run_search(struct bm_desktop_analysis_search *s)
{
    const struct bm_desktop_analysis *const b = s->analysis;
    const struct bm_desktop_session *const d = b->session;
    s->again = false;
    memset(s->fresh, 0, sizeof s->fresh);
    s->node = d->node;
    s->turn = bm_ctx_turn(d->ctx);
    s->multipv = b->multipv;
    if (bm_node_context(&s->ctx, bm_desktop_session_game(d), bm_desktop_analysis_node(b), 1))
        return;
    bm_ctx_configure(s->ctx, bm_ctx_options(d->ctx));
    bm_search_arm(s->search);
    s->running = uv_queue_work(&d->loop->uv, &s->work, search_work, on_search_done) == 0;
}

static struct bm_desktop_analysis_search *create_search(struct bm_desktop_analysis *b)
{
    const struct bm_search_options options = {.level = BM_LEVELS, .hash = HASH};
    struct bm_desktop_analysis_search *const s = calloc(1, sizeof *s);
    if (!s || uv_mutex_init(&s->lock)) {
        free(s);
        return NULL;
    }
    s->work.data = s->wake.data = s;
    s->analysis = b;
    s->rules = bm_rules_hold(b->session->rules);
    if (bm_search_create(&s->search, s->rules, &options) ||
        uv_async_init(&b->session->loop->uv, &s->wake, on_search_wake)) {
        free_search((uv_handle_t *)&s->wake);
        return NULL;
    }
    return s;
}

void bm_desktop_analysis_stop_search(struct bm_desktop_analysis *b)
{
    struct bm_desktop_analysis_search *const s = b->search;
    if (!s)
        return;
    b->search = NULL;
    s->analysis = NULL;
    if (s->running)
        bm_search_stop(s->search);
    else
        uv_close((uv_handle_t *)&s->wake, free_search);
}

void bm_desktop_analysis_start_search(struct bm_desktop_analysis *b)
{
    if (b->search && b->search->rules != b->session->rules)
        bm_desktop_analysis_stop_search(b);
    if (!b->search)
        b->search = create_search(b);
    if (!b->search)
        return;
    if (!b->search->running) {
        run_search(b->search);
        return;
    }
    b->search->again = true;
    bm_search_stop(b->search->search);
}

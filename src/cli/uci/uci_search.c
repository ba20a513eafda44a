/* SPDX-License-Identifier: MIT */
#include "cli/uci/uci_search.h"

#include <stdio.h>

#include "banmen/variant.h"
#include "cli/terminal/search_debug.h"
#include "cli/uci/uci_mate.h"
#include "io/monotonic.h"
#include "io/thread_team.h"

void bm_uci_write(struct bm_buf *line)
{
    bm_buf_char(line, '\n');
    fwrite(line->s, 1, line->len, stdout); /* stdio locks */
    fflush(stdout);
    line->len = 0;
}

static void tell_info(void *user, const struct bm_search_info *info)
{
    struct bm_uci_search *const t = user;
    bm_info_format(&t->line, t->proto, info, t->rules);
    bm_uci_write(&t->line);
}

static void tell_current(void *user, bm_move move, unsigned number)
{
    struct bm_uci_search *const t = user;
    bm_current_format(&t->line, t->proto, move, number, t->ctx);
    bm_uci_write(&t->line);
}

/* Whether "bestmove" must wait for "stop" or "ponderhit". */
static bool must_wait(const struct bm_uci_search *t)
{
    return !t->stopped && !t->quit && (t->limits.infinite || (t->limits.ponder && !t->hit));
}

static void tell_debug(void *user, const struct bm_search_event *event)
{
    const struct bm_uci_search *const t = user;
    bm_search_debug_print(t->ctx, event);
}

static void think_once(struct bm_uci_search *t)
{
    const struct bm_search_hooks hooks = {.now = bm_monotonic_ms,
                                          .info = tell_info,
                                          .current = tell_current,
                                          .run = bm_thread_team_run,
                                          .debug = t->debug ? tell_debug : NULL,
                                          .user = t};
    struct bm_search_result result;
    if (t->limits.mate != 0 && t->proto == BM_PROTO_USI) {
        bm_uci_search_checkmate(t);
        return;
    }
    if (bm_search_go(t->search, t->ctx, &t->limits, &hooks, &result) != BM_OK) {
        bm_buf_text(&t->line, "info string out of memory");
        bm_uci_write(&t->line);
    }
    pthread_mutex_lock(&t->lock);
    while (must_wait(t))
        pthread_cond_wait(&t->changed, &t->lock);
    pthread_mutex_unlock(&t->lock);
    bm_best_format(&t->line, t->proto, &result, t->ctx);
    bm_uci_write(&t->line);
}

static void *run_uci_thread(void *user)
{
    struct bm_uci_search *const t = user;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (t->state == UCI_SEARCH_IDLE && !t->quit)
            pthread_cond_wait(&t->changed, &t->lock);
        if (t->state == UCI_SEARCH_IDLE)
            break;
        pthread_mutex_unlock(&t->lock);
        think_once(t);
        pthread_mutex_lock(&t->lock);
        t->state = UCI_SEARCH_IDLE;
        pthread_cond_broadcast(&t->changed);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

bool bm_uci_search_open(struct bm_uci_search *t, enum bm_proto proto)
{
    *t = (struct bm_uci_search){.proto = proto};
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->changed, NULL);
    return pthread_create(&t->thread, NULL, run_uci_thread, t) == 0;
}

/* Pass stop or ponderhit on to the search, and wake a thread that waits to answer. */
static void pass_on(struct bm_uci_search *t, bool *said, void (*tell)(struct bm_search *search))
{
    pthread_mutex_lock(&t->lock);
    if (t->state == UCI_SEARCH_BUSY) {
        *said = true;
        tell(t->search);
        pthread_cond_broadcast(&t->changed);
    }
    pthread_mutex_unlock(&t->lock);
}

void bm_uci_search_stop(struct bm_uci_search *t) { pass_on(t, &t->stopped, bm_search_stop); }
void bm_uci_search_ponderhit(struct bm_uci_search *t)
{
    pass_on(t, &t->hit, bm_search_ponderhit);
}

/*
 * Whether the search has no limit of its own. Only this thread changes the fields that are read
 * here.
 */
static bool is_endless(const struct bm_uci_search *t)
{
    const struct bm_think *const l = &t->limits;
    const bool limited = l->depth || l->nodes || l->movetime || l->timed || l->mate;
    return l->infinite || (l->ponder && !t->hit) || (!limited && t->options.level == BM_LEVELS);
}

void bm_uci_search_finish(struct bm_uci_search *t)
{
    if (is_endless(t))
        bm_uci_search_stop(t);
    pthread_mutex_lock(&t->lock);
    while (t->state == UCI_SEARCH_BUSY)
        pthread_cond_wait(&t->changed, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

void bm_uci_search_close(struct bm_uci_search *t)
{
    bm_uci_search_stop(t);
    pthread_mutex_lock(&t->lock);
    t->quit = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    pthread_join(t->thread, NULL);
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
    bm_search_destroy(t->search);
    bm_ctx_destroy(t->ctx);
    bm_rules_release(t->rules);
    bm_buf_free(&t->line);
}

static bool same_options(const struct bm_search_options *a, const struct bm_search_options *b)
{
    return a->level == b->level && a->seed == b->seed && a->hash == b->hash &&
           a->threads == b->threads;
}

/* Another game: release everything of the old one. */
static void change_rules(struct bm_uci_search *t, const struct bm_rules *rules)
{
    bm_search_destroy(t->search);
    bm_ctx_destroy(t->ctx);
    bm_rules_release(t->rules);
    t->search = NULL;
    t->ctx = NULL;
    t->rules = bm_rules_hold(rules);
}

/* Keep the search if its options are equal, or create a new one. */
static bm_status prepare_search(struct bm_uci_search *t,
                                const struct bm_search_options *options)
{
    struct bm_search *search;
    if (t->search && same_options(&t->options, options))
        return BM_OK;
    const bm_status status = bm_search_create(&search, t->rules, options);
    if (status != BM_OK)
        return status;
    bm_search_destroy(t->search);
    t->search = search;
    t->options = *options;
    return BM_OK;
}

static bm_status prepare_ctx(struct bm_uci_search *t, const struct bm_ctx *ctx)
{
    struct bm_ctx *copy;
    if (t->ctx && bm_ctx_copy(t->ctx, ctx) == BM_OK)
        return BM_OK;
    const bm_status status =
        bm_ctx_create(&copy, t->rules, bm_ctx_plies(ctx) + bm_ctx_room(ctx));
    if (status != BM_OK)
        return status;
    bm_ctx_destroy(t->ctx);
    t->ctx = copy;
    return bm_ctx_copy(copy, ctx);
}

bool bm_uci_search_is_busy(struct bm_uci_search *t)
{
    pthread_mutex_lock(&t->lock);
    const bool busy = t->state == UCI_SEARCH_BUSY;
    pthread_mutex_unlock(&t->lock);
    return busy;
}

bm_status bm_uci_search_prepare(struct bm_uci_search *t, const struct bm_rules *rules,
                                const struct bm_search_options *options)
{
    bm_uci_search_finish(t);
    if (t->rules != rules)
        change_rules(t, rules);
    return prepare_search(t, options);
}

bm_status bm_uci_search_go(struct bm_uci_search *t, const struct bm_ctx *ctx,
                           const struct bm_think *limits)
{
    bm_uci_search_finish(t);
    const bm_status status = prepare_ctx(t, ctx);
    if (status != BM_OK)
        return status;
    t->limits = *limits;
    for (size_t i = 0; i < limits->only_count; i++)
        t->only[i] = limits->only[i];
    t->limits.only = limits->only_count != 0 ? t->only : NULL;
    bm_search_arm(t->search);
    pthread_mutex_lock(&t->lock);
    t->stopped = t->hit = false;
    t->state = UCI_SEARCH_BUSY;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    return BM_OK;
}

void bm_uci_search_new_game(struct bm_uci_search *t)
{
    bm_uci_search_finish(t);
    if (t->search)
        bm_search_new_game(t->search);
}

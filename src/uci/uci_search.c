/* SPDX-License-Identifier: MIT */
#include "uci/uci_search.h"

#include <stdio.h>

#include "banmen/variant.h"
#include "terminal/search_debug.h"
#include "uci/uci_mate.h"

void bm_uci_write(struct bm_buf *line)
{
    bm_buf_char(line, '\n');
    fwrite(line->s, 1, line->len, stdout); /* stdio locks */
    fflush(stdout);
    line->len = 0;
}

/* ---- Events of the analyser ---- */

static void tell_info(void *user, const struct bm_analysis_line *line)
{
    struct bm_uci_search *const t = user;
    bm_info_format(&t->line, t->proto, &line->info, t->rules);
    bm_uci_write(&t->line);
}

static void tell_current(void *user, bm_move move, unsigned number)
{
    struct bm_uci_search *const t = user;
    bm_current_format(&t->line, t->proto, move, number, bm_analyser_ctx(t->analyser));
    bm_uci_write(&t->line);
}

/* "bestmove", unless it must wait for "stop" or "ponderhit". */
static void answer_if_due(struct bm_uci_search *t)
{
    const bool waits = !t->stopped && (t->limits.infinite || (t->limits.ponder && !t->hit));
    if (!t->answered || waits)
        return;
    t->answered = t->busy = false;
    bm_best_format(&t->line, t->proto, &t->result, bm_analyser_ctx(t->analyser));
    bm_uci_write(&t->line);
}

static void say_no_memory(struct bm_uci_search *t)
{
    bm_buf_text(&t->line, "info string out of memory");
    bm_uci_write(&t->line);
}

static void on_search_finished(void *user, const struct bm_engine_answer *answer,
                               bm_status status)
{
    struct bm_uci_search *const t = user;
    if (status)
        say_no_memory(t);
    t->answered = true;
    t->result = (struct bm_search_result){.best = answer->move,
                                          .ponder = answer->ponder,
                                          .resign = answer->kind == BM_BEST_RESIGN,
                                          .declare = answer->kind == BM_BEST_WIN};
    answer_if_due(t);
}

static void on_search_trouble(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_uci_search *const t = user;
    (void)trouble; /* there was no memory */
    (void)detail;
    say_no_memory(t);
    t->answered = true;
    t->result = (struct bm_search_result){.best = {BM_MOVE_NONE}, .ponder = {BM_MOVE_NONE}};
    answer_if_due(t);
}

/* ---- Life ---- */

void bm_uci_search_open(struct bm_uci_search *t, enum bm_proto proto, struct bm_loop *loop)
{
    *t = (struct bm_uci_search){.proto = proto, .loop = loop};
}

void bm_uci_search_close(struct bm_uci_search *t)
{
    bm_uci_search_stop(t);
    bm_uci_search_finish(t);
    bm_analyser_destroy(t->analyser);
    bm_rules_release(t->rules);
    bm_buf_free(&t->line);
}

/* Another game: release everything of the old one. */
static bm_status change_rules(struct bm_uci_search *t, const struct bm_rules *rules,
                              const struct bm_search_options *options)
{
    const struct bm_analyser_events events = {.line = tell_info,
                                              .current = tell_current,
                                              .finished = on_search_finished,
                                              .trouble = on_search_trouble,
                                              .debug = t->debug ? bm_search_debug_print : NULL};
    bm_analyser_destroy(t->analyser);
    bm_rules_release(t->rules);
    t->analyser = NULL;
    t->rules = bm_rules_hold(rules);
    t->options = *options;
    return bm_analyser_create(&t->analyser, t->loop,
                              &(struct bm_analyser_options){.search = *options}, &events, t);
}

bm_status bm_uci_search_prepare(struct bm_uci_search *t, const struct bm_rules *rules,
                                const struct bm_search_options *options)
{
    bm_uci_search_finish(t);
    bm_status status = BM_OK;
    if (t->rules != rules || !t->analyser)
        status = change_rules(t, rules, options);
    if (!status)
        status = bm_analyser_set_search(t->analyser, options);
    if (!status)
        status = bm_analyser_prepare(t->analyser, rules);
    if (!status)
        t->options = *options;
    return status;
}

/* ---- Searching ---- */

void bm_uci_search_stop(struct bm_uci_search *t)
{
    if (!t->busy)
        return;
    t->stopped = true;
    if (t->mate)
        bm_uci_mate_stop(t->mate);
    else
        bm_analyser_stop(t->analyser);
    answer_if_due(t);
}

void bm_uci_search_ponderhit(struct bm_uci_search *t)
{
    if (!t->busy)
        return;
    t->hit = true;
    if (!t->mate)
        bm_analyser_ponderhit(t->analyser);
    answer_if_due(t);
}

/* Whether the search has no limit of its own. */
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
    while (t->busy)
        (void)bm_loop_step(t->loop);
}

bool bm_uci_search_is_busy(const struct bm_uci_search *t) { return t->busy; }

const struct bm_ctx *bm_uci_search_ctx(const struct bm_uci_search *t)
{
    return t->analyser ? bm_analyser_ctx(t->analyser) : NULL;
}

static void on_mate_done(void *user)
{
    struct bm_uci_search *const t = user;
    t->mate = NULL;
    t->busy = false;
}

void bm_uci_search_go(struct bm_uci_search *t, struct bm_ctx **ctx,
                      const struct bm_think *limits)
{
    bm_uci_search_finish(t);
    if (*ctx)
        bm_analyser_exchange_context(t->analyser, ctx);
    t->limits = *limits;
    t->stopped = t->hit = t->answered = false;
    t->busy = true;
    if (limits->mate == 0 || t->proto != BM_PROTO_USI)
        bm_analyser_start(t->analyser, limits, 0);
    else if (!bm_uci_mate_start(&t->mate, t->loop, bm_analyser_ctx(t->analyser),
                                t->options.hash, limits->movetime, on_mate_done, t))
        on_search_trouble(t, BM_TROUBLE_MEMORY, "");
}

void bm_uci_search_new_game(struct bm_uci_search *t)
{
    bm_uci_search_finish(t);
    if (t->analyser)
        bm_analyser_new_game(t->analyser);
}

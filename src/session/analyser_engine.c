/* SPDX-License-Identifier: MIT */
/* The analyser's back end for external engines. */
#include <limits.h>

#include "session/analyser_internal.h"

/* ---- Lines ---- */

static void deliver_engine_lines(struct bm_analyser *a)
{
    const uint64_t generation = a->generation;
    struct bm_queued_line *l = bm_line_queue_take(&a->queue, bm_loop_now(a->loop));
    while (l) {
        struct bm_queued_line *const next = l->next;
        if (!a->destroyed && a->busy && a->generation == generation && a->events.line)
            a->events.line(a->user, &l->line);
        bm_queued_line_free(l);
        l = next;
    }
}

static void on_pause_over(void *user) { deliver_engine_lines(user); }

static void add_engine_line(struct bm_analyser *a, const struct bm_analysis_line *line)
{
    bm_line_queue_add(&a->queue, line);
    const int64_t wait = bm_line_queue_wait(&a->queue, bm_loop_now(a->loop));
    if (wait == 0)
        deliver_engine_lines(a);
    else if (wait > 0)
        bm_timer_set(&a->pause, a->loop, wait, on_pause_over, a);
}

static int clamp_score(int64_t score)
{
    return score > INT_MAX ? INT_MAX : score < -INT_MAX ? -INT_MAX : (int)score;
}

static void on_analyser_line(void *user, const struct bm_engine_line *l)
{
    struct bm_analyser *const a = user;
    const struct bm_info *const i = l->info;
    if (l->search != a->asked || l->multipv == 0 || !(i->has & (BM_INFO_SCORE | BM_INFO_PV)))
        return;
    struct bm_analysis_line line = {
        .info = {.depth = i->has & BM_INFO_DEPTH ? i->depth : 0,
                 .seldepth = i->has & BM_INFO_SELDEPTH ? i->seldepth : 0,
                 .multipv = l->multipv,
                 .nodes = i->has & BM_INFO_NODES ? i->nodes : 0,
                 .time = i->has & BM_INFO_TIME ? i->time : 0,
                 .hashfull = i->has & BM_INFO_HASHFULL ? i->hashfull : 0,
                 .pv = l->pv,
                 .pv_count = l->pv_count},
        .nps = i->has & BM_INFO_NPS ? i->nps : 0};
    if (i->has & BM_INFO_SCORE) {
        const struct bm_score s = bm_score_in_moves(i->score, bm_engine_proto(a->engine));
        line.has_score = true;
        line.info.mate = s.mate;
        line.open_mate = s.mate_open;
        line.info.score = clamp_score(s.value);
        line.info.bound = s.bound;
    }
    add_engine_line(a, &line);
}

/* ---- The end of a search ---- */

/* Nothing is asked of the engine any more; a borrowed one is given back. */
static void leave_engine(struct bm_analyser *a)
{
    a->asked = 0;
    bm_timer_stop(&a->pause);
    bm_line_queue_clear(&a->queue, a->ctx, bm_loop_now(a->loop));
    if (a->listening)
        bm_engine_listen(a->engine, &a->old, a->old_user, NULL, NULL);
    a->listening = false;
}

/* A mate that was searched for is a line, too. */
static void add_mate(struct bm_analyser *a, const struct bm_engine_answer *answer)
{
    if (!answer->is_mate || answer->checkmate != BM_CHECKMATE_FOUND || answer->pv_count == 0)
        return;
    bm_line_queue_add(
        &a->queue, &(struct bm_analysis_line){.info = {.multipv = 1,
                                                       .mate = true,
                                                       .score = (int)(answer->pv_count + 1) / 2,
                                                       .time = answer->ms,
                                                       .pv = answer->pv,
                                                       .pv_count = answer->pv_count},
                                              .has_score = true});
}

static void on_analyser_answer(void *user, const struct bm_engine_answer *answer)
{
    struct bm_analyser *const a = user;
    const uint64_t generation = a->generation;
    if (answer->search != a->asked)
        return;
    add_mate(a, answer);
    deliver_engine_lines(a);
    if (a->destroyed || a->generation != generation)
        return;
    const bm_status status = a->queue.failed ? BM_ENOMEM : BM_OK;
    a->busy = false;
    leave_engine(a);
    if (a->events.finished)
        a->events.finished(a->user, answer, status);
}

static void on_analyser_failed(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_analyser *const a = user;
    const struct bm_engine_events old = a->old;
    void *const old_user = a->old_user;
    const bool listening = a->listening;
    a->busy = false;
    leave_engine(a);
    if (a->events.trouble)
        a->events.trouble(a->user, trouble, detail);
    if (listening && old.failed)
        old.failed(old_user, trouble, detail);
}

static void on_analyser_ready(void *user)
{
    const struct bm_analyser *const a = user;
    if (a->events.ready)
        a->events.ready(a->user);
}

static void on_analyser_notice(void *user, const char *what)
{
    const struct bm_analyser *const a = user;
    if (a->events.notice)
        a->events.notice(a->user, what);
    else if (a->listening && a->old.notice)
        a->old.notice(a->old_user, what);
}

static void on_analyser_traffic(void *user, bool out, const char *s, size_t len)
{
    const struct bm_analyser *const a = user;
    if (a->events.traffic)
        a->events.traffic(a->user, out, s, len);
    else if (a->listening && a->old.traffic)
        a->old.traffic(a->old_user, out, s, len);
}

static const struct bm_engine_events engine_events = {.ready = on_analyser_ready,
                                                      .line = on_analyser_line,
                                                      .answer = on_analyser_answer,
                                                      .failed = on_analyser_failed,
                                                      .notice = on_analyser_notice,
                                                      .traffic = on_analyser_traffic};

/* ---- For analyser.c ---- */

bm_status bm_analyser_open_engine(struct bm_analyser *a)
{
    return bm_engine_create(&a->engine, a->loop, &a->spec, a->rules, &engine_events, a);
}

void bm_analyser_close_engine(struct bm_analyser *a)
{
    if (a->borrowed)
        return;
    if (a->options.reaper)
        bm_engine_reaper_add(a->options.reaper, a->engine);
    else
        bm_engine_destroy(a->engine);
    a->engine = NULL;
}

bm_status bm_analyser_note_line(struct bm_analyser *a, const struct bm_setup *start)
{
    a->node = BM_NODE_ROOT;
    if (a->line)
        bm_game_clear(a->line, a->rules);
    else if (bm_game_create(&a->line, a->rules, NULL))
        return BM_ENOMEM;
    bm_status status = bm_game_set_start(a->line, start);
    for (unsigned i = 0; i < bm_ctx_plies(a->ctx) && !status; i++)
        status = bm_game_add(a->line, a->node, bm_ctx_played(a->ctx, i), &a->node);
    return status;
}

void bm_analyser_ask_engine(struct bm_analyser *a)
{
    bm_line_queue_clear(&a->queue, a->ctx, bm_loop_now(a->loop));
    if (a->borrowed) {
        bm_engine_listen(a->engine, &engine_events, a, &a->old, &a->old_user);
        a->listening = true;
    }
    a->asked = bm_engine_go(a->engine, a->line, a->node, &a->limits, 0, a->ceiling);
}

void bm_analyser_cancel_engine(struct bm_analyser *a)
{
    if (a->asked && a->engine)
        bm_engine_stop(a->engine, true);
    leave_engine(a);
}

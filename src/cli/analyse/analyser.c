/* SPDX-License-Identifier: MIT */
#include "cli/analyse/analyser.h"

#include <stdio.h>
#include <stdlib.h>

#include "banmen/variant.h"
#include "cli/analyse/analyser_internal.h"
#include "engine/registry.h"
#include "io/interrupt.h"

enum { TICK = 50 };

/* ---- Events of an engine ---- */

static void on_engine_ready(void *user)
{
    struct bm_analyser *const m = user;
    m->ready = true;
    snprintf(m->name, sizeof m->name, "%s",
             *bm_engine_name(m->engine) ? bm_engine_name(m->engine) : m->spec.name);
}

static void on_engine_line(void *user, const struct bm_engine_line *l)
{
    struct bm_analyser *const m = user;
    const struct bm_info *const i = l->info;
    if (l->search != m->search_id || !(i->has & (BM_INFO_SCORE | BM_INFO_PV)))
        return;
    struct bm_analyser_line line = {.number = l->multipv,
                                    .seldepth = i->has & BM_INFO_SELDEPTH ? i->seldepth : 0,
                                    .nodes = i->has & BM_INFO_NODES ? i->nodes : 0,
                                    .nps = i->has & BM_INFO_NPS ? i->nps : 0,
                                    .time = i->has & BM_INFO_TIME ? i->time : 0,
                                    .pv = l->pv,
                                    .pv_count = l->pv_count};
    line.eval.depth = i->has & BM_INFO_DEPTH ? i->depth : 0;
    if (i->has & BM_INFO_SCORE) {
        const struct bm_score s = bm_score_in_moves(i->score, bm_engine_proto(m->engine));
        line.eval.kind = s.mate ? EVAL_MATE : EVAL_CENTIPAWNS;
        line.eval.value = bm_ctx_turn(l->ctx) == 0 ? s.value : -s.value;
        line.bound = s.bound;
    }
    bm_analyser_add_line(m, &line);
}

static void on_engine_answer(void *user, const struct bm_engine_answer *answer)
{
    struct bm_analyser *const m = user;
    if (answer->search != m->search_id)
        return;
    m->answer = *answer;
    if (answer->is_mate && answer->checkmate == BM_CHECKMATE_FOUND && answer->pv_count != 0) {
        const int64_t moves = (int64_t)(answer->pv_count + 1) / 2;
        struct bm_analyser_line line = {
            .number = 1,
            .eval = {.kind = EVAL_MATE, .value = m->turn == 0 ? moves : -moves},
            .time = answer->ms,
            .pv = answer->pv,
            .pv_count = answer->pv_count};
        bm_analyser_add_line(m, &line);
    }
    m->answer.pv = NULL;
    m->done = true;
}

static void on_engine_failed(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_analyser *const m = user;
    m->trouble = trouble;
    snprintf(m->detail, sizeof m->detail, "%s", detail ? detail : "");
}

/* Tell the caller that a message on stderr follows, so that it can clear its progress bar. */
static void announce_message(const struct bm_analyser *m)
{
    if (m->events && m->events->talk)
        m->events->talk(m->events->user);
}

static void on_notice(void *user, const char *what)
{
    const struct bm_analyser *const m = user;
    announce_message(m);
    fprintf(stderr, "banmen: %s: %s\n", m->spec.name, what);
}

static void on_engine_closed(void *user, bool killed)
{
    (void)killed;
    ((struct bm_analyser *)user)->closed = true;
}

static const struct bm_engine_events engine_events = {.ready = on_engine_ready,
                                                      .line = on_engine_line,
                                                      .answer = on_engine_answer,
                                                      .failed = on_engine_failed,
                                                      .notice = on_notice,
                                                      .closed = on_engine_closed};

/* "banmen: stockfish: the engine ended: exit status 3" */
static void say_trouble(const struct bm_analyser *m, const char *more)
{
    announce_message(m);
    fprintf(stderr, "banmen: %s: %s%s%s%s\n", m->spec.name,
            bm_engine_trouble_text(m->trouble, m->lang), *m->detail ? ": " : "", m->detail,
            more);
}

/* ---- Life ---- */

void bm_analyser_set_debug(struct bm_analyser *m) { m->debug = true; }

struct bm_analyser *bm_analyser_open(const char *text, enum bm_lang lang)
{
    struct bm_error err = {.what = ""};
    struct bm_analyser *const m = calloc(1, sizeof *m);
    if (!m || bm_loop_init(&m->loop)) {
        fprintf(stderr, "banmen: out of memory\n");
        free(m);
        return NULL;
    }
    m->lang = lang;
    bm_spec_init(&m->spec);
    m->level = BM_LEVELS;
    if (text && bm_registry_resolve(&m->spec, &m->level, text, &err)) {
        fprintf(stderr, "banmen: --engine %s: %s\n", text, err.what);
        bm_analyser_close(m);
        return NULL;
    }
    if (m->level != 0)
        snprintf(m->name, sizeof m->name, "builtin:%u", m->level);
    return m;
}

static void quit_engine(struct bm_analyser *m)
{
    if (!m->engine)
        return;
    const enum bm_engine_state state = bm_engine_state(m->engine);
    if (state != BM_ENGINE_FAILED && state != BM_ENGINE_CLOSED) {
        m->closed = false;
        bm_engine_quit(m->engine);
        while (!m->closed && bm_loop_step(&m->loop))
            continue;
    }
    bm_engine_destroy(m->engine);
    m->engine = NULL;
}

void bm_analyser_close(struct bm_analyser *m)
{
    if (!m)
        return;
    quit_engine(m);
    bm_analyser_free_search(m);
    bm_search_destroy(m->search);
    bm_timer_close(&m->timer, NULL, NULL);
    bm_loop_fini(&m->loop);
    bm_spec_fini(&m->spec);
    bm_ctx_destroy(m->ctx);
    bm_rules_release(m->rules);
    bm_release(m->kept);
    bm_release(m->order);
    free(m);
}

const char *bm_analyser_name(const struct bm_analyser *m) { return m->name; }

bool bm_analyser_is_limited(const struct bm_analyser *m)
{
    return m->level != 0 && m->level < BM_LEVELS;
}

void bm_analyser_describe(const struct bm_analyser *m, struct bm_buf *out)
{
    bm_buf_text(out, m->name);
    for (size_t i = 0; m->level == 0 && i < m->spec.args_count; i++) {
        bm_buf_char(out, ' ');
        bm_buf_text(out, m->spec.args[i]);
    }
    for (size_t i = 0; m->level == 0 && i < m->spec.options_count; i++) {
        bm_buf_text(out, "; ");
        bm_buf_text(out, m->spec.options[i].name);
        bm_buf_char(out, '=');
        bm_buf_text(out, m->spec.options[i].value);
    }
}

/* ---- Waiting ---- */

void bm_analyser_stop(struct bm_analyser *m)
{
    if (m->stopped)
        return;
    m->stopped = true;
    if (m->level != 0)
        bm_search_stop(m->search);
    else if (m->ready)
        bm_engine_stop(m->engine, false);
}

static void on_analyser_tick(void *user)
{
    struct bm_analyser *const m = user;
    if (bm_interrupted())
        bm_analyser_stop(m);
    if (m->events && m->events->tick)
        m->events->tick(m->events->user);
    bm_timer_set(&m->timer, &m->loop, TICK, on_analyser_tick, m);
}

/*
 * Run the loop until the flag is set or the engine fails; Ctrl-C ends it only before the engine
 * is ready.
 */
static void wait_for_flag(struct bm_analyser *m, const bool *until)
{
    bm_timer_set(&m->timer, &m->loop, TICK, on_analyser_tick, m);
    while (!*until && m->trouble == BM_TROUBLE_NONE && !(m->stopped && !m->ready))
        (void)bm_loop_step(&m->loop);
    bm_timer_stop(&m->timer);
}

static bool start_engine(struct bm_analyser *m)
{
    m->trouble = BM_TROUBLE_NONE;
    m->ready = m->stopped = false;
    if (bm_engine_create(&m->engine, &m->loop, &m->spec, m->rules, &engine_events, m)) {
        fprintf(stderr, "banmen: out of memory\n");
        return false;
    }
    wait_for_flag(m, &m->ready);
    if (m->trouble != BM_TROUBLE_NONE)
        say_trouble(m, "");
    return m->ready && m->trouble == BM_TROUBLE_NONE;
}

bool bm_analyser_prepare(struct bm_analyser *m, const struct bm_rules *rules)
{
    if (m->rules == rules && (m->engine || m->search))
        return true;
    /* The same game may be loaded twice; a running engine can be kept. */
    const bool same =
        m->rules && strcmp(bm_rules_info(m->rules)->name, bm_rules_info(rules)->name) == 0;
    bm_rules_hold(rules);
    bm_rules_release(m->rules);
    m->rules = rules;
    if (same && m->engine)
        return true;
    quit_engine(m);
    bm_search_destroy(m->search);
    m->search = NULL;
    if (m->level == 0)
        return start_engine(m);
    const struct bm_search_options options = {.level = m->level};
    if (!bm_search_create(&m->search, rules, &options)) {
        m->ready = true;
        return true;
    }
    fprintf(stderr, "banmen: out of memory\n");
    return false;
}

void bm_analyser_new_game(struct bm_analyser *m)
{
    if (m->engine)
        bm_engine_new_game(m->engine);
    /*
     * Clears the transposition table: results of a level must not depend on earlier positions.
     */
    if (m->search)
        bm_search_forget(m->search);
}

/* ---- Asking ---- */

static bool reserve_lines(struct bm_analyser *m, unsigned lines)
{
    void *kept = m->kept, *order = m->order;
    const bool fine = bm_grow(&kept, &m->kept_cap, lines, sizeof *m->kept) &&
                      bm_grow(&order, &m->order_cap, lines, sizeof *m->order);
    m->kept = kept;
    m->order = order;
    m->wanted = lines;
    return fine;
}

/* Failures after which the search is tried a second time. */
static bool may_pass(const struct bm_analyser *m)
{
    static const enum bm_engine_trouble passing[] = {
        BM_TROUBLE_NO_MOVE, BM_TROUBLE_NO_STOP,   BM_TROUBLE_DIED,         BM_TROUBLE_DEAF,
        BM_TROUBLE_MUTE,    BM_TROUBLE_NOT_READY, BM_TROUBLE_ILLEGAL_MOVE, BM_TROUBLE_BAD_MOVE};
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++) {
        if (m->trouble == passing[i])
            return !m->stopped;
    }
    return false;
}

static void check_lines(struct bm_analyser *m)
{
    if (m->wanted <= 1 || m->told_lines || bm_engine_find_option(m->engine, "MultiPV", 7) ||
        bm_engine_find_option(m->engine, "USI_MultiPV", 11))
        return;
    m->told_lines = true;
    on_notice(m, "it has no option MultiPV, and shows its best line only");
}

static enum bm_analyser_status ask_engine(struct bm_analyser *m, const struct bm_game *game,
                                          bm_node node, const struct bm_think *limits,
                                          int64_t ceiling)
{
    check_lines(m);
    for (bool again = false;; again = true) {
        m->trouble = BM_TROUBLE_NONE;
        m->done = false;
        bm_analyser_clear_lines(m);
        m->search_id = bm_engine_go(m->engine, game, node, limits, 0, ceiling);
        wait_for_flag(m, &m->done);
        if (m->trouble == BM_TROUBLE_NONE)
            return m->stopped ? ANALYSER_STOPPED : ANALYSER_ANSWERED;
        if (again || !may_pass(m)) {
            say_trouble(m, again ? "; this was the second time" : "");
            return m->stopped ? ANALYSER_STOPPED : ANALYSER_FAILED;
        }
        say_trouble(m, "; trying once more");
    }
}

enum bm_analyser_status bm_analyser_run(struct bm_analyser *m, const struct bm_game *game,
                                        bm_node node, const struct bm_think *limits,
                                        int64_t ceiling,
                                        const struct bm_analyser_events *events)
{
    enum bm_analyser_status asked = ANALYSER_FAILED;
    m->events = events;
    m->stopped = false;
    if (!reserve_lines(m, limits->multipv ? limits->multipv : 1) ||
        bm_node_context(&m->ctx, game, node, 1)) {
        fprintf(stderr, "banmen: out of memory\n");
        return ANALYSER_FAILED;
    }
    m->turn = bm_ctx_turn(m->ctx);
    bm_analyser_clear_lines(m);
    if (m->level == 0) {
        asked = ask_engine(m, game, node, limits, ceiling);
    } else {
        m->trouble = BM_TROUBLE_NONE;
        m->done = false;
        if (bm_analyser_start_search(m, limits))
            wait_for_flag(m, &m->done);
        else
            m->trouble = BM_TROUBLE_MEMORY;
        asked = m->stopped ? ANALYSER_STOPPED : ANALYSER_ANSWERED;
        if (m->trouble != BM_TROUBLE_NONE) {
            fprintf(stderr, "banmen: out of memory\n");
            asked = ANALYSER_FAILED;
        }
    }
    bm_analyser_sort_lines(m);
    m->events = NULL;
    return asked;
}

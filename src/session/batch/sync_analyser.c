/* SPDX-License-Identifier: MIT */
#include "session/batch/sync_analyser.h"

#include <stdio.h>
#include <stdlib.h>

#include "banmen/variant.h"
#include "engine/registry.h"
#include "io/interrupt.h"
#include "session/batch/sync_analyser_internal.h"

enum { TICK = 50, GOODBYE = 60000 /* ms: an engine's own deadlines are shorter */ };

/* ---- Events of the analyser ---- */

static void on_sync_ready(void *user)
{
    struct bm_sync_analyser *const m = user;
    m->ready = true;
    snprintf(m->name, sizeof m->name, "%s", bm_analyser_name(m->analyser));
}

static void on_sync_line(void *user, const struct bm_analysis_line *l)
{
    struct bm_sync_analyser *const m = user;
    const struct bm_search_info *const i = &l->info;
    const int sign = m->turn == 0 ? 1 : -1;
    struct bm_analyser_line line = {.number = i->multipv,
                                    .eval = {.depth = i->depth},
                                    .seldepth = i->seldepth,
                                    .nodes = i->nodes,
                                    .nps = l->nps,
                                    .time = i->time,
                                    .pv = i->pv,
                                    .pv_count = i->pv_count};
    if (l->has_score) {
        line.eval.kind = i->mate ? EVAL_MATE : EVAL_CENTIPAWNS;
        line.eval.value = (int64_t)sign * i->score;
        line.bound = i->bound;
    }
    bm_sync_analyser_add_line(m, &line);
}

static void on_sync_finished(void *user, const struct bm_engine_answer *answer,
                             bm_status status)
{
    struct bm_sync_analyser *const m = user;
    m->answer = *answer;
    m->answer.pv = NULL; /* valid only now */
    m->trouble = status ? BM_TROUBLE_MEMORY : BM_TROUBLE_NONE;
    m->done = true;
}

static void on_sync_trouble(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_sync_analyser *const m = user;
    m->trouble = trouble;
    snprintf(m->detail, sizeof m->detail, "%s", detail ? detail : "");
}

/* Tell the caller that a message on stderr follows, so that it can clear its progress bar. */
static void announce_message(const struct bm_sync_analyser *m)
{
    if (m->events && m->events->talk)
        m->events->talk(m->events->user);
}

static void on_sync_notice(void *user, const char *what)
{
    const struct bm_sync_analyser *const m = user;
    announce_message(m);
    fprintf(stderr, "banmen: %s: %s\n", m->spec.name, what);
}

/* "banmen: stockfish: the engine ended: exit status 3" */
static void say_trouble(const struct bm_sync_analyser *m, const char *more)
{
    announce_message(m);
    fprintf(stderr, "banmen: %s: %s%s%s%s\n", m->spec.name,
            bm_engine_trouble_text(m->trouble, m->lang), *m->detail ? ": " : "", m->detail,
            more);
}

/* ---- Life ---- */

void bm_sync_analyser_set_debug(struct bm_sync_analyser *m,
                                void (*debug)(const struct bm_ctx *ctx,
                                              const struct bm_search_event *event))
{
    m->debug = debug;
}

struct bm_sync_analyser *bm_sync_analyser_open(const char *text, enum bm_lang lang)
{
    struct bm_error err = {.what = ""};
    struct bm_sync_analyser *const m = calloc(1, sizeof *m);
    if (!m || bm_loop_init(&m->loop)) {
        fprintf(stderr, "banmen: out of memory\n");
        free(m);
        return NULL;
    }
    m->lang = lang;
    m->reaper.loop = &m->loop;
    bm_spec_init(&m->spec);
    m->level = BM_LEVELS;
    if (text && bm_registry_resolve(&m->spec, &m->level, text, &err)) {
        fprintf(stderr, "banmen: --engine %s: %s\n", text, err.what);
        bm_sync_analyser_close(m);
        return NULL;
    }
    if (m->level != 0)
        snprintf(m->name, sizeof m->name, "builtin:%u", m->level);
    return m;
}

void bm_sync_analyser_close(struct bm_sync_analyser *m)
{
    if (!m)
        return;
    bm_analyser_destroy(m->analyser);
    bm_engine_reaper_finish(&m->reaper, GOODBYE);
    bm_timer_close(&m->timer, NULL, NULL);
    bm_loop_fini(&m->loop);
    bm_spec_fini(&m->spec);
    bm_release(m->kept);
    bm_release(m->order);
    free(m);
}

const char *bm_sync_analyser_name(const struct bm_sync_analyser *m) { return m->name; }

bool bm_sync_analyser_is_limited(const struct bm_sync_analyser *m)
{
    return m->level != 0 && m->level < BM_LEVELS;
}

void bm_sync_analyser_describe(const struct bm_sync_analyser *m, struct bm_buf *out)
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

void bm_sync_analyser_stop(struct bm_sync_analyser *m)
{
    if (m->stopped)
        return;
    m->stopped = true;
    if (m->ready)
        bm_analyser_stop(m->analyser);
}

static void on_sync_tick(void *user)
{
    struct bm_sync_analyser *const m = user;
    if (bm_interrupted())
        bm_sync_analyser_stop(m);
    if (m->events && m->events->tick)
        m->events->tick(m->events->user);
    bm_timer_set(&m->timer, &m->loop, TICK, on_sync_tick, m);
}

/*
 * Run the loop until the flag is set or the engine fails; Ctrl-C ends it only before the engine
 * is ready.
 */
static void wait_for_flag(struct bm_sync_analyser *m, const bool *until)
{
    bm_timer_set(&m->timer, &m->loop, TICK, on_sync_tick, m);
    while (!*until && m->trouble == BM_TROUBLE_NONE && !(m->stopped && !m->ready))
        (void)bm_loop_step(&m->loop);
    bm_timer_stop(&m->timer);
}

static bool open_analyser_of(struct bm_sync_analyser *m)
{
    const struct bm_analyser_options options = {.spec = m->level ? NULL : &m->spec,
                                                .search = {.level = m->level},
                                                .reaper = &m->reaper};
    const struct bm_analyser_events events = {.ready = on_sync_ready,
                                              .line = on_sync_line,
                                              .finished = on_sync_finished,
                                              .trouble = on_sync_trouble,
                                              .notice = on_sync_notice,
                                              .debug = m->debug};
    return bm_analyser_create(&m->analyser, &m->loop, &options, &events, m) == BM_OK;
}

bool bm_sync_analyser_prepare(struct bm_sync_analyser *m, const struct bm_rules *rules)
{
    const struct bm_engine *const before = m->analyser ? bm_analyser_engine(m->analyser) : NULL;
    m->trouble = BM_TROUBLE_NONE;
    if ((!m->analyser && !open_analyser_of(m)) || bm_analyser_prepare(m->analyser, rules)) {
        fprintf(stderr, "banmen: out of memory\n");
        return false;
    }
    if (m->level != 0) {
        m->ready = true;
    } else if (bm_analyser_engine(m->analyser) != before) {
        m->ready = m->stopped = false;
        wait_for_flag(m, &m->ready);
    }
    if (m->trouble != BM_TROUBLE_NONE)
        say_trouble(m, "");
    return m->ready && m->trouble == BM_TROUBLE_NONE;
}

void bm_sync_analyser_new_game(struct bm_sync_analyser *m)
{
    /* Results of a level must not depend on earlier positions. */
    if (m->analyser)
        bm_analyser_forget(m->analyser);
}

/* ---- Asking ---- */

static bool reserve_lines(struct bm_sync_analyser *m, unsigned lines)
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
static bool may_pass(const struct bm_sync_analyser *m)
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

static void check_lines(struct bm_sync_analyser *m)
{
    const struct bm_engine *const engine = bm_analyser_engine(m->analyser);
    if (m->wanted <= 1 || m->told_lines || !engine ||
        bm_engine_find_option(engine, "MultiPV", 7) ||
        bm_engine_find_option(engine, "USI_MultiPV", 11))
        return;
    m->told_lines = true;
    on_sync_notice(m, "it has no option MultiPV, and shows its best line only");
}

static enum bm_sync_analyser_status search_position(struct bm_sync_analyser *m,
                                                    const struct bm_think *limits,
                                                    int64_t ceiling)
{
    check_lines(m);
    for (bool again = false;; again = true) {
        m->trouble = BM_TROUBLE_NONE;
        m->done = false;
        bm_sync_analyser_clear_lines(m);
        bm_analyser_start(m->analyser, limits, ceiling);
        wait_for_flag(m, &m->done);
        if (m->trouble == BM_TROUBLE_NONE)
            return m->stopped ? ANALYSER_STOPPED : ANALYSER_ANSWERED;
        if (m->level != 0) {
            fprintf(stderr, "banmen: out of memory\n");
            return ANALYSER_FAILED;
        }
        if (again || !may_pass(m)) {
            say_trouble(m, again ? "; this was the second time" : "");
            return m->stopped ? ANALYSER_STOPPED : ANALYSER_FAILED;
        }
        say_trouble(m, "; trying once more");
    }
}

enum bm_sync_analyser_status bm_sync_analyser_run(struct bm_sync_analyser *m,
                                                  const struct bm_game *game, bm_node node,
                                                  const struct bm_think *limits,
                                                  int64_t ceiling,
                                                  const struct bm_sync_analyser_events *events)
{
    m->events = events;
    m->stopped = false;
    if (!reserve_lines(m, limits->multipv ? limits->multipv : 1) ||
        bm_analyser_set_position(m->analyser, game, node, NULL)) {
        fprintf(stderr, "banmen: out of memory\n");
        return ANALYSER_FAILED;
    }
    m->turn = bm_ctx_turn(bm_analyser_ctx(m->analyser));
    const enum bm_sync_analyser_status asked = search_position(m, limits, ceiling);
    bm_sync_analyser_sort_lines(m);
    m->events = NULL;
    return asked;
}

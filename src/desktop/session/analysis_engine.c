/* SPDX-License-Identifier: MIT */
/* An engine of the user's list analyses. */
#include <stdio.h>
#include <string.h>

#include "desktop/app/error_text.h"
#include "desktop/session/analysis.h"

static void notify_change(const struct bm_desktop_analysis *b)
{
    if (b->on_change)
        b->on_change(b->user);
}

static const char *shown_engine_name(const struct bm_desktop_analysis *b)
{
    const char *const own = b->engine ? bm_engine_name(b->engine) : "";
    return *own ? own : b->spec.name ? b->spec.name : b->engine_name;
}

static void on_analysis_ready(void *user) { notify_change(user); }

static void on_analysis_line(void *user, const struct bm_engine_line *line)
{
    struct bm_desktop_analysis *const b = user;
    const struct bm_info *const info = line->info;
    if (!(info->has & BM_INFO_SCORE) || info->score.bound || line->pv_count == 0 ||
        line->multipv == 0)
        return;
    const struct bm_score score = bm_score_in_moves(info->score, bm_engine_proto(b->engine));
    struct bm_desktop_pv t = {.has = true,
                              .mate = score.mate,
                              .open = score.mate_open,
                              .depth = info->depth,
                              .nodes = info->nodes,
                              .node = b->session->node};
    t.score = (int)(bm_ctx_turn(line->ctx) == BM_FIRST ? score.value : -score.value);
    t.count = line->pv_count < BM_DESKTOP_PV_MOVES ? line->pv_count : BM_DESKTOP_PV_MOVES;
    memcpy(t.pv, line->pv, t.count * sizeof *t.pv);
    bm_desktop_analysis_set_line(b, line->multipv - 1, &t);
}

/* The engine ended its infinite search by itself. */
static void on_analysis_answer(void *user, const struct bm_engine_answer *answer)
{
    struct bm_desktop_analysis *const b = user;
    (void)answer;
    b->finished = true;
    notify_change(b);
}

static void on_analysis_failed(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_desktop_analysis *const b = user;
    snprintf(b->failure, sizeof b->failure, "%s: %s%s%s", shown_engine_name(b),
             bm_engine_trouble_text(trouble, b->session->lang), *detail ? ": " : "", detail);
    b->needs_restart = bm_engine_state(b->engine) == BM_ENGINE_FAILED;
    bm_desktop_session_report(b->session, "%s", b->failure);
    notify_change(b);
}

static void on_analysis_traffic(void *user, bool out, const char *s, size_t len)
{
    const struct bm_desktop_analysis *const b = user;
    bm_desktop_session_log_engine(b->session, b->spec.name ? b->spec.name : "", out, s, len);
}

static bool start_engine(struct bm_desktop_analysis *b)
{
    static const struct bm_engine_events events = {.ready = on_analysis_ready,
                                                   .line = on_analysis_line,
                                                   .answer = on_analysis_answer,
                                                   .failed = on_analysis_failed,
                                                   .traffic = on_analysis_traffic};
    struct bm_error err = {.what = ""};
    unsigned level = 0;
    bm_status status = bm_registry_resolve(&b->spec, &level, b->engine_name, &err);
    if (!status && level)
        status = BM_EINVAL;
    if (!status)
        status = bm_engine_create(&b->engine, b->session->loop, &b->spec, b->session->rules,
                                  &events, b);
    if (status) {
        char why[BM_DESKTOP_TEXT - BM_DESKTOP_PLAYER - 2];
        bm_error_text(b->session->lang, status, &err, why, sizeof why);
        snprintf(b->failure, sizeof b->failure, "%s: %s", b->engine_name, why);
        bm_desktop_session_report(b->session, "%s", b->failure);
        b->needs_restart = true;
        return false;
    }
    b->rules = bm_rules_hold(b->session->rules);
    bm_engine_new_game(b->engine);
    return true;
}

void bm_desktop_analysis_stop_engine(struct bm_desktop_analysis *b)
{
    bm_engine_reaper_add(&b->session->reaper, b->engine);
    b->engine = NULL;
    bm_spec_fini(&b->spec);
    bm_rules_release(b->rules);
    b->rules = NULL;
    b->needs_restart = false;
    b->failure[0] = '\0';
}

void bm_desktop_analysis_start_engine(struct bm_desktop_analysis *b)
{
    struct bm_desktop_session *const d = b->session;
    const struct bm_think limits = {.infinite = true, .multipv = b->multipv};
    bm_move any;
    if (b->rules && b->rules != d->rules) /* another game, to which it has not been asked */
        bm_desktop_analysis_stop_engine(b);
    if (b->needs_restart) /* until the user restarts it */
        return;
    b->failure[0] = '\0';
    if (!b->engine && !start_engine(b))
        return;
    if (bm_ctx_moves(d->ctx, &any, 1) == 0) {
        bm_engine_stop(b->engine, true);
        b->finished = true;
    } else {
        bm_engine_go(b->engine, bm_desktop_session_game(d), bm_desktop_analysis_node(b),
                     &limits, 0, 0);
    }
}

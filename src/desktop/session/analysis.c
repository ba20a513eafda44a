/* SPDX-License-Identifier: MIT */
#include "desktop/session/analysis.h"

#include <stdio.h>
#include <string.h>

#include "desktop/app/error_text.h"

enum { MATE = 10000, HASH = 4 /* MiB; the window with an analysis stays within 40 MB */ };

void bm_desktop_analysis_init(struct bm_desktop_analysis *b, struct bm_desktop_session *session,
                              void (*on_change)(void *user), void *user)
{
    *b = (struct bm_desktop_analysis){
        .session = session, .multipv = 3, .on_change = on_change, .user = user};
}

static void notify_change(const struct bm_desktop_analysis *b)
{
    if (b->on_change)
        b->on_change(b->user);
}

/* ---- Events of the analyser ---- */

static void on_analysis_ready(void *user) { notify_change(user); }

static void on_analysis_line(void *user, const struct bm_analysis_line *line)
{
    struct bm_desktop_analysis *const b = user;
    const struct bm_search_info *const info = &line->info;
    const unsigned i = info->multipv - 1;
    if (!line->has_score || info->bound || info->pv_count == 0 || i >= b->multipv)
        return;
    const bool first = bm_ctx_turn(bm_analyser_ctx(b->analyser)) == BM_FIRST;
    struct bm_desktop_pv *const t = &b->line[i];
    *t = (struct bm_desktop_pv){.has = true,
                                .mate = info->mate,
                                .open = line->open_mate,
                                .score = first ? info->score : -info->score,
                                .depth = info->depth,
                                .nodes = info->nodes,
                                .node = b->node};
    t->count = info->pv_count < BM_DESKTOP_PV_MOVES ? info->pv_count : BM_DESKTOP_PV_MOVES;
    memcpy(t->pv, info->pv, t->count * sizeof *t->pv);
    if (b->line_count <= i)
        b->line_count = i + 1;
    if (i == 0)
        bm_desktop_analysis_store_eval(b, t);
    notify_change(b);
}

/* The infinite search ended by itself. */
static void on_analysis_finished(void *user, const struct bm_engine_answer *answer,
                                 bm_status status)
{
    struct bm_desktop_analysis *const b = user;
    (void)answer;
    (void)status; /* the lines that there are are right */
    b->finished = true;
    notify_change(b);
}

/* "Stockfish 15: the engine ended: exit status 3" */
static void fail_analysis(struct bm_desktop_analysis *b, const char *name, const char *what,
                          const char *detail)
{
    snprintf(b->failure, sizeof b->failure, "%.*s: %s%s%s", BM_DESKTOP_PLAYER, name, what,
             *detail ? ": " : "", detail);
    bm_desktop_session_report(b->session, "%s", b->failure);
}

static const char *analyser_name(const struct bm_desktop_analysis *b)
{
    const char *const own = bm_analyser_name(b->analyser);
    return *own ? own : b->engine_name;
}

static void on_analysis_trouble(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_desktop_analysis *const b = user;
    const struct bm_engine *const engine = bm_analyser_engine(b->analyser);
    fail_analysis(b, analyser_name(b), bm_engine_trouble_text(trouble, b->session->lang),
                  detail);
    b->needs_restart = engine && bm_engine_state(engine) == BM_ENGINE_FAILED;
    notify_change(b);
}

static void on_analysis_traffic(void *user, bool out, const char *s, size_t len)
{
    const struct bm_desktop_analysis *const b = user;
    const struct bm_engine *const engine = bm_analyser_engine(b->analyser);
    const char *const name = engine ? bm_engine_spec(engine)->name : NULL;
    bm_desktop_session_log_engine(b->session, name ? name : "", out, s, len);
}

/* ---- Starting and stopping ---- */

static void stop_analysis(struct bm_desktop_analysis *b)
{
    bm_analyser_destroy(b->analyser);
    b->analyser = NULL;
    b->needs_restart = false;
    b->failure[0] = '\0';
}

/* Make the analyser that was chosen. */
static bool make_analyser(struct bm_desktop_analysis *b)
{
    static const struct bm_analyser_events events = {.ready = on_analysis_ready,
                                                     .line = on_analysis_line,
                                                     .finished = on_analysis_finished,
                                                     .trouble = on_analysis_trouble,
                                                     .traffic = on_analysis_traffic};
    struct bm_desktop_session *const d = b->session;
    struct bm_analyser_options options = {.search = {.level = BM_LEVELS, .hash = HASH},
                                          .reaper = &d->reaper};
    struct bm_engine_spec spec;
    struct bm_error err = {.what = ""};
    unsigned level = 0;
    bm_status status = BM_OK;
    bm_spec_init(&spec);
    if (b->engine_name[0]) {
        status = bm_registry_resolve(&spec, &level, b->engine_name, &err);
        if (!status && level)
            status = BM_EINVAL;
        options.spec = &spec;
    }
    if (!status)
        status = bm_analyser_create(&b->analyser, d->loop, &options, &events, b);
    bm_spec_fini(&spec);
    if (!status)
        return true;
    char why[BM_DESKTOP_TEXT - BM_DESKTOP_PLAYER - 2];
    bm_error_text(d->lang, status, &err, why, sizeof why);
    fail_analysis(b, b->engine_name, why, "");
    b->needs_restart = true;
    return false;
}

/* The node to analyse. */
static bm_node analysed_node(const struct bm_desktop_session *d)
{
    const struct bm_game *const game = bm_desktop_session_game(d);
    bm_node node = d->node;
    while (bm_game_kind(game, node) == BM_NODE_END)
        node = bm_game_parent(game, node);
    return node;
}

static void start_analysis(struct bm_desktop_analysis *b)
{
    struct bm_desktop_session *const d = b->session;
    const struct bm_think limits = {.infinite = true, .multipv = b->multipv};
    bm_move any;
    if (b->analyser && !bm_analyser_plays(b->analyser, d->rules))
        stop_analysis(b); /* another game, to which it has not been asked */
    if (b->needs_restart)
        return;
    b->failure[0] = '\0';
    if (!b->analyser && !make_analyser(b))
        return;
    b->node = d->node;
    const bm_status status = bm_analyser_set_position(b->analyser, bm_desktop_session_game(d),
                                                      analysed_node(d), bm_ctx_options(d->ctx));
    if (status)
        fail_analysis(b, analyser_name(b), bm_status_text(status), "");
    else if (bm_ctx_moves(d->ctx, &any, 1) == 0)
        b->finished = true;
    else
        bm_analyser_start(b->analyser, &limits, 0);
}

void bm_desktop_analysis_update(struct bm_desktop_analysis *b)
{
    memset(b->line, 0, sizeof b->line);
    b->line_count = 0;
    b->finished = false;
    if (!b->on || !b->session->ctx)
        stop_analysis(b);
    else
        start_analysis(b);
    notify_change(b);
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
    if (b->analyser)
        bm_analyser_new_game(b->analyser);
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

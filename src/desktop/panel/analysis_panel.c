/* SPDX-License-Identifier: MIT */
/* The analysis panel: choice of the analyser, its PV lines, and the evaluation graph. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desktop/app/app.h"

enum { ANALYSERS = 64 };

/* The analysers to choose from: the built-in search, then the engines of the registry. */
struct bm_analyser_list {
    char word[ANALYSERS][BM_PREF_TEXT];
    const char *text[ANALYSERS];
    int count;
    enum bm_lang lang;
};

static void add_analyser(struct bm_analyser_list *m, const char *word, const char *text)
{
    if (m->count == ANALYSERS)
        return;
    snprintf(m->word[m->count], sizeof m->word[0], "%s", word);
    m->text[m->count] = text ? text : m->word[m->count];
    m->count++;
}

static struct bm_analyser_list *list_analysers(struct bm_app *app)
{
    struct bm_registry r;
    if (app->analysers && app->analysers->lang != app->lang)
        bm_analyser_list_free(app);
    if (app->analysers)
        return app->analysers;
    struct bm_analyser_list *const m = app->analysers = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->lang = app->lang;
    add_analyser(m, "", UI_TEXT(app, BUILT_IN));
    if (bm_registry_open(&r, NULL, false, NULL) == BM_OK) {
        for (size_t i = 0; i < r.count; i++)
            add_analyser(m, r.engines[i].name, NULL);
        bm_registry_close(&r);
    }
    /* One that was chosen and is gone is shown: it says itself what is wrong. */
    bool known = false;
    for (int i = 0; i < m->count; i++)
        known = known || strcmp(m->word[i], app->analysis.engine_name) == 0;
    if (!known)
        add_analyser(m, app->analysis.engine_name, NULL);
    return m;
}

void bm_analyser_list_free(struct bm_app *app)
{
    free(app->analysers);
    app->analysers = NULL;
}

/* Choice of the analyser and of the number of lines. */
static void choose_analyser(struct bm_app *app, bm_box row)
{
    static const char *const numbers[BM_DESKTOP_ANALYSIS_LINES] = {"1", "2", "3", "4", "5"};
    struct bm_ui *const ui = &app->ui;
    struct bm_desktop_analysis *const b = &app->analysis;
    const struct bm_analyser_list *const m = list_analysers(app);
    int at = 0, lines = (int)b->multipv - 1;
    if (!m)
        return;
    for (int i = 0; i < m->count; i++)
        at = strcmp(m->word[i], b->engine_name) == 0 ? i : at;
    bool changed =
        bm_ui_choice(ui, bm_box_cut_right(&row, ui->row * 5 / 2), UI_TEXT(app, LINES), numbers,
                     BM_DESKTOP_ANALYSIS_LINES, &lines);
    bm_box_cut_right(&row, ui->gap / 2);
    changed = bm_ui_choice(ui, row, UI_TEXT(app, ANALYST), m->text, m->count, &at) || changed;
    if (!changed)
        return;
    snprintf(app->prefs.analyst, sizeof app->prefs.analyst, "%s", m->word[at]);
    app->prefs.lines = lines + 1;
    bm_desktop_analysis_set_engine(b, m->word[at], (unsigned)lines + 1);
}

/* "+0.34", "#3", for the first side. */
static void write_score(const struct bm_desktop_pv *t, char *buf, size_t cap)
{
    if (t->mate && t->open)
        snprintf(buf, cap, "%s#", t->score < 0 ? "-" : "");
    else if (t->mate)
        snprintf(buf, cap, "%s#%d", t->score < 0 ? "-" : "", abs(t->score));
    else
        snprintf(buf, cap, "%+.2f", t->score / 100.0);
}

/* The moves of a line as people write them. */
static void write_pv(struct bm_app *app, const struct bm_desktop_pv *t, char *buf, size_t cap)
{
    struct bm_ctx *const ctx = app->session.ctx;
    const struct bm_game *const game = bm_desktop_session_game(&app->session);
    const bm_move *pv = t->pv;
    size_t count = t->count, len = 0, played = 0;
    buf[0] = '\0';
    /* A PV of the parent node whose first move was played continues after that move. */
    if (t->node != app->session.node && count != 0 && app->session.node != BM_NODE_ROOT &&
        bm_game_parent(game, app->session.node) == t->node &&
        bm_move_equal(bm_game_move(game, app->session.node), pv[0])) {
        pv++;
        count--;
    } else if (t->node != app->session.node) {
        return;
    }
    while (played < count && bm_ctx_room(ctx) > 0 && played < 12) {
        char text[BM_MOVE_TEXT];
        bm_desktop_session_move_text(&app->session, ctx, pv[played], text, sizeof text);
        if (bm_ctx_play(ctx, pv[played]))
            break;
        played++;
        const int n = snprintf(buf + len, cap - len, "%s%s", len ? " " : "", text);
        if (n < 0 || (size_t)n >= cap - len)
            break;
        len += (size_t)n;
    }
    while (played--)
        bm_ctx_undo(ctx);
}

static void draw_pv_line(struct bm_app *app, bm_box *box, const struct bm_desktop_pv *t)
{
    struct bm_ui *const ui = &app->ui;
    char score[32], depth[16], pv[256];
    bm_box row = bm_box_cut_top(box, ui->row * 4 / 5);
    write_score(t, score, sizeof score);
    snprintf(depth, sizeof depth, "%u", t->depth);
    write_pv(app, t, pv, sizeof pv);
    const struct bm_text_style bold = {ui->size, ui->palette.text, true};
    bm_fonts_draw_line(&app->fonts, bm_box_cut_left(&row, ui->row * 2), bold, 0, score);
    bm_ui_faint_label(ui, bm_box_cut_left(&row, ui->row), depth);
    bm_ui_register(ui, bm_ui_id(ui, pv), row, pv, false, false);
    bm_ui_label(ui, row, pv);
}

/* Depth and nodes of the best line. */
static void draw_progress(struct bm_app *app, bm_box row)
{
    const struct bm_desktop_analysis *const b = &app->analysis;
    const struct bm_desktop_pv *const t = &b->line[0];
    const struct bm_engine *const engine = b->analyser ? bm_analyser_engine(b->analyser) : NULL;
    const bool starts = engine && bm_engine_state(engine) == BM_ENGINE_STARTING;
    char text[128];
    const char *const state = starts        ? UI_TEXT(app, STARTING)
                              : b->finished ? UI_TEXT(app, AT_REST)
                                            : UI_TEXT(app, THINKING);
    if (!b->line_count || !t->has) {
        bm_ui_faint_label(&app->ui, row, state);
        return;
    }
    const unsigned long long n = t->nodes;
    const char *const unit = n >= 10000000 ? " M" : n >= 10000 ? " k" : "";
    snprintf(text, sizeof text, "%s %u · %llu%s %s%s%s", UI_TEXT(app, DEPTH), t->depth,
             n >= 10000000 ? n / 1000000
             : n >= 10000  ? n / 1000
                           : n,
             unit, UI_TEXT(app, NODES), b->finished ? " · " : "", b->finished ? state : "");
    bm_ui_faint_label(&app->ui, row, text);
}

bool bm_analysis_panel_is_allowed(const struct bm_app *app)
{
    const struct bm_desktop_session *const d = &app->session;
    struct bm_match_state state;
    bm_desktop_session_match_state(d, &state);
    return app->analysis.on || !d->match || state.stage == BM_MATCH_OVER ||
           !(bm_desktop_session_is_human(d, BM_FIRST) ||
             bm_desktop_session_is_human(d, BM_SECOND));
}

int bm_analysis_panel_height(const struct bm_app *app)
{
    const int line = app->ui.row * 4 / 5;
    if (!app->analysis.on)
        return app->ui.row;
    /* Four rows at least: the words on a failed engine need them, and must not move the
     * controls above. */
    const int lines = app->analysis.multipv < 4 ? 4 : (int)app->analysis.multipv;
    return app->ui.row + app->ui.gap + (lines + 1) * line;
}

/* The failure of the engine, and a restart button. */
static void draw_failure(struct bm_app *app, bm_box box)
{
    struct bm_ui *const ui = &app->ui;
    const struct bm_text_style warn = {ui->size, ui->palette.warn, true};
    const bm_box row = bm_box_cut_bottom(&box, ui->row);
    const SDL_Rect clip = bm_draw_clip(&app->draw, box);
    bm_ui_paragraph(ui, box, warn, app->analysis.failure);
    bm_draw_unclip(&app->draw, clip);
    if (bm_ui_button(ui, row, UI_TEXT(app, RESTART), 0))
        bm_desktop_analysis_restart_engine(&app->analysis);
}

void bm_analysis_panel(struct bm_app *app, bm_box box)
{
    struct bm_ui *const ui = &app->ui;
    box = bm_box_inset(box, ui->gap / 4);
    if (app->analysis.on) {
        choose_analyser(app, bm_box_cut_top(&box, ui->row));
        bm_box_cut_top(&box, ui->gap / 2);
        if (app->analysis.failure[0]) {
            draw_failure(app, box);
            return;
        }
        draw_progress(app, bm_box_cut_top(&box, ui->row * 4 / 5));
        for (unsigned i = 0; i < app->analysis.line_count && box.h > ui->row / 2; i++) {
            if (app->analysis.line[i].has)
                draw_pv_line(app, &box, &app->analysis.line[i]);
        }
        return;
    }
    /* The last PV of each computer player. */
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_desktop_pv *const t = &app->session.seat[side].pv;
        if (t->has && box.h > ui->row / 2)
            draw_pv_line(app, &box, t);
    }
}

bool bm_eval_graph_has_values(const struct bm_app *app)
{
    const struct bm_game *const game = bm_desktop_session_game(&app->session);
    int value;
    for (bm_node n = BM_NODE_ROOT; n != BM_NODE_NONE; n = bm_game_first(game, n)) {
        if (bm_desktop_analysis_eval(&app->analysis, n, &value))
            return true;
    }
    return false;
}

/* The evaluation graph of the main line; bars above the middle favour the first side. */
void bm_eval_graph(struct bm_app *app, bm_box box)
{
    struct bm_ui *const ui = &app->ui;
    const struct bm_game *const game = bm_desktop_session_game(&app->session);
    const bm_node last = bm_game_last(game, BM_NODE_ROOT);
    const int plies = (int)bm_game_ply(game, last);
    box = bm_box_inset(box, ui->gap / 4);
    bm_draw_fill(&app->draw, box, ui->palette.field);
    bm_draw_fill(&app->draw, (bm_box){box.x, box.y + box.h / 2, box.w, 1}, ui->palette.line);
    if (plies == 0)
        return;
    bm_node n = BM_NODE_ROOT;
    for (int ply = 0; n != BM_NODE_NONE && ply <= plies; ply++, n = bm_game_first(game, n)) {
        int value;
        const int x = box.x + ply * box.w / (plies + 1);
        if (n == app->session.node)
            bm_draw_fill(&app->draw, (bm_box){x, box.y, 2, box.h},
                         bm_color_alpha(ui->palette.accent, 0x60));
        if (!bm_desktop_analysis_eval(&app->analysis, n, &value))
            continue;
        /* A pawn is a quarter of the way, and nothing leaves the box. */
        const int64_t half = box.h / 2 - 1;
        const int h = (int)(value * half / (abs(value) + 300)), mid = box.y + box.h / 2;
        const int w = box.w / (plies + 1);
        bm_draw_fill(&app->draw, (bm_box){x, h >= 0 ? mid - h : mid, w < 2 ? 2 : w, abs(h) + 1},
                     h >= 0 ? ui->palette.accent : ui->palette.warn);
    }
    if (bm_ui_hovers(ui, box) && ui->in.pressed[0] && !ui->mouse_consumed) {
        const int want = (ui->in.x - box.x) * (plies + 1) / (box.w > 0 ? box.w : 1);
        ui->mouse_consumed = true;
        n = BM_NODE_ROOT;
        for (int ply = 0; ply < want && bm_game_first(game, n) != BM_NODE_NONE; ply++)
            n = bm_game_first(game, n);
        bm_desktop_session_show_node(&app->session, n);
    }
}

/* SPDX-License-Identifier: MIT */
/* Engines that analyse: chosen in the panel, followed, in trouble; and found by their files. */
#include "engine_list.h"

static char bad[200];

static void add(const char *name, const char *mode)
{
    char word[BM_PREF_TEXT];
    snprintf(word, sizeof word, "%s %s", bad, mode);
    engine_list_add(name, word, 0, 0);
}

static void remove_all(void)
{
    struct bm_registry r;
    if (bm_registry_open(&r, NULL, true, NULL) != BM_OK)
        tap_bail("no registry");
    while (r.count)
        bm_registry_remove(&r, r.engines[0].name);
    (void)!bm_registry_save(&r, NULL);
    bm_registry_close(&r);
}

/* Where the choice of the analyst is: it may not move while lines and failures come. */
static int choice_row(const struct bm_app *app)
{
    const struct bm_widget *const w = rig_widget(app, "Analysis by");
    return w ? w->box.y : -1;
}

/* The engine that analyses; NULL: none does. */
static const struct bm_engine *engine_of(const struct bm_app *app)
{
    const struct bm_analyser *const analyser = app->analysis.analyser;
    return analyser ? bm_analyser_engine(analyser) : NULL;
}

/* A window whose panel has the one engine of the list at work. */
static struct bm_app *analyse(const char *variant, const char *name, const char *mode)
{
    remove_all();
    add(name, mode);
    struct bm_app *const app = rig_open(variant, "me", "me");
    bm_desktop_analysis_set_engine(&app->analysis, "", 3); /* instead of the stored choice */
    rig_key(app, SDLK_SPACE, KMOD_CTRL);
    ok(app->analysis.on && app->analysis.analyser && !engine_of(app));
    const int row = choice_row(app);
    rig_until(app, app->analysis.line_count > 0);
    rig_step(app);
    ok(row > 0 && choice_row(app) == row);
    ok(rig_press(app, "Analysis by"));
    ok(strcmp(app->analysis.engine_name, name) == 0 && engine_of(app));
    return app;
}

/* The colour half way along a move. */
static uint32_t color_of(struct bm_app *app, bm_move m)
{
    const bm_box a = bm_board_square_box(app, bm_move_from(m)),
                 b = bm_board_square_box(app, bm_move_to(m));
    const SDL_Rect r = {(a.x + b.x + a.w) / 2, (a.y + b.y + a.h) / 2, 1, 1};
    uint32_t c = 0;
    rig_motion(app, 2, 2);
    bm_app_draw(app);
    if (SDL_RenderReadPixels(app->renderer, &r, SDL_PIXELFORMAT_ARGB8888, &c, 4))
        tap_bail("no picture");
    return c;
}

static void lines(void)
{
    struct bm_app *const app = analyse("chess", "first", "good");
    const struct bm_desktop_analysis *const b = &app->analysis;
    const int row = choice_row(app);
    int value = 0;
    rig_until(app, b->line_count == 3);
    eq_u64(b->line_count, 3);
    rig_step(app);
    ok(row > 0 && choice_row(app) == row);
    for (unsigned i = 0; i < 3; i++)
        ok(b->line[i].has && b->line[i].count && b->line[i].depth == 1 &&
           b->line[i].node == app->session.node);
    ok(b->line[0].score == 1);
    ok(b->line[2].score == -20);
    /* What is read in the panel are moves as people write them, and the best is an arrow. */
    const bm_move best = b->line[0].pv[0];
    char text[BM_MOVE_TEXT];
    bm_desktop_session_move_text(&app->session, app->session.ctx, best, text, sizeof text);
    ok_named(window_shows(app, text), "the panel reads %s", text);
    const uint32_t with = color_of(app, best);
    /* More lines. */
    ok(rig_press(app, "Lines"));
    rig_until(app, b->line_count == 4);
    eq_u64(b->line_count, 4);
    ok(strstr(app->session.log, "setoption name MultiPV value 4") != NULL);
    /* The next position, seen by the other side: the score is the first side's. */
    const int pid = engine_pid(engine_of(app));
    ok(rig_move(app, "e2e4", true));
    rig_until(app, b->line_count > 0);
    ok(b->line[0].score == -1);
    ok(b->line[0].node == app->session.node);
    ok(bm_desktop_analysis_eval(b, app->session.node, &value) && value == -1);
    ok(bm_desktop_analysis_eval(b, BM_NODE_ROOT, &value) && value == 1);
    rig_key(app, SDLK_LEFT, 0);
    rig_until(app, b->line_count > 0 && b->line[0].node == BM_NODE_ROOT);
    ok(b->line[0].score == 1);
    ok(engine_pid(engine_of(app)) == pid); /* the same one all the time */
    /* Off: it leaves, and so does its arrow. */
    rig_key(app, SDLK_SPACE, KMOD_CTRL);
    ok(!b->on && !b->analyser && b->line_count == 0);
    ok(color_of(app, best) != with);
    rig_until(app, closing_engines(app) == 0 && !process_lives(pid));
    ok(!process_lives(pid));
    rig_close(app);
    ok(no_processes_left());
}

/* Who was chosen is remembered, and the built-in search can be chosen again. */
static void remembered(void)
{
    struct bm_app *app = analyse("chess", "first", "good");
    ok(rig_press(app, "Lines"));
    rig_close(app);
    ok_named(no_processes_left(), "closed while an engine analyses");
    app = rig_open("chess", "me", "me");
    eq_str(app->analysis.engine_name, "first");
    eq_u64(app->analysis.multipv, 4);
    rig_key(app, SDLK_SPACE, KMOD_CTRL);
    rig_until(app, app->analysis.line_count == 4);
    ok(engine_of(app) != NULL);
    ok(rig_press(app, "Analysis by")); /* round to the first again */
    eq_str(app->analysis.engine_name, "");
    ok(!engine_of(app) && app->analysis.analyser);
    rig_until(app, app->analysis.line_count == 4);
    ok(app->analysis.line[0].depth > 0 && app->analysis.line[3].has);
    rig_close(app);
}

/* Shogi by an engine that speaks USI, read in Japanese; another game asks anew. */
static void shogi(void)
{
    struct bm_app *const app = analyse("shogi", "usi one", "good proto=usi");
    rig_until(app, app->analysis.line_count > 0);
    ok(app->analysis.line_count > 0 && bm_engine_proto(engine_of(app)) == BM_PROTO_USI);
    app->prefs.lang = 1;
    bm_app_set_language(app);
    rig_step(app);
    ok_named(window_shows(app, "▲") || window_shows(app, "☗"), "a line in Japanese");
    app->prefs.lang = 0;
    bm_app_set_language(app);
    snprintf(app->prefs.variant, sizeof app->prefs.variant, "minishogi");
    ok(bm_new_game_begin(app));
    ok_named(!app->analysis.on, "in another match it is asked for anew");
    rig_key(app, SDLK_SPACE, KMOD_CTRL);
    const int row = choice_row(app);
    rig_until(app, app->analysis.failure[0]);
    rig_step(app);
    ok(row > 0 && choice_row(app) == row);
    ok_named(window_shows(app, "good: the engine does not play this game"), "%s",
             app->analysis.failure);
    snprintf(app->prefs.variant, sizeof app->prefs.variant, "shogi");
    ok(bm_new_game_begin(app));
    rig_key(app, SDLK_SPACE, KMOD_CTRL);
    rig_until(app, app->analysis.line_count > 0);
    ok(app->analysis.line_count > 0 && !app->analysis.failure[0]);
    rig_close(app);
    ok(no_processes_left());
}

/* What the opponent thinks is not seen while one plays against it, unless it is asked for. */
static void no_hints(void)
{
    char word[BM_PREF_TEXT];
    snprintf(word, sizeof word, "%s good", bad);
    struct bm_app *const app = rig_open("chess", "me", word);
    rig_until(app, rig_state(app).stage == BM_MATCH_PLAYING);
    ok(rig_move(app, "e2e4", true) || bm_ctx_plies(app->session.ctx) == 2);
    rig_until(app, bm_ctx_plies(app->session.ctx) == 2);
    rig_step(app);
    const struct bm_desktop_pv *const t = &app->session.seat[1].pv;
    ok_named(t->has && bm_eval_graph_has_values(app), "it has said what it thinks");
    ok(!app->analysis.on && !bm_analysis_panel_is_allowed(app));
    rig_key(app, SDLK_SPACE, KMOD_CTRL);
    ok(app->analysis.on && bm_analysis_panel_is_allowed(app));
    rig_key(app, SDLK_SPACE, KMOD_CTRL);
    ok(!bm_analysis_panel_is_allowed(app));
    /* At the end it may be seen, and in the study of the game. */
    ok(bm_desktop_session_act(&app->session, BM_ACT_RESIGN, BM_FIRST));
    ok(bm_analysis_panel_is_allowed(app));
    /* What was switched on in a study does not go on in a match. */
    rig_key(app, SDLK_ESCAPE, 0);
    rig_key(app, SDLK_t, KMOD_CTRL);
    rig_key(app, SDLK_SPACE, KMOD_CTRL);
    ok(app->session.study && app->analysis.on);
    snprintf(app->prefs.seat[1], sizeof app->prefs.seat[1], "me");
    ok(rig_begin(app, "chess", "none"));
    ok(!app->analysis.on && !app->analysis.analyser && !engine_of(app) &&
       !bm_analysis_panel_is_allowed(app));
    rig_close(app);
    ok(no_processes_left());
}

/* Named in words, and back when it is wanted. */
static void trouble(void)
{
    char mode[BM_PREF_TEXT];
    snprintf(mode, sizeof mode, "crashes-in-search once=%s/analyst", rig_home);
    struct bm_app *const app = analyse("chess", "weak", mode);
    rig_until(app, app->analysis.failure[0]);
    rig_step(app);
    ok_named(window_shows(app, "crashes-in-search: the engine ended: killed by signal 6"), "%s",
             app->analysis.failure);
    ok(rig_move(app, "e2e4", true)); /* the game goes on without it */
    ok(app->analysis.failure[0] && app->dialog == BM_DIALOG_NONE);
    ok(rig_press(app, "Restart engine"));
    rig_until(app, app->analysis.line_count > 0);
    ok(app->analysis.line_count > 0 && !app->analysis.failure[0]);
    ok(app->analysis.line[0].node == app->session.node);
    rig_close(app);
    ok(no_processes_left());
}

/* One that is gone from the list, or whose program is. */
static void missing(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    remove_all();
    bm_desktop_analysis_set_engine(&app->analysis, "nobody", 2);
    rig_key(app, SDLK_SPACE, KMOD_CTRL);
    ok_named(app->analysis.failure[0] && window_shows(app, "nobody: "), "%s",
             app->analysis.failure);
    ok(rig_press(app, "Analysis by"));
    ok(!app->analysis.failure[0]);
    rig_close(app);
}

/* An engine found by our own dialog for files, in a folder with a blank in its name. */
static void by_file(void)
{
    char folder[256], path[300];
    remove_all();
    snprintf(folder, sizeof folder, "%s/my engines", rig_home);
    snprintf(path, sizeof path, "%s/best", folder);
    if (mkdir(folder, 0700) || symlink(bad, path))
        tap_bail("no engine");
    struct bm_app *const app = rig_open("chess", "me", "me");
    snprintf(app->prefs.folder, sizeof app->prefs.folder, "%s", folder);
    rig_key(app, SDLK_n, KMOD_CTRL);
    ok(rig_press(app, "Engines"));
    ok(app->dialog == BM_DIALOG_ENGINES);
    ok(rig_press(app, "Choose file"));
    ok(app->dialog == BM_DIALOG_FILE);
    ok(rig_press(app, "best")); /* programs are listed */
    ok(rig_press(app, "Choose"));
    ok(app->dialog == BM_DIALOG_ENGINES);
    ok(rig_press(app, "Add engine"));
    rig_until(app, rig_widget(app, "best") != NULL);
    ok(rig_widget(app, "best") != NULL);
    struct bm_registry r;
    ok(bm_registry_open(&r, NULL, false, NULL) == BM_OK);
    const struct bm_engine_spec *const spec = bm_registry_find(&r, "best");
    ok(spec != NULL);
    eq_str(spec ? spec->command : "", path);
    bm_registry_close(&r);
    /* What is no program is refused in words. */
    ok(rig_press(app, "Choose file"));
    rig_text(app, "/etc/passwd");
    rig_key(app, SDLK_RETURN, 0);
    ok_named(app->dialog == BM_DIALOG_FILE && app->message_is_warning, "%s", app->message);
    rig_key(app, SDLK_ESCAPE, 0);
    ok(app->dialog == BM_DIALOG_ENGINES);
    /* Or it is dropped there. */
    ok(rig_press(app, "Remove"));
    ok(rig_widget(app, "best") == NULL);
    SDL_PushEvent(&(SDL_Event){.drop = {.type = SDL_DROPFILE, .file = SDL_strdup(path)}});
    rig_step(app);
    ok(rig_press(app, "Add engine"));
    rig_until(app, rig_widget(app, "best") != NULL);
    ok(rig_widget(app, "best") != NULL);
    rig_key(app, SDLK_ESCAPE, 0);
    ok(app->dialog == BM_DIALOG_NEW_GAME); /* back where one came from */
    rig_close(app);
    ok(no_processes_left());
}

int main(int argc, char **argv)
{
    if (argc < 2)
        tap_bail("usage: analysis_test BAD_ENGINE");
    /* A link to it must hold from anywhere. */
    char here[120] = "";
    if (argv[1][0] != '/' && !getcwd(here, sizeof here))
        tap_bail("no folder");
    snprintf(bad, sizeof bad, "%s%s%s", here, *here ? "/" : "", argv[1]);
    rig_setup();
    lines();
    remembered();
    shogi();
    no_hints();
    trouble();
    missing();
    by_file();
    return tap_done();
}

/* SPDX-License-Identifier: MIT */
/* Engines at the board: good ones, those that misbehave, and windows that close on them. */
#include <signal.h>

#include "rig.h"

static char bad[200];

static void command(char *buf, size_t cap, const char *mode)
{
    snprintf(buf, cap, "%s %s", bad, mode);
}

/* A person against an engine of that mode, after the person's first move. */
static struct bm_app *against(const char *mode)
{
    char word[BM_PREF_TEXT];
    command(word, sizeof word, mode);
    struct bm_app *const app = rig_open("chess", "me", word);
    /* A failure may come before the game begins. */
    rig_until(app, rig_state(app).stage != BM_MATCH_WAITING || app->desk.chair[1].failed);
    return app;
}

static void good(void)
{
    struct bm_app *const app = against("good");
    ok(rig_state(app).stage == BM_MATCH_PLAYING);
    ok(rig_move(app, "e2e4", true) || bm_ctx_plies(app->desk.ctx) == 2);
    rig_until(app, bm_ctx_plies(bm_match_ctx(app->desk.match)) == 2);
    eq_u64(bm_ctx_plies(app->desk.ctx), 2);
    ok(strstr(app->desk.log ? app->desk.log : "", "bestmove") != NULL);
    rig_key(app, SDLK_l, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_LOG);
    rig_key(app, SDLK_ESCAPE, 0);
    /* Taking back goes to the person's turn. */
    rig_key(app, SDLK_z, KMOD_CTRL);
    eq_u64(bm_ctx_plies(app->desk.ctx), 0);
    rig_close(app);
}

/* It is named in words, and the person goes on. */
static void trouble(const char *mode, bool moves)
{
    struct bm_app *const app = against(mode);
    if (moves && !app->desk.chair[1].failed)
        (void)rig_move(app, "e2e4", false);
    rig_until(app, app->dialog == BM_DIALOG_TROUBLE);
    ok_named(app->dialog == BM_DIALOG_TROUBLE && strlen(app->desk.chair[1].trouble) > 20,
             "%s: %s", mode, app->desk.chair[1].trouble);
    ok(rig_state(app).stage != BM_MATCH_OVER);
    ok(rig_press(app, "I move for it"));
    ok(app->dialog == BM_DIALOG_NONE);
    rig_until(app, rig_state(app).stage == BM_MATCH_PLAYING);
    ok(rig_move(app, bm_ctx_turn(app->desk.ctx) ? "e7e5" : "e2e4", true));
    rig_close(app);
}

static void restart(void)
{
    struct bm_app *const app = against("crashes-in-search");
    if (!app->desk.chair[1].failed)
        (void)rig_move(app, "e2e4", false);
    rig_until(app, app->dialog == BM_DIALOG_TROUBLE);
    ok(rig_press(app, "Restart engine"));
    ok(!app->desk.chair[1].failed || app->dialog == BM_DIALOG_TROUBLE);
    rig_until(app, app->dialog == BM_DIALOG_TROUBLE); /* it fails again, and says so again */
    ok(rig_press(app, "Level 5 takes over"));
    rig_until(app, bm_ctx_plies(bm_match_ctx(app->desk.match)) == 2);
    eq_u64(bm_ctx_plies(app->desk.ctx), 2);
    rig_close(app);
}

/* The window closes while somebody thinks: at once, and nobody is left. */
static void close_on_search(void)
{
    struct bm_app *app = rig_open("shogi", "builtin:8", "builtin:8");
    rig_until(app, bm_table_is_thinking(app->desk.table));
    rig_close(app);
    ok_named(true, "closed while the search thinks");
    app = rig_open("chess", "me", "me");
    rig_key(app, SDLK_SPACE, KMOD_CTRL);
    rig_until(app, app->brain.lines > 0);
    ok(app->brain.on && app->brain.line[0].has);
    (void)rig_move(app, "e2e4", true); /* it follows the position */
    rig_until(app, app->brain.lines > 0);
    ok(app->brain.line[0].node == app->desk.node);
    rig_close(app);
    ok_named(true, "closed while the analysis runs");
}

static void close_on_engine(const char *mode)
{
    struct bm_app *const app = against(mode);
    (void)rig_move(app, "e2e4", false);
    const int pid = app->desk.chair[1].engine ? bm_engine_pid(app->desk.chair[1].engine) : 0;
    rig_close(app);
    for (int i = 0; i < 100 && pid && kill(pid, 0) == 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    ok_named(!pid || kill(pid, 0) != 0, "%s: no process is left", mode);
}

/* Add one by its command, set an option, and find it again in the registry. */
static void add_engine(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    char word[BM_PREF_TEXT];
    command(word, sizeof word, "good");
    rig_key(app, SDLK_g, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_ENGINES);
    ok(rig_press(app, "Program, with its arguments"));
    rig_text(app, word);
    ok(rig_press(app, "Add engine"));
    rig_until(app, bm_ui_find(&app->ui, "bad_engine") != NULL);
    ok(bm_ui_find(&app->ui, "bad_engine") != NULL);
    ok(rig_press(app, "Options"));
    ok(app->dialog == BM_DIALOG_OPTIONS);
    ok(bm_ui_find(&app->ui, "Hash") && bm_ui_find(&app->ui, "Style"));
    ok(rig_press(app, "Style"));
    struct bm_registry r;
    ok(bm_registry_open(&r, NULL, false, NULL) == BM_OK);
    const struct bm_engine_spec *const spec = bm_registry_find(&r, "bad_engine");
    ok(spec && spec->options_count == 1 && strcmp(spec->options[0].value, "Wild Attack") == 0);
    bm_registry_close(&r);
    rig_key(app, SDLK_ESCAPE, 0);
    ok(rig_press(app, "Remove"));
    ok(bm_ui_find(&app->ui, "bad_engine") == NULL);
    rig_close(app);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        tap_bail("usage: engines_test BAD_ENGINE");
    snprintf(bad, sizeof bad, "%s", argv[1]);
    rig_setup();
    good();
    trouble("ends-at-once", false);
    trouble("vanishes-in-search", true);
    trouble("crashes-in-search", true);
    trouble("says arg=e2e5", true);
    restart();
    close_on_search();
    close_on_engine("never-moves");
    close_on_engine("good");
    add_engine();
    return tap_done();
}

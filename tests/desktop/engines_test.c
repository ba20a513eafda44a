/* SPDX-License-Identifier: MIT */
/* Engines at the board: good ones, those that misbehave, and windows that close on them. */
#include "engine_list.h"

static char bad[200];

static void command(char *buf, size_t cap, const char *mode)
{
    snprintf(buf, cap, "%s %s", bad, mode);
}

/* A person against an engine. */
static struct bm_app *against(const char *word)
{
    struct bm_app *const app = rig_open("chess", "me", word);
    /* A failure may come before the game begins. */
    rig_until(app,
              rig_state(app).stage != BM_MATCH_WAITING || app->session.seat[1].player.failed);
    return app;
}

static struct bm_app *against_mode(const char *mode)
{
    char word[BM_PREF_TEXT];
    command(word, sizeof word, mode);
    return against(word);
}

static unsigned plies(const struct bm_app *app)
{
    return bm_ctx_plies(bm_match_ctx(app->session.match));
}

static void good(void)
{
    struct bm_app *const app = against_mode("good");
    ok(rig_state(app).stage == BM_MATCH_PLAYING);
    ok(rig_move(app, "e2e4", true) || bm_ctx_plies(app->session.ctx) == 2);
    rig_until(app, plies(app) == 2);
    eq_u64(bm_ctx_plies(app->session.ctx), 2);
    ok(strstr(app->session.log ? app->session.log : "", "bestmove") != NULL);
    rig_key(app, SDLK_l, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_ENGINE_LOG);
    rig_key(app, SDLK_ESCAPE, 0);
    /* Taking back goes to the person's turn. */
    rig_key(app, SDLK_z, KMOD_CTRL);
    eq_u64(bm_ctx_plies(app->session.ctx), 0);
    rig_close(app);
}

/* It fails, at once or when it is asked for a move; it is named in words that one can read. */
static void see_trouble(struct bm_app *app, const char *words)
{
    if (!app->session.seat[1].player.failed && plies(app) == 0)
        (void)rig_move(app, "e2e4", false);
    rig_until(app, app->dialog == BM_DIALOG_ENGINE_FAILED);
    rig_step(app);
    ok_named(app->dialog == BM_DIALOG_ENGINE_FAILED && window_shows(app, words), "it says: %s",
             app->session.seat[1].failure);
    ok(rig_state(app).stage != BM_MATCH_OVER);
}

/* Somebody else goes on. */
static void take_over(const char *mode, const char *words)
{
    struct bm_app *const app = against_mode(mode);
    see_trouble(app, words);
    ok(rig_press(app, "I move for it"));
    ok(app->dialog == BM_DIALOG_NONE);
    rig_until(app, rig_state(app).stage == BM_MATCH_PLAYING);
    ok(rig_move(app, bm_ctx_turn(app->session.ctx) ? "e7e5" : "e2e4", true));
    rig_close(app);
    ok(no_processes_left());
}

/* Its process is started anew, and that one plays. */
static void restart(const char *mode, const char *words)
{
    static unsigned number;
    char text[BM_PREF_TEXT];
    snprintf(text, sizeof text, "%s once=%s/first-%u", mode, rig_home, number++);
    struct bm_app *const app = against_mode(text);
    const int before =
        app->session.seat[1].player.engine ? engine_pid(app->session.seat[1].player.engine) : 0;
    see_trouble(app, words);
    ok(rig_press(app, "Restart engine"));
    ok(app->dialog == BM_DIALOG_NONE);
    if (plies(app) == 0) {
        rig_until(app, rig_state(app).stage == BM_MATCH_PLAYING);
        (void)rig_move(app, "e2e4", false);
    }
    rig_until(app, plies(app) == 2 || app->dialog == BM_DIALOG_ENGINE_FAILED);
    eq_u64(plies(app), 2);
    ok(!app->session.seat[1].player.failed && !app->session.seat[1].failure[0]);
    ok_named(app->session.seat[1].player.engine &&
                 engine_pid(app->session.seat[1].player.engine) != before,
             "the move is that of another process");
    /* And once more, so that it was no accident. */
    ok(rig_move(app, "d2d4", true) || plies(app) == 4);
    rig_until(app, plies(app) == 4);
    eq_u64(plies(app), 4);
    rig_close(app);
    ok(no_processes_left());
}

/* How often something stands in a text. */
static unsigned long count(const char *s, size_t len, const char *what)
{
    const size_t n = strlen(what);
    unsigned long found = 0;
    for (size_t i = 0; i + n <= len; i++)
        found += memcmp(s + i, what, n) == 0;
    return found;
}

/* One that fails again says so again; a level can take its place. */
static void fails_again(void)
{
    struct bm_app *const app = against_mode("crashes-in-search");
    see_trouble(app, "crashes-in-search: the engine ended");
    const unsigned long told = count(app->session.log, app->session.log_len, "> go");
    ok(rig_press(app, "Restart engine"));
    rig_until(app, count(app->session.log, app->session.log_len, "> go") > told &&
                       app->dialog == BM_DIALOG_ENGINE_FAILED);
    ok(count(app->session.log, app->session.log_len, "> go") == told + 1);
    ok(app->dialog == BM_DIALOG_ENGINE_FAILED);
    eq_u64(plies(app), 1);
    ok(rig_press(app, "Level 5 takes over"));
    rig_until(app, plies(app) == 2);
    eq_u64(plies(app), 2);
    rig_close(app);
}

/* One that never says a word, which shows before the game begins. */
static void silent(void)
{
    char word[BM_PREF_TEXT];
    command(word, sizeof word, "silent");
    engine_list_add("mute one", word, 300, 0);
    struct bm_app *const app = against("mute one");
    see_trouble(app, "mute one: the engine does not answer to uci or usi");
    ok(rig_press(app, "I move for it"));
    rig_until(app, rig_state(app).stage == BM_MATCH_PLAYING);
    eq_u64(rig_moves(app, "e2e4 e7e5"), 2);
    rig_close(app);
    ok(no_processes_left());
}

/* The window closes during a search: at once, and no process is left. */
static void close_on_search(void)
{
    struct bm_app *app = rig_open("shogi", "builtin:8", "builtin:8");
    rig_until(app, bm_table_is_thinking(app->session.table));
    ok(bm_table_is_thinking(app->session.table));
    rig_close(app);
    app = rig_open("chess", "me", "me");
    rig_key(app, SDLK_SPACE, KMOD_CTRL);
    rig_until(app, app->analysis.line_count > 0);
    ok(app->analysis.on && app->analysis.line[0].has);
    (void)rig_move(app, "e2e4", true); /* it follows the position */
    rig_until(app, app->analysis.line_count > 0);
    ok(app->analysis.line[0].node == app->session.node);
    rig_close(app);
    ok_named(no_processes_left(), "closed while the analysis runs");
}

static void close_on_engine(const char *mode)
{
    struct bm_app *const app = against_mode(mode);
    (void)rig_move(app, "e2e4", false);
    const int pid = engine_pid(app->session.seat[1].player.engine);
    ok(process_lives(pid));
    rig_close(app);
    ok_named(!process_lives(pid) && no_processes_left(), "%s: no process is left", mode);
}

/* One that will not go: the game is left, and the next is played while it is still there. */
static void stubborn(void)
{
    char word[BM_PREF_TEXT];
    command(word, sizeof word, "stubborn");
    engine_list_add("for ever", word, ONE_DAY, ONE_DAY);
    struct bm_app *app = against("for ever");
    const int pid = engine_pid(app->session.seat[1].player.engine);
    ok(rig_state(app).stage == BM_MATCH_PLAYING && process_lives(pid));
    snprintf(app->prefs.seat[1], sizeof app->prefs.seat[1], "me");
    ok(bm_new_game_begin(app));
    const uint64_t frames = app->frames;
    eq_u64(rig_moves(app, "e2e4 e7e5 g1f3"), 3);
    ok_named(app->frames > frames, "%llu frames were drawn meanwhile",
             (unsigned long long)(app->frames - frames));
    ok_named(process_lives(pid) && closing_engines(app) == 1, "and the engine has not left");
    rig_close(app);
    ok_named(!process_lives(pid) && no_processes_left(), "it left with the window");

    /* One that is given less time is killed while the window is open. */
    engine_list_add("for ever", word, ONE_DAY, 20);
    app = against("for ever");
    const int other = engine_pid(app->session.seat[1].player.engine);
    snprintf(app->prefs.seat[1], sizeof app->prefs.seat[1], "me");
    ok(process_lives(other) && bm_new_game_begin(app));
    rig_until(app, closing_engines(app) == 0);
    rig_until(app, !process_lives(other));
    ok(closing_engines(app) == 0 && !process_lives(other));
    rig_close(app);
    ok(no_processes_left());
}

/* What the list has for an option of bad_engine. */
static const char *stored_option(const char *name)
{
    static char value[BM_PREF_TEXT];
    struct bm_registry r;
    value[0] = '\0';
    if (bm_registry_open(&r, NULL, false, NULL))
        return value;
    const struct bm_engine_spec *const spec = bm_registry_find(&r, "bad_engine");
    for (size_t i = 0; spec && i < spec->options_count; i++) {
        if (strcmp(spec->options[i].name, name) == 0)
            snprintf(value, sizeof value, "%s", spec->options[i].value);
    }
    bm_registry_close(&r);
    return value;
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
    rig_until(app, rig_widget(app, "bad_engine") != NULL);
    ok(rig_widget(app, "bad_engine") != NULL);
    ok(rig_press(app, "Options"));
    ok(app->dialog == BM_DIALOG_ENGINE_OPTIONS);
    ok(rig_widget(app, "Hash") && rig_widget(app, "Style"));
    ok(rig_press(app, "Style"));
    struct bm_registry r;
    ok(bm_registry_open(&r, NULL, false, NULL) == BM_OK);
    const struct bm_engine_spec *const spec = bm_registry_find(&r, "bad_engine");
    ok(spec && spec->options_count == 1 && strcmp(spec->options[0].value, "Wild Attack") == 0);
    bm_registry_close(&r);
    /* A text is stored when its field is left, or when the dialog closes. */
    ok(rig_press(app, "Hash"));
    rig_key(app, SDLK_a, KMOD_CTRL);
    rig_text(app, "32");
    eq_str(stored_option("Hash"), "");
    rig_key(app, SDLK_TAB, 0);
    rig_step(app);
    eq_str(stored_option("Hash"), "32");
    ok(rig_press(app, "Hash"));
    rig_key(app, SDLK_a, KMOD_CTRL);
    rig_text(app, "48");
    rig_key(app, SDLK_ESCAPE, 0);
    ok(app->dialog == BM_DIALOG_ENGINES);
    eq_str(stored_option("Hash"), "48");
    ok(rig_press(app, "Options"));
    ok(rig_press(app, "Hash"));
    rig_key(app, SDLK_a, KMOD_CTRL);
    rig_text(app, "4000"); /* is refused, and said */
    ok(rig_press(app, "Close"));
    eq_str(stored_option("Hash"), "48");
    ok(rig_press(app, "Remove"));
    ok(rig_widget(app, "bad_engine") == NULL);
    rig_close(app);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        tap_bail("usage: engines_test BAD_ENGINE");
    snprintf(bad, sizeof bad, "%s", argv[1]);
    rig_setup();
    good();
    take_over("ends-at-once", "bad_engine: the engine ended before it was ready");
    take_over("vanishes-in-search", "vanishes-in-search: the engine ended: killed by signal 9");
    take_over("says arg=e2e5", "says: the engine played a move that is not legal: ");
    restart("crashes-in-search", "crashes-in-search: the engine ended: killed by signal 6");
    restart("vanishes-in-search", "vanishes-in-search: the engine ended: killed by signal 9");
    restart("says arg=e2e5", "says: the engine played a move that is not legal: ");
    restart("says arg=garbage", "says: the engine answered with what is no move: ");
    fails_again();
    silent();
    close_on_search();
    close_on_engine("never-moves");
    close_on_engine("good");
    stubborn();
    add_engine();
    return tap_done();
}

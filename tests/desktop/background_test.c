/* SPDX-License-Identifier: MIT */
/* What others do while the window goes on: files are written, variants are compiled. */
#include "rig.h"

static void read_file(const char *path, char *buf, size_t cap)
{
    FILE *const f = fopen(path, "rb");
    const size_t n = f ? fread(buf, 1, cap - 1, f) : 0;
    buf[n] = '\0';
    if (f)
        fclose(f);
}

/* The newest text wins, whatever was skipped; order is kept; nothing is lost at the end. */
static void file_writer(void)
{
    enum { COUNT = 500 };
    struct bm_file_writer k;
    char one[256], two[256], bad[256], text[64], got[64];
    snprintf(one, sizeof one, "%s/one", rig_home);
    snprintf(two, sizeof two, "%s/two", rig_home);
    snprintf(bad, sizeof bad, "%s/no/such/folder", rig_home);
    bm_file_writer_start(&k, NULL, NULL);
    ok(k.running);
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "text %d", i);
        bm_file_writer_put(&k, i % 2 ? one : two, text, strlen(text));
    }
    bm_file_writer_flush(&k);
    read_file(one, got, sizeof got);
    eq_str(got, "text 499");
    read_file(two, got, sizeof got);
    eq_str(got, "text 498");
    ok_named(k.done >= 2 && k.done <= COUNT, "%lu of %d were written", k.done, COUNT);
    ok(bm_file_writer_take_error(&k) == 0);
    bm_file_writer_put(&k, one, "gone", 4);
    bm_file_writer_put(&k, one, NULL, 0);
    bm_file_writer_flush(&k);
    ok(access(one, F_OK) != 0);
    bm_file_writer_put(&k, one, NULL, 0); /* what is not there is removed already */
    bm_file_writer_put(&k, bad, "x", 1);
    bm_file_writer_flush(&k);
    ok(bm_file_writer_take_error(&k) != 0);
    ok(bm_file_writer_take_error(&k) == 0);
    bm_file_writer_put(&k, two, "the last", 8);
    bm_file_writer_stop(&k); /* without a flush */
    read_file(two, got, sizeof got);
    eq_str(got, "the last");
}

/* A game is on disk a moment after a move, without anybody asking for it. */
static void autosave(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    char got[4096];
    ok(rig_move(app, "g1f3", true));
    rig_until(app, access(app->autosave, R_OK) == 0);
    bm_file_writer_flush(&app->file_writer);
    read_file(app->autosave, got, sizeof got);
    ok(strstr(got, "g1f3") || strstr(got, "Nf3"));
    /* Thoughts and talk are no reason to write. */
    const unsigned long done = app->file_writer.done;
    rig_key(app, SDLK_SPACE, KMOD_CTRL);
    rig_until(app, app->analysis.line_count > 0);
    bm_desktop_session_log_engine(&app->session, "nobody", true, "talk", 4);
    bm_desktop_session_report(&app->session, "%s", "words");
    ok(app->save_at == 0);
    bm_file_writer_flush(&app->file_writer);
    eq_u64(app->file_writer.done, done);
    rig_close(app);
}

/* A place where nothing can be written is told. */
static void no_room(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    snprintf(app->autosave, sizeof app->autosave, "%s/none/game.json", rig_home);
    ok(rig_move(app, "g1f3", true));
    rig_until(app, strstr(app->message, "cannot be kept") != NULL);
    ok_named(app->message_is_warning && strstr(app->message, "cannot be kept"), "%s",
             app->message);
    rig_close(app);
}

static void write_variant(const char *path, const char *text)
{
    FILE *const f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f))
        tap_bail("no file");
}

static void variants(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    char good[256], bad[256];
    snprintf(good, sizeof good, "%s/good.yaml", rig_home);
    snprintf(bad, sizeof bad, "%s/bad.yaml", rig_home);
    write_variant(good, "variant: good\nextends: minishogi\n");
    write_variant(bad, "variant: bad\nextends: chess\nfoo: 1\n");
    /* The old game is there until the new one is ready. */
    const struct bm_match *const old = app->session.match;
    snprintf(app->prefs.variant, sizeof app->prefs.variant, "%s", good);
    bm_new_game_load(app, NULL);
    ok(app->variant_load && app->session.match == old && app->message[0] &&
       !app->message_is_warning);
    rig_until(app, !app->variant_load);
    eq_str(app->session.info->name, "good");
    /* A mistake is said by line and column, and the game stays. */
    snprintf(app->prefs.variant, sizeof app->prefs.variant, "%s", bad);
    bm_new_game_load(app, NULL);
    rig_until(app, !app->variant_load);
    ok_named(app->message_is_warning && strstr(app->message, ":3:"), "%s", app->message);
    eq_str(app->session.info->name, "good");
    /* Whoever begins something else meanwhile is not disturbed. */
    snprintf(app->prefs.variant, sizeof app->prefs.variant, "%s", good);
    bm_new_game_load(app, NULL);
    snprintf(app->prefs.variant, sizeof app->prefs.variant, "shogi");
    ok(app->variant_load && bm_new_game_begin(app));
    ok(!app->variant_load);
    for (int i = 0; i < 50; i++)
        bm_app_step(app, 2);
    eq_str(app->session.info->name, "shogi");
    /* The start screen waits for it, and closes when it has come. */
    rig_key(app, SDLK_n, KMOD_CTRL);
    rig_key(app, SDLK_ESCAPE, 0);
    snprintf(app->prefs.variant, sizeof app->prefs.variant, "%s", good);
    rig_key(app, SDLK_n, KMOD_CTRL);
    ok(rig_press(app, "Start game"));
    rig_until(app, app->dialog == BM_DIALOG_NONE);
    ok(app->dialog == BM_DIALOG_NONE);
    eq_str(app->session.info->name, "good");
    /* And the window may close on it. */
    bm_new_game_load(app, NULL);
    rig_close(app);
}

static Uint32 end_run(Uint32 ms, void *user)
{
    (void)ms, (void)user;
    SDL_PushEvent(&(SDL_Event){.type = SDL_QUIT});
    return 0;
}

/* When nothing happens, the loop waits: it wakes up once, for the event that ends it. */
static void idle(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    SDL_Event e;
    ok(rig_move(app, "g1f3", true));
    rig_until(app, app->save_at == 0 && app->saved_version == app->session.version);
    bm_file_writer_flush(&app->file_writer);
    app->sound.rest_at = app->sound.rest_at ? 1 : 0; /* not ten seconds */
    rig_until(app, app->sound.rest_at == 0 && !app->dirty && !SDL_PollEvent(&e));
    if (SDL_InitSubSystem(SDL_INIT_TIMER) || !SDL_AddTimer(300, end_run, NULL))
        tap_bail("no timer");
    const uint64_t wakeups = app->wakeups, frames = app->frames;
    bm_app_run(app);
    eq_u64(app->wakeups - wakeups, 1);
    eq_u64(app->frames, frames);
    /* What another thread has to say wakes it. */
    app->quit = false;
    bm_file_writer_put(&app->file_writer, "/nowhere/at/all", "x", 1);
    for (int i = 0; i < 10 && !app->message[0]; i++)
        bm_app_step(app, 60000);
    ok_named(app->message_is_warning && app->message[0], "%s", app->message);
    rig_close(app);
}

int main(void)
{
    rig_setup();
    file_writer();
    autosave();
    idle();
    no_room();
    variants();
    return tap_done();
}

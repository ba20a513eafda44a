/* SPDX-License-Identifier: MIT */
/*
 * A crash: another process plays in a window of its own, like a person would, and is killed
 * without a word. Started again, the program finds the game, the clocks and the settings.
 */
#include <signal.h>
#include <sys/wait.h>

#include "rig.h"

/* What the one tells the other before it dies. */
struct report {
    char position[BM_POSITION_TEXT];
    int64_t left[2];
    unsigned plies;
};

static bool file_has(const char *path, const char *needle)
{
    size_t len;
    char *const text = SDL_LoadFile(path, &len);
    const bool has = text && strstr(text, needle);
    SDL_free(text);
    return has;
}

static void tell(struct bm_app *app, int pipe)
{
    struct report r = {.plies = bm_ctx_plies(app->session.ctx)};
    rig_position(app, r.position, sizeof r.position);
    for (unsigned side = 0; side < 2 && app->session.match; side++) {
        struct bm_face face;
        bm_clock_face(bm_match_clock(app->session.match), side, bm_app_now(app), &face);
        r.left[side] = face.main;
    }
    if (write(pipe, &r, sizeof r) != (ssize_t)sizeof r)
        _exit(1);
    for (;;) /* until it is killed */
        bm_app_step(app, 50);
}

/* Run it elsewhere, and kill it when it has told all. */
static bool crash(void (*play)(struct bm_app *app), struct report *out)
{
    int ends[2];
    if (pipe(ends))
        return false;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        struct bm_app *const app = rig_open("chess", "me", "me");
        play(app);
        tell(app, ends[1]);
    }
    close(ends[1]);
    const bool told = child > 0 && read(ends[0], out, sizeof *out) == (ssize_t)sizeof *out;
    close(ends[0]);
    int status = 0;
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    return told && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

/* Start again, and go on. */
static struct bm_app *again(const char *yes)
{
    struct bm_app *const app = calloc(1, sizeof *app);
    if (!app || !bm_app_init(app, &(struct bm_app_options){.width = 900, .height = 700}))
        tap_bail("no window");
    bm_app_step(app, 1);
    ok(app->dialog == BM_DIALOG_CONFIRM);
    ok(rig_press(app, yes));
    ok(app->dialog == BM_DIALOG_NONE);
    rig_step(app);
    return app;
}

static void play_timed(struct bm_app *app)
{
    rig_key(app, SDLK_COMMA, KMOD_CTRL);
    rig_press(app, "theme");
    rig_press(app, "language");
    rig_press(app, "language");
    rig_key(app, SDLK_ESCAPE, 0);
    rig_begin(app, "shogi", "10m+30b");
    rig_moves(app, "7g7f 3c3d 8h2b+ 3a2b");
    rig_key(app, SDLK_z, KMOD_CTRL); /* what is taken back is remembered, too */
    rig_moves(app, "8b2b B*5e");
    rig_until(app, file_has(app->autosave, "B*5e"));
    /* While the clock runs it is saved again and again: the time of this move, too. */
    rig_until(app, file_has(app->autosave, "\"end\":\"interrupted\",\"notes\":[{\"spent\":1") ||
                       file_has(app->autosave, "{\"spent\":2") ||
                       file_has(app->autosave, "{\"spent\":3"));
}

static void timed_game(void)
{
    struct report r = {.plies = 0};
    char position[BM_POSITION_TEXT];
    struct bm_face face[2];
    ok_named(crash(play_timed, &r), "it played, and was killed");
    eq_u64(r.plies, 5);
    struct bm_app *const app = again("再開する");
    ok(app->prefs.theme == 1 && app->lang == BM_JA);
    ok(app->session.match && strcmp(app->session.info->name, "shogi") == 0);
    rig_position(app, position, sizeof position);
    eq_str(position, r.position);
    for (unsigned side = 0; side < 2; side++)
        bm_clock_face(bm_match_clock(app->session.match), side, bm_app_now(app), &face[side]);
    ok_named(face[0].main == r.left[0], "the clock that stood: %lld ms",
             (long long)face[0].main);
    ok_named(face[1].main < 600000 && face[1].main + 60000 > r.left[1],
             "the clock that ran: %lld ms, was %lld", (long long)face[1].main,
             (long long)r.left[1]);
    ok(rig_state(app).stage == BM_MATCH_PLAYING);
    bm_move_list_update(&app->moves, &app->session);
    bool kept = false;
    for (size_t i = 0; i < app->moves.count; i++)
        kept = kept || app->moves.item[i].depth == 1;
    ok_named(kept, "what was taken back is a variation");
    ok(rig_move(app, "2b3b", true));
    ok(bm_desktop_session_act(&app->session, BM_ACT_RESIGN, BM_FIRST));
    app->prefs.lang = 0;
    bm_app_set_language(app);
    rig_close(app);
}

/* Nothing is asked when nothing is left. */
static void nothing_left(void)
{
    struct bm_app *const app = calloc(1, sizeof *app);
    if (!app || !bm_app_init(app, &(struct bm_app_options){.width = 900, .height = 700}))
        tap_bail("no window");
    bm_app_step(app, 1);
    ok(app->dialog == BM_DIALOG_NEW_GAME);
    rig_close(app);
}

static void play_computer(struct bm_app *app)
{
    snprintf(app->prefs.seat[1], sizeof app->prefs.seat[1], "builtin:2");
    rig_begin(app, "minishogi", "none");
    bm_move list[BM_MAX_MOVES];
    bm_ctx_moves(app->session.ctx, list, BM_MAX_MOVES);
    bm_desktop_session_play_move(&app->session, list[0]);
    rig_until(app, bm_ctx_plies(app->session.ctx) == 2);
    rig_until(app,
              file_has(app->autosave, "builtin:2") && file_has(app->autosave, "\"minishogi\""));
    char last[BM_COORDINATES + 8], text[BM_COORDINATES];
    bm_move_format(bm_ctx_played(app->session.ctx, 1), app->session.rules, text, sizeof text);
    snprintf(last, sizeof last, "\"%s\"", text);
    rig_until(app, file_has(app->autosave, last));
}

static void computer_game(void)
{
    struct report r = {.plies = 0};
    char position[BM_POSITION_TEXT];
    ok(crash(play_computer, &r));
    struct bm_app *const app = again("Go on");
    rig_position(app, position, sizeof position);
    eq_str(position, r.position);
    eq_str(app->session.seat[1].player.word, "builtin:2");
    eq_str(app->session.seat[0].player.word, "me");
    ok(app->session.seat[1].player.search != NULL);
    rig_close(app);
}

static void write_variant(char *path, size_t cap)
{
    snprintf(path, cap, "%s/knights.yaml", rig_home);
    FILE *const f = fopen(path, "w");
    if (!f)
        tap_bail("no file");
    fputs("variant: knights\nextends: chess\ntitle:\n  en: Knights only\n  ja: 桂馬だけ\n"
          "start: \"nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/NNNNKNNN w - - 0 1\"\n",
          f);
    fclose(f);
}

static void play_variant(struct bm_app *app)
{
    char path[256];
    write_variant(path, sizeof path);
    SDL_PushEvent(&(SDL_Event){.drop = {.type = SDL_DROPFILE, .file = SDL_strdup(path)}});
    rig_until(app, app->session.match && strcmp(app->session.info->name, "knights") == 0);
    rig_step(app);
    rig_moves(app, "b1c3 b8c6");
    rig_until(app, file_has(app->autosave, "b8c6"));
}

static void variant_game(void)
{
    struct report r = {.plies = 0};
    char position[BM_POSITION_TEXT];
    ok(crash(play_variant, &r));
    eq_u64(r.plies, 2);
    struct bm_app *const app = again("Go on");
    ok(app->session.match && strcmp(app->session.info->name, "knights") == 0);
    rig_position(app, position, sizeof position);
    eq_str(position, r.position);
    ok(rig_move(app, "c3d5", true));
    rig_close(app);
}

static void play_study(struct bm_app *app)
{
    SDL_SetClipboardText("1. e4 e5 2. Nf3 *");
    rig_key(app, SDLK_v, KMOD_CTRL);
    rig_key(app, SDLK_RIGHT, 0);
    rig_moves(app, "c7c5");
    rig_key(app, SDLK_RETURN, KMOD_CTRL);
    rig_text(app, "sharper");
    rig_key(app, SDLK_RETURN, KMOD_CTRL);
    rig_until(app, file_has(app->autosave, "sharper"));
}

static void study(void)
{
    struct report r = {.plies = 0};
    char text[256];
    ok(crash(play_study, &r));
    struct bm_app *const app = again("Go on");
    ok(app->session.study != NULL);
    eq_u64(bm_ctx_plies(app->session.ctx), r.plies);
    bm_desktop_session_comment(&app->session, text, sizeof text);
    eq_str(text, "sharper");
    eq_u64(app->moves.count, 4);
    /* Saved to a file, it needs not be found again. */
    snprintf(text, sizeof text, "%s/study.pgn", rig_home);
    ok(bm_files_save(app, text));
    rig_close(app);
    nothing_left();
}

/* What is damaged is said, and the program starts. */
static void damaged(void)
{
    char path[BM_PREF_PATH];
    if (!bm_app_file_path("STATE", "desktop-game.json", path, sizeof path) ||
        !bm_file_replace(path, "{\"variant\":\"chess\",\"mo", 22))
        tap_bail("no file");
    struct bm_app *const app = again("Go on");
    ok_named(app->message_is_warning && app->message[0], "%s", app->message);
    ok(app->session.ctx != NULL);
    rig_close(app);
}

int main(void)
{
    rig_setup();
    timed_game();
    nothing_left();
    computer_game();
    variant_game();
    study();
    damaged();
    return tap_done();
}

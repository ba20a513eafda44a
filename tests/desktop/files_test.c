/* SPDX-License-Identifier: MIT */
/* Files: closed games are archived, files are replaced only after a confirmation, and one game
 * of a collection is saved without changing the others. */
#include <dirent.h>

#include "desktop/files/archive.h"
#include "rig.h"

static unsigned archived(struct bm_app *app)
{
    struct bm_archive_entry *list;
    const size_t n = bm_archive_list(app, &list);
    bm_release(list);
    return (unsigned)n;
}

static void forget_all(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s/banmen'", rig_home);
    if (system(command) != 0)
        tap_bail("no shell");
}

static void write_file(const char *path, const char *text)
{
    FILE *const f = fopen(path, "wb");
    if (!f || fwrite(text, 1, strlen(text), f) != strlen(text) || fclose(f))
        tap_bail("no file");
}

static char *file_text(const char *path)
{
    static char text[1 << 16];
    FILE *const f = fopen(path, "rb");
    const size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    text[n] = '\0';
    if (f)
        fclose(f);
    return text;
}

static void start_new(struct bm_app *app)
{
    rig_key(app, SDLK_n, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_NEW_GAME);
    ok(rig_press(app, "Start game"));
    ok(app->dialog == BM_DIALOG_NONE && bm_ctx_plies(app->session.ctx) == 0);
}

/* A new game, a record that is pasted, a file that is opened, the end of the program. */
static void every_way_out(void)
{
    char path[256];
    forget_all();
    struct bm_app *app = rig_open("chess", "me", "me");
    eq_u64(archived(app), 0);
    start_new(app); /* a game without a move is none */
    eq_u64(archived(app), 0);
    bm_files_autosave(app);
    ok_named(!app->archive[0], "and has no file");
    eq_u64(rig_moves(app, "e2e4 e7e5"), 2);
    start_new(app);
    eq_u64(archived(app), 1);
    eq_u64(rig_moves(app, "d2d4"), 1);
    SDL_SetClipboardText("1. c4 c5 *");
    rig_key(app, SDLK_v, KMOD_CTRL);
    ok(app->session.study != NULL);
    eq_u64(archived(app), 2);
    rig_key(app, SDLK_END, 0);
    eq_u64(rig_moves(app, "g1f3"), 1); /* the study is changed now */
    snprintf(path, sizeof path, "%s/other.pgn", rig_home);
    write_file(path, "1. a3 *\n");
    ok(bm_files_open(app, path));
    eq_u64(archived(app), 3);
    start_new(app); /* what was opened and not changed is in its file */
    eq_u64(archived(app), 3);
    eq_u64(rig_moves(app, "h2h4"), 1);
    rig_close(app);
    app = rig_open(NULL, NULL, NULL);
    eq_u64(archived(app), 4);
    rig_close(app);
}

/* The list: date, game, players and result; and all of it can be brought back. */
static void brought_back(void)
{
    char want[BM_POSITION_TEXT], got[BM_POSITION_TEXT];
    forget_all();
    struct bm_app *const app = rig_open("chess", "me", "me");
    eq_u64(rig_moves(app, "f2f3 e7e5 g2g4 d8h4"), 4);
    rig_position(app, want, sizeof want);
    rig_key(app, SDLK_ESCAPE, 0);
    ok(rig_begin(app, "shogi", "10m"));
    eq_u64(rig_moves(app, "7g7f 3c3d"), 2);
    start_new(app);
    rig_key(app, SDLK_h, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_GAMES);
    struct bm_archive_entry *list;
    const size_t n = bm_archive_list(app, &list);
    eq_u64(n, 2);
    const unsigned chess = n && strstr(list[0].name, "shogi") ? 1 : 0;
    ok_named(n == 2 && strstr(list[chess].line, "Chess") && strstr(list[chess].line, "0-1") &&
                 strstr(list[chess].line, "Person – Person") && !list[chess].is_open,
             "%s", n ? list[chess].line : "");
    ok_named(n == 2 && strstr(list[!chess].line, "Shogi") &&
                 strstr(list[!chess].line, "unfinished") && list[!chess].is_open,
             "%s", n ? list[!chess].line : "");
    char shogi[BM_UI_LABEL], mate[BM_UI_LABEL];
    snprintf(mate, sizeof mate, "%.63s", n == 2 ? list[chess].line : "");
    snprintf(shogi, sizeof shogi, "%.63s", n == 2 ? list[!chess].line : "");
    bm_release(list);
    ok(rig_press(app, mate));
    ok(rig_press(app, "Open"));
    ok(app->dialog == BM_DIALOG_NONE && app->session.study);
    rig_key(app, SDLK_END, 0);
    rig_position(app, got, sizeof got);
    eq_str(got, want);
    /* Looking at it adds nothing; writing in it changes its own file. */
    rig_key(app, SDLK_h, KMOD_CTRL);
    ok(rig_press(app, mate) && rig_press(app, "Open"));
    eq_u64(archived(app), 2);
    rig_key(app, SDLK_RETURN, KMOD_CTRL);
    rig_text(app, "too soon");
    rig_key(app, SDLK_RETURN, KMOD_CTRL);
    rig_key(app, SDLK_h, KMOD_CTRL);
    ok(rig_press(app, shogi));
    ok(rig_press(app, "Go on"));
    eq_u64(archived(app), 2);
    ok(app->session.match && rig_state(app).stage == BM_MATCH_PLAYING);
    eq_str(app->session.info->name, "shogi");
    ok(bm_match_clock(app->session.match)->times.side[0].base == 600000);
    ok(rig_move(app, "8h2b+", true));
    start_new(app);
    eq_u64(archived(app), 2);
    rig_key(app, SDLK_h, KMOD_CTRL);
    ok(rig_press(app, shogi) && rig_press(app, "Open"));
    rig_key(app, SDLK_END, 0);
    eq_u64(bm_ctx_plies(app->session.ctx), 3);
    rig_close(app);
}

/* An autosaved game that is not resumed is in the archive once. */
static void not_gone_on_with(void)
{
    char command[400];
    forget_all();
    struct bm_app *app = rig_open("chess", "me", "me");
    eq_u64(rig_moves(app, "b2b3 b7b6"), 2);
    rig_close(app);
    app = rig_start();
    ok(app->dialog == BM_DIALOG_CONFIRM);
    ok(rig_press(app, "No"));
    eq_u64(archived(app), 1);
    ok(!bm_files_has_autosave(app));
    rig_close(app);
    /* The program was killed: only what was autosaved is there. */
    app = rig_open("chess", "me", "me");
    eq_u64(rig_moves(app, "c2c3 c7c6"), 2);
    rig_close(app);
    snprintf(command, sizeof command, "rm '%s'/banmen/games/*", rig_home);
    ok(system(command) == 0);
    app = rig_start();
    rig_key(app, SDLK_ESCAPE, 0);
    eq_u64(archived(app), 1);
    rig_close(app);
    /* Gone on with, it stays the same game. */
    app = rig_open("chess", "me", "me");
    eq_u64(rig_moves(app, "d2d3 d7d6"), 2);
    rig_close(app);
    app = rig_start();
    ok(rig_press(app, "Go on"));
    eq_u64(rig_moves(app, "e2e3"), 1);
    rig_close(app);
    app = rig_open("chess", "me", "me");
    eq_u64(archived(app), 2);
    rig_close(app);
}

static void save_to(struct bm_app *app, const char *path)
{
    rig_key(app, SDLK_s, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_FILE);
    rig_key(app, SDLK_a, KMOD_CTRL);
    rig_text(app, path);
    rig_key(app, SDLK_RETURN, 0);
}

static void replacing(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    char path[256];
    snprintf(path, sizeof path, "%s/precious.pgn", rig_home);
    write_file(path, "1. h3 *\n");
    eq_u64(rig_moves(app, "e2e4"), 1);
    save_to(app, path);
    ok(app->dialog == BM_DIALOG_CONFIRM);
    ok(rig_press(app, "No"));
    eq_str(file_text(path), "1. h3 *\n");
    ok(app->dialog == BM_DIALOG_FILE);
    rig_key(app, SDLK_ESCAPE, 0);
    save_to(app, path);
    ok(rig_press(app, "Yes"));
    ok(app->dialog == BM_DIALOG_NONE);
    ok_named(strstr(file_text(path), "1. e4") != NULL, "%s", app->message);
    rig_close(app);
}

/* Three games, written as no program of ours would write them. */
static const char head[] =
    "\n\n[Event \"one\"]\r\n[White  \"A\"]\n[Black \"B\"]\n\n1.e4   e5 1-0\n"
    "\n\n\n";
static const char tail[] =
    "\n \n[White \"E\"]\n[Black \"F\"]\n\n1. c4 {  odd   spaces } *\n\n\n ";

static void choose(struct bm_app *app, const char *line)
{
    ok(app->dialog == BM_DIALOG_GAMES);
    ok(rig_press(app, line));
    ok(rig_press(app, "Open"));
    ok(app->dialog == BM_DIALOG_NONE && app->session.study);
}

static bool begins_and_ends(const char *text, const char *a, const char *b)
{
    const size_t n = strlen(text), x = strlen(a), y = strlen(b);
    return n >= x + y && memcmp(text, a, x) == 0 && memcmp(text + n - y, b, y) == 0;
}

static void one_of_many(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    char path[256], text[4096];
    snprintf(path, sizeof path, "%s/many.pgn", rig_home);
    snprintf(text, sizeof text, "%s[White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 *%s", head, tail);
    write_file(path, text);
    SDL_PushEvent(&(SDL_Event){.drop = {.type = SDL_DROPFILE, .file = SDL_strdup(path)}});
    rig_step(app);
    ok(rig_widget(app, "1 · A – B · one · 1-0") != NULL);
    ok(rig_widget(app, "3 · E – F · *") != NULL);
    choose(app, "2 · C – D · *");
    rig_key(app, SDLK_END, 0);
    eq_u64(rig_moves(app, "c2c4"), 1);
    for (int round = 0; round < 2; round++) {
        rig_key(app, SDLK_RETURN, KMOD_CTRL);
        rig_text(app, round ? "!" : "the gambit");
        rig_key(app, SDLK_RETURN, KMOD_CTRL);
        rig_key(app, SDLK_s, KMOD_CTRL);
        rig_key(app, SDLK_RETURN, 0); /* the path is there */
        ok(app->dialog == BM_DIALOG_CONFIRM);
        ok(rig_press(app, "Yes"));
        const char *const now = file_text(path);
        ok_named(begins_and_ends(now, head, tail), "the others are the same, byte for byte");
        ok_named(strstr(now, round ? "the gambit!" : "the gambit") &&
                     strstr(now, "[White \"C\"]"),
                 "%s", app->message);
    }
    ok(bm_files_open(app, path));
    rig_step(app);
    choose(app, "3 · E – F · *");
    rig_key(app, SDLK_END, 0);
    eq_u64(rig_moves(app, "e7e5"), 1);
    /* Somebody else has changed the file meanwhile: nothing is written. */
    write_file(path, "1. a4 *\n\n1. b4 *\n");
    rig_key(app, SDLK_s, KMOD_CTRL);
    rig_key(app, SDLK_RETURN, 0);
    ok(rig_press(app, "Yes"));
    ok_named(app->message_is_warning && strstr(app->message, "changed since"), "%s",
             app->message);
    eq_str(file_text(path), "1. a4 *\n\n1. b4 *\n");
    rig_key(app, SDLK_ESCAPE, 0);
    /* Pasted, too. */
    SDL_SetClipboardText(text);
    rig_key(app, SDLK_v, KMOD_CTRL);
    choose(app, "1 · A – B · one · 1-0");
    eq_str(app->source.path, "");
    rig_close(app);
}

static void csa_of_many(void)
{
    static const char a[] = "V2.2\nN+X\nN-Y\nPI\n+\n+7776FU\n%TORYO\n/\n";
    static const char c[] = "\n/\nV2.2\nN+P\nN-Q\nPI\n+\n+5756FU\n%TORYO\n";
    struct bm_app *const app = rig_open("shogi", "me", "me");
    char path[256], text[2048];
    snprintf(path, sizeof path, "%s/many.csa", rig_home);
    snprintf(text, sizeof text, "%sV2.2\nN+M\nN-N\nPI\n+\n+2726FU%s", a, c);
    write_file(path, text);
    ok(bm_files_open(app, path));
    rig_step(app);
    ok(app->dialog == BM_DIALOG_GAMES && app->games != NULL);
    rig_key(app, SDLK_DOWN, 0);
    rig_key(app, SDLK_RETURN, 0);
    ok(app->session.study != NULL);
    rig_key(app, SDLK_END, 0);
    eq_u64(rig_moves(app, "3c3d"), 1);
    ok_named(bm_files_save(app, path), "%s", app->message);
    const char *const now = file_text(path);
    ok_named(begins_and_ends(now, a, c) && strstr(now, "-3334FU"), "%s", now);
    rig_close(app);
}

int main(void)
{
    rig_setup();
    every_way_out();
    brought_back();
    not_gone_on_with();
    replacing();
    one_of_many();
    csa_of_many();
    return tap_done();
}

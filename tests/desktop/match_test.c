/* SPDX-License-Identifier: MIT */
/* At the table: clocks, offers, declarations, pauses, and moves that are taken back. */
#include "rig.h"

static int64_t left(const struct bm_app *app, unsigned side)
{
    struct bm_face face;
    bm_clock_face(bm_match_clock(app->session.match), side, bm_app_now(app), &face);
    return face.main;
}

static const char *clock_text(const struct bm_app *app, unsigned side)
{
    static char text[64];
    bm_desktop_session_clock_text(&app->session, side, text, sizeof text);
    return text;
}

static void flag_falls(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    char text[BM_DESKTOP_TEXT];
    ok(rig_begin(app, "chess", "2"));
    eq_str(clock_text(app, BM_SECOND), "0:02.0");
    rig_until(app, strcmp(clock_text(app, BM_FIRST), "0:02.0") != 0);
    ok_named(left(app, BM_FIRST) < 2000, "the clock of the side to move runs");
    ok_named(left(app, BM_SECOND) == 2000, "the other stands");
    rig_until(app, rig_state(app).stage == BM_MATCH_OVER);
    ok(rig_state(app).outcome.result == BM_SECOND_WINS);
    ok(rig_state(app).outcome.reason == BM_REASON_TIME);
    ok(app->dialog == BM_DIALOG_GAME_OVER);
    bm_desktop_session_status_text(&app->session, text, sizeof text);
    ok_named(strstr(text, "Black wins") && strstr(text, "time"), "%s", text);
    rig_key(app, SDLK_ESCAPE, 0);
    ok(!rig_move(app, "e2e4", true));
    ok_named(strstr(app->session.message, "over") != NULL, "too late: %s",
             app->session.message);
    rig_close(app);
}

static void byoyomi(void)
{
    struct bm_app *const app = rig_open("shogi", "me", "me");
    ok(rig_begin(app, "shogi", "0+10mx2b"));
    eq_str(clock_text(app, BM_SECOND), "10:00 ×2");
    ok(rig_move(app, "7g7f", true));
    ok_named(strcmp(clock_text(app, BM_FIRST), "10:00 ×2") == 0, "a period begins anew");
    /* One period passes, then the other: the side loses on time. */
    ok(rig_begin(app, "shogi", "0+2x2b"));
    rig_until(app, !strstr(clock_text(app, BM_FIRST), "×"));
    ok_named(!strstr(clock_text(app, BM_FIRST), "×"), "one is gone");
    rig_until(app, rig_state(app).stage == BM_MATCH_OVER);
    ok(rig_state(app).outcome.result == BM_SECOND_WINS);
    ok(rig_state(app).outcome.reason == BM_REASON_TIME);
    rig_close(app);
}

static void pauses(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    ok(rig_begin(app, "chess", "60"));
    ok(rig_move(app, "e2e4", true));
    rig_key(app, SDLK_PAUSE, 0);
    ok(rig_state(app).stage == BM_MATCH_PAUSED);
    const int64_t then = left(app, BM_SECOND);
    for (int i = 0; i < 10; i++)
        bm_app_step(app, 10);
    ok_named(left(app, BM_SECOND) == then, "clocks stand still");
    ok(!rig_move(app, "e7e5", true));
    ok_named(strstr(app->session.message, "paused") != NULL, "%s", app->session.message);
    rig_key(app, SDLK_PAUSE, 0);
    ok(rig_state(app).stage == BM_MATCH_PLAYING);
    rig_until(app, left(app, BM_SECOND) < then);
    ok(left(app, BM_SECOND) < then);
    ok(rig_move(app, "e7e5", true));
    rig_close(app);
}

static void draws(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    ok(rig_move(app, "e2e4", false));
    rig_key(app, SDLK_d, KMOD_CTRL);
    ok(rig_state(app).offer[BM_SECOND]);
    ok(rig_press(app, "Decline"));
    ok(!rig_state(app).offer[BM_SECOND] && rig_state(app).stage == BM_MATCH_PLAYING);
    rig_key(app, SDLK_d, KMOD_CTRL);
    ok_named(!rig_state(app).offer[BM_SECOND] && app->message_is_warning, "not twice: %s",
             app->message);
    ok(rig_move(app, "e7e5", false));
    rig_key(app, SDLK_d, KMOD_CTRL);
    ok(rig_press(app, "Accept"));
    ok(rig_state(app).outcome.result == BM_DRAW);
    ok(rig_state(app).outcome.reason == BM_REASON_AGREEMENT);
    /* A computer says no in the opening. */
    snprintf(app->prefs.seat[1], sizeof app->prefs.seat[1], "builtin:1");
    rig_key(app, SDLK_ESCAPE, 0);
    ok(rig_begin(app, "chess", "none"));
    rig_key(app, SDLK_d, KMOD_CTRL);
    ok(rig_state(app).stage == BM_MATCH_PLAYING && !rig_state(app).offer[BM_FIRST]);
    ok_named(strstr(app->message, "declines") != NULL, "%s", app->message);
    rig_close(app);
}

static void takebacks(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    eq_u64(rig_moves(app, "e2e4 e7e5"), 2);
    rig_key(app, SDLK_z, KMOD_CTRL | KMOD_SHIFT);
    ok(rig_state(app).takeback[BM_SECOND] == 1);
    eq_u64(bm_ctx_plies(app->session.ctx), 2);
    ok(rig_press(app, "Decline"));
    ok(rig_state(app).takeback[BM_SECOND] == 0);
    eq_u64(bm_ctx_plies(app->session.ctx), 2);
    rig_key(app, SDLK_z, KMOD_CTRL | KMOD_SHIFT);
    ok(rig_press(app, "Accept"));
    eq_u64(bm_ctx_plies(app->session.ctx), 1);
    rig_close(app);
}

/* A position is pasted and played on from. */
static struct bm_app *from_position(const char *variant, const char *position)
{
    struct bm_app *const app = rig_open(variant, "me", "me");
    SDL_SetClipboardText(position);
    rig_key(app, SDLK_v, KMOD_CTRL);
    rig_key(app, SDLK_p, KMOD_CTRL);
    if (!app->session.match)
        tap_bail("the position is not played");
    return app;
}

static void declarations(void)
{
    /* Twelve pieces besides the king in the last three ranks, 28 points: it wins. */
    struct bm_app *app = from_position("shogi", "+R+R+B+BGGGG1/SSSSK4/9/9/9/9/9/9/4k4 b - 1");
    rig_key(app, SDLK_j, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_GAME_OVER);
    ok(rig_state(app).outcome.result == BM_FIRST_WINS);
    ok(rig_state(app).outcome.reason == BM_REASON_IMPASSE);
    rig_close(app);
    /* Without a gold it would lose, which is asked about first. */
    app = from_position("shogi", "+R+R+B+BGGG2/SSSSK4/9/9/9/9/9/9/4k4 b - 1");
    rig_key(app, SDLK_j, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_CONFIRM);
    ok_named(strstr(app->confirm_text, "27 of 28") != NULL, "%s", app->confirm_text);
    rig_key(app, SDLK_ESCAPE, 0);
    ok(rig_state(app).stage == BM_MATCH_PLAYING);
    rig_key(app, SDLK_j, KMOD_CTRL);
    ok(rig_press(app, "Yes"));
    ok(rig_state(app).outcome.result == BM_SECOND_WINS);
    rig_close(app);
    /* Chess knows nothing like it. */
    app = rig_open("chess", "me", "me");
    rig_key(app, SDLK_j, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_NONE && rig_state(app).stage == BM_MATCH_PLAYING);
    rig_close(app);
}

/* The text of a list item, its depth before it. */
static const char *item(struct bm_app *app, size_t i)
{
    static char text[128];
    bm_move_list_update(&app->moves, &app->session);
    if (i >= app->moves.count)
        return "none";
    const struct bm_move_list_item *const it = &app->moves.item[i];
    snprintf(text, sizeof text, "%d%s%s", it->depth, it->aside ? "~" : " ", it->text);
    return text;
}

/* What is taken back stays in the list, and is a variation when something else is played. */
static void variations(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    char path[256], text[1024] = "";
    eq_u64(rig_moves(app, "e2e4 e7e5 g1f3"), 3);
    rig_key(app, SDLK_z, KMOD_CTRL);
    rig_key(app, SDLK_z, KMOD_CTRL);
    eq_u64(bm_ctx_plies(app->session.ctx), 1);
    eq_str(item(app, 1), "0~e5");
    eq_str(item(app, 2), "0~2. Nf3");
    rig_key(app, SDLK_y, KMOD_CTRL); /* again */
    eq_str(item(app, 1), "0 e5");
    rig_key(app, SDLK_z, KMOD_CTRL);
    ok(rig_move(app, "c7c5", false));
    eq_u64(app->moves.count, 4);
    eq_str(item(app, 1), "0 c5");
    eq_str(item(app, 2), "1 1… e5");
    eq_str(item(app, 3), "1 2. Nf3");
    ok(rig_move(app, "b1c3", false));
    /* The record has it, and can be read. */
    snprintf(path, sizeof path, "%s/lines.pgn", rig_home);
    ok(bm_files_save(app, path));
    FILE *const f = fopen(path, "r");
    if (f) {
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        fclose(f);
    }
    ok_named(strstr(text, "1. e4 c5 (1... e5 2. Nf3) 2. Nc3") != NULL, "%s", text);
    /* Go on from the first move of the variation: both people have it again. */
    for (size_t i = 0; i < app->moves.count; i++) {
        if (strcmp(item(app, i), "1 2. Nf3") == 0)
            bm_desktop_session_show_node(&app->session, app->moves.item[i].node);
    }
    rig_step(app);
    ok(!bm_desktop_session_is_live(&app->session));
    ok(!rig_move(app, "b8c6", true));
    ok_named(strstr(app->message, "Ctrl+B") != NULL, "%s", app->message);
    rig_key(app, SDLK_b, KMOD_CTRL);
    ok(bm_desktop_session_is_live(&app->session));
    eq_u64(bm_ctx_plies(bm_match_ctx(app->session.match)), 3);
    ok(rig_move(app, "b8c6", true));
    eq_str(item(app, 1), "0 e5");
    /* Back to the start, by one key. */
    rig_key(app, SDLK_HOME, 0);
    rig_key(app, SDLK_b, KMOD_CTRL);
    eq_u64(bm_ctx_plies(bm_match_ctx(app->session.match)), 0);
    ok(rig_move(app, "d2d4", true));
    eq_str(item(app, 0), "0 1. d4");
    eq_str(item(app, 1), "1 1. e4");
    /* Resigned by mistake. */
    rig_key(app, SDLK_r, KMOD_CTRL);
    ok(rig_press(app, "Yes"));
    rig_key(app, SDLK_ESCAPE, 0);
    rig_key(app, SDLK_z, KMOD_CTRL);
    ok(rig_state(app).stage == BM_MATCH_PLAYING);
    ok(rig_move(app, "d7d5", true));
    rig_close(app);
}

static void against_computer(void)
{
    struct bm_app *const app = rig_open("chess", "me", "builtin:1");
    ok(rig_move(app, "e2e4", false) || app->session.match);
    rig_until(app, bm_ctx_plies(app->session.ctx) == 2);
    rig_key(app, SDLK_z, KMOD_CTRL);
    eq_u64(bm_ctx_plies(app->session.ctx), 0);
    const bm_box from = bm_board_square_box(app, 11), to = bm_board_square_box(app, 27);
    rig_drag(app, from, to); /* d2d4 */
    rig_until(app, bm_ctx_plies(app->session.ctx) == 2);
    eq_str(item(app, 0), "0 1. d4");
    eq_str(item(app, 1), "1 1. e4");
    eq_u64(app->moves.count, 4);
    rig_close(app);
}

static void play_on_keeps_clock(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    ok(rig_begin(app, "chess", "10m"));
    eq_u64(rig_moves(app, "e2e4 e7e5 g1f3"), 3);
    const int64_t first = left(app, BM_FIRST);
    ok(first < 600000);
    rig_key(app, SDLK_t, KMOD_CTRL);
    ok(app->session.study != NULL);
    rig_key(app, SDLK_p, KMOD_CTRL);
    ok(app->session.match != NULL);
    ok_named(left(app, BM_FIRST) == first, "the clock shows what it showed");
    ok(left(app, BM_SECOND) < 600000);
    eq_u64(bm_ctx_plies(app->session.ctx), 3);
    /* From the middle, and what followed is a variation as soon as something else is played. */
    rig_key(app, SDLK_t, KMOD_CTRL);
    rig_key(app, SDLK_LEFT, 0);
    rig_key(app, SDLK_p, KMOD_CTRL);
    ok(rig_move(app, "f1c4", true));
    eq_str(item(app, 2), "0 2. Bc4");
    eq_str(item(app, 3), "1 2. Nf3");
    /* A position has no clock of its own: it is the one that was chosen last. */
    SDL_SetClipboardText("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    rig_key(app, SDLK_v, KMOD_CTRL);
    rig_key(app, SDLK_p, KMOD_CTRL);
    eq_str(clock_text(app, BM_SECOND), "10:00");
    rig_close(app);
}

int main(void)
{
    rig_setup();
    flag_falls();
    byoyomi();
    pauses();
    draws();
    takebacks();
    declarations();
    variations();
    against_computer();
    play_on_keeps_clock();
    return tap_done();
}

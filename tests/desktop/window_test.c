/* SPDX-License-Identifier: MIT */
/* The window besides whole games: keyboard, files, settings, studies, every variant. */
#include "rig.h"

static void typed_and_keys(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    rig_text(app, "Nf3");
    rig_key(app, SDLK_RETURN, 0);
    eq_u64(bm_ctx_plies(app->session.ctx), 1);
    rig_text(app, "Ke4");
    rig_key(app, SDLK_RETURN, 0);
    eq_u64(bm_ctx_plies(app->session.ctx), 1);
    ok_named(app->message[0] && app->message_is_warning, "typed and refused: %s", app->message);
    rig_key(app, SDLK_ESCAPE, 0);
    rig_text(app, "d7d5");
    rig_key(app, SDLK_RETURN, 0);
    eq_u64(bm_ctx_plies(app->session.ctx), 2);
    /* With a cursor on the board: a1 first, up to a2, taken, up two, put. */
    const struct bm_widget *board = NULL;
    for (int i = 0; i < 60; i++) {
        rig_key(app, SDLK_TAB, 0);
        board = rig_widget(app, "board");
        if (board && app->ui.focus == board->id)
            break;
    }
    ok(board && app->ui.focus == board->id);
    rig_key(app, SDLK_UP, 0);
    eq_u64(app->view.cursor, 0);
    rig_key(app, SDLK_UP, 0);
    rig_key(app, SDLK_RETURN, 0);
    eq_u64(app->view.selected, 8);
    rig_key(app, SDLK_UP, 0);
    rig_key(app, SDLK_UP, 0);
    rig_key(app, SDLK_RETURN, 0);
    eq_u64(bm_ctx_plies(app->session.ctx), 3);
    /* Looking back, and forth. */
    app->ui.focus = 0;
    rig_key(app, SDLK_LEFT, 0);
    eq_u64(bm_ctx_plies(app->session.ctx), 2);
    ok(!rig_move(app, "e7e5", true));
    rig_key(app, SDLK_END, 0);
    eq_u64(bm_ctx_plies(app->session.ctx), 3);
    const bool flip = app->view.flip;
    rig_key(app, SDLK_f, KMOD_CTRL);
    ok(app->view.flip != flip);
    ok(rig_move(app, "e7e5", true)); /* squares are where they are seen */
    rig_close(app);
}

static void study(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    char text[512];
    SDL_SetClipboardText("[White \"A\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n");
    rig_key(app, SDLK_v, KMOD_CTRL);
    ok(app->session.study != NULL);
    eq_u64(app->moves.count, 6);
    rig_key(app, SDLK_RIGHT, 0);
    rig_key(app, SDLK_RIGHT, 0);
    const bm_node main = app->session.node;
    rig_key(app, SDLK_DOWN, 0);
    ok(app->session.node != main);
    rig_key(app, SDLK_UP, 0);
    ok(app->session.node == main);
    ok(rig_move(app, "f1c4", true)); /* another variation */
    rig_key(app, SDLK_RETURN, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_COMMENT);
    rig_text(app, "良い手");
    rig_key(app, SDLK_RETURN, KMOD_CTRL);
    bm_desktop_session_comment(&app->session, text, sizeof text);
    eq_str(text, "良い手");
    /* An arrow with the right button is kept with the move. */
    const bm_box a = bm_board_square_box(app, 12), b = bm_board_square_box(app, 28);
    rig_motion(app, a.x + 5, a.y + 5);
    rig_button(app, SDL_BUTTON_RIGHT, true, a.x + 5, a.y + 5);
    rig_motion(app, b.x + 5, b.y + 5);
    rig_button(app, SDL_BUTTON_RIGHT, false, b.x + 5, b.y + 5);
    ok(bm_game_find_note(app->session.study, app->session.node, BM_NOTE_ARROW) != 0);
    /* Save by the dialog, and open again. */
    snprintf(text, sizeof text, "%s/study.pgn", rig_home);
    rig_key(app, SDLK_s, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_FILE);
    rig_key(app, SDLK_u, KMOD_CTRL);
    rig_text(app, text);
    rig_key(app, SDLK_RETURN, 0);
    ok_named(access(text, R_OK) == 0, "saved: %s", app->message);
    ok(app->dialog == BM_DIALOG_NONE);
    SDL_PushEvent(&(SDL_Event){.drop = {.type = SDL_DROPFILE, .file = SDL_strdup(text)}});
    rig_step(app);
    eq_u64(app->moves.count, 7);
    eq_str(app->prefs.recent[0], text);
    rig_close(app);
}

static void remembered(void)
{
    struct bm_app *app = rig_open("shogi", "me", "me");
    rig_key(app, SDLK_COMMA, KMOD_CTRL);
    ok(rig_press(app, "theme"));
    ok(app->prefs.theme == 1);
    ok(rig_press(app, "language"));
    ok(rig_press(app, "language"));
    ok(app->lang == BM_JA);
    rig_key(app, SDLK_ESCAPE, 0);
    eq_u64(rig_moves(app, "7g7f 3c3d 8h2b+"), 3);
    bm_files_autosave(app); /* as after every move, a moment later */
    bm_file_writer_flush(&app->file_writer);
    char want[BM_POSITION_TEXT], got[BM_POSITION_TEXT];
    rig_position(app, want, sizeof want);
    /* It ends without having said goodbye: what was saved stays. */
    char copy[BM_PREF_PATH];
    snprintf(copy, sizeof copy, "%s", app->autosave);
    ok(access(copy, R_OK) == 0);
    rig_close(app);

    app = calloc(1, sizeof *app);
    if (!app || !bm_app_init(app, &(struct bm_app_options){.width = 900, .height = 700}))
        tap_bail("no window");
    ok(app->prefs.theme == 1);
    ok(app->lang == BM_JA);
    eq_str(app->prefs.variant, "shogi");
    bm_app_step(app, 1);
    ok(app->dialog == BM_DIALOG_CONFIRM);
    ok(rig_press(app, "再開する"));
    ok(app->session.match != NULL);
    rig_position(app, got, sizeof got);
    eq_str(got, want);
    ok(rig_move(app, "3a2b", true));
    app->prefs.lang = 0;
    rig_close(app);
}

static void start_screen(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    rig_key(app, SDLK_n, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_NEW_GAME);
    ok(rig_press(app, "Shogi"));
    ok(rig_press(app, "Start position")); /* the first handicap */
    ok(rig_press(app, "Start game"));
    ok(app->dialog == BM_DIALOG_NONE);
    ok(app->session.match && strcmp(app->session.info->name, "shogi") == 0);
    ok(!bm_game_starts_usual(bm_desktop_session_game(&app->session)));
    rig_close(app);
}

/* A game whose start is drawn by lot: another each time, with a number that is shown, or
 * chosen. */
static void drawn_start(void)
{
    struct bm_app *const app = rig_open("chess960", "me", "me");
    bool differs = false;
    char first[BM_POSITION_TEXT], next[BM_POSITION_TEXT];
    rig_position(app, first, sizeof first);
    for (int i = 0; i < 4; i++) {
        ok(rig_begin(app, "chess960", "none"));
        rig_position(app, next, sizeof next);
        differs = differs || strcmp(first, next) != 0;
        ok(app->session.number >= 0 && app->session.number < 960);
    }
    ok_named(differs, "five games do not begin alike");
    rig_key(app, SDLK_n, KMOD_CTRL);
    ok(rig_press(app, "start number"));
    rig_text(app, "1000");
    ok(rig_press(app, "Start game"));
    ok_named(app->dialog == BM_DIALOG_NEW_GAME && app->message_is_warning, "%s", app->message);
    ok(rig_press(app, "start number"));
    rig_key(app, SDLK_a, KMOD_CTRL);
    rig_text(app, "518");
    ok(rig_press(app, "Start game"));
    ok(app->dialog == BM_DIALOG_NONE);
    eq_u64((unsigned)app->session.number, 518);
    rig_position(app, next, sizeof next);
    ok_named(strstr(next, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR") == next, "%s", next);
    const struct bm_widget *const title = rig_widget(app, "Chess960, start 518");
    ok(title != NULL);
    eq_str(app->prefs.start, ""); /* the next is drawn again */
    /* Found again in a record; and in a game without lots there is no number. */
    rig_key(app, SDLK_t, KMOD_CTRL);
    eq_u64((unsigned)app->session.number, 518);
    ok(rig_begin(app, "chess", "none"));
    ok(app->session.number == -1);
    rig_key(app, SDLK_n, KMOD_CTRL);
    ok(rig_widget(app, "start number") == NULL);
    rig_close(app);
}

/* The same for a game of one's own, whose starts have other numbers. */
static void drawn_start_of_file(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    char path[512];
    snprintf(path, sizeof path, "%s/mixed.yaml", rig_home);
    FILE *const f = fopen(path, "w");
    if (!f || fputs("variant: mixed\nextends: chess\nshuffle: {zone: rank 1}\n", f) < 0 ||
        fclose(f))
        tap_bail("no file");
    for (int i = 0; i < 2; i++) {
        snprintf(app->prefs.variant, sizeof app->prefs.variant, "%s", path);
        rig_key(app, SDLK_n, KMOD_CTRL);
        ok(rig_press(app, "start number"));
        rig_key(app, SDLK_a, KMOD_CTRL);
        rig_text(app, i == 0 ? "99999" : "4000"); /* of 5,040: 8! / 2! / 2! / 2! */
        ok(rig_press(app, "Start game"));
        rig_until(app, !app->variant_load);
        if (i == 0) {
            ok_named(app->dialog == BM_DIALOG_NEW_GAME && app->message_is_warning, "%s",
                     app->message);
            rig_key(app, SDLK_ESCAPE, 0);
        }
    }
    ok(app->dialog == BM_DIALOG_NONE);
    eq_u64((uint64_t)app->session.number, 4000); /* of the board that is there */
    rig_close(app);
}

/* Sides are called what their game calls them, in both languages: whose turn it is, who has
 * won, and who sits where in the dialog for a new game. */
static void sides(void)
{
    static const struct {
        const char *game, *name[2][2];
    } list[] = {{"chess", {{"White", "Black"}, {"白", "黒"}}},
                {"shogi", {{"Sente", "Gote"}, {"先手", "後手"}}},
                {"xiangqi", {{"Red", "Black"}, {"紅", "黒"}}},
                {"janggi", {{"Cho", "Han"}, {"楚", "漢"}}}};
    struct bm_app *const app = rig_open("chess", "me", "me");
    char text[BM_DESKTOP_TEXT];
    for (unsigned i = 0; i < 4; i++) {
        for (int lang = 0; lang < 2; lang++) {
            app->prefs.lang = lang;
            bm_app_set_language(app);
            ok(rig_begin(app, list[i].game, "none"));
            bm_desktop_session_status_text(&app->session, text, sizeof text);
            ok_named(strncmp(text, list[i].name[lang][0], strlen(list[i].name[lang][0])) == 0,
                     "%s: %s", list[i].game, text);
            ok(bm_desktop_session_act(&app->session, BM_ACT_RESIGN, BM_FIRST));
            bm_desktop_session_status_text(&app->session, text, sizeof text);
            ok_named(strncmp(text, list[i].name[lang][1], strlen(list[i].name[lang][1])) == 0,
                     "%s: %s", list[i].game, text);
            rig_key(app, SDLK_ESCAPE, 0);
        }
    }
    app->prefs.lang = 0;
    bm_app_set_language(app);
    rig_close(app);
}

static void editor(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    rig_key(app, SDLK_e, KMOD_CTRL);
    ok(rig_press(app, "Clear board"));
    ok(rig_press(app, "take 0K") && rig_press(app, "edit e1"));
    const struct bm_widget *w = rig_widget(app, "Use position");
    ok_named(w && !w->enabled, "one king is not enough");
    ok(rig_press(app, "take 1K") && rig_press(app, "edit e8"));
    ok(rig_press(app, "take 0R") && rig_press(app, "edit a1"));
    ok(rig_press(app, "Use position"));
    ok(app->session.study != NULL);
    eq_u64(bm_ctx_piece(app->session.ctx, 0), bm_piece_of(BM_CHESS_ROOK, BM_FIRST));
    ok(rig_move(app, "a1a8", false));
    ok(bm_ctx_checks(app->session.ctx, NULL) == 1);
    rig_close(app);
}

/* Every built-in game is drawn, and its first legal move can be made with the mouse. */
static void all_variants(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    for (unsigned i = 0; bm_variant_at(i); i++) {
        bm_move list[BM_MAX_MOVES];
        char text[BM_COORDINATES];
        snprintf(app->prefs.variant, sizeof app->prefs.variant, "%s", bm_variant_at(i)->name);
        if (!bm_new_game_begin(app)) {
            ok_named(false, "%s: %s", app->prefs.variant, app->message);
            continue;
        }
        rig_step(app);
        const size_t n = bm_ctx_moves(app->session.ctx, list, BM_MAX_MOVES);
        size_t k = 0;
        while (k < n && (bm_move_is_pass(list[k]) || bm_move_gates(list[k])))
            k++;
        if (k == n)
            continue;
        bm_move_format(list[k], app->session.rules, text, sizeof text);
        ok_named(rig_move(app, text, i % 2), "%s: %s %s", app->prefs.variant, text,
                 app->message);
    }
    rig_close(app);
}

/* A variant from a file, and one with a mistake that is named with its line. */
static void own_variant(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    char path[512];
    snprintf(path, sizeof path, "%s/bad.yaml", rig_home);
    FILE *const f = fopen(path, "w");
    if (!f)
        tap_bail("no file");
    fputs("variant: bad\nextends: chess\nfoo: 1\n", f);
    fclose(f);
    SDL_PushEvent(&(SDL_Event){.drop = {.type = SDL_DROPFILE, .file = SDL_strdup(path)}});
    rig_step(app);
    rig_until(app, !app->variant_load); /* it is read by another thread */
    ok_named(strstr(app->message, ":3:") != NULL, "%s", app->message);
    rig_close(app);
}

/* What the core finds wrong is said in the window's language. */
static void in_japanese(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    char path[256];
    app->prefs.lang = 1;
    bm_app_set_language(app);
    snprintf(path, sizeof path, "%s/nowhere.pgn", rig_home);
    ok(!bm_files_open(app, path));
    ok_named(strstr(app->message, "ファイルがありません") != NULL, "%s", app->message);
    ok(!rig_move(app, "e2e5", true));
    ok_named(strstr(app->message, "ポーン") != NULL, "%s", app->message);
    ok(!rig_begin(app, "chess", "five minutes"));
    ok_named(strstr(app->message, "持ち時間") && strstr(app->message, "ここには時間を書きます"),
             "%s", app->message);
    snprintf(path, sizeof path, "%s/bad.yaml", rig_home); /* of own_variant() */
    ok(!rig_begin(app, path, "none"));
    rig_until(app, !app->variant_load);
    ok_named(strstr(app->message, ":3:1: 不明なキー「foo」です。ルールのキー: ") != NULL, "%s",
             app->message);
    snprintf(app->prefs.variant, sizeof app->prefs.variant, "chess");
    rig_key(app, SDLK_e, KMOD_CTRL);
    ok(rig_press(app, "盤を空に"));
    rig_step(app);
    bm_app_close_dialog(app);
    app->prefs.lang = 0;
    bm_app_set_language(app);
    rig_close(app);
}

int main(void)
{
    rig_setup();
    typed_and_keys();
    study();
    remembered();
    start_screen();
    drawn_start();
    drawn_start_of_file();
    sides();
    editor();
    all_variants();
    own_variant();
    in_japanese();
    return tap_done();
}

/* SPDX-License-Identifier: MIT */
#include "desktop/app/app.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desktop/app/commands.h"
#include "desktop/app/error_text.h"
#include "desktop/files/archive.h"

enum { MESSAGE = 8000, SAVE_DELAY = 400, CLOCK_DELAY = 3000, CLOCK_TICK = 100 };

int64_t bm_app_now(const struct bm_app *app) { return bm_loop_now(&app->loop); }

void bm_app_show_message(struct bm_app *app, bool warn, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(app->message, sizeof app->message, format, args);
    va_end(args);
    app->message_is_warning = warn;
    app->message_from = bm_app_now(app);
    app->dirty = true;
}

void bm_app_open_dialog(struct bm_app *app, enum bm_dialog dialog)
{
    app->parent_dialog = app->dialog;
    app->dialog = dialog;
    app->menu = 0;
    app->ui.focus = 0;
    app->dirty = true;
    bm_board_deselect(app);
}

void bm_app_close_dialog(struct bm_app *app)
{
    app->dialog = app->parent_dialog != app->dialog ? app->parent_dialog : BM_DIALOG_NONE;
    app->parent_dialog = BM_DIALOG_NONE;
    app->ui.focus = 0;
    app->dirty = true;
}

void bm_app_schedule_autosave(struct bm_app *app)
{
    app->saved_version = UINT64_MAX;
    app->save_at = bm_app_now(app) + SAVE_DELAY;
}

void bm_app_set_language(struct bm_app *app)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    enum bm_lang lang = BM_EN;
    for (unsigned i = 0; app->prefs.lang < 0 && i < 3; i++) {
        const char *const value = getenv(names[i]);
        if (value && *value) {
            lang = strncmp(value, "ja", 2) == 0 ? BM_JA : BM_EN;
            break;
        }
    }
    if (app->prefs.lang >= 0)
        lang = app->prefs.lang ? BM_JA : BM_EN;
    app->lang = app->session.lang = lang;
    app->dirty = true;
}

static void play_sound(struct bm_app *app, enum bm_noise noise)
{
    if (app->prefs.sounds)
        bm_sound_play(&app->sound, noise, bm_app_now(app));
}

static unsigned pieces_on(const struct bm_ctx *ctx, unsigned squares)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < squares; sq++)
        count += bm_ctx_piece(ctx, (bm_sq)sq) != 0;
    return count;
}

/* What the last move sounds like: there may be less on the board than before it. */
static enum bm_noise move_sound(struct bm_app *app)
{
    struct bm_ctx *const ctx = app->session.ctx;
    const unsigned squares = app->session.info->squares, after = pieces_on(ctx, squares);
    const bm_move m = app->session.move;
    if (bm_ctx_checks(ctx, NULL))
        return BM_NOISE_CHECK;
    if (!bm_ctx_undo(ctx))
        return BM_NOISE_MOVE;
    const unsigned before = pieces_on(ctx, squares);
    if (bm_ctx_play(ctx, m))
        (void)bm_desktop_session_sync_context(&app->session);
    return before > after ? BM_NOISE_CAPTURE : BM_NOISE_MOVE;
}

static void on_new_game(struct bm_app *app)
{
    const struct bm_desktop_session *const d = &app->session;
    bm_new_game_cancel(app);
    bm_board_reset(app);
    app->archive[0] = '\0';
    app->source = (struct bm_record_source){.path = ""};
    bm_board_free_background(app);
    bm_piece_textures_clear(&app->pieces);
    bm_desktop_analysis_clear(&app->analysis);
    if (d->match) /* in a match it is asked for anew */
        app->analysis.on = false;
    app->view.flip = d->match && bm_desktop_session_is_human(d, BM_SECOND) &&
                     !bm_desktop_session_is_human(d, BM_FIRST);
    app->view.rules = NULL;
    app->moves.game = NULL;
    app->message[0] = '\0';
    bm_desktop_analysis_update(&app->analysis);
}

static void on_session_event(void *user, enum bm_desktop_event event, unsigned side)
{
    struct bm_app *const app = user;
    app->dirty =
        app->dirty || event != BM_DESKTOP_EVENT_LOG || app->dialog == BM_DIALOG_ENGINE_LOG;
    switch (event) {
    case BM_DESKTOP_EVENT_CLOSING: bm_archive_put(app); return;
    case BM_DESKTOP_EVENT_NEW_GAME: on_new_game(app); break;
    case BM_DESKTOP_EVENT_MOVE:
        bm_board_deselect(app);
        app->message[0] = '\0';
        app->view.mark_count = 0;
        bm_board_animate(app, app->session.move);
        play_sound(app, move_sound(app));
        bm_desktop_analysis_update(&app->analysis);
        break;
    case BM_DESKTOP_EVENT_NODE:
        bm_board_deselect(app);
        app->view.mark_count = 0;
        app->message[0] = '\0';
        bm_desktop_analysis_update(&app->analysis);
        break;
    case BM_DESKTOP_EVENT_OVER:
        bm_board_deselect(app);
        play_sound(app, BM_NOISE_END);
        bm_archive_put(app); /* it is not autosaved any more */
        if (app->dialog == BM_DIALOG_NONE || app->dialog == BM_DIALOG_CONFIRM)
            bm_app_open_dialog(app, BM_DIALOG_GAME_OVER);
        app->parent_dialog = BM_DIALOG_NONE;
        break;
    case BM_DESKTOP_EVENT_ENGINE_FAILED:
        app->failed_side = side;
        bm_app_open_dialog(app, BM_DIALOG_ENGINE_FAILED);
        break;
    case BM_DESKTOP_EVENT_PV:
        bm_desktop_analysis_store_eval(&app->analysis, &app->session.seat[side].pv);
        break;
    case BM_DESKTOP_EVENT_MESSAGE:
        bm_app_show_message(app, true, "%s", app->session.message);
        play_sound(app, BM_NOISE_NO);
        break;
    case BM_DESKTOP_EVENT_LOG:
    case BM_DESKTOP_EVENT_STATE: break;
    }
    if ((app->session.match || app->session.edited) && app->save_at == 0 &&
        app->saved_version != app->session.version)
        app->save_at = bm_app_now(app) + SAVE_DELAY;
}

/* In the thread that writes files. */
static void on_write_failed(void *user)
{
    bm_loop_bridge_wake(&((struct bm_app *)user)->loop_bridge);
}

static void on_analysis_change(void *user) { ((struct bm_app *)user)->dirty = true; }

/* Pixels for a point of the window, and for a point of text: times the scale of the settings.
 */
static void set_scale(struct bm_app *app)
{
    int w, h, pw, ph;
    SDL_GetWindowSize(app->window, &w, &h);
    SDL_GetRendererOutputSize(app->renderer, &pw, &ph);
    app->scale = w > 0 ? (float)pw / (float)w : 1;
    bm_ui_configure(&app->ui, bm_display_density(app) * (float)app->prefs.zoom / 100,
                    app->prefs.dark);
}

static void first_game(struct bm_app *app, const struct bm_app_options *o)
{
    struct bm_game *game;
    const bool built_in = o->variant && bm_variant_find(o->variant, strlen(o->variant));
    if (o->variant) {
        snprintf(app->prefs.variant, sizeof app->prefs.variant, "%s", o->variant);
        app->prefs.start[0] = '\0';
    }
    if (built_in)
        bm_new_game_begin(app);
    /* The session always has a game. */
    if (!app->session.match && bm_game_create(&game, bm_rules_chess(), NULL) == BM_OK)
        bm_desktop_session_begin_study(&app->session, game, BM_NODE_ROOT);
    if (o->variant && !built_in)
        bm_new_game_load(app, NULL);
    const bool left = bm_files_has_autosave(app), asks = !o->file && !o->variant;
    if (left && !o->no_resume && !asks)
        bm_archive_adopt(app); /* before another game is autosaved */
    if (o->file) {
        bm_files_open(app, o->file);
    } else if (!o->variant) {
        bm_app_open_dialog(app, BM_DIALOG_NEW_GAME);
        if (!o->no_resume && left) {
            app->confirm = BM_CONFIRM_RESUME;
            snprintf(app->confirm_text, sizeof app->confirm_text, "%s",
                     UI_TEXT(app, RESUME_ASK));
            bm_app_open_dialog(app, BM_DIALOG_CONFIRM);
        }
    }
}

void bm_app_save_prefs(struct bm_app *app)
{
    char *const text = app->prefs_path[0] ? bm_prefs_text(&app->prefs) : NULL;
    if (text)
        bm_file_writer_put(&app->file_writer, app->prefs_path, text, strlen(text));
    free(text);
}

bool bm_app_init(struct bm_app *app, const struct bm_app_options *o)
{
    *app = (struct bm_app){.dirty = true};
    bm_prefs_init(&app->prefs);
    if (bm_app_file_path("CONFIG", "desktop.json", app->prefs_path, sizeof app->prefs_path))
        bm_prefs_load(&app->prefs, app->prefs_path);
    if (!bm_app_file_path("STATE", "desktop-game.json", app->autosave, sizeof app->autosave))
        app->autosave[0] = '\0';
    (void)bm_archive_init(app);
    app->own_scale = o->scale;
    if (bm_loop_init(&app->loop))
        return false;
    bm_desktop_session_init(&app->session, &app->loop, on_session_event, app);
    bm_desktop_analysis_init(&app->analysis, &app->session, on_analysis_change, app);
    bm_desktop_analysis_set_engine(&app->analysis, app->prefs.analyst,
                                   (unsigned)app->prefs.lines);
    if (SDL_Init(SDL_INIT_VIDEO) || !bm_display_open(app, o) ||
        !bm_draw_init(&app->draw, app->renderer) || !bm_fonts_init(&app->fonts, &app->draw) ||
        !bm_loop_bridge_start(&app->loop_bridge, &app->loop)) {
        fprintf(stderr, "banmen-desktop: %s\n", SDL_GetError());
        return false;
    }
    bm_file_writer_start(&app->file_writer, on_write_failed, app);
    bm_ui_init(&app->ui, &app->draw, &app->fonts);
    bm_piece_textures_init(&app->pieces, &app->draw, &app->fonts);
    bm_board_reset(app);
    bm_app_set_language(app);
    set_scale(app);
    SDL_StartTextInput();
    first_game(app, o);
    return app->session.ctx != NULL;
}

void bm_app_fini(struct bm_app *app)
{
    if (app->session.match || app->session.edited || app->save_at)
        bm_files_autosave(app);
    if (app->session.info)
        bm_archive_put(app);
    if (app->window) {
        if (!app->prefs.full_screen)
            SDL_GetWindowSize(app->window, &app->prefs.width, &app->prefs.height);
        bm_app_save_prefs(app);
        SDL_HideWindow(app->window); /* before engines are shut down, which takes a moment */
    }
    bm_new_game_cancel(app);
    bm_dialogs_fini(app);
    bm_analyser_list_free(app);
    bm_desktop_analysis_fini(&app->analysis);
    bm_desktop_session_fini(&app->session);
    bm_file_writer_stop(&app->file_writer);
    bm_loop_bridge_stop(&app->loop_bridge);
    bm_loop_fini(&app->loop);
    bm_move_list_fini(&app->moves);
    bm_sound_fini(&app->sound);
    bm_board_free_background(app);
    bm_piece_textures_fini(&app->pieces);
    bm_fonts_fini(&app->fonts);
    bm_draw_fini(&app->draw);
    if (app->renderer)
        SDL_DestroyRenderer(app->renderer);
    if (app->window)
        SDL_DestroyWindow(app->window);
    SDL_Quit();
}

/* Run the window once with drawing off to handle one input event. */
static void input_pass(struct bm_app *app)
{
    app->draw.mute = true;
    bm_ui_begin(&app->ui);
    bm_main_window(app);
    bm_ui_end(&app->ui);
    app->draw.mute = false;
    struct bm_input *const in = &app->ui.in;
    memset(in->pressed, 0, sizeof in->pressed);
    memset(in->released, 0, sizeof in->released);
    in->clicks = in->wheel = 0;
    in->key = 0;
    in->text[0] = '\0';
    app->dirty = true;
}

static void handle_button(struct bm_app *app, const SDL_MouseButtonEvent *e)
{
    struct bm_input *const in = &app->ui.in;
    const int i = e->button == SDL_BUTTON_LEFT ? 0 : e->button == SDL_BUTTON_RIGHT ? 2 : 1;
    const bool down = e->type == SDL_MOUSEBUTTONDOWN;
    in->x = (int)((float)e->x * app->scale);
    in->y = (int)((float)e->y * app->scale);
    in->down[i] = down;
    in->pressed[i] = down;
    in->released[i] = !down;
    in->clicks = down ? e->clicks : 0;
    input_pass(app);
}

static void handle_event(struct bm_app *app, const SDL_Event *e)
{
    struct bm_input *const in = &app->ui.in;
    switch (e->type) {
    case SDL_QUIT: app->quit = true; break;
    case SDL_MOUSEMOTION:
        in->x = (int)((float)e->motion.x * app->scale);
        in->y = (int)((float)e->motion.y * app->scale);
        app->dirty = true;
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: handle_button(app, &e->button); break;
    case SDL_MOUSEWHEEL:
        in->wheel = e->wheel.y;
        input_pass(app);
        break;
    case SDL_KEYDOWN:
        in->key = e->key.keysym.sym;
        in->mod = e->key.keysym.mod;
        /* Keys of an input method are its own. */
        if (!in->composing[0])
            input_pass(app);
        in->key = 0;
        break;
    case SDL_TEXTINPUT:
        snprintf(in->text, sizeof in->text, "%s", e->text.text);
        in->composing[0] = '\0';
        input_pass(app);
        break;
    case SDL_TEXTEDITING:
        snprintf(in->composing, sizeof in->composing, "%s", e->edit.text);
        app->dirty = true;
        break;
    case SDL_DROPFILE:
        if (app->dialog == BM_DIALOG_ENGINES) {
            bm_dialog_engines_set_program(app, e->drop.file);
        } else {
            app->dialog = app->parent_dialog = BM_DIALOG_NONE;
            bm_app_open_dialog(app, BM_DIALOG_NONE);
            bm_files_open(app, e->drop.file);
        }
        SDL_free(e->drop.file);
        break;
    case SDL_WINDOWEVENT:
        set_scale(app);
        app->dirty = true;
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        bm_board_free_background(app);
        app->dirty = true;
        break;
    default: break;
    }
}

/* The game, the file it is from, and a star if it is in no file. */
static void set_title(struct bm_app *app)
{
    const struct bm_desktop_session *const d = &app->session;
    const char *const slash = strrchr(app->source.path, '/');
    const char *const file = slash ? slash + 1 : app->source.path;
    const bool is_new =
        d->match ? !app->source.path[0] && bm_game_first(d->tree, BM_NODE_ROOT) != BM_NODE_NONE
                 : d->edited;
    char title[sizeof app->title], game[100];
    bm_desktop_session_game_title(d, game, sizeof game);
    snprintf(title, sizeof title, "%s%.100s%s%s – banmen", is_new ? "*" : "", file,
             *file ? " – " : "", game);
    if (strcmp(title, app->title) == 0)
        return;
    memcpy(app->title, title, sizeof title);
    SDL_SetWindowTitle(app->window, title);
}

void bm_app_draw(struct bm_app *app)
{
    const uint64_t from = SDL_GetPerformanceCounter();
    app->dirty = app->ui.redraw = false;
    set_scale(app);
    set_title(app);
    bm_ui_begin(&app->ui);
    bm_main_window(app);
    bm_ui_end(&app->ui);
    if (app->ui.wants_text) {
        const bm_box b = app->ui.text_box;
        const SDL_Rect r = {(int)((float)b.x / app->scale), (int)((float)b.y / app->scale), b.w,
                            (int)((float)b.h / app->scale)};
        SDL_SetTextInputRect(&r);
    }
    if (app->ui.redraw)
        app->dirty = true;
    SDL_RenderPresent(app->renderer);
    app->frames++;
    app->frame_ms = (double)(SDL_GetPerformanceCounter() - from) * 1000 /
                    (double)SDL_GetPerformanceFrequency();
}

/* The shorter of two waits, the second until a time; negative: without limit. */
static int shorter_wait(int most, int64_t now, int64_t at)
{
    const int64_t left = at > now ? at - now : 0;
    return most < 0 || left < most ? (int)left : most;
}

static bool clock_runs(const struct bm_app *app)
{
    if (!app->session.match)
        return false;
    const struct bm_clock *const c = bm_match_clock(app->session.match);
    return c->running && c->times.side[c->turn].kind != BM_CLOCK_NONE;
}

/* How long nothing happens by itself; negative: without limit. */
static int wait_time(struct bm_app *app, int most)
{
    const int64_t now = bm_app_now(app);
    if (app->dirty)
        return app->view.moving_since ? 12 : 0;
    if (clock_runs(app))
        most = shorter_wait(most, now, now + CLOCK_TICK);
    if (app->save_at)
        most = shorter_wait(most, now, app->save_at);
    if (app->message[0])
        most = shorter_wait(most, now, app->message_from + MESSAGE);
    if (app->sound.rest_at)
        most = shorter_wait(most, now, app->sound.rest_at);
    return bm_loop_bridge_timeout(&app->loop_bridge, most);
}

/* What is due by the time. */
static void run_timers(struct bm_app *app)
{
    const int64_t now = bm_app_now(app);
    if (clock_runs(app)) {
        app->dirty = true;
        if (app->save_at == 0 && now >= app->saved_at + CLOCK_DELAY)
            bm_app_schedule_autosave(app);
    }
    bm_sound_rest(&app->sound, now);
    if (app->save_at && now >= app->save_at) {
        app->save_at = 0;
        app->saved_at = now;
        if (app->saved_version != app->session.version)
            bm_files_autosave(app);
        app->saved_version = app->session.version;
    }
    const int error = bm_file_writer_take_error(&app->file_writer);
    if (error)
        bm_app_show_message(app, true,
                            TR(&app->session, "this cannot be kept on disk: %s",
                               "ディスクに保存できません: %s"),
                            bm_errno_text(app->lang, error));
    if (app->message[0] && now >= app->message_from + MESSAGE) {
        app->message[0] = '\0';
        app->dirty = true;
    }
}

void bm_app_step(struct bm_app *app, int wait)
{
    SDL_Event e;
    bm_loop_bridge_run(&app->loop_bridge);
    const int ms = wait_time(app, wait);
    const bool any = ms ? SDL_WaitEventTimeout(&e, ms) : SDL_PollEvent(&e);
    app->wakeups++;
    if (any) {
        do
            handle_event(app, &e);
        while (SDL_PollEvent(&e) && !app->quit);
    }
    bm_loop_bridge_run(&app->loop_bridge);
    run_timers(app);
    if (app->dirty)
        bm_app_draw(app);
}

void bm_app_run(struct bm_app *app)
{
    while (!app->quit)
        bm_app_step(app, -1);
}

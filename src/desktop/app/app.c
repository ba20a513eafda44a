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

void bm_app_say(struct bm_app *app, bool warn, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(app->message, sizeof app->message, format, args);
    va_end(args);
    app->warned = warn;
    app->message_from = bm_app_now(app);
    app->dirty = true;
}

void bm_app_open_dialog(struct bm_app *app, enum bm_dialog dialog)
{
    app->below = app->dialog;
    app->dialog = dialog;
    app->menu = 0;
    app->ui.focus = 0;
    app->dirty = true;
    bm_view_unpick(app);
}

void bm_app_close_dialog(struct bm_app *app)
{
    app->dialog = app->below != app->dialog ? app->below : BM_DIALOG_NONE;
    app->below = BM_DIALOG_NONE;
    app->ui.focus = 0;
    app->dirty = true;
}

void bm_app_save_soon(struct bm_app *app)
{
    app->saved = UINT64_MAX;
    app->save_at = bm_app_now(app) + SAVE_DELAY;
}

void bm_app_language(struct bm_app *app)
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
    app->lang = app->desk.lang = lang;
    app->dirty = true;
}

static void make_noise(struct bm_app *app, enum bm_noise noise)
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
static enum bm_noise noise_of(struct bm_app *app)
{
    struct bm_ctx *const ctx = app->desk.ctx;
    const unsigned squares = app->desk.info->squares, after = pieces_on(ctx, squares);
    const bm_move m = app->desk.move;
    if (bm_ctx_checks(ctx, NULL))
        return BM_NOISE_CHECK;
    if (!bm_ctx_undo(ctx))
        return BM_NOISE_MOVE;
    const unsigned before = pieces_on(ctx, squares);
    if (bm_ctx_play(ctx, m))
        (void)bm_desk_follow(&app->desk);
    return before > after ? BM_NOISE_CAPTURE : BM_NOISE_MOVE;
}

static void on_game(struct bm_app *app)
{
    const struct bm_desk *const d = &app->desk;
    bm_fetch_forget(app);
    bm_view_reset(app);
    app->archive[0] = '\0';
    app->source = (struct bm_source){.path = ""};
    bm_board_forget(app);
    bm_art_forget(&app->art);
    bm_brain_forget(&app->brain);
    if (d->match) /* in a match it is asked for anew */
        app->brain.on = false;
    app->view.flip =
        d->match && bm_desk_is_person(d, BM_SECOND) && !bm_desk_is_person(d, BM_FIRST);
    app->view.rules = NULL;
    app->moves.game = NULL;
    app->message[0] = '\0';
    bm_brain_follow(&app->brain);
}

void bm_app_news(void *user, enum bm_news news, unsigned side)
{
    struct bm_app *const app = user;
    app->dirty = app->dirty || news != BM_NEWS_LOG || app->dialog == BM_DIALOG_LOG;
    switch (news) {
    case BM_NEWS_LEAVE: bm_archive_put(app); return;
    case BM_NEWS_GAME: on_game(app); break;
    case BM_NEWS_MOVE:
        bm_view_unpick(app);
        app->message[0] = '\0';
        app->view.mark_count = 0;
        bm_view_animate(app, app->desk.move);
        make_noise(app, noise_of(app));
        bm_brain_follow(&app->brain);
        break;
    case BM_NEWS_NODE:
        bm_view_unpick(app);
        app->view.mark_count = 0;
        app->message[0] = '\0';
        bm_brain_follow(&app->brain);
        break;
    case BM_NEWS_OVER:
        bm_view_unpick(app);
        make_noise(app, BM_NOISE_END);
        bm_archive_put(app); /* it is not autosaved any more */
        if (app->dialog == BM_DIALOG_NONE || app->dialog == BM_DIALOG_ASK)
            bm_app_open_dialog(app, BM_DIALOG_OVER);
        app->below = BM_DIALOG_NONE;
        break;
    case BM_NEWS_TROUBLE:
        app->trouble_side = side;
        bm_app_open_dialog(app, BM_DIALOG_TROUBLE);
        break;
    case BM_NEWS_LINE: bm_brain_note(&app->brain, &app->desk.chair[side].thought); break;
    case BM_NEWS_SAY:
        bm_app_say(app, true, "%s", app->desk.said);
        make_noise(app, BM_NOISE_NO);
        break;
    case BM_NEWS_LOG:
    case BM_NEWS_STATE: break;
    }
    if ((app->desk.match || app->desk.edited) && app->save_at == 0 &&
        app->saved != app->desk.version)
        app->save_at = bm_app_now(app) + SAVE_DELAY;
}

/* In the thread that writes files. */
static void on_write_failed(void *user) { bm_waker_wake(&((struct bm_app *)user)->waker); }

static void on_told(void *user) { ((struct bm_app *)user)->dirty = true; }

/* Pixels for a point of the window, and for one of letters: times what the person likes. */
static void set_scale(struct bm_app *app)
{
    int w, h, pw, ph;
    SDL_GetWindowSize(app->window, &w, &h);
    SDL_GetRendererOutputSize(app->renderer, &pw, &ph);
    app->scale = w > 0 ? (float)pw / (float)w : 1;
    bm_ui_set(&app->ui, bm_display_density(app) * (float)app->prefs.zoom / 100,
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
        bm_files_begin(app);
    /* There is always a game on the desk. */
    if (!app->desk.match && bm_game_create(&game, bm_rules_chess(), NULL) == BM_OK)
        bm_desk_study(&app->desk, game, BM_NODE_ROOT);
    if (o->variant && !built_in)
        bm_fetch_begin(app, NULL);
    const bool left = bm_files_has_autosave(app), asks = !o->file && !o->variant;
    if (left && !o->no_resume && !asks)
        bm_archive_adopt(app); /* before another game is autosaved */
    if (o->file) {
        bm_files_open(app, o->file);
    } else if (!o->variant) {
        bm_app_open_dialog(app, BM_DIALOG_NEW);
        if (!o->no_resume && left) {
            app->ask = BM_ASK_RESUME;
            snprintf(app->ask_text, sizeof app->ask_text, "%s", W(app, RESUME_ASK));
            bm_app_open_dialog(app, BM_DIALOG_ASK);
        }
    }
}

void bm_app_keep(struct bm_app *app)
{
    char *const text = app->prefs_path[0] ? bm_prefs_text(&app->prefs) : NULL;
    if (text)
        bm_keeper_put(&app->keeper, app->prefs_path, text, strlen(text));
    free(text);
}

bool bm_app_init(struct bm_app *app, const struct bm_app_options *o)
{
    *app = (struct bm_app){.dirty = true};
    bm_prefs_init(&app->prefs);
    if (bm_prefs_place("CONFIG", "desktop.json", app->prefs_path, sizeof app->prefs_path))
        bm_prefs_load(&app->prefs, app->prefs_path);
    if (!bm_prefs_place("STATE", "desktop-game.json", app->autosave, sizeof app->autosave))
        app->autosave[0] = '\0';
    (void)bm_archive_init(app);
    app->own_scale = o->scale;
    if (bm_loop_init(&app->loop))
        return false;
    bm_desk_init(&app->desk, &app->loop, bm_app_news, app);
    bm_brain_init(&app->brain, &app->desk, on_told, app);
    bm_brain_choose(&app->brain, app->prefs.analyst, (unsigned)app->prefs.lines);
    if (SDL_Init(SDL_INIT_VIDEO) || !bm_display_open(app, o) ||
        !bm_draw_init(&app->draw, app->renderer) || !bm_type_init(&app->type, &app->draw) ||
        !bm_waker_start(&app->waker, &app->loop)) {
        fprintf(stderr, "banmen-desktop: %s\n", SDL_GetError());
        return false;
    }
    bm_keeper_start(&app->keeper, on_write_failed, app);
    bm_ui_init(&app->ui, &app->draw, &app->type);
    bm_art_init(&app->art, &app->draw, &app->type);
    bm_view_reset(app);
    bm_app_language(app);
    set_scale(app);
    SDL_StartTextInput();
    first_game(app, o);
    return app->desk.ctx != NULL;
}

void bm_app_fini(struct bm_app *app)
{
    if (app->desk.match || app->desk.edited || app->save_at)
        bm_files_autosave(app);
    if (app->desk.info)
        bm_archive_put(app);
    if (app->window) {
        if (!app->prefs.full_screen)
            SDL_GetWindowSize(app->window, &app->prefs.width, &app->prefs.height);
        bm_app_keep(app);
        SDL_HideWindow(app->window); /* nobody has to watch engines leave */
    }
    bm_fetch_forget(app);
    bm_dialogs_fini(app);
    bm_minds_forget(app);
    bm_brain_fini(&app->brain);
    bm_desk_fini(&app->desk);
    bm_keeper_end(&app->keeper);
    bm_waker_end(&app->waker);
    bm_loop_fini(&app->loop);
    bm_moves_fini(&app->moves);
    bm_sound_fini(&app->sound);
    bm_board_forget(app);
    bm_art_fini(&app->art);
    bm_type_fini(&app->type);
    bm_draw_fini(&app->draw);
    if (app->renderer)
        SDL_DestroyRenderer(app->renderer);
    if (app->window)
        SDL_DestroyWindow(app->window);
    SDL_Quit();
}

/* One pass that only looks at input. */
static void pass(struct bm_app *app)
{
    app->draw.mute = true;
    bm_ui_begin(&app->ui);
    bm_screen(app);
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

static void button(struct bm_app *app, const SDL_MouseButtonEvent *e)
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
    pass(app);
}

static void handle(struct bm_app *app, const SDL_Event *e)
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
    case SDL_MOUSEBUTTONUP: button(app, &e->button); break;
    case SDL_MOUSEWHEEL:
        in->wheel = e->wheel.y;
        pass(app);
        break;
    case SDL_KEYDOWN:
        in->key = e->key.keysym.sym;
        in->mod = e->key.keysym.mod;
        /* Keys of an input method are its own. */
        if (!in->composing[0])
            pass(app);
        in->key = 0;
        break;
    case SDL_TEXTINPUT:
        snprintf(in->text, sizeof in->text, "%s", e->text.text);
        in->composing[0] = '\0';
        pass(app);
        break;
    case SDL_TEXTEDITING:
        snprintf(in->composing, sizeof in->composing, "%s", e->edit.text);
        app->dirty = true;
        break;
    case SDL_DROPFILE:
        if (app->dialog == BM_DIALOG_ENGINES) {
            bm_dialog_engines_take(app, e->drop.file);
        } else {
            app->dialog = app->below = BM_DIALOG_NONE;
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
        bm_board_forget(app);
        app->dirty = true;
        break;
    default: break;
    }
}

/* The game, the file it is from, and a star if it is in no file. */
static void set_title(struct bm_app *app)
{
    const struct bm_desk *const d = &app->desk;
    const char *const slash = strrchr(app->source.path, '/');
    const char *const file = slash ? slash + 1 : app->source.path;
    const bool is_new =
        d->match ? !app->source.path[0] && bm_game_first(d->tree, BM_NODE_ROOT) != BM_NODE_NONE
                 : d->edited;
    char title[sizeof app->title], game[100];
    bm_desk_game_title(d, game, sizeof game);
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
    bm_screen(app);
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
static int sooner(int most, int64_t now, int64_t at)
{
    const int64_t left = at > now ? at - now : 0;
    return most < 0 || left < most ? (int)left : most;
}

static bool clock_runs(const struct bm_app *app)
{
    if (!app->desk.match)
        return false;
    const struct bm_clock *const c = bm_match_clock(app->desk.match);
    return c->running && c->times.side[c->turn].kind != BM_CLOCK_NONE;
}

/* How long nothing happens by itself; negative: without limit. */
static int patience(struct bm_app *app, int most)
{
    const int64_t now = bm_app_now(app);
    if (app->dirty)
        return app->view.moving_since ? 12 : 0;
    if (clock_runs(app))
        most = sooner(most, now, now + CLOCK_TICK);
    if (app->save_at)
        most = sooner(most, now, app->save_at);
    if (app->message[0])
        most = sooner(most, now, app->message_from + MESSAGE);
    if (app->sound.rest_at)
        most = sooner(most, now, app->sound.rest_at);
    return bm_waker_timeout(&app->waker, most);
}

/* What is due by the time. */
static void look_at_time(struct bm_app *app)
{
    const int64_t now = bm_app_now(app);
    if (clock_runs(app)) {
        app->dirty = true;
        if (app->save_at == 0 && now >= app->saved_at + CLOCK_DELAY)
            bm_app_save_soon(app);
    }
    bm_sound_rest(&app->sound, now);
    if (app->save_at && now >= app->save_at) {
        app->save_at = 0;
        app->saved_at = now;
        if (app->saved != app->desk.version)
            bm_files_autosave(app);
        app->saved = app->desk.version;
    }
    const int error = bm_keeper_error(&app->keeper);
    if (error)
        bm_app_say(
            app, true,
            TR(&app->desk, "this cannot be kept on disk: %s", "ディスクに保存できません: %s"),
            bm_errno_text(app->lang, error));
    if (app->message[0] && now >= app->message_from + MESSAGE) {
        app->message[0] = '\0';
        app->dirty = true;
    }
}

void bm_app_step(struct bm_app *app, int wait)
{
    SDL_Event e;
    bm_waker_turn(&app->waker);
    const int ms = patience(app, wait);
    const bool any = ms ? SDL_WaitEventTimeout(&e, ms) : SDL_PollEvent(&e);
    app->wakeups++;
    if (any) {
        do
            handle(app, &e);
        while (SDL_PollEvent(&e) && !app->quit);
    }
    bm_waker_turn(&app->waker);
    look_at_time(app);
    if (app->dirty)
        bm_app_draw(app);
}

void bm_app_run(struct bm_app *app)
{
    while (!app->quit)
        bm_app_step(app, -1);
}

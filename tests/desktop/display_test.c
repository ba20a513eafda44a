/* SPDX-License-Identifier: MIT */
/* What is heard and seen: sounds, animation, sharp displays, input methods, sizes. */
#include "rig.h"

enum { RATE = 22050 };

/* Milliseconds of sound that wait to be heard; the device is held. */
static unsigned queued(struct bm_app *app)
{
    return SDL_GetQueuedAudioSize(app->sound.device) / 2 * 1000 / RATE + 1;
}

static void sounds(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    app->prefs.sounds = true;
    ok(rig_move(app, "e2e4", true));
    ok_named(app->sound.device != 0, "there is a device");
    SDL_PauseAudioDevice(app->sound.device, 1);
    ok(rig_move(app, "d7d5", true));
    ok_named(queued(app) / 10 == 9, "a move");
    ok(rig_move(app, "e4d5", true));
    ok_named(queued(app) / 10 == 12, "a capture");
    ok(!rig_move(app, "d8d4", true));
    ok_named(queued(app) / 10 == 14, "a refusal");
    eq_u64(rig_moves(app, "d8d5 b1c3 d5e5"), 3);
    ok_named(queued(app) / 10 == 22, "a check");
    rig_key(app, SDLK_r, KMOD_CTRL);
    ok(rig_press(app, "Yes"));
    ok_named(queued(app) / 10 == 48, "the end");
    rig_key(app, SDLK_ESCAPE, 0);
    /* A device that is open wakes its thread all the time: it is closed after a while. */
    app->sound.rest_at = 1;
    rig_step(app);
    ok(app->sound.device == 0 && app->sound.rest_at == 0);
    ok(!rig_move(app, "a2a3", false)); /* is refused, with a sound */
    ok_named(app->sound.device != 0, "and opened again");
    app->prefs.sounds = false;
    ok(rig_begin(app, "chess", "none"));
    SDL_ClearQueuedAudio(app->sound.device);
    ok(rig_move(app, "e2e4", true));
    eq_u64(SDL_GetQueuedAudioSize(app->sound.device), 0);
    app->prefs.sounds = true;
    rig_close(app);
}

/* A number for what is seen in a box. */
static uint64_t seen(struct bm_app *app, bm_box b)
{
    uint64_t sum = 1469598103934665603u;
    uint32_t *const p = calloc((size_t)(b.w * b.h), sizeof *p);
    const SDL_Rect r = {b.x, b.y, b.w, b.h};
    if (!p ||
        SDL_RenderReadPixels(app->renderer, &r, SDL_PIXELFORMAT_ARGB8888, p, b.w * 4) != 0)
        tap_bail("no picture");
    for (int i = 0; i < b.w * b.h; i++)
        sum = (sum ^ p[i]) * 1099511628211u;
    free(p);
    return sum;
}

static void animation(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    app->prefs.animation = true;
    const bm_box from = bm_board_square_box(app, 12), to = bm_board_square_box(app, 28);
    rig_click_box(app, from);
    /* The second click, and one frame. */
    const int x = to.x + to.w / 2, y = to.y + to.h / 2;
    SDL_PushEvent(&(SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = x, .y = y}});
    for (int down = 1; down >= 0; down--)
        SDL_PushEvent(
            &(SDL_Event){.button = {.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                    .button = SDL_BUTTON_LEFT,
                                    .x = x,
                                    .y = y}});
    SDL_PushEvent(&(SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = 2, .y = 2}});
    bm_app_step(app, 1);
    eq_u64(bm_ctx_plies(app->session.ctx), 1);
    ok_named(app->view.moving_since != 0, "it is on its way");
    const uint64_t way = seen(app, to), frames = app->frames;
    rig_until(app, app->view.moving_since == 0);
    rig_step(app);
    ok_named(app->frames > frames, "frames follow by themselves");
    const uint64_t there = seen(app, to);
    ok_named(way != there, "it was not there at once");
    /* Then nothing more is drawn. */
    rig_step(app);
    const uint64_t quiet = app->frames;
    rig_step(app);
    eq_u64(app->frames, quiet);
    /* What was dragged is there already. */
    ok(rig_move(app, "e7e5", true));
    ok(app->view.moving_since == 0);
    app->prefs.animation = false;
    rig_close(app);
}

/* A display with two pixels for a point: events are in points, pictures in pixels. */
static void sharp_display(void)
{
    struct bm_app *const app = calloc(1, sizeof *app);
    SDL_Surface *const surface =
        SDL_CreateRGBSurfaceWithFormat(0, 2200, 1520, 32, SDL_PIXELFORMAT_ARGB8888);
    const struct bm_app_options options = {
        .width = 1100, .height = 760, .exact = true, .surface = surface, .variant = "chess"};
    struct bm_prefs prefs;
    bm_prefs_init(&prefs);
    if (!app || !surface || !bm_app_init(app, &options))
        tap_bail("no window");
    app->prefs.animation = false;
    bm_app_step(app, 1);
    ok(app->scale > 1.99f && app->scale < 2.01f);
    ok_named(app->ui.row > 50, "text is twice as large: %d", app->ui.row);
    snprintf(app->prefs.seat[1], sizeof app->prefs.seat[1], "me");
    ok(rig_begin(app, "chess", "none"));
    const bm_box a = bm_board_square_box(app, 12), b = bm_board_square_box(app, 28);
    ok_named(a.w > 120, "squares too: %d", a.w);
    rig_click_at(app, (a.x + a.w / 2) / 2, (a.y + a.h / 2) / 2);
    ok(app->view.selected == 12);
    rig_click_at(app, (b.x + b.w / 2) / 2, (b.y + b.h / 2) / 2);
    eq_u64(bm_ctx_plies(app->session.ctx), 1);
    rig_close(app);
    SDL_FreeSurface(surface);
}

static void compose(struct bm_app *app, const char *text)
{
    SDL_Event e = {.edit = {.type = SDL_TEXTEDITING}};
    snprintf(e.edit.text, sizeof e.edit.text, "%s", text);
    SDL_PushEvent(&e);
    rig_step(app);
}

/* What an input method composes is shown, its keys are its own, and what it gives is taken. */
static void input_method(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    char text[256];
    SDL_SetClipboardText("1. e4 *");
    rig_key(app, SDLK_v, KMOD_CTRL);
    rig_key(app, SDLK_END, 0);
    rig_key(app, SDLK_RETURN, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_COMMENT);
    const struct bm_widget *const field = rig_widget(app, "comment text");
    const bm_box box = field ? field->box : (bm_box){0, 0, 1, 1};
    rig_motion(app, 2, 2);
    const uint64_t empty = seen(app, box);
    compose(app, "こうちゃく");
    ok_named(seen(app, box) != empty, "it is shown while it is composed");
    eq_str(app->comment, "");
    rig_key(app, SDLK_BACKSPACE, 0);
    rig_key(app, SDLK_RETURN, 0); /* chooses among what it offers */
    rig_key(app, SDLK_ESCAPE, 0);
    ok(app->dialog == BM_DIALOG_COMMENT);
    rig_text(app, "好着");
    eq_str(app->comment, "好着");
    compose(app, "だ");
    compose(app, ""); /* given up */
    rig_text(app, "手");
    rig_key(app, SDLK_LEFT, 0);
    rig_key(app, SDLK_BACKSPACE, 0); /* a character, not a byte */
    eq_str(app->comment, "好手");
    rig_key(app, SDLK_RETURN, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_NONE);
    bm_desktop_session_comment(&app->session, text, sizeof text);
    eq_str(text, "好手");
    rig_close(app);
}

/* Letters follow the dots of the display; the window is never larger than the screen. */
static void displays(void)
{
    static const struct {
        float dpi, scale;
    } list[] = {{0, 1},      {72, 1},  {96, 1},      {110, 1}, {120, 1.25f}, {144, 1.5f},
                {163, 1.5f}, {192, 2}, {220, 2.25f}, {384, 4}, {600, 4},     {5000, 1}};
    for (unsigned i = 0; i < sizeof list / sizeof list[0]; i++)
        ok_named(bm_display_scale(list[i].dpi) == list[i].scale, "%.0f dots an inch: %.2f",
                 (double)list[i].dpi, (double)bm_display_scale(list[i].dpi));
    /* Of a size that was remembered from another screen. */
    struct bm_app *app = calloc(1, sizeof *app);
    SDL_Rect room;
    int w, h;
    if (!app || !bm_app_init(app, &(struct bm_app_options){.width = 9000, .height = 5000}))
        tap_bail("no window");
    bm_app_step(app, 1);
    SDL_GetWindowSize(app->window, &w, &h);
    ok(SDL_GetDisplayUsableBounds(0, &room) == 0);
    ok_named(w <= room.w && h <= room.h && w > room.w / 2, "%dx%d fits into %dx%d", w, h,
             room.w, room.h);
    ok(app->ui.row == 30);
    rig_close(app);
    /* Asked for by the person: everything is larger, and is hit where it is seen. */
    app = calloc(1, sizeof *app);
    const struct bm_app_options twice = {
        .width = 1000, .height = 700, .scale = 2, .variant = "chess"};
    if (!app || !bm_app_init(app, &twice))
        tap_bail("no window");
    app->prefs.animation = false;
    bm_app_step(app, 1);
    ok(app->ui.row == 60);
    ok(app->scale > 0.99f && app->scale < 1.01f);
    snprintf(app->prefs.seat[1], sizeof app->prefs.seat[1], "me");
    ok(rig_begin(app, "chess", "none"));
    ok(rig_move(app, "e2e4", false));
    rig_close(app);
}

static bool inside(bm_box b, int w, int h)
{
    return b.x >= 0 && b.y >= 0 && b.x + b.w <= w && b.y + b.h <= h;
}

/* At any size the whole board and all buttons are in the window, and moves can be made. */
static void sizes(void)
{
    static const int list[][2] = {{420, 360},  {640, 400},   {480, 800},  {800, 600},
                                  {1180, 780}, {1920, 1080}, {600, 1200}, {1400, 420}};
    static const char *const moves[] = {"7g7f", "3c3d", "8h2b+", "3a2b",
                                        "B*5e", "2b3c", "5e3c+", "2a3c"};
    struct bm_app *const app = rig_open("shogi", "me", "me");
    for (unsigned i = 0; i < 8; i++) {
        const int w = list[i][0], h = list[i][1];
        bool fits = true;
        SDL_SetWindowSize(app->window, w, h);
        SDL_PushEvent(&(SDL_Event){
            .window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_SIZE_CHANGED}});
        rig_step(app);
        for (unsigned sq = 0; sq < 81; sq++)
            fits = fits && inside(bm_board_square_box(app, (bm_sq)sq), w, h);
        for (unsigned k = 0; k < app->ui.widgets; k++)
            fits = fits && inside(app->ui.widget[k].box, w, h);
        ok_named(fits, "%dx%d: all is in the window", w, h);
        ok_named(rig_move(app, moves[i], i % 2), "%dx%d: %s %s", w, h, moves[i], app->message);
    }
    rig_close(app);
}

int main(void)
{
    rig_setup();
    sounds();
    animation();
    sharp_display();
    displays();
    input_method();
    sizes();
    return tap_done();
}

/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_DESKTOP_RIG_H
#define BM_TESTS_DESKTOP_RIG_H

/*
 * A window that is played in by events: what the mouse and the keyboard would send is put into
 * SDL's queue, and the program does the rest. There is no other way in.
 */

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "desktop/app/app.h"
#include "engine_pid.h"
#include "tap.h"

static char rig_home[128];

static inline void rig_clean(void)
{
    char command[160];
    snprintf(command, sizeof command, "rm -rf '%s'", rig_home);
    if (system(command) != 0)
        printf("# %s is left\n", rig_home);
}

/* Settings and saved games of a test are its own, and the window needs no screen. */
static inline void rig_setup(void)
{
    const char *const base = getenv("TMPDIR");
    snprintf(rig_home, sizeof rig_home, "%s/banmen-desktop-XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(rig_home))
        tap_bail("no folder for tests");
    atexit(rig_clean);
    setenv("XDG_CONFIG_HOME", rig_home, 1);
    setenv("XDG_STATE_HOME", rig_home, 1);
    setenv("XDG_DATA_HOME", rig_home, 1);
    unsetenv("BANMEN_SCALE");
    setenv("HOME", rig_home, 1);
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("BANMEN_ENGINES");
    if (!getenv("BANMEN_TEST_DISPLAY"))
        setenv("SDL_VIDEODRIVER", "dummy", 1);
}

static inline struct bm_app *rig_open(const char *variant, const char *first,
                                      const char *second)
{
    struct bm_app *const app = calloc(1, sizeof *app);
    const struct bm_app_options options = {.width = 1100, .height = 760, .exact = true};
    if (!app || !bm_app_init(app, &options))
        tap_bail("no window");
    app->dialog = app->parent_dialog = BM_DIALOG_NONE;
    app->prefs.animation = false;
    app->prefs.natural = false;
    if (variant) {
        snprintf(app->prefs.variant, sizeof app->prefs.variant, "%s", variant);
        snprintf(app->prefs.clock, sizeof app->prefs.clock, "none");
        app->prefs.start[0] = '\0';
        snprintf(app->prefs.seat[0], sizeof app->prefs.seat[0], "%s", first);
        snprintf(app->prefs.seat[1], sizeof app->prefs.seat[1], "%s", second);
        if (!bm_new_game_begin(app))
            printf("# %s\n", app->message);
    }
    bm_app_step(app, 1);
    return app;
}

/* A game as the start screen would begin it. */
static inline bool rig_begin(struct bm_app *app, const char *variant, const char *clock)
{
    snprintf(app->prefs.variant, sizeof app->prefs.variant, "%s", variant);
    snprintf(app->prefs.clock, sizeof app->prefs.clock, "%s", clock);
    app->prefs.start[0] = '\0';
    const bool fine = bm_new_game_begin(app);
    bm_app_step(app, 1);
    return fine;
}

static inline void rig_close(struct bm_app *app)
{
    bm_app_fini(app);
    free(app);
}

/* Let the window deal with all that is there. */
static inline void rig_step(struct bm_app *app)
{
    for (int i = 0; i < 3; i++)
        bm_app_step(app, 1);
}

/* Until something holds, or a minute is over. */
#define rig_until(app, cond)                                                           \
    do {                                                                               \
        for (const time_t rig_end = time(NULL) + 60; !(cond) && time(NULL) < rig_end;) \
            bm_app_step((app), 20);                                                    \
    } while (0)

static inline void rig_motion(struct bm_app *app, int x, int y)
{
    SDL_PushEvent(&(SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = x, .y = y}});
    rig_step(app);
}

static inline void rig_button(struct bm_app *app, int button, bool down, int x, int y)
{
    SDL_PushEvent(
        &(SDL_Event){.button = {.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                .button = (Uint8)button,
                                .state = down ? SDL_PRESSED : SDL_RELEASED,
                                .clicks = 1,
                                .x = x,
                                .y = y}});
    rig_step(app);
}

static inline void rig_click_at(struct bm_app *app, int x, int y)
{
    rig_motion(app, x, y);
    rig_button(app, SDL_BUTTON_LEFT, true, x, y);
    rig_button(app, SDL_BUTTON_LEFT, false, x, y);
}

static inline void rig_click_box(struct bm_app *app, bm_box b)
{
    rig_click_at(app, b.x + b.w / 2, b.y + b.h / 2);
}

/* The widget of that label in the last pass, or NULL. */
static inline const struct bm_widget *rig_widget(const struct bm_app *app, const char *label)
{
    for (unsigned i = 0; i < app->ui.widgets; i++) {
        if (strcmp(app->ui.widget[i].label, label) == 0)
            return &app->ui.widget[i];
    }
    return NULL;
}

/* A button of that name; false if there is none that can be pressed. */
static inline bool rig_press(struct bm_app *app, const char *label)
{
    const struct bm_widget *const w = rig_widget(app, label);
    if (!w || !w->enabled)
        return false;
    rig_click_box(app, w->box);
    return true;
}

static inline void rig_key(struct bm_app *app, SDL_Keycode key, unsigned mod)
{
    SDL_PushEvent(
        &(SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = key, .mod = (Uint16)mod}}});
    rig_step(app);
    SDL_PushEvent(
        &(SDL_Event){.key = {.type = SDL_KEYUP, .keysym = {.sym = key, .mod = (Uint16)mod}}});
    rig_step(app);
}

static inline void rig_text(struct bm_app *app, const char *text)
{
    for (const char *s = text; *s;) {
        SDL_Event e = {.text = {.type = SDL_TEXTINPUT}};
        size_t n;
        bm_utf8_next(s, s + strlen(s), &n);
        memcpy(e.text.text, s, n);
        SDL_PushEvent(&e);
        s += n;
    }
    rig_step(app);
}

/* A window as the program opens it, without a game. */
static inline struct bm_app *rig_start(void)
{
    struct bm_app *const app = calloc(1, sizeof *app);
    if (!app || !bm_app_init(app, &(struct bm_app_options){.width = 900, .height = 700}))
        tap_bail("no window");
    app->prefs.animation = false;
    bm_app_step(app, 1);
    return app;
}

static inline void rig_drag(struct bm_app *app, bm_box from, bm_box to)
{
    const int x0 = from.x + from.w / 2, y0 = from.y + from.h / 2;
    const int x1 = to.x + to.w / 2, y1 = to.y + to.h / 2;
    rig_motion(app, x0, y0);
    rig_button(app, SDL_BUTTON_LEFT, true, x0, y0);
    for (int i = 1; i <= 4; i++)
        rig_motion(app, x0 + (x1 - x0) * i / 4, y0 + (y1 - y0) * i / 4);
    rig_button(app, SDL_BUTTON_LEFT, false, x1, y1);
}

/* Make a move of the game's own notation with the mouse: the hand or square, the square, and
 * what it becomes. Every other one is dragged. */
static inline bool rig_move(struct bm_app *app, const char *text, bool drag)
{
    bm_move m;
    if (bm_move_parse(&m, app->session.ctx, text, strlen(text), NULL))
        return false;
    const unsigned before = bm_ctx_plies(app->session.ctx);
    const bm_box to = bm_board_square_box(app, bm_move_to(m));
    const bm_box from = bm_move_is_drop(m)
                            ? bm_hand_box(app, bm_ctx_turn(app->session.ctx), bm_move_from(m))
                            : bm_board_square_box(app, bm_move_from(m));
    if (drag) {
        rig_drag(app, from, to);
    } else {
        rig_click_box(app, from);
        rig_click_box(app, to);
    }
    if (app->view.choices) {
        char label[BM_UI_LABEL];
        snprintf(label, sizeof label, "choose %s", text);
        if (!rig_press(app, label))
            return false;
    }
    rig_step(app);
    return bm_ctx_plies(app->session.ctx) == before + 1 &&
           bm_move_equal(bm_ctx_played(app->session.ctx, before), m);
}

/* Moves parted by blanks; returns how many were made. */
static inline unsigned rig_moves(struct bm_app *app, const char *line)
{
    unsigned made = 0;
    for (const char *s = line; *s;) {
        char word[BM_COORDINATES];
        const size_t n = strcspn(s, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, s);
        if (!rig_move(app, word, made % 2)) {
            printf("# %s was not made: %s\n", word, app->message);
            return made;
        }
        made++;
        s += n;
        s += strspn(s, " ");
    }
    return made;
}

static inline struct bm_match_state rig_state(const struct bm_app *app)
{
    struct bm_match_state state;
    bm_desktop_session_match_state(&app->session, &state);
    return state;
}

static inline void rig_position(const struct bm_app *app, char *buf, size_t cap)
{
    bm_ctx_format(app->session.ctx, 0, buf, cap);
}

#endif

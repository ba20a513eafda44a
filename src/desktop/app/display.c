/* SPDX-License-Identifier: MIT */
/* The window on its screen: how large it is, and how large letters are. */
#include <stdlib.h>

#include "desktop/app/app.h"

enum { WIDTH = 1180, HEIGHT = 780, SMALL_W = 420, SMALL_H = 360, BORDER = 32 };

float bm_display_scale(float dpi)
{
    /* Less is a projector or a guess, more is nonsense. */
    if (!(dpi >= 96) || dpi > 960)
        return 1;
    const float quarters = (float)(int)(dpi / 96 * 4);
    return quarters > 16 ? 4 : quarters / 4;
}

/* Limit a window size to the usable screen area. */
static void fit_window(int *w, int *h, SDL_Rect room)
{
    if (room.w > 0 && *w > room.w)
        *w = room.w;
    if (room.h > 0 && *h > room.h)
        *h = room.h;
}

/* Of the display by itself; the environment may say otherwise. */
static float scale_of(int display)
{
    const char *const asked = getenv("BANMEN_SCALE");
    const float own = asked ? (float)atof(asked) : 0;
    float dpi = 0;
    if (own >= 0.5f && own <= 8)
        return own;
    if (SDL_GetDisplayDPI(display, NULL, &dpi, NULL))
        return 1;
    return bm_display_scale(dpi);
}

float bm_display_density(const struct bm_app *app)
{
    if (app->own_scale > 0)
        return app->own_scale;
    /* Where a point of the window has several pixels, the system scales already. */
    const float display = scale_of(SDL_GetWindowDisplayIndex(app->window));
    return app->scale > 1.01f && !getenv("BANMEN_SCALE") ? app->scale : display;
}

/* As remembered, or as large as the text needs; never larger than the screen. */
static void choose_size(const struct bm_app *app, const struct bm_app_options *o, int *w,
                        int *h)
{
    const float scale = o->scale > 0 ? o->scale : scale_of(0);
    SDL_Rect room;
    *w = o->width ? o->width : app->prefs.width ? app->prefs.width : (int)(WIDTH * scale);
    *h = o->height ? o->height : app->prefs.height ? app->prefs.height : (int)(HEIGHT * scale);
    if (o->exact || SDL_GetDisplayUsableBounds(0, &room))
        return;
    room.h -= BORDER; /* the title, which bounds do not know of */
    fit_window(w, h, room);
}

bool bm_display_open(struct bm_app *app, const struct bm_app_options *o)
{
    int w, h;
    choose_size(app, o, &w, &h);
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
    /* A click that brings the window to the front is a click on a piece, too. */
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    app->window = SDL_CreateWindow(
        "banmen", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, w, h,
        SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | (o->hidden ? SDL_WINDOW_HIDDEN : 0));
    if (!app->window)
        return false;
    SDL_SetWindowMinimumSize(app->window, SMALL_W, SMALL_H);
    /* The software renderer is enough, is there at once, and draws the same everywhere. */
    app->renderer = o->surface ? SDL_CreateSoftwareRenderer(o->surface)
                               : SDL_CreateRenderer(app->window, -1, SDL_RENDERER_SOFTWARE);
    if (!app->renderer)
        app->renderer = SDL_CreateRenderer(app->window, -1, 0);
    return app->renderer != NULL;
}

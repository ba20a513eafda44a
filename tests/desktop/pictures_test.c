/* SPDX-License-Identifier: MIT */
/*
 * Pictures of the window, made small and compared with stored ones, so that other fonts and a
 * pixel here or there make no difference, but a board that is missing does.
 *
 *     pictures_test STORED            compare
 *     pictures_test --write STORED    store what is seen now
 *     pictures_test --save FOLDER     the pictures as they are, to be looked at
 */
#include <SDL_image.h>

#include "desktop/app/commands.h"
#include "rig.h"

enum { UI_TEXT = 32, H = 22, SCENES = 20 };

struct thumb {
    char name[32];
    unsigned char rgb[UI_TEXT * H][3];
};
static struct thumb seen[SCENES], stored[SCENES];
static unsigned count, known;
static const char *save;

static void look(struct bm_app *app, const char *name)
{
    int w, h;
    app->message[0] = '\0';
    rig_motion(app, 2, 2);
    rig_step(app);
    bm_app_draw(app);
    SDL_GetRendererOutputSize(app->renderer, &w, &h);
    SDL_Surface *const s =
        SDL_CreateRGBSurfaceWithFormat(0, w, h, 32, SDL_PIXELFORMAT_ARGB8888);
    if (!s || SDL_RenderReadPixels(app->renderer, NULL, SDL_PIXELFORMAT_ARGB8888, s->pixels,
                                   s->pitch))
        tap_bail("no picture");
    if (save) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s.png", save, name);
        IMG_SavePNG(s, path);
    }
    struct thumb *const t = &seen[count++];
    snprintf(t->name, sizeof t->name, "%s", name);
    for (int i = 0; i < UI_TEXT * H; i++) {
        const int x0 = i % UI_TEXT * w / UI_TEXT, x1 = (i % UI_TEXT + 1) * w / UI_TEXT;
        const int y0 = i / UI_TEXT * h / H, y1 = (i / UI_TEXT + 1) * h / H;
        unsigned long sum[3] = {0};
        for (int y = y0; y < y1; y++) {
            const uint32_t *const row =
                (const uint32_t *)(const void *)((const char *)s->pixels + y * s->pitch);
            for (int x = x0; x < x1; x++)
                for (int c = 0; c < 3; c++)
                    sum[c] += row[x] >> (16 - 8 * c) & 0xff;
        }
        for (int c = 0; c < 3; c++)
            t->rgb[i][c] = (unsigned char)(sum[c] / (unsigned long)((x1 - x0) * (y1 - y0)));
    }
    SDL_FreeSurface(s);
}

static void scenes(void)
{
    struct bm_app *app = rig_open("chess", "me", "me");
    rig_moves(app, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
    rig_click_box(app, bm_board_square_box(app, 33)); /* the bishop on b5 is picked */
    look(app, "chess");
    rig_key(app, SDLK_ESCAPE, 0);
    rig_key(app, SDLK_n, KMOD_CTRL);
    look(app, "new-game");
    rig_key(app, SDLK_ESCAPE, 0);
    rig_key(app, SDLK_e, KMOD_CTRL);
    look(app, "editor");
    rig_key(app, SDLK_ESCAPE, 0);
    app->menu = 2;
    look(app, "menu");
    app->menu = 0;
    rig_key(app, SDLK_o, KMOD_CTRL);
    rig_key(app, SDLK_u, KMOD_CTRL);
    rig_text(app, rig_home);
    rig_key(app, SDLK_RETURN, 0);
    look(app, "open");
    rig_key(app, SDLK_ESCAPE, 0);
    SDL_SetWindowSize(app->window, 480, 640);
    rig_step(app);
    look(app, "small");
    SDL_SetWindowSize(app->window, 1900, 1000);
    rig_step(app);
    rig_moves(app, "b5c6 d7c6");
    rig_key(app, SDLK_z, KMOD_CTRL);
    rig_moves(app, "b7c6 d2d4");
    look(app, "large"); /* with a variation */
    rig_close(app);
    app = rig_open("shogi", "me", "me");
    app->prefs.lang = 1;
    bm_app_set_language(app);
    rig_moves(app, "7g7f 3c3d 8h2b+ 3a2b B*5e");
    look(app, "shogi");
    rig_key(app, SDLK_d, KMOD_CTRL);
    look(app, "offer");
    rig_press(app, "拒否");
    bm_move m;
    if (!bm_move_parse(&m, app->session.ctx, "8b4b", 4, NULL) && rig_move(app, "8b4b", true) &&
        !bm_move_parse(&m, app->session.ctx, "5e3c+", 5, NULL))
        rig_drag(app, bm_board_square_box(app, bm_move_from(m)),
                 bm_board_square_box(app, bm_move_to(m)));
    look(app, "chooser");
    rig_key(app, SDLK_ESCAPE, 0);
    app->prefs.lang = 0;
    bm_app_set_language(app);
    app->prefs.dark = true;
    app->prefs.theme = 1;
    rig_key(app, SDLK_COMMA, KMOD_CTRL);
    look(app, "dark-settings");
    app->prefs.dark = false;
    app->prefs.theme = 0;
    rig_close(app);
    app = rig_open("raumschach", "me", "me");
    look(app, "raumschach");
    rig_close(app);
    app = rig_open("glinski", "me", "me");
    look(app, "glinski");
    rig_close(app);
    app = rig_open("xiangqi", "me", "me");
    look(app, "xiangqi");
    rig_moves(app, "h3e3 h10g8");
    rig_key(app, SDLK_r, KMOD_CTRL);
    rig_press(app, "Yes");
    look(app, "over");
    rig_key(app, SDLK_ESCAPE, 0);
    rig_key(app, SDLK_h, KMOD_CTRL);
    look(app, "my-games");
    rig_key(app, SDLK_ESCAPE, 0);
    app->session.seed = 7;
    rig_begin(app, "chess960", "none");
    rig_key(app, SDLK_n, KMOD_CTRL);
    look(app, "drawn-start");
    rig_key(app, SDLK_ESCAPE, 0);
    rig_begin(app, "chess", "none");
    rig_moves(app, "e2e4");
    rig_key(app, SDLK_t, KMOD_CTRL);
    rig_key(app, SDLK_RETURN, KMOD_CTRL);
    rig_text(app, "The king's pawn, and one line that is too long for the box, so that it is "
                  "wrapped where a word ends.");
    rig_key(app, SDLK_RETURN, 0);
    rig_text(app, "最善の初手とも言われる。");
    rig_key(app, SDLK_UP, KMOD_SHIFT);
    look(app, "comment");
    rig_close(app);
}

static void load(const char *path)
{
    FILE *const f = fopen(path, "r");
    if (!f)
        tap_bail("no stored pictures");
    while (known < SCENES && fscanf(f, "%31s", stored[known].name) == 1) {
        for (int i = 0; i < UI_TEXT * H * 3; i++) {
            unsigned v;
            if (fscanf(f, "%2x", &v) != 1)
                tap_bail("the stored pictures are damaged");
            stored[known].rgb[i / 3][i % 3] = (unsigned char)v;
        }
        known++;
    }
    fclose(f);
}

static void store(const char *path)
{
    FILE *const f = fopen(path, "w");
    if (!f)
        tap_bail("cannot write");
    for (unsigned k = 0; k < count; k++) {
        fprintf(f, "%s\n", seen[k].name);
        for (int i = 0; i < UI_TEXT * H * 3; i++)
            fprintf(f, "%02x%s", seen[k].rgb[i / 3][i % 3],
                    i % (UI_TEXT * 3) == UI_TEXT * 3 - 1 ? "\n" : "");
    }
    fclose(f);
}

int main(int argc, char **argv)
{
    const bool writes = argc == 3 && strcmp(argv[1], "--write") == 0;
    if (argc == 3 && strcmp(argv[1], "--save") == 0)
        save = argv[2];
    if (argc < 2)
        tap_bail("usage: pictures_test STORED");
    rig_setup();
    scenes();
    if (writes) {
        store(argv[2]);
        return 0;
    }
    if (save)
        return 0;
    load(argv[1]);
    eq_u64(known, count);
    for (unsigned k = 0; k < count && k < known; k++) {
        unsigned long sum = 0, far = 0;
        for (int i = 0; i < UI_TEXT * H * 3; i++) {
            const int d = abs(seen[k].rgb[i / 3][i % 3] - stored[k].rgb[i / 3][i % 3]);
            sum += (unsigned)d;
            far += d > 48;
        }
        const unsigned long mean = sum * 10 / (UI_TEXT * H * 3);
        ok_named(mean < 60 && far < UI_TEXT * H * 3 / 50,
                 "%s: differs by %lu.%lu of 255, %lu places far off", seen[k].name, mean / 10,
                 mean % 10, far);
    }
    return tap_done();
}

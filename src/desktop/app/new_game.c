/* SPDX-License-Identifier: MIT */
/* Variant loader: a worker thread reads and compiles a variant file, then the match begins. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desktop/app/app.h"
#include "desktop/files/variant_file.h"

struct bm_variant_load {
    uv_work_t work;
    struct bm_app *app; /* NULL: cancelled */
    void (*done)(struct bm_app *app, bool fine);
    enum bm_lang lang;
    char name[BM_PREF_PATH];
    const struct bm_rules *rules;
    char why[BM_DESKTOP_TEXT];
};

static void load_variant_work(uv_work_t *w)
{
    struct bm_variant_load *const f = w->data;
    f->rules = bm_desktop_variant_load(f->lang, f->name, f->why, sizeof f->why);
}

/* Back on the window's thread. */
static void on_variant_loaded(uv_work_t *w, int status)
{
    struct bm_variant_load *const f = w->data;
    struct bm_app *const app = f->app;
    if (app) {
        bool fine = false;
        app->variant_load = NULL;
        app->message[0] = '\0';
        if (f->rules)
            fine = bm_new_game_begin_with(app, f->rules);
        else
            bm_app_show_message(app, true, "%s", status ? uv_strerror(status) : f->why);
        if (f->done)
            f->done(app, fine);
        app->dirty = true;
    }
    bm_rules_release(f->rules);
    free(f);
}

void bm_new_game_cancel(struct bm_app *app)
{
    if (app->variant_load)
        app->variant_load->app = NULL;
    app->variant_load = NULL;
}

void bm_new_game_load(struct bm_app *app, void (*done)(struct bm_app *app, bool fine))
{
    const char *const name = app->prefs.variant;
    struct bm_variant_load *const f =
        bm_variant_find(name, strlen(name)) ? NULL : calloc(1, sizeof *f);
    bm_new_game_cancel(app);
    if (!f) { /* built-in games are compiled in no time */
        const bool fine = bm_new_game_begin(app);
        if (done)
            done(app, fine);
        return;
    }
    f->work.data = f;
    f->app = app;
    f->done = done;
    f->lang = app->lang;
    snprintf(f->name, sizeof f->name, "%s", name);
    app->variant_load = f;
    bm_app_show_message(
        app, false, TR(&app->session, "reading the rules: %s", "ルールを読み込んでいます: %s"),
        name);
    if (uv_queue_work(&app->loop.uv, &f->work, load_variant_work, on_variant_loaded))
        on_variant_loaded(&f->work, UV_ENOMEM);
}

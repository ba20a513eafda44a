/* SPDX-License-Identifier: MIT */
/* Rules that another thread reads and compiles while the window goes on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desktop/app/app.h"
#include "desktop/files/variant_file.h"

struct bm_fetch {
    uv_work_t work;
    struct bm_app *app; /* NULL: nobody waits for it any more */
    void (*done)(struct bm_app *app, bool fine);
    enum bm_lang lang;
    char name[BM_PREF_PATH];
    const struct bm_rules *rules;
    char why[BM_DESK_TEXT];
};

static void work(uv_work_t *w)
{
    struct bm_fetch *const f = w->data;
    f->rules = bm_rules_file(f->lang, f->name, f->why, sizeof f->why);
}

/* Back on the window's thread. */
static void worked(uv_work_t *w, int status)
{
    struct bm_fetch *const f = w->data;
    struct bm_app *const app = f->app;
    if (app) {
        bool fine = false;
        app->fetch = NULL;
        app->message[0] = '\0';
        if (f->rules)
            fine = bm_files_begin_with(app, f->rules);
        else
            bm_app_say(app, true, "%s", status ? uv_strerror(status) : f->why);
        if (f->done)
            f->done(app, fine);
        app->dirty = true;
    }
    bm_rules_release(f->rules);
    free(f);
}

void bm_fetch_forget(struct bm_app *app)
{
    if (app->fetch)
        app->fetch->app = NULL;
    app->fetch = NULL;
}

void bm_fetch_begin(struct bm_app *app, void (*done)(struct bm_app *app, bool fine))
{
    const char *const name = app->prefs.variant;
    struct bm_fetch *const f =
        bm_variant_find(name, strlen(name)) ? NULL : calloc(1, sizeof *f);
    bm_fetch_forget(app);
    if (!f) { /* built-in games are compiled in no time */
        const bool fine = bm_files_begin(app);
        if (done)
            done(app, fine);
        return;
    }
    f->work.data = f;
    f->app = app;
    f->done = done;
    f->lang = app->lang;
    snprintf(f->name, sizeof f->name, "%s", name);
    app->fetch = f;
    bm_app_say(app, false,
               TR(&app->desk, "reading the rules: %s", "ルールを読み込んでいます: %s"), name);
    if (uv_queue_work(&app->loop.uv, &f->work, work, worked))
        worked(&f->work, UV_ENOMEM);
}

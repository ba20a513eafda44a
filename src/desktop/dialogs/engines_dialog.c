/* SPDX-License-Identifier: MIT */
/* Engines: those that are known, how one is added, and what can be set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desktop/app/commands.h"

enum { ENGINES = 64, OPTIONS = 256 };

struct bm_engine_dialog {
    char name[ENGINES][BM_PREF_TEXT];
    const char *text[ENGINES];
    int count, at;
    enum bm_dialog below; /* where this was called from */
    char command[BM_PREF_PATH];
    char say[BM_DESKTOP_TEXT];
    /* The engine that is probed for its name and options */
    struct bm_engine *probe;
    struct bm_engine_spec spec;
    bool ready, adding;
    /* Its options, as texts; and as they were last set */
    char value[OPTIONS][BM_PREF_TEXT], set[OPTIONS][BM_PREF_TEXT];
    size_t options;
};

static void list_engines(struct bm_engine_dialog *e)
{
    struct bm_registry r;
    struct bm_error err = {.what = ""};
    e->count = 0;
    if (bm_registry_open(&r, NULL, false, &err)) {
        snprintf(e->say, sizeof e->say, "%s", err.what);
        return;
    }
    for (size_t i = 0; i < r.count && e->count < ENGINES; i++) {
        snprintf(e->name[e->count], sizeof e->name[0], "%s", r.engines[i].name);
        e->text[e->count] = e->name[e->count];
        e->count++;
    }
    bm_registry_close(&r);
    if (e->at >= e->count)
        e->at = e->count - 1;
    if (e->at < 0 && e->count > 0)
        e->at = 0;
}

/* What is set for an option: by the spec, or its default. */
static void show_value(struct bm_engine_dialog *e, size_t i)
{
    const struct bm_engine_option *const o = bm_engine_option(e->probe, i);
    snprintf(e->value[i], sizeof e->value[0], "%.*s", (int)o->value.len, o->value.s);
    for (size_t k = 0; k < e->spec.options_count; k++) {
        if (strlen(e->spec.options[k].name) == o->name.len &&
            strncmp(e->spec.options[k].name, o->name.s, o->name.len) == 0)
            snprintf(e->value[i], sizeof e->value[0], "%s", e->spec.options[k].value);
    }
    memcpy(e->set[i], e->value[i], sizeof e->set[0]);
}

/* Change the registry: add the spec, or replace the one of its name. */
static void save_engine(struct bm_app *app)
{
    struct bm_engine_dialog *const e = app->engines;
    struct bm_registry r;
    struct bm_error err = {.what = ""};
    if (bm_registry_open(&r, NULL, true, &err) == BM_OK) {
        if (!e->adding)
            bm_registry_remove(&r, e->spec.name);
        if (bm_registry_add(&r, &e->spec, &err) == BM_OK)
            (void)!bm_registry_save(&r, &err);
        bm_registry_close(&r);
    }
    if (*err.what)
        snprintf(e->say, sizeof e->say, "%s", err.what);
    list_engines(e);
    bm_dialog_new_game_free(app);
    bm_analyser_list_free(app);
}

static void on_probe_ready(void *user)
{
    struct bm_app *const app = user;
    struct bm_engine_dialog *const e = app->engines;
    e->ready = true;
    e->options = bm_engine_options(e->probe);
    e->options = e->options < OPTIONS ? e->options : OPTIONS;
    for (size_t i = 0; i < e->options; i++)
        show_value(e, i);
    snprintf(e->say, sizeof e->say, "%s (%s)", bm_engine_name(e->probe),
             bm_proto_name(bm_engine_proto(e->probe)));
    if (e->adding) {
        e->command[0] = '\0';
        save_engine(app);
        e->adding = false;
    }
    app->dirty = true;
}

static void on_probe_failed(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_app *const app = user;
    snprintf(app->engines->say, sizeof app->engines->say, "%s%s%s",
             bm_engine_trouble_text(trouble, app->lang), *detail ? ": " : "", detail);
    app->dirty = true;
}

static void on_probe_traffic(void *user, bool out, const char *s, size_t len)
{
    struct bm_app *const app = user;
    bm_desktop_session_log_engine(
        &app->session, app->engines->spec.name ? app->engines->spec.name : "", out, s, len);
}

/* Set an option for the engine, and keep it if it takes it. */
static void set_engine_option(struct bm_app *app, size_t i, const char *value)
{
    struct bm_engine_dialog *const e = app->engines;
    const struct bm_engine_option *const o = bm_engine_option(e->probe, i);
    struct bm_error err = {.what = ""};
    char name[BM_PREF_TEXT];
    snprintf(name, sizeof name, "%.*s", (int)o->name.len, o->name.s);
    snprintf(e->set[i], sizeof e->set[0], "%s",
             value); /* also if refused, so that the refusal is reported once */
    if (bm_engine_set_option(e->probe, name, value, &err)) {
        snprintf(e->say, sizeof e->say, "%s", err.what);
        return;
    }
    e->say[0] = '\0';
    if (o->type == BM_OPTION_BUTTON)
        return;
    (void)!bm_spec_set_option(&e->spec, name, value);
    save_engine(app);
}

/* Texts that were changed are set: by Enter, when their field is left, when the dialog closes.
 */
static void set_changed_options(struct bm_app *app, bool all)
{
    struct bm_engine_dialog *const e = app->engines;
    for (size_t i = 0; i < e->options; i++) {
        const struct bm_engine_option *const o = bm_engine_option(e->probe, i);
        char label[BM_UI_LABEL];
        snprintf(label, sizeof label, "%.*s", (int)o->name.len, o->name.s);
        if (strcmp(e->value[i], e->set[i]) != 0 &&
            (all || app->ui.focus != bm_ui_id(&app->ui, label)))
            set_engine_option(app, i, e->value[i]);
    }
}

static void end_probe(struct bm_app *app)
{
    struct bm_engine_dialog *const e = app->engines;
    if (e->ready)
        set_changed_options(app, true);
    bm_engine_reaper_add(&app->session.reaper, e->probe);
    bm_spec_fini(&e->spec);
    e->probe = NULL;
    e->ready = e->adding = false;
    e->options = 0;
}

/* Start the engine of a name or command to learn its name and options. */
static void start_probe(struct bm_app *app, const char *word, bool adding)
{
    static const struct bm_engine_events events = {
        .ready = on_probe_ready, .failed = on_probe_failed, .traffic = on_probe_traffic};
    struct bm_engine_dialog *const e = app->engines;
    struct bm_error err = {.what = ""};
    unsigned level = 0;
    end_probe(app);
    e->adding = adding;
    bm_status status = bm_registry_resolve(&e->spec, &level, word, &err);
    if (!status && level)
        status = BM_EINVAL;
    if (!status)
        status = bm_engine_create(&e->probe, &app->loop, &e->spec, NULL, &events, app);
    snprintf(e->say, sizeof e->say, "%s",
             !status     ? "…"
             : *err.what ? err.what
                         : bm_status_text(status));
}

static struct bm_engine_dialog *get_engines(struct bm_app *app)
{
    if (!app->engines) {
        app->engines = calloc(1, sizeof *app->engines);
        if (!app->engines)
            return NULL;
        bm_spec_init(&app->engines->spec);
        app->engines->below = app->parent_dialog;
        list_engines(app->engines);
    }
    return app->engines;
}

static void free_engines(struct bm_app *app)
{
    if (app->engines)
        end_probe(app);
    free(app->engines);
    app->engines = NULL;
}

static void remove_engine(struct bm_app *app)
{
    struct bm_engine_dialog *const e = app->engines;
    struct bm_registry r;
    struct bm_error err = {.what = ""};
    if (bm_registry_open(&r, NULL, true, &err) == BM_OK) {
        if (bm_registry_remove(&r, e->name[e->at]))
            (void)!bm_registry_save(&r, &err);
        bm_registry_close(&r);
    }
    snprintf(e->say, sizeof e->say, "%s", err.what);
    end_probe(app);
    list_engines(e);
    bm_dialog_new_game_free(app);
    bm_analyser_list_free(app);
}

/* As a word of a command: what is not plain is quoted. */
static void quote_path(char *buf, size_t cap, const char *path)
{
    size_t n = 0;
    const bool plain = strpbrk(path, " \t\"'\\[]") == NULL;
    if (!plain)
        buf[n++] = '"';
    for (const char *s = path; *s && n + 4 < cap; s++) {
        if (*s == '"' || *s == '\\')
            buf[n++] = '\\';
        buf[n++] = *s;
    }
    if (!plain)
        buf[n++] = '"';
    buf[n] = '\0';
}

void bm_dialog_engines_set_program(struct bm_app *app, const char *path)
{
    struct bm_engine_dialog *const e = get_engines(app);
    if (!e)
        return;
    quote_path(e->command, sizeof e->command, path);
    e->say[0] = '\0';
    bm_ui_set_focus(&app->ui, UI_TEXT(app, ADD_ENGINE));
    app->dirty = true;
}

/* Choose a program by our own dialog for files; this one waits below. */
static void choose_file(struct bm_app *app)
{
    app->message[0] = '\0';
    app->confirm = BM_CMD_ENGINES;
    bm_app_open_dialog(app, BM_DIALOG_FILE);
}

void bm_dialog_engines(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    struct bm_engine_dialog *const e = get_engines(app);
    if (!e)
        return;
    bm_box b = bm_dialog_frame(app, ui->row * 20, ui->row * 15, UI_TEXT(app, ENGINES));
    bm_box low = bm_box_cut_bottom(&b, ui->row);
    bm_box_cut_bottom(&b, ui->gap);
    bm_box say = bm_box_cut_bottom(&b, ui->row * 2);
    bm_fonts_draw_wrapped(&app->fonts, say, bm_ui_style(ui), e->say);
    bm_ui_faint_label(ui, bm_box_cut_top(&b, ui->row * 2 / 3), UI_TEXT(app, ENGINE_COMMAND));
    bm_box row = bm_box_cut_top(&b, ui->row);
    bm_box_cut_top(&b, ui->gap);
    const bool add = bm_ui_button(ui, bm_box_cut_right(&row, ui->row * 5),
                                  UI_TEXT(app, ADD_ENGINE), e->command[0] ? BM_BUTTON_MAIN : 0);
    bm_box_cut_right(&row, ui->gap);
    if (bm_ui_button(ui, bm_box_cut_right(&row, ui->row * 4), UI_TEXT(app, BY_FILE), 0)) {
        choose_file(app);
        return;
    }
    bm_box_cut_right(&row, ui->gap);
    if ((bm_ui_text_field(ui, row, UI_TEXT(app, ENGINE_COMMAND), e->command,
                          sizeof e->command) ||
         add) &&
        e->command[0])
        start_probe(app, e->command, true);
    if (bm_ui_picker(ui, b, "engine list", e->text, e->count, &e->at, NULL))
        start_probe(app, e->name[e->at], false);
    const unsigned off = e->count > 0 && e->at >= 0 ? 0 : BM_BUTTON_OFF;
    if (bm_ui_button(ui, bm_box_cut_left(&low, ui->row * 4), UI_TEXT(app, REMOVE), off) && !off)
        remove_engine(app);
    bm_box_cut_left(&low, ui->gap);
    if (bm_ui_button(ui, bm_box_cut_left(&low, ui->row * 4), UI_TEXT(app, OPTIONS),
                     e->ready ? 0 : BM_BUTTON_OFF))
        bm_app_open_dialog(app, BM_DIALOG_ENGINE_OPTIONS);
    else if (bm_ui_button(ui, bm_box_cut_right(&low, ui->row * 4), UI_TEXT(app, CLOSE),
                          BM_BUTTON_MAIN) ||
             bm_ui_key(ui, SDLK_ESCAPE, 0)) {
        app->parent_dialog = e->below;
        free_engines(app);
        bm_app_close_dialog(app);
    }
}

static void combo_option(struct bm_app *app, bm_box box, size_t i, const char *label)
{
    enum { MOST = 32 };
    struct bm_engine_dialog *const e = app->engines;
    const struct bm_engine_option *const o = bm_engine_option(e->probe, i);
    char text[MOST][64];
    const char *list[MOST];
    struct bm_text var;
    int count = 0, at = 0;
    while (count < MOST && bm_option_var(o, (unsigned)count, &var)) {
        snprintf(text[count], sizeof text[0], "%.*s", (int)var.len, var.s);
        list[count] = text[count];
        if (strcmp(text[count], e->value[i]) == 0)
            at = count;
        count++;
    }
    if (bm_ui_choice(&app->ui, box, label, list, count, &at)) {
        snprintf(e->value[i], sizeof e->value[0], "%s", text[at]);
        set_engine_option(app, i, e->value[i]);
    }
}

/* One option, by its type. */
static void option_line(struct bm_app *app, bm_box line, size_t i)
{
    struct bm_ui *const ui = &app->ui;
    struct bm_engine_dialog *const e = app->engines;
    const struct bm_engine_option *const o = bm_engine_option(e->probe, i);
    char label[BM_UI_LABEL];
    snprintf(label, sizeof label, "%.*s", (int)o->name.len, o->name.s);
    line = (bm_box){line.x, line.y + 2, line.w - 4, line.h - 4};
    bm_ui_label(ui, bm_box_cut_left(&line, line.w / 2), label);
    if (o->type == BM_OPTION_CHECK) {
        bool on = strcmp(e->value[i], "true") == 0;
        const bool was = on;
        bm_ui_checkbox(ui, line, label, &on);
        if (on != was) {
            snprintf(e->value[i], sizeof e->value[0], "%s", on ? "true" : "false");
            set_engine_option(app, i, e->value[i]);
        }
    } else if (o->type == BM_OPTION_COMBO) {
        combo_option(app, line, i, label);
    } else if (o->type == BM_OPTION_BUTTON) {
        if (bm_ui_button(ui, line, label, 0))
            set_engine_option(app, i, "");
    } else if (bm_ui_text_field(ui, line, label, e->value[i], sizeof e->value[0])) {
        set_engine_option(app, i, e->value[i]);
    }
}

void bm_dialog_engine_options(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    struct bm_engine_dialog *const e = get_engines(app);
    if (!e || !e->probe) {
        bm_app_close_dialog(app);
        return;
    }
    struct bm_ui_list l;
    bm_box b = bm_dialog_frame(app, ui->row * 20, ui->row * 18, bm_engine_name(e->probe));
    bm_box low = bm_box_cut_bottom(&b, ui->row);
    bm_fonts_draw_wrapped(&app->fonts, bm_box_cut_bottom(&b, ui->row * 2),
                          (struct bm_text_style){ui->size, ui->palette.warn, false}, e->say);
    bm_ui_list_begin(ui, &l, b, "options", (int)e->options, ui->row);
    for (size_t i = 0; i < e->options; i++) {
        bm_box line;
        if (bm_ui_list_line(ui, &l, &line))
            option_line(app, line, i);
    }
    bm_ui_list_end(ui, &l);
    const bool closes = bm_ui_button(ui, bm_box_cut_right(&low, ui->row * 4),
                                     UI_TEXT(app, CLOSE), BM_BUTTON_MAIN) ||
                        bm_ui_key(ui, SDLK_ESCAPE, 0);
    set_changed_options(app, closes);
    if (closes) {
        app->ui.focus = 0;
        app->dialog = BM_DIALOG_ENGINES;
        app->parent_dialog = BM_DIALOG_NONE;
        app->dirty = true;
    }
}

void bm_dialogs_fini(struct bm_app *app)
{
    free_engines(app);
    bm_dialog_new_game_free(app);
    bm_dialog_file_free(app);
    bm_dialog_position_editor_free(app);
    bm_dialog_games_free(app);
}

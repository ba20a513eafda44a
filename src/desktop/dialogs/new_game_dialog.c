/* SPDX-License-Identifier: MIT */
/* The new game dialog: variant, players, clock. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banmen/shuffle.h"
#include "desktop/app/app.h"

enum { GAMES = 256, SEATS = 64, STARTS = 32, CLOCKS = 9, TITLE = 80 };

static const char *const clocks[CLOCKS] = {"none",    "3m+2",  "5m",      "10m+5", "30m",
                                           "10m+30b", "0+30b", "15m+60b", "custom"};

struct bm_new_game_dialog {
    const char *name[GAMES], *title[GAMES];
    char *titles; /* one block */
    int titled;   /* so many are known */
    int games, game;
    char file[BM_PREF_PATH];
    char seat_word[SEATS][BM_PREF_TEXT], seat_title[SEATS][96];
    const char *seat_text[SEATS];
    int seats, seat[2];
    const struct bm_rules *rules; /* of the chosen game; NULL: none */
    const char *start_name[STARTS], *start_text[STARTS];
    int starts, start;
    /* How many starts the game has one of which is drawn by lot; UINT64_MAX: that is known when
     * its file is read. */
    uint64_t shuffles;
    char number[16]; /* or has this number; "": by lot */
    int clock;
    char own_clock[BM_PREF_TEXT];
    enum bm_lang lang;
};

static void list_games(struct bm_app *app, struct bm_new_game_dialog *n)
{
    /* The two that most people want come first. */
    static const char *const first[] = {"chess", "shogi", "chess960", "minishogi", "xiangqi"};
    for (unsigned i = 0; i < 5; i++)
        n->name[n->games++] = first[i];
    for (unsigned i = 0; bm_variant_at(i) && n->games < GAMES - 1; i++) {
        const char *const name = bm_variant_at(i)->name;
        bool known = false;
        for (unsigned k = 0; k < 5; k++)
            known = known || strcmp(first[k], name) == 0;
        if (!known)
            n->name[n->games++] = name;
    }
    n->titles = calloc((size_t)n->games, TITLE);
    for (int i = 0; i < n->games; i++)
        n->title[i] = n->name[i];
    n->title[n->games] = UI_TEXT(app, VARIANT_FILE);
    n->name[n->games++] = "";
}

/* The titles of variants stand in their rules, and compiling all of them takes a while: a few
 * with each frame. */
static void load_titles(struct bm_app *app, struct bm_new_game_dialog *n)
{
    for (int k = 0; k < 4 && n->titles && n->titled < n->games - 1; k++, n->titled++) {
        const char *const name = n->name[n->titled];
        char *const title = n->titles + n->titled * TITLE;
        const struct bm_rules *rules;
        if (bm_rules_open(&rules, name, strlen(name)))
            continue;
        snprintf(title, TITLE, "%s", bm_rules_info(rules)->title[app->lang]);
        if (*title)
            n->title[n->titled] = title;
        bm_rules_release(rules);
        app->ui.redraw = true;
    }
}

static void add_seat(struct bm_new_game_dialog *n, const char *word, const char *title)
{
    if (n->seats == SEATS)
        return;
    snprintf(n->seat_word[n->seats], sizeof n->seat_word[0], "%s", word);
    snprintf(n->seat_title[n->seats], sizeof n->seat_title[0], "%s", title);
    n->seat_text[n->seats] = n->seat_title[n->seats];
    n->seats++;
}

static void list_seats(struct bm_app *app, struct bm_new_game_dialog *n)
{
    struct bm_registry r;
    add_seat(n, "me", UI_TEXT(app, PERSON));
    for (unsigned level = 1; level <= BM_LEVELS; level++) {
        char word[24], title[96];
        snprintf(word, sizeof word, "builtin:%u", level);
        snprintf(title, sizeof title, TR(&app->session, "Level %u: %s", "レベル%u: %s"), level,
                 app->lang == BM_JA ? bm_level_text(level, BM_JA) : bm_level_name(level));
        add_seat(n, word, title);
    }
    if (bm_registry_open(&r, NULL, false, NULL) == BM_OK) {
        for (size_t i = 0; i < r.count; i++)
            add_seat(n, r.engines[i].name, r.engines[i].name);
        bm_registry_close(&r);
    }
    for (unsigned side = 0; side < 2; side++) {
        for (int i = 0; i < n->seats; i++) {
            if (strcmp(n->seat_word[i], app->prefs.seat[side]) == 0)
                n->seat[side] = i;
        }
    }
}

/* The chosen game's starts. */
static void load_rules(struct bm_app *app, struct bm_new_game_dialog *n)
{
    bm_rules_release(n->rules);
    n->rules = NULL;
    n->starts = n->start = 0;
    const char *const name = n->name[n->game];
    n->shuffles = *name ? 0 : UINT64_MAX;
    if (!*name || bm_rules_open(&n->rules, name, strlen(name)))
        return;
    n->shuffles = bm_setup_shuffles(n->rules);
    const struct bm_start *s;
    for (unsigned i = 0; (s = bm_rules_start(n->rules, i)) != NULL && n->starts < STARTS; i++) {
        n->start_name[n->starts] = s->name;
        n->start_text[n->starts] = s->title[app->lang];
        if (strcmp(s->name, app->prefs.start) == 0)
            n->start = n->starts;
        n->starts++;
    }
}

static void open_new_game(struct bm_app *app)
{
    struct bm_new_game_dialog *const n = calloc(1, sizeof *n);
    if (!n)
        return;
    app->new_game = n;
    n->lang = app->lang;
    list_games(app, n);
    list_seats(app, n);
    n->game = n->games - 1;
    snprintf(n->file, sizeof n->file, "%s", app->prefs.variant);
    for (int i = 0; i < n->games; i++) {
        if (strcmp(n->name[i], app->prefs.variant) == 0) {
            n->game = i;
            n->file[0] = '\0';
        }
    }
    n->clock = CLOCKS - 1;
    for (int i = 0; i < CLOCKS; i++) {
        if (strcmp(clocks[i], app->prefs.clock) == 0)
            n->clock = i;
    }
    snprintf(n->own_clock, sizeof n->own_clock, "%s", app->prefs.clock);
    load_rules(app, n);
}

static void close_new_game(struct bm_app *app)
{
    struct bm_new_game_dialog *const n = app->new_game;
    if (n) {
        bm_rules_release(n->rules);
        free(n->titles);
        free(n);
    }
    app->new_game = NULL;
}

static const char lot[] = "shuffle:";

/* The start that was chosen; false: it has no such number. */
static bool choose_start(const struct bm_new_game_dialog *n, char *buf, size_t cap)
{
    char *end;
    const unsigned long long number = strtoull(n->number, &end, 10);
    snprintf(buf, cap, "%s", n->starts && n->start ? n->start_name[n->start] : "");
    if (*buf || n->shuffles == 0 || !n->number[0])
        return true;
    snprintf(buf, cap, "%s%llu", lot, number);
    return *end == '\0' && n->number[0] >= '0' && n->number[0] <= '9' && number < n->shuffles;
}

/* The game has begun, or not; then the message says why, and the dialog stays. */
static void on_game_begun(struct bm_app *app, bool fine)
{
    if (strncmp(app->prefs.start, lot, sizeof lot - 1) == 0)
        app->prefs.start[0] = '\0'; /* the next one is drawn again */
    if (fine || app->session.match)
        bm_app_save_prefs(app);
    if (!app->message[0] && app->dialog == BM_DIALOG_NEW_GAME) {
        app->parent_dialog = BM_DIALOG_NONE;
        bm_app_close_dialog(app);
        close_new_game(app);
    }
}

static void start_game(struct bm_app *app)
{
    struct bm_new_game_dialog *const n = app->new_game;
    struct bm_prefs *const p = &app->prefs;
    const char *const name = n->name[n->game];
    snprintf(p->variant, sizeof p->variant, "%s", *name ? name : n->file);
    if (!choose_start(n, p->start, sizeof p->start)) {
        p->start[0] = '\0';
        bm_app_show_message(app, true, "%s (0–%" PRIu64 ")", UI_TEXT(app, START_NUMBER_WRONG),
                            n->shuffles - 1);
        return;
    }
    for (unsigned side = 0; side < 2; side++)
        snprintf(p->seat[side], sizeof p->seat[side], "%s", n->seat_word[n->seat[side]]);
    snprintf(p->clock, sizeof p->clock, "%s",
             n->clock == CLOCKS - 1 ? n->own_clock : clocks[n->clock]);
    app->message[0] = '\0';
    bm_new_game_load(app, on_game_begun);
}

/* A name before a widget. */
static bm_box labelled_row(struct bm_app *app, bm_box *b, const char *label)
{
    bm_box row = bm_box_cut_top(b, app->ui.row);
    bm_box_cut_top(b, app->ui.gap);
    bm_ui_label(&app->ui, bm_box_cut_left(&row, row.w * 2 / 5), label);
    return row;
}

static void game_settings(struct bm_app *app, bm_box b)
{
    struct bm_new_game_dialog *const n = app->new_game;
    struct bm_ui *const ui = &app->ui;
    const struct bm_rules_info *const info = n->rules ? bm_rules_info(n->rules) : NULL;
    if (!*n->name[n->game]) {
        bm_ui_label(ui, bm_box_cut_top(&b, ui->row), UI_TEXT(app, PATH));
        bm_ui_text_field(ui, bm_box_cut_top(&b, ui->row), "variant file", n->file,
                         sizeof n->file);
        bm_box_cut_top(&b, ui->gap);
    } else if (n->starts > 1) {
        bm_ui_choice(ui, labelled_row(app, &b, UI_TEXT(app, HANDICAP)), UI_TEXT(app, HANDICAP),
                     n->start_text, n->starts, &n->start);
    }
    if (n->shuffles != 0 && n->start == 0) {
        bm_box row = labelled_row(app, &b, UI_TEXT(app, START_NUMBER));
        bm_ui_text_field(ui, row, "start number", n->number, sizeof n->number);
        bm_box_cut_left(&row, ui->gap);
        if (!n->number[0] && ui->focus != bm_ui_id(ui, "start number")) {
            char text[64];
            if (n->shuffles == UINT64_MAX)
                snprintf(text, sizeof text, "%s", UI_TEXT(app, IF_SHUFFLED));
            else
                snprintf(text, sizeof text, "%s (0–%" PRIu64 ")", UI_TEXT(app, BY_LOT),
                         n->shuffles - 1);
            bm_ui_faint_label(ui, row, text);
        }
    }
    for (unsigned side = 0; side < 2; side++) {
        const char *const role =
            side ? UI_TEXT(app, SECOND_PLAYER) : UI_TEXT(app, FIRST_PLAYER);
        char label[96];
        bm_desktop_capitalize(info ? info->side_name[app->lang][side] : role, label,
                              sizeof label);
        bm_ui_choice(ui, labelled_row(app, &b, label), role, n->seat_text, n->seats,
                     &n->seat[side]);
    }
    bm_box row = bm_box_cut_top(&b, ui->row);
    bm_box_cut_top(&b, ui->gap);
    bm_box_cut_left(&row, row.w * 2 / 5);
    if (bm_ui_button(ui, row, UI_TEXT(app, SWAP), 0)) {
        const int s = n->seat[0];
        n->seat[0] = n->seat[1];
        n->seat[1] = s;
        app->dirty = true;
    }
    static const char *const usual[2][CLOCKS] = {
        {NULL, "3 min + 2 s a move", "5 min", "10 min + 5 s a move", "30 min",
         "10 min, then 30 s a move", "30 s a move", "15 min, then 60 s a move"},
        {NULL, "3分＋一手2秒", "5分", "10分＋一手5秒", "30分", "10分、切れたら一手30秒",
         "一手30秒", "15分、切れたら一手60秒"}};
    const char *text[CLOCKS];
    memcpy(text, usual[app->lang == BM_JA], sizeof text);
    text[0] = UI_TEXT(app, NO_CLOCK);
    text[CLOCKS - 1] = UI_TEXT(app, OWN_CLOCK);
    bm_ui_choice(ui, labelled_row(app, &b, UI_TEXT(app, CLOCK)), UI_TEXT(app, CLOCK), text,
                 CLOCKS, &n->clock);
    if (n->clock == CLOCKS - 1)
        bm_ui_text_field(ui, labelled_row(app, &b, ""), "own clock", n->own_clock,
                         sizeof n->own_clock);
    if (app->message[0]) {
        const struct bm_text_style style = {
            ui->size, app->message_is_warning ? ui->palette.warn : ui->palette.text, true};
        b.y += bm_fonts_draw_wrapped(&app->fonts, b, style, app->message);
    } else if (n->rules) {
        const struct bm_text_style style = {ui->size * 6 / 7, ui->palette.faint, false};
        const SDL_Rect clip = bm_draw_clip(&app->draw, b);
        bm_fonts_draw_wrapped(&app->fonts, b, style, bm_rules_about(n->rules, app->lang));
        bm_draw_unclip(&app->draw, clip);
    }
}

void bm_dialog_new_game(struct bm_app *app)
{
    struct bm_ui *const ui = &app->ui;
    if (app->new_game && app->new_game->lang != app->lang)
        close_new_game(app);
    if (!app->new_game) {
        open_new_game(app);
        bm_ui_set_focus(ui, UI_TEXT(app, START_GAME));
    }
    struct bm_new_game_dialog *const n = app->new_game;
    if (!n)
        return;
    bm_box b = bm_dialog_frame(app, ui->row * 24, ui->row * 16, UI_TEXT(app, NEW));
    bm_box low = bm_box_cut_bottom(&b, ui->row);
    bm_box_cut_bottom(&b, ui->gap);
    bm_box left = bm_box_cut_left(&b, b.w * 2 / 5);
    bm_box_cut_left(&b, ui->gap * 2);
    bool taken = false;
    if (!app->draw.mute)
        load_titles(app, n);
    if (bm_ui_picker(ui, left, UI_TEXT(app, VARIANT), n->title, n->games, &n->game, &taken))
        load_rules(app, n);
    game_settings(app, b);
    const bool go = bm_ui_button(ui, bm_box_cut_right(&low, ui->row * 5),
                                 UI_TEXT(app, START_GAME), BM_BUTTON_MAIN);
    bm_box_cut_right(&low, ui->gap);
    const bool cancel =
        bm_ui_button(ui, bm_box_cut_right(&low, ui->row * 4), UI_TEXT(app, CANCEL), 0) ||
        bm_ui_key(ui, SDLK_ESCAPE, 0);
    bm_box_cut_right(&low, ui->gap);
    if (bm_ui_button(ui, bm_box_cut_left(&low, ui->row * 4), UI_TEXT(app, ENGINES), 0))
        bm_app_open_dialog(app, BM_DIALOG_ENGINES);
    else if (go || taken)
        start_game(app);
    else if (cancel) {
        bm_app_close_dialog(app);
        close_new_game(app);
    }
}

/* Discard the cached list: the engine registry may have changed. */
void bm_dialog_new_game_free(struct bm_app *app) { close_new_game(app); }

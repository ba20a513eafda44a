/* SPDX-License-Identifier: MIT */
#include "desktop/app/commands.h"

#include <stdio.h>
#include <string.h>

#include "banmen/version.h"
#include "desktop/files/archive.h"

const enum bm_word bm_menus[BM_MENUS] = {BM_WORD_GAME, BM_WORD_MOVE, BM_WORD_VIEW,
                                         BM_WORD_STUDY_MENU, BM_WORD_HELP_MENU};

const struct bm_command_info *bm_command_info(enum bm_command c)
{
    static const struct bm_command_info list[BM_CMDS] = {
#define X(name, menu, key, mod) {BM_WORD_##name, BM_WORD_##menu, key, mod},
        BM_COMMAND_MAP(X)
#undef X
    };
    return &list[c];
}

void bm_command_key(enum bm_command c, char *buf, size_t cap)
{
    const struct bm_command_info *const i = bm_command_info(c);
    snprintf(buf, cap, "%s%s%s", i->mod & KMOD_CTRL ? "Ctrl+" : "",
             i->mod & KMOD_SHIFT ? "Shift+" : "", SDL_GetKeyName(i->key));
}

/* The pass of a game that knows it, or no move. */
static bm_move pass_of(const struct bm_app *app)
{
    const bm_move m = {BM_MOVE_PASS};
    return app->desk.info->has_pass && !bm_ctx_judge(app->desk.ctx, m)
               ? m
               : (bm_move){BM_MOVE_NONE};
}

bool bm_command_works(const struct bm_app *app, enum bm_command c)
{
    const struct bm_desk *const d = &app->desk;
    struct bm_match_state state;
    bm_desk_state(d, &state);
    const bool on = d->match && state.stage != BM_MATCH_OVER;
    switch ((unsigned)c) {
    case BM_CMD_REMATCH: return d->match && state.stage == BM_MATCH_OVER;
    case BM_CMD_UNDO: return bm_game_ply(bm_desk_game(d), d->node) != 0;
    case BM_CMD_REDO:
        return d->match ? state.redo != 0
                        : bm_game_first(bm_desk_game(d), d->node) != BM_NODE_NONE;
    case BM_CMD_TAKEBACK:
        return on && bm_desk_is_person(d, 0) && bm_desk_is_person(d, 1) &&
               bm_game_ply(bm_desk_game(d), d->node) != 0;
    case BM_CMD_BRANCH: return bm_desk_may_branch(d);
    case BM_CMD_RESIGN:
    case BM_CMD_DRAW:
    case BM_CMD_PAUSE: return on;
    case BM_CMD_DECLARE: {
        struct bm_impasse impasse;
        bm_ctx_impasse(d->ctx, &impasse);
        return on && impasse.result != BM_ONGOING;
    }
    case BM_CMD_PASS: return pass_of(app).bits != BM_MOVE_NONE;
    case BM_CMD_HURRY: return d->table && bm_table_is_thinking(d->table);
    case BM_CMD_STUDY: return d->match;
    case BM_CMD_PLAY_ON:
    case BM_CMD_COMMENT:
    case BM_CMD_DELETE:
    case BM_CMD_PROMOTE_LINE: return d->study;
    default: return true;
    }
}

/* Something that cannot be undone is asked about first. */
static void ask(struct bm_app *app, enum bm_command c, const char *text)
{
    app->ask = c;
    snprintf(app->ask_text, sizeof app->ask_text, "%s", text);
    bm_app_open_dialog(app, BM_DIALOG_ASK);
}

static void declare(struct bm_app *app)
{
    struct bm_impasse impasse;
    const unsigned me = bm_desk_me(&app->desk);
    char text[256];
    bm_ctx_impasse(app->desk.ctx, &impasse);
    if (impasse.result != (me ? BM_FIRST_WINS : BM_SECOND_WINS)) {
        bm_desk_act(&app->desk, BM_ACT_DECLARE, me);
        return;
    }
    if (app->lang == BM_JA)
        snprintf(text, sizeof text, "この宣言は負けになります（%u／%u点）。宣言しますか？",
                 impasse.points, impasse.needed);
    else
        snprintf(text, sizeof text,
                 "This declaration would lose: %u of %u points. Declare all the same?",
                 impasse.points, impasse.needed);
    ask(app, BM_CMD_DECLARE, text);
}

static void paste(struct bm_app *app)
{
    char *const text = SDL_GetClipboardText();
    if (text && *text)
        bm_files_paste(app, text, "");
    SDL_free(text);
}

static void full_screen(struct bm_app *app)
{
    app->prefs.full_screen = !app->prefs.full_screen;
    SDL_SetWindowFullscreen(app->window,
                            app->prefs.full_screen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

/* A match from the shown position, with the players and the clock that were chosen last. If
 * that is the record's clock, it shows what it showed then; if none was chosen, the record's
 * counts. */
static void play_on(struct bm_app *app)
{
    struct bm_plan plan = {.rules = app->desk.rules,
                           .seat = {app->prefs.seat[0], app->prefs.seat[1]},
                           .natural = app->prefs.natural};
    const char *const clock = app->prefs.clock;
    if (bm_times_parse(&plan.times, clock, strlen(clock), NULL))
        plan.times = (struct bm_times){0};
    bm_desk_resume(&app->desk, app->desk.study, app->desk.node, &plan);
}

/* It is the same game: what is changed in it goes into the same file of the archive. */
static void study_match(struct bm_app *app)
{
    char name[BM_ARCHIVE_NAME];
    bm_archive_put(app);
    memcpy(name, app->archive, sizeof name);
    if (bm_desk_keep(&app->desk))
        memcpy(app->archive, name, sizeof name);
}

static void pause(struct bm_app *app)
{
    struct bm_match_state state;
    bm_desk_state(&app->desk, &state);
    bm_desk_act(&app->desk, state.stage == BM_MATCH_PAUSED ? BM_ACT_RESUME : BM_ACT_PAUSE,
                bm_desk_me(&app->desk));
}

void bm_command_do(struct bm_app *app, enum bm_command c)
{
    struct bm_desk *const d = &app->desk;
    switch ((unsigned)c) {
    case BM_CMD_NEW: bm_app_open_dialog(app, BM_DIALOG_NEW); break;
    case BM_CMD_REMATCH: bm_desk_rematch(d); break;
    case BM_CMD_OPEN:
    case BM_CMD_SAVE:
        app->ask = c;
        bm_app_open_dialog(app, BM_DIALOG_FILE);
        break;
    case BM_CMD_MY_GAMES: bm_app_open_dialog(app, BM_DIALOG_GAMES); break;
    case BM_CMD_PASTE: paste(app); break;
    case BM_CMD_COPY_GAME: bm_files_copy(app, false); break;
    case BM_CMD_COPY_POSITION: bm_files_copy(app, true); break;
    case BM_CMD_QUIT: app->quit = true; break;
    case BM_CMD_UNDO: bm_desk_undo(d); break;
    case BM_CMD_REDO: bm_desk_redo(d); break;
    case BM_CMD_TAKEBACK: bm_desk_act(d, BM_ACT_ASK_TAKEBACK, !bm_desk_me(d)); break;
    case BM_CMD_BRANCH: bm_desk_branch(d); break;
    case BM_CMD_RESIGN: bm_desk_act(d, BM_ACT_RESIGN, bm_desk_me(d)); break;
    case BM_CMD_DRAW: bm_desk_offer_draw(d); break;
    case BM_CMD_DECLARE: bm_desk_act(d, BM_ACT_DECLARE, bm_desk_me(d)); break;
    case BM_CMD_PASS: bm_desk_play(d, pass_of(app)); break;
    case BM_CMD_PAUSE: pause(app); break;
    case BM_CMD_HURRY: bm_table_hurry(d->table); break;
    case BM_CMD_FIRST: bm_desk_first(d); break;
    case BM_CMD_BACK: bm_desk_step(d, -1); break;
    case BM_CMD_FORWARD: bm_desk_step(d, 1); break;
    case BM_CMD_LAST: bm_desk_last(d); break;
    case BM_CMD_PREV_LINE: bm_desk_sibling(d, -1); break;
    case BM_CMD_NEXT_LINE: bm_desk_sibling(d, 1); break;
    case BM_CMD_FLIP: app->view.flip = !app->view.flip; break;
    case BM_CMD_FULL: full_screen(app); break;
    case BM_CMD_SETTINGS: bm_app_open_dialog(app, BM_DIALOG_SETTINGS); break;
    case BM_CMD_STUDY: study_match(app); break;
    case BM_CMD_PLAY_ON: play_on(app); break;
    case BM_CMD_ANALYSE: bm_brain_switch(&app->brain, !app->brain.on); break;
    case BM_CMD_COMMENT:
        if (bm_desk_comment_text(d, app->comment, sizeof app->comment))
            bm_app_open_dialog(app, BM_DIALOG_COMMENT);
        else
            bm_app_say(app, true, "%s", W(app, COMMENT_LONG));
        break;
    case BM_CMD_DELETE: bm_desk_cut(d); break;
    case BM_CMD_PROMOTE_LINE: bm_desk_promote(d); break;
    case BM_CMD_EDITOR: bm_app_open_dialog(app, BM_DIALOG_EDITOR); break;
    case BM_CMD_ENGINES: bm_app_open_dialog(app, BM_DIALOG_ENGINES); break;
    case BM_CMD_LOG: bm_app_open_dialog(app, BM_DIALOG_LOG); break;
    case BM_CMD_KEYS: bm_app_open_dialog(app, BM_DIALOG_KEYS); break;
    case BM_CMD_ABOUT:
        bm_app_say(app, false, "banmen-desktop %u.%u.%u", BM_VERSION_MAJOR, BM_VERSION_MINOR,
                   BM_VERSION_PATCH);
        break;
    default: break;
    }
    app->dirty = true;
}

void bm_command_run(struct bm_app *app, enum bm_command c)
{
    if (!bm_command_works(app, c))
        return;
    if (c == BM_CMD_RESIGN)
        ask(app, c, W(app, RESIGN_ASK));
    else if (c == BM_CMD_DECLARE)
        declare(app);
    else
        bm_command_do(app, c);
}

void bm_command_keys(struct bm_app *app)
{
    for (unsigned c = 0; c < BM_CMDS; c++) {
        const struct bm_command_info *const i = bm_command_info((enum bm_command)c);
        if (bm_ui_key(&app->ui, i->key, i->mod)) {
            bm_command_run(app, (enum bm_command)c);
            return;
        }
    }
}

/* SPDX-License-Identifier: MIT */
#include "desktop/app/commands.h"

#include <stdio.h>
#include <string.h>

#include "banmen/version.h"
#include "desktop/files/archive.h"

const enum bm_ui_text bm_menus[BM_MENUS] = {BM_UI_TEXT_GAME, BM_UI_TEXT_MOVE, BM_UI_TEXT_VIEW,
                                            BM_UI_TEXT_STUDY_MENU, BM_UI_TEXT_HELP_MENU};

const struct bm_desktop_command_info *bm_desktop_command_info(enum bm_desktop_command c)
{
    static const struct bm_desktop_command_info list[BM_CMD_COUNT] = {
#define X(name, menu, key, mod) {BM_UI_TEXT_##name, BM_UI_TEXT_##menu, key, mod},
        BM_DESKTOP_COMMANDS(X)
#undef X
    };
    return &list[c];
}

void bm_desktop_command_shortcut(enum bm_desktop_command c, char *buf, size_t cap)
{
    const struct bm_desktop_command_info *const i = bm_desktop_command_info(c);
    snprintf(buf, cap, "%s%s%s", i->mod & KMOD_CTRL ? "Ctrl+" : "",
             i->mod & KMOD_SHIFT ? "Shift+" : "", SDL_GetKeyName(i->key));
}

/* The pass of a game that knows it, or no move. */
static bm_move pass_of(const struct bm_app *app)
{
    const bm_move m = {BM_MOVE_PASS};
    return app->session.info->has_pass && !bm_ctx_judge(app->session.ctx, m)
               ? m
               : (bm_move){BM_MOVE_NONE};
}

bool bm_desktop_command_is_enabled(const struct bm_app *app, enum bm_desktop_command c)
{
    const struct bm_desktop_session *const d = &app->session;
    struct bm_match_state state;
    bm_desktop_session_match_state(d, &state);
    const bool on = d->match && state.stage != BM_MATCH_OVER;
    switch ((unsigned)c) {
    case BM_CMD_REMATCH: return d->match && state.stage == BM_MATCH_OVER;
    case BM_CMD_UNDO: return bm_game_ply(bm_desktop_session_game(d), d->node) != 0;
    case BM_CMD_REDO:
        return d->match ? state.redo != 0
                        : bm_game_first(bm_desktop_session_game(d), d->node) != BM_NODE_NONE;
    case BM_CMD_TAKEBACK:
        return on && bm_desktop_session_is_human(d, 0) && bm_desktop_session_is_human(d, 1) &&
               bm_game_ply(bm_desktop_session_game(d), d->node) != 0;
    case BM_CMD_BRANCH: return bm_desktop_session_may_branch(d);
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
static void ask_confirmation(struct bm_app *app, enum bm_desktop_command c, const char *text)
{
    app->confirm = c;
    snprintf(app->confirm_text, sizeof app->confirm_text, "%s", text);
    bm_app_open_dialog(app, BM_DIALOG_CONFIRM);
}

static void declare_impasse(struct bm_app *app)
{
    struct bm_impasse impasse;
    const unsigned me = bm_desktop_session_user_side(&app->session);
    char text[256];
    bm_ctx_impasse(app->session.ctx, &impasse);
    if (impasse.result != (me ? BM_FIRST_WINS : BM_SECOND_WINS)) {
        bm_desktop_session_act(&app->session, BM_ACT_DECLARE, me);
        return;
    }
    if (app->lang == BM_JA)
        snprintf(text, sizeof text, "この宣言は負けになります（%u／%u点）。宣言しますか？",
                 impasse.points, impasse.needed);
    else
        snprintf(text, sizeof text,
                 "This declaration would lose: %u of %u points. Declare all the same?",
                 impasse.points, impasse.needed);
    ask_confirmation(app, BM_CMD_DECLARE, text);
}

static void paste_clipboard(struct bm_app *app)
{
    char *const text = SDL_GetClipboardText();
    if (text && *text)
        bm_files_paste(app, text, "");
    SDL_free(text);
}

static void toggle_full_screen(struct bm_app *app)
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
    struct bm_desktop_match_config config = {.rules = app->session.rules,
                                             .seat = {app->prefs.seat[0], app->prefs.seat[1]},
                                             .natural = app->prefs.natural};
    const char *const clock = app->prefs.clock;
    if (bm_times_parse(&config.times, clock, strlen(clock), NULL))
        config.times = (struct bm_times){0};
    bm_desktop_session_resume_match(&app->session, app->session.study, app->session.node,
                                    &config);
}

/* It is the same game: what is changed in it goes into the same file of the archive. */
static void study_match(struct bm_app *app)
{
    char name[BM_ARCHIVE_NAME];
    bm_archive_put(app);
    memcpy(name, app->archive, sizeof name);
    if (bm_desktop_session_study_match(&app->session))
        memcpy(app->archive, name, sizeof name);
}

static void toggle_pause(struct bm_app *app)
{
    struct bm_match_state state;
    bm_desktop_session_match_state(&app->session, &state);
    bm_desktop_session_act(&app->session,
                           state.stage == BM_MATCH_PAUSED ? BM_ACT_RESUME : BM_ACT_PAUSE,
                           bm_desktop_session_user_side(&app->session));
}

void bm_desktop_command_run_confirmed(struct bm_app *app, enum bm_desktop_command c)
{
    struct bm_desktop_session *const d = &app->session;
    switch ((unsigned)c) {
    case BM_CMD_NEW: bm_app_open_dialog(app, BM_DIALOG_NEW_GAME); break;
    case BM_CMD_REMATCH: bm_desktop_session_rematch(d); break;
    case BM_CMD_OPEN:
    case BM_CMD_SAVE:
        app->confirm = c;
        bm_app_open_dialog(app, BM_DIALOG_FILE);
        break;
    case BM_CMD_MY_GAMES: bm_app_open_dialog(app, BM_DIALOG_GAMES); break;
    case BM_CMD_PASTE: paste_clipboard(app); break;
    case BM_CMD_COPY_GAME: bm_files_copy(app, false); break;
    case BM_CMD_COPY_POSITION: bm_files_copy(app, true); break;
    case BM_CMD_QUIT: app->quit = true; break;
    case BM_CMD_UNDO: bm_desktop_session_undo(d); break;
    case BM_CMD_REDO: bm_desktop_session_redo(d); break;
    case BM_CMD_TAKEBACK:
        bm_desktop_session_act(d, BM_ACT_ASK_TAKEBACK, !bm_desktop_session_user_side(d));
        break;
    case BM_CMD_BRANCH: bm_desktop_session_branch(d); break;
    case BM_CMD_RESIGN:
        bm_desktop_session_act(d, BM_ACT_RESIGN, bm_desktop_session_user_side(d));
        break;
    case BM_CMD_DRAW: bm_desktop_session_offer_draw(d); break;
    case BM_CMD_DECLARE:
        bm_desktop_session_act(d, BM_ACT_DECLARE, bm_desktop_session_user_side(d));
        break;
    case BM_CMD_PASS: bm_desktop_session_play_move(d, pass_of(app)); break;
    case BM_CMD_PAUSE: toggle_pause(app); break;
    case BM_CMD_HURRY: bm_table_hurry(d->table); break;
    case BM_CMD_FIRST: bm_desktop_session_go_first(d); break;
    case BM_CMD_BACK: bm_desktop_session_step(d, -1); break;
    case BM_CMD_FORWARD: bm_desktop_session_step(d, 1); break;
    case BM_CMD_LAST: bm_desktop_session_go_last(d); break;
    case BM_CMD_PREV_LINE: bm_desktop_session_go_sibling(d, -1); break;
    case BM_CMD_NEXT_LINE: bm_desktop_session_go_sibling(d, 1); break;
    case BM_CMD_FLIP: app->view.flip = !app->view.flip; break;
    case BM_CMD_FULL: toggle_full_screen(app); break;
    case BM_CMD_SETTINGS: bm_app_open_dialog(app, BM_DIALOG_SETTINGS); break;
    case BM_CMD_STUDY: study_match(app); break;
    case BM_CMD_PLAY_ON: play_on(app); break;
    case BM_CMD_ANALYSE: bm_desktop_analysis_set_on(&app->analysis, !app->analysis.on); break;
    case BM_CMD_COMMENT:
        if (bm_desktop_session_comment(d, app->comment, sizeof app->comment))
            bm_app_open_dialog(app, BM_DIALOG_COMMENT);
        else
            bm_app_show_message(app, true, "%s", UI_TEXT(app, COMMENT_LONG));
        break;
    case BM_CMD_DELETE: bm_desktop_session_delete_node(d); break;
    case BM_CMD_PROMOTE_LINE: bm_desktop_session_promote_variation(d); break;
    case BM_CMD_EDITOR: bm_app_open_dialog(app, BM_DIALOG_POSITION_EDITOR); break;
    case BM_CMD_ENGINES: bm_app_open_dialog(app, BM_DIALOG_ENGINES); break;
    case BM_CMD_LOG: bm_app_open_dialog(app, BM_DIALOG_ENGINE_LOG); break;
    case BM_CMD_KEYS: bm_app_open_dialog(app, BM_DIALOG_KEYS); break;
    case BM_CMD_ABOUT:
        bm_app_show_message(app, false, "banmen-desktop %u.%u.%u", BM_VERSION_MAJOR,
                            BM_VERSION_MINOR, BM_VERSION_PATCH);
        break;
    default: break;
    }
    app->dirty = true;
}

void bm_desktop_command_run(struct bm_app *app, enum bm_desktop_command c)
{
    if (!bm_desktop_command_is_enabled(app, c))
        return;
    if (c == BM_CMD_RESIGN)
        ask_confirmation(app, c, UI_TEXT(app, RESIGN_ASK));
    else if (c == BM_CMD_DECLARE)
        declare_impasse(app);
    else
        bm_desktop_command_run_confirmed(app, c);
}

void bm_desktop_command_handle_key(struct bm_app *app)
{
    for (unsigned c = 0; c < BM_CMD_COUNT; c++) {
        const struct bm_desktop_command_info *const i =
            bm_desktop_command_info((enum bm_desktop_command)c);
        if (bm_ui_key(&app->ui, i->key, i->mod)) {
            bm_desktop_command_run(app, (enum bm_desktop_command)c);
            return;
        }
    }
}

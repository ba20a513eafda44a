/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_APP_COMMANDS_H
#define BM_DESKTOP_APP_COMMANDS_H

/* The commands: one list for menus, shortcuts and the page of keys. */

#include "desktop/app/app.h"

/* Name (also that of its word), menu, key, modifiers. */
#define BM_DESKTOP_COMMANDS(X)                             \
    X(NEW, GAME, SDLK_n, KMOD_CTRL)                        \
    X(REMATCH, GAME, SDLK_n, KMOD_CTRL | KMOD_SHIFT)       \
    X(OPEN, GAME, SDLK_o, KMOD_CTRL)                       \
    X(SAVE, GAME, SDLK_s, KMOD_CTRL)                       \
    X(MY_GAMES, GAME, SDLK_h, KMOD_CTRL)                   \
    X(PASTE, GAME, SDLK_v, KMOD_CTRL)                      \
    X(COPY_GAME, GAME, SDLK_c, KMOD_CTRL)                  \
    X(COPY_POSITION, GAME, SDLK_c, KMOD_CTRL | KMOD_SHIFT) \
    X(QUIT, GAME, SDLK_q, KMOD_CTRL)                       \
    X(UNDO, MOVE, SDLK_z, KMOD_CTRL)                       \
    X(REDO, MOVE, SDLK_y, KMOD_CTRL)                       \
    X(TAKEBACK, MOVE, SDLK_z, KMOD_CTRL | KMOD_SHIFT)      \
    X(BRANCH, MOVE, SDLK_b, KMOD_CTRL)                     \
    X(RESIGN, MOVE, SDLK_r, KMOD_CTRL)                     \
    X(DRAW, MOVE, SDLK_d, KMOD_CTRL)                       \
    X(DECLARE, MOVE, SDLK_j, KMOD_CTRL)                    \
    X(PASS, MOVE, SDLK_k, KMOD_CTRL)                       \
    X(PAUSE, MOVE, SDLK_PAUSE, 0)                          \
    X(HURRY, MOVE, SDLK_m, KMOD_CTRL)                      \
    X(FIRST, VIEW, SDLK_HOME, 0)                           \
    X(BACK, VIEW, SDLK_LEFT, 0)                            \
    X(FORWARD, VIEW, SDLK_RIGHT, 0)                        \
    X(LAST, VIEW, SDLK_END, 0)                             \
    X(PREV_LINE, VIEW, SDLK_UP, 0)                         \
    X(NEXT_LINE, VIEW, SDLK_DOWN, 0)                       \
    X(FLIP, VIEW, SDLK_f, KMOD_CTRL)                       \
    X(FULL, VIEW, SDLK_F11, 0)                             \
    X(SETTINGS, VIEW, SDLK_COMMA, KMOD_CTRL)               \
    X(STUDY, STUDY_MENU, SDLK_t, KMOD_CTRL)                \
    X(PLAY_ON, STUDY_MENU, SDLK_p, KMOD_CTRL)              \
    X(ANALYSE, STUDY_MENU, SDLK_SPACE, KMOD_CTRL)          \
    X(COMMENT, STUDY_MENU, SDLK_RETURN, KMOD_CTRL)         \
    X(DELETE, STUDY_MENU, SDLK_DELETE, KMOD_CTRL)          \
    X(PROMOTE_LINE, STUDY_MENU, SDLK_UP, KMOD_CTRL)        \
    X(EDITOR, STUDY_MENU, SDLK_e, KMOD_CTRL)               \
    X(ENGINES, STUDY_MENU, SDLK_g, KMOD_CTRL)              \
    X(LOG, STUDY_MENU, SDLK_l, KMOD_CTRL)                  \
    X(KEYS, HELP_MENU, SDLK_F1, 0)                         \
    X(ABOUT, HELP_MENU, SDLK_F1, KMOD_SHIFT)

enum bm_desktop_command {
#define X(name, menu, key, mod) BM_CMD_##name,
    BM_DESKTOP_COMMANDS(X)
#undef X
        BM_CMD_COUNT
};

enum { BM_MENUS = 5 };
extern const enum bm_ui_text bm_menus[BM_MENUS];

struct bm_desktop_command_info {
    enum bm_ui_text word, menu;
    SDL_Keycode key;
    unsigned mod;
};
const struct bm_desktop_command_info *bm_desktop_command_info(enum bm_desktop_command c);
/* "Ctrl+N" */
void bm_desktop_command_shortcut(enum bm_desktop_command c, char *buf, size_t cap);
/* Whether the command is available now. */
bool bm_desktop_command_is_enabled(const struct bm_app *app, enum bm_desktop_command c);
void bm_desktop_command_run(struct bm_app *app, enum bm_desktop_command c);
/* Run it without asking for confirmation. */
void bm_desktop_command_run_confirmed(struct bm_app *app, enum bm_desktop_command c);
/* Run the command of the key of this pass, unless a widget consumed the key. */
void bm_desktop_command_handle_key(struct bm_app *app);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_APP_APP_H
#define BM_DESKTOP_APP_APP_H

/* The window: what its files share. All of it belongs to the thread that made it. */

#include "desktop/app/loop_bridge.h"
#include "desktop/app/sound.h"
#include "desktop/app/ui_texts.h"
#include "desktop/board/geometry.h"
#include "desktop/board/piece_textures.h"
#include "desktop/files/file_writer.h"
#include "desktop/files/prefs.h"
#include "desktop/panel/move_list.h"
#include "desktop/session/analysis.h"
#include "desktop/session/session.h"
#include "desktop/ui/ui.h"

enum { BM_CHOICES = 32, BM_MARKS = 64, BM_COMMENT = 1 << 15, BM_ARCHIVE_NAME = 128 };

/* The file that the game on the desk is from. */
struct bm_record_source {
    char path[BM_PREF_PATH]; /* "": none */
    enum bm_format format;
    size_t count, index; /* games in it, and which of them it is */
    bool exact;          /* begin and end are known */
    size_t begin, end;   /* bytes of it */
    size_t len;          /* of the whole file, */
    uint64_t hash;       /* and what it held */
};

/* The board as it is seen and touched. */
struct bm_board_view {
    struct bm_geometry geometry;
    const struct bm_rules *rules; /* of the shape */
    bool flip, shown_flip, kanji;
    bm_box box;     /* of the board, edges included */
    float cell;     /* pixels of a square */
    bm_box hand[2]; /* by side; no width: none */
    /* What is picked up: a piece on the board, or one in hand */
    bm_sq selected;    /* BM_SQ_NONE: none */
    int selected_kind; /* -1: none */
    bool pressed;      /* and the button is still down */
    bool dragging;     /* and the pointer has left where it was */
    bool reselected;   /* it was picked before this press */
    int press_x, press_y;
    bm_move legal[BM_MAX_MOVES]; /* of what is picked */
    size_t legal_count;
    bm_sq cursor; /* of the keyboard; BM_SQ_NONE: not used yet */
    /* Which move is meant: a promotion, a gate */
    bm_move choice[BM_CHOICES];
    unsigned choices; /* 0: nothing is to be chosen */
    unsigned choice_at;
    bm_sq arrow_from;    /* the right button went down here; BM_SQ_NONE: nowhere */
    int marks[BM_MARKS]; /* of a match, which are not kept: from << 8 | to */
    unsigned mark_count;
    /* The board without anything on it, drawn once for a size and a look */
    SDL_Texture *background;
    bm_box background_box;
    uint64_t background_key;
    /* A move on its way */
    bm_move moving;
    bm_piece moving_piece;
    int64_t moving_since; /* ms; 0: none */
};

enum bm_dialog {
    BM_DIALOG_NONE,
    BM_DIALOG_NEW_GAME,
    BM_DIALOG_FILE,
    BM_DIALOG_SETTINGS,
    BM_DIALOG_ENGINES,
    BM_DIALOG_ENGINE_OPTIONS,
    BM_DIALOG_ENGINE_LOG,
    BM_DIALOG_POSITION_EDITOR,
    BM_DIALOG_GAME_OVER,
    BM_DIALOG_ENGINE_FAILED,
    BM_DIALOG_CONFIRM,
    BM_DIALOG_COMMENT,
    BM_DIALOG_KEYS,
    BM_DIALOG_GAMES,
    BM_DIALOG_COUNT
};

/* States of dialogs, each known to its own file. */
struct bm_new_game_dialog;
struct bm_file_dialog;
struct bm_engine_dialog;
struct bm_position_editor;
struct bm_games_dialog;
struct bm_analyser_list; /* who can analyse: analysis_view.c */
struct bm_variant_load;  /* rules on their way: fetch.c */

struct bm_app {
    SDL_Window *window;
    SDL_Renderer *renderer;
    struct bm_draw draw;
    struct bm_fonts fonts;
    struct bm_ui ui;
    struct bm_piece_textures pieces;
    struct bm_prefs prefs;
    char prefs_path[BM_PREF_PATH], autosave[BM_PREF_PATH];
    char archive_folder[BM_PREF_PATH];
    char archive[BM_ARCHIVE_NAME]; /* file of the game on the desk in that folder; "": none yet
                                    */
    struct bm_record_source source;
    enum bm_lang lang;
    struct bm_loop loop;
    struct bm_loop_bridge loop_bridge;
    struct bm_desktop_session session;
    struct bm_board_view view;
    struct bm_desktop_analysis analysis;
    struct bm_analyser_list *analysers;
    struct bm_file_writer file_writer;
    struct bm_variant_load *variant_load;
    struct bm_sound sound;
    struct bm_move_list moves;
    bm_node moves_shown; /* the list was scrolled to it, */
    int moves_height;    /* and was so high then */
    enum bm_dialog dialog;
    enum bm_dialog parent_dialog; /* the dialog that this one was called from */
    struct bm_new_game_dialog *new_game;
    struct bm_file_dialog *file;
    struct bm_engine_dialog *engines;
    struct bm_position_editor *editor;
    struct bm_games_dialog *games;
    unsigned confirm; /* what BM_DIALOG_CONFIRM asks: enum bm_desktop_command, or one of enum
                         bm_confirmation */
    char confirm_text[512];
    unsigned failed_side;
    char comment[BM_COMMENT];
    unsigned menu; /* open, from 1; 0: none */
    int menu_at;   /* the line that the keyboard is on; -1: none */
    char move_input[128];
    char message[BM_DESKTOP_TEXT];
    bool message_is_warning; /* the message is a refusal */
    int64_t message_from;    /* ms */
    uint64_t saved_version;  /* version of the desk that was autosaved */
    int64_t save_at;         /* when it will be; 0: not */
    int64_t saved_at;        /* when it was; a clock that runs is saved every few seconds */
    float scale;             /* pixels for a point of the window */
    float own_scale; /* of letters and buttons, if it was asked for; 0: by the display */
    char title[256]; /* of the window */
    bool quit, dirty, text_on;
    uint64_t frames;
    uint64_t wakeups; /* how often waiting has ended */
    double frame_ms;  /* how long the last took */
};

/* A word in the language of the window. */
#define UI_TEXT(app, name) bm_ui_text(BM_UI_TEXT_##name, (app)->lang)

/* Questions that are not about a command. */
enum bm_confirmation { BM_CONFIRM_RESUME = 1000, BM_CONFIRM_REPLACE };

/* app.c */
struct bm_app_options {
    int width, height;   /* 0: as remembered */
    bool exact;          /* this size, also if the screen is smaller */
    float scale;         /* of letters and buttons; 0: by the display */
    const char *variant; /* to be played at once; NULL: ask */
    const char *file;    /* a record to open; NULL: none */
    bool hidden, no_resume;
    SDL_Surface *surface; /* drawn into instead of the window; NULL: it is not */
};
bool bm_app_init(struct bm_app *app, const struct bm_app_options *options);
void bm_app_fini(struct bm_app *app);
/* Wait for something, but no longer than this (negative: without limit), and deal with all
 * there is; draws if that is wanted. */
void bm_app_step(struct bm_app *app, int wait);
void bm_app_run(struct bm_app *app);
void bm_app_draw(struct bm_app *app);
void bm_app_show_message(struct bm_app *app, bool warn, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void bm_app_set_language(struct bm_app *app);
/* Save what is on the desk, or that there is nothing to be saved, in a moment. */
void bm_app_schedule_autosave(struct bm_app *app);
int64_t bm_app_now(const struct bm_app *app);
void bm_app_open_dialog(struct bm_app *app, enum bm_dialog dialog);
void bm_app_close_dialog(struct bm_app *app);
/* Write the settings down. */
void bm_app_save_prefs(struct bm_app *app);
void bm_app_on_session_event(void *user, enum bm_desktop_event event, unsigned side);

/* display.c: letters and buttons for a density of dots an inch, in quarters from 1 to 4; and a
 * size that fits into what a screen has room for. */
float bm_display_scale(float dpi);
void bm_display_fit(int *w, int *h, SDL_Rect room);
/* Pixels for a point of letters and buttons, without what the person likes. */
float bm_display_density(const struct bm_app *app);
bool bm_display_open(struct bm_app *app, const struct bm_app_options *o);

/* screen.c: the whole window, once */
void bm_main_window(struct bm_app *app);

/* view.c: touching the board */
void bm_board_reset(struct bm_app *app);
void bm_board_deselect(struct bm_app *app);
/* Keys are the board's again, after a move was typed. */
void bm_board_focus(struct bm_app *app);
void bm_board_input(struct bm_app *app);
bm_box bm_board_square_box(const struct bm_app *app, bm_sq sq);
bm_sq bm_board_square_at(const struct bm_app *app, int x, int y);
/* Pick up a piece of the board or of a hand. */
void bm_board_select_square(struct bm_app *app, bm_sq sq);
void bm_board_select_hand(struct bm_app *app, unsigned side, unsigned kind);
/* Where it shall go; true if a move was made or is to be chosen. */
bool bm_board_move_to(struct bm_app *app, bm_sq to);
bool bm_board_is_target(const struct bm_app *app, bm_sq sq);
void bm_board_choose_move(struct bm_app *app, unsigned i);
/* Whether pieces of a side are seen upside down. */
bool bm_board_is_turned(const struct bm_app *app, unsigned side);
void bm_board_animate(struct bm_app *app, bm_move m);

/* board_view.c, hand_view.c, chooser.c: drawing it */
void bm_board_layout(struct bm_app *app, bm_box area);
void bm_board_draw(struct bm_app *app);
void bm_board_free_background(struct bm_app *app);
void bm_hands_draw(struct bm_app *app);
/* points_view.c: a board of lines, if the game is played on their crossings */
bool bm_xiangqi_board_applies(const struct bm_app *app);
void bm_xiangqi_board_draw(struct bm_app *app, bm_color c);
/* The box of a kind in a hand; no width: it is not there. */
bm_box bm_hand_box(const struct bm_app *app, unsigned side, unsigned kind);
void bm_move_chooser(struct bm_app *app);
bm_box bm_move_chooser_box(const struct bm_app *app, unsigned i);
void bm_board_draw_piece(struct bm_app *app, bm_piece piece, bm_box box, unsigned alpha);

/* The panel */
void bm_player_panel(struct bm_app *app, bm_box box, unsigned side);
void bm_move_list_panel(struct bm_app *app, bm_box box);

/* analysis_view.c: what engines think, how it went */
void bm_analysis_panel(struct bm_app *app, bm_box box);
/* Whether it may be seen: in a match in which a person plays only if it was asked for, or at
 * the end. */
bool bm_analysis_panel_is_allowed(const struct bm_app *app);
/* How high that wants to be. */
int bm_analysis_panel_height(const struct bm_app *app);
/* Whether anybody has said how the game stands. */
bool bm_eval_graph_has_values(const struct bm_app *app);
void bm_eval_graph(struct bm_app *app, bm_box box);
/* Engines may have come or gone. */
void bm_analyser_list_free(struct bm_app *app);

/* dialogs */
void bm_dialog_new_game(struct bm_app *app);
void bm_dialog_file(struct bm_app *app);
void bm_dialog_settings(struct bm_app *app);
void bm_dialog_engines(struct bm_app *app);
void bm_dialog_engine_options(struct bm_app *app);
void bm_dialog_engine_log(struct bm_app *app);
void bm_dialog_position_editor(struct bm_app *app);
void bm_dialog_game_over(struct bm_app *app);
void bm_dialog_engine_failed(struct bm_app *app);
void bm_dialog_confirm(struct bm_app *app);
void bm_dialog_comment(struct bm_app *app);
void bm_dialog_keys(struct bm_app *app);
void bm_dialog_games(struct bm_app *app);
/* A box in the middle of the window with a title; what is inside it is returned. */
bm_box bm_dialog_frame(struct bm_app *app, int w, int h, const char *title);
void bm_dialogs_fini(struct bm_app *app);
/* What a dialog has open is let go of. */
void bm_dialog_new_game_free(struct bm_app *app);
void bm_dialog_file_free(struct bm_app *app);
void bm_dialog_position_editor_free(struct bm_app *app);
void bm_dialog_games_free(struct bm_app *app);
/* Replacing the file was agreed to. */
void bm_dialog_file_replace(struct bm_app *app);
/* Choose one of many games of a file; the list is taken over. */
struct bm_collection;
void bm_dialog_games_open_collection(struct bm_app *app, struct bm_collection *c);
/* A program was chosen: its path is written into the engines' dialog. */
void bm_dialog_engines_set_program(struct bm_app *app, const char *path);

/* files.c */
bool bm_files_open(struct bm_app *app, const char *path);
bool bm_files_save(struct bm_app *app, const char *path);
/* Whether that is the file of many games that the game on the desk is one of. */
bool bm_files_is_collection(const struct bm_app *app, const char *path);
/* A record or a position from text. */
bool bm_files_paste(struct bm_app *app, const char *text, const char *name);
void bm_files_copy(struct bm_app *app, bool position);
/* Keep the game that is played; it is on disk soon. */
void bm_files_autosave(struct bm_app *app);
bool bm_files_has_autosave(const struct bm_app *app);
bool bm_files_resume(struct bm_app *app);
/* Start a game as the settings say, waiting for its rules. */
bool bm_new_game_begin(struct bm_app *app);
/* The same with rules that are there. */
bool bm_new_game_begin_with(struct bm_app *app, const struct bm_rules *rules);

/* fetch.c: start a game as the settings say, now if it is built in; a file's rules are compiled
 * by another thread. `done` (may be NULL) is told whether it has begun; if not, the message
 * says why. */
void bm_new_game_load(struct bm_app *app, void (*done)(struct bm_app *app, bool fine));
/* Nobody wants it any more. */
void bm_new_game_cancel(struct bm_app *app);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_APP_APP_H
#define BM_DESKTOP_APP_APP_H

/* The application: state that the files of the window share. Only the main thread uses it. */

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

/* The file that the session's game was read from. */
struct bm_record_source {
    char path[BM_PREF_PATH]; /* "": none */
    enum bm_format format;
    size_t count, index; /* games in it, and which of them it is */
    bool exact;          /* begin and end are valid */
    size_t begin, end;   /* byte range of the game in the file */
    size_t len;          /* length of the whole file */
    uint64_t hash; /* FNV-1a hash of the whole file, to notice changes by other programs */
};

/* State of the board widget: layout, selection, animation. */
struct bm_board_view {
    struct bm_geometry geometry;
    const struct bm_rules *rules; /* rules that `geometry` was computed for */
    bool flip, shown_flip, kanji;
    bm_box box;     /* of the board, edges included */
    float cell;     /* pixels of a square */
    bm_box hand[2]; /* by side; no width: none */
    /* Selection: a piece on the board, or a kind in hand */
    bm_sq selected;    /* BM_SQ_NONE: none */
    int selected_kind; /* -1: none */
    bool pressed;      /* the mouse button is still down */
    bool dragging;     /* the pointer has moved away from press_x, press_y */
    bool reselected;   /* the piece was selected before this press */
    int press_x, press_y;
    bm_move legal[BM_MAX_MOVES]; /* legal moves of the selected piece */
    size_t legal_count;
    bm_sq cursor; /* keyboard cursor; BM_SQ_NONE: not used yet */
    /* Legal moves that share the same squares: promotions, gates */
    bm_move choice[BM_CHOICES];
    unsigned choices; /* 0: the move chooser is closed */
    unsigned choice_at;
    bm_sq arrow_from;    /* square where the right button was pressed; BM_SQ_NONE: none */
    int marks[BM_MARKS]; /* arrows drawn in a match, not saved: from << 8 | to */
    unsigned mark_count;
    /* The empty board, cached for one size and appearance */
    SDL_Texture *background;
    bm_box background_box;
    uint64_t background_key;
    /* The animated move */
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

/* State of each dialog, defined in the dialog's file. */
struct bm_new_game_dialog;
struct bm_file_dialog;
struct bm_engine_dialog;
struct bm_position_editor;
struct bm_games_dialog;
struct bm_analyser_list; /* choices of analyser: panel/analysis_panel.c */
struct bm_variant_load;  /* a variant that is being loaded: app/new_game.c */

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
    char archive[BM_ARCHIVE_NAME]; /* the session's file in archive_folder; "": none yet */
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
    bm_node moves_shown; /* node that the move list was scrolled to */
    int moves_height;    /* height of the list at that time */
    enum bm_dialog dialog;
    enum bm_dialog parent_dialog; /* dialog that opened this one */
    struct bm_new_game_dialog *new_game;
    struct bm_file_dialog *file;
    struct bm_engine_dialog *engines;
    struct bm_position_editor *editor;
    struct bm_games_dialog *games;
    unsigned confirm; /* subject of BM_DIALOG_CONFIRM: enum bm_desktop_command or enum
                         bm_confirmation */
    char confirm_text[512];
    unsigned failed_side;
    char comment[BM_COMMENT];
    unsigned menu; /* open, from 1; 0: none */
    int menu_at;   /* line selected by the keyboard; -1: none */
    char move_input[128];
    char message[BM_DESKTOP_TEXT];
    bool message_is_warning;
    int64_t message_from;   /* ms */
    uint64_t saved_version; /* session version of the last autosave */
    int64_t save_at;        /* time of the next autosave; 0: none is due */
    int64_t
        saved_at;    /* time of the last autosave; a running clock is saved every few seconds */
    float scale;     /* pixels per point of the window */
    float own_scale; /* scale of texts and widgets if given by the user; 0: from the display */
    char title[256]; /* of the window */
    bool quit, dirty, text_on;
    uint64_t frames;
    uint64_t wakeups; /* number of returns from the event wait */
    double frame_ms;  /* duration of the last frame */
};

/* A text of ui_texts.h in the current language. */
#define UI_TEXT(app, name) bm_ui_text(BM_UI_TEXT_##name, (app)->lang)

/* Confirmations that do not belong to a command. */
enum bm_confirmation { BM_CONFIRM_RESUME = 1000, BM_CONFIRM_REPLACE };

/* app.c */
struct bm_app_options {
    int width, height;   /* 0: as stored in the preferences */
    bool exact;          /* use this size even if the screen is smaller */
    float scale;         /* scale of texts and widgets; 0: from the display */
    const char *variant; /* variant to start with; NULL: open the new game dialog */
    const char *file;    /* record to open; NULL: none */
    bool hidden, no_resume;
    SDL_Surface *surface; /* render target instead of the window; NULL: the window */
};
bool bm_app_init(struct bm_app *app, const struct bm_app_options *options);
void bm_app_fini(struct bm_app *app);
/* Wait for events for at most `wait` ms (negative: without limit), handle all pending ones, and
 * redraw if needed. */
void bm_app_step(struct bm_app *app, int wait);
void bm_app_run(struct bm_app *app);
void bm_app_draw(struct bm_app *app);
void bm_app_show_message(struct bm_app *app, bool warn, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void bm_app_set_language(struct bm_app *app);
/* Schedule an autosave, which also removes an autosave file that is no longer needed. */
void bm_app_schedule_autosave(struct bm_app *app);
int64_t bm_app_now(const struct bm_app *app);
void bm_app_open_dialog(struct bm_app *app, enum bm_dialog dialog);
void bm_app_close_dialog(struct bm_app *app);
/* Write the preferences to their file, asynchronously. */
void bm_app_save_prefs(struct bm_app *app);

/* display.c: the UI scale for a display density in dots per inch, from 1 to 4 in steps of
 * 1/4. */
float bm_display_scale(float dpi);
/* Pixels per point of texts and widgets, before the zoom preference is applied. */
float bm_display_density(const struct bm_app *app);
bool bm_display_open(struct bm_app *app, const struct bm_app_options *o);

/* main_window.c: one pass over all widgets of the window */
void bm_main_window(struct bm_app *app);

/* board/board_input.c: mouse and keyboard input on the board */
void bm_board_reset(struct bm_app *app);
void bm_board_deselect(struct bm_app *app);
/* Give the keyboard focus back to the board after a move was typed. */
void bm_board_focus(struct bm_app *app);
void bm_board_input(struct bm_app *app);
bm_box bm_board_square_box(const struct bm_app *app, bm_sq sq);
bm_sq bm_board_square_at(const struct bm_app *app, int x, int y);
/* Select a kind in a hand. */
void bm_board_select_hand(struct bm_app *app, unsigned side, unsigned kind);
bool bm_board_is_target(const struct bm_app *app, bm_sq sq);
void bm_board_choose_move(struct bm_app *app, unsigned i);
/* Whether the pieces of a side are drawn upside down. */
bool bm_board_is_turned(const struct bm_app *app, unsigned side);
void bm_board_animate(struct bm_app *app, bm_move m);

/* board/board_draw.c, board/hands.c, board/move_chooser.c */
void bm_board_layout(struct bm_app *app, bm_box area);
void bm_board_draw(struct bm_app *app);
void bm_board_free_background(struct bm_app *app);
void bm_hands_draw(struct bm_app *app);
/* board/xiangqi_board.c: boards whose pieces stand on line crossings */
bool bm_xiangqi_board_applies(const struct bm_app *app);
void bm_xiangqi_board_draw(struct bm_app *app, bm_color c);
/* The box of a kind in a hand; width 0: the hand holds none. */
bm_box bm_hand_box(const struct bm_app *app, unsigned side, unsigned kind);
void bm_move_chooser(struct bm_app *app);
void bm_board_draw_piece(struct bm_app *app, bm_piece piece, bm_box box, unsigned alpha);

/* panel/player_panel.c */
void bm_player_panel(struct bm_app *app, bm_box box, unsigned side);
void bm_move_list_panel(struct bm_app *app, bm_box box);

/* panel/analysis_panel.c: PV lines and the evaluation graph */
void bm_analysis_panel(struct bm_app *app, bm_box box);
/* Whether PV lines may be shown: in a match with a human player only if analysis was switched
 * on or the match is over. */
bool bm_analysis_panel_is_allowed(const struct bm_app *app);
/* The preferred height of the panel in pixels. */
int bm_analysis_panel_height(const struct bm_app *app);
/* Whether any position of the main line has an evaluation. */
bool bm_eval_graph_has_values(const struct bm_app *app);
void bm_eval_graph(struct bm_app *app, bm_box box);
/* Discard the cached list: the engine registry may have changed. */
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
/* Draw a centred dialog box with a title; returns its inner area. */
bm_box bm_dialog_frame(struct bm_app *app, int w, int h, const char *title);
void bm_dialogs_fini(struct bm_app *app);
/* Release the state of a dialog. */
void bm_dialog_new_game_free(struct bm_app *app);
void bm_dialog_file_free(struct bm_app *app);
void bm_dialog_position_editor_free(struct bm_app *app);
void bm_dialog_games_free(struct bm_app *app);
/* Continue saving after the user confirmed that the file is replaced. */
void bm_dialog_file_replace(struct bm_app *app);
/* Open the list of a collection's games. Takes ownership of the collection. */
struct bm_collection;
void bm_dialog_games_open_collection(struct bm_app *app, struct bm_collection *c);
/* Put the path of a chosen program into the command field of the engines dialog. */
void bm_dialog_engines_set_program(struct bm_app *app, const char *path);

/* files.c */
bool bm_files_open(struct bm_app *app, const char *path);
bool bm_files_save(struct bm_app *app, const char *path);
/* Whether `path` is the collection that the session's game was read from. */
bool bm_files_is_collection(const struct bm_app *app, const char *path);
/* Read a record or a position (FEN, SFEN) from text. */
bool bm_files_paste(struct bm_app *app, const char *text, const char *name);
void bm_files_copy(struct bm_app *app, bool position);
/* Autosave the session through the file writer. */
void bm_files_autosave(struct bm_app *app);
bool bm_files_has_autosave(const struct bm_app *app);
bool bm_files_resume(struct bm_app *app);
/* Begin a match as the preferences say; blocks while the rules are loaded. */
bool bm_new_game_begin(struct bm_app *app);
/* The same with rules that are already loaded. */
bool bm_new_game_begin_with(struct bm_app *app, const struct bm_rules *rules);

/* app/new_game.c: begin a match as the preferences say: at once if the variant is built in,
 * otherwise after a worker thread has compiled the variant file. `done` (may be NULL) is called
 * with the result; on failure the message line says why. */
void bm_new_game_load(struct bm_app *app, void (*done)(struct bm_app *app, bool fine));
/* Cancel the pending load. */
void bm_new_game_cancel(struct bm_app *app);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_PLAY_PLAY_H
#define BM_CLI_PLAY_PLAY_H

/* A game in the terminal: what the files of the command 'play' share. */

#include "banmen/match.h"
#include "cli/position/command_position.h"
#include "engine/registry.h"
#include "session/analyser.h"
#include "session/seated_player.h"
#include "terminal/prompt.h"

/* A text in the language of the game. */
#define TR(play, en, ja) ((play)->s.lang == BM_JA ? (ja) : (en))

struct bm_play {
    const struct bm_args *args;
    struct bm_command_position
        s; /* rules, language, and a context of our own that follows the match */
    struct bm_loop loop;
    struct bm_prompt *prompt;
    struct bm_match *match;
    struct bm_table *table;
    struct bm_seated_player player[2];
    struct bm_times times;
    struct bm_timer second;
    uint64_t seed;
    unsigned games;  /* made so far */
    char lot[32];    /* the start that was drawn, as -p has it; "": none was */
    char chosen[32]; /* the start that --start names, as -p has it */
    unsigned said;   /* plies of the match that were printed as plain lines */
    bool flip, colours;
    bool over_said;               /* the result was told */
    bool seated;                  /* the players of the command line are set up */
    bool beginning;               /* the match is being set up */
    bool asked;                   /* Ctrl-C was pressed once */
    bool leaving;                 /* quit */
    char *autosave;               /* file for a game that was left before its end; NULL: none */
    char *saved_as;               /* by the last `save`; NULL: nowhere */
    struct bm_args own_args;      /* the command line, with what was changed since */
    char (*offers)[BM_MOVE_TEXT]; /* words to complete with */
    size_t offer_count;
    struct {
        struct bm_analyser *analyser; /* that looks for a hint; NULL: none does */
        bool by_engine;               /* of the other side */
        bm_node node;
    } hint;
};

/* The command (cmd_play.c) */

/* A match as the command line wants it; NULL after an error message. */
struct bm_match *bm_play_make(struct bm_play *p);
/* Show a game that begins. */
void bm_play_greet(struct bm_play *p);

/* Texts (play_text.c) */

/* Print a line; the line that is being edited is hidden meanwhile. */
void bm_play_print(struct bm_play *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* What a side is called: "white". */
const char *bm_play_side(const struct bm_play *p, unsigned side);
/* Who plays it: "level 2", "Stockfish 15"; "" for a person. */
void bm_play_name(const struct bm_play *p, unsigned side, char *buf, size_t cap);
/* What a clock shows; "" if there is none. */
void bm_play_clock(const struct bm_play *p, unsigned side, char *buf, size_t cap);
/* Whose turn it is, or the result. */
void bm_play_status(const struct bm_play *p, char *buf, size_t cap);
/* Write a move of the position of a context as people of this game do. */
void bm_play_write(const struct bm_play *p, const struct bm_ctx *ctx, bm_move m, char *buf,
                   size_t cap);
/* Print new moves and the result as lines, or redraw the screen. */
void bm_play_tell(struct bm_play *p);

/* The screen (play_screen.c) */

/* Draw the board and the panel. */
void bm_play_draw(struct bm_play *p);
/* Bring our context to where the match stands; false if there is no memory. */
bool bm_play_follow(struct bm_play *p);

/* Moves (play_moves.c) */

/* Read a move in any notation; true and *out if it is legal. Else *known tells whether it is a
 * move at all, and `why` says what is wrong with it. */
bool bm_play_read(const struct bm_play *p, const char *s, size_t len, bm_move *out, bool *known,
                  char *why, size_t cap);
/* Play what was typed: one move or several. False if it is no move at all. */
bool bm_play_moves(struct bm_play *p, const char *line);
/* List the legal moves, all or from one square. */
void bm_play_list(struct bm_play *p, const char *square);

/* Seats (play_seats.c) */

/* Set up the players of the command line; 0, or EXIT_USAGE after an error message. */
int bm_play_seat_options(struct bm_play *p);
/* Set up the players of the command line, or else those of a record; as above. */
int bm_play_take_seats(struct bm_play *p, const struct bm_match *match);
/*
 * Replace a player by a level (0: a person) and continue a game that waited for it; false if
 * memory is missing.
 */
bool bm_play_replace(struct bm_play *p, unsigned side, unsigned level);
/* Set the seats of a new or loaded match, and begin. */
bool bm_play_begin(struct bm_play *p, struct bm_match *match);
/* The players change sides. */
void bm_play_swap(struct bm_play *p);
/* Release both players; engines are killed. */
void bm_play_leave_seats(struct bm_play *p);
/* Engines end in good order; those that do not are killed. */
void bm_play_quit_engines(struct bm_play *p);
/* Whether a person plays the side. */
bool bm_play_is_person(const struct bm_play *p, unsigned side);
/* The side that commands of the user are for. */
unsigned bm_play_me(const struct bm_play *p);
/* Start a failed engine anew. */
void bm_play_restart(struct bm_play *p);

/* Commands (play_commands.c) */

struct bm_play_command {
    const char *name;
    const char *others; /* further words, parted by blanks */
    const char *arg;    /* what may follow; "" if nothing */
    void (*run)(struct bm_play *p, const char *arg);
    const char *text[2]; /* what it does, by enum bm_lang */
};
extern const struct bm_play_command bm_play_commands[]; /* the last has no name */

/* Hints and draw offers (play_hint.c) */

/* What the computer answers to an offer of a draw. */
bool bm_play_takes_draw(struct bm_play *p, unsigned side);
/* Print a hint, now or when the engine has found one. */
void bm_play_hint(struct bm_play *p);
/* Drop a hint that is being searched. */
void bm_play_drop_hint(struct bm_play *p);

/* Input (play_input.c) */

/* Do what was typed: a move or a command. */
void bm_play_line(struct bm_play *p, const char *line);
/* The list of commands. */
void bm_play_help(struct bm_play *p);
/* The i-th word that could be typed behind a line; NULL: no more. See bm_prompt_hooks. */
const char *bm_play_offer(void *user, const char *line, size_t i);

/* Files (play_files.c) */

/* Write the game; the format follows from the name. */
bool bm_play_save(struct bm_play *p, const char *file);
/* Load a game and go on with it; false after an error message. */
bool bm_play_resume_file(struct bm_play *p, const char *file);
/* The format that games like this are kept in. */
enum bm_format bm_play_format(const struct bm_play *p);
/* Print the record. */
void bm_play_print_record(struct bm_play *p, enum bm_format format);
/* Keep a person's game that is not over, or forget one that is. */
void bm_play_keep(struct bm_play *p);
/* A file of ours in $XDG_STATE_HOME; its folder is made if need be. NULL: there is none. */
char *bm_play_state_file(const char *name, bool make);
/* Copy a text; NULL if there is no memory. */
char *bm_play_copy(const char *text);

#endif

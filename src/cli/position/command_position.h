/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_POSITION_COMMAND_POSITION_H
#define BM_CLI_POSITION_COMMAND_POSITION_H

/*
 * The position that a command works on: the game, a context, the position and the moves from
 * the command line or from a line of stdin, and the error messages about them.
 */

#include "banmen/notation.h"
#include "cli/args.h"
#include "terminal/piece_style.h"

struct bm_command_position {
    const struct bm_args *args;
    const struct bm_rules *rules; /* held */
    const struct bm_rules_info *info;
    struct bm_ctx *ctx;
    unsigned room; /* moves that fit into the context */
    struct bm_options options;
    enum bm_lang lang;
    bm_defects mended; /* soft defects of the last position */
};

/* Why a position or a move was not taken. */
struct bm_diagnostic {
    enum {
        DIAGNOSTIC_POSITION,
        DIAGNOSTIC_BOARD,
        DIAGNOSTIC_MOVE,
        DIAGNOSTIC_ILLEGAL,
        DIAGNOSTIC_ROOM
    } kind;
    const char *s; /* the text that was refused: a position or a move */
    size_t len;
    size_t column;      /* in the line, from 1; 0: none */
    size_t own_column;  /* in s */
    bm_defects defects; /* DIAGNOSTIC_BOARD */
    bm_faults faults;   /* DIAGNOSTIC_ILLEGAL */
    char what[1024];    /* a sentence */
};

/* The language that the options or the environment ask for. */
enum bm_lang bm_args_lang(const struct bm_args *args);

/* How pieces are drawn, by --pieces. */
enum bm_piece_choice bm_args_pieces(const struct bm_args *args);

/* 0, or EXIT_USAGE after an error message. Closing is right in either case. */
int bm_command_position_open(struct bm_command_position *s, const struct bm_args *args);
void bm_command_position_close(struct bm_command_position *s);

/* Read the position of the command line and play its moves; false: see *t. A word may hold
 * several moves, joined by commas. */
bool bm_command_position_load(struct bm_command_position *s, struct bm_diagnostic *t);

/* Say what is wrong, on stderr or, with --json, as an object; returns the exit code. */
int bm_diagnostic_report(const struct bm_command_position *s, const struct bm_diagnostic *t);
/* "COLUMN: message" or its JSON, as one line of a batch. */
void bm_diagnostic_print(const struct bm_command_position *s, const struct bm_diagnostic *t);
void bm_diagnostic_print_json(const struct bm_command_position *s,
                              const struct bm_diagnostic *t);

/* Begin an object with the position that it is about. */
struct bm_buf;
void bm_command_position_begin_json(const struct bm_command_position *s, struct bm_buf *j);

/* Whether the position is "-". */
bool bm_command_position_is_batch(const struct bm_command_position *s);

/*
 * For each line of stdin: load it and call `answer`, which prints one line and returns an exit
 * code; a line that cannot be loaded is answered by `no`, or bm_diagnostic_print() if NULL.
 * Returns the exit code for the whole.
 */
int bm_command_position_batch(struct bm_command_position *s,
                              int (*answer)(struct bm_command_position *s),
                              void (*no)(const struct bm_command_position *s,
                                         const struct bm_diagnostic *t));

#endif

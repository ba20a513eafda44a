/* SPDX-License-Identifier: MIT */
#ifndef BM_ANNOTATION_GAME_ANALYSIS_H
#define BM_ANNOTATION_GAME_ANALYSIS_H

/*
 * The analysis of the main line of a game, and writing it into the game as evaluations, glyphs,
 * comments and variations. docs/analysis.md has the details.
 */

#include "annotation/accuracy.h"
#include "banmen/record.h"
#include "game/line.h"

/* Prefix of our comments, by which a later analysis finds and replaces them. */
#define BM_ANALYSE_MARK "banmen: "

/* One line of play from a position; its moves lie in struct bm_analysis. */
struct bm_best_line {
    struct bm_eval eval;
    size_t first, count;
};

/* One position of the main line. */
struct bm_analysed_position {
    bm_node node;
    unsigned turn;
    unsigned moves;      /* legal ones; 0 if it is not analysed */
    struct bm_eval eval; /* EVAL_NONE: not analysed yet */
    size_t first, count; /* its lines, the best first */
};

struct bm_analysis {
    struct bm_analysed_position *places;
    size_t count, places_cap;
    struct bm_best_line *lines;
    size_t lines_count, lines_cap;
    bm_move *moves;
    size_t moves_count, moves_cap;
};

void bm_analysis_fini(struct bm_analysis *a);

/*
 * List the positions of the main line. Those where the game is over by the rules have their
 * evaluation at once. A null move, and a move that the rules do not allow, end the list; a
 * start that cannot be played leaves it empty. False if there is no memory.
 */
bool bm_analysis_begin(struct bm_analysis *a, const struct bm_game *game, struct bm_line *line);
/* Append a line to a position. The lines of a position are added one after another. */
bool bm_analysis_add(struct bm_analysis *a, size_t place, const struct bm_eval *eval,
                     const bm_move *pv, size_t count);

/* The move from a position to the next: false if one of them was not evaluated. */
bool bm_analysis_move(const struct bm_analysis *a, const struct bm_game *game, size_t place,
                      const struct bm_eval_scale *scale, struct bm_analysed_move *out);
/* Both sides' sums over the evaluated end of the game. False if there is no memory. */
bool bm_analysis_sum(const struct bm_analysis *a, const struct bm_game *game,
                     struct bm_accuracy_summary out[2]);

/* Whether a format can hold an analysis at all. */
bool bm_analysis_fits(enum bm_format f);

struct bm_annotation {
    enum bm_format format; /* that it will be written in */
    enum bm_lang lang;
    const char *by; /* engine and limits: "Stockfish 15.1, depth 12" */
};

/* Put a note behind another, or first for 0. */
bm_status bm_analysis_put_note(struct bm_game *game, bm_node n, const struct bm_note *note,
                               bm_note_id after);

/* Remove an earlier analysis from a game. */
bm_status bm_analysis_strip(struct bm_game *game);
/* Write the analysis into the game, from which an earlier one was removed. */
bm_status bm_analysis_write(const struct bm_analysis *a, struct bm_game *game,
                            struct bm_line *line, const struct bm_annotation *how);

#endif

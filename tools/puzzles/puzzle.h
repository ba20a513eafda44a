/* SPDX-License-Identifier: MIT */
#ifndef BM_TOOLS_PUZZLE_H
#define BM_TOOLS_PUZZLE_H

/* What the parts of the puzzle generator share: a puzzle, its text, and the kinds. */

#include "banmen/notation.h"
#include "base/buf.h"
#include "tool.h"

enum { PUZZLE_PLIES = 11, PUZZLE_TEXT = 512 };

enum puzzle_kind { PUZZLE_TSUME, PUZZLE_MATE, PUZZLE_TACTIC, PUZZLE_KINDS };

/* A position and what solves it: moves of the solver and of the opponent by turns. */
struct puzzle {
    char position[PUZZLE_TEXT];
    bm_move line[PUZZLE_PLIES];
    unsigned plies;
    unsigned tries; /* other moves that had to be ruled out, of all the solver's turns */
    uint64_t nodes; /* that were searched for the solution */
};

const char *puzzle_kind_word(enum puzzle_kind kind);
bool puzzle_kind_find(const char *word, enum puzzle_kind *kind);
const struct bm_rules *puzzle_rules(enum puzzle_kind kind);

/* "POSITION;MOVE MOVE ...;TRIES;NODES" */
void puzzle_write(struct bm_buf *out, const struct puzzle *z, const struct bm_rules *rules);
/* From a position and its moves, which are played in `ctx`; it stands at the position then.
 * False: a text is wrong. */
bool puzzle_read(struct puzzle *z, struct bm_ctx *ctx, const char *position, const char *moves,
                 size_t moves_len);
/* How hard it is, on the scale of Elo ratings. */
unsigned puzzle_rating(const struct puzzle *z, enum puzzle_kind kind);

/* ---- Makers: puzzles of one attempt ---- */

struct maker;

/* Called for each puzzle that an attempt has found. */
typedef void take_puzzle(void *user, const struct puzzle *z);

struct maker *tsume_create(uint64_t seed);
void tsume_attempt(struct maker *m, uint64_t number, take_puzzle *take, void *user);
void tsume_destroy(struct maker *m);

struct chess_maker *chess_create(uint64_t seed, enum puzzle_kind kind);
void chess_attempt(struct chess_maker *m, uint64_t number, take_puzzle *take, void *user);
void chess_destroy(struct chess_maker *m);

/* ---- Selection and checks ---- */

/* Choose the puzzles to ship from the lines that attempts have written (stdin), to stdout. */
int select_puzzles(enum puzzle_kind kind, unsigned count);
/* Prove the puzzles of a shipped file (stdin) again, every EVERYth; 0 if all hold. */
int verify_puzzles(enum puzzle_kind kind, unsigned every);

#endif

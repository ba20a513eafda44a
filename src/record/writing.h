/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_WRITING_H
#define BM_RECORD_WRITING_H

/* One game being written, as UTF-8 with LF; the encoding is put on it afterwards. */

#include "banmen/notation.h"
#include "banmen/record.h"
#include "base/buf.h"
#include "game/line.h"
#include "record/elapsed.h"

struct bm_writing {
    const struct bm_game *game;
    const struct bm_write_options *options;
    struct bm_line line;       /* open, at the root */
    struct bm_elapsed elapsed; /* spent up to a node, for formats that tell it */
    struct bm_buf out;
    uint64_t said; /* kinds of losses already reported for this game */
};

/* What a format cannot hold; each kind is reported once a game, with the first place. */
#define BM_LOSS_MAP(X)                                           \
    X(VARIATIONS, "variations are left out")                     \
    X(COMMENTS, "comments are left out")                         \
    X(NAGS, "annotation glyphs are left out")                    \
    X(TIMES, "times are left out")                               \
    X(CLOCKS, "clock readings are left out")                     \
    X(EVALS, "evaluations are left out")                         \
    X(SHAPES, "arrows and marked squares are left out")          \
    X(COMMANDS, "embedded commands are left out")                \
    X(BOOKMARKS, "bookmarks are left out")                       \
    X(TAGS, "tags are left out")                                 \
    X(END, "how the game ended is left out")                     \
    X(MOVES, "moves are left out; the last position is written") \
    X(PASSES, "null moves cannot be written, nor what follows")  \
    X(FOUL, "the illegal move at the end is left out")           \
    X(START, "the start position is left out")                   \
    X(GAME, "nothing is written: the start could not be read")   \
    X(NUMBER, "the number of the first move is left out")        \
    X(FRACTIONS, "fractions of seconds are left out")            \
    X(LINES, "line breaks in comments are turned into blanks")   \
    X(CHARACTERS, "characters that the encoding lacks are written as \"?\"")

enum bm_loss {
#define X(name, text) BM_LOSS_##name,
    BM_LOSS_MAP(X)
#undef X
        BM_LOSS_COUNT
};

/* `n` is the node concerned, or BM_NODE_NONE. */
void bm_writing_loss(struct bm_writing *w, enum bm_loss loss, bm_node n);

/* Report as lost what is noted at a node, except for the kinds in the set `held` of 1 << kind.
 */
void bm_writing_lose_notes(struct bm_writing *w, bm_node n, unsigned held);

/* Stand at a node; false, and a loss reported, if the moves up to it cannot be played. */
bool bm_writing_goto(struct bm_writing *w, bm_node n);

/* A move of the game in a style, at the position before it. */
void bm_writing_move(struct bm_writing *w, bm_node n, enum bm_move_style style);

#endif

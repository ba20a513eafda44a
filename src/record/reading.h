/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_READING_H
#define BM_RECORD_READING_H

/*
 * One game being read. A format's reader gets the text from the beginning of the game and calls
 * the functions below for what it finds; they ask the rules, build the tree and report what is
 * wrong, alike for all formats.
 *
 * When the text ends before the game does and `final` is not set, the reader returns
 * BM_STEP_MORE and is called again with more text, from the beginning of the same game and with
 * an empty tree; what was reported is forgotten. So a format never keeps state between calls,
 * and never decides that a game is over by the end of the text unless `final` is set.
 */

#include "banmen/record.h"
#include "game/line.h"
#include "record/elapsed.h"

enum bm_reading_step {
    BM_STEP_GAME, /* r->game is a game; r->used bytes were its text */
    BM_STEP_NONE, /* nothing but blanks up to the end of the text */
    BM_STEP_MORE  /* the text ends inside the game, and more may come */
};

enum { BM_READING_PAD = 64 };

struct bm_reading {
    const char *s, *end; /* s <= text < end; at `end` stand BM_READING_PAD bytes of NUL */
    bool final;          /* no more text comes behind `end` */
    size_t used;         /* out: length of the game's text, set with BM_STEP_GAME */

    enum bm_format format;        /* as detected or demanded */
    const struct bm_rules *rules; /* by default; never NULL */
    unsigned flags;               /* of enum bm_read_flags */

    struct bm_game *game; /* empty at first */
    struct bm_line line;  /* its context is the position at `at`, once the game has begun */
    bm_node at;           /* where the next move goes */
    bm_node main;         /* the end of the main line so far */
    bool begun;           /* bm_reading_begin() was called */
    bool broken;          /* the line has a defect: moves are passed over until the next goto */
    bool torn;            /* the main line ends at a defect, before its end */
    bool over;            /* too large, or the start cannot be played: all is passed over */
    bool unplayable;      /* the latter: tags and what is said of the start are still kept */
    bool outlived;        /* it was said that the moves go on after the end of the game */
    const char *foul;  /* where an illegal move stands that an end may yet explain, or NULL */
    const char *ended; /* where the end of the main line stands, or NULL */
    char fault[228];   /* what is wrong with it */
    struct bm_elapsed elapsed; /* spent so far */
    struct bm_reader *reader;
};

/*
 * Set rules and start position, and stand at the root; before the first move. setup NULL is the
 * usual start. False: the board cannot be played; the defect was reported, and moves will be
 * passed over. `at` is where the position stands in the text.
 */
bool bm_reading_begin(struct bm_reading *r, const struct bm_rules *rules,
                      const struct bm_setup *setup, const char *at);

/* The start cannot be played: moves will be passed over; the caller has reported why. */
void bm_reading_give_up(struct bm_reading *r);

/* The same where the start is not known: the usual one stands for it, and is not written as a
 * position. Behind bm_reading_begin(), or instead of it. */
void bm_reading_lose_start(struct bm_reading *r);

/*
 * Play a move at r->at and go on to it; `at` is where it stands in the text. Begins the game at
 * the usual start if nothing did. An illegal one is kept as a foul if the next thing is an end
 * that says so; otherwise it is a defect, and the line is broken. False when it was not played.
 * The mover's word for it is not needed: the sentence comes from the rules.
 */
bool bm_reading_move(struct bm_reading *r, bm_move m, const char *at);

/* The same for a move that is known to be legal, as by bm_ctx_read_move(). */
bool bm_reading_legal_move(struct bm_reading *r, bm_move m, const char *at);

/* A text that should be a move and is none, or not a legal one: report `what`, break the line.
 */
void bm_reading_bad_move(struct bm_reading *r, const char *at, const char *what);
/* The same for a text that can be no move here: `form` has a '~' for the text, cut if it is
 * long, and one for the reason. */
void bm_reading_bad_word(struct bm_reading *r, const char *form, const char *word, size_t len,
                         const char *why);

bool bm_reading_pass(struct bm_reading *r, const char *at);

/*
 * End the line. BM_ONGOING as a result means: by the meaning of `end` for the side to move. The
 * word may be empty. r->at becomes the end's node, so that notes go there.
 */
void bm_reading_end(struct bm_reading *r, enum bm_end end, enum bm_result result,
                    struct bm_text word, const char *at);

/* Go to another node, for a variation or back from it; a broken line is whole again. */
void bm_reading_goto(struct bm_reading *r, bm_node n);

/* Say something about r->at. Nothing is kept with BM_READ_MOVES_ONLY or on a broken line. */
void bm_reading_note(struct bm_reading *r, const struct bm_note *note);
void bm_reading_comment(struct bm_reading *r, enum bm_note_kind kind, const char *s,
                        size_t len);
void bm_reading_value(struct bm_reading *r, enum bm_note_kind kind, int64_t value,
                      int32_t extra);

/* Milliseconds that the mover has spent so far; kept if it is not the sum of what was told. */
void bm_reading_total(struct bm_reading *r, int64_t ms);

/* Texts that are not UTF-8 (in a file that mixes encodings) are taken as Latin-1. */
void bm_reading_tag(struct bm_reading *r, struct bm_text name, struct bm_text value);

/*
 * Report. `at` is in the text, or NULL if there is no place. The ply is that of the next move
 * at r->at. bm_reading_say_about() puts the text `piece`, cut if it is long, into the place of
 * the template's '~'.
 */
void bm_reading_say(struct bm_reading *r, enum bm_severity severity, const char *at,
                    const char *what);
void bm_reading_say_about(struct bm_reading *r, enum bm_severity severity, const char *at,
                          const char *form, const char *piece, size_t len);

/* Result of a game that `side` has won. */
static inline enum bm_result bm_reading_win(unsigned side)
{
    return side == BM_FIRST ? BM_FIRST_WINS : BM_SECOND_WINS;
}

/* The game is complete: `used` is its length. Checks what the end says against the position. */
enum bm_reading_step bm_reading_done(struct bm_reading *r, const char *end);

#endif

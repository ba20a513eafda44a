/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_KIF_KIF_H
#define BM_RECORD_KIF_KIF_H

/* A game of KIF or KI2 being read: kif_read.c tells the lines apart, kif_moves.c plays them. */

#include "base/buf.h"
#include "record/reading.h"

/* A line of play that a variation can leave. */
struct bm_kif_tail {
    bm_node last;
    uint32_t plies; /* from the root, those behind a defect included */
};

struct bm_kif {
    struct bm_reading *r;
    const char *s, *end; /* the line at hand, without blanks at its ends */
    const char *next;    /* the line after it */

    /* What stands above the moves. */
    struct bm_setup setup;
    const struct bm_start *start; /* the named one, or NULL */
    const char *where;            /* of what tells the position */
    struct bm_text unknown;       /* a name of a start that is not known */
    unsigned ranks;               /* of the diagram seen so far */
    unsigned hands;               /* a bit for each side whose hand was told */
    bool has_turn, bad_board;
    bool handicap, tabled; /* 手合割 and the head of the table were seen */
    bm_sq last;            /* where the move before the position went, or BM_SQ_NONE */

    struct bm_buf comment; /* lines of one comment so far */
    bool has_comment;
    bool any;    /* something of a game was seen */
    bool played; /* a move or an end was seen */
    bool fresh;  /* no move since 変化, so that a comment stands before the variation */

    uint32_t plies;  /* of this line, those behind a defect included */
    uint32_t offset; /* what the printed numbers are ahead of the plies */
    bool numbered;   /* the offset is known */
    bool ended;      /* this line has an end */

    struct bm_kif_tail *tails; /* newest last; each is shorter than those before */
    size_t tail_count, tail_cap;
};

/* Whether the text begins with a word. */
bool bm_kif_begins(const char *s, const char *end, const char *word);
/* Whether a まで line may say who won: for other ends the word alone does. */
bool bm_kif_winner_open(enum bm_end end);
/* Where a word is in the text, or NULL. */
const char *bm_kif_find(const char *s, const char *end, const char *word);

/* The end of the text without the blanks there. */
const char *bm_kif_trim(const char *s, const char *end);

/* Stand at the start position, if not yet; see kif_read.c. */
void bm_kif_begin(struct bm_kif *k, unsigned turn_hint);
/* Put the comment that was gathered where it belongs. */
void bm_kif_flush(struct bm_kif *k);

/*
 * Lines of kif_moves.c. The first is tried where a digit begins the line, and is false if it is
 * not a number with something behind it.
 */
bool bm_kif_numbered(struct bm_kif *k);
void bm_kif_moves(struct bm_kif *k, const char *s);
void bm_kif_branch(struct bm_kif *k);
void bm_kif_until(struct bm_kif *k);
bool bm_kif_end_word(struct bm_kif *k, const char *s);
/* The number that the line begins with; 0 if it does not begin so. Behind it in *rest. */
uint32_t bm_kif_number(const char *s, const char *end, const char **rest);
/* Whether the text is meant to be a move: it begins like one. */
bool bm_kif_like_move(const char *s, const char *end);
/* The side that a word names: 0, 1, or 2 for none. */
unsigned bm_kif_side(const char *s, const char *end);

#endif

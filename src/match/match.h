/* SPDX-License-Identifier: MIT */
#ifndef BM_MATCH_MATCH_H
#define BM_MATCH_MATCH_H

/*
 * A match inside. It stands at a ply of a row of marks: those before are the way back, and
 * those behind it, if any, are moves that were taken back and can be played again. Nodes of the
 * record that were taken back are detached, so that the record is what was played.
 */

#include "banmen/match.h"
#include "game/line.h"

/* How things stood before the move of this ply was made. */
struct bm_mark {
    struct bm_clock clock; /* it does not run; inside a turn it is paused */
    bm_node node;          /* whose move led here */
    uint32_t turns[2];     /* that each side has ended */
    uint8_t side;          /* to move */
    bool within;           /* inside a turn of several moves */
};

struct bm_match {
    struct bm_match_options options; /* its pointers lead into this match */
    struct bm_options choices;
    struct bm_game *game;
    struct bm_line line; /* stands at marks[ply].node */
    struct bm_clock clock;
    struct bm_mark *marks;
    size_t mark_cap;
    uint32_t ply, redo; /* marks before and behind */
    int64_t now;        /* of the last action */
    uint64_t version;
    enum bm_match_stage stage;
    enum bm_result result; /* of what is over or adjourned */
    enum bm_reason reason;
    bm_node end;               /* of the record, or BM_NODE_NONE */
    bool offer[2], offered[2]; /* a draw is offered; and was, since the side's last move */
    unsigned takeback[2];
    bm_faults faults;
};

/* match.c */

/* Whether any side has a clock: then the record has times. */
bool bm_match_timed(const struct bm_match *m);
/* The tags that tell who plays and at what time control. */
bm_status bm_match_write_tags(struct bm_match *m);

/* match_move.c */

/* Stand at the start of the record, whose game is set; nothing is played yet. */
bm_status bm_match_open(struct bm_match *m, struct bm_error *err);
/* Room for one more move, in the context and in the marks. */
bm_status bm_match_room(struct bm_match *m);
/* Play a legal move, which is not judged again: `node` is its node, `clock` the clock after it.
 */
void bm_match_advance(struct bm_match *m, bm_move move, bm_node node,
                      const struct bm_clock *clock);
/* Let the clock of the side to move run. */
void bm_match_run(struct bm_match *m, int64_t now);
/* A move by the side to move. */
enum bm_refusal bm_match_play(struct bm_match *m, bm_move move, int64_t now);
/* Go back to a ply, and forward by some; the clock does not run then. */
void bm_match_back(struct bm_match *m, uint32_t ply);
enum bm_refusal bm_match_forth(struct bm_match *m, uint32_t plies, int64_t now);

/* match_back.c */

/* Whether a player is remote, so that takebacks and pauses need an answer. */
bool bm_match_is_remote(const struct bm_match *m);
/* The actions of these names. */
enum bm_refusal bm_match_ask_takeback(struct bm_match *m, const struct bm_action *a);
enum bm_refusal bm_match_answer_takeback(struct bm_match *m, unsigned side, bool yes,
                                         int64_t now);
enum bm_refusal bm_match_undo(struct bm_match *m, const struct bm_action *a, int64_t now);
enum bm_refusal bm_match_redo(struct bm_match *m, const struct bm_action *a, int64_t now);

/* match_end.c */

/* End the match, or adjourn it, by BM_REASON_ADJOURNED. BM_ENOMEM: nothing has changed. */
bm_status bm_match_finish(struct bm_match *m, enum bm_result result, enum bm_reason reason,
                          int64_t now);
/* The side has run out of time. */
bm_status bm_match_flag(struct bm_match *m, unsigned side, int64_t now);
/* End it if the rules say so. */
bm_status bm_match_judge(struct bm_match *m, int64_t now);
/* Take the end out of the record. */
void bm_match_reopen(struct bm_match *m);
/* The reason that the end of a record has. */
enum bm_reason bm_match_reason(const struct bm_ending *ending);

static inline unsigned bm_other(unsigned side) { return !(side & 1); }
static inline enum bm_result bm_win_of(unsigned side)
{
    return side == BM_FIRST ? BM_FIRST_WINS : BM_SECOND_WINS;
}

#endif

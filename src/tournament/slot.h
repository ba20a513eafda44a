/* SPDX-License-Identifier: MIT */
#ifndef BM_TOURNAMENT_SLOT_H
#define BM_TOURNAMENT_SLOT_H

/*
 * Plays one game after another, with its own engine processes, which are kept from game to game
 * until one fails.
 */

#include "session/table.h"
#include "tournament/tournament.h"

/* The last score that a player reported. */
struct bm_reported_score {
    bool has;
    bool exact;
    bool mate;
    int64_t score; /* centipawns, or moves to mate, for its own side */
    unsigned depth;
};

struct bm_slot {
    struct bm_tournament *tournament;
    struct bm_loop *loop;
    bool busy;  /* a game is being played */
    bool over;  /* and has ended */
    bool begun; /* both players were ready */
    bool fatal; /* an engine cannot be used; reported on stderr */
    struct bm_scheduled_game scheduled;
    struct bm_match *match;
    struct bm_table *table;
    struct bm_search *search[2]; /* by side */
    struct bm_engine *engine[2]; /* kept; not by side */
    unsigned participant[2];     /* whose they are */
    bool spoiled[2];             /* not to be used again */
    struct bm_adjudicator adjudicator;
    enum bm_result judged;
    struct bm_reported_score reported[2]; /* by side */
    struct bm_played_game played;
    int64_t start; /* of the game */
    int64_t asked; /* start of the current turn, ms of the loop */
};

/* Who plays a side. */
static inline struct bm_participant *bm_slot_side(const struct bm_slot *s, unsigned side)
{
    return &s->tournament->participants[s->scheduled.side[side]];
}

/* Event handlers of the table. */
extern const struct bm_table_events bm_slot_events;

/* Seat the players and begin; false after an error message. */
bool bm_slot_begin(struct bm_slot *s, const struct bm_scheduled_game *f);
/* Finish a game that is over: set s->played, and write its record as a line of JSON. */
bool bm_slot_finish(struct bm_slot *s, struct bm_buf *record);
/* End the engines: by "quit", or at once. */
void bm_slot_dismiss(struct bm_slot *s, bool at_once);
/* Whether engines are left that have not yet ended. */
bool bm_slot_waits(const struct bm_slot *s);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_SEATED_PLAYER_H
#define BM_SESSION_SEATED_PLAYER_H

/*
 * The player of a side in a program: a human, a built-in level or an engine; how it is chosen
 * by a word, what it is called in records and on the screen, and what it last said of its
 * position.
 */

#include "engine/engine.h"
#include "match/computer_policy.h"
#include "session/engine_reaper.h"
#include "session/table.h"

enum { BM_SEAT_WORD = 256 };

/* Neither engine nor search: a human. */
struct bm_seated_player {
    char word[BM_SEAT_WORD];    /* "me", "builtin:3", or the name or command of an engine */
    struct bm_engine_spec spec; /* of an engine */
    struct bm_engine *engine;
    struct bm_search *search;
    unsigned level;               /* of `search` */
    bool failed;                  /* the engine failed, and the user has to choose */
    struct bm_computer_view view; /* for draw offers */
};

/* What a player is made for. */
struct bm_seating {
    struct bm_loop *loop;
    const struct bm_rules *rules;
    uint64_t seed;                         /* of a level */
    const struct bm_engine_events *events; /* of an engine; the table passes traffic on */
    void *user;
};

/* A human. */
void bm_seated_player_init(struct bm_seated_player *p);
/* Make the player that a word names: "me", "human", or as in bm_registry_resolve(). On failure
 * *out is a human, and err (if it is about the word) says why. */
bm_status bm_seated_player_make(struct bm_seated_player *out, const char *word,
                                const struct bm_seating *how, struct bm_error *err);
/* Release it and be a human; the engine quits by the reaper, or is killed if there is none. No
 * table may have it any more. */
void bm_seated_player_leave(struct bm_seated_player *p, struct bm_engine_reaper *reaper);
bool bm_seated_player_is_human(const struct bm_seated_player *p);

/* What a match and its record call it: "banmen club", the engine's own name. */
void bm_seated_player_describe(const struct bm_seated_player *p, struct bm_seat *out);
/* The seat of a built-in level, e.g. on a server. */
void bm_level_seat(struct bm_seat *out, unsigned level);
/* The name of an engine: its own, or that of its specification. */
const char *bm_seated_engine_name(const struct bm_seated_player *p);
/* Tell a match who sits at both sides; engines have their names once it has started. */
void bm_seat_players(struct bm_match *match, const struct bm_seated_player *const players[2]);

/* Events of a table: remember what a computer player thinks of its position. */
void bm_computer_view_line(struct bm_computer_view *view, const struct bm_engine_line *line,
                           enum bm_proto proto);
void bm_computer_view_info(struct bm_computer_view *view, const struct bm_search_info *info);
void bm_seated_player_note_line(struct bm_seated_player *p, const struct bm_engine_line *line);
void bm_seated_player_note_info(struct bm_seated_player *p, const struct bm_search_info *info);
/* The engine of a side failed: the match is paused until the user has chosen. */
void bm_seated_player_fail(struct bm_seated_player *p, struct bm_table *table,
                           const struct bm_match *match, unsigned side);
/* Go on with a match where a failure has stopped it. */
void bm_seated_player_go_on(struct bm_seated_player *p, struct bm_table *table,
                            const struct bm_match *match, unsigned side);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_TABLE_H
#define BM_SESSION_TABLE_H

/*
 * A table: a match, and at its seats the players that move by themselves: built-in players and
 * engines. When it is the turn of one of them it is asked for a move, and its answer is played;
 * the moves of people come by bm_table_act(). Built-in players search in another thread.
 * Terminal, desktop, server and engine matches all use tables.
 */

#include "banmen/match.h"
#include "banmen/search.h"
#include "engine/engine.h"
#include "io/pool.h"

struct bm_table;

/* The player of a seat. Neither level nor engine: a person. */
struct bm_table_player {
    struct bm_engine *engine; /* borrowed: its events are taken over while it sits here */
    struct bm_search *search; /* borrowed */
    bool fresh;               /* instead: a search is made for each move, in the worker, as */
    struct bm_search_options how; /* this says, and has memory only while it thinks */
    struct bm_pool *pool;         /* whose workers it searches in; NULL: libuv's */
    struct bm_think limits; /* depth, nodes, movetime, multipv; the clock is the match's */
    int64_t ceiling;        /* as in bm_engine_go() */
    bool ponder;            /* think on the opponent's time */
    bool strict;            /* an engine that ends on the opponent's time forfeits, too, and
                               is not just started again when it is asked */
    /* Of a built-in player: it answers when a person would, by this seed; and what its search
     * tells of itself, from its own thread; NULL: nothing. */
    bool natural;
    uint64_t seed;
    void (*debug)(const struct bm_ctx *ctx, const struct bm_search_event *event);
    int64_t margin; /* ms that an engine may use beyond its flag: what the pipe and
                       the machine cost; 0: none */
};

struct bm_table_events {
    /* Something was done: who, what; called after it. */
    void (*acted)(void *user, const struct bm_action *action);
    /* An output line of a searching player, from the view of the side to move. */
    void (*line)(void *user, unsigned side, const struct bm_engine_line *line);
    void (*info)(void *user, unsigned side, const struct bm_search_info *info);
    /* An engine failed at its turn, or at any time if it is strict. true: it was dealt with
     * (the seat was changed, or the engine restarted and bm_table_ask() called); false: the
     * game is forfeited by its side. */
    bool (*failed)(void *user, unsigned side, enum bm_engine_trouble trouble,
                   const char *detail);
    /* The game is over; called once, from the loop. */
    void (*over)(void *user);
    /* About to ask; an opportunity to adjudicate, or to seat a player. */
    void (*turn)(void *user, unsigned side);
    /* For owners that keep match and time themselves: apply an action, and tell the match's
     * time. The table then leaves flags to them. NULL: bm_match_act() at the loop's time. */
    enum bm_refusal (*act)(void *user, const struct bm_action *action);
    int64_t (*now)(void *user);
    /* A built-in player has finished thinking, wanted or not: it may be taken away. */
    void (*rested)(void *user, unsigned side);
};

/* The match is borrowed. Events may be NULL. */
bm_status bm_table_create(struct bm_table **out, struct bm_loop *loop, struct bm_match *match,
                          const struct bm_table_events *events, void *user);
/* Players are told to stop and are free again; a built-in one that thinks is waited for. */
void bm_table_destroy(struct bm_table *t);
void bm_table_seat(struct bm_table *t, unsigned side, const struct bm_table_player *player);

/* Start the match, tell the engines that a new game begins, and go on from there. */
void bm_table_start(struct bm_table *t);
/* An action by a person or by the director; then the player to move is asked. */
enum bm_refusal bm_table_act(struct bm_table *t, const struct bm_action *action);
/* Ask the player to move again: after a restart, or when a seat has changed. */
void bm_table_ask(struct bm_table *t);
/* Whether a player of ours is thinking about a move. */
bool bm_table_is_thinking(const struct bm_table *t);
/* Make the searching player move now. */
void bm_table_hurry(struct bm_table *t);

#endif

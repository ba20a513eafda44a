/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_GAME_MANAGER_H
#define BM_SERVER_GAME_MANAGER_H

/*
 * The game manager: the rooms in memory, by the id of their game. It is a cache: other games
 * are loaded from the store on demand, and rooms that are not used are dropped after a while.
 */

#include "server/game/room.h"

bm_status bm_game_manager_create(struct bm_game_manager **out, struct bm_server *s);
/* Drops all rooms; the loop has to run until their timers are closed. */
void bm_game_manager_destroy(struct bm_game_manager *games);
/* The server stops: all watchers are disconnected. */
void bm_game_manager_disconnect_all(struct bm_game_manager *games);

/* Callbacks for changes of any room. */
struct bm_game_manager_hooks {
    /* What is stored of a game is more than it was, and nothing is under way; or it was
     * loaded. */
    void (*changed)(void *user, struct bm_room *r, bool loaded);
    void (*dropped)(void *user, struct bm_room *r);
    void *user;
};
/* There is at most one listener; NULL removes it. The hooks must outlive the manager or the
 * next call. */
void bm_game_manager_set_hooks(struct bm_game_manager *games,
                               const struct bm_game_manager_hooks *hooks);
/* Listener's per-room data; initially NULL. */
void **bm_room_listener_data(struct bm_room *r);

/* Whether the room of a game is here, so that nothing has to be loaded. */
bool bm_game_manager_has(const struct bm_game_manager *games, const char *id);
/* Load a game if its room is not in memory, in a worker if it is long, on behalf of an
 * address ("": the server itself). False: it is in memory, or cannot be loaded. True: it is
 * being loaded; try again later. */
bool bm_game_manager_load(struct bm_game_manager *games, const char *id, const char *place);
/* The same; if true, done() was or will be called once, when it is here or could not be loaded.
 */
bool bm_game_manager_load_then(struct bm_game_manager *games, const char *id, const char *place,
                               void (*done)(void *user), void *user);
/* The room of a game, loaded at once if it is not in memory. NULL: *code has the error. */
struct bm_room *bm_game_manager_find(struct bm_game_manager *games, const char *id,
                                     enum bm_code *code);
/* Create a game. On success the config is taken over. The game is not stored yet: see
 * bm_room_when_stored(). NULL: *code and *err have the error. */
struct bm_room *bm_game_manager_create_game(struct bm_game_manager *games,
                                            struct bm_game_config *config, enum bm_code *code,
                                            struct bm_error *err);

/* The date of a game that begins now, for its record. */
void bm_game_config_set_date(struct bm_game_config *config);
/* Drop the room of a game that the store does not have any more. What is being stored of it is
 * lost; watchers are disconnected. */
void bm_game_manager_drop_room(struct bm_game_manager *games, const char *id);
/* The store has given the games of a person another id and name: so do the rooms in memory, and
 * games that are being loaded are read again. What is being stored of a room is answered as
 * usual; the room's watchers are disconnected, to reconnect. */
void bm_game_manager_rename_person(struct bm_game_manager *games, const char *from,
                                   const char *to, const char *name);

/* Moves made in a game, as is stored, if it is here; `otherwise` if not. */
unsigned bm_game_manager_plies(const struct bm_game_manager *games, const char *id,
                               unsigned otherwise);
/* Whose turn it is, as is stored, in a game that is played and is here; false if not known. */
bool bm_game_manager_turn(const struct bm_game_manager *games, const char *id, unsigned *side);
/* A new id, which cannot be guessed. */
void bm_game_new_id(char id[16]);

/* Whether a person has reached the limit of games. */
bool bm_game_manager_is_over_quota(struct bm_game_manager *games,
                                   const struct bm_identity *identity);

/*
 * Read a config from the body of a request: {"variant", "start", "clock", "seats": [{"kind",
 * ...}], "side", "listed", "takebacks"}. `tokens` gets the tokens of seats that are taken by a
 * link, or "". On error nothing needs to be released, and err->what has the message.
 */
enum { BM_TOKEN_TEXT = 24 };
enum bm_code bm_game_config_read(struct bm_game_config *out, struct bm_game_manager *games,
                                 const struct bm_identity *identity, const json_t *body,
                                 char tokens[2][BM_TOKEN_TEXT], struct bm_error *err);
/* A shuffled game that has no start yet gets one by lot. False: no memory. */
bool bm_game_config_draw_start(struct bm_game_config *config);
/* Draw, and set up the first position or play through the record (bm_game_config_build()), in
 * any thread. */
enum bm_code bm_game_config_prepare(struct bm_game_config *config, struct bm_error *err);
/* Whether that takes so little time that the loop can do it: by rules that were uploaded it may
 * not. */
bool bm_game_config_is_quick(const struct bm_game_config *config);
/* Give the seat to a person. */
void bm_game_seat_assign(struct bm_game_seat *c, const struct bm_identity *identity);
/* Whether a token opens a seat. */
bool bm_game_seat_accepts_token(const struct bm_game_seat *c, const char *token);

/* Whether so many games of an address wait for moves of built-in players that no more may
 * begin. */
bool bm_game_manager_is_bot_queue_full(const struct bm_game_manager *games, const char *place);
/* Whether a person has a running game against an engine. */
bool bm_game_manager_has_engine_game(const struct bm_game_manager *games,
                                     const struct bm_identity *identity);

/* For metrics. */
struct bm_game_manager_counts {
    uint64_t rooms, watchers;
    uint64_t bots, queued; /* built-in players */
    uint64_t created, loaded, dropped, failed, moves, events;
};
void bm_game_manager_counts(const struct bm_game_manager *games,
                            struct bm_game_manager_counts *out);

#endif

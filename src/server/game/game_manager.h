/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_GAME_MANAGER_H
#define BM_SERVER_GAME_MANAGER_H

/*
 * The rooms that there are, by the id of their game. Others are loaded from the store when
 * somebody asks for them; those that nobody needs are dropped after a while.
 */

#include "server/game/room.h"

bm_status bm_game_manager_create(struct bm_game_manager **out, struct bm_server *s);
/* Drops all rooms; the loop has to run until their timers are closed. */
void bm_game_manager_destroy(struct bm_game_manager *games);
/* The server stops: all who watch are told so. */
void bm_game_manager_disconnect_all(struct bm_game_manager *games);

/* Somebody who hears of all rooms. */
struct bm_game_manager_hooks {
    /* What is stored of a game is more than it was, and nothing is under way; or it was
     * loaded. */
    void (*changed)(void *user, struct bm_room *r, bool loaded);
    void (*dropped)(void *user, struct bm_room *r);
    void *user;
};
/* There is one of them; NULL: nobody any more. The hooks must stay. */
void bm_game_manager_set_hooks(struct bm_game_manager *games,
                               const struct bm_game_manager_hooks *hooks);
/* Where he keeps what he knows of a room; NULL at first. */
void **bm_room_listener_data(struct bm_room *r);

/* Whether the room of a game is here, so that nothing has to be loaded. */
bool bm_game_manager_has(const struct bm_game_manager *games, const char *id);
/* Have a game loaded, beside the loop if it is long, for an address ("": the server itself).
 * False: it is here, or cannot be loaded. True: it is being loaded; ask again later. */
bool bm_game_manager_load(struct bm_game_manager *games, const char *id, const char *place);
/* The same; if true, done() was or will be called once, when it is here or could not be loaded.
 */
bool bm_game_manager_load_then(struct bm_game_manager *games, const char *id, const char *place,
                               void (*done)(void *user), void *user);
/* The room of a game. NULL: *code says why. A game that is not here is loaded here and now. */
struct bm_room *bm_game_manager_find(struct bm_game_manager *games, const char *id,
                                     enum bm_code *code);
/* A new game; the plan is taken over if there is a room. It is not stored yet:
 * bm_room_when_stored(). NULL: *code and *err say why. */
struct bm_room *bm_game_manager_create_game(struct bm_game_manager *games,
                                            struct bm_game_config *config, enum bm_code *code,
                                            struct bm_error *err);

/* The date of a game that begins now, for its record. */
void bm_game_config_set_date(struct bm_game_config *config);
/* Drop the room of a game, or those where a person sits: they are loaded anew when they are
 * asked for. Whoever watches is told to come again. */
void bm_game_manager_drop_room(struct bm_game_manager *games, const char *id);
void bm_game_manager_drop_rooms_of(struct bm_game_manager *games, const char *person);

/* Moves made in a game, as is stored, if it is here; `otherwise` if not. */
unsigned bm_game_manager_plies(const struct bm_game_manager *games, const char *id,
                               unsigned otherwise);
/* An id that nobody can guess. */
void bm_game_new_id(char id[16]);

/* Whether somebody has as many games already as one may have. */
bool bm_game_manager_is_over_quota(struct bm_game_manager *games,
                                   const struct bm_identity *identity);

/*
 * A plan from the body of a request: {"variant", "start", "clock", "seats": [{"kind", ...}],
 * "side", "listed", "takebacks"}. `tokens` get those of seats that are opened by a link, or "".
 * Anything but BM_CODE_OK: nothing is to be released, and err->what has the words.
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
/* Somebody sits down. */
void bm_game_seat_assign(struct bm_game_seat *c, const struct bm_identity *identity);
/* Whether a token opens a seat. */
bool bm_game_seat_accepts_token(const struct bm_game_seat *c, const char *token);

/* Whether so many games of an address wait for moves of built-in players that no more may
 * begin. */
bool bm_game_manager_is_bot_queue_full(const struct bm_game_manager *games, const char *place);
/* Whether somebody plays with an engine in some game here. */
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

/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_LOBBY_H
#define BM_SERVER_LOBBY_H

/*
 * The lobby: who is online, by web socket or with a bot's stream; seeks, open or as
 * challenges; and the running games that are listed.
 *
 * All of this is in memory alone: a restart forgets seeks, but no game.
 */

#include "server/app/server.h"

/* Sets the hooks of the game manager, which must exist. */
bm_status bm_lobby_create(struct bm_lobby **out, struct bm_server *s);
/* After the connections and the game manager are destroyed; the loop has to run until the
 * lobby's timers are closed. */
void bm_lobby_destroy(struct bm_lobby *l);
/* The server stops: all connections are told to reconnect. */
void bm_lobby_disconnect_all(struct bm_lobby *l);

/* Whether the bot of an id has its stream open. Without a lobby there is none. */
bool bm_lobby_is_bot_online(const struct bm_lobby *l, const char *id);
/* A person was deleted: so are that person's seeks, and challenges from and to them. */
void bm_lobby_forget(struct bm_lobby *l, const char *person);
/* Games were changed or deleted in the store: the list is sent anew. */
void bm_lobby_refresh_games(struct bm_lobby *l);

/* For metrics. */
struct bm_lobby_counts {
    uint64_t sockets, streams; /* online */
    uint64_t seeks, challenges;
};
void bm_lobby_counts(const struct bm_lobby *l, struct bm_lobby_counts *out);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_LOBBY_H
#define BM_SERVER_LOBBY_H

/*
 * Where people find each other: those who are here, by web socket or as bots by a stream; the
 * games that they seek, with anybody or with somebody; and the games that are being played, as
 * far as they are for everybody to see.
 *
 * All of this is in memory alone: a restart forgets what is sought, and nobody loses a game.
 */

#include "server/app/server.h"

/* Listens to the hall, which must be there. */
bm_status bm_lobby_create(struct bm_lobby **out, struct bm_server *s);
/* After the connections and the hall are gone; the loop has to run until its timers are closed.
 */
void bm_lobby_destroy(struct bm_lobby *l);
/* The server stops: all who are here are told so. */
void bm_lobby_disconnect_all(struct bm_lobby *l);

/* Whether the bot of an id has its stream open. Without a lobby there is none. */
bool bm_lobby_is_bot_online(const struct bm_lobby *l, const char *id);
/* A person is gone: so is what was sought by, and from, that one. */
void bm_lobby_forget(struct bm_lobby *l, const char *person);
/* Games were changed in the store, or are gone from there: the list is told anew. */
void bm_lobby_refresh_games(struct bm_lobby *l);

/* For metrics. */
struct bm_lobby_counts {
    uint64_t sockets, streams; /* who is here */
    uint64_t seeks, challenges;
};
void bm_lobby_counts(const struct bm_lobby *l, struct bm_lobby_counts *out);

#endif

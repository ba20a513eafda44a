/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_LOBBY_INTERNAL_H
#define BM_SERVER_LOBBY_INTERNAL_H

/* The lobby inside, for its files. */

#include "server/game/game_routes.h"
#include "server/lobby/lobby.h"

enum {
    BM_SEEKS_EACH = 5,              /* of a person, challenges included */
    BM_SEEKS_MOST = 1000,           /* of all */
    BM_SEEKS_TO = 20,               /* challenges that wait for one */
    BM_LOBBY_CONNECTIONS_EACH = 10, /* sockets and streams of a person */
    BM_LOBBY_SHOWN = 100, /* seeks, and games, in a list; and pending messages before the whole
                             list is sent instead */
    BM_LOBBY_COUNTED = 1000, /* games that `total` counts at most */
    BM_LOBBY_PERSON_BUCKETS = 4096
};

/* Of what is sought without saying one. */
#define BM_SEEK_CLOCK "15m+10"

struct bm_lobby_connection;

/* A connection counted under one id of its person. */
struct bm_lobby_presence {
    struct bm_lobby_person *person; /* NULL: not */
    struct bm_lobby_connection *connection;
    struct bm_lobby_presence *next, **link;
};

/* A person who is online, perhaps with several connections. */
struct bm_lobby_person {
    struct bm_lobby_person *next; /* in its bucket */
    char id[40];
    struct bm_lobby_presence *here;
};

/* A web socket, or the stream of a bot. */
struct bm_lobby_connection {
    struct bm_lobby *lobby;
    struct bm_lobby_connection *next, **link;
    struct bm_identity identity;
    struct bm_connection line;
    struct bm_ws *ws;         /* one of the two, */
    struct bm_stream *stream; /* or none: it is closed */
    struct bm_lobby_presence presence[2];
    struct bm_buf
        games; /* of a bot: ids, of 16 bytes each, of games that it must still be sent */
    int64_t paid_until; /* until when its messages count */
    unsigned busy;      /* replies that are pending */
};

/* A seek: an open offer of a game, or a challenge to one account. */
struct bm_seek {
    struct bm_seek *next, **link; /* the newest first */
    char id[16];
    struct bm_game_config config; /* one of its seats is open */
    char side[8];                 /* as requested, for the maker */
    char maker[40], name[80];
    char to[40], to_name[80]; /* "": open to all */
    int64_t seen;             /* when its maker was last here */
    bool taken;               /* its game is being stored: it cannot be accepted again */
};

/* An accepted seek: remembered for a while, for a maker who was disconnected when it was
 * accepted. */
struct bm_accepted_seek {
    struct bm_accepted_seek *next; /* the newest first */
    char seek[16], maker[40], game[16];
    int64_t at;
};

/* A room that there is. */
struct bm_running_game {
    enum bm_match_stage stage;
    unsigned plies;
    uint32_t last;   /* the event of the last move */
    unsigned offers; /* draw and takeback offers of each side */
    bool shown;      /* in the list of games */
    bool told;       /* the game-start event was sent to the players */
};

struct bm_lobby {
    struct bm_server *server;
    struct bm_game_manager_hooks hooks;
    struct bm_lobby_person *persons[BM_LOBBY_PERSON_BUCKETS];
    struct bm_lobby_connection *connections;
    struct bm_seek *seeks;
    struct bm_accepted_seek *accepted;
    struct bm_lobby_counts counts;
    /* "games":[...],"total":N as read from the store after the last broadcast. */
    struct bm_buf list;
    bool is_listed;
    int64_t listed_at;
    /* Messages are collected for a moment. */
    struct bm_buf news; /* messages, each ended by LF */
    unsigned news_count;
    bool news_due;  /* the timer is set */
    bool news_lost; /* the whole list is to be sent instead */
    int64_t news_at;
    struct bm_timer news_timer, sweep, alive, catch_up;
    bool catching_up;  /* the timer is set */
    int64_t news_ms;   /* minimum time between two broadcasts */
    int64_t alone_ms;  /* how long what is sought stays without its maker */
    int64_t sweep_ms;  /* how often one looks */
    int64_t alive_ms;  /* interval of keep-alive messages to bots */
    unsigned closings; /* timers that are not closed yet */
};

/* ---- lobby.c: connections ---- */

/* A new connection, still without socket or stream; NULL: no memory. */
struct bm_lobby_connection *bm_lobby_connection_create(struct bm_lobby *l,
                                                       const struct bm_identity *identity);
/* Its socket or stream is closed. */
void bm_lobby_connection_close(struct bm_lobby_connection *connection);
/* A pending reply was sent. */
void bm_lobby_connection_release(struct bm_lobby_connection *connection);
/* Whether a person is here as often as one may be. */
bool bm_lobby_is_over_quota(const struct bm_lobby *l, const struct bm_identity *identity);
/* The session or token is not valid any more. */
void bm_lobby_connection_revoke(void *visitor);
/* Tell the client to reconnect. */
void bm_lobby_connection_disconnect(struct bm_lobby_connection *connection);
/* Send a message that is ended by LF. If it is out of memory, the client is disconnected: it
 * gets the current state when it reconnects. */
void bm_lobby_connection_send(struct bm_lobby_connection *connection,
                              const struct bm_buf *text);

/* Send a keep-alive message. */
void bm_lobby_connection_keep_alive(struct bm_lobby_connection *connection);

struct bm_lobby_person *bm_lobby_find_person(const struct bm_lobby *l, const char *id);
/* Send to all connections of a person, or to the streams alone. The text is freed. */
void bm_lobby_send_to_person(struct bm_lobby *l, const char *id, struct bm_buf *text,
                             bool bots_only);
void bm_lobby_copy_id(char to[40], const char *from);

/* ---- lobby_news.c ---- */

/* Send to all web sockets, soon. The text is freed. */
void bm_lobby_broadcast(struct bm_lobby *l, struct bm_buf *text);
/* Now. */
void bm_lobby_flush(void *user);
/* {"t":"lobby",...}: the whole. */
void bm_lobby_write(struct bm_buf *out, struct bm_lobby *l);

/* ---- lobby_live.c: games ---- */

void bm_running_game_changed(void *user, struct bm_room *r, bool loaded);
void bm_running_game_dropped(void *user, struct bm_room *r);
/* Append the list of games, whether or not they are in memory: "games":[...],"total":N */
void bm_running_games_write(struct bm_buf *out, struct bm_lobby *l);
/* Append {"t":"game",...} and LF, for the bot at a side. */
void bm_running_game_write(struct bm_buf *out, const struct bm_room *r, unsigned side);

/* ---- lobby_seeks.c: what is sought ---- */

/* {...}, or with its kind as a message: {"t":"seek+",...} */
void bm_seek_write(struct bm_buf *out, const struct bm_seek *s, bool t);
struct bm_seek *bm_seek_find(const struct bm_lobby *l, const char *id);
/* Create the seek that a request describes; `to`: the challenged account, or NULL. NULL: the
 * request was answered. */
struct bm_seek *bm_seek_create(struct bm_api_request *req, const struct bm_account_row *to);
/* Remove a seek; a challenge has a reason. */
void bm_seek_remove(struct bm_lobby *l, struct bm_seek *s, const char *why);
/* Accept a seek: the request is answered with the game, or a problem. */
void bm_seek_accept(struct bm_api_request *req, struct bm_seek *s);
/* Send a new connection the seeks and challenges of its person. */
void bm_seek_send_own(struct bm_lobby_connection *connection);
/* Forget what was left alone for too long. */
void bm_seek_drop_abandoned(struct bm_lobby *l);
/* What was found until then is remembered no more. */
void bm_seek_forget_accepted(struct bm_lobby *l, int64_t before);

/* ---- Routes: lobby_routes.c has their table ---- */

void bm_lobby_socket(struct bm_api_request *req);
void bm_bot_stream(struct bm_api_request *req);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_CSA_INTERNAL_H
#define BM_SERVER_CSA_INTERNAL_H

/* What the files about the CSA protocol share. */

#include "net/line/line_server.h"
#include "server/csa/csa_parser.h"
#include "server/csa/csa_server.h"
#include "server/game/game_manager.h"

enum bm_csa_state {
    BM_CSA_NEW,      /* has not logged in */
    BM_CSA_CHECKING, /* the password is being checked */
    BM_CSA_IDLE,     /* will wait for a game in a moment: there is time to log out */
    BM_CSA_WAITING,  /* for an opponent with the same game */
    BM_CSA_PAIRED,   /* there is one: a game of the two that was broken off is looked for */
    BM_CSA_AGREEING, /* was sent a proposal */
    BM_CSA_PLAYING
};

struct bm_csa_session {
    struct bm_csa *csa;
    struct bm_csa_session *next, **link;
    struct bm_caller *caller; /* NULL: closed */
    enum bm_csa_state state;
    char name[BM_CSA_NAME];
    struct bm_identity identity;
    struct bm_connection line;
    struct bm_csa_offer offer;
    struct bm_csa_table *table; /* SITTING, AGREEING, PLAYING */
    unsigned side;              /* there */
    int64_t rests;              /* until when */
    int64_t paid_until;         /* when its token bucket of lines is full again */
    unsigned odd;               /* lines that were not understood */
    bool checking;              /* a password check is pending */
};

/* Two sessions that play, or are about to. */
struct bm_csa_table {
    struct bm_watcher watcher; /* first: hooks get it */
    struct bm_csa *csa;
    struct bm_csa_table *next, **link;
    struct bm_csa_session *at[2]; /* NULL: has left */
    struct bm_csa_offer offer;
    char id[16];
    bool agreed[2];
    bool old; /* a game that was broken off */
    bool started, over;
    int64_t due;          /* until when both have to agree */
    unsigned busy;        /* replies that are pending */
    struct bm_ctx *ctx;   /* as far as it was sent */
    uint64_t seq;         /* of the last event that was */
    int64_t turn;         /* the game's time when the turn began, */
    int64_t spent;        /* and when it was ended without a move, ms later */
    struct bm_buf played; /* moves so far, as lines */
};

struct bm_csa {
    struct bm_server *server;
    struct bm_line_server *lines;
    struct bm_csa_session *sessions;
    struct bm_csa_table *tables;
    struct bm_timer tick;
    bool closing;
    struct bm_csa_counts counts;
};

/* ---- csa.c ---- */
/* Send to a session that may be closed. */
void bm_csa_send_line(struct bm_csa_session *session, const char *line);
void bm_csa_send_lines(struct bm_csa_session *session, const struct bm_buf *lines);
/* It waits for a game, in so many ms. */
void bm_csa_wait_for_game(struct bm_csa_session *session, int64_t ms);
/* It is closed, or disconnected: it leaves its game, too. */
void bm_csa_end_session(struct bm_csa_session *session);
/* Whether another session has that name. */
bool bm_csa_is_name_online(const struct bm_csa_session *session, const char *name);

/* ---- csa_talk.c ---- */
void bm_csa_line(void *of, const char *line, size_t len);

/* ---- csa_table.c: before and around a game ---- */
/* Pair two sessions that want the same game; false: no memory. */
bool bm_csa_pair(struct bm_csa_session *a, struct bm_csa_session *b);
void bm_csa_agree(struct bm_csa_session *session);
/* No game: both are told which side rejected; 2: the server cannot. */
void bm_csa_reject(struct bm_csa_table *table, unsigned side);
/* One of the two has left. */
void bm_csa_leave_table(struct bm_csa_session *session);
/* Time out tables without agreement, and free those that are over. */
void bm_csa_check_tables(struct bm_csa *c, int64_t now);
void bm_csa_free_table(struct bm_csa_table *table);

/* ---- csa_old.c: games that were broken off ---- */
/* Look for an interrupted game of the two with the same times; if there is one, the table
 * continues it. Then, perhaps at once, then() is called; `searched` is false if the search
 * failed, or is not needed any more. The work is charged to an address. */
void bm_csa_find_interrupted(struct bm_csa_table *table, const char *address,
                             void (*then)(struct bm_csa_table *table, bool searched));
/* What is known of moves. */
void bm_csa_clear_moves(struct bm_csa_table *table);
void bm_csa_swap_sides(struct bm_csa_table *table);
/* An increment is there when a turn begins, in the first one, too. */
void bm_csa_times(const struct bm_csa_offer *o, struct bm_times *out);

/* ---- csa_game.c: the game ---- */
/* A move, or another action of a player. */
void bm_csa_move(struct bm_csa_session *session, const struct bm_csa_line *l);
void bm_csa_act(struct bm_csa_session *session, enum bm_csa_kind kind);
/* Take an event: {"t":"ev","k":...}, or its kind and body. False: no memory, or it is none. */
bool bm_csa_apply_event(struct bm_csa_table *table, const char *kind, const json_t *body);
/* Watch the room: its events are sent to both. */
void bm_csa_watch(struct bm_csa_table *table, struct bm_room *r);
/* Tell both that the game is interrupted; it may be resumed later. */
void bm_csa_interrupt(struct bm_csa_table *table);
/* To both. */
void bm_csa_send_both(struct bm_csa_table *table, const char *word, const char *text);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ROOM_H
#define BM_SERVER_ROOM_H

/*
 * A room: one game that is being played or looked at. What somebody asks for is judged by the
 * newest state, done there, and put into the store; nobody is told of it before it is there. If
 * it could not be stored, the room is thrown away, and loaded again when somebody asks for it.
 *
 * The time in a room is its own. It stands still while something waits for the store, so that
 * storing is charged to nobody, and while the server is not running. In games with days for
 * each turn it goes on while nobody has the room open; in others it is open as long as a clock
 * runs.
 */

#include "server/accounts/accounts.h"
#include "server/game/game_state.h"

struct bm_room;

/* An answer. */
struct bm_room_reply {
    enum bm_code code;
    uint64_t seq;         /* of what was done */
    const char *detail;   /* in words, if it was not */
    struct bm_room *room; /* NULL: it is gone */
};

typedef void bm_room_done(void *user, const struct bm_room_reply *v);

/* An event that is told to those who watch. */
struct bm_broadcast {
    uint64_t seq;
    const char *text; /* {"t":"ev",...} */
    size_t len;
    /* What the first who is told has made of it for all of its kind, and how to drop it. */
    void *shared;
    void (*drop)(void *shared);
};

/* Somebody who watches; part of something else. */
struct bm_watcher {
    const struct bm_watcher_hooks *hooks;
    const struct bm_identity *identity; /* NULL: `sides` are as they were set */
    unsigned sides;       /* where this person sits, a bit for each; 0: a spectator */
    struct bm_room *room; /* NULL: none */
    struct bm_watcher *next, **link;
};

struct bm_watcher_hooks {
    void (*event)(struct bm_watcher *w, struct bm_broadcast *broadcast);
    /* A message that is no event: who is here. NULL: not wanted. */
    void (*presence)(struct bm_watcher *w, struct bm_broadcast *broadcast);
    /* The room is thrown away, or the server stops; it is not watched any more. */
    void (*gone)(struct bm_watcher *w);
};

const char *bm_room_id(const struct bm_room *r);
/* All that follows from its events, those included that are not stored yet: for those who were
 * told by bm_room_when_stored() that there are none. */
const struct bm_game_state *bm_room_state(const struct bm_room *r);
int64_t bm_room_now(const struct bm_room *r);

/* Ask for something. The answer comes when it is stored, and may come at once. */
void bm_room_handle_message(struct bm_room *r, const struct bm_identity *identity,
                            const struct bm_client_message *message, bm_room_done *answer,
                            void *user);
/* A side loses: it has left, or broken a rule (BM_REASON_ABSENT, _ILLEGAL, _CRASH). */
void bm_room_forfeit(struct bm_room *r, unsigned side, enum bm_reason reason);
/* Be called when all that has happened is stored: now, if it is. */
void bm_room_when_stored(struct bm_room *r, bm_room_done *answer, void *user);

/*
 * Watch, from a room that is stored (bm_room_when_stored()): each event after `since`, in
 * order, once; those of the past at once, at most a page of them.
 */
enum bm_watch {
    BM_WATCH_LIVE,    /* all of the past was told */
    BM_WATCH_MORE,    /* a page was, up to *last; it is not watched: the caller goes on there */
    BM_WATCH_SNAPSHOT /* `since` is UINT64_MAX, or more than there is: the caller tells the
                         whole */
};
enum bm_watch bm_room_watch(struct bm_room *r, struct bm_watcher *w,
                            const struct bm_identity *identity, uint64_t since, uint64_t *last);
void bm_room_unwatch(struct bm_watcher *w);

/* The sides where somebody sits, a bit for each. */
unsigned bm_room_sides(const struct bm_room *r, const struct bm_identity *identity);

/* ,"here":[...],"watching":N,"claim":[...]: who is here, and when what can be claimed. */
void bm_room_write_presence(struct bm_buf *out, const struct bm_room *r);
/* Append the whole game as an object; `t`: with its kind, as a message. */
void bm_room_write_snapshot(struct bm_buf *out, const struct bm_room *r,
                            const struct bm_identity *identity, bool t);
/* Append an event as somebody at these sides may see it: the chat of others is left out. */
void bm_room_write_event(struct bm_buf *out, const struct bm_room *r,
                         const struct bm_event_row *row, unsigned sides);
/* Append an event as it is. */
void bm_event_message_write(struct bm_buf *out, uint64_t seq, int64_t ts, const char *kind,
                            const char *body, size_t len);

#endif

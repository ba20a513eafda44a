/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ROOM_H
#define BM_SERVER_ROOM_H

/*
 * A room: one game in memory. A client's action is judged by the newest state, applied there,
 * and written to the store; nothing is broadcast before it is stored. If storing fails, the
 * room is dropped, and loaded again when it is needed.
 *
 * A room has a clock of its own. It stands still while a write is pending, so that storing
 * costs no player time, and while the server is not running. Correspondence games run on while
 * they are not in memory; other games stay in memory as long as a clock runs.
 */

#include "server/accounts/accounts.h"
#include "server/game/game_state.h"

struct bm_room;

/* An answer. */
struct bm_room_reply {
    enum bm_code code;
    uint64_t seq;         /* of what was done */
    const char *detail;   /* in words, if it was not */
    struct bm_room *room; /* NULL: dropped */
};

typedef void bm_room_done(void *user, const struct bm_room_reply *v);

/* An event, or a message about presence, as it is sent to watchers. */
struct bm_broadcast {
    uint64_t seq;
    const char *text; /* {"t":"ev",...} */
    size_t len;
    /* What the first watcher made of it for all of its kind (a frame), and how to drop that. */
    void *shared;
    void (*drop)(void *shared);
};

/* A subscriber of a room; embedded in a larger structure. */
struct bm_watcher {
    const struct bm_watcher_hooks *hooks;
    const struct bm_identity *identity; /* NULL: `sides` are as they were set */
    unsigned sides;       /* the seats of this person, a bit for each; 0: a spectator */
    struct bm_room *room; /* NULL: none */
    struct bm_watcher *next, **link;
};

struct bm_watcher_hooks {
    void (*event)(struct bm_watcher *w, struct bm_broadcast *broadcast);
    /* A message about presence, which is no event; NULL: not wanted. */
    void (*presence)(struct bm_watcher *w, struct bm_broadcast *broadcast);
    /* The room is thrown away, or the server stops; it is not watched any more. */
    void (*gone)(struct bm_watcher *w);
};

const char *bm_room_id(const struct bm_room *r);
/* The newest state, including events that are not stored yet; from a callback of
 * bm_room_when_stored() all of it is stored. */
const struct bm_game_state *bm_room_state(const struct bm_room *r);
int64_t bm_room_now(const struct bm_room *r);

/* Judge and apply a client's message. `done` is called when the result is stored, perhaps at
 * once. */
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
    BM_WATCH_LIVE, /* all past events were sent */
    BM_WATCH_MORE, /* one page was sent, up to *last; the watcher is not registered: the caller
                      continues there */
    BM_WATCH_SNAPSHOT /* `since` is UINT64_MAX or behind the last event: the caller sends a
                         snapshot */
};
enum bm_watch bm_room_watch(struct bm_room *r, struct bm_watcher *w,
                            const struct bm_identity *identity, uint64_t since, uint64_t *last);
void bm_room_unwatch(struct bm_watcher *w);

/* The seats of a person, a bit for each side. */
unsigned bm_room_sides(const struct bm_room *r, const struct bm_identity *identity);

/* ,"here":[...],"watching":N,"claim":[...]: who is connected, and after how many ms a win or
 * draw can be claimed. */
void bm_room_write_presence(struct bm_buf *out, const struct bm_room *r);
/* Append the whole game as an object; `t`: with its kind, as a message. */
void bm_room_write_snapshot(struct bm_buf *out, const struct bm_room *r,
                            const struct bm_identity *identity, bool t);
/* Append an event as it is visible from these seats: chat of the other room is left out. */
void bm_room_write_event(struct bm_buf *out, const struct bm_room *r,
                         const struct bm_event_row *row, unsigned sides);
/* Append an event as it is. */
void bm_event_message_write(struct bm_buf *out, uint64_t seq, int64_t ts, const char *kind,
                            const char *body, size_t len);

#endif

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

#include "server/people.h"
#include "server/room_sheet.h"

struct bm_room;

/* An answer. */
struct bm_verdict {
    enum bm_code code;
    uint64_t seq;         /* of what was done */
    const char *detail;   /* in words, if it was not */
    struct bm_room *room; /* NULL: it is gone */
};

typedef void bm_room_answer(void *user, const struct bm_verdict *v);

/* An event that is told to those who watch. */
struct bm_told {
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
    struct bm_room *room; /* NULL: none */
    struct bm_watcher *next, **link;
};

struct bm_watcher_hooks {
    void (*tell)(struct bm_watcher *w, struct bm_told *told);
    /* The room is thrown away, or the server stops; it is not watched any more. */
    void (*gone)(struct bm_watcher *w);
};

const char *bm_room_id(const struct bm_room *r);
/* All that follows from its events, those included that are not stored yet: for those who were
 * told by bm_room_wait() that there are none. */
const struct bm_sheet *bm_room_sheet(const struct bm_room *r);
int64_t bm_room_now(const struct bm_room *r);

/* Ask for something. The answer comes when it is stored, and may come at once. */
void bm_room_ask(struct bm_room *r, const struct bm_who *who, const struct bm_ask *ask,
                 bm_room_answer *answer, void *user);
/* A side loses: it has left, or broken a rule (BM_REASON_ABSENT, _ILLEGAL, _CRASH). */
void bm_room_forfeit(struct bm_room *r, unsigned side, enum bm_reason reason);
/* Be called when all that has happened is stored: now, if it is. */
void bm_room_wait(struct bm_room *r, bm_room_answer *answer, void *user);

/*
 * Watch, from a room that is stored (bm_room_wait()): each event after `since`, in order, once;
 * those of the past at once. UINT64_MAX, or more than there are: those to come alone, and
 * false, so that the caller tells the whole.
 */
bool bm_room_watch(struct bm_room *r, struct bm_watcher *w, uint64_t since);
void bm_room_unwatch(struct bm_watcher *w);

/* The sides where somebody sits, a bit for each. */
unsigned bm_room_sides(const struct bm_room *r, const struct bm_who *who);

/* Append the whole game as an object; `t`: with its kind, as a message. */
void bm_room_write(struct bm_buf *out, const struct bm_room *r, const struct bm_who *who,
                   bool t);
/* Append an event as those who watch are told it. */
void bm_event_write(struct bm_buf *out, uint64_t seq, int64_t ts, const char *kind,
                    const char *body, size_t len);

#endif

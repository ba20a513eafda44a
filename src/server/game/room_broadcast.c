/* SPDX-License-Identifier: MIT */
/* Broadcasting of events to watchers, and replies that wait until an event is stored. */
#include <stdio.h>
#include <stdlib.h>

#include "server/game/room_internal.h"

enum { PAGE = 500 /* past events that are sent at once */ };

/* ---- Visible events ---- */

/* Players and spectators have separate chat rooms while the game runs. In a chat event the
 * player's side follows the time, if the speaker is a player. */
static bool is_hidden(const struct bm_room *r, const struct bm_event_row *row, unsigned sides)
{
    static const char side[] = ",\"side\":";
    if (strcmp(row->kind, "chat") != 0 || bm_game_state_stage(&r->state) == BM_MATCH_OVER)
        return false;
    const char *const next = memchr(row->body, ',', row->len);
    const bool by_player = next && (size_t)(row->body + row->len - next) > sizeof side &&
                           memcmp(next, side, sizeof side - 1) == 0;
    return by_player != (sides != 0);
}

static void write_hidden(struct bm_buf *out, uint64_t seq, int64_t ts, unsigned sides)
{
    bm_server_message_begin(out, BM_SERVER_EV, NULL);
    bm_message_number(out, "seq", (int64_t)seq);
    bm_message_number(out, "ts", ts);
    bm_message_text(out, "k", "chat");
    bm_message_text(out, "room", bm_chat_room(sides ? BM_ANY_SIDE : 0));
    bm_buf_text(out, ",\"hidden\":true}");
}

void bm_room_write_event(struct bm_buf *out, const struct bm_room *r,
                         const struct bm_event_row *row, unsigned sides)
{
    if (is_hidden(r, row, sides))
        write_hidden(out, row->seq, row->ts, sides);
    else
        bm_event_message_write(out, row->seq, row->ts, row->kind, row->body, row->len);
}

/* ---- Watchers ---- */

void bm_room_disconnect_watchers(struct bm_room *r)
{
    while (r->watchers) {
        struct bm_watcher *const w = r->watchers;
        bm_room_unwatch(w);
        w->hooks->gone(w);
    }
}

/* Send an event to all watchers or, if players and spectators see different texts, to one
 * kind of them. */
static void broadcast_to(struct bm_room *r, const struct bm_event_row *row, bool apart,
                         bool seated)
{
    struct bm_buf text = {0};
    struct bm_broadcast broadcast = {.seq = row->seq};
    bm_room_write_event(&text, r, row, seated);
    broadcast.text = text.s;
    broadcast.len = text.len;
    for (struct bm_watcher *w = r->watchers; w && !text.failed; w = r->walk) {
        r->walk = w->next;
        if (!apart || (w->sides != 0) == seated)
            w->hooks->event(w, &broadcast);
    }
    r->walk = NULL;
    if (broadcast.drop)
        broadcast.drop(broadcast.shared);
    if (text.failed) /* an event must not be missed: watchers reconnect and catch up */
        bm_room_disconnect_watchers(r);
    bm_buf_free(&text);
}

static void broadcast_event(struct bm_room *r, const struct bm_event_row *row)
{
    const bool apart = is_hidden(r, row, 0) || is_hidden(r, row, 1);
    broadcast_to(r, row, apart, false);
    if (apart)
        broadcast_to(r, row, true, true);
}

void bm_room_broadcast(struct bm_room *r, const struct bm_event_batch *b)
{
    bool seats = false;
    for (unsigned i = 0; i < b->count && r->watchers; i++) {
        const struct bm_event_row row = {.seq = r->stored - b->count + 1 + i,
                                         .ts = b->event[i].ts,
                                         .kind = b->event[i].kind,
                                         .body = b->event[i].body.s,
                                         .len = b->event[i].body.len};
        seats |= strcmp(row.kind, "join") == 0 || strcmp(row.kind, "leave") == 0 ||
                 strcmp(row.kind, "start") == 0;
        broadcast_event(r, &row);
    }
    if (seats)
        bm_room_recount_presence(r);
}

/* ---- Waiting replies ---- */

static void append_waiting(struct bm_room *r, struct bm_waiting_reply *w, uint64_t seq)
{
    w->seq = w->verdict.seq = seq;
    w->next = NULL;
    *r->last_waiting = w;
    r->last_waiting = &w->next;
}

void bm_room_reply_waiting(struct bm_room *r)
{
    while (r->waiting && r->waiting->seq <= r->stored) {
        struct bm_waiting_reply *const w = r->waiting;
        r->waiting = w->next;
        if (!r->waiting)
            r->last_waiting = &r->waiting;
        if (w->all && !bm_room_is_stored(r)) {
            append_waiting(r, w, r->state.seq);
            continue;
        }
        w->answer(w->user, &w->verdict);
        free(w);
    }
}

/* NULL: it was answered at once. */
static struct bm_waiting_reply *add_reply(struct bm_room *r, uint64_t seq, bm_room_done *answer,
                                          void *user, const struct bm_room_reply *v)
{
    struct bm_room_reply now = *v;
    now.room = r;
    struct bm_waiting_reply *const w = seq > r->stored ? calloc(1, sizeof *w) : NULL;
    if (!w) {
        if (seq > r->stored) { /* it may still be stored: a client that repeats the message
                                  finds out */
            now.code = BM_CODE_NO_MEMORY;
            now.detail = bm_code_text(now.code, BM_EN);
        }
        answer(user, &now);
        return NULL;
    }
    *w = (struct bm_waiting_reply){.seq = seq, .answer = answer, .user = user, .verdict = now};
    if (v->detail)
        snprintf(w->detail, sizeof w->detail, "%s", v->detail);
    w->verdict.detail = v->detail ? w->detail : NULL;
    append_waiting(r, w, seq);
    w->verdict.seq = v->seq;
    return w;
}

void bm_room_reply_at(struct bm_room *r, uint64_t seq, bm_room_done *answer, void *user,
                      const struct bm_room_reply *v)
{
    (void)add_reply(r, seq, answer, user, v);
}

void bm_room_when_stored(struct bm_room *r, bm_room_done *answer, void *user)
{
    struct bm_waiting_reply *const w =
        add_reply(r, r->state.seq, answer, user, &(struct bm_room_reply){.seq = r->state.seq});
    if (w)
        w->all = true;
}

/* ---- Watching ---- */

struct page_of_past {
    struct bm_room *room;
    struct bm_watcher *w;
    uint64_t last;
    unsigned left;
    bool failed;
};

static bool send_past_event(void *user, const struct bm_event_row *row)
{
    struct page_of_past *const p = user;
    struct bm_buf text = {0};
    bm_room_write_event(&text, p->room, row, p->w->sides);
    p->failed = text.failed;
    struct bm_broadcast broadcast = {.seq = row->seq, .text = text.s, .len = text.len};
    if (!text.failed)
        p->w->hooks->event(p->w, &broadcast);
    if (broadcast.drop)
        broadcast.drop(broadcast.shared);
    bm_buf_free(&text);
    p->last = row->seq;
    return !p->failed && --p->left > 0 && p->w->room; /* stop when the watcher has left */
}

static void link_watcher(struct bm_room *r, struct bm_watcher *w)
{
    w->room = r;
    w->next = r->watchers;
    w->link = &r->watchers;
    if (w->next)
        w->next->link = &w->next;
    r->watchers = w;
    r->games->counts.watchers++;
    bm_room_add_presence(r, w->sides);
}

enum bm_watch bm_room_watch(struct bm_room *r, struct bm_watcher *w,
                            const struct bm_identity *identity, uint64_t since, uint64_t *last)
{
    w->identity = identity;
    if (identity)
        w->sides = bm_room_sides(r, identity);
    link_watcher(r, w);
    if (since > r->stored)
        return BM_WATCH_SNAPSHOT;
    struct page_of_past p = {.room = r, .w = w, .last = since, .left = PAGE};
    if ((bm_store_events(r->games->server->store, r->id, since, send_past_event, &p) ||
         p.failed) &&
        w->room) {
        bm_room_unwatch(w);
        w->hooks->gone(w);
    } else if (p.last < r->stored && w->room) { /* the rest when the client asks for it */
        bm_room_unwatch(w);
        *last = p.last;
        return BM_WATCH_MORE;
    }
    return BM_WATCH_LIVE;
}

void bm_room_unwatch(struct bm_watcher *w)
{
    struct bm_room *const r = w->room;
    if (!r)
        return;
    if (r->walk == w)
        r->walk = w->next;
    *w->link = w->next;
    if (w->next)
        w->next->link = w->link;
    w->room = NULL;
    r->games->counts.watchers--;
    bm_room_remove_presence(r, w->sides);
    bm_room_touch(r);
}

unsigned bm_room_sides(const struct bm_room *r, const struct bm_identity *identity)
{
    unsigned sides = 0;
    for (unsigned side = 0; side < 2; side++)
        if (r->state.seat[side].kind == BM_GAME_SEAT_PERSON &&
            bm_identity_owns(identity, r->state.seat[side].person))
            sides |= 1u << side;
    return sides;
}

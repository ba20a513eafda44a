/* SPDX-License-Identifier: MIT */
/* The events of a game by HTTP: a page of past events, or a stream of them from a number on,
 * one JSON object a line. */
#include <stdlib.h>

#include "server/game/game_routes.h"

enum {
    QUIET_MS = 15000, /* then an empty line keeps the connection alive */
    LIMIT = 500,      /* events in an answer, */
    MOST_LIMIT = 1000 /* maximum of ?limit= */
};

/* ---- Those of the past ---- */

struct page_reply {
    struct bm_api_request *req;
    const struct bm_room *room;
    uint64_t since;
    int64_t left;
    struct bm_buf out;
    unsigned sides;
    bool some;
};

static bool put_one(void *user, const struct bm_event_row *row)
{
    struct page_reply *const l = user;
    if (l->some)
        bm_buf_char(&l->out, ',');
    l->some = true;
    bm_room_write_event(&l->out, l->room, row, l->sides);
    return !l->out.failed && --l->left > 0;
}

static void reply_page(void *user, const struct bm_room_reply *v)
{
    struct page_reply *const l = user;
    struct bm_api_request *const req = l->req;
    if (v->code) {
        bm_api_reply_code(req, v->code, v->detail);
    } else {
        l->room = v->room;
        l->sides = bm_room_sides(v->room, &req->identity);
        bm_buf_char(&l->out, '[');
        const enum bm_store_status status =
            bm_store_events(req->server->store, bm_room_id(v->room), l->since, put_one, l);
        bm_buf_char(&l->out, ']');
        if (status && status != BM_STORE_MISSING)
            bm_api_reply_store_problem(req, status);
        else
            bm_api_reply_json(req, 200, &l->out);
    }
    bm_buf_free(&l->out);
    free(l);
}

/* ---- Streams ---- */

struct follower {
    struct bm_watcher watcher;  /* first: hooks get it */
    struct bm_api_request *req; /* until the answer begins */
    struct bm_loop *loop;
    struct bm_connection line;
    struct bm_stream *stream; /* NULL: closed */
    struct bm_game_manager *games;
    struct bm_identity identity;
    char game[16];
    struct bm_timer quiet;
    uint64_t since;
    bool busy; /* in a function that uses it afterwards */
    bool over;
};

static void free_follower(void *user) { free(user); }

static void leave_room(struct follower *f)
{
    bm_room_unwatch(&f->watcher);
    bm_connection_unregister(&f->line);
    f->over = true;
    if (f->busy)
        bm_timer_stop(&f->quiet);
    else
        bm_timer_close(&f->quiet, free_follower, f);
}

static void on_stream_gone(void *user)
{
    struct follower *const f = user;
    f->stream = NULL;
    leave_room(f);
}

static void send_keep_alive(void *user)
{
    struct follower *const f = user;
    bm_timer_set(&f->quiet, f->loop, QUIET_MS, send_keep_alive, f);
    bm_stream_send(f->stream, "\n", 1);
}

static void on_followed_event(struct bm_watcher *w, struct bm_broadcast *broadcast)
{
    struct follower *const f = (struct follower *)w;
    struct bm_buf line = {0};
    if (!f->stream)
        return;
    bm_buf_bytes(&line, broadcast->text, broadcast->len);
    bm_buf_char(&line, '\n');
    if (line.failed) { /* an incomplete line would break the stream: the client reconnects */
        struct bm_stream *const s = f->stream;
        f->stream = NULL;
        bm_stream_end(s);
        leave_room(f);
    } else {
        bm_timer_set(&f->quiet, f->loop, QUIET_MS, send_keep_alive, f);
        bm_stream_send(f->stream, line.s, line.len);
    }
    bm_buf_free(&line);
}

static void end_stream(void *user)
{
    struct follower *const f = user;
    struct bm_stream *const s = f->stream;
    f->stream = NULL;
    if (s)
        bm_stream_end(s);
    leave_room(f);
}

static void on_room_gone(struct bm_watcher *w) { end_stream(w); }

static const struct bm_watcher_hooks follower_hooks = {.event = on_followed_event,
                                                       .gone = on_room_gone};

static void next_page(void *user);

/* A page at a time, so that a long game does not block the loop. */
static void follow_on(struct follower *f, struct bm_room *r)
{
    f->busy = true;
    const enum bm_watch watch =
        bm_room_watch(r, &f->watcher, &f->identity, f->since, &f->since);
    f->busy = false;
    if (!f->stream)
        leave_room(f);
    else if (watch == BM_WATCH_MORE)
        bm_timer_set(&f->quiet, f->loop, 0, next_page, f);
}

static void on_next_page(void *user, const struct bm_room_reply *v)
{
    struct follower *const f = user;
    f->busy = false;
    if (!f->stream)
        leave_room(f);
    else if (v->code)
        end_stream(f);
    else
        follow_on(f, v->room);
}

static void next_page(void *user)
{
    struct follower *const f = user;
    enum bm_code code;
    struct bm_room *const r = bm_game_manager_find(f->games, f->game, &code);
    if (!r) {
        end_stream(f);
        return;
    }
    f->busy = true;
    bm_timer_set(&f->quiet, f->loop, QUIET_MS, send_keep_alive, f);
    bm_room_when_stored(r, on_next_page, f);
}

static void follow_room(void *user, const struct bm_room_reply *v)
{
    struct follower *const f = user;
    if (v->code) {
        bm_api_reply_code(f->req, v->code, v->detail);
        free(f);
        return;
    }
    f->busy = true;
    bm_api_register_connection(f->req, &f->line, end_stream, f);
    f->stream = bm_api_reply_stream(f->req, "application/x-ndjson", on_stream_gone, f);
    if (f->stream)
        bm_timer_set(&f->quiet, f->loop, QUIET_MS, send_keep_alive, f);
    f->busy = false;
    if (f->stream)
        follow_on(f, v->room);
    else
        leave_room(f);
}

static void start_stream(struct bm_api_request *req, struct bm_room *r, uint64_t since)
{
    struct follower *const f = calloc(1, sizeof *f);
    if (!f) {
        bm_api_reply_no_memory(req);
        return;
    }
    f->watcher.hooks = &follower_hooks;
    f->req = req;
    f->loop = &req->server->loop;
    f->games = req->server->games;
    f->identity = req->identity;
    memcpy(f->game, bm_room_id(r), sizeof f->game);
    f->since = since;
    bm_room_when_stored(r, follow_room, f);
}

void bm_game_events(struct bm_api_request *req)
{
    int64_t since = 0, streamed = 0, limit = LIMIT;
    if (!bm_api_query_int(req, "since", 0, INT64_MAX, &since) ||
        !bm_api_query_int(req, "limit", 1, MOST_LIMIT, &limit) ||
        !bm_api_query_int(req, "stream", 0, 1, &streamed))
        return;
    struct bm_room *const r = bm_game_room(req);
    if (!r)
        return;
    if (streamed) {
        start_stream(req, r, (uint64_t)since);
        return;
    }
    struct page_reply *const l = calloc(1, sizeof *l);
    if (!l) {
        bm_api_reply_no_memory(req);
        return;
    }
    l->req = req;
    l->since = (uint64_t)since;
    l->left = limit;
    bm_room_when_stored(r, reply_page, l);
}

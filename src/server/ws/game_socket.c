/* SPDX-License-Identifier: MIT */
/* A game by web socket: /ws/v1/game/{id}?since=SEQ. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "net/ws/ws.h"
#include "server/game/game_routes.h"

enum {
    MESSAGE_MS = 100,   /* a message each, */
    MESSAGE_BURST = 40, /* and so many at once; more are refused, */
    MESSAGE_MOST = 400  /* beyond this the socket is closed */
};

struct game_connection {
    struct bm_watcher watcher; /* first: hooks get it */
    struct bm_server *server;
    struct bm_connection line;
    struct bm_ws *ws; /* NULL: closed */
    struct bm_identity identity;
    char game[16];
    uint64_t since;
    int64_t paid_until; /* until when its messages count */
    enum bm_lang lang;
    unsigned busy; /* replies that are pending, and functions that use it */
};

static void release_connection(struct game_connection *c)
{
    if (--c->busy == 0 && !c->ws)
        free(c);
}

static void send_and_free(struct game_connection *c, struct bm_buf *text)
{
    if (text->failed && c->ws) /* a message that is lost must not go unnoticed */
        bm_ws_close(c->ws, BM_WS_AGAIN, "out of memory");
    else if (c->ws)
        bm_ws_send(c->ws, text->s, text->len);
    bm_buf_free(text);
}

/* The client is to reconnect; the delay is random, so that not all do at once. */
static void send_bye(struct game_connection *c, enum bm_ws_code code)
{
    struct bm_buf text = {0};
    bm_server_message_bye(&text, 500 + (int64_t)randombytes_uniform(1500));
    send_and_free(c, &text);
    if (c->ws)
        bm_ws_close(c->ws, code, "come again");
}

/* ---- What happens in the room ---- */

static void drop_frame(void *shared) { bm_frame_drop(shared); }

static void on_room_event(struct bm_watcher *w, struct bm_broadcast *broadcast)
{
    struct game_connection *const c = (struct game_connection *)w;
    if (!c->ws)
        return;
    if (!broadcast->drop &&
        (broadcast->shared = bm_frame_make(broadcast->text, broadcast->len)) != NULL)
        broadcast->drop = drop_frame;
    if (broadcast->drop)
        bm_ws_send_frame(c->ws, broadcast->shared);
    else
        bm_ws_close(c->ws, BM_WS_AGAIN, "out of memory");
}

static void on_room_gone(struct bm_watcher *w)
{
    struct game_connection *const c = (struct game_connection *)w;
    c->busy++;
    send_bye(c, c->server->draining ? BM_WS_GOING : BM_WS_AGAIN);
    release_connection(c);
}

static const struct bm_watcher_hooks watcher_hooks = {
    .event = on_room_event, .presence = on_room_event, .gone = on_room_gone};

/* One page of past events was sent: the client asks for the next one. */
static void send_more(struct game_connection *c, uint64_t last)
{
    struct bm_buf text = {0};
    bm_server_message_begin(&text, BM_SERVER_MORE, NULL);
    bm_message_number(&text, "seq", (int64_t)c->since);
    bm_message_number(&text, "last", (int64_t)last);
    bm_buf_char(&text, '}');
    send_and_free(c, &text);
}

static void start_watching(void *user, const struct bm_room_reply *v)
{
    struct game_connection *const c = user;
    if (v->code && c->ws) {
        send_bye(c, BM_WS_AGAIN);
    } else if (c->ws && !c->watcher.room) {
        const enum bm_watch watch =
            bm_room_watch(v->room, &c->watcher, &c->identity, c->since, &c->since);
        if (c->ws && watch == BM_WATCH_MORE) {
            send_more(c, bm_room_state(v->room)->seq);
        } else if (c->ws && watch == BM_WATCH_SNAPSHOT) {
            struct bm_buf text = {0};
            bm_room_write_snapshot(&text, v->room, &c->identity, true);
            send_and_free(c, &text);
        }
    }
    release_connection(c);
}

/* ---- Client messages ---- */

struct message_reply {
    struct game_connection *conn;
    bool has_id;
    char id[48];
};

static void send_reply(void *user, const struct bm_room_reply *v)
{
    struct message_reply *const r = user;
    struct bm_buf text = {0};
    if (v->code)
        bm_server_message_nak(&text, r->has_id ? r->id : NULL, v->code, v->detail);
    else
        bm_server_message_ack(&text, r->has_id ? r->id : NULL, v->seq);
    send_and_free(r->conn, &text);
    release_connection(r->conn);
    free(r);
}

static void send_refusal(struct game_connection *c, const char *id, enum bm_code code,
                         const char *detail)
{
    struct bm_buf text = {0};
    bm_server_message_nak(&text, id, code, detail ? detail : bm_code_text(code, c->lang));
    send_and_free(c, &text);
}

enum bm_rate_verdict bm_message_rate(const struct bm_server *s, int64_t *paid_until)
{
    const int64_t now = bm_server_now(s);
    if (*paid_until < now)
        *paid_until = now;
    if (s->options.quick_limits)
        return BM_RATE_OK;
    *paid_until += MESSAGE_MS;
    return *paid_until > now + MESSAGE_MS * MESSAGE_MOST    ? BM_RATE_CLOSE
           : *paid_until > now + MESSAGE_MS * MESSAGE_BURST ? BM_RATE_REFUSE
                                                            : BM_RATE_OK;
}

/* A reply to a message, and its room; NULL: the client was sent the error. */
static struct message_reply *reply_to(struct game_connection *c,
                                      const struct bm_client_message *message,
                                      struct bm_room **room)
{
    enum bm_code code = BM_CODE_NO_MEMORY;
    *room = bm_game_manager_find(c->server->games, c->game, &code);
    struct message_reply *const reply = *room ? calloc(1, sizeof *reply) : NULL;
    if (!reply) {
        send_refusal(c, message->id, *room ? BM_CODE_NO_MEMORY : code, NULL);
        return NULL;
    }
    reply->conn = c;
    reply->has_id = message->id;
    snprintf(reply->id, sizeof reply->id, "%s", message->id ? message->id : "");
    c->busy++;
    return reply;
}

static void handle_action(struct game_connection *c, struct bm_client_message *message)
{
    struct bm_room *room;
    struct message_reply *const reply = reply_to(c, message, &room);
    if (!reply)
        return;
    message->lang = c->lang;
    message->round_trip_ms = bm_ws_trip(c->ws);
    bm_room_handle_message(room, &c->identity, message, send_reply, reply);
}

/* With the room's time and the last stored event, so that a client that reconnects knows
 * when it is up to date. */
static void send_pong(void *user, const struct bm_room_reply *v)
{
    struct message_reply *const r = user;
    struct bm_buf text = {0};
    bm_server_message_begin(&text, BM_SERVER_PONG, r->has_id ? r->id : NULL);
    if (!v->code) {
        bm_message_number(&text, "at", bm_room_now(v->room));
        bm_message_number(&text, "seq", (int64_t)bm_room_state(v->room)->seq);
    }
    bm_buf_char(&text, '}');
    send_and_free(r->conn, &text);
    release_connection(r->conn);
    free(r);
}

static void handle_ping(struct game_connection *c, const struct bm_client_message *message)
{
    struct bm_room *room;
    struct message_reply *const reply = reply_to(c, message, &room);
    if (reply)
        bm_room_when_stored(room, send_pong, reply);
}

/* The next page of events. */
static void send_page(struct game_connection *c, const struct bm_client_message *message)
{
    enum bm_code code;
    struct bm_room *const room = bm_game_manager_find(c->server->games, c->game, &code);
    if (!room) {
        send_refusal(c, message->id, code, NULL);
        return;
    }
    c->since = (uint64_t)message->seq;
    c->busy++;
    bm_room_when_stored(room, start_watching, c);
}

static void dispatch_message(struct game_connection *c, const json_t *message)
{
    struct bm_client_message a;
    char why[160];
    if (!bm_client_message_parse(&a, message, why, sizeof why)) {
        send_refusal(c, a.id, BM_CODE_BAD_MESSAGE, why);
    } else if (a.kind == BM_CLIENT_PING) {
        handle_ping(c, &a);
    } else if (a.kind == BM_CLIENT_EVENTS) {
        send_page(c, &a);
    } else {
        handle_action(c, &a);
    }
}

static void on_message(void *user, struct bm_ws *ws, const char *text, size_t len)
{
    struct game_connection *const c = user;
    const char *why;
    const enum bm_rate_verdict rate = bm_message_rate(c->server, &c->paid_until);
    if (rate == BM_RATE_CLOSE) {
        bm_ws_close(ws, BM_WS_POLICY, "too many messages");
        return;
    }
    c->busy++;
    json_t *const message = bm_message_load(text, len, &why);
    if (!message) {
        send_refusal(c, NULL, BM_CODE_BAD_MESSAGE, why);
    } else if (rate == BM_RATE_REFUSE) { /* each message gets a reply */
        struct bm_client_message a;
        char ignored[160];
        (void)bm_client_message_parse(&a, message, ignored, sizeof ignored);
        send_refusal(c, a.id, BM_CODE_TOO_FAST, NULL);
    } else {
        dispatch_message(c, message);
    }
    json_decref(message);
    release_connection(c);
}

static void on_closed(void *user, struct bm_ws *ws, unsigned code)
{
    struct game_connection *const c = user;
    (void)ws;
    (void)code;
    c->ws = NULL;
    bm_connection_unregister(&c->line);
    bm_room_unwatch(&c->watcher);
    c->busy++;
    release_connection(c);
}

/* What let it in is not valid any more. */
static void on_access_revoked(void *user)
{
    struct game_connection *const c = user;
    c->identity = (struct bm_identity){.id = ""};
    if (c->ws)
        bm_ws_close(c->ws, BM_WS_POLICY, BM_REVOKED);
}

void bm_game_socket(struct bm_api_request *req)
{
    static const struct bm_ws_hooks hooks = {.message = on_message, .closed = on_closed};
    int64_t since = -1;
    if (!bm_api_query_int(req, "since", 0, INT64_MAX, &since))
        return;
    struct bm_room *const r = bm_game_room(req);
    struct game_connection *const c = r ? calloc(1, sizeof *c) : NULL;
    if (!c) {
        if (r)
            bm_api_reply_code(req, BM_CODE_NO_MEMORY, NULL);
        return;
    }
    c->watcher.hooks = &watcher_hooks;
    c->server = req->server;
    c->identity = req->identity;
    /* A token without the scope to play watches as a spectator. */
    if (c->identity.by_token && !(c->identity.scopes & BM_SCOPE_PLAY))
        c->identity = (struct bm_identity){.id = ""};
    c->since = since < 0 ? UINT64_MAX : (uint64_t)since;
    c->lang = bm_api_lang(req);
    snprintf(c->game, sizeof c->game, "%s", bm_room_id(r));
    c->busy = 1;
    bm_api_register_connection(req, &c->line, on_access_revoked, c);
    c->ws = bm_api_reply_upgrade(req, &hooks, c);
    if (!c->ws) {
        bm_connection_unregister(&c->line);
        free(c);
        return;
    }
    bm_room_when_stored(r, start_watching, c);
}

/* SPDX-License-Identifier: MIT */
/* A shared study by web socket: /ws/v1/study/{id}?since=SEQ&key=KEY. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/game/game_routes.h"
#include "server/study/study_room.h"

struct study_connection {
    struct bm_study_member member; /* first: the room gets it */
    struct bm_server *server;
    struct bm_connection line;
    struct bm_ws *ws; /* NULL: closed */
    struct bm_identity identity;
    int64_t paid_until; /* until when its messages count */
    enum bm_lang lang;
    unsigned busy; /* replies that are pending, and functions that use it */
};

static void release_connection(struct study_connection *c)
{
    if (--c->busy == 0 && !c->ws)
        free(c);
}

static void send_and_free(struct study_connection *c, struct bm_buf *text)
{
    if (text->failed && c->ws)
        bm_ws_close(c->ws, BM_WS_AGAIN, "out of memory");
    else if (c->ws)
        bm_ws_send(c->ws, text->s, text->len);
    bm_buf_free(text);
}

static void send_frame(struct bm_study_member *m, struct bm_frame *frame)
{
    struct study_connection *const c = (struct study_connection *)m;
    if (c->ws)
        bm_ws_send_frame(c->ws, frame);
}

static void on_study_gone(struct bm_study_member *m)
{
    struct study_connection *const c = (struct study_connection *)m;
    struct bm_buf text = {0};
    c->busy++;
    bm_server_message_bye(&text, 500 + (int64_t)randombytes_uniform(1500));
    send_and_free(c, &text);
    if (c->ws)
        bm_ws_close(c->ws, c->server->draining ? BM_WS_GOING : BM_WS_AGAIN, "come again");
    release_connection(c);
}

static void send_nak(struct study_connection *c, const char *id, enum bm_code code,
                     const char *detail)
{
    struct bm_buf text = {0};
    bm_server_message_nak(&text, id, code, detail ? detail : bm_code_text(code, c->lang));
    send_and_free(c, &text);
}

/* ---- Past events ---- */

static void send_past(struct study_connection *c, uint64_t since)
{
    const uint64_t last = c->member.room ? bm_study_catch_up(&c->member, since) : since;
    if (!c->member.room || !c->ws)
        return;
    if (c->member.listens) {
        bm_study_tell_members(c->member.room);
        return;
    }
    struct bm_buf text = {0};
    bm_server_message_begin(&text, BM_SERVER_MORE, NULL);
    bm_message_number(&text, "seq", (int64_t)last);
    bm_message_number(&text, "last", (int64_t)bm_study_stored(c->member.room));
    bm_buf_char(&text, '}');
    send_and_free(c, &text);
}

/* ---- Client messages ---- */

struct study_reply {
    struct study_connection *conn;
    bool has_id;
    char id[48];
};

static void on_put(void *user, uint64_t seq)
{
    struct study_reply *const r = user;
    const char *const id = r->has_id ? r->id : NULL;
    struct bm_buf text = {0};
    if (seq)
        bm_server_message_ack(&text, id, seq);
    else
        bm_server_message_nak(&text, id, BM_CODE_NOT_STORED,
                              bm_code_text(BM_CODE_NOT_STORED, r->conn->lang));
    send_and_free(r->conn, &text);
    release_connection(r->conn);
    free(r);
}

static void put_event(struct study_connection *c, const char *kind,
                      const struct bm_client_message *message)
{
    struct study_reply *const r = calloc(1, sizeof *r);
    enum bm_code code = BM_CODE_NO_MEMORY;
    if (r) {
        r->conn = c;
        r->has_id = message->id;
        (void)snprintf(r->id, sizeof r->id, "%s", message->id ? message->id : "");
        c->busy++;
        code = bm_study_put(&c->member, kind, message, on_put, r);
        if (code == BM_CODE_OK)
            return;
        c->busy--;
        free(r);
    }
    send_nak(c, message->id, code, NULL);
}

static void handle_edit(struct study_connection *c, const struct bm_client_message *message)
{
    const char *const wrong = bm_study_edit_check(message);
    if (!c->member.edits)
        send_nak(c, message->id, BM_CODE_READ_ONLY_LINK, NULL);
    else if (wrong)
        send_nak(c, message->id, BM_CODE_BAD_MESSAGE, wrong);
    else
        put_event(c, message->edit, message);
}

static void handle_chat(struct study_connection *c, const struct bm_client_message *message)
{
    enum { LONGEST = 400 };
    const size_t len = strlen(message->text);
    if (bm_accounts_is_muted(c->server->accounts, &c->identity))
        send_nak(c, message->id, BM_CODE_MUTED, NULL);
    else if (len == 0 || len > LONGEST)
        send_nak(c, message->id, BM_CODE_BAD_MESSAGE, "\"text\" has 1 to 400 bytes");
    else
        put_event(c, "chat",
                  &(struct bm_client_message){.id = message->id, .text = message->text});
}

static void handle_look(struct study_connection *c, const struct bm_client_message *message)
{
    if (bm_study_is_path(message->path))
        bm_study_look(&c->member, message->path, (unsigned)(message->follow & 0xffffffff));
    else
        send_nak(c, message->id, BM_CODE_BAD_MESSAGE, "\"path\" should be a path");
}

static void send_study_pong(struct study_connection *c, const char *id)
{
    struct bm_buf text = {0};
    bm_server_message_begin(&text, BM_SERVER_PONG, id);
    bm_message_number(&text, "seq", (int64_t)bm_study_stored(c->member.room));
    bm_buf_char(&text, '}');
    send_and_free(c, &text);
}

static void dispatch_message(struct study_connection *c, const struct bm_client_message *a)
{
    switch ((int)a->kind) {
    case BM_CLIENT_PING: send_study_pong(c, a->id); break;
    case BM_CLIENT_EVENTS: send_past(c, (uint64_t)a->seq); break;
    case BM_CLIENT_EDIT: handle_edit(c, a); break;
    case BM_CLIENT_CHAT: handle_chat(c, a); break;
    case BM_CLIENT_AT: handle_look(c, a); break;
    default: send_nak(c, a->id, BM_CODE_BAD_MESSAGE, "this belongs to a game, not here"); break;
    }
}

static void on_study_message(void *user, struct bm_ws *ws, const char *text, size_t len)
{
    struct study_connection *const c = user;
    struct bm_client_message a = {.id = NULL};
    const char *why = NULL;
    char wrong[160];
    const enum bm_rate_verdict rate = bm_message_rate(c->server, &c->paid_until);
    if (rate == BM_RATE_CLOSE) {
        bm_ws_close(ws, BM_WS_POLICY, "too many messages");
        return;
    }
    c->busy++;
    json_t *const message = bm_message_load(text, len, &why);
    if (message && !bm_client_message_parse(&a, message, wrong, sizeof wrong))
        why = wrong;
    if (rate == BM_RATE_REFUSE)
        send_nak(c, a.id, BM_CODE_TOO_FAST, NULL);
    else if (!message || why)
        send_nak(c, a.id, BM_CODE_BAD_MESSAGE, why);
    else if (c->member.room)
        dispatch_message(c, &a);
    json_decref(message);
    release_connection(c);
}

static void on_study_closed(void *user, struct bm_ws *ws, unsigned code)
{
    struct study_connection *const c = user;
    (void)ws;
    (void)code;
    c->ws = NULL;
    bm_connection_unregister(&c->line);
    bm_study_leave(&c->member);
    c->busy++;
    release_connection(c);
}

/* What let it in is not valid any more. */
static void on_study_access_revoked(void *user)
{
    struct study_connection *const c = user;
    c->identity = (struct bm_identity){.id = ""};
    c->member.edits = false;
    if (c->ws)
        bm_ws_close(c->ws, BM_WS_POLICY, BM_REVOKED);
}

/* It is in use once. */
static void begin_study(struct study_connection *c, uint64_t since)
{
    struct bm_buf text = {0};
    bm_server_message_begin(&text, BM_SERVER_STUDY, NULL);
    bm_message_number(&text, "you", c->member.number);
    bm_buf_text(&text, c->member.edits ? ",\"edits\":true}" : ",\"edits\":false}");
    send_and_free(c, &text);
    send_past(c, since);
    release_connection(c);
}

void bm_study_socket(struct bm_api_request *req)
{
    static const struct bm_ws_hooks hooks = {.message = on_study_message,
                                             .closed = on_study_closed};
    struct bm_study_row row;
    struct bm_server *const s = req->server;
    char key[BM_STUDY_KEY + 1] = "";
    int64_t since = 0;
    enum bm_code code = BM_CODE_NO_MEMORY;
    if (!bm_api_query_int(req, "since", 0, INT64_MAX, &since))
        return;
    (void)bm_query_get(bm_request_query(req->request), "key", key, sizeof key);
    const enum bm_store_status status = bm_store_study(s->store, req->param[0], &row);
    if (status) {
        bm_api_reply_code(
            req, status == BM_STORE_MISSING ? BM_CODE_NO_SUCH_STUDY : BM_CODE_NOT_STORED, NULL);
        return;
    }
    struct study_connection *const c = calloc(1, sizeof *c);
    if (!c || !bm_study_join(s->studies, req->param[0], &c->member, &code)) {
        free(c);
        bm_api_reply_code(req, code, NULL);
        return;
    }
    c->server = s;
    c->identity = req->identity;
    c->member.identity = &c->identity;
    c->member.send = send_frame;
    c->member.gone = on_study_gone;
    /* A token without the scope to play watches without an identity. */
    const bool may = !c->identity.by_token || c->identity.scopes & BM_SCOPE_PLAY;
    c->member.edits = may && (bm_identity_owns(&c->identity, row.owner) ||
                              bm_study_is_key(s, req->param[0], key));
    if (!may)
        c->identity = (struct bm_identity){.id = ""};
    c->lang = bm_api_lang(req);
    c->busy = 1;
    bm_api_register_connection(req, &c->line, on_study_access_revoked, c);
    c->ws = bm_api_reply_upgrade(req, &hooks, c);
    if (!c->ws) {
        bm_connection_unregister(&c->line);
        bm_study_leave(&c->member);
        free(c);
        return;
    }
    begin_study(c, (uint64_t)since);
}

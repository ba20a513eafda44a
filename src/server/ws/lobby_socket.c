/* SPDX-License-Identifier: MIT */
/* The lobby by web socket: /ws/v1/lobby. */
#include <stdlib.h>

#include "server/lobby/lobby_internal.h"

enum { LONGEST = 1024 };

static void on_message(void *user, struct bm_ws *ws, const char *text, size_t len)
{
    struct bm_lobby_connection *const connection = user;
    struct bm_client_message ask = {.id = NULL};
    struct bm_buf out = {0};
    char why[160];
    const char *bad = NULL;
    const enum bm_rate_verdict rate =
        bm_message_rate(connection->lobby->server, &connection->paid_until);
    if (rate == BM_RATE_CLOSE) {
        bm_ws_close(ws, BM_WS_POLICY, "too many messages");
        return;
    }
    json_t *const message = bm_message_load(text, len, &bad);
    if (message && !bm_client_message_parse(&ask, message, why, sizeof why))
        bad = why;
    if (rate == BM_RATE_REFUSE)
        bm_server_message_nak(&out, ask.id, BM_CODE_TOO_FAST,
                              bm_code_text(BM_CODE_TOO_FAST, BM_EN));
    else if (bad)
        bm_server_message_nak(&out, ask.id, BM_CODE_BAD_MESSAGE, bad);
    else if (ask.kind != BM_CLIENT_PING)
        bm_server_message_nak(&out, ask.id, BM_CODE_BAD_MESSAGE,
                              "this belongs to a game, not here");
    else
        bm_server_message_pong(&out, ask.id);
    bm_buf_char(&out, '\n');
    bm_lobby_connection_send(connection, &out);
    bm_buf_free(&out);
    json_decref(message);
}

static void on_closed(void *user, struct bm_ws *ws, unsigned code)
{
    (void)ws;
    (void)code;
    bm_lobby_connection_close(user);
}

void bm_lobby_socket(struct bm_api_request *req)
{
    static const struct bm_ws_hooks hooks = {on_message, on_closed, LONGEST};
    struct bm_lobby *const l = req->server->lobby;
    struct bm_buf out = {0};
    const struct bm_identity identity = req->identity;
    /* A token without the scope to play watches without an identity. */
    if (req->identity.by_token && !(req->identity.scopes & BM_SCOPE_PLAY))
        req->identity = (struct bm_identity){.id = ""};
    if (bm_lobby_is_over_quota(l, &req->identity)) {
        bm_api_reply_problem(req, 429, "too_many_visits", "", "you are here too often already");
        return;
    }
    struct bm_lobby_connection *const connection =
        bm_lobby_connection_create(l, &req->identity);
    if (!connection) {
        bm_api_reply_no_memory(req);
        return;
    }
    req->identity = identity;
    bm_api_register_connection(req, &connection->line, bm_lobby_connection_revoke, connection);
    connection->ws = bm_api_reply_upgrade(req, &hooks, connection);
    if (!connection->ws) {
        bm_lobby_connection_close(connection);
        return;
    }
    l->counts.sockets++;
    bm_lobby_write(&out, l);
    bm_lobby_connection_send(connection, &out);
    bm_buf_free(&out);
    bm_seek_send_own(connection);
}

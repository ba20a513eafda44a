/* SPDX-License-Identifier: MIT */
/*
 * The event stream of a bot: which of its games need it, one JSON object a line. The moves of
 * a game come from the events of that game; nothing can be missed here, as a bot that
 * reconnects gets the current state.
 */
#include <limits.h>
#include <stdlib.h>

#include "server/lobby/lobby_internal.h"

enum {
    ID = 16,
    MOST_GAMES = 10000,
    BUSY_MS = 1000, /* until a room is tried again for which the game manager had no space, */
    LOADING_MS = 50 /* or that is being loaded */
};

#define NDJSON "application/x-ndjson"

static void on_bot_gone(void *user) { bm_lobby_connection_close(user); }

static bool note_game(void *user, const struct bm_game_row *row)
{
    struct bm_buf *const games = user;
    bm_buf_bytes(games, row->id, ID);
    return !games->failed;
}

/* ---- One game after the other ---- */

/* Send bots the games that they have not been sent yet, one at a time. */
static void catch_up_bots(void *user);

static void schedule_catch_up(struct bm_lobby *l, int64_t ms)
{
    if (l->catching_up)
        return;
    l->catching_up = true;
    bm_timer_set(&l->catch_up, &l->server->loop, ms, catch_up_bots, l);
}

struct bot_update {
    struct bm_lobby_connection *connection;
    char id[ID];
};

static void send_game_to_bot(void *user, const struct bm_room_reply *verdict)
{
    struct bot_update *const t = user;
    struct bm_lobby_connection *const connection = t->connection;
    const unsigned sides =
        verdict->code ? 0 : bm_room_sides(verdict->room, &connection->identity);
    for (unsigned side = 0; side < 2 && connection->stream; side++) {
        struct bm_buf text = {0};
        if (!(sides >> side & 1))
            continue;
        bm_running_game_write(&text, verdict->room, side);
        bm_lobby_connection_send(connection, &text);
        bm_buf_free(&text);
    }
    if (verdict->code && connection->stream) { /* what was under way is not: look again */
        bm_buf_bytes(&connection->games, t->id, ID);
        if (connection->games.failed)
            bm_lobby_connection_disconnect(connection);
        else
            schedule_catch_up(connection->lobby, BUSY_MS);
    }
    bm_lobby_connection_release(connection);
    free(t);
}

/* Send a bot the state of one game; ms until the next can be sent. */
static int64_t catch_up(struct bm_lobby_connection *connection)
{
    struct bot_update *const t = malloc(sizeof *t);
    enum bm_code code = BM_CODE_NO_MEMORY;
    if (!t)
        return BUSY_MS;
    t->connection = connection;
    memcpy(t->id, connection->games.s + connection->games.len - ID, ID);
    if (bm_game_manager_load(connection->lobby->server->games, t->id,
                             connection->identity.place)) {
        free(t);
        return LOADING_MS;
    }
    struct bm_room *const r =
        bm_game_manager_find(connection->lobby->server->games, t->id, &code);
    if (!r && (code == BM_CODE_BUSY || code == BM_CODE_NO_MEMORY)) {
        free(t);
        return BUSY_MS;
    }
    connection->games.len -= ID;
    if (!r) { /* a game that cannot be loaded cannot be played */
        free(t);
        return 0;
    }
    connection->busy++;
    bm_room_when_stored(r, send_game_to_bot, t);
    return 0;
}

static void catch_up_bots(void *user)
{
    struct bm_lobby *const l = user;
    struct bm_lobby_connection *connection = l->connections;
    l->catching_up = false;
    while (connection && connection->games.len == 0)
        connection = connection->next;
    if (connection)
        schedule_catch_up(l, catch_up(connection));
}

/* ---- The beginning ---- */

void bm_bot_stream(struct bm_api_request *req)
{
    struct bm_lobby *const l = req->server->lobby;
    struct bm_buf games = {0};
    if (bm_request_method(req->request) == BM_METHOD_HEAD) { /* there is no end to measure */
        bm_api_reply_text(req, 200, NDJSON, "", "", 0);
        return;
    }
    if (bm_lobby_is_over_quota(l, &req->identity)) {
        bm_api_reply_problem(req, 429, "too_many_visits", "", "you are here too often already");
        return;
    }
    const enum bm_store_status status =
        bm_store_games(req->server->store, req->identity.id, BM_MATCH_PLAYING, BM_GAMES_FIRST,
                       MOST_GAMES, note_game, &games);
    if (status && status != BM_STORE_MISSING) {
        bm_buf_free(&games);
        bm_api_reply_store_problem(req, status);
        return;
    }
    struct bm_lobby_connection *const connection =
        games.failed ? NULL : bm_lobby_connection_create(l, &req->identity);
    if (!connection) {
        bm_buf_free(&games);
        bm_api_reply_no_memory(req);
        return;
    }
    connection->games = games;
    bm_api_register_connection(req, &connection->line, bm_lobby_connection_revoke, connection);
    connection->stream = bm_api_reply_stream(req, NDJSON, on_bot_gone, connection);
    if (!connection->stream) {
        bm_lobby_connection_close(connection);
        return;
    }
    l->counts.streams++;
    connection->busy++;
    bm_lobby_connection_keep_alive(connection);
    bm_seek_send_own(connection);
    if (connection->games.len != 0)
        schedule_catch_up(l, 0);
    bm_lobby_connection_release(connection);
}

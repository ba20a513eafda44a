/* SPDX-License-Identifier: MIT */
/* Connections of the lobby, and sending to them. */
#include "server/lobby/lobby.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/lobby/lobby_internal.h"

enum { NEWS_MS = 250, SWEEP_MS = 5000, ALONE_MS = 60000, ALIVE_MS = 15000 };

void bm_lobby_copy_id(char to[40], const char *from) { snprintf(to, 40, "%s", from); }

/* ---- Presence ---- */

static struct bm_lobby_person **slot_of(struct bm_lobby *l, const char *id)
{
    uint32_t hash = 0;
    for (const char *c = id; *c; c++)
        hash = hash * 31 + (unsigned char)*c;
    struct bm_lobby_person **at = &l->persons[hash % BM_LOBBY_PERSON_BUCKETS];
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

struct bm_lobby_person *bm_lobby_find_person(const struct bm_lobby *l, const char *id)
{
    return *slot_of((struct bm_lobby *)(uintptr_t)l, id);
}

static bool add_presence(struct bm_lobby_connection *connection, struct bm_lobby_presence *p,
                         const char *id)
{
    struct bm_lobby_person **const slot = slot_of(connection->lobby, id);
    if (!id[0])
        return true;
    if (!*slot) {
        *slot = calloc(1, sizeof **slot);
        if (!*slot)
            return false;
        bm_lobby_copy_id((*slot)->id, id);
    }
    struct bm_lobby_person *const g = *slot;
    *p = (struct bm_lobby_presence){
        .person = g, .connection = connection, .next = g->here, .link = &g->here};
    if (p->next)
        p->next->link = &p->next;
    g->here = p;
    return true;
}

static void remove_presence(struct bm_lobby *l, struct bm_lobby_presence *p)
{
    struct bm_lobby_person *const g = p->person;
    if (!g)
        return;
    *p->link = p->next;
    if (p->next)
        p->next->link = p->link;
    p->person = NULL;
    if (!g->here) {
        *slot_of(l, g->id) = g->next;
        free(g);
    }
}

struct bm_lobby_connection *bm_lobby_connection_create(struct bm_lobby *l,
                                                       const struct bm_identity *identity)
{
    struct bm_lobby_connection *const connection = calloc(1, sizeof *connection);
    if (!connection)
        return NULL;
    connection->lobby = l;
    connection->identity = *identity;
    connection->busy = 1;
    if (!add_presence(connection, &connection->presence[0], identity->id) ||
        !add_presence(connection, &connection->presence[1], identity->also)) {
        remove_presence(l, &connection->presence[0]);
        free(connection);
        return NULL;
    }
    connection->next = l->connections;
    connection->link = &l->connections;
    if (connection->next)
        connection->next->link = &connection->next;
    l->connections = connection;
    return connection;
}

void bm_lobby_connection_release(struct bm_lobby_connection *connection)
{
    if (--connection->busy != 0)
        return;
    bm_buf_free(&connection->games);
    free(connection);
}

void bm_lobby_connection_close(struct bm_lobby_connection *connection)
{
    struct bm_lobby *const l = connection->lobby;
    const int64_t now = bm_server_now(l->server);
    for (struct bm_seek *s = l->seeks; s; s = s->next)
        if (bm_identity_owns(&connection->identity, s->maker))
            s->seen = now;
    if (connection->ws)
        l->counts.sockets--;
    if (connection->stream)
        l->counts.streams--;
    connection->ws = NULL;
    connection->stream = NULL;
    bm_connection_unregister(&connection->line);
    *connection->link = connection->next;
    if (connection->next)
        connection->next->link = connection->link;
    for (unsigned i = 0; i < 2; i++)
        remove_presence(l, &connection->presence[i]);
    bm_lobby_connection_release(connection);
}

bool bm_lobby_is_over_quota(const struct bm_lobby *l, const struct bm_identity *identity)
{
    const struct bm_lobby_person *const g =
        identity->id[0] ? bm_lobby_find_person(l, identity->id) : NULL;
    unsigned count = 0;
    for (const struct bm_lobby_presence *p = g ? g->here : NULL; p; p = p->next)
        count++;
    return count >= BM_LOBBY_CONNECTIONS_EACH && !l->server->options.quick_limits;
}

bool bm_lobby_is_bot_online(const struct bm_lobby *l, const char *id)
{
    const struct bm_lobby_person *const g = l ? bm_lobby_find_person(l, id) : NULL;
    const struct bm_lobby_presence *p = g ? g->here : NULL;
    while (p && !p->connection->stream)
        p = p->next;
    return p;
}

/* ---- Telling ---- */

static void end_connection(struct bm_lobby_connection *connection, enum bm_ws_code code,
                           const char *why)
{
    struct bm_stream *const stream = connection->stream;
    if (connection->ws) {
        bm_ws_close(connection->ws, code, why); /* hooks.closed follows */
    } else if (stream) {
        bm_lobby_connection_close(connection);
        bm_stream_end(stream);
    }
}

void bm_lobby_connection_disconnect(struct bm_lobby_connection *connection)
{
    struct bm_buf text = {0};
    bm_server_message_bye(&text, 500 + (int64_t)randombytes_uniform(1500));
    bm_buf_char(&text, '\n');
    if (!text.failed)
        bm_lobby_connection_send(connection, &text);
    bm_buf_free(&text);
    end_connection(connection, connection->lobby->server->draining ? BM_WS_GOING : BM_WS_AGAIN,
                   "come again");
}

void bm_lobby_connection_revoke(void *visitor)
{
    end_connection(visitor, BM_WS_POLICY, BM_REVOKED);
}

void bm_lobby_connection_send(struct bm_lobby_connection *connection, const struct bm_buf *text)
{
    if (text->failed)
        end_connection(connection, BM_WS_AGAIN, "come again");
    else if (connection->ws)
        bm_ws_send(connection->ws, text->s, text->len - 1);
    else if (connection->stream)
        bm_stream_send(connection->stream, text->s, text->len);
}

void bm_lobby_connection_keep_alive(struct bm_lobby_connection *connection)
{
    struct bm_buf text = {0};
    bm_server_message_begin(&text, BM_SERVER_ALIVE, NULL);
    bm_buf_text(&text, "}\n");
    bm_lobby_connection_send(connection, &text);
    bm_buf_free(&text);
}

void bm_lobby_send_to_person(struct bm_lobby *l, const char *id, struct bm_buf *text,
                             bool bots_only)
{
    const struct bm_lobby_person *const g = bm_lobby_find_person(l, id);
    for (struct bm_lobby_presence *p = g ? g->here : NULL, *next; p; p = next) {
        next = p->next;
        if (!bots_only || p->connection->stream)
            bm_lobby_connection_send(p->connection, text);
    }
    bm_buf_free(text);
}

/* ---- Life ---- */

static void sweep_lobby(void *user)
{
    struct bm_lobby *const l = user;
    bm_seek_drop_abandoned(l);
    bm_timer_set(&l->sweep, &l->server->loop, l->sweep_ms, sweep_lobby, l);
    uv_unref((uv_handle_t *)&l->sweep.uv);
}

static void send_keep_alive(void *user)
{
    struct bm_lobby *const l = user;
    for (struct bm_lobby_connection *connection = l->connections, *next; connection;
         connection = next) {
        next = connection->next;
        if (connection->stream)
            bm_lobby_connection_keep_alive(connection);
    }
    bm_timer_set(&l->alive, &l->server->loop, l->alive_ms, send_keep_alive, l);
    uv_unref((uv_handle_t *)&l->alive.uv);
}

bm_status bm_lobby_create(struct bm_lobby **out, struct bm_server *s)
{
    struct bm_lobby *const l = calloc(1, sizeof *l);
    if (!l)
        return BM_ENOMEM;
    l->server = s;
    l->news_ms = NEWS_MS;
    l->alone_ms = ALONE_MS;
    l->sweep_ms = SWEEP_MS;
    l->alive_ms = ALIVE_MS;
    l->hooks =
        (struct bm_game_manager_hooks){bm_running_game_changed, bm_running_game_dropped, l};
    bm_game_manager_set_hooks(s->games, &l->hooks);
    sweep_lobby(l);
    send_keep_alive(l);
    *out = l;
    return BM_OK;
}

void bm_lobby_disconnect_all(struct bm_lobby *l)
{
    for (struct bm_lobby_connection *connection = l->connections, *next; connection;
         connection = next) {
        next = connection->next;
        bm_lobby_connection_disconnect(connection);
    }
}

static void free_lobby(void *user)
{
    struct bm_lobby *const l = user;
    if (--l->closings == 0)
        free(l);
}

void bm_lobby_destroy(struct bm_lobby *l)
{
    if (!l)
        return;
    struct bm_timer *const timers[] = {&l->news_timer, &l->sweep, &l->alive, &l->catch_up};
    while (l->seeks)
        bm_seek_remove(l, l->seeks, "gone");
    bm_seek_forget_accepted(l, INT64_MAX);
    bm_buf_free(&l->news);
    bm_buf_free(&l->list);
    l->closings = sizeof timers / sizeof *timers;
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
        bm_timer_close(timers[i], free_lobby, l);
}

void bm_lobby_counts(const struct bm_lobby *l, struct bm_lobby_counts *out)
{
    *out = l->counts;
    for (const struct bm_seek *s = l->seeks; s; s = s->next)
        ++*(s->to[0] ? &out->challenges : &out->seeks);
}

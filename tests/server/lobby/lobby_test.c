/* SPDX-License-Identifier: MIT */
/*
 * The lobby where time and failures count: what is sought ends when its maker has left, a game
 * that could not be stored was not found, much news becomes one list, a bot hears that its
 * stream is there. lobby.mjs has the rest.
 */
#include "asking.h"
#include "server/game/room_internal.h"
#include "server/lobby/lobby_internal.h"
#include "server/variants/variant_store.h"
#include "socking.h"

enum { LONG_MS = 1000000000, SHORT_MS = 20 };

static struct asking_server a;
static struct bm_lobby *lobby;
static struct browser ann = {.to = &a}, bob = {.to = &a}, eve = {.to = &a};

static void turn(void) { (void)bm_loop_step(&a.server.loop); }

/* Let a timer fire now. */
static void hurry(struct bm_timer *t) { bm_timer_set(t, &a.server.loop, 0, t->fire, t->user); }

/* Seek a game; its id. */
static void seek(struct browser *b, char id[24])
{
    eq_u64(browse(b, "POST", "/api/v1/seeks", "{\"clock\":\"5m\"}"), 201);
    asking_find(&b->last, "{\"id\":\"", "\"", id, 24);
}

static bool is_sought(const char *id) { return bm_seek_find(lobby, id); }

static void test_leaving(void)
{
    static struct sock here;
    char stays[24], ends[24];
    lobby->alone_ms = LONG_MS; /* however long it takes her to come */
    seek(&ann, stays);
    sock_open(&here, &a, &ann, "/ws/v1/lobby");
    ok(strstr(sock_await(&here, "\"mine\""), stays));
    lobby->alone_ms = 3 * SHORT_MS;
    seek(&bob, ends);
    while (is_sought(ends))
        turn();
    ok_named(is_sought(stays), "what is sought stays as long as its maker");
    ok(strstr(sock_await(&here, "\"seek-\""), ends));
    sock_close(&here);
    while (is_sought(stays))
        turn();
    ok_named(true, "and ends when he has left for a while");
    lobby->alone_ms = LONG_MS;
}

/* The only room that there is. */
static struct bm_room *only_room(void)
{
    struct bm_game_manager *const games = a.server.games;
    for (size_t i = 0; i < games->bucket_count; i++)
        if (games->buckets[i])
            return games->buckets[i];
    return NULL;
}

static void test_not_stored(void)
{
    static struct sock here;
    struct client_action accept;
    char id[24], path[80], cookie[160];
    seek(&ann, id);
    sock_open(&here, &a, &ann, "/ws/v1/lobby");
    (void)sock_await(&here, "\"mine\"");
    snprintf(path, sizeof path, "/api/v1/seeks/%s/accept", id);
    snprintf(cookie, sizeof cookie, "Cookie: bm_id=%s\r\n", bob.id);
    asking_start(&accept, &a, "POST", path, cookie, NULL);
    while (!only_room())
        turn();
    ok_named(!is_sought(id), "nobody else gets what is being accepted");
    eq_u64(browse(&eve, "POST", path, NULL), 404);
    ok(!bm_room_is_stored(only_room()) || accept.in.len != 0);
    asking_wait(&accept, &a);
    eq_u64(asking_status(&accept), 201);
    bm_buf_free(&accept.in);
    bm_room_drop(only_room());

    /* The same, but the room fails before it is stored. */
    ok(strstr(sock_await(&here, "\"go\""), id));
    seek(&ann, id);
    (void)sock_await(&here, "\"mine\"");
    snprintf(path, sizeof path, "/api/v1/seeks/%s/accept", id);
    asking_start(&accept, &a, "POST", path, cookie, NULL);
    while (!only_room())
        turn();
    bm_room_drop(only_room());
    asking_wait(&accept, &a);
    eq_u64(asking_status(&accept), 503);
    bm_buf_free(&accept.in);
    ok_named(is_sought(id), "what could not be stored is sought on");
    eq_u64(browse(&bob, "POST", path, NULL), 201);
    ok_named(strstr(sock_await(&here, "\"go\""), id), "and its maker goes when it is");
    bm_room_drop(only_room());
    sock_close(&here);
}

/* A game that is played on leaves the memory: the list shows it as before. */
static void test_unloaded(void)
{
    static struct sock here, late;
    char id[24], path[80];
    bm_lobby_flush(lobby); /* what is left of what was before */
    lobby->news_ms = 0;
    sock_open(&here, &a, &ann, "/ws/v1/lobby");
    (void)sock_await(&here, "\"lobby\"");
    eq_u64(browse(&ann, "POST", "/api/v1/games",
                  "{\"seats\":[{\"kind\":\"me\"},{\"kind\":\"me\"}]}"),
           201);
    asking_find(&ann.last, "{\"id\":\"", "\"", id, sizeof id);
    snprintf(path, sizeof path, "/api/v1/games/%s/moves", id);
    eq_u64(browse(&ann, "POST", path, "{\"ply\":0,\"move\":\"e2e4\"}"), 200);
    ok(strstr(sock_await(&here, "\"game+\""), id));
    bm_lobby_flush(lobby);
    bm_room_drop(only_room());
    eq_u64(a.server.games->room_count, 0);
    bm_lobby_flush(lobby);
    sock_send(&here, "{\"t\":\"ping\"}");
    ok_named(strcmp(sock_await(&here, "\"t\""), "{\"t\":\"pong\"}") == 0,
             "nothing is told of a game that leaves the memory");
    sock_open(&late, &a, &bob, "/ws/v1/lobby");
    ok_named(strstr(sock_await(&late, "\"lobby\""), id), "who comes is shown it");
    ok_named(strstr(late.text, "\"stage\":\"playing\",\"plies\":"), "as it was stored");
    sock_close(&late);

    /* It is loaded, goes on, and ends. */
    eq_u64(browse(&bob, "GET", path, NULL), 405);
    path[strlen(path) - strlen("/moves")] = '\0';
    eq_u64(browse(&bob, "GET", path, NULL), 200);
    eq_u64(a.server.games->room_count, 1);
    sock_send(&here, "{\"t\":\"ping\"}");
    ok_named(strcmp(sock_await(&here, "\"t\""), "{\"t\":\"pong\"}") == 0,
             "nor of one that comes back");
    sock_open(&late, &a, &bob, "/ws/v1/lobby");
    ok(strstr(sock_await(&late, "\"lobby\""), id));
    sock_close(&late);
    snprintf(path, sizeof path, "/api/v1/games/%s/actions", id);
    eq_u64(browse(&ann, "POST", path, "{\"action\":\"resign\"}"), 200);
    ok_named(strstr(sock_await(&here, "\"game-\""), id), "its end is told");
    sock_open(&late, &a, &bob, "/ws/v1/lobby");
    ok_named(!strstr(sock_await(&late, "\"lobby\""), id), "and it is not shown any more");
    sock_close(&late);

    /* An administrator deletes one that is not in memory, or it is renamed: the whole anew. */
    bm_lobby_refresh_games(lobby);
    ok_named(strstr(sock_await(&here, "\"lobby\""), "\"total\":"),
             "the list is told anew when the store was changed");
    bm_room_drop(only_room());
    sock_close(&here);
}

static void test_much_news(void)
{
    static struct sock here;
    bm_lobby_flush(lobby); /* what is left of what was before */
    lobby->news_ms = LONG_MS;
    sock_open(&here, &a, &ann, "/ws/v1/lobby");
    (void)sock_await(&here, "\"lobby\"");
    for (unsigned i = 0; i < 3; i++)
        eq_u64(browse(&bob, "POST", "/api/v1/games", "{}"), 201);
    bm_lobby_flush(lobby);
    sock_send(&here, "{\"t\":\"ping\"}");
    (void)sock_await(&here, "\"game+\"");
    (void)sock_await(&here, "\"game+\"");
    (void)sock_await(&here, "\"game+\"");
    eq_str(sock_await(&here, "\"t\""), "{\"t\":\"pong\"}");
    for (unsigned i = 0; i <= BM_LOBBY_SHOWN; i++)
        if (browse(&bob, "POST", "/api/v1/games", "{}") != 201)
            tap_bail(bob.last.in.s);
    bm_lobby_flush(lobby);
    ok_named(strstr(sock_await(&here, "\"t\""), "{\"t\":\"lobby\""),
             "much news is told as one");
    /* 104, and three of before that are not in memory. */
    ok_named(strstr(here.text, "\"total\":107}"), "with how many games there are");
    const char *const first = strstr(here.text, "\"games\":[{\"id\":\"");
    char newest[24];
    asking_find(&bob.last, "{\"id\":\"", "\"", newest, sizeof newest);
    ok_named(first && strncmp(first + 16, newest, 12) == 0, "the newest first");
    sock_send(&here, "{\"t\":\"ping\"}");
    eq_str(sock_await(&here, "\"t\""), "{\"t\":\"pong\"}");
    sock_close(&here);
}

static void test_alive(void)
{
    static const char line[] = "{\"t\":\"alive\"}\n";
    struct client_action stream;
    struct browser cat = {.to = &a};
    char headers[300];
    eq_u64(browse(&cat, "POST", "/api/v1/accounts",
                  "{\"name\":\"Cat\",\"password\":\"a long secret\"}"),
           201);
    snprintf(headers, sizeof headers, "Cookie: bm_session=%s\r\n", cat.session);
    asking_start(&stream, &a, "GET", "/api/v1/bot/stream", headers, NULL);
    for (unsigned count = 0; count < 3; turn()) {
        bm_buf_char(&stream.in, '\0');
        stream.in.len--;
        count = 0;
        for (const char *at = stream.in.s; (at = strstr(at, line)) != NULL; at++)
            count++;
    }
    ok_named(lobby->counts.streams == 1, "a bot hears that the stream is there");
    asking_end(&stream);
    while (!stream.closed || lobby->counts.streams != 0)
        turn();
    bm_buf_free(&stream.in);
    eq_u64(browse(&cat, "HEAD", "/api/v1/bot/stream", NULL), 200);
    bm_buf_free(&cat.last.in);
}

/* ---- Rules that were uploaded ---- */

/* Ask, and whether some of it was worked on beside the loop. */
static bool is_beside(struct browser *b, const char *method, const char *path, const char *body,
                      unsigned want)
{
    char cookie[160];
    bool seen = false;
    bm_buf_free(&b->last.in);
    snprintf(cookie, sizeof cookie, "Cookie: bm_id=%s\r\n", b->id);
    asking_start(&b->last, &a, method, path, cookie, body);
    while (!b->last.closed) {
        turn();
        seen |= bm_jobs_working(a.server.jobs) != 0;
    }
    eq_u64(asking_status(&b->last), want);
    return seen;
}

static void note_put(void *user, enum bm_store_status status)
{
    *(bool *)user = status == BM_STORE_OK;
}

/* Their first position may take long: games of them begin, and are loaded, beside the loop. */
static void test_uploaded(void)
{
    static const char text[] = "variant: mine\nextends: chess\n";
    struct bm_variant_row row = {
        .name = "mine@0123456789abcdef", .text = text, .len = sizeof text - 1};
    const struct bm_change change = {.kind = BM_CHANGE_VARIANT, .variant = &row};
    char id[24], path[80], game[24];
    bool put = false;
    bm_store_put(a.server.store, &change, 1, note_put, &put);
    while (!put)
        turn();
    eq_u64(browse(&ann, "POST", "/api/v1/seeks",
                  "{\"variant\":\"mine@0123456789abcdef\",\"clock\":\"5m\"}"),
           201);
    asking_find(&ann.last, "{\"id\":\"", "\"", id, sizeof id);
    snprintf(path, sizeof path, "/api/v1/seeks/%s/accept", id);
    ok_named(is_beside(&bob, "POST", path, NULL, 201),
             "a game that was sought is set up beside the loop");
    asking_find(&bob.last, "\"id\":\"", "\"", game, sizeof game);
    snprintf(path, sizeof path, "/api/v1/games/%s", game);
    ok_named(!is_beside(&ann, "GET", path, NULL, 200), "and need not be loaded");
    bm_game_manager_drop_room(a.server.games, game);
    ok_named(is_beside(&ann, "GET", path, NULL, 200),
             "unless it was dropped: beside the loop, too");
    snprintf(path, sizeof path, "/api/v1/games/%s/actions", game);
    eq_u64(browse(&ann, "POST", path, "{\"action\":\"abort\"}"), 200);
    snprintf(path, sizeof path, "/api/v1/games/%s/rematch", game);
    ok_named(!is_beside(&ann, "POST", path, "{}", 200), "a rematch that is offered is nothing");
    ok_named(is_beside(&bob, "POST", path, "{}", 200),
             "one that is agreed to is set up beside the loop");
    ok_named(asking_has(&bob.last, "\"next\":\""), "and is there then");
    eq_u64(browse(&ann, "POST", path, "{}"), 409);

    /* Those of the library take no time. */
    seek(&ann, id);
    snprintf(path, sizeof path, "/api/v1/seeks/%s/accept", id);
    ok_named(!is_beside(&bob, "POST", path, NULL, 201), "a game of chess begins at once");
}

int main(void)
{
    storing_folder(a.folder, sizeof a.folder);
    snprintf(a.path, sizeof a.path, "%s/db", a.folder);
    a.server.options.quick_limits = true;
    asking_open(&a);
    if (bm_variant_store_create(&a.server.variants, &a.server) ||
        bm_game_manager_create(&a.server.games, &a.server) ||
        bm_lobby_create(&a.server.lobby, &a.server))
        tap_bail("no lobby");
    lobby = a.server.lobby;
    lobby->sweep_ms = lobby->alive_ms = SHORT_MS;
    hurry(&lobby->sweep);
    hurry(&lobby->alive);
    test_leaving();
    test_not_stored();
    test_unloaded();
    test_much_news();
    test_alive();
    test_uploaded();
    bm_buf_free(&ann.last.in);
    bm_buf_free(&bob.last.in);
    bm_buf_free(&eve.last.in);
    bm_game_manager_destroy(a.server.games);
    a.server.games = NULL;
    bm_lobby_destroy(lobby);
    bm_variant_store_destroy(a.server.variants);
    asking_close(&a);
    storing_clear(a.folder, "db");
    return tap_done();
}

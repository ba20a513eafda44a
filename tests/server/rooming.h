/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_SERVER_ROOMING_H
#define BM_TESTS_SERVER_ROOMING_H

/* What the tests of rooms have in common: a server without a network, people, and asking. */

#include "server/game/room_internal.h"
#include "server/variants/variant_store.h"
#include "storing.h"

static struct bm_server server;
static char folder[256], path[300];

static const struct bm_identity ann = {.id = "a:ann", .name = "Ann", .scopes = BM_SCOPE_ALL};
static const struct bm_identity bob = {.id = "a:bob", .name = "Bob", .scopes = BM_SCOPE_ALL};
static const struct bm_identity eve = {.id = "a:eve", .name = "Eve", .scopes = BM_SCOPE_ALL};

static inline void rooming_open_hall(void)
{
    if (bm_game_manager_create(&server.games, &server))
        tap_bail("no game manager");
}

/* On a file, or in memory where much is stored. */
static inline void rooming_begin(bool on_file)
{
    snprintf(path, sizeof path, ":memory:");
    if (on_file) {
        storing_folder(folder, sizeof folder);
        snprintf(path, sizeof path, "%s/db", folder);
    }
    if (bm_loop_init(&server.loop))
        tap_bail("no loop");
    server.store = storing_open(&server.loop, &(struct bm_store_options){.path = path});
    if (bm_variant_store_create(&server.variants, &server))
        tap_bail("no variant store");
    rooming_open_hall();
}

static inline void rooming_end(void)
{
    bm_game_manager_destroy(server.games);
    bm_store_close(server.store);
    bm_variant_store_destroy(server.variants);
    bm_loop_fini(&server.loop);
    if (folder[0])
        storing_clear(folder, "db");
}

/* What is under way is stored, or not, before anything is loaded again. */
static inline void rooming_restart(void)
{
    bm_game_manager_destroy(server.games);
    bm_store_close(server.store);
    server.store = storing_open(&server.loop, &(struct bm_store_options){.path = path});
    rooming_open_hall();
}

/* An answer, kept. */
struct rooming_answer {
    bool there;
    enum bm_code code;
    uint64_t seq;
    struct bm_room *room;
    char detail[256];
};

static inline void rooming_hear(void *user, const struct bm_room_reply *v)
{
    struct rooming_answer *const a = user;
    a->there = true;
    a->code = v->code;
    a->seq = v->seq;
    a->room = v->room;
    snprintf(a->detail, sizeof a->detail, "%s", v->detail ? v->detail : "");
}

static inline void rooming_await(const struct rooming_answer *a)
{
    while (!a->there)
        (void)bm_loop_step(&server.loop);
}

/* Ask by a message as a socket would, and wait. */
static inline struct rooming_answer rooming_ask_in(struct bm_room *r,
                                                   const struct bm_identity *identity,
                                                   int64_t trip, enum bm_lang lang,
                                                   const char *message)
{
    struct rooming_answer a = {0};
    struct bm_client_message ask;
    char why[160];
    json_t *const json = json_loads(message, JSON_REJECT_DUPLICATES, NULL);
    if (!json || !bm_client_message_parse(&ask, json, why, sizeof why))
        tap_bail(message);
    ask.round_trip_ms = trip;
    ask.lang = lang;
    bm_room_handle_message(r, identity, &ask, rooming_hear, &a);
    json_decref(json);
    rooming_await(&a);
    return a;
}

static inline struct rooming_answer rooming_ask(struct bm_room *r,
                                                const struct bm_identity *identity,
                                                const char *message)
{
    return rooming_ask_in(r, identity, -1, BM_EN, message);
}

static inline enum bm_code rooming_move(struct bm_room *r, const struct bm_identity *identity,
                                        unsigned ply, const char *move)
{
    char text[120];
    snprintf(text, sizeof text, "{\"t\":\"move\",\"ply\":%u,\"m\":\"%s\"}", ply, move);
    return rooming_ask(r, identity, text).code;
}

/* Make a game, and wait until it is stored; NULL: `answer` says why. */
static inline struct bm_room *rooming_open(const struct bm_identity *identity, const char *body,
                                           char tokens[2][BM_TOKEN_TEXT],
                                           struct rooming_answer *answer)
{
    struct bm_game_config config;
    struct bm_error err = {.what = ""};
    char unused[2][BM_TOKEN_TEXT];
    json_t *const json = json_loads(body, JSON_REJECT_DUPLICATES, NULL);
    struct bm_room *r = NULL;
    if (!json)
        tap_bail(body);
    *answer = (struct rooming_answer){0};
    answer->code = bm_game_config_read(&config, server.games, identity, json,
                                       tokens ? tokens : unused, &err);
    if (!answer->code) {
        r = bm_game_manager_create_game(server.games, &config, &answer->code, &err);
        bm_game_config_fini(&config);
    }
    json_decref(json);
    if (r) {
        bm_room_when_stored(r, rooming_hear, answer);
        rooming_await(answer);
    }
    snprintf(answer->detail, sizeof answer->detail, "%s", err.what);
    return r;
}

static inline struct bm_room *rooming_new(const char *body)
{
    struct rooming_answer a;
    struct bm_room *const r = rooming_open(&ann, body, NULL, &a);
    if (!r)
        tap_bail(a.detail);
    return r;
}

/* A game of Ann, first, and Bob. */
static inline struct bm_room *rooming_pair(const char *members)
{
    char body[400];
    snprintf(body, sizeof body, "{\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]%s%s}",
             *members ? "," : "", members);
    struct bm_room *const r = rooming_new(body);
    if (rooming_ask(r, &bob, "{\"t\":\"join\"}").code)
        tap_bail("cannot join");
    return r;
}

static inline struct bm_room *rooming_find(const char *id)
{
    enum bm_code code;
    return bm_game_manager_find(server.games, id, &code);
}

/* All rooms were last used so much longer ago. */
static inline void rooming_age(int64_t ms)
{
    for (struct bm_room *r = server.games->newest; r; r = r->older)
        r->used -= ms;
}

/* Let time pass in all rooms, and in those that are not in memory. */
static inline void rooming_advance(int64_t ms)
{
    server.games->epoch += ms;
    for (struct bm_room *r = server.games->newest; r; r = r->older)
        bm_room_set_timer(r);
    bm_game_manager_run_deadlines(server.games);
}

/* Let time pass in a room. */
static inline void rooming_pass(struct bm_room *r, int64_t ms) { r->base -= ms; }

/* Somebody who watches, and keeps what he is told. */
struct rooming_eye {
    struct bm_watcher watcher;
    uint64_t seq[4096];
    size_t count;
    char last[4096], said[400]; /* the last event, and the last other message */
    bool gone;
};

static inline void rooming_see(struct bm_watcher *w, struct bm_broadcast *broadcast)
{
    struct rooming_eye *const e = (struct rooming_eye *)w;
    if (e->count < sizeof e->seq / sizeof *e->seq)
        e->seq[e->count++] = broadcast->seq;
    snprintf(e->last, sizeof e->last, "%.*s", (int)broadcast->len, broadcast->text);
}

static inline void rooming_gone(struct bm_watcher *w)
{
    ((struct rooming_eye *)w)->gone = true;
}

static inline void rooming_hear_say(struct bm_watcher *w, struct bm_broadcast *broadcast)
{
    struct rooming_eye *const e = (struct rooming_eye *)w;
    snprintf(e->said, sizeof e->said, "%.*s", (int)broadcast->len, broadcast->text);
}

static const struct bm_watcher_hooks rooming_hooks = {
    .event = rooming_see, .presence = rooming_hear_say, .gone = rooming_gone};

static inline void rooming_watch_as(struct rooming_eye *e, struct bm_room *r,
                                    const struct bm_identity *identity, uint64_t since)
{
    *e = (struct rooming_eye){.watcher = {.hooks = &rooming_hooks}};
    uint64_t last = since;
    while (bm_room_watch(r, &e->watcher, identity, last, &last) == BM_WATCH_MORE)
        ;
}

static inline void rooming_watch(struct rooming_eye *e, struct bm_room *r, uint64_t since)
{
    rooming_watch_as(e, r, NULL, since);
}

#endif

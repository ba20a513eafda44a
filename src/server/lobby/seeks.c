/* SPDX-License-Identifier: MIT */
/* Seeks and challenges, until they are accepted or withdrawn. */
#include <stdio.h>
#include <stdlib.h>

#include "server/accounts/blocks.h"
#include "server/lobby/lobby_internal.h"

static bool is_challenge(const struct bm_seek *s) { return s->to[0]; }

/* ---- What others see ---- */

void bm_seek_write(struct bm_buf *out, const struct bm_seek *s, bool t)
{
    char clock[BM_TIMES_TEXT];
    if (t)
        bm_server_message_begin(out, is_challenge(s) ? BM_SERVER_CHALLENGE : BM_SERVER_SEEK,
                                s->id);
    else
        bm_api_put_text(out, "{\"id\":", s->id);
    bm_message_text(out, is_challenge(s) ? "from" : "name", s->name);
    if (is_challenge(s))
        bm_message_text(out, "to", s->to_name);
    bm_message_text(out, "variant", s->config.variant);
    (void)bm_times_format(&s->config.times, clock, sizeof clock);
    bm_message_text(out, "clock", clock);
    bm_message_text(out, "side", s->side);
    if (s->config.start)
        bm_message_text(out, "start", s->config.start);
    bm_buf_text(out, s->config.no_takebacks ? ",\"takebacks\":false}" : ",\"takebacks\":true}");
}

/* A message about one, ended by LF. */
static struct bm_buf seek_added_message(const struct bm_seek *s)
{
    struct bm_buf text = {0};
    bm_seek_write(&text, s, true);
    bm_buf_char(&text, '\n');
    return text;
}

static struct bm_buf seek_removed_message(const struct bm_seek *s, const char *why)
{
    struct bm_buf text = {0};
    bm_server_message_begin(&text, is_challenge(s) ? BM_SERVER_NO_CHALLENGE : BM_SERVER_NO_SEEK,
                            s->id);
    if (is_challenge(s))
        bm_message_text(&text, "why", why);
    bm_buf_text(&text, "}\n");
    return text;
}

/* Whether a person made something: by identity, or by one id. */
static bool is_maker(const char *maker, const struct bm_identity *identity, const char *id)
{
    return identity ? bm_identity_owns(identity, maker) : strcmp(id, maker) == 0;
}

/* A person's own open seeks, so that a client can tell them from others, and where accepted
 * ones are played. */
static struct bm_buf own_seeks_message(const struct bm_lobby *l,
                                       const struct bm_identity *identity, const char *id)
{
    struct bm_buf text = {0};
    unsigned count = 0;
    bm_server_message_begin(&text, BM_SERVER_MINE, NULL);
    bm_buf_text(&text, ",\"seeks\":[");
    for (const struct bm_seek *s = l->seeks; s; s = s->next)
        if (!is_challenge(s) && is_maker(s->maker, identity, id)) {
            bm_buf_text(&text, count++ ? "," : "");
            bm_json_quote(&text, s->id, strlen(s->id));
        }
    bm_buf_text(&text, "],\"found\":{");
    count = 0;
    for (const struct bm_accepted_seek *m = l->accepted; m; m = m->next)
        if (is_maker(m->maker, identity, id)) {
            bm_buf_text(&text, count++ ? "," : "");
            bm_json_quote(&text, m->seek, strlen(m->seek));
            bm_buf_char(&text, ':');
            bm_json_quote(&text, m->game, strlen(m->game));
        }
    bm_buf_text(&text, "}}\n");
    return text;
}

/* A seek was added, or removed: send it to all or, for a challenge, to the two persons. */
static void announce_seek(struct bm_lobby *l, const struct bm_seek *s, const char *why)
{
    struct bm_buf text = why ? seek_removed_message(s, why) : seek_added_message(s);
    if (!is_challenge(s)) {
        bm_lobby_broadcast(l, &text);
        text = own_seeks_message(l, NULL, s->maker);
    } else {
        bm_lobby_send_to_person(l, s->to, &text, false);
        text = why ? seek_removed_message(s, why) : seek_added_message(s);
    }
    bm_lobby_send_to_person(l, s->maker, &text, false);
}

void bm_seek_send_own(struct bm_lobby_connection *connection)
{
    bool some = false;
    struct bm_lobby *const l = connection->lobby;
    for (const struct bm_seek *s = l->seeks, *next; s && (connection->ws || connection->stream);
         s = next) {
        const bool made = bm_identity_owns(&connection->identity, s->maker);
        next = s->next;
        some |= made && !is_challenge(s);
        if (!is_challenge(s) || (!made && !bm_identity_owns(&connection->identity, s->to)))
            continue;
        struct bm_buf text = seek_added_message(s);
        bm_lobby_connection_send(connection, &text);
        bm_buf_free(&text);
    }
    for (const struct bm_accepted_seek *m = l->accepted; m && !some; m = m->next)
        some = bm_identity_owns(&connection->identity, m->maker);
    if (some && (connection->ws || connection->stream)) {
        struct bm_buf text = own_seeks_message(l, &connection->identity, NULL);
        bm_lobby_connection_send(connection, &text);
        bm_buf_free(&text);
    }
}

/* ---- Coming and going ---- */

struct bm_seek *bm_seek_find(const struct bm_lobby *l, const char *id)
{
    struct bm_seek *s = l->seeks;
    while (s && (s->taken || strcmp(s->id, id) != 0))
        s = s->next;
    return s;
}

static void unlink_seek(struct bm_seek *s)
{
    *s->link = s->next;
    if (s->next)
        s->next->link = s->link;
}

void bm_seek_remove(struct bm_lobby *l, struct bm_seek *s, const char *why)
{
    unlink_seek(s);
    announce_seek(l, s, why);
    bm_game_config_fini(&s->config);
    free(s);
}

/* It was accepted. Without memory only the connected are informed. */
static void remember_accepted(struct bm_lobby *l, const struct bm_seek *s, const char *game)
{
    struct bm_accepted_seek *const m = calloc(1, sizeof *m);
    if (!m)
        return;
    *m = (struct bm_accepted_seek){.next = l->accepted, .at = bm_server_now(l->server)};
    snprintf(m->seek, sizeof m->seek, "%s", s->id);
    snprintf(m->game, sizeof m->game, "%s", game);
    bm_lobby_copy_id(m->maker, s->maker);
    l->accepted = m;
}

void bm_seek_forget_accepted(struct bm_lobby *l, int64_t before)
{
    struct bm_accepted_seek **at = &l->accepted;
    while (*at && (*at)->at > before)
        at = &(*at)->next;
    for (struct bm_accepted_seek *m = *at, *next; m; m = next) {
        next = m->next;
        free(m);
    }
    *at = NULL;
}

void bm_lobby_forget(struct bm_lobby *l, const char *person)
{
    for (struct bm_seek *s = l->seeks, *next; s; s = next) {
        next = s->next;
        if (!s->taken && (strcmp(s->maker, person) == 0 || strcmp(s->to, person) == 0))
            bm_seek_remove(l, s, "gone");
    }
}

void bm_seek_drop_abandoned(struct bm_lobby *l)
{
    const int64_t now = bm_server_now(l->server);
    bm_seek_forget_accepted(l, now - l->alone_ms);
    for (struct bm_seek *s = l->seeks, *next; s; s = next) {
        next = s->next;
        if (bm_lobby_find_person(l, s->maker))
            s->seen = now;
        else if (!s->taken && now - s->seen >= l->alone_ms)
            bm_seek_remove(l, s, "gone");
    }
}

/* Whether there may be one more; false: the request was answered. */
static bool may_seek(struct bm_api_request *req, const char *to)
{
    unsigned all = 0, made = 0, waiting = 0;
    for (const struct bm_seek *s = req->server->lobby->seeks; s; s = s->next) {
        all++;
        made += bm_identity_owns(&req->identity, s->maker);
        waiting += to && strcmp(to, s->to) == 0;
    }
    if (all >= BM_SEEKS_MOST)
        bm_api_reply_code(req, BM_CODE_BUSY, "too many games are sought at the moment");
    else if (made >= BM_SEEKS_EACH)
        bm_api_reply_problem(req, 429, "too_many_seeks", "",
                             "you seek five games already: withdraw one first");
    else if (waiting >= BM_SEEKS_TO)
        bm_api_reply_problem(req, 429, "too_many_challenges", "",
                             "too many challenges wait for this person: try again later");
    else if (bm_game_manager_is_over_quota(req->server->games, &req->identity))
        bm_api_reply_code(req, BM_CODE_TOO_MANY_GAMES, NULL);
    else
        return true;
    return false;
}

/* The members of the body that a seek may have. NULL: no memory. */
static json_t *members_of(const json_t *body)
{
    static const char *const names[] = {"variant", "clock", "side", "start", "takebacks"};
    json_t *const out = json_object();
    for (size_t i = 0; out && i < sizeof names / sizeof *names; i++) {
        json_t *const v = json_object_get(body, names[i]);
        if (v && json_object_set(out, names[i], v) != 0) {
            json_decref(out);
            return NULL;
        }
    }
    return out;
}

static bool read_config(struct bm_api_request *req, struct bm_seek *s)
{
    struct bm_error err = {.what = ""};
    char tokens[2][BM_TOKEN_TEXT];
    json_t *const members = members_of(req->body);
    const json_t *const side = json_object_get(req->body, "side");
    /* The default is a game with a clock. */
    if (!members ||
        (!json_object_get(req->body, "clock") &&
         json_object_set_new(members, "clock", json_string(BM_SEEK_CLOCK)) != 0) ||
        (!side && json_object_set_new(members, "side", json_string("random")) != 0)) {
        json_decref(members);
        bm_api_reply_no_memory(req);
        return false;
    }
    const enum bm_code code = bm_game_config_read(&s->config, req->server->games,
                                                  &req->identity, members, tokens, &err);
    if (code)
        bm_api_reply_code(req, code, err.what);
    else
        snprintf(s->side, sizeof s->side, "%s", side ? json_string_value(side) : "random");
    json_decref(members);
    return !code;
}

struct bm_seek *bm_seek_create(struct bm_api_request *req, const struct bm_account_row *to)
{
    struct bm_lobby *const l = req->server->lobby;
    if (!may_seek(req, to ? to->id : NULL))
        return NULL;
    struct bm_seek *const s = calloc(1, sizeof *s);
    if (!s) {
        bm_api_reply_no_memory(req);
        return NULL;
    }
    if (!read_config(req, s)) {
        free(s);
        return NULL;
    }
    bm_game_new_id(s->id);
    bm_lobby_copy_id(s->maker, req->identity.id);
    memcpy(s->name, req->identity.name, sizeof s->name);
    if (to) {
        memcpy(s->to, to->id, sizeof s->to);
        memcpy(s->to_name, to->name, sizeof s->to_name);
    }
    s->seen = bm_server_now(l->server);
    s->next = l->seeks;
    s->link = &l->seeks;
    if (s->next)
        s->next->link = &s->next;
    l->seeks = s;
    announce_seek(l, s, NULL);
    return s;
}

/* ---- Finding ---- */

struct accepting {
    struct bm_api_request *req;
    struct bm_seek *seek;
    struct bm_game_config config;
    enum bm_code code;
    struct bm_error err;
};

static void send_game_start(struct bm_lobby *l, const struct bm_seek *s, const char *id,
                            const char *game)
{
    struct bm_buf text = {0};
    bm_server_message_begin(&text, BM_SERVER_GO, NULL);
    bm_message_text(&text, "game", game);
    bm_message_text(&text, is_challenge(s) ? "challenge" : "seek", s->id);
    bm_buf_text(&text, "}\n");
    bm_lobby_send_to_person(l, id, &text, false);
}

static void reply_accepted(void *user, const struct bm_room_reply *v)
{
    struct accepting *const a = user;
    struct bm_api_request *const req = a->req;
    struct bm_lobby *const l = req->server->lobby;
    if (v->code) {
        a->seek->taken = false; /* it is sought on */
        bm_api_reply_code(req, v->code, v->detail);
    } else {
        struct bm_buf out = {0};
        send_game_start(l, a->seek, a->seek->maker, bm_room_id(v->room));
        send_game_start(l, a->seek, req->identity.id, bm_room_id(v->room));
        remember_accepted(l, a->seek, bm_room_id(v->room));
        bm_seek_remove(l, a->seek, "accepted");
        bm_room_write_snapshot(&out, v->room, &req->identity, false);
        bm_api_reply_json(req, 201, &out);
    }
    free(a);
}

/* It is sought on. */
static void drop_accepting(void *state)
{
    struct accepting *const a = state;
    a->seek->taken = false;
    bm_game_config_fini(&a->config);
    free(a);
}

/* The first position, in a worker. */
static void make_accepted(const struct bm_api_request *req, void *state)
{
    struct accepting *const a = state;
    (void)req;
    a->code = bm_game_config_prepare(&a->config, &a->err);
}

static void open_accepted(struct bm_api_request *req, void *state)
{
    struct accepting *const a = state;
    struct bm_room *const r =
        a->code
            ? NULL
            : bm_game_manager_create_game(req->server->games, &a->config, &a->code, &a->err);
    if (r) {
        bm_game_config_fini(&a->config);
        a->req = req;
        bm_room_when_stored(r, reply_accepted, a);
    } else {
        bm_api_reply_code(req, a->code, a->err.what);
        drop_accepting(a);
    }
}

void bm_seek_accept(struct bm_api_request *req, struct bm_seek *s)
{
    static const struct bm_request_work how = {
        .work = make_accepted, .done = open_accepted, .drop = drop_accepting, .cost = 20};
    if (bm_is_blocked(req->server, s->maker, &req->identity)) {
        bm_api_reply_code(req, BM_CODE_BLOCKED, NULL);
        return;
    }
    if (bm_game_manager_is_over_quota(req->server->games, &req->identity)) {
        bm_api_reply_code(req, BM_CODE_TOO_MANY_GAMES, NULL);
        return;
    }
    struct accepting *const a = calloc(1, sizeof *a);
    if (!a || !bm_game_config_copy(&a->config, &s->config)) {
        free(a);
        bm_api_reply_no_memory(req);
        return;
    }
    a->seek = s;
    s->taken = true;
    bm_game_seat_assign(&a->config.seat[a->config.seat[0].kind == BM_GAME_SEAT_PERSON],
                        &req->identity);
    bm_game_config_set_date(&a->config);
    if (bm_game_config_is_quick(&a->config))
        open_accepted(req, a);
    else
        bm_api_run_in_worker(req, &how, a);
}

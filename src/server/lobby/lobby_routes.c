/* SPDX-License-Identifier: MIT */
/* Games that are sought, and challenges, by request. */
#include "server/accounts/blocks.h"
#include "server/lobby/lobby_internal.h"

/* ---- Shared ---- */

static void reply_seek(struct bm_api_request *req, const struct bm_seek *s)
{
    struct bm_buf out = {0};
    bm_seek_write(&out, s, false);
    bm_api_reply_json(req, 201, &out);
}

static bool is_mine(const struct bm_api_request *req, const struct bm_seek *s)
{
    return bm_identity_owns(&req->identity, s->maker);
}

/* Append those that are to be listed. */
static void reply_seeks(struct bm_api_request *req, bool challenges)
{
    struct bm_buf out = {0};
    bool some = false;
    bm_buf_text(&out, challenges ? "{\"challenges\":[" : "{\"seeks\":[");
    for (const struct bm_seek *s = req->server->lobby->seeks; s; s = s->next) {
        if (challenges != (s->to[0] != '\0') ||
            (challenges && !is_mine(req, s) && !bm_identity_owns(&req->identity, s->to)))
            continue;
        bm_buf_text(&out, some ? "," : "");
        some = true;
        bm_seek_write(&out, s, false);
        out.len -= !out.failed; /* before the brace */
        bm_buf_text(&out, is_mine(req, s) ? ",\"mine\":true}" : ",\"mine\":false}");
    }
    bm_buf_text(&out, "]}");
    bm_api_reply_json(req, 200, &out);
}

/* ---- Open seeks ---- */

/* NULL: the request was answered. */
static struct bm_seek *seek_of(struct bm_api_request *req)
{
    struct bm_seek *const s = bm_seek_find(req->server->lobby, req->param[0]);
    if (s && !s->to[0])
        return s;
    bm_api_reply_problem(req, 404, "no_such_seek", "", "nobody seeks this game any more");
    return NULL;
}

static void post_seek(struct bm_api_request *req)
{
    const struct bm_seek *const s = bm_seek_create(req, NULL);
    if (s)
        reply_seek(req, s);
}

static void list_seeks(struct bm_api_request *req) { reply_seeks(req, false); }

static void withdraw_seek(struct bm_api_request *req)
{
    struct bm_seek *const s = seek_of(req);
    if (s && !is_mine(req, s)) {
        bm_api_reply_problem(req, 403, "not_yours", "", "somebody else seeks this game");
    } else if (s) {
        bm_seek_remove(req->server->lobby, s, "withdrawn");
        bm_api_reply_empty(req);
    }
}

static void accept_seek(struct bm_api_request *req)
{
    struct bm_seek *const s = seek_of(req);
    if (s && is_mine(req, s))
        bm_api_reply_problem(req, 409, "own_seek", "", "somebody else has to accept it");
    else if (s)
        bm_seek_accept(req, s);
}

/* ---- Challenges ---- */

/* A challenge by the requesting person (`made`) or to them; NULL: the request was answered. */
static struct bm_seek *challenge_of(struct bm_api_request *req, bool made)
{
    struct bm_seek *const s = bm_seek_find(req->server->lobby, req->param[0]);
    if (s && s->to[0] && bm_identity_owns(&req->identity, made ? s->maker : s->to))
        return s;
    bm_api_reply_problem(req, 404, "no_such_challenge", "",
                         made ? "you have no such challenge to withdraw"
                              : "no such challenge waits for you");
    return NULL;
}

static void post_challenge(struct bm_api_request *req)
{
    struct bm_account_row to;
    const char *name = NULL;
    if (!bm_api_body_string(req, "to", &name))
        return;
    if (bm_accounts_is_muted(req->server->accounts, &req->identity)) {
        bm_api_reply_code(req, BM_CODE_MUTED, NULL);
        return;
    }
    if (!name) {
        (void)bm_api_reply_bad_member(req, "to", "the name of an account");
        return;
    }
    const enum bm_store_status status =
        bm_accounts_find_by_name(req->server->accounts, name, &to);
    if (status == BM_STORE_MISSING) {
        bm_api_reply_problem(req, 404, "no_such_account", "",
                             "there is no account of this name");
    } else if (status) {
        bm_api_reply_store_problem(req, status);
    } else if (bm_identity_owns(&req->identity, to.id)) {
        bm_api_reply_problem(req, 409, "own_challenge", "", "this is you");
    } else if (bm_is_blocked(req->server, to.id, &req->identity)) {
        bm_api_reply_code(req, BM_CODE_BLOCKED, NULL);
    } else {
        const struct bm_seek *const s = bm_seek_create(req, &to);
        if (s)
            reply_seek(req, s);
    }
}

static void list_challenges(struct bm_api_request *req) { reply_seeks(req, true); }

static void end_challenge(struct bm_api_request *req, bool made, const char *why)
{
    struct bm_seek *const s = challenge_of(req, made);
    if (s) {
        bm_seek_remove(req->server->lobby, s, why);
        bm_api_reply_empty(req);
    }
}

static void withdraw_challenge(struct bm_api_request *req)
{
    end_challenge(req, true, "withdrawn");
}
static void decline_challenge(struct bm_api_request *req)
{
    end_challenge(req, false, "declined");
}

static void accept_challenge(struct bm_api_request *req)
{
    struct bm_seek *const s = challenge_of(req, false);
    if (s)
        bm_seek_accept(req, s);
}

/* ---- The table ---- */

enum {
    SEEKS = BM_ROUTE_WRITES | BM_ROUTE_PERSON,
    CHALLENGES = BM_ROUTE_WRITES | BM_ROUTE_ACCOUNT
};

#define MEMBERS                                                                               \
    "\"variant\":{\"type\":\"string\"},\"clock\":{\"type\":\"string\"},\"side\":{\"type\":"   \
    "\"string\",\"enum\":[\"first\",\"second\",\"random\"]},\"start\":{\"type\":\"string\"}," \
    "\"takebacks\":{\"type\":\"boolean\"}"
#define BAD_GAME                                                                           \
    "422 bad_variant, 422 bad_position, 422 bad_clock, 422 bad_seats, 422 bad_value, 429 " \
    "too_many_seeks, 429 too_many_games, 503 busy"

const struct bm_route bm_routes_lobby[] = {
    {BM_METHOD_POST, "/api/v1/seeks", post_seek, SEEKS | BM_ROUTE_BODY | BM_ROUTE_RULES, "play",
     "Seek a game with any person; without a clock it is 15m+10, \"none\" is none. It stays "
     "while "
     "you are in the lobby, and a minute without.",
     "{\"type\":\"object\",\"properties\":{" MEMBERS "}}", "lang", 201, BAD_GAME},
    {BM_METHOD_GET, "/api/v1/seeks", list_seeks, 0, "read",
     "Games that are sought, the newest first.", NULL, NULL, 0, NULL},
    {BM_METHOD_DELETE, "/api/v1/seeks/{id}", withdraw_seek, SEEKS, "play",
     "Seek this game no more.", NULL, NULL, 204, "404 no_such_seek, 403 not_yours"},
    {BM_METHOD_POST, "/api/v1/seeks/{id}/accept", accept_seek, SEEKS, "play",
     "Play a game that is sought: it begins at once.", NULL, NULL, 201,
     "404 no_such_seek, 403 blocked, 409 own_seek, 429 too_many_games, 503 busy"},
    {BM_METHOD_POST, "/api/v1/challenges", post_challenge,
     CHALLENGES | BM_ROUTE_BODY | BM_ROUTE_RULES, "play",
     "Challenge a person who has an account. It stays as long as you are in the lobby, and a "
     "minute without.",
     "{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"string\"}," MEMBERS
     "},\"required\":[\"to\"]}",
     NULL, 201,
     "404 no_such_account, 403 blocked, 403 muted, 409 own_challenge, 422 bad_member, 429 "
     "too_many_challenges, " BAD_GAME},
    {BM_METHOD_GET, "/api/v1/challenges", list_challenges, BM_ROUTE_ACCOUNT, "read",
     "Challenges that you made or that wait for you, the newest first.", NULL, NULL, 0, NULL},
    {BM_METHOD_DELETE, "/api/v1/challenges/{id}", withdraw_challenge, CHALLENGES, "play",
     "Take a challenge of yours back.", NULL, NULL, 204, "404 no_such_challenge"},
    {BM_METHOD_POST, "/api/v1/challenges/{id}/accept", accept_challenge, CHALLENGES, "play",
     "Play the game that you were challenged to: it begins at once.", NULL, NULL, 201,
     "404 no_such_challenge, 429 too_many_games, 503 busy"},
    {BM_METHOD_POST, "/api/v1/challenges/{id}/decline", decline_challenge, CHALLENGES, "play",
     "Say no to a challenge.", NULL, NULL, 204, "404 no_such_challenge"},
    {BM_METHOD_GET, "/api/v1/bot/stream", bm_bot_stream, BM_ROUTE_ACCOUNT, "play",
     "Line by line (ndjson), which of your games begin or want you, and challenges; at first "
     "all that are being played.",
     NULL, NULL, 0, "429 too_many_visits"},
    {BM_METHOD_GET, "/ws/v1/lobby", bm_lobby_socket, BM_ROUTE_HIDDEN, "read",
     "The lobby by web socket.", NULL, NULL, 0, "429 too_many_visits"},
    {.path = NULL},
};

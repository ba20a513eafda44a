/* SPDX-License-Identifier: MIT */
/* Games by request: make them, look at them, play them. */
#include <stdio.h>
#include <stdlib.h>

#include "banmen/message.h"
#include "server/game/game_routes.h"
#include "server/game/room_internal.h"

void bm_api_reply_code(struct bm_api_request *req, enum bm_code code, const char *detail)
{
    const enum bm_lang lang = bm_api_lang(req);
    char said[BM_MESSAGE_TEXT];
    (void)bm_message_format(detail ? detail : "", lang, NULL, said, sizeof said);
    const char *const text = *said ? said : bm_code_text(code, lang);
    if (code == BM_CODE_TOO_FAST || code == BM_CODE_LEVELS_BUSY)
        bm_api_reply_busy(req, bm_code_word(code), code == BM_CODE_TOO_FAST ? 2 : 5, text);
    else
        bm_api_reply_problem(req, bm_code_status(code), bm_code_word(code), "", text);
}

struct bm_room *bm_game_room(struct bm_api_request *req)
{
    enum bm_code code;
    struct bm_room *const r = bm_game_manager_find(req->server->games, req->param[0], &code);
    if (!r)
        bm_api_reply_code(req, code, NULL);
    return r;
}

/* ---- Games that have to be loaded ---- */

struct game_load {
    struct bm_loading *loading;
    void (*then)(struct bm_api_request *req);
};

static void drop_load(void *state)
{
    struct game_load *const p = state;
    bm_loading_drop(p->loading);
    free(p);
}

static void work_load(const struct bm_api_request *req, void *state)
{
    (void)req;
    bm_loading_work(((struct game_load *)state)->loading);
}

static void load_in_worker(struct bm_api_request *req, struct game_load *p);

static void load_worked(struct bm_api_request *req, void *state)
{
    struct game_load *const p = state;
    void (*const then)(struct bm_api_request *) = p->then;
    if (bm_loading_continue(p->loading)) {
        load_in_worker(req, p);
        return;
    }
    free(p);
    then(req);
}

static void load_in_worker(struct bm_api_request *req, struct game_load *p)
{
    static const struct bm_request_work how = {
        .work = work_load, .done = load_worked, .drop = drop_load, .cost = BM_LOAD_COST};
    if (p->loading->rules)
        bm_api_charge_plies(req, p->loading->rules, p->loading->page.count);
    bm_api_run_in_worker(req, &how, p);
}

void bm_game_prepare(struct bm_api_request *req, void (*then)(struct bm_api_request *req))
{
    struct bm_loading *const l = bm_loading_begin(req->server->games, req->param[0]);
    struct game_load *const p = l ? calloc(1, sizeof *p) : NULL;
    if (!l) {
        then(req);
    } else if (!p) {
        bm_loading_drop(l);
        bm_api_reply_no_memory(req);
    } else {
        *p = (struct game_load){.loading = l, .then = then};
        load_in_worker(req, p);
    }
}

/* ---- New games ---- */

struct game_opening {
    struct bm_api_request *req;
    struct bm_game_config config;
    enum bm_code code;
    struct bm_error err;
    char tokens[2][BM_TOKEN_TEXT];
};

/* Tokens are shown once, to the creator. */
static void write_tokens(struct bm_buf *out, char tokens[2][BM_TOKEN_TEXT])
{
    out->len -= !out->failed; /* before the brace */
    bm_buf_text(out, ",\"tokens\":[");
    for (unsigned side = 0; side < 2; side++) {
        bm_buf_text(out, side ? "," : "");
        if (tokens[side][0])
            bm_json_quote(out, tokens[side], strlen(tokens[side]));
        else
            bm_buf_text(out, "null");
    }
    bm_buf_text(out, "]}");
}

static void reply_opened(void *user, const struct bm_room_reply *v)
{
    struct game_opening *const o = user;
    struct bm_buf out = {0};
    if (v->code) {
        bm_api_reply_code(o->req, v->code, NULL);
    } else {
        bm_room_write_snapshot(&out, v->room, &o->req->identity, false);
        write_tokens(&out, o->tokens);
        bm_quota_use(o->req, BM_QUOTA_GAMES, 1);
        bm_quota_use(o->req, BM_QUOTA_BYTES, (int64_t)bm_request_body(o->req->request).len);
        bm_api_reply_json(o->req, 201, &out);
    }
    free(o);
}

static void drop_opening(void *state)
{
    struct game_opening *const o = state;
    bm_game_config_fini(&o->config);
    free(o);
}

/* The first position, or the moves of a record: in a worker. */
static void make_game(const struct bm_api_request *req, void *state)
{
    struct game_opening *const o = state;
    (void)req;
    o->code = bm_game_config_prepare(&o->config, &o->err);
}

static void made_game(struct bm_api_request *req, void *state)
{
    struct game_opening *const o = state;
    struct bm_room *const r =
        o->code
            ? NULL
            : bm_game_manager_create_game(req->server->games, &o->config, &o->code, &o->err);
    if (r) {
        bm_game_config_fini(&o->config);
        o->req = req;
        bm_room_when_stored(r, reply_opened, o);
    } else {
        bm_api_reply_code(req, o->code, o->err.what);
        drop_opening(o);
    }
}

void bm_game_open(struct bm_api_request *req, struct bm_game_config *config,
                  char tokens[2][BM_TOKEN_TEXT])
{
    static const struct bm_request_work how = {
        .work = make_game, .done = made_game, .drop = drop_opening, .cost = 20};
    if (!bm_quota_check(req, BM_QUOTA_GAMES, 1) ||
        !bm_quota_check(req, BM_QUOTA_BYTES, (int64_t)bm_request_body(req->request).len)) {
        bm_game_config_fini(config);
        return;
    }
    struct game_opening *const o = calloc(1, sizeof *o);
    if (!o) {
        bm_game_config_fini(config);
        bm_api_reply_no_memory(req);
        return;
    }
    if (!config->record) /* which has its own, if any */
        bm_game_config_set_date(config);
    o->config = *config;
    *config = (struct bm_game_config){0};
    memcpy(o->tokens, tokens, sizeof o->tokens);
    bm_api_run_in_worker(req, &how, o);
}

static void post_game(struct bm_api_request *req)
{
    struct bm_game_config config;
    struct bm_error err;
    char tokens[2][BM_TOKEN_TEXT];
    if (bm_game_manager_is_over_quota(req->server->games, &req->identity)) {
        bm_api_reply_code(req, BM_CODE_TOO_MANY_GAMES, NULL);
        return;
    }
    const enum bm_code code = bm_game_config_read(&config, req->server->games, &req->identity,
                                                  req->body, tokens, &err);
    if (code)
        bm_api_reply_code(req, code, err.what);
    else
        bm_game_open(req, &config, tokens);
}

/* ---- Looking ---- */

static void reply_game(void *user, const struct bm_room_reply *v)
{
    struct bm_api_request *const req = user;
    struct bm_buf out = {0};
    if (v->code) {
        bm_api_reply_code(req, v->code, v->detail);
        return;
    }
    bm_room_write_snapshot(&out, v->room, &req->identity, false);
    bm_api_reply_json(req, 200, &out);
}

static void get_game(struct bm_api_request *req)
{
    struct bm_room *const r = bm_game_room(req);
    if (r)
        bm_room_when_stored(r, reply_game, req);
}

/* ---- Playing ---- */

static void reply_done(void *user, const struct bm_room_reply *v)
{
    struct bm_api_request *const req = user;
    struct bm_buf out = {0};
    if (v->code) {
        bm_api_reply_code(req, v->code, v->detail);
        return;
    }
    bm_buf_text(&out, "{\"seq\":");
    bm_json_int(&out, (int64_t)v->seq);
    bm_buf_char(&out, '}');
    bm_api_reply_json(req, 200, &out);
}

static void handle_message(struct bm_api_request *req, enum bm_client_message_kind kind,
                           bm_room_done *answer)
{
    struct bm_client_message message;
    char why[160];
    struct bm_room *const r = bm_game_room(req);
    if (!r)
        return;
    if (!bm_client_message_read(&message, kind, req->body, why, sizeof why)) {
        bm_api_reply_code(req, BM_CODE_BAD_MESSAGE, why);
        return;
    }
    message.lang = bm_api_lang(req);
    bm_room_handle_message(r, &req->identity, &message, answer, req);
}

/* It was done: show the game as soon as nothing is under way. */
static void reply_then_game(void *user, const struct bm_room_reply *v)
{
    if (v->code)
        reply_game(user, v);
    else
        bm_room_when_stored(v->room, reply_game, user);
}

static void post_join(struct bm_api_request *req)
{
    handle_message(req, BM_CLIENT_JOIN, reply_then_game);
}

static void post_move(struct bm_api_request *req)
{
    /* The REST API calls the member "move" that sockets call "m". */
    json_t *const m = json_object_get(req->body, "move");
    if (m)
        (void)json_object_set(req->body, "m", m);
    handle_message(req, BM_CLIENT_MOVE, reply_done);
}

/* These have routes of their own. */
static bool has_route(enum bm_client_message_kind kind)
{
    return kind == BM_CLIENT_MOVE || kind == BM_CLIENT_CHAT || kind == BM_CLIENT_JOIN ||
           kind == BM_CLIENT_REMATCH;
}

static void post_action(struct bm_api_request *req)
{
    const char *word = "";
    if (!bm_api_body_string(req, "action", &word))
        return;
    const enum bm_client_message_kind kind = bm_client_message_find(word);
    if (kind == BM_CLIENT_MESSAGE_COUNT || kind == BM_CLIENT_PING || kind == BM_CLIENT_EVENTS ||
        has_route(kind))
        bm_api_reply_code(req, BM_CODE_BAD_MESSAGE,
                          "\"action\" should be what is to be done, such as \"resign\"");
    else
        handle_message(req, kind, reply_done);
}

static void post_chat(struct bm_api_request *req)
{
    handle_message(req, BM_CLIENT_CHAT, reply_done);
}

static void post_rematch(struct bm_api_request *req)
{
    handle_message(req, BM_CLIENT_REMATCH, reply_then_game);
}

#define PLAYS (BM_ROUTE_WRITES | BM_ROUTE_PERSON | BM_ROUTE_BODY)
#define SIDE  "\"side\":{\"type\":\"string\",\"enum\":[\"first\",\"second\"]}"
#define SETUP                                                                                \
    "\"variant\":{\"type\":\"string\"},\"clock\":{\"type\":\"string\"},\"seats\":{\"type\":" \
    "\"array\",\"minItems\":2,\"maxItems\":2,\"items\":{\"type\":\"object\",\"properties\":" \
    "{\"kind\":{\"type\":\"string\",\"enum\":[\"me\",\"open\",\"link\",\"level\","           \
    "\"engine\"]},\"level\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":8},\"engine\":{" \
    "\"type\":\"string\"}},"                                                                 \
    "\"required\":[\"kind\"]}},\"side\":{\"type\":\"string\",\"enum\":[\"first\","           \
    "\"second\",\"random\"]},\"listed\":{\"type\":\"boolean\"},\"takebacks\":{\"type\":"     \
    "\"boolean\"}"

const struct bm_route bm_routes_games[] = {
    {BM_METHOD_POST, "/api/v1/games", post_game, PLAYS | BM_ROUTE_RULES, "play",
     "Make a game: any variant, start position and clock; seats for you, any person, a friend "
     "with a link, a built-in level, or an engine of the server.",
     "{\"type\":\"object\",\"properties\":{" SETUP ",\"start\":{\"type\":\"string\"}}}", "lang",
     201,
     "422 bad_variant, 422 bad_position, 422 bad_clock, 422 bad_seats, 422 bad_engine, 422 "
     "bad_value, 429 too_many_games, 429 engines_busy, 429 levels_busy, 429 "
     "quota_exceeded, 503 busy"},
    {BM_METHOD_GET, "/api/v1/games", bm_game_list, BM_ROUTE_PERSON, "read",
     "Games that are listed, or your own with mine=1, those that changed last first; before is "
     "where the page before ended.",
     NULL, "mine stage before most", 0, "400 bad_parameter"},
    {BM_METHOD_POST, "/api/v1/games/import", bm_game_import,
     PLAYS | BM_ROUTE_RECORD | BM_ROUTE_COSTLY | BM_ROUTE_RULES, "play",
     "Make a game of a record in any format: to look at, or with seats to go on with it.",
     "{\"type\":\"object\",\"properties\":{\"record\":{\"type\":\"string\"},\"format\":{"
     "\"type\":\"string\"}," SETUP "},\"required\":[\"record\"]}",
     "lang", 201,
     "422 bad_member, 422 bad_record, 422 bad_format, 422 bad_variant, 422 bad_clock, 422 "
     "bad_seats, 422 bad_engine, 429 too_many_games, 429 engines_busy, 429 levels_busy, 429 "
     "quota_exceeded, 503 "
     "busy"},
    {BM_METHOD_GET, "/api/v1/games/{id}", get_game, 0, "read",
     "The whole game: position, moves, clocks, seats, offers, chat.", NULL, NULL, 0,
     "404 no_such_game"},
    {BM_METHOD_POST, "/api/v1/games/{id}/join", post_join, PLAYS, "play",
     "Sit down at an open seat, or with its token at one that is kept for a friend.",
     "{\"type\":\"object\",\"properties\":{\"token\":{\"type\":\"string\"}," SIDE "}}", "lang",
     0,
     "404 no_such_game, 403 bad_token, 409 seat_taken, 409 already_seated, 409 game_over, 403 "
     "blocked, "
     "409 too_many_events, 422 "
     "bad_message"},
    {BM_METHOD_POST, "/api/v1/games/{id}/moves", post_move, PLAYS, "play",
     "Make a move in coordinates (UCI or USI); ply is the number of moves before it, seq the "
     "last event that you have seen. The same again is answered as before, and not played "
     "again after it was taken back.",
     "{\"type\":\"object\",\"properties\":{\"ply\":{\"type\":\"integer\",\"minimum\":0},"
     "\"move\":{\"type\":\"string\"},\"seq\":{\"type\":\"integer\",\"minimum\":0}},"
     "\"required\":[\"ply\",\"move\"]}",
     "lang", 0,
     "404 no_such_game, 403 not_seated, 409 not_your_turn, 409 stale_ply, 409 retracted, 409 "
     "game_over, 409 not_started, 409 paused, 422 bad_move, 422 illegal_move, 422 bad_message"},
    {BM_METHOD_POST, "/api/v1/games/{id}/actions", post_action, PLAYS, "play",
     "Resign, offer or answer a draw, ask for or answer a takeback, declare, claim a draw by "
     "the "
     "rules, claim the win or a draw from an opponent who has left, give time, abort, leave.",
     "{\"type\":\"object\",\"properties\":{\"action\":{\"type\":\"string\",\"enum\":["
     "\"resign\",\"draw\",\"takeback\",\"declare\",\"claim\",\"claim-win\",\"claim-"
     "draw\",\"give-time\",\"abort\",\"leave\"]"
     "},\"yes\":{\"type\":\"boolean\"},\"plies\":{\"type\":\"integer\"},\"ms\":{\"type\":"
     "\"integer\"}," SIDE "},\"required\":[\"action\"]}",
     "lang", 0,
     "404 no_such_game, 403 not_seated, 409 not_your_turn, 409 game_over, 409 not_started, 409 "
     "no_offer, 409 offered, 409 too_soon, 409 no_claim, 409 no_declaration, 409 no_takebacks, "
     "409 no_moves, 409 not_away, 409 too_many_events, 409 no_clock, 409 too_late_to_abort, "
     "409 started, 422 bad_member, 422 "
     "bad_value, 422 bad_message"},
    {BM_METHOD_POST, "/api/v1/games/{id}/chat", post_chat, PLAYS, "play",
     "Say something: to the other player, or as a spectator to the spectators.",
     "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\",\"maxLength\":200}},"
     "\"required\":[\"text\"]}",
     "lang", 0,
     "404 no_such_game, 403 blocked, 403 muted, 409 too_many_events, 422 bad_value, 422 "
     "bad_message, 429 "
     "too_fast"},
    {BM_METHOD_POST, "/api/v1/games/{id}/rematch", post_rematch, PLAYS, "play",
     "Offer another game with sides changed, agree to one, or decline: next is its id.",
     "{\"type\":\"object\",\"properties\":{\"yes\":{\"type\":\"boolean\"}," SIDE "}}", "lang",
     0,
     "404 no_such_game, 403 not_seated, 409 not_over, 409 offered, 409 too_many_events, 422 "
     "bad_message, 429 engines_busy, 429 levels_busy"},
    {BM_METHOD_GET, "/api/v1/games/{id}/events", bm_game_events, 0, "read",
     "What has happened after an event, at most limit events (500 if not said, 1,000 at most); "
     "with stream=1 all of it line by line, and what happens from then on.",
     NULL, "since limit stream", 0, "400 bad_parameter, 404 no_such_game"},
    {BM_METHOD_GET, "/api/v1/games/{id}/export", bm_game_export, 0, "read",
     "The record: pgn, kif, ki2, csa, jkf, usi, usen, json, fen, sfen or epd.", NULL, "format",
     0, "404 no_such_game, 422 bad_format"},
    {BM_METHOD_GET, "/ws/v1/game/{id}", bm_game_socket, BM_ROUTE_HIDDEN, "read",
     "A game by web socket.", NULL, "since lang", 0, "404 no_such_game"},
    {.path = NULL},
};

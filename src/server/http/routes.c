/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "server/app/rate_limits.h"
#include "server/game/game_routes.h"
#include "server/http/host_check.h"
#include "server/http/routes.h"
#include "server/variants/variant_store.h"
#include "server/ws/messages.h"

const struct bm_route *const *bm_routes_all(void)
{
    static const struct bm_route *const all[] = {bm_routes_health,       bm_routes_games,
                                                 bm_routes_accounts,     bm_routes_variants,
                                                 bm_routes_simple_board, bm_routes_positions,
                                                 bm_routes_static,       bm_routes_lobby,
                                                 bm_routes_blocks,       bm_routes_analysis,
                                                 bm_routes_engines,      bm_routes_archive,
                                                 bm_routes_studies,      NULL};
    return all;
}

/* ---- Paths ---- */

/* Match a path with a pattern; segments in place of {names} go to req->param. */
static bool matches_pattern(struct bm_slice path, const char *pattern,
                            struct bm_api_request *req)
{
    const char *p = path.s, *const end = path.s + path.len;
    unsigned n = 0;
    while (*pattern != '\0') {
        if (*pattern != '{') {
            if (p == end || *p++ != *pattern++)
                return false;
            continue;
        }
        const char *const from = p;
        while (p != end && *p != '/')
            p++;
        const struct bm_slice piece = {from, (size_t)(p - from)};
        if (n == BM_ROUTE_PARAMS || piece.len == 0 ||
            !bm_slice_decode(piece, false, req->param[n], sizeof req->param[n]))
            return false;
        n++;
        pattern = strchr(pattern, '}') + 1;
    }
    return p == end;
}

/* The route of a request. NULL: *allow gets the methods that there are, if any. */
static const struct bm_route *find_route(struct bm_api_request *req, char *allow, size_t cap)
{
    static const char *const names[] = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", ""};
    const struct bm_slice path = bm_request_path(req->request);
    enum bm_method method = bm_request_method(req->request);
    if (method == BM_METHOD_HEAD)
        method = BM_METHOD_GET;
    size_t used = 0;
    allow[0] = '\0';
    for (const struct bm_route *const *table = bm_routes_all(); *table; table++)
        for (const struct bm_route *r = *table; r->path; r++) {
            if (!matches_pattern(path, r->path, req))
                continue;
            if (r->method == method)
                return r;
            const int n =
                snprintf(allow + used, cap - used, "%s%s", used ? ", " : "", names[r->method]);
            used += n > 0 && (size_t)n < cap - used ? (size_t)n : 0;
        }
    return NULL;
}

/* ---- Running ---- */

static void run_route(struct bm_api_request *req) { req->route->run(req); }

/* Whether it is about a game, which may have to be loaded. */
static bool names_game(const struct bm_api_request *req)
{
    const char *const path = req->route->path;
    return req->server->games && (strstr(path, "/games/{id}") || strstr(path, "/game/{id}"));
}

/* The body was read. */
static void begin_route(struct bm_api_request *req)
{
    const char *const variant = json_string_value(json_object_get(req->body, "variant"));
    if (req->route->flags & BM_ROUTE_RULES && variant)
        bm_variant_store_prepare(req, variant, run_route);
    else if (names_game(req))
        bm_game_prepare(req, run_route);
    else
        run_route(req);
}

/* ---- Bodies ---- */

enum { AT_ONCE = 4096 }; /* bytes of a body that are parsed on the loop */

/* A body that is being read. */
struct body_job {
    struct bm_slice text; /* of the request, which stays until it is answered */
    json_t *json;         /* NULL: it is none */
    json_error_t err;
    bool bad_shape;
};

static void parse_body(struct body_job *b)
{
    b->json = json_loadb(b->text.s, b->text.len, JSON_REJECT_DUPLICATES, &b->err);
    b->bad_shape = b->json && !json_is_object(b->json);
    if (b->bad_shape) {
        json_decref(b->json);
        b->json = NULL;
    }
}

/* The request gets the parsed body. False: it was answered. */
static bool take_body(struct bm_api_request *req, const struct body_job *b)
{
    char more[80];
    req->body = b->json;
    if (req->body)
        return true;
    (void)snprintf(more, sizeof more, ",\"line\":%d,\"column\":%d", b->err.line, b->err.column);
    bm_api_reply_problem(req, 400, "bad_json", b->bad_shape ? "" : more,
                         b->bad_shape ? "the body must be an object" : b->err.text);
    return false;
}

static void parse_in_worker(const struct bm_api_request *req, void *state)
{
    (void)req;
    parse_body(state);
}

static void body_parsed(struct bm_api_request *req, void *state)
{
    const struct body_job b = *(struct body_job *)state;
    free(state);
    if (take_body(req, &b))
        begin_route(req);
}

/* A long body is parsed in a worker; then the route runs. */
static void read_in_worker(struct bm_api_request *req, struct bm_slice text)
{
    static const struct bm_request_work how = {
        .work = parse_in_worker, .done = body_parsed, .drop = free, .cost = 5};
    struct body_job *const b = calloc(1, sizeof *b);
    if (!b) {
        bm_api_reply_no_memory(req);
        return;
    }
    b->text = text;
    bm_api_run_in_worker(req, &how, b);
}

/* A JSON value costs far more memory than its bytes: values are counted before a tree is
 * made of them. False: the request was answered. */
static bool count_values(struct bm_api_request *req, struct bm_slice body)
{
    enum { FOR_ONE = 4 }; /* unit of work */
    unsigned depth;
    const size_t values = bm_json_count(body.s, body.len, &depth);
    bm_request_charge(req->request, values / FOR_ONE);
    if (values <= BM_BODY_VALUES && depth <= BM_BODY_DEPTH)
        return true;
    char detail[96];
    (void)snprintf(detail, sizeof detail, "a body has at most %d values, no deeper than %d",
                   BM_BODY_VALUES, BM_BODY_DEPTH);
    bm_api_reply_problem(req, 400, "bad_json", "", detail);
    return false;
}

/* Read the body. False: the route must not run now: the request was answered, or continues
 * when the body is parsed. */
static bool read_body(struct bm_api_request *req)
{
    const struct bm_slice body = bm_request_body(req->request);
    struct bm_slice type = bm_request_header(req->request, "content-type");
    for (size_t i = 0; i < type.len; i++)
        if (type.s[i] == ';' || type.s[i] == ' ')
            type.len = i;
    if (body.len == 0)
        return true;
    if (!count_values(req, body))
        return false;
    if (!bm_slice_is_like(type, "application/json")) {
        bm_api_reply_problem(req, 415, "not_json", "", "send the body as application/json");
        return false;
    }
    if (body.len > AT_ONCE) {
        read_in_worker(req, body);
        return false;
    }
    struct body_job b = {.text = body};
    parse_body(&b);
    return take_body(req, &b);
}

/* ---- What can be checked before a route runs ---- */

/* Whether the identity may do this; false: the request was answered. */
static bool check_request(struct bm_api_request *req)
{
    const struct bm_route *const r = req->route;
    struct bm_accounts *const accounts = req->server->accounts;
    const bool writes = r->flags & BM_ROUTE_WRITES;
    char address[64];
    const bool known = bm_accounts_identify(accounts, req->request, &req->identity);
    (void)bm_accounts_address(accounts, req->request, address, sizeof address);
    const unsigned wait = bm_accounts_charge(accounts, address, &req->identity, writes,
                                             r->flags & BM_ROUTE_COSTLY);
    if (wait) {
        bm_api_reply_too_many(req, wait);
        return false;
    }
    if (!known) {
        bm_api_reply_problem_with(req, 401, "bad_token", "WWW-Authenticate: Bearer\r\n", "",
                                  "this token is not valid, or not any more");
        return false;
    }
    struct bm_sanction_row ban;
    if (bm_accounts_find_ban(accounts, &req->identity, address, &ban)) {
        bm_api_reply_banned(req, &ban);
        return false;
    }
    const bool trusted = writes || bm_ws_is_asked(req->request);
    if (trusted && !req->identity.by_token && !bm_accounts_is_origin(accounts, req->request)) {
        bm_api_reply_problem(req, 403, "bad_origin", "", "this page may not do that here");
        return false;
    }
    if (writes && !bm_store_is_writable(req->server->store)) {
        bm_api_reply_store_problem(req, BM_STORE_FULL);
        return false;
    }
    const unsigned scope = r->scope ? bm_scope_of(r->scope, strlen(r->scope)) : 0;
    if (req->identity.by_token && scope && !(req->identity.scopes & scope)) {
        bm_api_reply_problem(req, 403, "scope_needed", "",
                             "this token does not have the scope for that");
        return false;
    }
    if (r->flags & BM_ROUTE_ACCOUNT && strncmp(req->identity.id, "u:", 2) != 0) {
        bm_api_reply_problem(req, 401, "account_needed", "", "log in first");
        return false;
    }
    if (r->flags & BM_ROUTE_PERSON && req->identity.id[0] == '\0')
        bm_accounts_create_guest(accounts, &req->identity, req->cookie, sizeof req->cookie);
    bm_rate_limits_address_key(address, req->identity.place, sizeof req->identity.place);
    return !(r->flags & BM_ROUTE_BODY) || read_body(req);
}

size_t bm_routes_body_most(struct bm_server *s, struct bm_request *r)
{
    struct bm_api_request req = {.server = s, .request = r};
    char allow[80];
    const struct bm_route *const route = find_route(&req, allow, sizeof allow);
    const unsigned flags = route ? route->flags : 0;
    return flags & BM_ROUTE_RECORD ? BM_BODY_RECORD
           : flags & BM_ROUTE_LONG ? BM_BODY_LONG
                                   : BM_BODY_USUAL;
}

void bm_routes_dispatch(struct bm_server *s, struct bm_request *r)
{
    struct bm_api_request *const req = calloc(1, sizeof *req);
    char allow[80];
    if (!req) {
        bm_request_reply(r, 503, "Retry-After: 1\r\n", "", 0);
        return;
    }
    req->server = s;
    req->request = r;
    bm_access_log_begin(req);
    if (!bm_server_is_host(&s->options, bm_request_header(r, "host"))) {
        bm_api_reply_problem(
            req, 421, "wrong_host", "",
            "this server is not known by the name in \"Host\": its address always "
            "works, and banmen serve --host NAME adds a name");
        return;
    }
    req->route = find_route(req, allow, sizeof allow);
    if (req->route) {
        if (req->route->flags & BM_ROUTE_FILE || check_request(req))
            begin_route(req);
    } else if (allow[0] == '\0') {
        bm_api_reply_problem(req, 404, "no_such_route", "", "there is nothing at this address");
    } else {
        char line[112];
        (void)snprintf(line, sizeof line, "Allow: %s\r\n", allow);
        bm_api_reply_problem_with(req, 405, "bad_method", line, "",
                                  "this address does not do that");
    }
}

/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "server/hosts.h"
#include "server/routes.h"
#include "server/wire.h"

const struct bm_route *const *bm_routes_all(void)
{
    static const struct bm_route *const all[] = {bm_routes_basic,
                                                 bm_routes_games,
                                                 bm_routes_people,
                                                 bm_routes_shelf,
                                                 bm_routes_compat,
                                                 bm_routes_positions,
                                                 bm_routes_page,
                                                 bm_routes_lobby,
                                                 bm_routes_analysis,
                                                 bm_routes_engines,
                                                 NULL};
    return all;
}

/* ---- Paths ---- */

/* Whether a path is of a pattern; pieces that stand for {names} go to c->param. */
static bool is_of(struct bm_slice path, const char *pattern, struct bm_call *c)
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
        if (n == BM_CALL_PARAMS || piece.len == 0 ||
            !bm_slice_decode(piece, false, c->param[n], sizeof c->param[n]))
            return false;
        n++;
        pattern = strchr(pattern, '}') + 1;
    }
    return p == end;
}

/* The route of a request. NULL: *allow gets the methods that there are, if any. */
static const struct bm_route *find(struct bm_call *c, char *allow, size_t cap)
{
    static const char *const names[] = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", ""};
    const struct bm_slice path = bm_request_path(c->request);
    enum bm_method method = bm_request_method(c->request);
    if (method == BM_METHOD_HEAD)
        method = BM_METHOD_GET;
    size_t used = 0;
    allow[0] = '\0';
    for (const struct bm_route *const *table = bm_routes_all(); *table; table++)
        for (const struct bm_route *r = *table; r->path; r++) {
            if (!is_of(path, r->path, c))
                continue;
            if (r->method == method)
                return r;
            const int n =
                snprintf(allow + used, cap - used, "%s%s", used ? ", " : "", names[r->method]);
            used += n > 0 && (size_t)n < cap - used ? (size_t)n : 0;
        }
    return NULL;
}

/* ---- What can be checked before a route runs ---- */

/* Read the body. False: the call was answered. */
static bool read_body(struct bm_call *c)
{
    const struct bm_slice body = bm_request_body(c->request);
    struct bm_slice type = bm_request_header(c->request, "content-type");
    for (size_t i = 0; i < type.len; i++)
        if (type.s[i] == ';' || type.s[i] == ' ')
            type.len = i;
    if (body.len == 0)
        return true;
    if (!bm_slice_is_like(type, "application/json")) {
        bm_call_problem(c, 415, "not_json", "", "send the body as application/json");
        return false;
    }
    json_error_t err;
    c->body = json_loadb(body.s, body.len, JSON_REJECT_DUPLICATES, &err);
    if (!c->body) {
        char more[80];
        (void)snprintf(more, sizeof more, ",\"line\":%d,\"column\":%d", err.line, err.column);
        bm_call_problem(c, 400, "bad_json", more, err.text);
        return false;
    }
    if (!json_is_object(c->body) || bm_json_is_deep(c->body)) {
        bm_call_problem(c, 400, "bad_json", "",
                        "the body must be an object, and no deeper than 16");
        return false;
    }
    return true;
}

/* Whether somebody may do this; false: the call was answered. */
static bool may(struct bm_call *c)
{
    const struct bm_route *const r = c->route;
    struct bm_people *const people = c->server->people;
    const bool writes = r->flags & BM_ROUTE_WRITES;
    char address[64];
    const bool known = bm_people_find(people, c->request, &c->who);
    const unsigned wait =
        bm_people_charge(people, bm_people_address(people, c->request, address, sizeof address),
                         &c->who, writes, r->flags & BM_ROUTE_COSTLY);
    if (wait) {
        bm_call_too_many(c, wait);
        return false;
    }
    if (!known) {
        bm_call_problem_with(c, 401, "bad_token", "WWW-Authenticate: Bearer\r\n", "",
                             "this token is not valid, or not any more");
        return false;
    }
    const bool trusted = writes || bm_ws_is_asked(c->request);
    if (trusted && !c->who.by_token && !bm_people_is_origin(people, c->request)) {
        bm_call_problem(c, 403, "bad_origin", "", "this page may not do that here");
        return false;
    }
    if (writes && !bm_store_is_writable(c->server->store)) {
        bm_call_store_problem(c, BM_STORE_FULL);
        return false;
    }
    const unsigned scope = r->scope ? bm_scope_of(r->scope, strlen(r->scope)) : 0;
    if (c->who.by_token && scope && !(c->who.scopes & scope)) {
        bm_call_problem(c, 403, "scope_needed", "",
                        "this token does not have the scope for that");
        return false;
    }
    if (r->flags & BM_ROUTE_ACCOUNT && strncmp(c->who.id, "u:", 2) != 0) {
        bm_call_problem(c, 401, "account_needed", "", "log in first");
        return false;
    }
    if (r->flags & BM_ROUTE_PERSON && c->who.id[0] == '\0')
        bm_people_meet(people, &c->who, c->cookie, sizeof c->cookie);
    return !(r->flags & BM_ROUTE_BODY) || read_body(c);
}

void bm_routes_dispatch(struct bm_server *s, struct bm_request *r)
{
    struct bm_call *const c = calloc(1, sizeof *c);
    char allow[80];
    if (!c) {
        bm_request_reply(r, 503, "Retry-After: 1\r\n", "", 0);
        return;
    }
    c->server = s;
    c->request = r;
    if (!bm_server_is_host(&s->options, bm_request_header(r, "host"))) {
        bm_call_problem(c, 421, "wrong_host", "",
                        "this server is not known by the name in \"Host\": its address always "
                        "works, and banmen serve --host NAME adds a name");
        return;
    }
    c->route = find(c, allow, sizeof allow);
    if (c->route) {
        if (c->route->flags & BM_ROUTE_FILE || may(c))
            c->route->run(c);
    } else if (allow[0] == '\0') {
        bm_call_problem(c, 404, "no_such_route", "", "there is nothing at this address");
    } else {
        char line[112];
        (void)snprintf(line, sizeof line, "Allow: %s\r\n", allow);
        bm_call_problem_with(c, 405, "bad_method", line, "", "this address does not do that");
    }
}

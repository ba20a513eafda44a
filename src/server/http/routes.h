/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ROUTES_H
#define BM_SERVER_ROUTES_H

/*
 * All routes, in one table for each area. The dispatcher, the OpenAPI document and the
 * documentation page are made from them, so that none can be forgotten.
 */

#include "server/http/api_request.h"

enum bm_route_flag {
    BM_ROUTE_WRITES = 1, /* changes something: the origin is checked, and the store must be
                            writable */
    BM_ROUTE_PERSON =
        2, /* an identity is required: a request without a cookie gets a guest's */
    BM_ROUTE_ACCOUNT = 4,   /* an account is required */
    BM_ROUTE_BODY = 8,      /* a JSON object is expected */
    BM_ROUTE_TEXT = 16,     /* a body of any kind is expected; it is not parsed */
    BM_ROUTE_COSTLY = 32,   /* counts against the limit for what costs much */
    BM_ROUTE_HIDDEN = 64,   /* not in the document: pages, sockets */
    BM_ROUTE_FILE = 128,    /* a file of the app: no identity is looked up */
    BM_ROUTE_RULES = 256,   /* its body names a variant, whose rules are compiled before it runs
                             */
    BM_ROUTE_ENTRY = 512,   /* a log-in: success and failure are logged */
    BM_ROUTE_LONG = 1024,   /* bodies of BM_BODY_LONG: positions with their moves, variants */
    BM_ROUTE_RECORD = 2048, /* of BM_BODY_RECORD: games with variations and comments */
    BM_ROUTE_EMBED = 4096   /* pages of other sites may frame and load it */
};

struct bm_route {
    enum bm_method method;
    const char *path; /* "/api/v1/games/{id}/moves" */
    void (*run)(struct bm_api_request *req);
    unsigned flags;
    const char
        *scope; /* that a token needs: "play", "read", "variants", "account"; NULL: none */
    const char *summary; /* one sentence, for the document */
    const char *body;    /* JSON schema of the body, or NULL */
    const char *query;   /* names of query parameters, by blanks, or NULL */
    unsigned status;     /* of success; 0: 200 */
    const char
        *errors; /* its errors besides the usual ones: "404 no_such_game, 409 not_your_turn" */
};

/* Limits of a body: bytes, by the route's flags, and JSON values. */
enum {
    BM_BODY_USUAL = 16384,
    BM_BODY_LONG = 65536 + 1024,
    BM_BODY_RECORD = 1 << 20,
    BM_BODY_VALUES = 4096,
    BM_BODY_DEPTH = 16
};

/* Each ends in a route without a path. */
extern const struct bm_route bm_routes_analysis[];
extern const struct bm_route bm_routes_engines[];
extern const struct bm_route bm_routes_blocks[];
extern const struct bm_route bm_routes_archive[]; /* games that accounts keep */
extern const struct bm_route bm_routes_studies[];
extern const struct bm_route bm_routes_health[];       /* health, metrics, documents, pages */
extern const struct bm_route bm_routes_games[];        /* games */
extern const struct bm_route bm_routes_lobby[];        /* seeks, challenges, bots */
extern const struct bm_route bm_routes_variants[];     /* variants */
extern const struct bm_route bm_routes_simple_board[]; /* /validate, /reset */
extern const struct bm_route bm_routes_positions[];
extern const struct bm_route bm_routes_static[];   /* what browsers get */
extern const struct bm_route bm_routes_accounts[]; /* accounts, tokens */

/* How large the body of a request may be. */
size_t bm_routes_body_most(struct bm_server *s, struct bm_request *r);
/* Answer a request: find its route, identify the client, check what can be checked, run it. */
void bm_routes_dispatch(struct bm_server *s, struct bm_request *r);
/* All tables; NULL behind the last. */
const struct bm_route *const *bm_routes_all(void);

#endif

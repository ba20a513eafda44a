/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_API_REQUEST_H
#define BM_SERVER_API_REQUEST_H

/*
 * A request to the API, from the moment that its route is known: identity, parameters, body,
 * and the ways to answer it. It lives until it is answered, which may be later.
 */

#include <jansson.h>

#include "banmen/rules.h"
#include "base/json.h"
#include "io/jobs.h"
#include "net/ws/ws.h"
#include "server/accounts/accounts.h"
#include "server/app/server.h"
#include "server/http/access_log.h"

struct bm_route;
struct bm_rules;
enum { BM_ROUTE_PARAMS = 3 };

struct bm_api_request {
    struct bm_server *server;
    struct bm_request *request;
    const struct bm_route *route;
    struct bm_identity identity;
    char param[BM_ROUTE_PARAMS][80]; /* of {id} and its like in the path, decoded */
    json_t *body;                    /* an object; NULL: there was none */
    char cookie[512];                /* Set-Cookie lines for the answer, or "" */
    uint64_t began;                  /* uv_hrtime() */
    char id[BM_REQUEST_ID];          /* of the request, for logs */
    const char *problem;             /* the code that it is refused with, or NULL */
    /* While it is in a worker */
    struct bm_job job;
    const struct bm_request_work *part;
    void *state;
};

/* A part of a request that may take longer than 2 ms, and runs in a worker. */
struct bm_request_work {
    /* In the worker. Of the request only `body` and `identity` may be read. */
    void (*work)(const struct bm_api_request *req, void *state);
    /* On the loop: answer, or go on. The state is the callee's. */
    void (*done)(struct bm_api_request *req, void *state);
    /* On the loop: the request was answered because the server stops or the queue is full;
     * release the state. NULL: nothing to release. */
    void (*drop)(void *state);
    uint64_t cost; /* in ms, roughly, at worst */
};

/* Append a key with whatever belongs before it, `{"name":`, and a text as its value. */
static inline void bm_api_put_text(struct bm_buf *out, const char *key, const char *text)
{
    bm_buf_text(out, key);
    bm_json_quote(out, text, strlen(text));
}

/* Answers. The request is freed by any of them. */
/* JSON that was written into a buffer, which is freed. Out of memory becomes a 503. */
void bm_api_reply_json(struct bm_api_request *req, unsigned status, struct bm_buf *json);
/* `headers` are additional header lines, or "". */
void bm_api_reply_text(struct bm_api_request *req, unsigned status, const char *type,
                       const char *headers, const char *text, size_t len);
void bm_api_reply_empty(struct bm_api_request *req); /* 204 */
/* The language of ?lang=. */
enum bm_lang bm_api_lang(const struct bm_api_request *req);
/* An error by RFC 9457: {"type","title","status","code","detail"}. `more` is additional JSON
 * members, "" or beginning with a comma. `headers` are header lines, or "". */
void bm_api_reply_problem(struct bm_api_request *req, unsigned status, const char *code,
                          const char *more, const char *detail);
void bm_api_reply_problem_with(struct bm_api_request *req, unsigned status, const char *code,
                               const char *headers, const char *more, const char *detail);
void bm_api_reply_no_memory(struct bm_api_request *req);
/* 429: so many seconds too early. */
void bm_api_reply_too_many(struct bm_api_request *req, unsigned wait);
/* The same with a code and words of its own. */
void bm_api_reply_busy(struct bm_api_request *req, const char *code, unsigned wait,
                       const char *detail);
/* 403: the identity is banned. */
void bm_api_reply_banned(struct bm_api_request *req, const struct bm_sanction_row *ban);
/* The answer to a failure of the store. */
void bm_api_reply_store_problem(struct bm_api_request *req, enum bm_store_status status);
/* An answer in pieces. */
struct bm_stream *bm_api_reply_stream(struct bm_api_request *req, const char *type,
                                      void (*gone)(void *user), void *user);

/* Register what the request becomes (a socket, a stream) as a connection of its identity;
 * call it before that. */
void bm_api_register_connection(struct bm_api_request *req, struct bm_connection *line,
                                void (*end)(void *user), void *user);
/* An answer by becoming a socket; NULL: it was no request for one. */
struct bm_ws *bm_api_reply_upgrade(struct bm_api_request *req, const struct bm_ws_hooks *hooks,
                                   void *user);
/*
 * Run a part of it in a worker. Addresses take turns, and few requests of each may wait:
 * beyond that the request is answered with a 429.
 */
void bm_api_run_in_worker(struct bm_api_request *req, const struct bm_request_work *part,
                          void *state);
/* Charge the plies that a worker plays for it to its address. */
void bm_api_charge_plies(struct bm_api_request *req, const struct bm_rules *rules,
                         uint64_t plies);
/* The workers of bm_api_run_in_worker(). */
bm_status bm_api_create_workers(struct bm_server *s);

/* Members of the body. False: the member has the wrong type or value, and the request was
 * answered with a 422 that names it. If it is absent, *out is unchanged. */
bool bm_api_body_string(struct bm_api_request *req, const char *name, const char **out);
bool bm_api_body_int(struct bm_api_request *req, const char *name, int64_t least, int64_t most,
                     int64_t *out);
/* Answer with such a 422: "NAME must be WANT". Always false. */
bool bm_api_reply_bad_member(struct bm_api_request *req, const char *name, const char *want);
/* A number in the query, likewise; a 400. */
bool bm_api_query_int(struct bm_api_request *req, const char *name, int64_t least, int64_t most,
                      int64_t *out);

#endif

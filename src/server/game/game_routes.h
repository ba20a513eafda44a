/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_GAME_ROUTES_H
#define BM_SERVER_GAME_ROUTES_H

/* What the routes of games share. */

#include "server/game/game_manager.h"
#include "server/http/routes.h"

/* Answer with a code; `detail` may be NULL. */
void bm_api_reply_code(struct bm_api_request *req, enum bm_code code, const char *detail);
/* Load the game that the first parameter of the path names, in a worker if it is long; then,
 * or at once, call then(req). If the queue is full, the request is answered instead. */
void bm_game_prepare(struct bm_api_request *req, void (*then)(struct bm_api_request *req));
/* The room that the first parameter of the path names; NULL: the request was answered. */
struct bm_room *bm_game_room(struct bm_api_request *req);

/* The rate limit of messages on a socket, as a token bucket: accept the message, refuse it,
 * or close the socket. *paid_until is when the bucket will be full again. */
enum bm_rate_verdict { BM_RATE_OK, BM_RATE_REFUSE, BM_RATE_CLOSE };
enum bm_rate_verdict bm_message_rate(const struct bm_server *s, int64_t *paid_until);

/* Routes: game_routes.c has their table. */
void bm_game_list(struct bm_api_request *req);
void bm_game_import(struct bm_api_request *req);
void bm_game_events(struct bm_api_request *req);
void bm_game_export(struct bm_api_request *req);
void bm_game_socket(struct bm_api_request *req);

/* Create a game from a config and answer the request with it. The config is released. */
void bm_game_open(struct bm_api_request *req, struct bm_game_config *config,
                  char tokens[2][BM_TOKEN_TEXT]);

#endif

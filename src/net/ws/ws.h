/* SPDX-License-Identifier: MIT */
#ifndef BM_NET_WS_WS_H
#define BM_NET_WS_WS_H

/*
 * Web sockets (RFC 6455), text only. An idle one costs little memory: the frame parser is
 * borrowed while a message is incomplete.
 *
 * A client that reads so slowly that more output waits than the limit allows is closed with
 * 1013; it can connect again and ask for what it missed.
 */

#include "net/http/http.h"

struct bm_ws;

enum bm_ws_code {
    BM_WS_DONE = 1000,
    BM_WS_GOING = 1001, /* the server stops */
    BM_WS_BAD = 1002,
    BM_WS_NOT_TEXT = 1003,
    BM_WS_NOT_UTF8 = 1007,
    BM_WS_POLICY = 1008,
    BM_WS_TOO_BIG = 1009,
    BM_WS_AGAIN = 1013
};

struct bm_ws_hooks {
    /* A whole message, valid UTF-8; not ended by NUL. */
    void (*message)(void *user, struct bm_ws *ws, const char *text, size_t len);
    /* It is closed, by whomever; called once, from the loop and never while something is being
     * sent, and the socket is gone after this. 1005: no code came, 1006: the line broke. */
    void (*closed)(void *user, struct bm_ws *ws, unsigned code);
    size_t most; /* bytes of a message; 0: 16 k */
};

/*
 * Answer a request by becoming a socket. NULL: it was no request for one, and has been answered
 * so, or the other end is gone; the request is gone in either case. `hooks` must stay. `user`
 * can be changed later.
 */
struct bm_ws *bm_ws_upgrade(struct bm_request *r, const struct bm_ws_hooks *hooks, void *user);
/* Whether the request asks for a web socket. */
bool bm_ws_is_asked(const struct bm_request *r);

void bm_ws_send(struct bm_ws *ws, const char *text, size_t len);
/* Close after what waits is written. No message comes any more; hooks->closed will. */
void bm_ws_close(struct bm_ws *ws, enum bm_ws_code code, const char *reason);
/* Milliseconds there and back, the least of the last few pings; -1: not known yet. */
int64_t bm_ws_trip(const struct bm_ws *ws);

/* A message for many: it is made once, and shared. */
struct bm_frame;
struct bm_frame *bm_frame_make(const char *text, size_t len); /* NULL: no memory */
void bm_frame_drop(struct bm_frame *f);
void bm_ws_send_frame(struct bm_ws *ws, struct bm_frame *f);

#endif

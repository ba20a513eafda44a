/* SPDX-License-Identifier: MIT */
#ifndef BM_BENCH_SOCK_H
#define BM_BENCH_SOCK_H

/*
 * The client's end of a connection: HTTP requests one after the other, then a web socket. It is
 * made for measuring: nothing is allocated for a message that comes in one piece, and what is
 * sent goes to the kernel at once.
 */

#include <uv.h>

#include "base/buf.h"

enum {
    SOCK_MOST = 125,  /* bytes of a message that is sent: the short form of a frame */
    SOCK_COOKIE = 320 /* bytes of a cookie that is kept, NUL and all */
};

/* Where the server is, and what all connections to it share. */
struct sock_net {
    uv_loop_t *loop;
    const char *host; /* as it was given, HOST:PORT */
    struct sockaddr_storage address;
    char read[65536]; /* what was read last */
};

struct sock;
struct sock_hooks {
    void (*connected)(struct sock *s);
    /* To sock_request(). */
    void (*answer)(struct sock *s, unsigned status, const char *body, size_t len);
    /* It is a web socket from now on; may be NULL. */
    void (*open)(struct sock *s);
    void (*message)(struct sock *s, const char *text, size_t len);
    /* It is closed and may be used again: for `why`, or NULL if sock_close() was called. */
    void (*closed)(struct sock *s, const char *why);
};

enum sock_stage {
    SOCK_CLOSED,
    SOCK_CONNECTING,
    SOCK_HTTP,
    SOCK_UPGRADING,
    SOCK_OPEN,
    SOCK_CLOSING
};

struct sock {
    uv_tcp_t tcp;
    uv_connect_t connecting;
    struct sock_net *net;
    const struct sock_hooks *hooks;
    struct bm_buf in; /* what is half there */
    const char *why;
    enum sock_stage stage;
    char cookie[SOCK_COOKIE]; /* the first that was set: sent from then on, and kept */
};

/* HOST is numeric: "127.0.0.1:8080", "[::1]:8080". False: it is not. */
bool sock_net_init(struct sock_net *net, uv_loop_t *loop, const char *address);

/* All zero is one that is closed; hooks must be set. */
void sock_connect(struct sock *s, struct sock_net *net);
/* Ask, and wait for the answer; `body` is JSON or NULL. */
void sock_request(struct sock *s, const char *method, const char *path, const char *body);
void sock_upgrade(struct sock *s, const char *path);
void sock_send(struct sock *s, const char *text, size_t len);
/* With a reset, so that no port is kept. */
void sock_close(struct sock *s);

#endif

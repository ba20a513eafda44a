/* SPDX-License-Identifier: MIT */
#ifndef BM_NET_LINE_LINE_SERVER_H
#define BM_NET_LINE_LINE_SERVER_H

/*
 * A TCP server for protocols of lines of text, on a loop. Lines end in LF; a CR before it does
 * not belong to them. What is too long, too slow or too much ends the connection.
 */

#include "banmen/status.h"
#include "base/buf.h"
#include "io/loop.h"

struct bm_line_server;
struct bm_caller; /* a connection */

/* 0: what is usual. */
struct bm_lines_limits {
    unsigned connections; /* at a time; 1,000 */
    unsigned per_address; /* of these; 0: no limit of its own */
    size_t line;          /* bytes of a line; 1 k */
    size_t queue;         /* bytes that wait to be written; 64 k */
    int64_t write_ms;     /* without any progress in writing; 20 s */
};

struct bm_lines_hooks {
    /* A client has connected. Returns the user pointer of the other hooks; NULL: refused. */
    void *(*opened)(void *user, struct bm_caller *c);
    /* A line, without its end; there is a NUL behind it, and none in it. */
    void (*line)(void *of, const char *line, size_t len);
    /* The client is gone, or was too slow. Called once, from the loop, never from inside a
     * send. */
    void (*gone)(void *of);
    void *user;
    /* Charges work to the allowance of an address, in the units of http.h. NULL: no
     * accounting. */
    void (*charge)(void *user, const char *address, uint64_t units);
    /* Milliseconds until an address has an allowance again; until then it is not read, and no
     * connection of it is taken. */
    int64_t (*wait)(void *user, const char *address);
};

bm_status bm_line_server_create(struct bm_line_server **out, struct bm_loop *loop,
                                const struct bm_lines_limits *limits,
                                const struct bm_lines_hooks *hooks);
/* Closes whatever is open, without a word to the hooks. The loop has to run until all is
 * closed: bm_loop_fini(). */
void bm_line_server_destroy(struct bm_line_server *l);
/* Listen at "127.0.0.1:4081"; *port (may be NULL) gets the port that was taken. 0, or libuv's
 * error. */
int bm_line_server_listen(struct bm_line_server *l, const char *address, unsigned *port);
/* No new connections. */
void bm_line_server_drain(struct bm_line_server *l);

/* Send bytes as they are; the caller writes the ends of lines. */
void bm_caller_send(struct bm_caller *c, const char *bytes, size_t len);
/* What was sent is still written, then it ends. No hook is called any more. */
void bm_caller_close(struct bm_caller *c);
/* It ends unless this is called again within so many ms; -1: it does not. */
void bm_caller_deadline(struct bm_caller *c, int64_t ms);
/* The address of the other end, as text without port. */
const char *bm_caller_address(const struct bm_caller *c);

/*
 * Cut bytes into lines, each of at most `most` bytes: what is half there is kept in `half`.
 * False from `each` ends it, and nothing is kept. False: a line is too long or has a NUL in it,
 * or there is no memory.
 */
bool bm_net_cut(struct bm_buf *half, size_t most, const char *s, size_t n,
                bool (*each)(void *user, const char *line, size_t len), void *user);

#endif

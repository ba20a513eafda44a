/* SPDX-License-Identifier: MIT */
#ifndef BM_NET_HTTP_HTTP_H
#define BM_NET_HTTP_HTTP_H

/*
 * An HTTP/1.1 server on a loop. A request is handed to its hook when it is complete, and is
 * answered once, then or later, from the loop's thread: by a reply, by a stream, or by becoming
 * a web socket (net/ws/ws.h). The handler need not check whether the client is still connected.
 *
 * Requests that are malformed, too large, too slow or too many are refused here and never reach
 * a hook.
 */

#include "banmen/status.h"
#include "base/buf.h"
#include "io/loop.h"

struct bm_http;
struct bm_request;
struct bm_stream;

/* A piece of text that the slice does not own; s may be NULL if len is 0. */
struct bm_slice {
    const char *s;
    size_t len;
};

enum bm_method {
    BM_METHOD_GET,
    BM_METHOD_HEAD,
    BM_METHOD_POST,
    BM_METHOD_PUT,
    BM_METHOD_DELETE,
    BM_METHOD_OPTIONS,
    BM_METHOD_OTHER /* PATCH and whatever else there is */
};

/* 0: what is usual. */
struct bm_http_limits {
    unsigned connections; /* at a time; 20,000 */
    unsigned per_address; /* of these; 0: no limit of its own */
    size_t head;          /* bytes of request line and headers; 16 k */
    size_t body;          /* bytes of a body, unless the hook allows more; 16 k */
    size_t bodies;        /* of all that are not yet answered; 64 M */
    size_t own_bodies;    /* of those of one address; 2 M */
    int64_t head_ms;      /* until the head is there; 10 s */
    int64_t body_ms;      /* until the body is; 30 s */
    int64_t idle_ms;      /* between two requests; 75 s */
    int64_t write_ms;     /* without any progress in writing; 20 s */
    int64_t ping_ms;      /* between two pings of a socket; 20 s */
    size_t queue;         /* bytes that wait to be written to a socket; 256 k */
    /*
     * What an address may use: a token bucket of units of work (`enum bm_cost`; a request is
     * 100). Beyond it requests are answered with 429, sockets are read later, and those that go
     * on are closed.
     */
    unsigned rate;     /* units a second; 0: no limit */
    unsigned burst;    /* units at once */
    int64_t flood_ms;  /* that a socket may be over it; 10 s */
    int64_t share_us;  /* of each turn of the loop, for one address; 2,000 */
    bool behind_proxy; /* the last word of X-Forwarded-For is the address of a request */
};

/* For metrics. */
struct bm_http_counts {
    uint64_t accepted, requests, refused_full, refused_bad, refused_slow;
    uint64_t sockets, socket_messages_in, socket_messages_out, slow_readers;
    uint64_t open; /* connections now */
    /* Limits of one address: connections, bytes of bodies, work (429; sockets that are read
     * later, and those that were closed). */
    uint64_t refused_crowd, refused_bodies, refused_rate, throttled, floods;
    uint64_t deferred;  /* times that a connection had to wait for the next turn of the loop */
    uint64_t addresses; /* that are known now */
};

struct bm_http_hooks {
    /* Must be answered, now or later. */
    void (*request)(void *user, struct bm_request *r);
    void *user;
    /* How many bytes the body of a request may have, by its head; NULL: those of the limits. */
    size_t (*body_most)(void *user, struct bm_request *r);
};

bm_status bm_http_create(struct bm_http **out, struct bm_loop *loop,
                         const struct bm_http_limits *limits,
                         const struct bm_http_hooks *hooks);
/* Closes all connections at once and tells the hooks of sockets and streams; no hook is
 * called after this. Requests may still be answered; the replies are dropped. The loop has
 * to run until all handles are closed: bm_loop_fini(). */
void bm_http_destroy(struct bm_http *h);

/* Listen at "127.0.0.1:8080", "[::1]:0"; *port gets the port that was taken. 0, or libuv's
 * error. */
int bm_http_listen(struct bm_http *h, const char *address, unsigned *port);
/* Listen on a socket that was handed down by systemd. */
int bm_http_listen_fd(struct bm_http *h, int fd);
/* No new connections, and each request that is still answered is the last of its connection. */
void bm_http_drain(struct bm_http *h);
/* Requests under way and open sockets. */
unsigned bm_http_busy(const struct bm_http *h);
void bm_http_counts(const struct bm_http *h, struct bm_http_counts *out);

/* ---- What was asked; it stays until the request is answered ---- */

enum bm_method bm_request_method(const struct bm_request *r);
/* The path as it came, percent signs and all, from the first slash to the query. */
struct bm_slice bm_request_path(const struct bm_request *r);
/* The query as it came, without the question mark. */
struct bm_slice bm_request_query(const struct bm_request *r);
/* A header by its name in lower case; {NULL, 0}: none. If it came twice, the first. */
struct bm_slice bm_request_header(const struct bm_request *r, const char *name);
/* The same; if it came twice, the last: what a proxy has added behind what it was sent. */
struct bm_slice bm_request_last_header(const struct bm_request *r, const char *name);
struct bm_slice bm_request_body(const struct bm_request *r);
/* Whether the client has gone: a reply would be dropped. */
bool bm_request_is_gone(const struct bm_request *r);
/* The address of the other end, or of the client behind the proxy, as text without port. */
const char *bm_request_address(const struct bm_request *r);
/* The address that a proxy has added in X-Forwarded-For; false: none. */
bool bm_request_forwarded(const struct bm_request *r, char *buf, size_t cap);
/* The request costs more than others: take so many units from the allowance of its address, and
 * from its share of this turn of the loop. */
void bm_request_charge(struct bm_request *r, uint64_t units);
/* Work for an address that is done beside the loop: from its allowance alone. */
void bm_http_charge(struct bm_http *h, const char *address, uint64_t units);
/* Milliseconds until the address has an allowance again; 0: it has one. */
int64_t bm_http_wait(struct bm_http *h, const char *address);

/* ---- Answers ---- */

/*
 * Answer. `headers` are whole lines, each ended by CR LF, or ""; Date, Content-Length and
 * Connection are added. The body of an answer to HEAD is not sent, but measured. The request is
 * gone after this.
 */
void bm_request_reply(struct bm_request *r, unsigned status, const char *headers,
                      const char *body, size_t len);

/* Answer piece by piece, as chunks. `gone` is called once if the other end goes first, or reads
 * too slowly; the stream is gone then. It is never called from here or from the functions
 * below. NULL: the other end is gone already, or there is no memory; `gone` will not be called.
 */
struct bm_stream *bm_request_stream(struct bm_request *r, unsigned status, const char *headers,
                                    void (*gone)(void *user), void *user);
void bm_stream_send(struct bm_stream *s, const char *bytes, size_t len);
/* The end of the answer; the stream is gone after this. */
void bm_stream_end(struct bm_stream *s);

/* ---- Texts ---- */

enum { BM_PLACE_SIZE = 17 };
/* The part of an address that limits count by: all of IPv4, the first 64 bits of IPv6. Text
 * that is no address is a place of its own. */
void bm_net_place(const char *address, unsigned char out[BM_PLACE_SIZE]);

/* Decode a piece of a path, or of a form, where plus signs are blanks, and end it by NUL;
 * false: it is not well-formed, hides a NUL, or does not fit. */
bool bm_slice_decode(struct bm_slice s, bool form, char *buf, size_t cap);
/* The value of a field in a query or form, decoded and ended by NUL; false: it is not there, is
 * not well-formed, or does not fit. */
bool bm_query_get(struct bm_slice query, const char *name, char *buf, size_t cap);
/* The value of a cookie, likewise, undecoded. */
bool bm_cookie_get(struct bm_slice header, const char *name, char *buf, size_t cap);
/* Whether two are the same, and whether they are, letters of either case being equal. */
bool bm_slice_is(struct bm_slice s, const char *text);
bool bm_slice_is_like(struct bm_slice s, const char *text);

/* The reason phrase of a status code (RFC 9110). */
const char *bm_status_reason(unsigned status);
/* A problem as JSON (RFC 9457); `more` is put behind the members, ",\"member\":…" or "". */
void bm_problem_write(struct bm_buf *out, unsigned status, const char *code, const char *more,
                      const char *detail);

#endif

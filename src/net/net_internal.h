/* SPDX-License-Identifier: MIT */
#ifndef BM_NET_NET_INTERNAL_H
#define BM_NET_NET_INTERNAL_H

/*
 * Shared by the files of src/net. A connection is always in one phase. Every way to end it goes
 * through bm_conn_close(); the loop frees it later, so that hooks that still hold it stay
 * valid.
 *
 * All connections are read into one buffer of the server. A connection has memory of its own
 * only for an incomplete request or message.
 */

#include <llhttp.h>

#include "base/buf.h"
#include "net/http/http.h"
#include "net/ws/ws.h"

enum bm_phase {
    BM_PHASE_HEAD,   /* waits for a request, or the rest of its head */
    BM_PHASE_BODY,   /* the head is there */
    BM_PHASE_ANSWER, /* the reply is being worked on */
    BM_PHASE_STREAM, /* or writes it, piece by piece */
    BM_PHASE_SOCKET,
    BM_PHASE_FLUSH,  /* the last answer is being written */
    BM_PHASE_LINGER, /* the reply is written; the client may read it before the connection
                        closes */
    BM_PHASE_CLOSED  /* the loop will call back */
};

enum {
    BM_NET_SLOTS = 128,
    BM_NET_LINGER_MS = 2000,
    BM_NET_PIECE = 32768, /* what waits is written in pieces of this size at most: each counts
                             as progress */
    BM_NET_READ = 16384,
    BM_ADDRESS_SIZE = 46
};

/* A message for many, with its header. */
struct bm_frame {
    unsigned refs;
    size_t len;
    char bytes[];
};

/*
 * What an address has open, has used and waits for. An address of IPv6 is its first 64 bits. A
 * peer without connections stays until its allowance is full again.
 */
struct bm_peer {
    struct bm_peer *next; /* in its bucket */
    unsigned count;       /* connections */
    unsigned char place[BM_PLACE_SIZE];
    size_t bodies;   /* bytes of requests that are not yet answered */
    int64_t full_at; /* token bucket: when the allowance is full again, us */
    /* Deficit round robin: what was used of the share of this turn of the loop, ns. */
    uint64_t turn;
    int64_t used;
    struct bm_conn *ready, **ready_last; /* connections that have work left, in order */
    struct bm_peer *next_ready;
    unsigned ready_count;
    bool is_ready;
    bool door; /* stands for a proxy before it is known whom a request is of: no limits */
};

struct bm_conn {
    uv_tcp_t tcp;
    struct bm_http *http;
    struct bm_peer *peer;
    /* In a slot of the timer wheel, where the deadline is checked no later than it is due. */
    struct bm_conn *next, **link;
    int64_t tick;
    int64_t due;                  /* when the phase has lasted too long */
    int64_t progress;             /* when something was last written of what waits */
    size_t queued;                /* what waits to be written, with its overhead */
    struct bm_write_batch *batch; /* frames of this turn of the loop: write_batch.c */
    /* In the queue of its peer, or in the list of those whose address is over its allowance:
     * round_robin.c. */
    struct bm_conn *next_ready, **ready_link;
    int64_t over_since; /* when reading was first delayed; 0: it is not */
    int64_t quantum;    /* ns that it may still use before other connections have their turn */
    struct bm_request *request;
    struct bm_stream *stream;
    struct bm_ws *ws;
    struct bm_buf in; /* half a head, or what came behind a request */
    unsigned char phase;
    bool taking, is_ready, throttled, paused, ended, begun;
    bool waiting; /* the request is whole and waits for its turn */
    char address[BM_ADDRESS_SIZE];
};

struct bm_listener {
    uv_tcp_t tcp;
    struct bm_http *http;
    struct bm_listener *next;
};

enum { BM_NET_PEERS = 1024 };

struct bm_http {
    struct bm_loop *loop;
    struct bm_http_limits limits;
    struct bm_http_hooks hooks;
    struct bm_http_counts counts;
    struct bm_listener *listeners;
    unsigned handles; /* that the loop still knows */
    unsigned busy;
    size_t bodies; /* bytes of requests that are not yet answered */
    bool draining, destroyed;
    bool starved; /* a connection waits that could not be accepted for want of memory */

    uv_timer_t timer;
    int64_t tick_ms, tick; /* length of a tick; the last that was looked at */
    struct bm_conn *slot[BM_NET_SLOTS];
    struct bm_conn *looked_at; /* what is left of the slot of this tick */

    uv_idle_t idle; /* runs while a connection or a listener has work left */
    struct bm_peer *ready, **ready_last;
    struct bm_conn *throttled;
    uint64_t turn;    /* counts turns of the loop */
    uint64_t mark;    /* ns: until when the time of this turn was accounted for */
    unsigned accepts; /* in this turn */
    bool accept_later;

    uv_prepare_t prepare; /* before the loop waits, and after: batched frames are written */
    uv_check_t check;
    struct bm_write_batch *batches, *spare_batches;
    unsigned spare_batch_count;

    struct bm_peer *peers[BM_NET_PEERS];
    struct bm_peer door;
    unsigned idle_peers;
    struct bm_frame_parser *spare; /* of the sockets: see socket.h */
    unsigned spares;

    int64_t date_at;
    char date[40];
    char read[BM_NET_READ];
};

struct bm_header {
    struct bm_slice name, value;
};

struct bm_request {
    struct bm_conn *conn; /* NULL: the other end is gone */
    llhttp_t parser;
    struct bm_slice target, path, query;
    struct bm_buf body;
    size_t most;     /* of a body */
    size_t framing;  /* bytes of chunk extensions and trailers, which are read and dropped */
    unsigned status; /* why the body was refused; 0: it was not */
    bool head_done, whole, handed, keep;
    char address[BM_ADDRESS_SIZE];
    unsigned header_count, header_most;
    struct bm_header *headers;
    char *text; /* the head, of which the slices are */
};

/* ---- listen.c ---- */
/* "127.0.0.1:8080", "[::1]:0"; 0, or libuv's error. */
int bm_net_address(const char *text, struct sockaddr_storage *out);
/* The port that is listened on; 0: none. */
unsigned bm_net_port(const uv_tcp_t *tcp);
void bm_http_release(struct bm_http *h);      /* the loop has closed a handle */
void bm_http_accept_again(struct bm_http *h); /* connections that wait */
const char *bm_http_date(struct bm_http *h);
static inline int64_t bm_http_now(const struct bm_http *h)
{
    return (int64_t)uv_now(&h->loop->uv);
}

/* ---- timer_wheel.c ---- */
/* Start the timer: there is a connection to watch. */
void bm_timer_wheel_start(struct bm_http *h);
/* The connection is due at c->due, or when it does not get on with writing. */
void bm_timer_wheel_set(struct bm_conn *c);
void bm_timer_wheel_drop(struct bm_conn *c);

/* ---- peer.c ---- */
/* The address of the other end; false: it is gone. */
bool bm_net_peer(const uv_tcp_t *tcp, char out[BM_ADDRESS_SIZE]);
/* One more connection of an address; NULL: no memory. */
struct bm_peer *bm_peer_hold(struct bm_http *h, const char *address);
void bm_peer_drop(struct bm_http *h, struct bm_peer *p); /* NULL is let pass */
/* Free peers that have no connections and a full allowance. */
void bm_peers_sweep(struct bm_http *h);
void bm_peers_free(struct bm_http *h);
bool bm_peer_is_crowded(const struct bm_http *h, const struct bm_peer *p);
/* Behind a proxy: charge the connection to the client that the request names. False: no memory.
 */
bool bm_peer_bind(struct bm_conn *c, struct bm_request *r);
void bm_peer_unbind(struct bm_conn *c);

/* What things cost, in units: microseconds of the loop, roughly. */
enum bm_cost {
    BM_COST_CONNECTION = 50,
    BM_COST_READ = 2,
    BM_COST_REQUEST = 100, /* whatever becomes of it */
    BM_COST_FRAME = 4,     /* of any kind: control frames and empty fragments, too */
    BM_COST_MESSAGE = 40,
    BM_BYTES_IN = 64,  /* for one unit */
    BM_BYTES_OUT = 512 /* likewise */
};
/* Take from the allowance of the address, and from its share of this turn. */
void bm_peer_charge(struct bm_conn *c, uint64_t units);
/* Whether half of the allowance is there. */
bool bm_peer_is_calm(const struct bm_http *h, const struct bm_peer *p);
/* Milliseconds until the address may go on; 0: now. */
int64_t bm_peer_wait(const struct bm_http *h, const struct bm_peer *p);

/* ---- round_robin.c ---- */
/* A connection begins to be served: its quantum is full. */
void bm_round_robin_begin(struct bm_conn *c);
/* Whether the address may. */
bool bm_round_robin_has_share(const struct bm_conn *c);
/* Whether connection and address may use more of this turn. */
bool bm_round_robin_may(struct bm_conn *c);
/* Serve the connection again, at the next turn of the loop. */
void bm_round_robin_defer(struct bm_conn *c);
/* Read nothing more of it until its address has an allowance again. */
void bm_round_robin_throttle(struct bm_conn *c);
/* At each tick: those whose address may go on are served again. */
void bm_round_robin_release(struct bm_http *h);
/* It is served no more. */
void bm_round_robin_drop(struct bm_conn *c);
/* Whether one more connection may be accepted in this turn; if not, it is in the next. */
bool bm_round_robin_accepts(struct bm_http *h);
/* Something is left to be done: the loop does not wait. */
void bm_round_robin_again(struct bm_http *h);
void bm_round_robin_check(uv_check_t *handle);

/* ---- conn.c ---- */
/* Handle what was kept back. */
void bm_conn_serve(struct bm_conn *c);
/* Take a connection that waits at a listener. */
void bm_conn_accept(struct bm_http *h, uv_stream_t *server);
void bm_conn_phase(struct bm_conn *c, enum bm_phase phase, int64_t ms); /* -1: no end */
void bm_conn_late(struct bm_conn *c);
/* Nothing waits any more. */
void bm_conn_flushed(struct bm_conn *c);
/* The last answer was given. */
void bm_conn_finish(struct bm_conn *c);
/* Take what was kept back, at the next turn of the loop. */
void bm_conn_wake(struct bm_conn *c);
void bm_conn_close(struct bm_conn *c);
/* Tell the owner of the request or socket that the connection is gone. */
void bm_conn_tell(struct bm_conn *c);

/* ---- write.c ---- */
/* Write all of it, in the order of the calls. What cannot be written at once is copied; if
 * `frames` is not NULL each part is one of a frame, which is kept instead. */
void bm_conn_write(struct bm_conn *c, const uv_buf_t *parts, unsigned n,
                   struct bm_frame *const *frames);

/* ---- write_batch.c ---- */
/* Write a frame, soon and in its order. */
void bm_write_batch_add(struct bm_conn *c, struct bm_frame *f);
/* Write all of a connection's now, or forget them; they are gone then. */
void bm_write_batch_write(struct bm_write_batch *h);
void bm_write_batch_drop(struct bm_write_batch *h);
void bm_write_batch_prepare(uv_prepare_t *handle);
void bm_write_batch_check(uv_check_t *handle);
void bm_write_batch_free_spares(struct bm_http *http);

/* ---- request.c ---- */
/* What was used of these bytes. */
size_t bm_http_head(struct bm_conn *c, const char *s, size_t n);
size_t bm_http_body(struct bm_conn *c, const char *s, size_t n);
/* Hand out the request that waited for its turn. */
void bm_http_hand_out(struct bm_conn *c);
void bm_request_free(struct bm_request *r);

/* ---- parse.c ---- */
/* Why a request is refused; status 0: it is not. */
struct bm_http_refusal {
    unsigned status;
    const char *code, *detail;
};
/* Take a head apart that is in r->text. */
struct bm_http_refusal bm_request_read_head(struct bm_request *r, size_t len);
/* The next bytes of the body; what was used of them. */
size_t bm_request_read_body(struct bm_request *r, const char *s, size_t n,
                            struct bm_http_refusal *no);

/* ---- reply.c ---- */
/* Answer what never became a request, and close. */
void bm_http_refuse(struct bm_conn *c, unsigned status, const char *code, const char *detail);
/* 429: so many milliseconds too early. */
void bm_http_refuse_early(struct bm_conn *c, int64_t wait);
/* The same for a request. */
void bm_request_problem(struct bm_request *r, unsigned status, const char *headers,
                        const char *code, const char *detail);
/* The connection is closed: tell the writer of the stream. */
void bm_stream_gone(struct bm_stream *s);
/* Part a request from its connection, which goes on without it; false: it has none. */
bool bm_request_part(struct bm_request *r, struct bm_conn **conn);

/* ---- ws.c, ws_out.c: see socket.h ---- */
/* What was used of these bytes: not all of them if the turn is used up. */
size_t bm_ws_take(struct bm_ws *ws, const char *s, size_t n);
/* Whether there is something to be taken that was read before. */
bool bm_ws_is_behind(const struct bm_ws *ws);
void bm_ws_late(struct bm_ws *ws);
void bm_ws_flushed(struct bm_ws *ws);
void bm_ws_gone(struct bm_ws *ws); /* calls the hook, once */
void bm_ws_free(struct bm_ws *ws);
void bm_ws_free_spares(struct bm_http *h);
/* Close a client that reads too slowly. */
void bm_ws_check_queue(struct bm_ws *ws);
void bm_frame_hold(struct bm_frame *f);

/* ---- ws_key.c ---- */
enum { BM_WS_ACCEPT_SIZE = 29 };
/* The answer to a key; false: it is none. */
bool bm_ws_accept(struct bm_slice key, char out[BM_WS_ACCEPT_SIZE]);

/* ---- utf8.c ---- */
/* Text that comes in pieces. All zero at its beginning, and wherever it may end. */
struct bm_utf8 {
    unsigned char want;      /* bytes of a character that are missing */
    unsigned char low, high; /* what the next of them may be */
};
/* False: it is not UTF-8, whatever comes. */
bool bm_utf8_take(struct bm_utf8 *u, const char *s, size_t n);

/* ---- text.c ---- */
/* Whether a list like "keep-alive, Upgrade" has this word. */
bool bm_slice_has_word(struct bm_slice list, const char *word);

#endif

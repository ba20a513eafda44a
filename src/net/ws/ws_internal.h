/* SPDX-License-Identifier: MIT */
#ifndef BM_NET_WS_WS_INTERNAL_H
#define BM_NET_WS_WS_INTERNAL_H

/* A web socket, for ws.c (what comes) and ws_out.c (what goes). */

#include <wslay/wslay.h>

#include "net/net_internal.h"

enum { BM_WS_CONTROL_MOST = 125, BM_WS_TRIPS = 4, BM_WS_NO_CODE = 1005, BM_WS_BROKEN = 1006 };

/*
 * What is needed to take frames apart: wslay's context holds 4 kB. A socket has one only while
 * a frame is half there; the next one to read takes it over.
 */
struct bm_frame_parser {
    struct bm_frame_parser *next;
    wslay_frame_context_ptr frames;
    const char *at; /* what has been read and not yet been taken */
    size_t left;
    uint64_t inside; /* bytes that were taken of a frame that is half there */
    unsigned char control_len, pong_len;
    bool behind;    /* the turn ended before all was taken */
    bool owes_pong; /* for the last ping that came */
    char control[BM_WS_CONTROL_MOST], pong[BM_WS_CONTROL_MOST];
};

enum bm_ws_state {
    BM_WS_OPEN,
    BM_WS_CLOSING, /* a close frame was sent; the client's is awaited */
    BM_WS_OVER     /* both did; what waits is written, then it ends */
};

struct bm_ws {
    struct bm_conn *conn;
    const struct bm_ws_hooks *hooks;
    void *user;
    struct bm_frame_parser *half;
    struct bm_buf text;  /* a message of which more is to come */
    uint64_t frame_done; /* bytes of the frame's payload that were taken */
    uint64_t pinged_at;  /* ns */
    uint32_t pings;      /* that were sent */
    int32_t trips[BM_WS_TRIPS];
    uint16_t code; /* why it is closed */
    unsigned char state, unanswered, trip_count;
    struct bm_utf8 utf8;
    bool fragmented, told;
};

/* Send a control frame of at most BM_WS_CONTROL_MOST bytes. */
void bm_ws_control(struct bm_ws *ws, enum wslay_opcode opcode, const char *bytes, size_t len);
/* Say good-bye. */
void bm_ws_send_close(struct bm_ws *ws, unsigned code, const char *reason);
/* The answer to a ping of ours came, perhaps. */
void bm_ws_pong(struct bm_ws *ws, const char *bytes, size_t len);

#endif

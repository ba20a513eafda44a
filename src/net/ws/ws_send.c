/* SPDX-License-Identifier: MIT */

/* What goes to a web socket, and how one begins. */

#include <stdio.h>
#include <stdlib.h>

#include "net/ws/ws_internal.h"

enum { HEADER_MOST = 10, FIRST_PING_MS = 1000, CLOSING_MS = 5000, DEAD_PINGS = 2 };

/* The header of an unmasked frame; its length. */
static size_t write_header(char out[HEADER_MOST], enum wslay_opcode opcode, size_t len)
{
    const unsigned bytes = len < 126 ? 0 : len < 65536 ? 2 : 8;
    out[0] = (char)(0x80 | opcode);
    out[1] = (char)(bytes == 0 ? len : bytes == 2 ? 126 : 127);
    for (unsigned i = 0; i < bytes; i++)
        out[2 + i] = (char)((uint64_t)len >> 8 * (bytes - 1 - i));
    return 2 + bytes;
}

/* ---- Sending ---- */

void bm_ws_check_queue(struct bm_ws *ws)
{
    struct bm_conn *const c = ws->conn;
    if (ws->state != BM_WS_OPEN || c->queued <= c->http->limits.queue)
        return;
    c->http->counts.slow_readers++;
    bm_ws_close(ws, BM_WS_AGAIN, "too slow; come again");
}

void bm_ws_send(struct bm_ws *ws, const char *text, size_t len)
{
    char header[HEADER_MOST];
    if (ws->state != BM_WS_OPEN)
        return;
    const size_t n = write_header(header, WSLAY_TEXT_FRAME, len);
    /* Nothing that is written to is changed: libuv's type has no const. */
    const uv_buf_t parts[2] = {{header, n}, {(char *)(uintptr_t)text, len}};
    ws->conn->http->counts.socket_messages_out++;
    bm_conn_write(ws->conn, parts, len != 0 ? 2 : 1, NULL);
    bm_ws_check_queue(ws);
}

struct bm_frame *bm_frame_make(const char *text, size_t len)
{
    struct bm_frame *const f = malloc(sizeof *f + HEADER_MOST + len);
    if (!f)
        return NULL;
    const size_t n = write_header(f->bytes, WSLAY_TEXT_FRAME, len);
    if (len != 0)
        memcpy(f->bytes + n, text, len);
    f->len = n + len;
    f->refs = 1;
    return f;
}

void bm_frame_hold(struct bm_frame *f) { f->refs++; }

void bm_frame_drop(struct bm_frame *f)
{
    if (f && --f->refs == 0)
        free(f);
}

void bm_ws_send_frame(struct bm_ws *ws, struct bm_frame *f)
{
    if (ws->state != BM_WS_OPEN || ws->conn->phase == BM_PHASE_CLOSED)
        return;
    ws->conn->http->counts.socket_messages_out++;
    bm_write_batch_add(ws->conn, f);
}

void bm_ws_control(struct bm_ws *ws, enum wslay_opcode opcode, const char *bytes, size_t len)
{
    char frame[HEADER_MOST + BM_WS_CONTROL_MOST];
    const size_t n = write_header(frame, opcode, len);
    if (len != 0)
        memcpy(frame + n, bytes, len);
    bm_conn_write(ws->conn, &(uv_buf_t){frame, n + len}, 1, NULL);
    /* A client that sends pings and never reads is slow, too. */
    if (opcode == WSLAY_PONG)
        bm_ws_check_queue(ws);
}

void bm_ws_send_close(struct bm_ws *ws, unsigned code, const char *reason)
{
    char bytes[BM_WS_CONTROL_MOST] = {(char)(code >> 8), (char)(code & 255)};
    size_t len = strlen(reason);
    if (len > sizeof bytes - 2)
        len = sizeof bytes - 2;
    /* Not in the middle of a character. */
    while (len != 0 && ((unsigned char)reason[len] & 0xc0) == 0x80)
        len--;
    memcpy(bytes + 2, reason, len);
    bm_ws_control(ws, WSLAY_CONNECTION_CLOSE, bytes, len + 2);
}

void bm_ws_close(struct bm_ws *ws, enum bm_ws_code code, const char *reason)
{
    if (ws->state != BM_WS_OPEN)
        return;
    ws->state = BM_WS_CLOSING;
    ws->code = (uint16_t)code;
    if (ws->conn->phase != BM_PHASE_SOCKET)
        return;
    bm_conn_phase(ws->conn, BM_PHASE_SOCKET, CLOSING_MS);
    bm_ws_send_close(ws, code, reason);
}

/* ---- Pings ---- */

void bm_ws_late(struct bm_ws *ws)
{
    struct bm_conn *const c = ws->conn;
    if (ws->state != BM_WS_OPEN || ws->unanswered >= DEAD_PINGS) {
        bm_conn_close(c);
        return;
    }
    ws->unanswered++;
    ws->pings++;
    ws->pinged_at = uv_hrtime();
    bm_conn_phase(c, BM_PHASE_SOCKET, c->http->limits.ping_ms);
    bm_ws_control(ws, WSLAY_PING, (const char *)&ws->pings, sizeof ws->pings);
}

void bm_ws_pong(struct bm_ws *ws, const char *bytes, size_t len)
{
    if (len != sizeof ws->pings || memcmp(bytes, &ws->pings, len) != 0 || ws->pinged_at == 0)
        return;
    const uint64_t ns = uv_hrtime() - ws->pinged_at;
    ws->pinged_at = 0;
    ws->trips[ws->trip_count++ % BM_WS_TRIPS] = (int32_t)((ns + 500000) / 1000000);
    /* It need not count on, only tell which are filled and which is the oldest. */
    if (ws->trip_count == 2 * BM_WS_TRIPS)
        ws->trip_count = BM_WS_TRIPS;
}

int64_t bm_ws_trip(const struct bm_ws *ws)
{
    int64_t least = -1;
    for (unsigned i = 0; i < ws->trip_count && i < BM_WS_TRIPS; i++)
        if (least < 0 || ws->trips[i] < least)
            least = ws->trips[i];
    return least;
}

/* ---- The beginning ---- */

bool bm_ws_is_asked(const struct bm_request *r)
{
    return bm_request_method(r) == BM_METHOD_GET &&
           bm_slice_has_word(bm_request_header(r, "upgrade"), "websocket") &&
           bm_slice_has_word(bm_request_header(r, "connection"), "upgrade");
}

struct bm_ws *bm_ws_upgrade(struct bm_request *r, const struct bm_ws_hooks *hooks, void *user)
{
    char accept[BM_WS_ACCEPT_SIZE], text[160];
    if (!bm_ws_is_asked(r) || r->parser.http_minor == 0 ||
        !bm_slice_is(bm_request_header(r, "sec-websocket-version"), "13")) {
        bm_request_problem(r, 426, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n",
                           "upgrade_required", "this is a web socket of version 13");
        return NULL;
    }
    if (!bm_ws_accept(bm_request_header(r, "sec-websocket-key"), accept)) {
        bm_request_problem(r, 400, "", "bad_request",
                           "Sec-WebSocket-Key must be 16 bytes in base64");
        return NULL;
    }
    struct bm_ws *ws = calloc(1, sizeof *ws);
    if (!ws) {
        bm_request_problem(r, 503, "Retry-After: 5\r\n", "no_memory",
                           "the server is out of memory: try again");
        return NULL;
    }
    struct bm_conn *c;
    if (bm_request_part(r, &c) && c->phase != BM_PHASE_CLOSED) {
        struct bm_http *const h = c->http;
        *ws = (struct bm_ws){.conn = c, .hooks = hooks, .user = user};
        c->ws = ws;
        h->busy++;
        h->counts.sockets++;
        const int64_t first = h->limits.ping_ms;
        bm_conn_phase(c, BM_PHASE_SOCKET, first < FIRST_PING_MS ? first : FIRST_PING_MS);
        const int n = snprintf(text, sizeof text,
                               "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                               "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                               accept);
        bm_conn_write(c, &(uv_buf_t){text, (size_t)n}, 1, NULL);
        if (!c->taking)
            bm_conn_wake(c);
    } else {
        free(ws);
        ws = NULL;
    }
    bm_request_free(r);
    return ws;
}

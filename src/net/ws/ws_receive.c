/* SPDX-License-Identifier: MIT */

/* What comes from a web socket. */

#include <stdlib.h>

#include "net/ws/ws_internal.h"

enum { SPARES_MOST = 16, TEXT_USUAL = 16384 };

/* ---- Contexts of wslay ---- */

static ssize_t on_want(uint8_t *buf, size_t len, int flags, void *user)
{
    (void)flags;
    struct bm_frame_parser *const b = user;
    const size_t n = b->left < len ? b->left : len;
    if (n == 0)
        return -1;
    memcpy(buf, b->at, n);
    b->at += n;
    b->left -= n;
    b->inside += n;
    return (ssize_t)n;
}

static struct bm_frame_parser *borrow_frame_parser(struct bm_http *h)
{
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = on_want};
    struct bm_frame_parser *b = h->spare;
    if (b) {
        h->spare = b->next;
        h->spares--;
        return b;
    }
    b = calloc(1, sizeof *b);
    if (b && wslay_frame_context_init(&b->frames, &callbacks, b) != 0) {
        free(b);
        return NULL;
    }
    return b;
}

static void free_frame_parser(struct bm_frame_parser *b)
{
    if (!b)
        return;
    wslay_frame_context_free(b->frames);
    free(b);
}

static void return_frame_parser(struct bm_http *h, struct bm_frame_parser *b)
{
    if (h->spares == SPARES_MOST) {
        free_frame_parser(b);
        return;
    }
    b->next = h->spare;
    h->spare = b;
    h->spares++;
}

void bm_ws_free_spares(struct bm_http *h)
{
    for (struct bm_frame_parser *b; (b = h->spare);) {
        h->spare = b->next;
        free_frame_parser(b);
    }
}

void bm_ws_free(struct bm_ws *ws)
{
    if (!ws)
        return;
    free_frame_parser(ws->half);
    bm_buf_free(&ws->text);
    free(ws);
}

/* ---- The end ---- */

/* The other end broke the rules: what it sends cannot be understood any more. */
static bool fail_socket(struct bm_ws *ws, unsigned code, const char *reason)
{
    if (ws->state == BM_WS_OPEN) {
        bm_ws_send_close(ws, code, reason);
        ws->code = (uint16_t)code;
    }
    ws->state = BM_WS_OVER;
    bm_conn_finish(ws->conn);
    return false;
}

static bool is_code(unsigned code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != BM_WS_NO_CODE &&
            code != BM_WS_BROKEN) ||
           (code >= 3000 && code <= 4999);
}

/* Answer the last of some pings in a row; those before it need no answer (RFC 6455, 5.5.3). */
static void send_pong(struct bm_ws *ws)
{
    struct bm_frame_parser *const b = ws->half;
    if (!b || !b->owes_pong)
        return;
    b->owes_pong = false;
    if (ws->state == BM_WS_OPEN)
        bm_ws_control(ws, WSLAY_PONG, b->pong, b->pong_len);
}

static bool on_close(struct bm_ws *ws, const char *bytes, size_t len)
{
    unsigned code = BM_WS_NO_CODE;
    struct bm_utf8 utf8 = {0};
    if (len == 1)
        return fail_socket(ws, BM_WS_BAD, "a close frame is cut");
    if (len >= 2) {
        code = (unsigned)(unsigned char)bytes[0] << 8 | (unsigned char)bytes[1];
        if (!is_code(code))
            return fail_socket(ws, BM_WS_BAD, "a close frame has no such code");
        if (!bm_utf8_take(&utf8, bytes + 2, len - 2) || utf8.want != 0)
            return fail_socket(ws, BM_WS_NOT_UTF8, "a reason is not UTF-8");
    }
    if (ws->state == BM_WS_OPEN) {
        ws->code = (uint16_t)code;
        bm_ws_control(ws, WSLAY_CONNECTION_CLOSE, bytes, len >= 2 ? 2 : 0);
    }
    ws->state = BM_WS_OVER;
    bm_conn_phase(ws->conn, BM_PHASE_SOCKET, BM_NET_LINGER_MS);
    bm_ws_flushed(ws);
    return false;
}

void bm_ws_flushed(struct bm_ws *ws)
{
    if (ws->state == BM_WS_OVER && ws->conn->queued == 0)
        bm_conn_close(ws->conn);
}

void bm_ws_gone(struct bm_ws *ws)
{
    if (ws->told)
        return;
    ws->told = true;
    ws->conn->http->busy--;
    ws->hooks->closed(ws->user, ws, ws->code ? ws->code : BM_WS_BROKEN);
}

/* ---- Frames ---- */

static void tell_message(struct bm_ws *ws, const char *text, size_t len)
{
    if (ws->state != BM_WS_OPEN)
        return;
    ws->conn->http->counts.socket_messages_in++;
    bm_peer_charge(ws->conn, BM_COST_MESSAGE);
    ws->hooks->message(ws->user, ws, text, len);
}

static bool check_frame(struct bm_ws *ws, const struct wslay_frame_iocb *f)
{
    if (!f->mask || f->rsv != 0)
        return fail_socket(ws, BM_WS_BAD,
                           f->mask ? "a reserved bit is set" : "a frame is not masked");
    switch (f->opcode) {
    case WSLAY_CONNECTION_CLOSE:
    case WSLAY_PING:
    case WSLAY_PONG: return true;
    case WSLAY_BINARY_FRAME: return fail_socket(ws, BM_WS_NOT_TEXT, "only text is understood");
    case WSLAY_TEXT_FRAME:
    case WSLAY_CONTINUATION_FRAME: break;
    default: return fail_socket(ws, BM_WS_BAD, "a frame is of no known kind");
    }
    if (ws->fragmented != (f->opcode == WSLAY_CONTINUATION_FRAME))
        return fail_socket(ws, BM_WS_BAD, "the parts of a message are out of order");
    const size_t most = ws->hooks->most ? ws->hooks->most : TEXT_USUAL;
    if (f->payload_length > most - ws->text.len)
        return fail_socket(ws, BM_WS_TOO_BIG, "the message is too large");
    return true;
}

static bool on_control(struct bm_ws *ws, const struct wslay_frame_iocb *f, bool last)
{
    struct bm_frame_parser *const b = ws->half;
    /* wslay lets none through that is longer. */
    if (f->data_length != 0)
        memcpy(b->control + b->control_len, f->data, f->data_length);
    b->control_len = (unsigned char)(b->control_len + f->data_length);
    if (!last)
        return true;
    const size_t len = b->control_len;
    b->control_len = 0;
    if (f->opcode == WSLAY_CONNECTION_CLOSE)
        return on_close(ws, b->control, len);
    if (f->opcode == WSLAY_PONG) {
        bm_ws_pong(ws, b->control, len);
    } else {
        memcpy(b->pong, b->control, len);
        b->pong_len = (unsigned char)len;
        b->owes_pong = true;
    }
    return true;
}

static bool on_text(struct bm_ws *ws, const struct wslay_frame_iocb *f, bool last)
{
    const char *const s = (const char *)f->data;
    const bool end = last && f->fin;
    if (!bm_utf8_take(&ws->utf8, s, f->data_length) || (end && ws->utf8.want != 0))
        return fail_socket(ws, BM_WS_NOT_UTF8, "the text is not UTF-8");
    if (last)
        ws->fragmented = !f->fin;
    if (end && ws->text.len == 0) {
        tell_message(ws, s, f->data_length);
        return true;
    }
    bm_buf_bytes(&ws->text, s, f->data_length);
    if (ws->text.failed) {
        bm_conn_close(ws->conn);
        return false;
    }
    if (end) {
        struct bm_buf text = ws->text;
        ws->text = (struct bm_buf){0};
        tell_message(ws, text.s, text.len);
        bm_buf_free(&text);
    }
    return true;
}

/* A frame, or the next piece of one. False: nothing more is wanted. */
static bool on_piece(struct bm_ws *ws, const struct wslay_frame_iocb *f)
{
    if (f->opcode != WSLAY_PING)
        send_pong(ws);
    if (ws->frame_done == 0 && !check_frame(ws, f))
        return false;
    ws->frame_done += f->data_length;
    const uint64_t len = f->payload_length;
    const bool last = ws->frame_done == len;
    if (last) {
        bm_peer_charge(ws->conn, BM_COST_FRAME);
        ws->frame_done = 0;
        /* wslay takes the shortest form of a length only. */
        ws->half->inside -= len + 6 + (len < 126 ? 0 : len < 65536 ? 2 : 8);
    }
    return wslay_is_ctrl_frame(f->opcode) ? on_control(ws, f, last) : on_text(ws, f, last);
}

bool bm_ws_is_behind(const struct bm_ws *ws) { return ws->half && ws->half->behind; }

size_t bm_ws_take(struct bm_ws *ws, const char *s, size_t n)
{
    struct bm_http *const h = ws->conn->http;
    ws->unanswered = 0;
    if (ws->half)
        ws->half->behind = false;
    if (ws->state == BM_WS_OVER)
        return n;
    if (!ws->half && !(ws->half = borrow_frame_parser(h))) {
        bm_conn_close(ws->conn);
        return n;
    }
    struct bm_frame_parser *const b = ws->half;
    b->at = s;
    b->left = n;
    bool more = true;
    while (more && ws->conn->phase == BM_PHASE_SOCKET) {
        struct wslay_frame_iocb frame = {0};
        const ssize_t got = wslay_frame_recv(b->frames, &frame);
        if (got == WSLAY_ERR_WANT_READ)
            break;
        more = got < 0 ? fail_socket(ws, BM_WS_BAD, "a frame is not well-formed")
                       : on_piece(ws, &frame);
        /* What wslay has read ahead is in its context. */
        if (more && (b->left != 0 || b->inside != 0) &&
            (bm_peer_wait(h, ws->conn->peer) != 0 || !bm_round_robin_may(ws->conn))) {
            b->behind = true;
            break;
        }
    }
    send_pong(ws);
    const size_t used = more ? n - b->left : n;
    /* A context that has something of this socket in it stays with the socket. */
    if (more && b->inside == 0 && b->left == 0 && !b->behind) {
        ws->half = NULL;
        return_frame_parser(h, b);
    }
    return used;
}

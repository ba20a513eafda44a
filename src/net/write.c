/* SPDX-License-Identifier: MIT */

/* Writing: at once as far as the kernel takes it, which is nearly always all of it. */

#include <stdlib.h>

#include "net/net_internal.h"

struct queued_write {
    uv_write_t req;
    struct bm_conn *conn;
    struct bm_frame *frame;
    size_t cost;
    char bytes[];
};

static void on_conn_written(uv_write_t *req, int status)
{
    struct queued_write *const w = req->data;
    struct bm_conn *const c = w->conn;
    c->queued -= w->cost;
    bm_frame_drop(w->frame);
    free(w);
    if (c->phase == BM_PHASE_CLOSED)
        return;
    if (status != 0) {
        bm_conn_close(c);
        return;
    }
    c->progress = bm_http_now(c->http);
    if (c->queued == 0)
        bm_conn_flushed(c);
}

static bool queue_write(struct bm_conn *c, struct queued_write *w, char *bytes, size_t len,
                        struct bm_frame *frame)
{
    if (!w)
        return false;
    w->conn = c;
    w->frame = frame;
    w->cost = sizeof *w + len;
    w->req.data = w;
    const uv_buf_t buf = uv_buf_init(bytes, (unsigned)len);
    if (uv_write(&w->req, (uv_stream_t *)&c->tcp, &buf, 1, on_conn_written) != 0) {
        free(w);
        return false;
    }
    if (frame)
        bm_frame_hold(frame);
    if (c->queued == 0)
        c->progress = bm_http_now(c->http);
    c->queued += w->cost;
    return true;
}

/* A part, in pieces; the bytes of a frame stay where they are. */
static bool queue_part(struct bm_conn *c, char *bytes, size_t len, struct bm_frame *frame)
{
    while (len != 0) {
        const size_t piece = len < BM_NET_PIECE ? len : BM_NET_PIECE;
        struct queued_write *const w = malloc(sizeof *w + (frame ? 0 : piece));
        if (w && !frame)
            memcpy(w->bytes, bytes, piece);
        if (!queue_write(c, w, frame || !w ? bytes : w->bytes, piece, frame))
            return false;
        bytes += piece;
        len -= piece;
    }
    return true;
}

void bm_conn_write(struct bm_conn *c, const uv_buf_t *parts, unsigned n,
                   struct bm_frame *const *frames)
{
    size_t done = 0;
    if (c->batch)
        bm_write_batch_write(c->batch);
    if (c->phase == BM_PHASE_CLOSED)
        return;
    size_t len = 0;
    for (unsigned i = 0; i < n; i++)
        len += parts[i].len;
    bm_peer_charge(c, len / BM_BYTES_OUT);
    if (c->queued == 0) {
        const int written = uv_try_write((uv_stream_t *)&c->tcp, parts, n);
        if (written < 0 && written != UV_EAGAIN) {
            bm_conn_close(c);
            return;
        }
        done = written < 0 ? 0 : (size_t)written;
    }
    for (unsigned i = 0; i < n; i++) {
        const size_t skip = done < parts[i].len ? done : parts[i].len;
        done -= skip;
        if (!queue_part(c, parts[i].base + skip, parts[i].len - skip,
                        frames ? frames[i] : NULL)) {
            bm_conn_close(c);
            return;
        }
    }
    if (c->queued != 0)
        bm_timer_wheel_set(c);
}

/* SPDX-License-Identifier: MIT */

/*
 * Batches of frames for web sockets. Frames for many receivers are held back until the loop has
 * handled the input of this turn: when much happens, a connection gets several frames with one
 * system call.
 */

#include <stdlib.h>

#include "net/net_internal.h"

enum {
    BATCH_MOST = 16, /* for one connection */
    SPARE_MOST = 256
};
static const uint64_t SLICE_NS =
    500000; /* of a turn of the loop, twice: before it waits, and after */

struct bm_write_batch {
    struct bm_conn *conn;
    struct bm_write_batch *next, **link;
    unsigned count;
    struct bm_frame *frames[BATCH_MOST];
};

/* Take it from its connection. */
static void unlink_batch(struct bm_write_batch *h)
{
    h->conn->batch = NULL;
    *h->link = h->next;
    if (h->next)
        h->next->link = h->link;
}

/* Let its frames go, and keep it for the next. */
static void recycle_batch(struct bm_write_batch *h)
{
    struct bm_http *const http = h->conn->http;
    for (unsigned i = 0; i < h->count; i++)
        bm_frame_drop(h->frames[i]);
    if (http->spare_batch_count == SPARE_MOST) {
        free(h);
        return;
    }
    h->next = http->spare_batches;
    http->spare_batches = h;
    http->spare_batch_count++;
}

void bm_write_batch_drop(struct bm_write_batch *h)
{
    unlink_batch(h);
    recycle_batch(h);
}

void bm_write_batch_write(struct bm_write_batch *h)
{
    struct bm_conn *const c = h->conn;
    uv_buf_t parts[BATCH_MOST];
    unlink_batch(h);
    for (unsigned i = 0; i < h->count; i++)
        parts[i] = (uv_buf_t){h->frames[i]->bytes, h->frames[i]->len};
    bm_conn_write(c, parts, h->count, h->frames);
    recycle_batch(h);
    bm_ws_check_queue(c->ws);
}

/* Write batches for one time slice, newest first (LIFO), so that a broadcast to many receivers
 * does not delay batches that are added after it. The rest is written in the next turn. */
static void write_slice(struct bm_http *http)
{
    const uint64_t began = uv_hrtime();
    while (http->batches) {
        bm_write_batch_write(http->batches);
        if (http->batches && uv_hrtime() - began >= SLICE_NS) {
            bm_round_robin_again(http);
            return;
        }
    }
}

void bm_write_batch_prepare(uv_prepare_t *handle) { write_slice(handle->data); }
void bm_write_batch_check(uv_check_t *handle) { write_slice(handle->data); }

static struct bm_write_batch *new_batch(struct bm_conn *c)
{
    struct bm_http *const http = c->http;
    struct bm_write_batch *h = http->spare_batches;
    if (h) {
        http->spare_batches = h->next;
        http->spare_batch_count--;
    } else if (!(h = malloc(sizeof *h))) {
        return NULL;
    }
    h->conn = c;
    h->count = 0;
    h->next = http->batches;
    h->link = &http->batches;
    if (h->next)
        h->next->link = &h->next;
    http->batches = h;
    c->batch = h;
    return h;
}

void bm_write_batch_add(struct bm_conn *c, struct bm_frame *f)
{
    struct bm_write_batch *const h = c->batch ? c->batch : new_batch(c);
    if (!h) {
        bm_conn_write(c, &(uv_buf_t){f->bytes, f->len}, 1, &f);
        return;
    }
    bm_frame_hold(f);
    h->frames[h->count++] = f;
    if (h->count == BATCH_MOST)
        bm_write_batch_write(h);
}

void bm_write_batch_free_spares(struct bm_http *http)
{
    for (struct bm_write_batch *h; (h = http->spare_batches);) {
        http->spare_batches = h->next;
        free(h);
    }
}

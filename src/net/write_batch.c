/* SPDX-License-Identifier: MIT */

/*
 * Frames for many are held back until the loop has handled what came in this turn: when much
 * goes on, a member of a room gets several at once, for the price of one call of the kernel.
 */

#include <stdlib.h>

#include "net/net_internal.h"

enum {
    HELD_MOST = 16, /* for one connection */
    SPARE_MOST = 256
};
static const uint64_t SLICE_NS =
    500000; /* of a turn of the loop, twice: before it waits, and after */

struct bm_held {
    struct bm_conn *conn;
    struct bm_held *next, **link;
    unsigned count;
    struct bm_frame *frames[HELD_MOST];
};

/* Take it from its connection. */
static void part(struct bm_held *h)
{
    h->conn->held = NULL;
    *h->link = h->next;
    if (h->next)
        h->next->link = h->link;
}

/* Let its frames go, and keep it for the next. */
static void give_back(struct bm_held *h)
{
    struct bm_http *const http = h->conn->http;
    for (unsigned i = 0; i < h->count; i++)
        bm_frame_drop(h->frames[i]);
    if (http->held_spares == SPARE_MOST) {
        free(h);
        return;
    }
    h->next = http->held_spare;
    http->held_spare = h;
    http->held_spares++;
}

void bm_held_drop(struct bm_held *h)
{
    part(h);
    give_back(h);
}

void bm_held_write(struct bm_held *h)
{
    struct bm_conn *const c = h->conn;
    uv_buf_t parts[HELD_MOST];
    part(h);
    for (unsigned i = 0; i < h->count; i++)
        parts[i] = (uv_buf_t){h->frames[i]->bytes, h->frames[i]->len};
    bm_conn_write(c, parts, h->count, h->frames);
    give_back(h);
    bm_ws_check_queue(c->ws);
}

/* The newest first: a crowd to which much is written keeps nobody waiting behind it. */
static void write_slice(struct bm_http *http)
{
    const uint64_t began = uv_hrtime();
    while (http->held) {
        bm_held_write(http->held);
        if (http->held && uv_hrtime() - began >= SLICE_NS) {
            bm_turn_again(http);
            return;
        }
    }
}

void bm_held_prepare(uv_prepare_t *handle) { write_slice(handle->data); }
void bm_held_check(uv_check_t *handle) { write_slice(handle->data); }

static struct bm_held *new_held(struct bm_conn *c)
{
    struct bm_http *const http = c->http;
    struct bm_held *h = http->held_spare;
    if (h) {
        http->held_spare = h->next;
        http->held_spares--;
    } else if (!(h = malloc(sizeof *h))) {
        return NULL;
    }
    h->conn = c;
    h->count = 0;
    h->next = http->held;
    h->link = &http->held;
    if (h->next)
        h->next->link = &h->next;
    http->held = h;
    c->held = h;
    return h;
}

void bm_held_add(struct bm_conn *c, struct bm_frame *f)
{
    struct bm_held *const h = c->held ? c->held : new_held(c);
    if (!h) {
        bm_conn_write(c, &(uv_buf_t){f->bytes, f->len}, 1, &f);
        return;
    }
    bm_frame_hold(f);
    h->frames[h->count++] = f;
    if (h->count == HELD_MOST)
        bm_held_write(h);
}

void bm_held_free_spares(struct bm_http *http)
{
    for (struct bm_held *h; (h = http->held_spare);) {
        http->held_spare = h->next;
        free(h);
    }
}

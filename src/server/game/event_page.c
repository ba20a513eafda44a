/* SPDX-License-Identifier: MIT */
#include "server/game/event_page.h"

#include <stdio.h>
#include <string.h>

enum {
    EVENTS = 250,   /* that are read at once, */
    BYTES = 1 << 16 /* or as many as have so many bytes */
};

/* An event in the page, followed by its body. */
struct stored_event {
    uint64_t seq;
    int64_t ts;
    size_t len;
    char kind[24];
};

static bool take_event(void *user, const struct bm_event_row *row)
{
    struct bm_event_page *const p = user;
    struct stored_event e = {.seq = row->seq, .ts = row->ts, .len = row->len};
    (void)snprintf(e.kind, sizeof e.kind, "%s", row->kind);
    bm_buf_bytes(&p->bytes, (const char *)&e, sizeof e);
    bm_buf_bytes(&p->bytes, row->body, row->len);
    p->last = row->seq;
    p->more = ++p->count == EVENTS || p->bytes.len >= BYTES;
    return !p->more;
}

bool bm_event_page_read(struct bm_event_page *p, struct bm_store *store, const char *game)
{
    p->bytes.len = p->count = 0;
    p->more = false;
    const enum bm_store_status status = bm_store_events(store, game, p->last, take_event, p);
    return (!status || status == BM_STORE_MISSING) && !p->bytes.failed;
}

void bm_event_page_each(struct bm_event_page *p,
                        bool (*each)(void *user, const struct bm_event_row *row), void *user)
{
    bool goes_on = true;
    for (size_t at = 0; at < p->bytes.len && goes_on;) {
        struct stored_event e;
        memcpy(&e, p->bytes.s + at, sizeof e);
        at += sizeof e;
        const struct bm_event_row row = {
            .seq = e.seq, .ts = e.ts, .kind = e.kind, .body = p->bytes.s + at, .len = e.len};
        goes_on = each(user, &row);
        at += e.len;
    }
    p->bytes.len = p->count = 0;
}

void bm_event_page_free(struct bm_event_page *p) { bm_buf_free(&p->bytes); }

/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_EVENT_PAGE_H
#define BM_SERVER_EVENT_PAGE_H

/*
 * Events of a game that are read by the loop, a page at a time, and looked at in any thread.
 */

#include "store/store.h"

/* All zero at the beginning of a game. */
struct bm_event_page {
    struct bm_buf bytes;
    size_t count;  /* of events in it */
    uint64_t last; /* seq of the last that was read */
    bool more;     /* there may be more behind it */
};

/* Read the events behind the last one. False: they cannot be read. */
bool bm_event_page_read(struct bm_event_page *p, struct bm_store *store, const char *game);
/* Call `each` for each event, in order, until it returns false; then the page is empty. In
 * any thread. The rows do not have the id of the game. */
void bm_event_page_each(struct bm_event_page *p,
                        bool (*each)(void *user, const struct bm_event_row *row), void *user);
void bm_event_page_free(struct bm_event_page *p);

#endif

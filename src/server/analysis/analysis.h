/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ANALYSIS_H
#define BM_SERVER_ANALYSIS_H

/*
 * Analysis of positions for clients: lines are sent as they are found, as a stream of JSON
 * lines. Few analyses run at a time, and one for each person; the others wait in a queue that
 * is fair by address, and are sent their place in it. While others wait, an analysis ends
 * after its share of time. It also ends when its client disconnects.
 */

#include "server/app/server.h"

bm_status bm_analyses_create(struct bm_analyses **out, struct bm_server *s);
/* The server stops: clients are sent what was found. */
void bm_analyses_disconnect_all(struct bm_analyses *all);
/* After the connections are closed. Waits for running analyses; the loop has to run until
 * their handles are closed. */
void bm_analyses_destroy(struct bm_analyses *all);
/* How many are at it now, and how many wait. */
unsigned bm_analyses_count(const struct bm_analyses *all);
unsigned bm_analyses_waiting(const struct bm_analyses *all);

#endif

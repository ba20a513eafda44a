/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ANALYSIS_H
#define BM_SERVER_ANALYSIS_H

/*
 * Positions that are thought about for people who asked: what is found is told as it comes,
 * line by line. Few are at it at a time, and one for each person; the others wait in a queue
 * that is fair by address, and are told their place. While others wait, an analysis ends when
 * it has used up its share of time. One whose listener goes away ends.
 */

#include "server/app/server.h"

bm_status bm_analyses_create(struct bm_analyses **out, struct bm_server *s);
/* The server stops: whoever is listening is told what there is. */
void bm_analyses_disconnect_all(struct bm_analyses *all);
/* After the connections are gone. Waits for those that are at it; the loop has to run until
 * what they had is closed. */
void bm_analyses_destroy(struct bm_analyses *all);
/* How many are at it now, and how many wait. */
unsigned bm_analyses_count(const struct bm_analyses *all);
unsigned bm_analyses_waiting(const struct bm_analyses *all);

#endif

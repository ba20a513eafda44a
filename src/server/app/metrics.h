/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_METRICS_H
#define BM_SERVER_METRICS_H

/*
 * /metrics, /healthz and /readyz on an address of their own, so that what an administrator
 * watches is neither open to the world nor slowed by it.
 */

#include "base/buf.h"
#include "server/app/server.h"

/* Why the server is not ready for traffic, as a word and a sentence; NULL: it is. */
const char *bm_server_trouble(const struct bm_server *s, const char **detail);
/* Listen at the address of the options, or on an inherited socket (fd >= 0). False: the
 * address cannot be listened on, which was reported. */
bool bm_metrics_listen(struct bm_server *s, int fd);
void bm_metrics_destroy(struct bm_server *s);

#endif

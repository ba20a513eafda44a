/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_HOST_CHECK_H
#define BM_SERVER_HOST_CHECK_H

/*
 * The accepted Host headers. A foreign page can let its own name resolve to this machine (DNS
 * rebinding): its requests are same-origin to the browser, and only their Host shows where
 * they come from. Literal addresses cannot be rebound.
 */

#include "server/app/server.h"

/* `host` is a Host header, with or without a port; an empty slice: there was none. */
bool bm_server_is_host(const struct bm_server_options *o, struct bm_slice host);

#endif

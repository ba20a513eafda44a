/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ADMIN_SOCKET_H
#define BM_SERVER_ADMIN_SOCKET_H

/*
 * How `banmen admin` notifies a running server of changes in the store: a unix socket beside
 * the file. A line, `person ID`, `address TEXT`, `game ID` or `variant NAME`, is answered by
 * `ok` when the server has applied it.
 */

#include "server/app/server.h"

struct bm_admin_socket;

/* Listen beside the store's file; 0, or libuv's error. A store in memory has no socket. */
int bm_admin_socket_create(struct bm_admin_socket **out, struct bm_server *s);
/* The loop has to run until its handles are closed. */
void bm_admin_socket_destroy(struct bm_admin_socket *c);

/* For the client: notify the server of a store, and wait for its answer. 1: applied, 0: no
 * server runs, -1: no answer. */
int bm_admin_socket_notify(const char *store, const char *line);

#endif

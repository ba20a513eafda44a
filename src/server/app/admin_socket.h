/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ADMIN_SOCKET_H
#define BM_SERVER_ADMIN_SOCKET_H

/*
 * How `banmen admin` tells a running server what it has changed in the store: a unix socket
 * beside the file. One line, `person ID`, `address TEXT`, `game ID` or `variant NAME`, is
 * answered by `ok` when it was taken notice of.
 */

#include "server/app/server.h"

struct bm_admin_socket;

/* Beside the store's file; 0, or libuv's error. A store in memory has none. */
int bm_admin_socket_create(struct bm_admin_socket **out, struct bm_server *s);
/* The loop has to run until its handles are closed. */
void bm_admin_socket_destroy(struct bm_admin_socket *c);

/* For the other end: tell the server of a store, and wait until it has taken notice. 1: it has,
 * 0: none is running, -1: it did not answer. */
int bm_admin_socket_notify(const char *store, const char *line);

#endif
